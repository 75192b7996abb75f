"""Signing in by a code, the decision how to merge two accounts, and the pages for accounts and signing in."""

from __future__ import annotations

import contextlib
import re
import secrets
from typing import Annotated, Any, Final, Literal

from litestar import Request, delete, get, post, put
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import Body
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK, HTTP_202_ACCEPTED
from msgspec import Meta, Struct

from spite_and_malice.texts import _, current_language

from ...clock import now_ms
from ...cluster import OperatorNews
from ...http.errors import ApiError
from ...http.guards import WHILE_READ_ONLY, json_only
from ...store import Conflict, Store
from ...store.accounts import Identity
from ...store.people.mails import mailbox
from ..mail.addresses import ADDRESS, MailRequest
from ..mail.sending import AccountMails
from .account import MeAnswer, account_answer, own_account
from .session import LINK_LETTERS, SignedIn, change_to, digest, no_new_accounts, read_code, registration_of, sign_in


class CodeRequest(Struct, forbid_unknown_fields=True):
    """A code from a device that is signed in, or a recovery code."""

    code: Annotated[str, Meta(max_length=100)]


class Decision(Struct, forbid_unknown_fields=True):
    """The decision about two accounts: merge them (``join``), or change the browser from one to the other."""

    ticket: Annotated[str, Meta(max_length=100)]
    then: Literal["join", "change"]


@post("/api/sign-in/code", guards=[json_only], status_code=HTTP_200_OK, opt={WHILE_READ_ONLY: True})
async def by_code(
    request: Request[Any, Any, Any],
    data: Annotated[CodeRequest, Body()],
    store: NamedDependency[Store],
    operators: NamedDependency[OperatorNews],
    identity: NamedDependency[Identity],
) -> SignedIn:
    """Sign in by a code; one from another device works once."""
    code = read_code(data.code)
    person: str | None = None
    if len(code) == LINK_LETTERS:
        ticket = await store.accounts.take_ticket(digest(code), "link")
        person = None if ticket is None else ticket.person
    elif code:
        person = await store.accounts.person_of_recovery(digest(code))
    if person is None:
        message = _("This code does not work, or no longer. A code from another device works once, for ten minutes.")
        raise ApiError(403, "wrong_code", message)
    return await sign_in(request, store, operators, identity, person)


@post("/api/sign-in/decide", guards=[json_only], status_code=HTTP_200_OK, opt={WHILE_READ_ONLY: True})
async def decide(
    request: Request[Any, Any, Any],
    data: Annotated[Decision, Body()],
    store: NamedDependency[Store],
    operators: NamedDependency[OperatorNews],
    identity: NamedDependency[Identity],
) -> SignedIn:
    """Merge two accounts, or switch from one to the other, as decided when somebody signed in."""
    ticket = await store.accounts.take_ticket(digest(data.ticket), "join")
    if ticket is None or ticket.person is None or ticket.data != identity.device:
        raise ApiError(403, "too_late", _("That took too long. Sign in again."))
    if data.then == "join":
        return await sign_in(request, store, operators, identity, ticket.person, join=True)
    return await change_to(request, store, operators, identity, ticket.person)


@get("/me")
async def own_page(
    store: NamedDependency[Store],
    identity: NamedDependency[Identity],
    account_mails: NamedDependency[AccountMails | None],
    registration: NamedDependency[str],
) -> Template:
    """Show the person's account and how to manage its data; show a stranger how to keep their games."""
    context = {
        "page": "me",
        "account": await account_answer(store, identity),
        "mails": account_mails is not None,
        "person": identity.person,
        "no_new": no_new_accounts(registration_of(store, registration)),
    }
    return Template("me.html.j2", context=context)


@get("/sign-in")
async def sign_in_page(
    identity: NamedDependency[Identity], account_mails: NamedDependency[AccountMails | None]
) -> Template:
    """Show the ways to sign in."""
    context = {"page": "", "has_account": identity.has_account, "mails": account_mails is not None}
    return Template("sign_in.html.j2", context=context)


_LINK_MS: Final = 15 * 60_000
_QUESTION_MS: Final = 24 * 3_600_000


class TokenRequest(Struct, forbid_unknown_fields=True):
    """The token at the end of a mailed link."""

    token: str


class Sent(Struct):
    """The answer is the same for any address, so that it never reveals who has an account."""

    address: str


@put("/api/me/mail", guards=[json_only], status_code=HTTP_202_ACCEPTED)
async def ask(
    data: Annotated[MailRequest, Body()],
    store: NamedDependency[Store],
    identity: NamedDependency[Identity],
    account_mails: NamedDependency[AccountMails | None],
) -> Sent:
    """Ask the owner of a mailbox whether sign-in links may be sent there."""
    mails = _mails(account_mails)
    account = await own_account(store, identity)
    address = _address(data)
    token = secrets.token_urlsafe(32)
    try:
        await store.accounts.put_mail_ticket(
            digest(token), "address", account.person, mailbox(address), address, now_ms() + _QUESTION_MS
        )
    except Conflict:
        message = _("This address has been given too often, or its owner wants no mails from here.")
        raise ApiError(422, "invalid_address", message) from None
    mails.send_question(address, account.language or current_language(), token)
    return Sent(address)


@post("/api/me/mail/confirm", guards=[json_only], status_code=HTTP_200_OK, opt={WHILE_READ_ONLY: True})
async def confirm(
    data: Annotated[TokenRequest, Body()], store: NamedDependency[Store], identity: NamedDependency[Identity]
) -> MeAnswer:
    """Confirm that a mailbox belongs to a person: they followed the link where they are signed in."""
    account = await own_account(store, identity)
    ticket = await store.accounts.take_ticket(digest(data.token), "address")
    if ticket is None or ticket.person != account.person:
        raise ApiError(403, "too_late", _("This link no longer works, or it belongs to another account."))
    box, _end, address = ticket.data.partition("\n")
    try:
        await store.accounts.change(account.person, mail=address, mailbox=box)
    except Conflict:
        raise ApiError(409, "mail_taken", _("Another account signs in by this address.")) from None
    return MeAnswer(identity.person, await account_answer(store, identity))


@delete("/api/me/mail", status_code=HTTP_200_OK, opt={WHILE_READ_ONLY: True})
async def forget(store: NamedDependency[Store], identity: NamedDependency[Identity]) -> MeAnswer:
    """Forget the mail address."""
    account = await own_account(store, identity)
    await store.accounts.change(account.person, mail=None, mailbox=None)
    return MeAnswer(identity.person, await account_answer(store, identity))


@post("/api/sign-in/mail", guards=[json_only], status_code=HTTP_202_ACCEPTED, opt={WHILE_READ_ONLY: True})
async def send_link(
    data: Annotated[MailRequest, Body()],
    store: NamedDependency[Store],
    account_mails: NamedDependency[AccountMails | None],
) -> Sent:
    """Send a sign-in link to an address, if an account has confirmed it.

    The answer is the same if not, and is sent before the check: its timing reveals nothing about who has an account.
    """
    mails = _mails(account_mails)
    address = _address(data)
    mails.do(_send_link(store, mails, address, current_language()))
    return Sent(address)


async def _send_link(store: Store, mails: AccountMails, address: str, language: str) -> None:
    """Send the requested link, if an account signs in by this address. Raises `StoreError`."""
    box = mailbox(address)
    account = await store.accounts.of_mailbox(box)
    if account is None or account.mail is None:
        return
    token = secrets.token_urlsafe(32)
    # If many have been sent, one of them has to do.
    with contextlib.suppress(Conflict):
        await store.accounts.put_mail_ticket(digest(token), "mail", account.person, box, "", now_ms() + _LINK_MS)
        # To the confirmed address, not to another spelling of it.
        mails.send_link(account.mail, account.language or language, token)


@post("/api/sign-in/mail/link", guards=[json_only], status_code=HTTP_200_OK, opt={WHILE_READ_ONLY: True})
async def by_link(
    request: Request[Any, Any, Any],
    data: Annotated[TokenRequest, Body()],
    store: NamedDependency[Store],
    operators: NamedDependency[OperatorNews],
    identity: NamedDependency[Identity],
) -> SignedIn:
    """Sign in by a mailed link."""
    ticket = await store.accounts.take_ticket(digest(data.token), "mail")
    if ticket is None or ticket.person is None:
        message = _("This link works once, for fifteen minutes. Ask for another one.")
        raise ApiError(403, "too_late", message)
    return await sign_in(request, store, operators, identity, ticket.person)


def _mails(mails: AccountMails | None) -> AccountMails:
    if mails is None:
        raise NotFoundException(_("This server writes no mails."))
    return mails


def _address(data: MailRequest) -> str:
    if re.fullmatch(ADDRESS, data.address) is None:
        raise ApiError(422, "invalid_address", _("This is no mail address. Write it as name@example.org."))
    return data.address

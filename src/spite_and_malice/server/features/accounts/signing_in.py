"""Signing in by a code, the decision what becomes of two accounts, and the pages of an account and of signing in."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import Body
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from spite_and_malice.texts import _

from ...cluster import OperatorNews
from ...http.errors import ApiError
from ...http.guards import json_only
from ...store import Store
from ...store.accounts import Identity
from ..mail.accounts import AccountMails
from .account import account_answer
from .codes import LINK_LETTERS, digest, read_code
from .session import SignedIn, change_to, sign_in


class CodeRequest(Struct, forbid_unknown_fields=True):
    """A code from a device that is signed in, or a recovery code."""

    code: Annotated[str, Meta(max_length=100)]


class Decision(Struct, forbid_unknown_fields=True):
    """What becomes of two accounts: one is made of them (``join``), or the browser changes from one to the other."""

    ticket: Annotated[str, Meta(max_length=100)]
    then: Literal["join", "change"]


@post("/api/sign-in/code", guards=[json_only], status_code=HTTP_200_OK)
async def by_code(
    request: Request[Any, Any, Any],
    data: Annotated[CodeRequest, Body()],
    store: NamedDependency[Store],
    operators: NamedDependency[OperatorNews],
    identity: NamedDependency[Identity],
) -> SignedIn:
    """Sign in by a code; one from another device is good once."""
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


@post("/api/sign-in/decide", guards=[json_only], status_code=HTTP_200_OK)
async def decide(
    request: Request[Any, Any, Any],
    data: Annotated[Decision, Body()],
    store: NamedDependency[Store],
    operators: NamedDependency[OperatorNews],
    identity: NamedDependency[Identity],
) -> SignedIn:
    """Make one account of two, or change from one to the other, as was asked when somebody signed in."""
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
) -> Template:
    """Show one's account, and what can be done about what is stored; to a stranger how to keep their games."""
    context = {
        "page": "me",
        "account": await account_answer(store, identity),
        "mails": account_mails is not None,
        "person": identity.person,
    }
    return Template("me.html.j2", context=context)


@get("/sign-in")
async def sign_in_page(
    identity: NamedDependency[Identity], account_mails: NamedDependency[AccountMails | None]
) -> Template:
    """Show the ways to sign in."""
    context = {"page": "", "has_account": identity.has_account, "mails": account_mails is not None}
    return Template("sign_in.html.j2", context=context)

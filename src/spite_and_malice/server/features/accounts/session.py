"""Codes that people read from one screen and type on another."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any, Final

from litestar import Request
from litestar.connection import ASGIConnection
from msgspec import Struct

from spite_and_malice.texts import _

from ...clock import now_ms
from ...cluster import OperatorNews
from ...http.errors import ApiError
from ...http.identity import give_token, hash_token, is_program, new_token
from ...store import Conflict, Store
from ...store.accounts import Agent, Identity, NewPasskey, TwoAccounts

_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No letters that look like others or like digits."""
_SAME: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "U": "V"})

LINK_LETTERS: Final = 8
"""The length of a code that works once, for ten minutes: 40 bits, with a few tries per minute."""
RECOVERY_LETTERS: Final = 20
"""The length of a code that does not expire: 100 bits."""
_GROUP: Final = 4


def new_code(letters: int) -> str:
    """Return a new code, in groups."""
    drawn = "".join(secrets.choice(_LETTERS) for _ in range(letters))
    return "-".join(drawn[start : start + _GROUP] for start in range(0, letters, _GROUP))


def read_code(text: str) -> str:
    """Return a code in its original form, however it was typed; an empty text if it cannot be one."""
    written = "".join(character for character in text.upper() if character.isalnum()).translate(_SAME)
    is_code = len(written) in (LINK_LETTERS, RECOVERY_LETTERS) and set(written) <= set(_LETTERS)
    return written if is_code else ""


def digest(secret: str) -> str:
    """Return the stored form of a secret, or of a code, however it was typed."""
    return hashlib.sha256((read_code(secret) or secret).encode()).hexdigest()


_BROWSERS: Final = (
    ("spite/", "Terminal"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrom", "Chrome"),
    ("Safari", "Safari"),
)
"""The words to look for in a user agent, the first match counts; most browsers also name others after themselves."""

_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)

DECIDE_MS: Final = 600_000
"""How long somebody has to decide how to merge two accounts."""


class SignedIn(Struct, omit_defaults=True):
    """The person from now on; a program also gets its new ``token``, which replaces the old one."""

    person: str
    token: str = ""


class SignedOut(Struct):
    """A device that is signed out."""

    device: str


def registration_of(store: Store, setting: str) -> str:
    """Return who can create an account: the operators' switch if set, else the setting."""
    return store.operators.switches.registration or setting


def no_new_accounts(registration: str) -> str | None:
    """Return why the setting of that name keeps a stranger from creating an account; None if it does not."""
    if registration == "invitation":
        return _("New accounts here are by invitation: the operator of this server gives you a code to sign in with.")
    if registration == "closed":
        return _("This server takes no new accounts just now.")
    return None


async def open_account(
    request: Request[Any, Any, Any],
    store: Store,
    operators: OperatorNews,
    who: Identity,
    passkey: NewPasskey | None = None,
) -> SignedIn:
    """Create an account for the stranger who asks.

    Raises `ApiError` if they already have one, or if this server does not accept new ones.
    """
    if (refused := no_new_accounts(registration_of(store, request.app.state["registration"]))) is not None:
        raise ApiError(403, "no_new_accounts", refused)
    token = new_token()
    try:
        await store.accounts.open(who.person, hash_token(token), agent_of(request), passkey)
    except Conflict:
        raise ApiError(409, "has_account", _("You have an account already. Load the page again.")) from None
    await operators.look()
    return _signed_in(request, who.person, token)


async def sign_in(
    request: Request[Any, Any, Any],
    store: Store,
    operators: OperatorNews,
    who: Identity,
    person: str,
    join: bool = False,
) -> SignedIn:
    """Sign the browser that asks in to an account, and merge its earlier data into it.

    Raises `ApiError` with a ticket for the decision if it is signed in to another one.
    """
    token = new_token()
    try:
        await store.accounts.sign_in(person, who, hash_token(token), agent_of(request), join)
    except TwoAccounts:
        raise await _ask(store, who, person) from None
    await operators.look()
    return _signed_in(request, person, token)


async def change_to(
    request: Request[Any, Any, Any], store: Store, operators: OperatorNews, who: Identity, person: str
) -> SignedIn:
    """Sign the browser that asks out of its account, which stays as it is, and in to another one."""
    token = new_token()
    await store.accounts.change_to(person, who, hash_token(token), agent_of(request))
    await operators.look()
    return _signed_in(request, person, token)


def _signed_in(request: Request[Any, Any, Any], person: str, token: str) -> SignedIn:
    give_token(request, token)
    return SignedIn(person, token if is_program(request) else "")


async def _ask(store: Store, who: Identity, person: str) -> ApiError:
    """Return the answer that asks how to merge two accounts, with a ticket for the decision."""
    ticket = secrets.token_urlsafe(32)
    await store.accounts.put_ticket(digest(ticket), "join", person, who.device, now_ms() + DECIDE_MS)
    here, there = [await store.accounts.account(each) for each in (who.person, person)]
    message = _(
        "This browser is signed in to another account. You can make one account of both: its games, statistics and "
        "devices come along, and one of two names is free again. Or sign in to the other one alone: both stay as they "
        "are."
    )
    return ApiError(
        409,
        "two_accounts",
        message,
        ticket=ticket,
        here=(here and here.name) or "",
        there=(there and there.name) or "",
    )


def agent_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Agent:
    """Return the browser's description of itself; empty for a program."""
    said = connection.headers.get("user-agent", "")
    return Agent(_first(_BROWSERS, said), _first(_SYSTEMS, said))


def _first(known: tuple[tuple[str, str], ...], said: str) -> str:
    return next((name for part, name in known if part in said), "")

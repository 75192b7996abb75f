"""Identities and blocks: a device is identified by a random token, stored only as a hash.

A device belongs to a person: to the account that it is signed in to, or else to an anonymous person of its own, under
the same hash.
"""

from __future__ import annotations

import hashlib
import ipaddress
import logging
import re
import secrets
from collections import OrderedDict
from dataclasses import replace
from typing import Any, Final

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.exceptions import PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from spite_and_malice.texts import _

from ..clock import now_ms
from ..store import Store, StoreError
from ..store.accounts import MINUTE_MS, Identity
from ..supervision import do_once
from .errors import ApiError
from .guards import ANY_NAME, SAFE_METHODS
from .hosts import is_secure
from .language import choices_again

_log = logging.getLogger(__name__)

_KEPT: Final = 50_000


class People:
    """The owners of devices."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, Identity] = OrderedDict()
        self._age = 0

    async def identity(self, device: str) -> Identity:
        """Return the owner of a device. Raises `StoreError`."""
        found = self._known.get(device)
        if found is None:
            age = self._age
            found = (await self._store.accounts.identities([device]))[device]
            if age == self._age:
                self._keep(found)
        else:
            self._known.move_to_end(device)
        if found.replaces is not None and found.revoked_at is None:
            await self._replace(found)
        if found.has_account and found.revoked_at is None and now_ms() - found.used_at >= MINUTE_MS:
            self._keep(replace(found, used_at=now_ms()))
            self._note_use(device)
        return found

    async def _replace(self, new: Identity) -> None:
        """Sign out the device that a new one replaces, now that its response has arrived."""
        try:
            await self._store.accounts.replace_device(new)
        except StoreError as error:
            _log.info("a new token's first use could not be noted: %s", error)
        else:
            self.forget()

    def forget(self) -> None:
        """Reread the owners from the store from now on: devices were signed in or out."""
        self._age += 1
        self._known.clear()

    def _keep(self, identity: Identity) -> None:
        self._known[identity.device] = identity
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)

    def _note_use(self, device: str) -> None:
        async def note() -> None:
            try:
                await self._store.accounts.note_use(device)
            except StoreError as error:
                _log.info("a last use could not be noted: %s", error)

        do_once("last use", note())


INSTANCE: Final = "instance"
"""The key of the games' id in the application's state."""

_COOKIE: Final = "spite_player"
"""The cookie's name in older versions, whatever the port, and the ending of its current name."""
_THIS_HOST: Final = "__Host-"
"""A prefix by which browsers guarantee that no other host and no page without TLS can have set the cookie."""
_BEARER: Final = "Bearer "
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_KEPT_SECONDS: Final = 400 * 24 * 3600
"""No browser keeps a cookie longer."""
_RENEWED_SECONDS: Final = _KEPT_SECONDS // 10
"""A cookie of this age is renewed, so that nobody who visits occasionally becomes a stranger."""
_SINCE: Final = "spite_since"
"""The name of the cookie that says since when, in seconds, a browser has had the other; it expires when that is old."""
_NEW_TOKEN: Final = "spite_new_token"
_WHO: Final = "spite_who"
_UNASKED: Final = ("/static/", "/health", "/metrics")
"""Resources that are the same for everybody."""

_GRACE_MS: Final = 20_000
"""A browser may still send its old token for a moment after it has got another one, or from two pages at once: for this
long an old token gets no new one in response, which would replace the other."""


def person_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """Return the id of the requesting person; None without a token, or with one that is no longer valid.

    Raises `StoreError` if it cannot be determined.
    """
    who = identity_of(connection)
    return None if who is None or who.revoked_at is not None else who.person


def identity_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Identity | None:
    """Return the requesting person, None without a token. Raises `StoreError` if it cannot be determined."""
    found: Identity | StoreError | None = connection.scope["state"].get(_WHO)
    if isinstance(found, StoreError):
        raise found
    return found


def hash_token(token: str) -> str:
    """Return the SHA-256 of a token, in hexadecimal."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_program(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Return whether a request identifies its person in a header, which no browser does."""
    return connection.headers.get("authorization", "").startswith(_BEARER)


def cookie_name(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the name of the cookie with the token.

    Browsers send a host's cookies to all its ports: the name holds the id of the games, so that no server overwrites
    another's cookie, and the same games on another port recognize the person.
    """
    name = _plain_name(connection)
    return _THIS_HOST + name if is_secure(connection) else name


def _plain_name(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the name of the cookie for a browser that connected by http."""
    return f"{_COOKIE}_{connection.app.state[INSTANCE]}"


class IdentityMiddleware(ASGIMiddleware):
    """Determines the requesting person once per request or websocket."""

    def __init__(self, people: People) -> None:
        self._people = people

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Store the person for `owner_of`."""
        if not scope["path"].startswith(_UNASKED):
            connection = ASGIConnection[Any, Any, Any, Any](scope, receive, send)
            header = connection.headers.get("authorization", "")
            token = connection.cookies.get(cookie_name(connection))
            if header.startswith(_BEARER):
                token = header.removeprefix(_BEARER)
            elif token is None:
                token = _earlier_token(connection)
                if token is not None and _shows_a_page(connection):
                    # From now on the cookie has this server's own name: another server on this host has a different
                    # one.
                    scope["state"][_NEW_TOKEN] = _cookie(connection, token)
            if token is None and _shows_a_page(connection):
                # Every page sets the cookie: a later request without it comes from a browser that rejects cookies.
                scope["state"][_NEW_TOKEN] = _cookie(connection, token := new_token())
            if token is not None and _TOKEN.fullmatch(token):
                try:
                    scope["state"][_WHO] = await self._people.identity(hash_token(token))
                except StoreError as error:
                    # Many pages work without an identity; the others report the error.
                    scope["state"][_WHO] = error
                else:
                    if _NEW_TOKEN not in scope["state"] and _is_to_be_renewed(connection, scope["state"][_WHO]):
                        scope["state"][_NEW_TOKEN] = _cookie(connection, token)
        await next_app(scope, receive, send)


def _earlier_token(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """Return the token of a browser from before it used https, or from an older version."""
    names = [_plain_name(connection)] if is_secure(connection) else []
    found = (connection.cookies.get(name) for name in (*names, _COOKIE))
    return next((token for token in found if token is not None and _TOKEN.fullmatch(token)), None)


def _is_to_be_renewed(connection: ASGIConnection[Any, Any, Any, Any], who: Identity) -> bool:
    """Return whether a page is shown to a browser whose cookie is no longer new."""
    if not _shows_a_page(connection) or is_program(connection) or who.revoked_at is not None:
        return False
    since = connection.cookies.get(cookie_name(connection).replace(_COOKIE, _SINCE), "")
    age = now_ms() // 1000 - int(since) if re.fullmatch(r"[0-9]{1,12}", since) else None
    # The clock may have been set back since.
    return age is None or not -_RENEWED_SECONDS < age < _RENEWED_SECONDS


async def provide_identity(request: Request[Any, Any, Any]) -> Identity:
    """Return the requesting person; a browser without a valid token gets one with the response.

    Raises `ApiError` for a program with an invalid token, and for a browser that has just received another one.
    """
    who = identity_of(request)
    if who is not None and who.revoked_at is None:
        return who
    if who is not None and is_program(request):
        raise ApiError(401, "signed_out", _("This token is worth nothing any more: its device has been signed out."))
    if who is not None and who.revoked_at is not None and now_ms() - who.revoked_at < _GRACE_MS:
        if request.method not in SAFE_METHODS:
            raise ApiError(401, "signed_out", _("This browser was signed in or out just now. Load the page again."))
        token = new_token()
    else:
        if _keeps_no_cookie(request):
            words = _(
                "This browser refuses cookies. The server needs one to know which seat is yours: allow it for this"
                " address."
            )
            raise ApiError(403, "no_cookie", words)
        give_token(request, token := new_token())
    device = hash_token(token)
    found = Identity(device, device)
    # The same request gets the same token again.
    request.scope["state"][_WHO] = found
    return found


async def provide_person(request: Request[Any, Any, Any]) -> str:
    """Return the id of the requesting person (`provide_identity`)."""
    return (await provide_identity(request)).person


def _keeps_no_cookie(request: Request[Any, Any, Any]) -> bool:
    """Return whether a page of this server makes a request without the cookie that it was served with."""
    is_page = "origin" in request.headers
    return is_page and request.method not in SAFE_METHODS and cookie_name(request) not in request.cookies


def new_token() -> str:
    """Return a new, unused token."""
    return secrets.token_urlsafe(32)


def give_token(request: Request[Any, Any, Any], token: str) -> None:
    """Have the response set a new token in the browser's cookie."""
    request.state[_NEW_TOKEN] = _cookie(request, token)


def _cookie(connection: ASGIConnection[Any, Any, Any, Any], token: str) -> Cookie:
    return Cookie(
        key=cookie_name(connection),
        value=token,
        max_age=_KEPT_SECONDS,
        httponly=True,
        samesite="lax",
        secure=is_secure(connection),
    )


def _shows_a_page(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    return connection.scope.get("method") == "GET" and "text/html" in connection.headers.get("accept", "")


async def send_token(message: Message, scope: Scope) -> None:
    """Add the token from `give_token`, if there is one, to a response that begins."""
    if message["type"] == "http.response.start" and (cookie := scope["state"].get(_NEW_TOKEN)) is not None:
        headers = MutableScopeHeaders.from_message(message)
        headers.add("set-cookie", cookie.to_header(header=""))
        since = replace(
            cookie, key=cookie.key.replace(_COOKIE, _SINCE), value=str(now_ms() // 1000), max_age=_RENEWED_SECONDS
        )
        for each in (since, *choices_again(ASGIConnection[Any, Any, Any, Any](scope))):
            headers.add("set-cookie", each.to_header(header=""))
        # A shared cache would hand the token to all its users.
        headers["cache-control"] = "no-store"


_Network = ipaddress.IPv4Network | ipaddress.IPv6Network

FOR_ALL = "for_all"
"""The option of a handler that also answers blocked people."""


class Blocks:
    """The active blocks, as last read from the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._people: dict[str, int | None] = {}
        self._networks: list[tuple[_Network, int | None]] = []

    async def read(self) -> None:
        """Reread the blocks. Raises `StoreError`."""
        found = await self._store.operators.blocks()
        self._people = {block.subject: block.until for block in found if block.kind == "person"}
        self._networks = [
            (ipaddress.ip_network(block.subject, strict=False), block.until)
            for block in found
            if block.kind == "address"
        ]

    def forbids(self, person: str | None, address: str | None) -> bool:
        """Return whether a person is blocked, by the SHA-256 of their token or by their address."""
        if person is not None and person in self._people and _holds(self._people[person]):
            return True
        if not self._networks or address is None:
            return False
        try:
            at = ipaddress.ip_address(address.partition("%")[0])
        except ValueError:
            return False
        at = getattr(at, "ipv4_mapped", None) or at
        return any(at in network and _holds(until) for network, until in self._networks)

    async def guard(self, connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
        """Refuse blocked people, except for resources that are open to everybody."""
        if not (self._people or self._networks) or handler.opt.get(FOR_ALL) or handler.opt.get(ANY_NAME):
            return
        address = None if connection.client is None else connection.client.host
        if self.forbids(person_of(connection), address):
            raise PermissionDeniedException(_("The operator of this server has blocked you."))


def _holds(until: int | None) -> bool:
    return until is None or until > now_ms()

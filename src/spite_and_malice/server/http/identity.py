"""Who a browser or a program is: a random token in a cookie or a header, of which the server keeps only the hash."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Any, Final

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.types import Message, Scope

COOKIE: Final = "spite_player"
_BEARER: Final = "Bearer "
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_YEARS: Final = 2 * 365 * 24 * 3600
_NEW_TOKEN: Final = "spite_new_token"


def owner_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """Return the SHA-256 of the token of a browser, or of a program in its header; None if it has none of that form."""
    header = connection.headers.get("authorization", "")
    token = header.removeprefix(_BEARER) if header.startswith(_BEARER) else connection.cookies.get(COOKIE)
    return hash_token(token) if token is not None and _TOKEN.fullmatch(token) else None


def hash_token(token: str) -> str:
    """Return the SHA-256 of a token, in hexadecimal."""
    return hashlib.sha256(token.encode()).hexdigest()


async def provide_owner(request: Request[Any, Any, Any]) -> str:
    """Return the SHA-256 of the browser's token; a browser without one gets one with the response."""
    owner = owner_of(request)
    if owner is not None:
        return owner
    token = secrets.token_urlsafe(32)
    request.state[_NEW_TOKEN] = Cookie(
        key=COOKIE, value=token, max_age=_YEARS, httponly=True, samesite="lax", secure=request.url.scheme == "https"
    )
    return hash_token(token)


async def send_token(message: Message, scope: Scope) -> None:
    """Add the token that `provide_owner` gave out, if it did, to a response that begins."""
    if message["type"] == "http.response.start" and (cookie := scope["state"].get(_NEW_TOKEN)) is not None:
        headers = MutableScopeHeaders.from_message(message)
        headers.add("set-cookie", cookie.to_header(header=""))
        # A cache that several people share would hand the token to all of them.
        headers["cache-control"] = "no-store"

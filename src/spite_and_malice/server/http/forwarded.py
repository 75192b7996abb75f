"""The client's address and protocol behind a proxy, from X-Forwarded-For and X-Forwarded-Proto.

Only the proxies in front are trusted. Each of several proxies may add to the headers, in the same line or a separate
one: the last address that is not a proxy's counts, and the first protocol, which the browser used.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import Any, Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from .connection import Proxies, is_among

_SECURE: Final = {"http": False, "ws": False, "https": True, "wss": True}
_SCHEMES: Final = {ScopeType.HTTP: ("http", "https"), ScopeType.WEBSOCKET: ("ws", "wss")}


class Forwarded:
    """Serves an application as if browsers connected without the proxies in between."""

    def __init__(self, app: ASGIApp, proxies: Proxies) -> None:
        self._app = app
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection."""
        if scope["type"] in _SCHEMES and scope["client"] and is_among(scope["client"][0], self._proxies):
            said: Any = {}
            is_secure = _SECURE.get(next(iter(_listed(scope, b"x-forwarded-proto")), "").lower())
            if is_secure is not None:
                said["scheme"] = _SCHEMES[ScopeType(scope["type"])][is_secure]
            if (client := self._client(_listed(scope, b"x-forwarded-for"))) is not None:
                said["client"] = client
            scope.update(said)
        await self._app(scope, receive, send)

    def _client(self, said: list[str]) -> tuple[str, int] | None:
        """Return the client's address and port; None if no proxy reports them."""
        found = [_address(each) for each in said]
        others = (each for each in reversed(found) if each is None or not is_among(each[0], self._proxies))
        # If all addresses are proxies, the request comes from one of them.
        return next(others, found[0] if found else None)


def _listed(scope: Scope, name: bytes) -> list[str]:
    """Return the items of a header, from all its lines."""
    lines: Iterable[bytes] = (value for each, value in scope["headers"] if each == name)
    words = (word.strip(' \t"') for line in lines for word in line.decode("latin-1").split(","))
    return [word for word in words if word]


def _address(text: str) -> tuple[str, int] | None:
    """Return an address with its port, 0 without one; None for an invalid text."""
    host, port = text, ""
    if text.startswith("["):
        host, _bracket, port = text[1:].partition("]")
        port = port.removeprefix(":")
    elif text.count(":") == 1:
        host, _colon, port = text.partition(":")
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return host, int(port) if port.isascii() and port.isdigit() and len(port) < 6 else 0

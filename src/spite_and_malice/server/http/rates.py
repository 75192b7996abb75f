"""How fast one address may ask, so that what it asks for keeps nobody else waiting.

An address has a budget of requests, which refills at a rate per second. Once it is used up, requests are refused, and a
connection that comes straight from that address is not even read (`Connection`). Only a few requests of one address are
carried out at a time: the others wait in turn, so that a move of somebody else waits for a few at the most.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from litestar.enums import MediaType, ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import json

from spite_and_malice import texts
from spite_and_malice.texts import N_, _, in_language

from ..logs import REQUEST
from ..metrics import REFUSED
from ..rate_limiter import RateLimiter
from .connection_limits import place_of
from .hosts import with_sound_host

AT_ONCE: Final = 4
"""Requests of one address that are carried out at a time."""

_WAITING: Final = 100
"""Requests of one address that may wait for that."""

_BURST_SECONDS: Final = 10
"""How many seconds' worth of requests an address may make at once."""

_FILE: Final = 0.2
"""What a file counts beside a page: it costs so much less."""

_WAITS: Final = re.compile(r"/health|/api/tables/[^/]*/games/")
"""What others at the same address need not wait for: whether the server lives, and what waits for a worker itself."""

_REFUSED: Final = N_("Too many requests come from your address. Wait a moment and try again.")


@dataclass(slots=True)
class _Requests:
    """The requests of an address: those that are carried out have a turn, the others wait for one."""

    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    number: int = 0


class Rates:
    """How much each address may ask; this computer itself, from which a proxy comes too, asks as it likes."""

    def __init__(self, a_second: int | None, clock: Callable[[], float] | None = None) -> None:
        """Let each address ask so often for long, None for as often as it likes."""
        self._limiter = RateLimiter(a_second and a_second * _BURST_SECONDS, _BURST_SECONDS, clock=clock)
        self._is_on = a_second is not None
        self._requests: dict[str, _Requests] = {}

    @property
    def known(self) -> int:
        """How many addresses are kept count of."""
        return self._limiter.known

    def spend(self, place: str, cost: float) -> bool:
        """Count a request of an address; False if it has asked too much."""
        return place == "" or self._limiter.allows(place, cost)

    def seconds_until(self, place: str) -> float:
        """Return for how long an address may not ask."""
        return 0.0 if place == "" else self._limiter.seconds_until(place)

    async def enter(self, place: str) -> bool:
        """Wait for one's turn among the requests of an address; False if too many wait."""
        if place == "" or not self._is_on:
            return True
        requests = self._requests.setdefault(place, _Requests())
        if requests.number >= AT_ONCE + _WAITING:
            return False
        requests.number += 1
        try:
            await requests.turns.acquire()
        except asyncio.CancelledError:
            self._forget(place, requests)
            raise
        return True

    def leave(self, place: str) -> None:
        """Let the next one in."""
        if (requests := self._requests.get(place)) is not None:
            requests.turns.release()
            self._forget(place, requests)

    def _forget(self, place: str, requests: _Requests) -> None:
        requests.number -= 1
        if requests.number == 0:
            del self._requests[place]


class Entry:
    """What every request passes first: it is named for the log, and waits for its turn."""

    def __init__(self, app: ASGIApp, rates: Rates) -> None:
        self._app = app
        self._rates = rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection."""
        if scope["type"] in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            scope = with_sound_host(scope)
        if scope["type"] == ScopeType.WEBSOCKET:
            REQUEST.set(scope["path"])
            if self._rates.spend(_place(scope), 1.0):
                await self._app(scope, receive, send)
            else:
                # Before it is accepted: the answer is 403, and the page tries again later.
                await send({"type": "websocket.close", "code": 1013, "reason": ""})
            return
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        REQUEST.set(f"{scope['method']} {scope['path']}")
        place = _place(scope)
        if not self._rates.spend(place, _FILE if scope["path"].startswith("/static/") else 1.0):
            await _refuse(scope, send)
            return
        if _WAITS.match(scope["path"]):
            await self._app(scope, receive, send)
            return
        if not await self._rates.enter(place):
            await _refuse(scope, send)
            return
        try:
            await self._app(scope, receive, send)
        finally:
            self._rates.leave(place)


def _place(scope: Scope) -> str:
    client = scope["client"]
    return place_of(None if client is None else client[0])


async def _refuse(scope: Scope, send: Send) -> None:
    """Answer with as little work as can be: who gets this asks for much."""
    REFUSED.labels("rate").inc()
    headers = dict(scope["headers"])
    language = texts.best_language(None, headers.get(b"accept-language", b"").decode("latin-1"))
    with in_language(language):
        said = _(_REFUSED)
    is_page = b"text/html" in headers.get(b"accept", b"")
    body = said.encode() if is_page else json.encode({"error": {"code": "too_many", "message": said}})
    kind = f"{MediaType.TEXT.value}; charset=utf-8" if is_page else MediaType.JSON.value
    answer = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"retry-after", b"5"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": 429, "headers": answer})
    await send({"type": "http.response.body", "body": body, "more_body": False})

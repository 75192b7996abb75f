"""How fast one address may ask, so that what it asks for keeps nobody else waiting.

An address has a budget of requests, which refills at a rate per second. Once it is used up, requests are refused, and a
connection that comes straight from that address is not even read (`Connection`). Only a few requests of one address are
carried out at a time: the others wait in turn, so that a move of somebody else waits for a few at the most.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict, deque
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
class _Asking:
    """Somebody at an address: what they have in hand, as of when, and what is carried out for them."""

    left: float
    at: float
    running: int = 0
    waiting: deque[asyncio.Future[None]] = field(default_factory=deque)


class Rates:
    """What each address has in hand; this computer itself, from which a proxy comes too, asks as it likes."""

    def __init__(self, a_second: int | None, clock: Callable[[], float] = time.monotonic) -> None:
        """Let each address ask so often for long, None for as often as it likes."""
        self._a_second = a_second
        self._burst = float((a_second or 0) * _BURST_SECONDS)
        self._clock = clock
        self._asking: OrderedDict[str, _Asking] = OrderedDict()

    @property
    def known(self) -> int:
        """How many addresses are kept count of."""
        return len(self._asking)

    def spend(self, place: str, cost: float) -> bool:
        """Take something out of the hand of an address; False if there is nothing in it."""
        asking = self._of(place)
        if asking is None:
            return True
        if asking.left <= 0:
            return False
        asking.left -= cost
        return True

    def seconds_until(self, place: str) -> float:
        """Return for how long an address has nothing in hand."""
        asking = self._of(place)
        if asking is None or asking.left > 0 or self._a_second is None:
            return 0.0
        return (1.0 - asking.left) / self._a_second

    async def enter(self, place: str) -> bool:
        """Wait for one's turn among the requests of an address; False if too many wait."""
        asking = self._of(place)
        if asking is None:
            return True
        if asking.running >= AT_ONCE:
            if len(asking.waiting) >= _WAITING:
                return False
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            asking.waiting.append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self.leave(place)
                raise
            # Who waited has been counted by who left.
            return True
        asking.running += 1
        return True

    def leave(self, place: str) -> None:
        """Let the next one in."""
        asking = self._asking.get(place)
        if asking is None:
            return
        while asking.waiting:
            turn = asking.waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        asking.running -= 1

    def _of(self, place: str) -> _Asking | None:
        if self._a_second is None or place == "":
            return None
        now = self._clock()
        asking = self._asking.get(place)
        if asking is None:
            asking = self._asking[place] = _Asking(self._burst, now)
            self._forget(now)
        asking.left = min(self._burst, asking.left + (now - asking.at) * self._a_second)
        asking.at = now
        self._asking.move_to_end(place)
        return asking

    def _forget(self, now: float) -> None:
        """Forget who has not asked for so long that they have everything in hand again."""
        while self._asking:
            place, asking = next(iter(self._asking.items()))
            if asking.running or now - asking.at < 2 * _BURST_SECONDS:
                return
            del self._asking[place]


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

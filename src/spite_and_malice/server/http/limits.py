"""Limits on connections and on the request rate of each address: in general, and for expensive requests.

An address has a budget of requests, which refills at a rate per second. Once it is used up, requests are refused, and a
connection that comes straight from that address is not even read (`Connection`). Only a few requests of one address are
handled at a time: the others wait in turn, so that another person's move waits for a few at most. If several processes
share a database and use Redis, they count together in Redis, which forgets an address after two minutes. Counting in
the database would need a write for each request, and would store addresses. Without Redis, or while it is unavailable,
each process counts separately.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from litestar.connection import ASGIConnection
from litestar.enums import MediaType, ScopeType
from litestar.exceptions import TooManyRequestsException
from litestar.handlers import BaseRouteHandler
from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import json

from spite_and_malice import texts
from spite_and_malice.texts import N_, _, in_language

from ..cluster import News
from ..logs import REQUEST
from ..metrics import REFUSED
from ..rate_limiter import RateLimiter
from .hosts import with_sound_host

MAX_BODY: Final = 65_536
"""The longest request body, in bytes; the longest sensible one has about 3,000."""

_THIS_COMPUTER: Final = ipaddress.IPv4Address("127.0.0.1")
_THIS_COMPUTER_IPV6: Final = ipaddress.IPv6Address("::1")


class ConnectionLimit:
    """The number of connections: in total, and from each address.

    Those from this computer come from a proxy or from its owner, and count only in total. The addresses of an IPv6
    network count as one, since a client may have many.
    """

    def __init__(self, most: int, most_from_one: int) -> None:
        self._most = most
        self._most_from_one = most_from_one
        self._inside: Counter[str] = Counter()

    def enter(self, address: str | None) -> bool:
        """Count a connection from an address, None if it has none; False if there are too many."""
        place = place_of(address)
        if self._inside.total() >= self._most or (place != "" and self._inside[place] >= self._most_from_one):
            return False
        self._inside[place] += 1
        return True

    def leave(self, address: str | None) -> None:
        """Uncount a connection."""
        place = place_of(address)
        self._inside[place] -= 1
        if self._inside[place] <= 0:
            del self._inside[place]


def place_of(address: str | None) -> str:
    """Return the key under which an address is counted; an empty string for this computer and for no address.

    This computer has the two addresses from which a proxy is trusted as well.
    """
    try:
        found = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return address or ""
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is None:
            return "" if found == _THIS_COMPUTER_IPV6 else str(ipaddress.ip_network((found, 64), strict=False))
        found = found.ipv4_mapped
    return "" if found == _THIS_COMPUTER else str(found)


AT_ONCE: Final = 4
"""The most requests of one address handled at a time."""

_WAITING: Final = 100
"""The most requests of one address that may wait."""

_BURST_SECONDS: Final = 10
"""How many seconds' worth of requests an address may make at once."""

_FILE: Final = 0.2
"""The cost of a file compared with a page."""

_WAITS: Final = re.compile(r"/health|/api/tables/[^/]*/games/")
"""Requests that do not make others at the same address wait: health checks, and requests that wait for a worker
themselves."""

_REFUSED: Final = N_("Too many requests come from your address. Wait a moment and try again.")


@dataclass(slots=True)
class _Requests:
    """The requests of an address: some are in progress, the others wait for their turn."""

    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    number: int = 0


class Rates:
    """The request budget of each address; this computer itself, which includes a proxy, is unlimited."""

    def __init__(self, a_second: int | None, clock: Callable[[], float] | None = None) -> None:
        """Set how many requests per time each address may make, None for no limit."""
        self._limiter = RateLimiter(a_second and a_second * _BURST_SECONDS, _BURST_SECONDS, clock=clock)
        self._is_on = a_second is not None
        self._requests: dict[str, _Requests] = {}

    @property
    def known(self) -> int:
        """The number of addresses tracked."""
        return self._limiter.known

    def spend(self, place: str, cost: float) -> bool:
        """Count a request of an address; return False if it has made too many."""
        return place == "" or self._limiter.allows(place, cost)

    def seconds_until(self, place: str) -> float:
        """Return for how long an address must not make requests."""
        return 0.0 if place == "" else self._limiter.seconds_until(place)

    async def enter(self, place: str) -> bool:
        """Wait for a turn among the requests of an address; return False if too many wait."""
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
        """Let the next request in."""
        if (requests := self._requests.get(place)) is not None:
            requests.turns.release()
            self._forget(place, requests)

    def _forget(self, place: str, requests: _Requests) -> None:
        requests.number -= 1
        if requests.number == 0:
            del self._requests[place]


class Entry:
    """The entry point of every request: it gets an id for the log, and waits for its turn."""

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
                # The websocket is not yet accepted: the response is 403, and the page tries again later.
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
    """Respond with as little work as possible: the client makes many requests."""
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


SECONDS: Final = 60
"""The period of a limit."""

_HOUR: Final = 3600

READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""The methods that change nothing."""

_NEW: Final = re.compile(
    r"/api/(tables|play|play/again|day|patience|tables/[^/]*/games/[^/]*/practice|tournaments|tournaments/[^/]*/start"
    r"|evenings/[^/]*/rounds|people/[^/]*/invite)"
)
_TOURNAMENTS: Final = re.compile(r"/api/tournaments(/[^/]*/start)?")
_KEPT: Final = re.compile(
    r"/api/(house-rules|people|notices|correspondence|clubs)(/.*)?|/api/evenings(?!/[^/]*/me/state$)(/.*)?"
    r"|/api/me(/settings)?|/api/tournaments|/api/puzzles/(discards/)?[^/]*/objection"
)
"""At an evening many people share one address, and report between two games that they are ready: that does not count as
a change."""
_REPLAYED: Final = re.compile(
    r"/api/tables/[^/]*/games/[^/]*/(record|record/mine|check|review|replay)|/api/mistakes/[^/]*/[^/]*/[^/]*|/api/(imported|brought)"
    r"|/table/[^/]*/games/[^/]*/(picture|result)\.png|/api/me/export"
)


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit on requests from one address within ``seconds``, for those that ``counts`` selects.

    It receives their method and the path of their route, with parameter names in place of values: no spelling of a path
    avoids the limit.
    """

    name: str
    limiter: RateLimiter
    counts: Callable[[str, str], bool]
    seconds: int = SECONDS


class HasLimits(Protocol):
    """The source of the limits of an address (`configuration.Configuration`)."""

    def limit(self, name: str) -> int | None:
        """Return the limit for each address, None for no limit."""


def limits(configuration: HasLimits, news: News) -> list[Limit]:
    """Return the limits; with ``news`` over Redis, all processes count together."""
    found = [(each, configuration.limit(each.setting)) for each in LIMITS]
    return [
        Limit(each.name, RateLimiter(most, each.seconds, name=each.name, shared=news.admits), each.counts, each.seconds)
        for each, most in found
        if most is not None
    ]


class Limits:
    """Refuses requests beyond a limit with 429.

    Its guard comes after those that refuse pages of other sites, so that their requests use up nobody's budget.
    """

    def __init__(self, limits: list[Limit]) -> None:
        self._limits = limits

    async def guard(self, connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
        """Let a request through, or raise `TooManyRequestsException`."""
        scope = connection.scope
        if scope["type"] != ScopeType.HTTP:
            return
        client = scope["client"]
        place = place_of(None if client is None else client[0]) or "this computer"
        for limit in self._limits:
            if not limit.counts(scope["method"], scope["path_template"].rstrip("/")):
                continue
            if not await limit.limiter.allows_in_all(place):
                REFUSED.labels(limit.name).inc()
                raise TooManyRequestsException(headers={"retry-after": str(limit.seconds)})


def _makes_a_table(method: str, path: str) -> bool:
    return method == "POST" and _NEW.fullmatch(path) is not None


def _replays_a_game(_method: str, path: str) -> bool:
    return _REPLAYED.fullmatch(path) is not None


def _leaves_an_address(method: str, path: str) -> bool:
    return method == "PUT" and path.endswith("/mail")


def _makes_an_account(method: str, path: str) -> bool:
    return method == "POST" and path in ("/api/me", "/api/me/passkeys")


def _changes_what_is_kept(method: str, path: str) -> bool:
    return method in ("POST", "PUT") and _KEPT.fullmatch(path) is not None and not _makes_an_account(method, path)


def _signs_in(method: str, path: str) -> bool:
    return method == "POST" and path.startswith("/api/sign-in/")


def _makes_a_tournament(method: str, path: str) -> bool:
    return method == "POST" and _TOURNAMENTS.fullmatch(path) is not None


def _writes(method: str, _path: str) -> bool:
    return method not in READING


@dataclass(frozen=True, slots=True)
class LimitKind:
    """A limit's name, its setting, the requests that it counts, and its period."""

    name: str
    setting: str
    counts: Callable[[str, str], bool]
    seconds: int = SECONDS


LIMITS: Final = (
    LimitKind("tables", "tables_a_minute", _makes_a_table),
    LimitKind("replays", "replays_a_minute", _replays_a_game),
    LimitKind("mail addresses", "mail_addresses_a_minute", _leaves_an_address),
    LimitKind("sign-ins", "sign_ins_a_minute", _signs_in),
    LimitKind("accounts", "accounts_a_minute", _makes_an_account),
    LimitKind("changes", "changes_a_minute", _changes_what_is_kept),
    LimitKind("tournaments", "tournaments_an_hour", _makes_a_tournament, _HOUR),
    LimitKind("writes", "writes_a_minute", _writes),
)
"""Every limit; each write counts for at least one, and expensive ones also for their own."""

"""How often one address may ask for what costs the server most, or what somebody might try until it works.

Where several processes serve one database, and Redis brings them news, they count together there; Redis forgets an
address after two minutes. The database would have to be written to for every request that is counted, and would hold
addresses. Without Redis, or while it is away, each process counts for itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import TooManyRequestsException
from litestar.handlers import BaseRouteHandler

from ..cluster import News
from ..metrics import REFUSED
from ..rate_limiter import RateLimiter
from .connection_limits import place_of

SECONDS: Final = 60
"""The time for which a limit holds."""

_NEW: Final = re.compile(r"/api/(tables|play|day|patience|tables/[^/]*/games/[^/]*/practice)/?")
_HOUSE_RULES: Final = "/api/house-rules"
_REPLAYED: Final = re.compile(
    r"/api/tables/[^/]*/games/[^/]*/(record|record/mine|check|review|replay)/?|/api/brought|/table/[^/]*/games/[^/]*/picture\.png|/api/me/export"
)


@dataclass(frozen=True, slots=True)
class Limit:
    """How many requests a minute may come from one address, of those that ``counts`` by their method and path."""

    name: str
    limiter: RateLimiter
    counts: Callable[[str, str], bool]


class HasLimits(Protocol):
    """What says how much one address may do (`configuration.Configuration`)."""

    def limit(self, name: str) -> int | None:
        """Return a limit for each address, None for none."""


def limits(configuration: HasLimits, news: News) -> list[Limit]:
    """Return the limits that there are; where ``news`` come by Redis, all processes count together."""
    found = [(name, configuration.limit(setting), counts) for name, setting, counts in _LIMITS]
    return [
        Limit(name, RateLimiter(most, SECONDS, name=name, shared=news.admits), counts)
        for name, most, counts in found
        if most is not None
    ]


class Limits:
    """Refuses what goes beyond a limit with 429.

    Its guard comes after those that refuse the pages of other sites: what they send uses up nobody's tries.
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
            if not limit.counts(scope["method"], scope["path"].rstrip("/")):
                continue
            if not await limit.limiter.allows_in_all(place):
                REFUSED.labels(limit.name).inc()
                raise TooManyRequestsException(headers={"retry-after": str(SECONDS)})


def _makes_a_table(method: str, path: str) -> bool:
    return method == "POST" and _NEW.fullmatch(path) is not None


def _replays_a_game(_method: str, path: str) -> bool:
    return _REPLAYED.fullmatch(path) is not None


def _leaves_an_address(method: str, path: str) -> bool:
    return method == "PUT" and path.endswith("/mail")


def _makes_an_account(method: str, path: str) -> bool:
    return method == "POST" and path in ("/api/me", "/api/me/passkeys")


def _changes_what_is_kept(method: str, path: str) -> bool:
    if method == "PUT" and path in ("/api/me", "/api/me/settings"):
        return True
    return method in ("POST", "PUT") and path.startswith(_HOUSE_RULES)


def _signs_in(method: str, path: str) -> bool:
    return method == "POST" and path.startswith("/api/sign-in/")


_LIMITS: Final = (
    ("tables", "tables_a_minute", _makes_a_table),
    ("replays", "replays_a_minute", _replays_a_game),
    ("mail addresses", "mail_addresses_a_minute", _leaves_an_address),
    ("sign-ins", "sign_ins_a_minute", _signs_in),
    ("accounts", "accounts_a_minute", _makes_an_account),
    ("changes", "changes_a_minute", _changes_what_is_kept),
)
"""What each limit is called, its setting, and which requests count."""

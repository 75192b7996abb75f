"""How often one address may ask for what costs the server most: new tables, and games played again."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

from litestar import Litestar, Request
from litestar.middleware import DefineMiddleware
from litestar.middleware.rate_limit import RateLimitConfig

from .connection import place_of

TABLES_A_MINUTE: Final = 30
"""For a server that others can reach; one for this computer alone has no limit."""

REPLAYS_A_MINUTE: Final = 60
"""So many records, checks, reviews and replays, for a server that others can reach."""

ADDRESSES_A_MINUTE: Final = 10
"""So many times may a mail address be left from one address, for a server that others can reach."""

_ADDRESSES: Final = "limit of mail addresses"
_NEW_TABLES: Final = "limit of new tables"
_REPLAYS: Final = "limit of replays"
_PATHS: Final = frozenset({"/api/tables", "/api/play", "/api/day"})
_REPLAYED: Final = re.compile(r"/api/tables/[^/]*/games/[^/]*/(record|record/mine|check|review|replay)/?")


def limit_new_tables(a_minute: int) -> DefineMiddleware:
    """Return middleware that refuses an address more than so many new tables a minute, with 429."""
    return _limit(a_minute, _makes_a_table, _NEW_TABLES)


def limit_replays(a_minute: int) -> DefineMiddleware:
    """Return middleware that refuses an address more than so many games played again a minute, with 429."""
    return _limit(a_minute, _replays_a_game, _REPLAYS)


def limit_mail_addresses(a_minute: int) -> DefineMiddleware:
    """Return middleware that refuses an address more than so many mail addresses left a minute, with 429."""
    return _limit(a_minute, _leaves_an_address, _ADDRESSES)


async def forget_addresses(app: Litestar) -> None:
    """Forget the addresses that have asked for nothing for a minute."""
    for name in (_NEW_TABLES, _REPLAYS, _ADDRESSES):
        await app.stores.get(name).delete_expired()  # type: ignore[attr-defined]


def _limit(a_minute: int, counts: Callable[[Request[Any, Any, Any]], Awaitable[bool]], store: str) -> DefineMiddleware:
    limit = RateLimitConfig(
        ("minute", a_minute), check_throttle_handler=counts, store=store, identifier_for_request=_place_of_request
    )
    return limit.middleware


def _place_of_request(request: Request[Any, Any, Any]) -> str:
    return place_of(None if request.client is None else request.client.host) or "this computer"


async def _makes_a_table(request: Request[Any, Any, Any]) -> bool:
    return request.method == "POST" and request.url.path.rstrip("/") in _PATHS


async def _replays_a_game(request: Request[Any, Any, Any]) -> bool:
    return _REPLAYED.fullmatch(request.url.path) is not None


async def _leaves_an_address(request: Request[Any, Any, Any]) -> bool:
    return request.method == "PUT" and request.url.path.rstrip("/").endswith("/mail")

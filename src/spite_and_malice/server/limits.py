"""How many tables one address may set up: a table costs the server more than any other request."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request
from litestar.middleware import DefineMiddleware
from litestar.middleware.rate_limit import RateLimitConfig

TABLES_A_MINUTE: Final = 30
"""For a server that others can reach; one for this computer alone has no limit."""

_PATHS: Final = frozenset({"/api/tables", "/api/play"})


def limit_new_tables(a_minute: int) -> DefineMiddleware:
    """Return middleware that refuses an address more than so many new tables a minute, with 429."""
    return RateLimitConfig(("minute", a_minute), check_throttle_handler=_makes_a_table).middleware


async def _makes_a_table(request: Request[Any, Any, Any]) -> bool:
    return request.method == "POST" and request.url.path.rstrip("/") in _PATHS

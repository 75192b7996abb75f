"""Tournaments: joined by a link, paired round by round, looked at afterwards (docs/tournaments.md)."""

from __future__ import annotations

from typing import Final

from litestar import Router
from litestar.datastructures import CacheControlHeader

from .acts import acts
from .making import make
from .pages import pages

tournament_routes: Final = Router(
    "/", route_handlers=[make, *acts, *pages], cache_control=CacheControlHeader(no_cache=True)
)

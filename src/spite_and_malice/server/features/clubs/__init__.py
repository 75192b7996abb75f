"""Clubs: members, house rules, the calendar of their evenings and the board of the season (docs/evenings.md)."""

from __future__ import annotations

from typing import Final

from litestar import Router
from litestar.datastructures import CacheControlHeader

from .acts import acts
from .pages import pages

club_routes: Final = Router("/", route_handlers=[*pages, *acts], cache_control=CacheControlHeader(no_cache=True))
"""What somebody does in clubs, and the pages of them (docs/protocol.md)."""

"""Evenings: a room that stays, with rounds at several tables, a score sheet and a history (docs/evenings.md)."""

from __future__ import annotations

from typing import Final

from litestar import Router
from litestar.datastructures import CacheControlHeader

from .acts import acts
from .pages import pages

evening_routes: Final = Router("/", route_handlers=[*pages, *acts], cache_control=CacheControlHeader(no_cache=True))
"""What somebody does at evenings, and the pages of them (docs/protocol.md)."""

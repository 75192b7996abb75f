"""Clubs: members, house rules, the calendar of their evenings and the board of the season (docs/evenings.md)."""

from __future__ import annotations

from typing import Final

from litestar.datastructures import CacheControlHeader

from ...http.feature import Feature
from ...http.routes import Routes
from ..kernel import Kernel
from .acts import acts
from .pages import pages

club_routes: Final = Routes("/", route_handlers=[*pages, *acts], cache_control=CacheControlHeader(no_cache=True))
"""What somebody does in clubs, and the pages of them (docs/protocol.md)."""


def feature(_kernel: Kernel) -> Feature:
    """Return clubs."""
    return Feature([club_routes])

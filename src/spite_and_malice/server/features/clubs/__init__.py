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
"""The actions in clubs, and their pages (docs/protocol.md)."""


def feature(_kernel: Kernel) -> Feature:
    """Return the feature of clubs."""
    return Feature([club_routes])

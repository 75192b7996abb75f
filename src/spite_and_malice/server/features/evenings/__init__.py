"""Evenings: a persistent room, with rounds at several tables, a score sheet and a history (docs/evenings.md)."""

from __future__ import annotations

from litestar.datastructures import CacheControlHeader
from litestar.di import Provide

from ...http.feature import Feature
from ...http.routes import Routes
from ...store import Store
from ...tables.registry import Rooms
from ..kernel import Kernel
from . import rounds
from .acts import acts
from .pages import pages
from .rounds import Looks


def evening_routes(store: Store, rooms: Rooms) -> Routes:
    """Return the actions at evenings, and their pages (docs/protocol.md)."""
    looks = Looks(store, rooms)
    return Routes(
        "/",
        route_handlers=[*pages, *acts],
        cache_control=CacheControlHeader(no_cache=True),
        dependencies={"evening_looks": Provide(lambda: looks, sync_to_thread=False)},
    )


def feature(kernel: Kernel) -> Feature:
    """Return the feature of evenings, including the loop that calls off deserted ones."""
    routes = evening_routes(kernel.store, kernel.rooms)
    return Feature([routes], loops={"evenings": lambda: rounds.call_off_loop(kernel.store)})

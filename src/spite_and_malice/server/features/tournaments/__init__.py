"""Tournaments: joined by a link, paired round by round, kept for viewing afterwards (docs/tournaments.md)."""

from __future__ import annotations

from typing import Final

from litestar.datastructures import CacheControlHeader

from ...http.feature import Feature
from ...http.routes import Routes
from ...tables.endings import Endings
from ..kernel import Kernel
from .acts import acts
from .director import Director
from .looks import TournamentLooks
from .making import make
from .pages import pages

tournament_routes: Final = Routes(
    "/", route_handlers=[make, *acts, *pages], cache_control=CacheControlHeader(no_cache=True)
)


def feature(kernel: Kernel) -> Feature:
    """Return the feature of tournaments, with the director of the running ones."""
    director = Director(kernel.store, kernel.rooms, kernel.service("endings", Endings), kernel.news)
    services = {"director": director, "tournament_looks": TournamentLooks(kernel.store)}
    return Feature([tournament_routes], services, loops={"tournaments": director.run})

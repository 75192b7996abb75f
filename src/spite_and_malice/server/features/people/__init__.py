"""Lasting contacts: friends, people you met recently, invitations, messages, and your standing link."""

from __future__ import annotations

from typing import Final

from litestar.datastructures import CacheControlHeader

from ...http.feature import Feature
from ...http.routes import Routes
from ..kernel import Kernel
from .acts import acts
from .invitations import Messenger, invitations
from .pages import pages

people_routes: Final = Routes(
    "/", route_handlers=[*pages, *acts, *invitations], cache_control=CacheControlHeader(no_cache=True)
)


def feature(kernel: Kernel) -> Feature:
    """Return the feature of friends, invitations and messages."""
    messenger = Messenger(kernel.rooms, kernel.news)
    return Feature([people_routes], {"messenger": messenger}, start=messenger.listen)

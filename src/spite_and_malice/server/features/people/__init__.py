"""People who stay: friends, those met last, invitations, messages, and a standing link of one's own."""

from __future__ import annotations

from typing import Final

from litestar import Router
from litestar.datastructures import CacheControlHeader

from .acts import acts
from .invitations import invitations
from .pages import pages

people_routes: Final = Router(
    "/", route_handlers=[*pages, *acts, *invitations], cache_control=CacheControlHeader(no_cache=True)
)

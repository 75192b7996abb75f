"""The page on which the game goes on without a line, where this server has what that needs."""

from __future__ import annotations

from typing import Final

from litestar import Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.static_files import create_static_files_router

from spite_and_malice.texts import _

from ..replays.routes import COMPRESSED
from .site import KIT, Site, type_of

PATH: Final = "/offline"
"""Where the page lies; its scripts know it too (web/offline/homeward.js)."""

_FRESH: Final = CacheControlHeader(no_cache=True)


def offline_routes(site: Site) -> list[Router]:
    """Return the routes of a site as it would lie at any other host."""

    @get("/", sync_to_thread=True)
    def page() -> Response[bytes]:
        """Return the page around everything."""
        return Response(site.files["index.html"], media_type="text/html; charset=utf-8")

    @get("/{path:path}", sync_to_thread=True)
    def file(path: FromPath[str]) -> Response[bytes]:
        """Return a file of the site."""
        name = path.lstrip("/")
        if name not in site.files:
            raise NotFoundException(_("There is nothing at this address."))
        return Response(site.files[name], media_type=type_of(name))

    kit = create_static_files_router(f"{PATH}/{KIT}", [site.kit], cache_control=_FRESH, opt={COMPRESSED: True})
    return [kit, Router(PATH, route_handlers=[page, file], cache_control=_FRESH, include_in_schema=False)]

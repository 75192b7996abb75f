"""The pages about this site: data protection, the games and their words, the settings; and other names of the games.

The site of the documents, too, where it has been built: files alone, which work under the policy of all pages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from litestar import Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import InternalServerException
from litestar.response import Redirect, Template
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

from spite_and_malice.engine.drawing import draw_svg, parts
from spite_and_malice.engine.view import View

from ..http import errors
from ..http.blocks import FOR_ALL
from .learn import steps

_STEP: Final = 6
"""The step of the lessons whose table the glossary shows: every part of it is in use."""
_SIZE: Final = re.compile(r'<svg [^>]*width="(\d+)" height="(\d+)"')


@dataclass(frozen=True, slots=True)
class DataPolicy:
    """What holds at this server: after how many days finished games go (0: never), who keeps it, whether it mails."""

    days: int = 0
    contact: str = ""
    mails: bool = False


@get("/privacy", opt={FOR_ALL: True}, cache_control=CacheControlHeader(no_store=True))
async def privacy(person: NamedDependency[str], policy: NamedDependency[DataPolicy]) -> Template:
    """Show the data protection page, with the id under which this browser is known."""
    return Template("privacy.html.j2", context={"page": "", "person": person, "policy": policy})


@get("/read", sync_to_thread=False)
def read(policy: NamedDependency[DataPolicy]) -> Template:
    """Show where the games come from, and what their parts are called, with pictures."""
    size = _SIZE.match(_layout())
    assert size is not None
    context = {"page": "read", "size": size.groups(), "parts": parts(_view()), "contact": policy.contact}
    return Template("read.html.j2", context=context)


@get("/read/table.svg", sync_to_thread=False)
def table() -> Response[str]:
    """Draw the table of the glossary: as a picture of its own it has styles, which a page may not have."""
    styled = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"}
    return Response(_layout(), media_type="image/svg+xml", headers=styled)


@get("/settings", sync_to_thread=False)
def settings() -> Template:
    """Show the settings of every table."""
    return Template("settings.html.j2", context={"page": "settings"})


@get(["/solitaire", "/klondike"], sync_to_thread=False)
def solitaire() -> Redirect:
    """Lead to patience by its American name."""
    return Redirect("/patience")


@get(["/cat-and-mouse", "/katz-und-maus", "/crapette", "/russian-bank"], sync_to_thread=False)
def cat_and_mouse() -> Redirect:
    """Lead from other names of the game to what there is to read about them."""
    return Redirect("/read")


def _view() -> View:
    return steps()[_STEP - 1].start().view(0)


@cache
def _layout() -> str:
    return draw_svg(_view())


about_routes: Router = Router(
    "/",
    route_handlers=[privacy, read, table, settings, solitaire, cat_and_mouse],
    cache_control=CacheControlHeader(no_cache=True),
)


def docs_routes(folder: Path) -> list[ControllerRouterHandler]:
    """Return the routes of the site of the documents, which lies in a folder."""

    @get("/docs", sync_to_thread=False)
    def docs() -> Redirect:
        """Lead to the first page, beside which all links of it lie."""
        return Redirect("/docs/index.html")

    files = create_static_files_router(
        "/docs",
        [folder],
        name="docs",
        cache_control=CacheControlHeader(no_cache=True),
        exception_handlers={InternalServerException: errors.on_file_error, ValueError: errors.on_file_error},
    )
    return [docs, files]

"""What makes an app of the pages: the manifest, the service worker and the page to show offline."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from litestar import Router, get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.response import Template

from spite_and_malice.texts import _, current_language

from ..store import Store
from .tables import table_answer

_WORKER: Final = Path(__file__).parents[2] / "web" / "static" / "worker.js"
_GROUND: Final = "#0f2b33"
"""The surface by default, in the evening."""
_SHOWN: Final = 8

_SCRIPTS: Final = (
    *("theme.js", "held.js", "early.js", "ready.js", "app.js", "places.js", "texts.js"),
    *(
        "pages/no-line.js",
        "kernel/dom/times.js",
        "kernel/line/offline-banner.js",
        "kernel/dom/make.js",
        "kernel/dom/elements.js",
    ),
)
_OTHERS: Final = ("base.css", "icon.svg", "pages/pages.css", "fonts/fraunces-600.woff2")


def app_routes(static: str, surfaces: Iterable[str], below: str = "") -> Router:
    """Return the routes of the app.

    ``static`` is the address of the files that pages load, a digest at its end; ``surfaces`` are those to choose from.
    ``below`` is the path of the site at its host.
    """
    static = below + static
    version = static.rpartition("/")[2]
    sheets = [f"look/surfaces/{name}.css" for name in surfaces]

    @get("/manifest.webmanifest", media_type="application/manifest+json", sync_to_thread=False)
    def manifest() -> dict[str, Any]:
        """Return what a system needs to know to install the pages as an app, in the language of the browser."""
        icons = [
            {"src": f"{static}/icons/any-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any"}
            for size in (192, 512)
        ]
        maskable = {"src": f"{static}/icons/maskable-512.png", "sizes": "512x512", "type": "image/png"}
        return {
            "id": f"{below}/",
            "name": _("Spite & Malice"),
            "short_name": _("Spite"),
            "description": _("A card game at a table in your browser: no account, and deals that anybody can check."),
            "lang": current_language().replace("_", "-"),
            "start_url": f"{below}/",
            "scope": f"{below}/",
            "display": "standalone",
            "background_color": _GROUND,
            "theme_color": _GROUND,
            "categories": ["games", "cards"],
            "icons": [*icons, {**maskable, "purpose": "maskable"}],
            "shortcuts": [
                {"name": _("Your games"), "url": f"{below}/games"},
                {"name": _("The deal of the day"), "url": f"{below}/day"},
            ],
        }

    @get("/worker.js", media_type="text/javascript", sync_to_thread=False)
    def worker() -> str:
        """Return the service worker of this version."""
        files = [f"{static}/{name}" for name in (*_SCRIPTS, *_OTHERS, *sheets)]
        constants = {"VERSION": version, "FILES": files, "BASE": below}
        head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in constants.items())
        return head + _WORKER.read_text(encoding="utf-8")

    @get("/no-line")
    async def no_line(store: NamedDependency[Store], person: NamedDependency[str]) -> Template:
        """Show that the browser is offline, with the running games: the worker keeps this page until it is needed."""
        listed = await store.tables.of(person, _SHOWN, "going_on")
        going_on = sorted((table_answer(each, person) for each in listed), key=lambda table: not table.your_turn)
        context = {"page": "", "tables": going_on}
        return Template("no_line.html.j2", context=context, headers={"spite-version": version})

    return Router("/", route_handlers=[manifest, worker, no_line], cache_control=CacheControlHeader(no_cache=True))

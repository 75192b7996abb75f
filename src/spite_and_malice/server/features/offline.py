"""Importing games that were played in a browser without a server."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import shutil
from base64 import b64encode
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from jinja2 import Environment
from litestar import Request, Response, Router, get, post
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath
from litestar.response import Redirect
from litestar.static_files import create_static_files_router
from litestar.status_codes import HTTP_201_CREATED, HTTP_308_PERMANENT_REDIRECT
from msgspec import Struct

from spite_and_malice.texts import ENGLISH, _, languages

from ..archive.archive import Archive
from ..http.errors import ApiError
from ..http.feature import Feature
from ..http.files import COMPRESSED, FOLDERS, WEB, is_script, served
from ..http.guards import json_only
from ..http.language import script_of_texts
from ..http.modules import joined, replaced
from ..http.routes import Routes
from ..http.security import OFFLINE
from ..people import require_free
from ..store import Store
from .kernel import Kernel

_LONGEST: Final = 1_000_000
"""The longest body, in bytes: a game of six with many cards has a record of some 200,000."""


class ImportRequest(Struct, forbid_unknown_fields=True):
    """The whole record of a game."""

    record: str


class ImportAnswer(Struct):
    """The table of the game here, and the page of its replay."""

    id: str
    url: str


@post(["/imported", "/brought"], guards=[json_only], request_max_body_size=_LONGEST)
async def import_game(
    data: Annotated[ImportRequest, Body()],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    archive: NamedDependency[Archive],
) -> Response[ImportAnswer]:
    """Import a game that was played without a server, once, after replaying it.

    Pages cached in a browser from before 1.0 send it to the second address.
    """
    unpacked = await archive.unpack(data.record, person)
    game = unpacked.game
    if game is None:
        raise ApiError(422, "not_taken", unpacked.refused)
    if await store.tables.is_played_here(game):
        raise ApiError(409, "played_here", _("This game was played here, and counts for the people who played it."))
    for seat in game.table.seats:
        await require_free(store, None if seat.kind == "computer" else seat.name, person)
    if await store.tables.import_game(game) != person:
        raise ApiError(409, "taken_before", _("Somebody else has brought this game already."))
    answer = ImportAnswer(game.table.id, f"{game.table.url}/games/{game.game.number}/replay")
    return Response(answer, status_code=HTTP_201_CREATED, headers={"location": answer.url})


import_routes: Routes = Routes("/api", route_handlers=[import_game], cache_control=CacheControlHeader(no_store=True))


_FRESH: Final = CacheControlHeader(no_cache=True)

KIT: Final = "kit"
"""The folder of the kit in a site."""
PACK: Final = "pages.bin"
MANIFEST: Final = "site.json"

_GROUND: Final = "#0f2b33"
_TEXTUAL: Final = ("text/", "image/svg+xml", "application/json")
_SCRIPT: Final = "text/javascript"
_TYPES: Final = {".js": _SCRIPT, ".mjs": _SCRIPT, ".woff2": "font/woff2", ".wasm": "application/wasm"}
_NOT_LOADED: Final = (WEB / "static" / "worker.js", WEB / "offline" / "sw.js", WEB / "static" / "icons" / "table.png")
"""Service workers, and the preview picture of links: no page here loads these."""
_COMPRESSION: Final = 9


class Site:
    """The files of a site, by their path in it, except those of the kit."""

    def __init__(self, kit: Path, environment: Environment) -> None:
        """Take the runtime from a folder, and the pages from this package; ``environment`` has the templates."""
        self.kit = kit
        self._environment = environment

    @cached_property
    def files(self) -> Mapping[str, bytes]:
        """Everything but the kit: a folder's own page is `index.html`."""
        pages = {f"static/{path}": content for path, content in page_files()}
        page = self._environment.get_template("offline.html.j2").render(static="static")
        found = {
            "index.html": page.encode(),
            "sw.js": _loaded(WEB / "offline" / "sw.js"),
            "manifest.webmanifest": msgspec.json.encode(_app()),
            PACK: _packed(pages),
            **pages,
        }
        return found | {MANIFEST: msgspec.json.encode(self._manifest(found))}

    def write(self, folder: Path) -> None:
        """Write the whole site into a folder, which must be empty or missing; raises OSError."""
        for path, content in self.files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
        shutil.copytree(self.kit, folder / KIT)

    def _manifest(self, found: Mapping[str, bytes]) -> dict[str, Any]:
        """Return the files of this version that a browser caches: all others are in the pack."""
        kept = {"./": found["index.html"], "manifest.webmanifest": found["manifest.webmanifest"], PACK: found[PACK]}
        for path in sorted(self.kit.rglob("*")):
            if path.is_file():
                kept[f"{KIT}/{path.relative_to(self.kit).as_posix()}"] = path.read_bytes()
        files = [
            {"path": path, "size": len(content), "sha256": hashlib.sha256(content).hexdigest(), "packed": path == PACK}
            for path, content in kept.items()
        ]
        return {"version": hashlib.sha256(msgspec.json.encode(files)).hexdigest()[:12], "files": files}


def page_files() -> Iterator[tuple[str, bytes]]:
    """Yield every file that pages load by its path below their prefix, as a server serves it."""
    folders = {"": WEB / "static"} | {f"{name}/": WEB / name for name in FOLDERS}
    found = {}
    for prefix, folder in [*folders.items(), *(("", folder) for folder in joined())]:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path not in _NOT_LOADED:
                found[prefix + path.relative_to(folder).as_posix()] = path
    for address, path in found.items():
        if address not in replaced():
            yield address, _loaded(path)
    for code in languages():
        if code != ENGLISH:
            yield f"texts/{code}.js", script_of_texts(code)


def _loaded(path: Path) -> bytes:
    return served(path, path.stat().st_mtime) if is_script(path) else path.read_bytes()


def type_of(path: str) -> str:
    """Return the media type of a file by its name."""
    suffix = Path(path).suffix
    return _TYPES.get(suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"


def _packed(files: Mapping[str, bytes]) -> bytes:
    packed: dict[str, dict[str, str]] = {}
    for path, content in files.items():
        kind = type_of(path)
        is_text = kind.startswith(_TEXTUAL)
        body = {"text": content.decode()} if is_text else {"base64": b64encode(content).decode()}
        packed[path] = {"type": f"{kind}; charset=utf-8" if is_text else kind, **body}
    return gzip.compress(msgspec.json.encode(packed), _COMPRESSION, mtime=0)


def _app() -> dict[str, Any]:
    """Return the manifest with which a system installs the page as an app."""
    sizes = (192, 512)
    icons = [{"src": f"static/icons/any-{n}.png", "sizes": f"{n}x{n}", "type": "image/png"} for n in sizes]
    return {
        "name": "Spite & Malice",
        "short_name": "Spite",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": _GROUND,
        "theme_color": _GROUND,
        "icons": icons,
    }


def offline_routes(site: Site) -> list[Router]:
    """Return the routes of a site in the form it has at any other host."""

    @get("/", sync_to_thread=True)
    def page(request: Request[Any, Any, Any]) -> Response[bytes] | Redirect:
        """Return the outer page, at the address with the slash, since its files lie beside it."""
        if not request.scope["raw_path"].endswith(b"/"):
            return Redirect(f".{OFFLINE}/", status_code=HTTP_308_PERMANENT_REDIRECT)
        return Response(site.files["index.html"], media_type="text/html; charset=utf-8")

    @get("/{path:path}", sync_to_thread=True)
    def file(path: FromPath[str]) -> Response[bytes]:
        """Return a file of the site."""
        name = path.lstrip("/")
        if name not in site.files:
            raise NotFoundException(_("There is nothing at this address."))
        return Response(site.files[name], media_type=type_of(name))

    kit = create_static_files_router(f"{OFFLINE}/{KIT}", [site.kit], cache_control=_FRESH, opt={COMPRESSED: True})
    return [kit, Routes(OFFLINE, route_handlers=[page, file], cache_control=_FRESH, include_in_schema=False)]


def feature(kernel: Kernel) -> Feature:
    """Return the feature of importing games, and the offline site if it was built."""
    site = [] if kernel.kit is None else offline_routes(Site(kernel.kit, kernel.templates))
    return Feature([import_routes, *site])

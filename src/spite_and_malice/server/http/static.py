"""The files that the browser loads, below an address that changes with their content."""

from __future__ import annotations

import hashlib
import inspect
from functools import cache
from typing import Final

from litestar import Router
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import InternalServerException
from litestar.static_files import create_static_files_router

from spite_and_malice.catalogues import LOCALE

from . import errors
from .files import FOLDERS, WEB, Files, without_comments
from .language import script_texts_router
from .modules import joined
from .routes import Routes

_YEAR: Final = 365 * 24 * 3600


@cache
def static_routes(prefix: str) -> list[Router]:
    """Return the routes of web/'s files: below ``prefix`` they may be cached forever, below /static they may not."""
    return [*static_routers("/static", None), *static_routers(prefix, _YEAR)]


def static_routers(prefix: str, max_age: int | None) -> list[Router]:
    """Return the routes of web/'s folders and of the scripts' texts below a prefix.

    Without ``max_age``, in seconds, a browser revalidates each time.
    """
    if max_age is None:
        cache = CacheControlHeader(no_cache=True)
    else:
        cache = CacheControlHeader(max_age=max_age, public=True, immutable=True)
    folders = {f"/{name}": name for name in FOLDERS} | {"": "static"}
    routers = [
        create_static_files_router(
            f"{prefix}{below}",
            [place for place in (*(each / below.lstrip("/") for each in joined()), WEB / folder) if place.is_dir()],
            file_system=Files(),
            name=f"{prefix}{below}",
            router_class=Routes,
            cache_control=cache,
            exception_handlers={InternalServerException: errors.on_file_error, ValueError: errors.on_file_error},
        )
        for below, folder in folders.items()
        if (WEB / folder).is_dir()
    ]
    return [*routers, script_texts_router(prefix, cache)]


@cache
def static_digest() -> str:
    """Return a digest of every file that the browser loads, used in their addresses, so they may be cached forever."""
    # The way in which scripts are served affects what is loaded.
    digest = hashlib.sha256(inspect.getsource(without_comments).encode())
    for folder in (WEB / "static", *(WEB / name for name in FOLDERS), LOCALE, *joined()):
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]

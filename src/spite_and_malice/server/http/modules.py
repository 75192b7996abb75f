"""The modules of web/ that a page should preload, and their replacements in a release (tools/join)."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

from jinja2 import Environment, pass_context
from jinja2.filters import do_mark_safe
from jinja2.runtime import Context

from .files import FOLDERS, JOINED, WEB

ABOUT: Final = JOINED.with_name("about.json")
"""The report of `python -m tools.join` on the files it made."""
IN_KIT: Final = JOINED.with_name("kit.json")
"""The result of `for_kit`, for a server without web/: in a browser."""

_IMPORT: Final = re.compile(r'^import (?:[^;"]*from )?"(\.[^"]+)";', re.M)


@cache
def sources_digest() -> str:
    """Return a digest of all files to be joined, and of the pages that use them."""
    digest = hashlib.sha256()
    for folder in ("static", "templates", *FOLDERS):
        for path in sorted((WEB / folder).rglob("*")):
            if path.suffix in (".js", ".css", ".j2"):
                digest.update(path.relative_to(WEB).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


@cache
def _told() -> Mapping[str, Any]:
    """Return the joiner's report on its files; empty if there is none, or it is out of date."""
    try:
        if IN_KIT.exists():
            return cast(Mapping[str, Any], json.loads(IN_KIT.read_text(encoding="utf-8")))
        told = json.loads(ABOUT.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return told if told["made_of"] == sources_digest() else {}


def joined() -> list[Path]:
    """Return the folder whose files replace those of the same address, if it exists."""
    return [JOINED] if _told() else []


def replaced() -> frozenset[str]:
    """Return the addresses of modules that are never requested, since others include them."""
    return frozenset(_told().get("replaced", ()))


def sheet_files(*names: str) -> list[str]:
    """Return the addresses of style sheets, in their order, or of the one sheet into which they were joined."""
    joint = _told().get("sheets", {}).get(" ".join(names))
    return [joint] if joint else [f"{name}.css" for name in names]


@cache
def needs() -> Mapping[str, list[str]]:
    """Return for each module the addresses of all modules that it needs, its own included."""
    return cast(Mapping[str, list[str]], _told()["needs"]) if _told() else needs_unjoined()


def needs_unjoined() -> Mapping[str, list[str]]:
    """Return the same for the modules in source form."""
    files = {path.relative_to(WEB / "static").as_posix(): path for path in (WEB / "static").rglob("*.js")}
    for folder in FOLDERS:
        files |= {path.relative_to(WEB).as_posix(): path for path in (WEB / folder).rglob("*.js")}
    imports = {address: _imports(address, path) for address, path in files.items()}
    return {address: _reached(address, imports) for address in files}


def for_kit() -> bytes:
    """Return the module data for a server that does not have the files of web/."""
    return json.dumps({"needs": needs(), "sheets": _told().get("sheets", {})}).encode()


def _imports(address: str, path: Path) -> list[str]:
    """Return the imports of a module. Files in static/ are served one folder higher, and imported from there."""
    folder = (WEB / address).parent
    names = _IMPORT.findall(path.read_text(encoding="utf-8"))
    return [(folder / name).resolve().relative_to(WEB.resolve()).as_posix() for name in names]


def _reached(address: str, imports: Mapping[str, list[str]]) -> list[str]:
    found = {address: None}
    waiting = [address]
    while waiting:
        new = [other for other in imports[waiting.pop()] if other not in found]
        found |= dict.fromkeys(new)
        waiting += new
    return sorted(found)


@pass_context
def _preload(context: Context, module: str, beside: str = "texts.js") -> str:
    """Return the links to modules that one module needs, but another, already linked one does not."""
    known = needs()[beside] if module != beside else ()
    return _links(context, "modulepreload", (each for each in needs()[module] if each not in known))


@pass_context
def _sheets(context: Context, *names: str) -> str:
    """Return the links to style sheets, in their order, or to the sheet into which they were joined."""
    return _links(context, "stylesheet", sheet_files(*names))


def _links(context: Context, kind: str, addresses: Iterable[str]) -> str:
    links = [f'<link rel="{kind}" href="{context["static"]}/{address}">\n' for address in addresses]
    return do_mark_safe("".join(links))


def install(environment: Environment) -> None:
    """Give templates ``preload`` and ``sheets``: links to files that a page should fetch early."""
    environment.globals["preload"] = _preload
    environment.globals["sheets"] = _sheets

"""Which of web/'s modules a page is to fetch at once, and what stands for them in a release (tools/join)."""

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
"""What `python -m tools.join` says of the files that it made."""
IN_KIT: Final = JOINED.with_name("kit.json")
"""What `for_kit` returned, where web/ itself is not: in a browser that has the server."""

_IMPORT: Final = re.compile(r'^import (?:[^;"]*from )?"(\.[^"]+)";', re.M)


@cache
def sources_digest() -> str:
    """Return a digest of everything that is joined, and of the pages that ask for it."""
    digest = hashlib.sha256()
    for folder in ("static", "templates", *FOLDERS):
        for path in sorted((WEB / folder).rglob("*")):
            if path.suffix in (".js", ".css", ".j2"):
                digest.update(path.relative_to(WEB).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


@cache
def _told() -> Mapping[str, Any]:
    """Return what the joiner wrote of its files; nothing where there are none, or they were made of other sources."""
    try:
        if IN_KIT.exists():
            return cast(Mapping[str, Any], json.loads(IN_KIT.read_text(encoding="utf-8")))
        told = json.loads(ABOUT.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return told if told["made_of"] == sources_digest() else {}


def joined() -> list[Path]:
    """Return the folder whose files stand for those of the same address, if it is there."""
    return [JOINED] if _told() else []


def replaced() -> frozenset[str]:
    """Return the addresses of the modules that nothing asks for, since others hold them."""
    return frozenset(_told().get("replaced", ()))


@cache
def needs() -> Mapping[str, list[str]]:
    """Return for each module the addresses of all that it does not run without, its own among them."""
    return cast(Mapping[str, list[str]], _told()["needs"]) if _told() else needs_unjoined()


def needs_unjoined() -> Mapping[str, list[str]]:
    """Return the same of the modules as they are written."""
    files = {path.relative_to(WEB / "static").as_posix(): path for path in (WEB / "static").rglob("*.js")}
    for folder in FOLDERS:
        files |= {path.relative_to(WEB).as_posix(): path for path in (WEB / folder).rglob("*.js")}
    imports = {address: _imports(address, path) for address, path in files.items()}
    return {address: _reached(address, imports) for address in files}


def for_kit() -> bytes:
    """Return what the server is to know of web/ where it has not its files."""
    return json.dumps({"needs": needs(), "sheets": _told().get("sheets", {})}).encode()


def _imports(address: str, path: Path) -> list[str]:
    """Return what a module imports. What lies in static/ is served one folder higher, and imported from there."""
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
    """Return the links to what a module needs and another one, for which there are links already, does not."""
    known = needs()[beside] if module != beside else ()
    return _links(context, "modulepreload", (each for each in needs()[module] if each not in known))


@pass_context
def _sheets(context: Context, *names: str) -> str:
    """Return the links to style sheets, in their order, or to the one that they were joined to."""
    joint = _told().get("sheets", {}).get(" ".join(names))
    return _links(context, "stylesheet", [joint] if joint else [f"{name}.css" for name in names])


def _links(context: Context, kind: str, addresses: Iterable[str]) -> str:
    links = [f'<link rel="{kind}" href="{context["static"]}/{address}">\n' for address in addresses]
    return do_mark_safe("".join(links))


def install(environment: Environment) -> None:
    """Give templates ``preload`` and ``sheets``: links to what a page is to fetch at once."""
    environment.globals["preload"] = _preload
    environment.globals["sheets"] = _sheets

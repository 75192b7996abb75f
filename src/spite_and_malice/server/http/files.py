"""The files of web/ as served to browsers: scripts without comments, and the available table looks."""

from __future__ import annotations

import io
import re
from functools import cache, lru_cache
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, Final

from jinja2 import Environment
from litestar.file_system import BaseLocalFileSystem
from litestar.types.file_types import FileInfo

WEB: Final = Path(__file__).parents[2] / "web"

FOLDERS: Final = (*("heads", "kernel", "look", "offline", "pages", "patience", "spite"),)
"""The folders of web/ that are served as they are, beside static/."""

JOINED: Final = WEB.parent / "joined" / "files"
"""The replacements of files of web/ in a release, by address (modules.py)."""

COMPRESSED: Final = "compressed"
"""The option of a handler whose responses are already compressed if requested."""

_BEFORE_CODE: Final = re.compile(r"/\*.*?\*/[ \t]*")
_TYPE: Final = re.compile(r"/\*\* @(?:type|param) \{[^*]*?\}(?: \w+)? \*/[ \t]*")


def without_comments(script: str) -> str:
    """Return a script without its full-line comments and its type comments.

    Line numbers stay the same, so that error reports are exact. No line of a multi-line string may look like a comment;
    a test enforces this for the modules.
    """
    lines: list[str] = []
    inside = False
    for line in script.split("\n"):
        start = line.lstrip(" \t")
        if inside:
            inside = "*/" not in line
            lines.append("")
        elif start.startswith("//"):
            lines.append("")
        elif start.startswith("/*") and "*/" not in start:
            inside = True
            lines.append("")
        else:
            if start.startswith("/*"):
                line = _BEFORE_CODE.sub("", start, count=1)
            lines.append(_TYPE.sub("", line))
    return "\n".join(lines)


class Files(BaseLocalFileSystem):
    """The files that a browser loads."""

    async def info(self, path: str | PathLike[str], **more: Any) -> FileInfo:
        """Return the information about a file, with the size that a browser receives."""
        info = await super().info(path, **more)
        if is_script(path) and info["type"] == "file":
            info["size"] = len(served(Path(path), info["mtime"]))
        return info

    def open(self, file: str | PathLike[str], mode: str, buffering: int = -1) -> BinaryIO:  # type: ignore[override]
        """Return the file as a browser receives it."""
        path = Path(file)
        return io.BytesIO(served(path, path.stat().st_mtime)) if is_script(path) else path.open("rb", buffering)


@lru_cache(maxsize=512)
def served(path: Path, _mtime: float) -> bytes:
    """Return a script as a browser receives it, cached by its modification time."""
    return without_comments(path.read_text(encoding="utf-8")).encode()


def is_script(path: str | PathLike[str]) -> bool:
    """Return whether a file is a script with comments; joined scripts have none."""
    return str(path).endswith(".js") and not Path(path).is_relative_to(JOINED)


LOOK: Final = WEB / "look"

DEFAULTS: Final = {"surface": "felt", "deck": "large", "pack": "international", "back": "lattice", "sign": ""}
"""The kinds of looks, and the default of each; signs have none."""

_NAME: Final = re.compile(r"(?:/\*|<!--)\s*([^:]+?)\s*:")


@cache
def looks() -> dict[str, dict[str, str]]:
    """Return the looks of each kind, the default first: their English names, by the stem of their file.

    Raises ValueError for a file that does not begin with a comment like ``/* Name: … */``.
    """
    return {kind: {path.stem: _name(path) for path in _files(kind)} for kind in DEFAULTS}


def look_names() -> list[tuple[Path, str]]:
    """Return every file of a look with its English name, to be translated."""
    return [(path, _name(path)) for kind in DEFAULTS for path in _files(kind)]


def _files(kind: str) -> list[Path]:
    files = (path for path in (LOOK / f"{kind}s").glob("*") if path.suffix in (".css", ".svg"))
    return sorted(files, key=lambda path: (path.stem != DEFAULTS[kind], path.stem))


def _name(path: Path) -> str:
    found = _NAME.search(path.read_text("utf-8")[:_HEAD])
    if found is None:
        raise ValueError(f"{path} must begin with what it is called: '/* Name: … */' or '<!-- Name: … -->'.")
    return found[1]


_HEAD: Final = 400
"""The number of characters in which the name must be found."""


def install(environment: Environment) -> None:
    """Give templates the list of available looks: ``looks()``."""
    environment.globals["looks"] = looks
    environment.policies["json.dumps_kwargs"] = {"sort_keys": False}  # the default remains first

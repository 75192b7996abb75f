"""The surfaces, decks and backs that a table can have: every file of web/look/ is one (docs/look.md)."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from jinja2 import Environment

LOOK: Final = Path(__file__).parents[1] / "web" / "look"

DEFAULTS: Final = {"surface": "felt", "deck": "large", "back": "lattice"}
"""The kinds of looks, and what a table has that nobody has dressed."""

_NAME: Final = re.compile(r"(?:/\*|<!--)\s*([^:]+?)\s*:")


@cache
def looks() -> dict[str, dict[str, str]]:
    """Return the looks of each kind, the default first: by the stem of their file, what they are called in English.

    Raises ValueError for a file that does not begin with a comment like ``/* Name: … */``.
    """
    return {kind: {path.stem: _name(path) for path in _files(kind)} for kind in DEFAULTS}


def look_names() -> list[tuple[Path, str]]:
    """Return every file of a look with what it is called in English, to be translated."""
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
"""Characters in which the name must stand."""


def install(environment: Environment) -> None:
    """Let templates tell the page which looks there are: ``looks()``."""
    environment.globals["looks"] = looks
    environment.policies["json.dumps_kwargs"] = {"sort_keys": False}  # the default stays the first

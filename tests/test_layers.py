"""Each layer of the package imports only layers below it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

PACKAGE = "spite_and_malice"

LAYERS = {
    "catalogues": -1,
    "faces": -1,
    "texts": 0,
    "arguments": 0.5,
    "compiled": 0,
    "rules": 1,
    "engine": 2,
    "patience": 2.5,  # beside the engine, from which it takes the errors and the definition of a source of chance
    "play": 3,
    "players": 4,
    "analysis": 5,
    "interop": 5,
    "server": 6,
    "offline": 6,
    "terminal": 6,
    "web": 6,
    "cli": 6,
    "__main__": 6,
}

# What the lower layers must never import, from any library.
FORBIDDEN = {
    "rules": {"random", "secrets", "time", "sqlite3", "sqlalchemy", "litestar", "asyncio", "socket"},
    "engine": {"random", "secrets", "time", "datetime", "sqlite3", "sqlalchemy", "litestar", "asyncio", "socket"},
    "patience": {"random", "secrets", "datetime", "sqlite3", "sqlalchemy", "litestar", "asyncio", "socket"},
    "play": {"random", "sqlite3", "sqlalchemy", "litestar", "asyncio", "socket"},
    "players": {"sqlite3", "sqlalchemy", "litestar"},
    "analysis": {"sqlite3", "sqlalchemy", "litestar"},
    "interop": {"sqlite3", "sqlalchemy", "litestar"},
}


# The server's folders from the bottom up; modules beside them are above all.
SERVER = (
    *("rating", "store", "migrations", "cluster", "protocol", "workers", "http", "people"),
    *("tables", "games", "archive", "features"),
)
FOR_ALL = ("clock", "configuration", "logs", "metrics", "rate_limiter", "supervision")
"""Modules of the server that every folder may use."""
STORE_AND_MIGRATIONS = {"store", "migrations"}
"""These two are one: the store migrates an older database, and a migration begins with the newest schema."""


IMPORT = re.compile(r"^[ \t]*((?:from|import)\b[^\n(#]*(?:\([^)]*\))?)", re.MULTILINE)
"""What may be an import: parsing those lines alone takes a tenth of the time that whole modules take."""


@cache
def imported(path: Path, package: tuple[str, ...]) -> list[tuple[int, str]]:
    """Return (line, absolute dotted name) for each import in a module that lies in ``package``."""
    source = path.read_text(encoding="utf-8")
    return [
        (source.count("\n", 0, match.start()) + 1, name)
        for match in IMPORT.finditer(source)
        for name in names(match[1], package)
    ]


def names(line: str, package: tuple[str, ...]) -> Iterator[str]:
    """Yield the absolute names that a line imports; none if it is not Python but a sentence."""
    with suppress(SyntaxError):
        for node in ast.parse(line).body:
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                base = package[: len(package) - node.level + 1] if node.level else ()
                module = ".".join([*base, *([node.module] if node.module else [])])
                # `from spite_and_malice import server` names a layer only in its alias.
                yield from (f"{module}.{alias.name}" for alias in node.names)


def faults(path: Path, package_dir: Path) -> list[str]:
    """Return a line for each import in ``path`` forbidden to its layer."""
    parts = path.relative_to(package_dir).with_suffix("").parts
    own = parts[0]
    if own == "__init__":  # the package's public face names things from every layer but the highest
        layer, forbidden = 5.5, set[str]()
    else:
        layer, forbidden = LAYERS[own], FORBIDDEN.get(own, set())
    found = []
    for line, name in imported(path, (PACKAGE, *parts[:-1])):
        where = f"{path.relative_to(package_dir)}:{line}"
        top, *rest = name.split(".")
        if top in forbidden:
            found.append(f"{where} imports {top}, which {own} must not know")
        if top != PACKAGE or not rest or rest[0] == own or rest[0] == "__version__":
            continue
        if rest[0] not in LAYERS:
            found.append(f"{where} imports {name}, which is in no layer")
        elif LAYERS[rest[0]] > layer or (LAYERS[rest[0]] == layer and layer < 6):
            found.append(f"{where} imports {name}, which is not in a layer below {own}")
    return found


@pytest.fixture(scope="module")
def package_dir(root: Path) -> Path:
    return root / "src" / PACKAGE


def test_every_module_imports_only_layers_below(package_dir: Path) -> None:
    modules = sorted(package_dir.rglob("*.py"))
    assert modules
    assert [fault for path in modules for fault in faults(path, package_dir)] == []


def test_the_servers_folders_import_only_those_below(package_dir: Path) -> None:
    server = package_dir / "server"
    assert {path.name for path in server.iterdir() if path.is_dir() and path.name != "__pycache__"} == set(SERVER)
    found = []
    for path in server.rglob("*.py"):
        own = path.relative_to(server).parts[0]
        if own not in SERVER:
            continue
        package = (PACKAGE, *path.relative_to(package_dir).parts[:-1])
        for line, name in imported(path, package):
            room = name.removeprefix(f"{PACKAGE}.server.").partition(".")[0]
            is_other = name.startswith(f"{PACKAGE}.server.") and room not in (own, *FOR_ALL)
            if not is_other or {own, room} <= STORE_AND_MIGRATIONS:
                continue
            if room not in SERVER or SERVER.index(room) > SERVER.index(own):
                found.append(f"{path.relative_to(server)}:{line} imports {name}")
    assert found == []


def test_every_module_is_in_a_layer(package_dir: Path) -> None:
    names = {path.relative_to(package_dir).with_suffix("").parts[0] for path in package_dir.rglob("*.py")}
    assert names - {"__init__"} <= LAYERS.keys()


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("rules/words.py", "from spite_and_malice.engine import Position"),
        ("engine/core/legal.py", "import random"),
        ("engine/core/legal.py", "def f():\n    from ...play import Game"),
        ("engine/core/legal.py", "from ... import server"),
        ("engine/core/legal.py", "import spite_and_malice.players.by_hand.greedy"),
        ("play/game.py", "from spite_and_malice import players"),
        ("players/by_hand/planner.py", "import spite_and_malice.unheard_of"),
        ("__init__.py", "from .server import app"),
    ],
)
def test_a_forbidden_import_is_found(tmp_path: Path, module: str, source: str) -> None:
    path = tmp_path / module
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source, encoding="utf-8")
    assert len(faults(path, tmp_path)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("engine/core/legal.py", "from ...rules import Rules\nfrom ..moves import Move\nfrom . import notation"),
        ("players/by_hand/planner.py", "import random\nfrom spite_and_malice.engine import Position"),
        ("cli/serve.py", "from spite_and_malice import __version__\nfrom spite_and_malice.server.run import serve"),
    ],
)
def test_an_allowed_import_is_not(tmp_path: Path, module: str, source: str) -> None:
    path = tmp_path / module
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source, encoding="utf-8")
    assert faults(path, tmp_path) == []

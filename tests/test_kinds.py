"""Only a game's own folder knows which game it is: everybody else asks its `Game` (server/tables/game.py)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

GAMES = ("spite", "patience")
NAMED = "|".join(GAMES)
BRANCHES = re.compile(
    rf"""kind(?:["']\])?\s*(?:==|!=|in)\s*\(?["'](?:{NAMED})["']|["'](?:{NAMED})["']\s*(?:==|!=)\s*[\w.]*kind"""
    rf"""|kind\s*(?:===|!==)\s*["'](?:{NAMED})["']|kind(?:_of\([^)]*\))?\s*(?:==|!=|in)\s*(?:KIND|PATIENCE|SPITE)\b"""
    rf"""|["']kind["'],\s*["']\w+["'],\s*["'](?:{NAMED})["']"""
    r"""|isinstance\([^)]*Room\b|case \w*Room\("""
)


def branches(text: str) -> list[str]:
    """Return the places in a source where games are distinguished."""
    return [found.group() for found in BRANCHES.finditer(text)]


def test_no_other_folder_tells_games_apart(root: Path) -> None:
    package = root / "src" / "spite_and_malice"
    sources = [
        path
        for pattern in ("*.py", "*.j2", "*.js")
        for path in package.rglob(pattern)
        if not path.is_relative_to(package / "server" / "games")
    ]
    assert len(sources) > 400
    found = {path.relative_to(package).as_posix(): branches(path.read_text("utf-8")) for path in sources}
    assert {path: places for path, places in found.items() if places} == {}


@pytest.mark.parametrize(
    "text",
    [
        'if table.kind == "patience":',
        'if stored.table.kind != "spite":',
        'if table["kind"] == "spite" and table["alone"]:',
        "if stored.table.kind == KIND:",
        "if await store.kind_of(table_id) == KIND:",
        '.where(tables.c.kind == "spite")',
        "if isinstance(room, PatienceRoom):",
        "if isinstance(room, Room) and await room.admit(owner, name):",
        "case PatienceRoom():",
        '{%- if not raced and table.kind == "spite" %}',
        'if (table.kind === "patience") {',
        'tables | selectattr("kind", "equalto", "patience")',
    ],
)
def test_a_branch_is_found(text: str) -> None:
    assert len(branches(text)) == 1


@pytest.mark.parametrize("text", ['seat.kind == "person"', "blocks.c.kind == kind", "def open_room(room: TableRoom)"])
def test_what_tells_no_games_apart_is_not(text: str) -> None:
    assert branches(text) == []

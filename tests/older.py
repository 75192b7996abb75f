"""Games written by older versions: a small database of each revision of the schema (tools/revisions.py)."""

from __future__ import annotations

import lzma
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "server" / "revisions"

FIRST: Final = "0001"


def write_old_games(file: Path, revision: str = FIRST) -> None:
    """Write a file of games of an earlier revision: table ``t1`` with its first game, dealt but not begun.

    The game is one of the oldest: it does not say who was dealt in.
    """
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(lzma.decompress((FOLDER / f"{revision}.sql.xz").read_bytes()).decode())

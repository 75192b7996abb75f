"""Games as version 0.1 has written them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def write_old_games(file: Path) -> None:
    """Write a file of games of version 0.1: table ``t1`` with its first game, dealt but not begun.

    The game is one of the oldest: it does not say who was dealt in.
    """
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(Path(__file__).with_name("version_0_1.sql").read_text(encoding="utf-8"))

"""SQLite: one file, with a write-ahead log."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event

DRIVER_ERROR: Final = sqlite3.DatabaseError
"""What a connection raises that is being set up: SQLAlchemy does not wrap it."""

READING: Final[dict[str, Any]] = {"reading": True}
"""Execution options of an engine that only reads."""

_BUSY_SECONDS: Final = 10
"""How long one process waits for another that writes to the same file."""


def create(path: Path) -> Engine:
    """Return an engine on the file; nothing is opened yet."""
    engine = create_engine(
        f"sqlite:///{path}",
        connect_args={"timeout": _BUSY_SECONDS, "check_same_thread": False},
        # An error names its statement, and it goes to the log: the values may be the secret of a deal, or a move.
        hide_parameters=True,
    )
    event.listen(engine, "connect", _set_up_connection)
    event.listen(engine, "begin", _begin)
    return engine


def _set_up_connection(connection: sqlite3.Connection, _record: Any) -> None:
    # With isolation_level None the driver leaves BEGIN to `_begin`; otherwise savepoints would not hold.
    connection.isolation_level = None
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    # A reader that later wanted to write would fail at once when another process writes; a writer waits its turn.
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

"""SQLite: one file, with a write-ahead log."""

from __future__ import annotations

import sqlite3
import sys
import time
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError

DRIVER_ERROR: Final = sqlite3.DatabaseError
"""The error of a connection being set up: SQLAlchemy does not wrap it."""

READING: Final[dict[str, Any]] = {"reading": True}
"""Execution options of an engine that only reads."""

_LOG: Final = "MEMORY" if sys.platform == "emscripten" else "WAL"
"""In a browser everything is in the one file, which is the one saved there (web/offline/storage.js)."""
_BUSY_SECONDS: Final = 10
"""How long one process waits for another that writes to the same file."""

_PAUSE: Final = 0.01


def create(path: Path) -> Engine:
    """Return an engine on the file; nothing is opened yet."""
    engine = create_engine(
        # Not built as text: a path may contain characters that are special in an address. An absolute path is never
        # mistaken for the name of an in-memory database.
        URL.create("sqlite", database=str(path.absolute())),
        connect_args={"timeout": _BUSY_SECONDS, "check_same_thread": False},
        # An error names its statement, and goes to the log: the values may be the secret of a deal, or a move.
        hide_parameters=True,
    )
    event.listen(engine, "connect", _set_up_connection)
    event.listen(engine, "begin", _begin)
    return engine


def put_log_away(engine: Engine) -> bool:
    """Merge the log into the one file; False if another process has it open."""
    engine.dispose()
    connection = sqlite3.connect(str(engine.url.database), timeout=0)
    try:
        return bool(connection.execute("PRAGMA journal_mode = DELETE").fetchone()[0] == "delete")
    except sqlite3.OperationalError:
        return False
    finally:
        connection.close()


def _set_up_connection(connection: sqlite3.Connection, _record: Any) -> None:
    # With isolation_level None the driver leaves BEGIN to `_begin`; otherwise savepoints would not work.
    connection.isolation_level = None
    try:
        _keep_log(connection)
        for pragma in ("synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")
    except DRIVER_ERROR as error:
        # SQLAlchemy does not wrap what is raised here.
        raise DatabaseError("", None, error) from error


def _keep_log(connection: sqlite3.Connection) -> None:
    # If several processes open a new file at once, SQLite refuses the change to WAL to all but one, without waiting.
    end = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            connection.execute(f"PRAGMA journal_mode = {_LOG}")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
        time.sleep(_PAUSE)


def _begin(connection: Connection) -> None:
    # A reader that later tried to write would fail immediately if another process writes; a writer waits its turn.
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

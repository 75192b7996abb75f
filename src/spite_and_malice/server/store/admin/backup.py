"""A whole database in one file, and back: the file is an SQLite database, whatever the games are stored in."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Column, Connection, Select, Table, delete, func, insert, inspect, select
from sqlalchemy.exc import SQLAlchemyError

from ..database import Database, cause_of, open_database, postgresql, sqlite
from ..database.schema import metadata, operations
from ..records import StoreError

_OF_A_TIME: Final = re.compile(r"spite-\d{8}T\d{6}Z\.sqlite3")

_ROWS: Final = 5000
"""How many rows are read and written at once."""

_KINDS: Final = {
    int: ("integer",),
    bool: ("integer",),
    float: ("real", "integer"),
    str: ("text",),
    bytes: ("blob",),
}
"""SQLite's kinds of value for Python's types."""

Progress = Callable[[int], object]
"""Called with the number of further rows copied."""


def rows(connection: Connection) -> int:
    """Return how many rows a database has."""
    return sum(
        connection.execute(select(func.count()).select_from(table)).scalar_one() for table in metadata.sorted_tables
    )


def back_up(database: Database, file: Path, progress: Progress) -> int:
    """Write a snapshot of a database into a new file that only its owner can read; return the number of rows.

    Servers may write to the database meanwhile. The file is verified before it gets its name. Raises `StoreError`,
    leaving no file behind.
    """
    if file.exists():
        raise StoreError(f"{file} is there already. Name a new file.")
    try:
        with tempfile.TemporaryDirectory(prefix=f".{file.name}-", dir=file.parent) as folder:
            whole = open_database(Path(folder) / file.name)
            try:
                with database.readers.connect() as source, source.begin(), whole.engine.begin() as target:
                    copied = sum(_copy(source, target, table, progress) for table in metadata.sorted_tables)
                with whole.readers.connect() as written:
                    _refuse_broken(written, file)
                    if (found := rows(written)) != copied:
                        raise StoreError(f"{file} is damaged: {copied} rows were written, {found} are there.")
                # A log beside the file would not be copied with it.
                sqlite.put_log_away(whole.engine)
            finally:
                whole.close()
            os.link(Path(folder) / file.name, file)
    except OSError as error:
        raise StoreError(f"{file} cannot be written: {error.strerror or error}.") from error
    except SQLAlchemyError as error:
        raise StoreError(f"The games could not be copied into {file}: {cause_of(error)}.") from error
    return copied


def named_by_time(folder: Path, now: int) -> Path:
    """Return the file name of a backup made at a time in UTC milliseconds."""
    return folder / f"spite-{datetime.fromtimestamp(now / 1000, UTC):%Y%m%dT%H%M%SZ}.sqlite3"


def thin(folder: Path, keep: int) -> list[Path]:
    """Delete the backups in a folder that are named by their time, except the newest; return those deleted.

    Raises `StoreError`.
    """
    old = sorted(path for path in folder.iterdir() if _OF_A_TIME.fullmatch(path.name))[:-keep]
    for path in old:
        try:
            path.unlink()
        except OSError as error:
            raise StoreError(f"{path} cannot be deleted: {error.strerror or error}.") from error
    return old


def restore(database: Database, file: Path, progress: Progress, note: Callable[[Connection], None]) -> int:
    """Replace the whole contents of a database by a backup; return the number of rows.

    The log of operators' actions is kept and continued; `note` writes into it. Raises `StoreError` if the file is no
    backup, or while servers use the database; then nothing has changed.
    """
    # The disk with the games has room for them; the one with the temporary folder may not.
    beside = None if database.is_shared else Path(database.name).parent
    with tempfile.TemporaryDirectory(prefix="spite-restore-", dir=beside) as folder:
        copy = Path(folder) / "backup.sqlite3"
        try:
            with file.open("rb") as source_file, copy.open("xb") as copy_file:
                shutil.copyfileobj(source_file, copy_file)
        except OSError as error:
            raise StoreError(f"{file} cannot be read: {error.strerror or error}.") from error
        try:
            _refuse_what_acts(copy)
            # A backup of an older version is brought up to date, in the copy.
            backup = open_database(copy)
        except StoreError as error:
            raise StoreError(str(error).replace(str(copy), str(file))) from error
        try:
            with backup.readers.connect() as source:
                _refuse_broken(source, file)
                if rows(source) == 0:
                    raise StoreError(f"There are no games in {file}.")
                with database.alone() as target:
                    copied = _replace(source, target, progress)
                    note(target)
        except (SQLAlchemyError, sqlite.DRIVER_ERROR, TypeError, ValueError) as error:
            # A value may lack the type of its column.
            said = f"The games could not be restored: {cause_of(error)}. Nothing has changed."
            raise StoreError(said) from error
        finally:
            backup.close()
    return copied


def _refuse_what_acts(copy: Path) -> None:
    """Refuse a file with anything but data tables: a backup has no triggers, views or virtual tables."""
    query = (
        "SELECT type, name FROM sqlite_master WHERE type IN ('trigger', 'view')"
        " OR type = 'table' AND sql LIKE 'CREATE VIRTUAL%' LIMIT 1"
    )
    with closing(sqlite3.connect(copy)) as connection, suppress(sqlite.DRIVER_ERROR):
        # An unreadable file is refused when it is opened.
        for kind, name in connection.execute(query):
            kind = kind if kind != "table" else "virtual table"
            raise StoreError(f"{copy} is no backup of games: the {kind} {name} is in it.")


def _refuse_broken(source: Connection, file: Path) -> None:
    found = source.exec_driver_sql("PRAGMA quick_check").scalars().first()
    if found != "ok":
        raise StoreError(f"{file} is damaged: {found}. Take another backup.")
    kept = inspect(source)
    for table in metadata.sorted_tables:
        if not kept.has_table(table.name):
            raise StoreError(f"{file} is no whole backup: it has no table {table.name}.")
        if lost := {column.name for column in table.columns} - {each["name"] for each in kept.get_columns(table.name)}:
            raise StoreError(f"{file} is no whole backup: its table {table.name} has no column {min(lost)}.")
        for column in table.columns:
            if (strange := _strange(column)) is not None and source.execute(strange).first() is not None:
                raise StoreError(f"{file} is damaged: in its table {table.name} a value of {column.name} is none.")


def _strange(column: Column[Any]) -> Select[Any] | None:
    """Return a query for values that a column cannot have: SQLite accepts any in every column."""
    kinds = _KINDS.get(column.type.python_type)
    if kinds is None:
        return None
    return select(column).where(func.typeof(column).not_in([*kinds, "null"]))


def _replace(source: Connection, target: Connection, progress: Progress) -> int:
    has_log = target.execute(select(func.count()).select_from(operations)).scalar_one() > 0
    replaced = [table for table in metadata.sorted_tables if not (has_log and table is operations)]
    for table in reversed(replaced):
        target.execute(delete(table))
    copied = sum(_copy(source, target, table, progress) for table in replaced)
    if target.dialect.name == postgresql.NAME:
        postgresql.count_on(target, [table for table in replaced if table.autoincrement_column is not None])
    return copied


def _copy(source: Connection, target: Connection, table: Table, progress: Progress) -> int:
    found = source.execution_options(yield_per=_ROWS).execute(select(table).order_by(*table.primary_key.columns))
    copied = 0
    for some in found.partitions():
        target.execute(insert(table), [dict(zip(table.columns.keys(), row, strict=True)) for row in some])
        copied += len(some)
        progress(len(some))
    return copied

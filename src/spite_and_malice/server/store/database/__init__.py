"""Opening the database, created or migrated to the newest schema; the only place that knows the kinds of database."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, Engine, insert, inspect, make_url, select, text, update
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from ..records import StoreError
from . import postgresql, sqlite
from .schema import REVISION, instance, metadata


@dataclass(frozen=True, slots=True)
class Database:
    """An open database.

    ``engine`` is for the one writer. Each transaction of ``readers`` sees one state of the database throughout.
    ``name`` identifies the database, without a password. If it ``is_shared``, other processes may write to it.
    """

    engine: Engine
    readers: Engine
    name: str
    is_shared: bool
    is_there: Callable[[], bool] = lambda: True
    """Says whether the database is still the one that was opened: writes to a deleted file would be lost."""

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()

    @contextmanager
    def alone(self) -> Iterator[Connection]:
        """Begin a transaction while no server has the database open. Raises `StoreError` if one has."""
        is_file = self.engine.dialect.name != postgresql.NAME
        used = StoreError("A server uses these games. Stop every server first.")
        if is_file and not sqlite.put_log_away(self.engine):
            raise used
        with self.engine.begin() as connection:
            if not is_file and not postgresql.keep_others_out(connection):
                raise used
            yield connection


_FOR_THE_OWNER: Final = 0o600
_FOR_THE_OWNER_TO_ENTER: Final = 0o700


def open_database(location: Path | str) -> Database:
    """Open an SQLite file, created if missing, or the database at an address.

    Raises `StoreError` with a sentence if it cannot be used.
    """
    database = _open_file(location) if isinstance(location, Path) else _open_address(location)
    try:
        with database.engine.begin() as connection:
            prepare(connection)
        if isinstance(location, Path) or database.engine.dialect.name == "sqlite":
            database = replace(database, is_there=_watch_over(Path(database.name)))
    except (SQLAlchemyError, sqlite.DRIVER_ERROR) as error:
        database.close()
        raise StoreError(f"{database.name} cannot be used for the games: {cause_of(error)}.") from error
    except StoreError:
        database.close()
        raise
    return database


def open_existing(location: Path | str) -> Database:
    """Open an existing database as it is: nothing is created or migrated.

    Raises `StoreError` with a sentence if there are none, or if they are of another version of this program.
    """
    database = _open_there(location)
    try:
        with database.readers.connect() as connection:
            found = _revision(connection)
    except (SQLAlchemyError, sqlite.DRIVER_ERROR) as error:
        database.close()
        raise StoreError(f"{database.name} cannot be used for the games: {cause_of(error)}.") from error
    except StoreError:
        database.close()
        raise
    if found != REVISION:
        database.close()
        if found is None:
            raise StoreError(f"There are no games in {database.name}.")
        raise StoreError(
            f"The games in {database.name} are of an older version of this program. Start the server of this version "
            "once: it brings them up to date."
        )
    return database


def prepare(connection: Connection) -> None:
    """Make the schema in an empty database, or migrate an older one, in the caller's transaction."""
    if connection.dialect.name == postgresql.NAME:
        postgresql.wait_for_other_starts(connection)
    found = _revision(connection)
    if found is None:
        metadata.create_all(connection)
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
        connection.execute(text("INSERT INTO alembic_version VALUES (:revision)"), {"revision": REVISION})
    elif found != REVISION:
        # Alembic takes a quarter of a second to import: only a start that migrates pays for it.
        from ...migrations.upgrade import upgrade

        upgrade(connection)


def instance_of(database: Database) -> str:
    """Return the id of the games in a database, created on first use. Raises `StoreError`."""
    first = select(instance.c.id).order_by(instance.c.id).limit(1)
    try:
        with database.engine.begin() as connection:
            if connection.dialect.name == postgresql.NAME:
                postgresql.wait_for_other_starts(connection)
            found: str | None = connection.execute(first).scalar_one_or_none()
            if found is None:
                found = secrets.token_hex(4)
                connection.execute(insert(instance).values(id=found))
    except (SQLAlchemyError, sqlite.DRIVER_ERROR) as error:
        raise StoreError(f"{database.name} cannot be used for the games: {cause_of(error)}.") from error
    return found


def touch(connection: Connection) -> None:
    """Rewrite an existing value, to test whether the database is writable."""
    connection.execute(update(instance).values(id=instance.c.id))


def bytes_of(connection: Connection) -> int:
    """Return the size of a database in bytes, for a file without its log."""
    size = "pg_database_size(current_database())"
    if connection.dialect.name != postgresql.NAME:
        size = "page_count * page_size FROM pragma_page_count, pragma_page_size"
    return int(connection.execute(text(f"SELECT {size}")).scalar_one())


def is_passing(error: DBAPIError) -> bool:
    """Say whether a transaction failed only because of another one, so that it may work when it is tried again."""
    return postgresql.sqlstate(error) in postgresql.PASSING


def _open_file(path: Path) -> Database:
    try:
        path.parent.mkdir(_FOR_THE_OWNER_TO_ENTER, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"The folder of the data file cannot be made: {error}. Name another file.") from error
    # Only the owner can read a new file, and the log that SQLite puts beside it. SQLite reports any problems.
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, _FOR_THE_OWNER))
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            # The service must be able to read a file that root creates for it: it runs as the folder's owner.
            folder = path.parent.stat()
            os.chown(path, folder.st_uid, folder.st_gid)
    engine = sqlite.create(path)
    return Database(engine, engine.execution_options(**sqlite.READING), str(path), is_shared=False)


def _open_there(location: Path | str) -> Database:
    file = location if isinstance(location, Path) else _file_or_url(location)
    if isinstance(file, URL):
        return _open_url(file)
    if not file.is_file():
        raise StoreError(f"There are no games in {file}. Name their file with --data, or in SPITE_DATA.")
    return _open_file(file)


def _watch_over(path: Path) -> Callable[[], bool]:
    """Return a function that says whether a path still leads to the same file as now."""

    def identity() -> tuple[int, int] | None:
        try:
            found = path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    opened = identity()
    return lambda: identity() == opened


def _open_address(address: str) -> Database:
    found = _file_or_url(address)
    return _open_file(found) if isinstance(found, Path) else _open_url(found)


def _file_or_url(address: str) -> Path | URL:
    """Return the file that an address names, else the reason from its server. Raises `StoreError`."""
    try:
        url = make_url(address)
    except ArgumentError:
        # An address that could not be parsed is not repeated: it may hold a password.
        raise StoreError(
            "The address of the database cannot be read. Write it as postgresql://user@host/name."
        ) from None
    if url.drivername != "sqlite" or not url.database:
        return url
    if "?" in address:
        raise StoreError("The address of the file of games has a question mark. Name the file in SPITE_DATA instead.")
    return Path(url.database)


def _open_url(url: URL) -> Database:
    if url.drivername not in postgresql.SCHEMES:
        raise StoreError(f"There is no database of the kind {url.drivername}. Use postgresql://user@host/name.")
    engine = postgresql.create(url)
    name = f"{postgresql.NAME}://{url.host or 'localhost'}{f':{url.port}' if url.port else ''}/{url.database or ''}"
    return Database(engine, engine.execution_options(**postgresql.READING), name, is_shared=True)


def _revision(connection: Connection) -> str | None:
    """Return the schema's revision, None for an empty database. Raises `StoreError` if this version cannot read it."""
    names = inspect(connection).get_table_names()
    if not names:
        return None
    found: Sequence[object] = ()
    if "alembic_version" in names:
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    if len(found) != 1 or not isinstance(found[0], str):
        raise StoreError("The database named for the games is one of another program. Name another, or an empty one.")
    if found[0] > REVISION:
        raise StoreError(
            "The games were written by a newer version of this program. Install that version or name another database."
        )
    return found[0]


def cause_of(error: Exception) -> str:
    """Return the driver's message, in one line."""
    said = error.orig if isinstance(error, DBAPIError) else error
    return " ".join(str(said).split()).rstrip(".")

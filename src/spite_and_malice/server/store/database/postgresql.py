"""PostgreSQL: a database that several server processes share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, Table, create_engine, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DBAPIError, OperationalError

from ..records import StoreError

NAME: Final = "postgresql"
SCHEMES: Final = (NAME, "postgres", "postgresql+psycopg")

READING: Final[dict[str, Any]] = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
"""Execution options of an engine that only reads: all queries of a transaction see the same state."""

PASSING: Final = frozenset({"40001", "40P01"})
"""SQLSTATE of transactions that failed because of another one: serialization failure and deadlock."""

_CONNECTIONS: Final = 8
"""The most connections of one server process: the writer's, and the readers'."""

_SETTINGS: Final = ("lock_timeout = '10s'", "idle_in_transaction_session_timeout = '60s'")
"""So that a process that hangs in the middle of a transaction does not hold the others up forever."""

_CONNECT: Final = {"connect_timeout": 5, "tcp_user_timeout": 20_000, "application_name": "spite"}

_START_LOCK: Final = 0x5B17E

_OPEN_LOCK: Final = "hashtextextended('spite:' || current_schema(), 0)"
"""The number of a lock that every connection holds in shared mode while it is open."""


def create(url: URL) -> Engine:
    """Return an engine on the database; nothing is opened yet. Raises `StoreError` if the driver is missing."""
    try:
        engine = create_engine(
            url.set(drivername="postgresql+psycopg"),
            connect_args=_CONNECT,
            # As with SQLite: an error goes to the log and must not reveal values.
            hide_parameters=True,
            max_overflow=0,
            # Positional parameters, as with SQLite.
            paramstyle="format",
            pool_pre_ping=True,
            pool_size=_CONNECTIONS,
        )
    except ImportError as error:
        raise StoreError(
            "PostgreSQL is spoken to by the library psycopg, which needs libpq here: install PostgreSQL's client "
            "library (on Debian and Ubuntu: libpq5), or psycopg[binary]."
        ) from error
    event.listen(engine, "connect", _set_up_connection)
    event.listen(engine, "handle_error", _keep_values_back)
    return engine


def wait_for_other_starts(connection: Connection) -> None:
    """Let one process at a time create or migrate the schema: processes that start together wait here in turn."""
    connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_START_LOCK})")


def keep_others_out(connection: Connection) -> bool:
    """Block other connections until the transaction ends; False if another connection of a server is open."""
    return bool(connection.exec_driver_sql(f"SELECT pg_try_advisory_xact_lock({_OPEN_LOCK})").scalar_one())


def count_on(connection: Connection, counted: Iterable[Table]) -> None:
    """Make the database's automatic row numbers continue after the numbers of copied rows."""
    for table in counted:
        connection.exec_driver_sql(
            f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), coalesce(max(id), 0) + 1, false)"
            f" FROM {table.name}"
        )


def sqlstate(error: DBAPIError) -> str | None:
    """Return PostgreSQL's code of an error, None if it has none."""
    code: str | None = getattr(error.orig, "sqlstate", None)
    return code


def _set_up_connection(connection: Any, _record: Any) -> None:
    try:
        connection.autocommit = True
        for setting in _SETTINGS:
            connection.execute(f"SET {setting}")
        connection.execute(f"SELECT pg_advisory_lock_shared({_OPEN_LOCK})")
        connection.autocommit = False
    except Exception as error:
        # SQLAlchemy does not wrap what is raised here: a server that is shutting down is treated as unreachable.
        raise OperationalError("", None, error) from error


def _keep_values_back(context: ExceptionContext) -> None:
    """Take the details out of an error: PostgreSQL would reveal the values of the row that it refused."""
    diagnosis = getattr(context.original_exception, "diag", None)
    if diagnosis is None or diagnosis.message_primary is None:
        return
    context.original_exception.args = (diagnosis.message_primary,)
    if context.sqlalchemy_exception is not None:
        context.sqlalchemy_exception.args = (diagnosis.message_primary,)

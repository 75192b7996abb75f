"""The real PostgreSQL and Redis of the tests, each test with a schema and a channel prefix of its own."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection, Engine, create_engine, make_url

DATABASE = os.environ.get("SPITE_TEST_DATABASE")
REDIS = os.environ.get("SPITE_TEST_REDIS")

needs_postgresql = pytest.mark.skipif(not DATABASE, reason="SPITE_TEST_DATABASE names no PostgreSQL")
needs_redis = pytest.mark.skipif(not REDIS, reason="SPITE_TEST_REDIS names no Redis")


@contextmanager
def schema() -> Iterator[str]:
    """Make a schema in the tests' database and yield an address that only uses this schema."""
    assert DATABASE is not None
    name = f"spite_{secrets.token_hex(6)}"
    engine = engine_of(DATABASE)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql(f"CREATE SCHEMA {name}")
        try:
            yield (
                make_url(DATABASE)
                .update_query_dict({"options": f"-csearch_path={name}"})
                .render_as_string(hide_password=False)
            )
        finally:
            connection.exec_driver_sql(f"DROP SCHEMA {name} CASCADE")
    engine.dispose()


def engine_of(address: str) -> Engine:
    """Return an engine of the test's own."""
    url = make_url(address)
    return create_engine(url if url.drivername == "sqlite" else url.set(drivername="postgresql+psycopg"))


@contextmanager
def behind(address: str) -> Iterator[Connection]:
    """Change a database behind the server's back."""
    engine = engine_of(address)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


@contextmanager
def database(kind: str, folder: object) -> Iterator[str]:
    """Yield the address of an empty database of a kind, ``sqlite`` in ``folder`` or ``postgresql``."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/data.sqlite3"
    else:
        with schema() as address:
            yield address


DATABASES = ["sqlite", pytest.param("postgresql", marks=needs_postgresql)]
"""To parametrize a test that must hold on every database."""

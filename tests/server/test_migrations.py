"""Every database comes to the newest schema, from nothing and from each earlier revision with games in it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from spite_and_malice.server import migrations as upgrades
from spite_and_malice.server.games.spite.table import restore
from spite_and_malice.server.migrations.upgrade import upgrade
from spite_and_malice.server.store import NewMove, Store, StoreError
from spite_and_malice.server.store.database import open_database
from spite_and_malice.server.store.schema import REVISION, metadata
from tests.older import old_table

from .services import engine_of, needs_postgresql


@pytest.fixture
def engine(address: str) -> Iterator[sa.Engine]:
    """An empty database, set up for nothing yet."""
    engine = engine_of(address)
    yield engine
    engine.dispose()


def schema(connection: sa.Connection) -> dict[str, Any]:
    """Return what a database looks like from outside."""
    reader = sa.inspect(connection)
    return {
        name: (
            sorted((column["name"], str(column["type"]), column["nullable"]) for column in reader.get_columns(name)),
            reader.get_pk_constraint(name)["constrained_columns"],
            sorted(str(index["column_names"]) for index in reader.get_indexes(name)),
            sorted(str(unique["column_names"]) for unique in reader.get_unique_constraints(name)),
            [(key["constrained_columns"], key["referred_table"]) for key in reader.get_foreign_keys(name)],
        )
        for name in reader.get_table_names()
    }


def test_a_new_database_has_the_schema_that_the_migrations_lead_to(engine: sa.Engine, tmp_path: Path) -> None:
    with engine.begin() as connection:
        upgrade(connection)
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one() == REVISION
        found = compare_metadata(MigrationContext.configure(connection), metadata)
        assert [change for change in found if change[0][0] != "modify_comment"] == []
        migrated = schema(connection)
        metadata.drop_all(connection)
        metadata.create_all(connection)
        assert schema(connection) == migrated


REVISIONS = sorted(
    path.name[1:5] for path in (Path(upgrades.__file__).parent / "versions").glob("r[0-9][0-9][0-9][0-9]_*.py")
)


@pytest.mark.parametrize("revision", REVISIONS)
async def test_games_of_every_revision_go_on_in_the_newest(engine: sa.Engine, address: str, revision: str) -> None:
    with engine.begin() as connection:
        upgrade(connection, "0001")
        old_table(connection)
        upgrade(connection, revision)
    store = Store(address)
    try:
        stored = await store.tables.get("t1")
        assert stored is not None
        assert [seat.name for seat in stored.table.seats] == ["Ada", "Greedy"]
        table = restore(stored)
        move = table.game.view(table.game.turn).to_json()["legal"][0]
        row = table.act(table.game.turn, move, "m1")
        outcome = table.game.outcome
        result = None if outcome is None else outcome.to_json()
        await store.tables.add_move(NewMove("t1", 1, row, table.summary, result))
        again = await store.tables.get("t1")
        assert again is not None
        assert [played.text for played in again.moves] == [move]
        # All that belongs to a table goes with it.
        assert await store.people.forget("a" * 64, ["t1"]) == ["t1"]
    finally:
        store.close()
    with engine.begin() as connection:
        for part in ("tables", "seats", "seals", "games", "moves"):
            assert connection.exec_driver_sql(f"SELECT count(*) FROM {part}").scalar_one() == 0


def test_the_revisions_follow_one_another() -> None:
    assert [f"{number:04}" for number in range(1, len(REVISIONS) + 1)] == REVISIONS
    assert REVISIONS[-1] == REVISION


def test_an_upgrade_that_fails_changes_nothing(engine: sa.Engine, address: str) -> None:
    with engine.begin() as connection:
        upgrade(connection, "0001")
        # A table that a later revision makes stands for whatever interrupts an upgrade.
        connection.exec_driver_sql("CREATE TABLE contributions (id INTEGER)")
        before = schema(connection)
    with pytest.raises(StoreError, match="contributions"):
        Store(address)
    with engine.begin() as connection:
        assert schema(connection) == before
        connection.exec_driver_sql("DROP TABLE contributions")
    Store(address).close()


def test_a_database_of_another_program_or_of_a_newer_version_is_refused(engine: sa.Engine, address: str) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE recipes (id INTEGER)")
    with pytest.raises(StoreError, match="another program"):
        Store(address)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE recipes")
    Store(address).close()
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="newer version"):
        Store(address)


async def test_processes_that_start_together_make_the_schema_once(address: str) -> None:
    barrier = threading.Barrier(4)

    def start() -> None:
        barrier.wait()
        open_database(address).close()

    await asyncio.gather(*(asyncio.to_thread(start) for _ in range(4)))
    store = Store(address)
    assert await store.tables.get("t1") is None
    store.close()


@needs_postgresql
def test_a_database_that_is_not_there_is_told_without_its_password() -> None:
    with pytest.raises(StoreError) as refused:
        Store("postgresql://ada:hunter2@127.0.0.1:1/games")
    assert "postgresql://127.0.0.1:1/games cannot be used" in str(refused.value)
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize("wrong", ["mysql://127.0.0.1/games", "postgresql//", "games.sqlite3"])
def test_an_address_that_names_no_known_database_is_refused(wrong: str) -> None:
    with pytest.raises(StoreError, match="postgresql://user@host/name"):
        Store(wrong)

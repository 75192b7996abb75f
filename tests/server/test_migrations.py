"""Every database comes to the newest schema, from nothing and from an earlier revision with games in it."""

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
from spite_and_malice.server.migrations import upgrade as upgrading
from spite_and_malice.server.migrations.upgrade import upgrade
from spite_and_malice.server.store import NewMove, Store, StoreError
from spite_and_malice.server.store import database as databases
from spite_and_malice.server.store.admin.backup import restore as restore_backup
from spite_and_malice.server.store.database import open_database
from spite_and_malice.server.store.database.schema import FIRST_REVISION, REVISION, metadata
from tests.older import write_old_games

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


def test_the_revisions_follow_one_another() -> None:
    numbers = range(int(FIRST_REVISION), int(REVISION) + 1)
    assert [f"{number:04}" for number in numbers] == REVISIONS


async def play_on(address: str) -> None:
    """Make a move at the table of version 0.1, and delete it."""
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


async def test_games_of_version_0_1_go_on(tmp_path: Path) -> None:
    write_old_games(tmp_path / "old.sqlite3")
    await play_on(f"sqlite:///{tmp_path / 'old.sqlite3'}")


async def test_a_backup_of_version_0_1_is_restored_into_any_database(address: str, tmp_path: Path) -> None:
    write_old_games(tmp_path / "backup.sqlite3")
    database = open_database(address)
    restore_backup(database, tmp_path / "backup.sqlite3", lambda _rows: None, lambda _connection: None)
    database.close()
    await play_on(address)


@pytest.fixture
def next_revision(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let there be a revision after the newest, whose file is still to be written."""
    folder = tmp_path / "versions"
    folder.mkdir()
    monkeypatch.setattr(upgrading, "_VERSIONS", [*upgrading._VERSIONS, folder])
    monkeypatch.setattr(databases, "REVISION", NEXT)
    return folder / f"r{NEXT}_next.py"


NEXT = f"{int(REVISION) + 1:04}"
MIGRATION = f"""
import sqlalchemy as sa
from alembic import op

revision = "{NEXT}"
down_revision = "{REVISION}"


def upgrade():
    op.create_table("guests", sa.Column("name", sa.String(60), primary_key=True))
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("colour", sa.String(20), nullable=False, server_default="green"))
"""


async def test_a_database_of_an_earlier_revision_is_brought_up_to_date(
    address: str, engine: sa.Engine, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    write_old_games(tmp_path / "backup.sqlite3")
    database = open_database(address)
    restore_backup(database, tmp_path / "backup.sqlite3", lambda _rows: None, lambda _connection: None)
    database.close()
    request.getfixturevalue("next_revision").write_text(MIGRATION)
    await play_on(address)
    with engine.begin() as connection:
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one() == NEXT
        assert "colour" in {column["name"] for column in sa.inspect(connection).get_columns("tables")}
        assert sa.inspect(connection).has_table("guests")


def test_an_upgrade_that_fails_changes_nothing(engine: sa.Engine, address: str, next_revision: Path) -> None:
    next_revision.write_text(MIGRATION)
    with engine.begin() as connection:
        upgrade(connection, REVISION)
        # A table that the next revision makes stands for whatever interrupts an upgrade.
        connection.exec_driver_sql("CREATE TABLE guests (id INTEGER)")
        before = schema(connection)
    with pytest.raises(StoreError, match="guests"):
        Store(address)
    with engine.begin() as connection:
        assert schema(connection) == before
        connection.exec_driver_sql("DROP TABLE guests")
    Store(address).close()


def test_a_database_from_before_the_first_revision_is_refused_with_what_to_do(engine: sa.Engine, address: str) -> None:
    Store(address).close()
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0018'")
    with pytest.raises(StoreError, match=r"early version 0\.1 .* \(revision 0018\)\. Start the last version 0\.1"):
        Store(address)


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

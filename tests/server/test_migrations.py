"""Every database reaches the newest schema, from nothing and from an earlier revision with games in it."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from spite_and_malice.server import migrations as upgrades
from spite_and_malice.server.games.spite.restore import restore
from spite_and_malice.server.migrations import upgrade as upgrading
from spite_and_malice.server.migrations.upgrade import upgrade
from spite_and_malice.server.store import NewMove, Store, StoreError
from spite_and_malice.server.store import database as databases
from spite_and_malice.server.store.admin.backup import restore as restore_backup
from spite_and_malice.server.store.database import open_database, open_existing
from spite_and_malice.server.store.database.postgresql import count_on
from spite_and_malice.server.store.database.schema import REVISION, metadata
from tests.older import FOLDER, write_old_games

from .services import behind, engine_of, needs_postgresql


@pytest.fixture
def engine(address: str) -> Iterator[sa.Engine]:
    """An empty database without a schema."""
    engine = engine_of(address)
    yield engine
    engine.dispose()


def schema(connection: sa.Connection) -> dict[str, Any]:
    """Return the schema of a database as seen from outside."""
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


def differences(connection: sa.Connection) -> list[Any]:
    """Return the differences between a database and the newest schema, except comments."""
    found = compare_metadata(MigrationContext.configure(connection), metadata)
    kinds = [(change[0] if isinstance(change[0], str) else change[0][0], change) for change in found]
    return [change for kind, change in kinds if not kind.endswith("comment")]


def test_a_new_database_has_the_schema_that_the_migrations_lead_to(engine: sa.Engine, tmp_path: Path) -> None:
    with engine.begin() as connection:
        upgrade(connection)
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one() == REVISION
        assert differences(connection) == []
        migrated = schema(connection)
        metadata.drop_all(connection)
        metadata.create_all(connection)
        assert schema(connection) == migrated


REVISIONS = sorted(
    path.name[1:5] for path in (Path(upgrades.__file__).parent / "versions").glob("r[0-9][0-9][0-9][0-9]_*.py")
)


def test_the_revisions_follow_one_another_and_a_database_of_each_is_kept() -> None:
    assert [f"{number:04}" for number in range(1, int(REVISION) + 1)] == REVISIONS
    assert sorted(path.name.partition(".")[0] for path in FOLDER.iterdir()) == REVISIONS, "python -m tools.revisions"


async def play_on(address: str) -> None:
    """Make a move at a table from an older version, and delete it."""
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
        # Everything that belongs to a table is deleted with it.
        assert await store.people.forget("a" * 64, ["t1"]) == ["t1"]
    finally:
        store.close()


_PUZZLERS = [
    "ALTER TABLE puzzle_results ADD COLUMN proven BOOLEAN DEFAULT false NOT NULL",
    "ALTER TABLE puzzle_runs ADD COLUMN puzzle VARCHAR(16)",
    "CREATE INDEX ix_puzzle_runs_puzzle ON puzzle_runs (puzzle)",
]


def rows(connection: sa.Connection) -> dict[str, list[dict[str, Any]]]:
    """Return the whole contents of a database, in a fixed order."""
    found = sa.MetaData()
    found.reflect(connection)
    return {
        table.name: sorted(
            ({**row} for row in connection.execute(sa.select(table)).mappings()), key=lambda row: repr([*row.items()])
        )
        for table in found.sorted_tables
        if table.name != "alembic_version"
    }


def bring_old_games(address: str, revision: str, folder: Path) -> dict[str, list[dict[str, Any]]]:
    """Write the games of a revision into an empty database with the schema of that time; return the rows."""
    write_old_games(folder / f"{revision}.sqlite3", revision)
    old = engine_of(f"sqlite:///{folder / f'{revision}.sqlite3'}")
    with old.begin() as source, behind(address) as target:
        upgrade(target, revision)
        found = sa.MetaData()
        found.reflect(target)
        for table in found.sorted_tables:
            if table.name == "alembic_version":
                continue
            target.execute(sa.delete(table))
            columns = sa.text(f'SELECT * FROM "{table.name}"').columns(*(sa.column(c.name, c.type) for c in table.c))
            for row in source.execute(columns).mappings():
                target.execute(sa.insert(table).values({**row}))
            if target.dialect.name == "postgresql" and table.autoincrement_column is not None:
                count_on(target, [table])
        written = rows(target)
    old.dispose()
    return written


_FEW = ("0001", "0019", REVISIONS[-2])
_NIGHTLY = pytest.mark.nightly("src/spite_and_malice/server/migrations/", "src/spite_and_malice/server/store/database/")


@pytest.mark.parametrize(
    "revision",
    [pytest.param(revision, marks=() if revision in _FEW else _NIGHTLY) for revision in REVISIONS],
)
async def test_games_of_every_revision_go_on_and_nothing_is_lost(address: str, revision: str, tmp_path: Path) -> None:
    before = bring_old_games(address, revision, tmp_path)
    open_database(address).close()
    with behind(address) as connection:
        after = rows(connection)
    for name, kept in before.items():
        renamed = {"client_id": "message_id"}
        assert len(after[name]) == len(kept)
        for row in kept:
            same = {renamed.get(column, column): value for column, value in row.items()}
            # The mailbox of a row made for its revision is not that of its address.
            assert any(same.items() <= found.items() for found in after[name]), (name, same)
    await play_on(address)


@_NIGHTLY
@pytest.mark.parametrize(
    ("revision", "changes"),
    [
        ("0022", ["ALTER TABLE seats DROP COLUMN stand_in_since", *_PUZZLERS]),
        ("0022", _PUZZLERS),
        ("0032", ["ALTER TABLE seats ADD COLUMN sign VARCHAR(20)"]),
        ("0032", ["ALTER TABLE seats ADD COLUMN sign VARCHAR(20)", "DROP TABLE club_seasons"]),
        ("0033", ["ALTER TABLE seats ADD COLUMN sign VARCHAR(20)"]),
    ],
)
async def test_revisions_of_which_there_were_two_are_both_read(
    address: str, revision: str, changes: list[str], tmp_path: Path
) -> None:
    bring_old_games(address, revision, tmp_path)
    with behind(address) as connection:
        for change in changes:
            connection.exec_driver_sql(change)
    await play_on(address)
    with behind(address) as connection:
        assert differences(connection) == []


async def test_a_backup_of_every_revision_is_restored(tmp_path: Path) -> None:
    for revision in _FEW:
        write_old_games(tmp_path / f"{revision}-backup.sqlite3", revision)
        address = f"sqlite:///{tmp_path / revision}.sqlite3"
        database = open_database(address)
        restore_backup(database, tmp_path / f"{revision}-backup.sqlite3", lambda _rows: None, lambda _connection: None)
        database.close()
        await play_on(address)


KILLED = """
import os, signal, sys
import sqlalchemy as sa
from spite_and_malice.server.store import database
from spite_and_malice.server.store.database import open_database, open_existing
from spite_and_malice.server.store.database.postgresql import count_on
import spite_and_malice.server.migrations.upgrade
address, until = sys.argv[1], int(sys.argv[2])
count = 0

@sa.event.listens_for(sa.Engine, "after_cursor_execute")
def count_and_die(connection, cursor, statement, *rest):
    global count
    count += statement.split()[0] in ("CREATE", "ALTER", "INSERT", "UPDATE", "DROP")
    if count == until:
        os.kill(os.getpid(), signal.SIGKILL)

open_database(address).close()
print(count)
"""


@_NIGHTLY
@pytest.mark.parametrize("revision", REVISIONS[:-1:9])
async def test_an_upgrade_that_is_killed_is_made_by_the_next_start(address: str, revision: str, tmp_path: Path) -> None:
    bring_old_games(address, revision, tmp_path)

    def start(until: int) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-c", KILLED, address, str(until)], capture_output=True, text=True)

    with behind(address) as connection:
        before = schema(connection)
    # Killed early, somewhere in the middle, and just before the end.
    for until in (1, 17 * (len(REVISIONS) - REVISIONS.index(revision)) // 12, 10**9):
        killed = start(until)
        if killed.returncode == 0:
            break
        assert killed.returncode == -signal.SIGKILL, killed.stderr
        with behind(address) as connection:
            assert schema(connection) == before
    await play_on(address)


@pytest.fixture
def next_revision(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Add a revision after the newest one; its file is still to be written."""
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
    bring_old_games(address, REVISION, tmp_path)
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
        # A table that the next revision creates stands for anything that interrupts an upgrade.
        connection.exec_driver_sql("CREATE TABLE guests (id INTEGER)")
        before = schema(connection)
    with pytest.raises(StoreError, match="guests"):
        Store(address)
    with engine.begin() as connection:
        assert schema(connection) == before
        connection.exec_driver_sql("DROP TABLE guests")
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
    for open_it in (open_database, open_existing):
        with pytest.raises(StoreError, match=r"newer version of this program\. Install that version"):
            open_it(address)


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

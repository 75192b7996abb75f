"""`spite admin` next to a running server, on every database."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sqlite3
import stat
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import sqlalchemy as sa
from click.testing import CliRunner, Result

from spite_and_malice.cli import main
from spite_and_malice.server.http.identity import hash_token
from spite_and_malice.server.store import Store, StoreError
from spite_and_malice.server.store.admin import backup as backups
from spite_and_malice.server.store.database import open_database

from .conftest import Browser, Page, RunningServer, Visit, running
from .people import OPEN, PERSON, begin, gather
from .play import finish
from .services import DATABASES, behind, database, needs_postgresql, schema

Admin = Callable[..., Awaitable[Result]]

QUICK: dict[str, Any] = {"preset": "standard", "rules": {"payoff": 1}, "target": 1}
GONE = 4004
BLOCKED = 4005


@pytest.fixture(params=DATABASES, scope="module")
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    with database(request.param, tmp_path_factory.mktemp("admin")) as address:
        yield address


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(address: str) -> AsyncIterator[RunningServer]:
    async with running(address) as server:
        yield server


@pytest.fixture
def admin(address: str, tmp_path: Path) -> Admin:
    """Run `spite admin` on the games of the server, in a separate thread."""

    async def run(*arguments: str, at: str = address) -> Result:
        return await asyncio.to_thread(command, at, arguments)

    return run


def command(address: str, arguments: tuple[str, ...]) -> Result:
    return CliRunner().invoke(main, ["admin", *arguments], env={"SPITE_DATABASE": address, "LANGUAGE": "en"})


def done(result: Result) -> str:
    assert result.exit_code == 0, result.output
    return result.stdout


def refusal(result: Result) -> str:
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit), result.exception
    return result.stderr


def person(browser: Browser) -> str:
    """Return a browser's id, as the store knows it."""
    return hash_token(browser.token)


async def seats_told(page: Page, wanted: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
    """Wait until a page receives the wanted seats, and return them."""
    found: list[dict[str, Any]] = []

    def is_wanted(message: dict[str, Any]) -> bool:
        people = message if message["type"] == "people" else message.get("people")
        found[:] = people["seats"] if people else []
        return bool(found) and wanted(found)

    await page.get_until(is_wanted)
    return found


async def finished(browser: Browser) -> str:
    """Play a game against a computer player to its end and return the table."""
    table_id = await browser.table(**QUICK)
    page = await browser.open(table_id)
    await finish(page, await page.hello())
    return table_id


# --- tables --------------------------------------------------------------------------------------------------------


async def test_tables_are_listed_and_shown_without_a_card(server: RunningServer, visit: Visit, admin: Admin) -> None:
    company = await begin(server, visit)
    over = await finished(visit(server.address))
    listed = json.loads(done(await admin("tables", "list", "--json")))
    states = {table["id"]: table["state"] for table in listed}
    assert states[company.table_id] == "running"
    assert states[over] == "finished"
    only = done(await admin("tables", "list", "--state", "finished"))
    assert over in only
    assert company.table_id not in only
    shown = done(await admin("tables", "show", company.table_id, "--json"))
    assert {seat["name"] for seat in json.loads(shown)["seats"]} == {"Ada", "Ben"}
    stored = await server.store.tables.get(company.table_id)
    assert stored is not None
    for secret in (stored.seal.secret.hex(), stored.games[-1].secret.hex()):
        assert secret not in shown
    legal = company.states[company.turn]["view"]["legal"]
    assert legal
    assert not any(move in shown for move in legal)
    assert "Ada" in done(await admin("tables", "show", company.table_id))


async def test_a_deleted_table_is_gone_at_once_for_those_who_look_at_it(
    server: RunningServer, visit: Visit, admin: Admin
) -> None:
    company = await begin(server, visit)
    assert "Say so with --yes" in refusal(await admin("tables", "delete", company.table_id))
    assert await server.store.tables.kind_of(company.table_id) is not None
    done(await admin("tables", "delete", company.table_id, "--yes"))
    for page in company.pages:
        refused = await page.get_until(lambda message: message["type"] == "refused")
        assert refused["code"] == "unknown_table"
        assert await page.closed() == GONE
    assert await server.store.tables.get(company.table_id) is None
    assert (await company.browsers[0].http.get(f"/table/{company.table_id}")).status_code == 404
    again = await company.browsers[0].open(company.table_id)
    assert await again.closed() == GONE
    assert company.table_id in done(await admin("log"))


async def test_a_closed_table_takes_nothing_more_and_keeps_its_records(
    server: RunningServer, visit: Visit, admin: Admin
) -> None:
    company = await gather(server, visit, **QUICK | {"target": 100})
    await company.start()
    await company.finish()
    await company.pages[1].ask("next", game=company.states[0]["game"])
    await company.pages[0].next(company.states[0])
    done(await admin("tables", "close", company.table_id, "--reason", "quarrel", "--yes"))
    assert await company.pages[1].closed() == GONE
    page = await company.browsers[0].open(company.table_id)
    refused = await page.get_until(lambda message: message["type"] == "refused")
    assert "closed this table" in refused["message"]
    assert await page.closed() == GONE
    record = await company.browsers[0].http.get(f"/api/tables/{company.table_id}/games/1/record")
    assert record.status_code == 200
    secret = await company.browsers[0].http.get(f"/api/tables/{company.table_id}/games/2/record")
    assert secret.status_code == 409
    assert company.table_id not in await server.store.tables.moving()
    assert "quarrel" in done(await admin("log"))
    assert "closed already" in refusal(await admin("tables", "close", company.table_id, "--yes"))


async def test_what_waits_for_players_can_only_be_deleted(server: RunningServer, visit: Visit, admin: Admin) -> None:
    table_id = await visit(server.address).table([PERSON, OPEN])
    assert "only be deleted" in refusal(await admin("tables", "close", table_id, "--yes"))


async def test_tables_of_patience_are_looked_after_too(server: RunningServer, visit: Visit, admin: Admin) -> None:
    browser = visit(server.address)
    table_id = (await browser.http.post("/api/patience", json={"deal": "13"})).json()["id"]
    page = await browser.open(table_id)
    await page.greet()
    assert "patience" not in done(await admin("check", table_id))
    shown = done(await admin("tables", "show", table_id))
    assert "13" not in shown.split("\n\n", 1)[1].split("\n", 1)[0]
    (taken,) = json.loads(done(await admin("people", "export", person(browser))))["tables"]
    assert taken["games"][0]["deal"] is None
    done(await admin("people", "erase", person(browser), "--yes"))
    assert await page.closed() == GONE


@pytest.mark.parametrize("what", [("show",), ("close", "--yes"), ("delete", "--yes")])
async def test_a_table_that_there_is_not_is_said(server: RunningServer, admin: Admin, what: tuple[str, ...]) -> None:
    assert "There is no table nowhere" in refusal(await admin("tables", what[0], "nowhere", *what[1:]))


async def test_pruning_tells_first_and_takes_what_it_told(
    server: RunningServer, visit: Visit, admin: Admin, address: str
) -> None:
    old, new = await finished(visit(server.address)), await finished(visit(server.address))
    running_still = (await begin(server, visit)).table_id
    with behind(address) as connection:
        connection.execute(
            sa.text("UPDATE tables SET changed_at = 1000 WHERE id IN (:a, :b)"), {"a": old, "b": running_still}
        )
    told = done(await admin("prune", "--older-than", "100"))
    assert "finished" in told
    assert "Nothing has changed" in told
    assert await server.store.tables.kind_of(old) is not None
    assert "1 table is deleted" in done(await admin("prune", "--older-than", "100", "--yes"))
    assert not (await server.store.tables.kind_of(old) is not None)
    assert await server.store.tables.kind_of(new) is not None
    assert await server.store.tables.kind_of(running_still) is not None
    assert "1 table" in done(await admin("prune", "--older-than", "100", "--state", "running", "--yes"))
    assert not (await server.store.tables.kind_of(running_still) is not None)
    last = json.loads(done(await admin("log", "--json")))[0]
    assert (last["what"], last["subject"]) == ("tables pruned", "running, older than 100 days")
    assert json.loads(done(await admin("prune", "--older-than", "100", "--yes", "--json"))) == {"tables": 0}
    assert json.loads(done(await admin("log", "--json")))[0] == last


@pytest.mark.nightly(
    "src/spite_and_malice/server/store/", "src/spite_and_malice/cli/admin/", "src/spite_and_malice/server/migrations/"
)
async def test_a_server_that_is_told_so_prunes_the_old_ones(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spite_and_malice.server.housekeeping._EVERY_SECONDS", 0.1)
    where = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    async with running(where) as server:
        old, new = await finished(visit(server.address)), await finished(visit(server.address))
        still = (await begin(server, visit)).table_id
    with behind(where) as connection:
        connection.execute(sa.text("UPDATE tables SET changed_at = 1000 WHERE id IN (:a, :b)"), {"a": old, "b": still})
    async with running(where) as server:
        assert await server.store.tables.kind_of(old) is not None
    async with running(where, keep_finished_days=30) as server, asyncio.timeout(30):
        while await server.store.tables.kind_of(old) is not None:
            await asyncio.sleep(0.05)
        assert await server.store.tables.kind_of(new) is not None
        assert await server.store.tables.kind_of(still) is not None


# --- people --------------------------------------------------------------------------------------------------------


async def test_a_person_is_found_exported_and_erased(
    server: RunningServer, visit: Visit, admin: Admin, tmp_path: Path, address: str
) -> None:
    company = await gather(server, visit, **QUICK | {"target": 100})
    await company.start()
    await company.finish()
    ben = company.browsers[1]
    done(await admin("blocks", "add", "--person", person(ben)[:12], "--days", "1", "--yes"))
    assert person(ben)[:12] in done(await admin("log"))
    number = done(await admin("blocks", "list")).splitlines()[-1].split()[0]
    done(await admin("blocks", "lift", number, "--yes"))
    while (await ben.http.get("/games")).status_code == 403:
        await asyncio.sleep(0.1)
    alone = await finished(ben)
    found = json.loads(done(await admin("people", "find", "bEN", "--json")))
    (about,) = [each for each in found if each["id"] == person(ben)]
    assert company.table_id in about["tables"]
    file = tmp_path / "ben.json"
    done(await admin("people", "export", person(ben)[:16], str(file)))
    if stat.S_IMODE(file.stat().st_mode) != 0o600:
        pytest.fail("the export can be read by others")
    taken = json.loads(file.read_text(encoding="utf-8"))
    tables = {table["id"]: table for table in taken["tables"]}
    assert tables.keys() == {company.table_id, alone}
    assert tables[company.table_id]["games"][0]["secret"] is not None
    assert {seat["name"]: seat["you"] for seat in tables[company.table_id]["seats"]} == {"Ada": False, "Ben": True}

    assert "has to do with 2 tables" in refusal(await admin("people", "erase", person(ben)))
    done(await admin("people", "erase", person(ben), "--yes"))
    assert await server.store.tables.get(alone) is None
    stored = await server.store.tables.get(company.table_id)
    assert stored is not None
    assert [seat.name for seat in stored.table.seats] == ["Ada", "Somebody"]
    told = await seats_told(company.pages[0], lambda seats: seats[1]["name"] == "Somebody")
    assert told[1]["free"]
    record = await company.browsers[0].http.get(f"/api/tables/{company.table_id}/games/1/record")
    assert "Somebody" in record.text
    assert "Ben" not in record.text
    check = await company.browsers[0].http.get(f"/api/tables/{company.table_id}/games/1/check")
    assert check.json()["faults"] == []
    assert nothing_of(address, person(ben))
    assert person(ben)[:12] not in done(await admin("log"))
    assert "Nothing is stored" in refusal(await admin("people", "export", person(ben)))


def nothing_of(address: str, person: str) -> bool:
    """Say whether a database does not contain a person's id anywhere."""
    whole = open_database(address)
    try:
        with whole.readers.connect() as connection:
            return not any(
                person in str(value)
                for table in sa.inspect(connection).get_table_names()
                for row in connection.exec_driver_sql(f"SELECT * FROM {table}")
                for value in row
            )
    finally:
        whole.close()


async def test_who_is_erased_in_a_running_game_leaves_their_seat_to_a_stand_in(
    server: RunningServer, visit: Visit, admin: Admin
) -> None:
    company = await begin(server, visit, 3)
    host = company.browsers[0]
    done(await admin("people", "erase", person(host), "--yes"))
    told = await seats_told(company.pages[1], lambda seats: seats[0]["name"] == "Somebody")
    assert told[0]["stand_in"] == "left"
    stored = await server.store.tables.get(company.table_id)
    assert stored is not None
    assert stored.table.host == person(company.browsers[1])
    assert [seat.name for seat in stored.games[-1].seats] == ["Somebody", "Ben", "Cleo"]
    if company.turn == 0:
        # The game goes on.
        await company.pages[1].get_until(lambda message: message["type"] == "event")


async def test_in_a_running_game_nothing_hidden_is_exported(server: RunningServer, visit: Visit, admin: Admin) -> None:
    company = await begin(server, visit)
    await company.play()
    exported = done(await admin("people", "export", person(company.browsers[0])))
    (table,) = json.loads(exported)["tables"]
    (game,) = table["games"]
    assert game["secret"] is None
    assert game["contributions"] is None
    assert {action["seat"] for action in game["actions"]} <= {0}


async def test_the_names_of_a_gathering_table_go_too(server: RunningServer, visit: Visit, admin: Admin) -> None:
    company = await gather(server, visit, 3)
    done(await admin("people", "erase", person(company.browsers[1]), "--yes"))
    await seats_told(company.pages[0], lambda seats: seats[1]["kind"] == "open" and seats[2]["name"] == "Cleo")


@pytest.mark.parametrize(
    ("start", "said"), [("abc", "at least 6"), ("xyzxyz", "Nobody is called"), ("f" * 64, "Nothing is")]
)
async def test_a_person_that_there_is_not_is_said(server: RunningServer, admin: Admin, start: str, said: str) -> None:
    assert said in refusal(await admin("people", "erase", start, "--yes"))


# --- blocks --------------------------------------------------------------------------------------------------------


async def test_who_is_blocked_is_sent_away_until_the_block_is_lifted(
    server: RunningServer, visit: Visit, admin: Admin
) -> None:
    company = await begin(server, visit)
    ben = company.browsers[1]
    done(await admin("blocks", "add", "--person", person(ben)[:12], "--reason", "shouting", "--yes"))
    refused = await company.pages[1].get_until(lambda message: message["type"] == "refused")
    assert refused["code"] == "blocked"
    assert await company.pages[1].closed() == BLOCKED
    assert (await ben.http.get("/games")).status_code == 403
    assert (await ben.http.get("/health")).status_code == 200
    assert (await company.browsers[0].http.get("/games")).status_code == 200
    listed = done(await admin("blocks", "list"))
    assert "shouting" in listed
    number = listed.splitlines()[-1].split()[0]
    done(await admin("blocks", "lift", number, "--yes"))
    async with asyncio.timeout(10):
        while (await ben.http.get("/games")).status_code == 403:
            await asyncio.sleep(0.1)
    assert "no block of this number" in refusal(await admin("blocks", "lift", number, "--yes"))


async def test_an_address_is_blocked_with_its_network(server: RunningServer, visit: Visit, admin: Admin) -> None:
    browser = visit(server.address)
    done(await admin("blocks", "add", "--address", "127.0.0.1/8", "--days", "1", "--yes"))
    try:
        async with asyncio.timeout(10):
            while (await browser.http.get("/games")).status_code != 403:
                await asyncio.sleep(0.1)
        assert "127.0.0.0/8" in done(await admin("blocks", "list"))
    finally:
        number = done(await admin("blocks", "list")).splitlines()[-1].split()[0]
        done(await admin("blocks", "lift", number, "--yes"))
    async with asyncio.timeout(10):
        while (await browser.http.get("/games")).status_code == 403:
            await asyncio.sleep(0.1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "--person ID or --address"),
        (["--address", "example.org"], "no address and no network"),
        (["--address", "0.0.0.0/0"], "everybody"),
        (["--address", "192.0.2.1", "--person", "abcdef"], "--person ID or --address"),
    ],
)
async def test_a_block_of_nobody_is_refused(
    server: RunningServer, admin: Admin, arguments: list[str], said: str
) -> None:
    assert said in refusal(await admin("blocks", "add", *arguments, "--yes"))


# --- reading -------------------------------------------------------------------------------------------------------


async def test_statistics_count_games_and_people_by_day_and_version(
    server: RunningServer, visit: Visit, admin: Admin
) -> None:
    await finished(visit(server.address))
    before = json.loads(done(await admin("statistics", "--json")))
    await finished(visit(server.address))
    found = json.loads(done(await admin("statistics", "--json")))
    assert found["games"] == before["games"] + 1
    assert found["people"] == before["people"] + 1
    assert found["by_version"]["standard"]["finished"] == before["by_version"]["standard"]["finished"] + 1
    assert sum(day["dealt"] for day in found["by_day"].values()) == found["since"]["dealt"]
    assert "standard" in done(await admin("statistics"))


async def test_every_record_plays_back_and_a_changed_one_is_found(
    server: RunningServer, visit: Visit, admin: Admin, address: str
) -> None:
    table_id = await finished(visit(server.address))
    going_on = (await begin(server, visit)).table_id
    assert "Every one fits" in done(await admin("check"))
    assert "2 games were played again. Every one fits." in done(await admin("check", table_id, going_on))
    with behind(address) as connection:
        found = connection.execute(sa.text("SELECT id FROM games WHERE table_id = :id"), {"id": table_id})
        connection.execute(
            sa.text("UPDATE games SET secret = :secret WHERE id = :id"), {"secret": bytes(32), "id": found.scalar_one()}
        )
    failed = await admin("check")
    assert failed.exit_code == 1
    assert table_id in failed.stdout
    assert going_on not in failed.stdout
    done(await admin("tables", "delete", table_id, "--yes"))


# --- backup and restore --------------------------------------------------------------------------------------------


def everything(address: str) -> dict[str, list[Any]]:
    """Return all rows of a database but the log of operators."""
    whole = open_database(address)
    try:
        with whole.readers.connect() as connection:
            return {
                table: sorted(
                    (tuple(map(bytes_or_value, row)) for row in connection.exec_driver_sql(f"SELECT * FROM {table}")),
                    key=str,
                )
                for table in sa.inspect(connection).get_table_names()
                if table != "operations"
            }
    finally:
        whole.close()


def bytes_or_value(value: object) -> object:
    """Return a value as every database has it."""
    return int(value) if isinstance(value, bool) else bytes(value) if isinstance(value, memoryview) else value


ELSEWHERE = pytest.mark.parametrize("address", ["sqlite"], indirect=True)
"""For a test that gives each command's database: once is enough, whatever the module's server uses."""


@pytest.mark.nightly(
    "src/spite_and_malice/server/store/", "src/spite_and_malice/cli/admin/", "src/spite_and_malice/server/migrations/"
)
@ELSEWHERE
@pytest.mark.parametrize("kind", DATABASES)
@pytest.mark.parametrize("to", DATABASES)
async def test_a_live_database_is_backed_up_and_restored_into_any(
    visit: Visit, admin: Admin, tmp_path: Path, kind: str, to: str
) -> None:
    (tmp_path / "from").mkdir()
    (tmp_path / "to").mkdir()
    file = tmp_path / "backup.sqlite3"
    with database(kind, tmp_path / "from") as first, database(to, tmp_path / "to") as second:
        async with running(first) as server:
            company = await begin(server, visit)
            over = await finished(visit(server.address))
            play = asyncio.create_task(company.play())
            done(await admin("backup", str(file), at=first))
            await play
            assert "there already" in refusal(await admin("backup", str(file), at=first))
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.sqlite3", "from", "to"]
        done(await admin("restore", str(file), at=second))
        assert everything(second) == everything(f"sqlite:///{file}")
        assert "Every one fits" in done(await admin("check", at=second))
        async with running(second) as server:
            page = await visit(server.address).open(over)
            assert (await page.greet())["view"]["result"] is not None
            # The database continues numbering after the copied rows.
            await finished(visit(server.address))
            assert "Stop every server first" in refusal(await admin("restore", str(file), "--yes", at=second))
        assert "Replace what is in" in refusal(await admin("restore", str(file), at=second))
        done(await admin("restore", str(file), "--yes", at=second))
        assert everything(second) == everything(f"sqlite:///{file}")
        assert "restored" in done(await admin("log", at=second))


@ELSEWHERE
async def test_what_is_no_backup_is_refused_and_changes_nothing(visit: Visit, admin: Admin, tmp_path: Path) -> None:
    where = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    async with running(where) as server:
        await finished(visit(server.address))
    before = everything(where)
    other = tmp_path / "other.sqlite3"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE recipes (id INTEGER)")
    connection.close()
    empty, text = tmp_path / "empty.sqlite3", tmp_path / "notes.txt"
    empty.touch()
    text.write_text("These are notes. " * 500, encoding="utf-8")
    for file, said in (
        (other, "another program"),
        (empty, "no games in"),
        (text, "not a database"),
        (tmp_path / "nowhere", "There is no file"),
    ):
        answer = refusal(await admin("restore", str(file), "--yes", at=where))
        assert said in answer
        assert str(file) in answer or said == "another program"
    assert everything(where) == before


HOSTILE = {
    "DROP TABLE moves": "no whole backup: it has no table moves",
    "ALTER TABLE moves DROP COLUMN note": "its table moves has no column note",
    "CREATE TRIGGER strike AFTER INSERT ON tables BEGIN DELETE FROM moves; END": "the trigger strike is in it",
    "CREATE VIEW peek AS SELECT * FROM seals": "the view peek is in it",
    "CREATE VIRTUAL TABLE sought USING fts5(words)": "the virtual table sought is in it",
    "UPDATE tables SET changed_at = 'yesterday'": "in its table tables a value of changed_at is none",
    "UPDATE tables SET name = x'00ff'": "in its table tables a value of name is none",
    "UPDATE tables SET id = NULL": "could not be restored",
    "UPDATE seals SET table_id = 'nowhere'": "could not be restored",
    "UPDATE alembic_version SET version_num = x'00ff'": "another program",
    "INSERT INTO alembic_version VALUES ('0001')": "another program",
    "DELETE FROM alembic_version": "another program",
}


@pytest.mark.nightly(
    "src/spite_and_malice/server/store/", "src/spite_and_malice/cli/admin/", "src/spite_and_malice/server/migrations/"
)
@ELSEWHERE
async def test_a_backup_that_somebody_changed_is_refused_with_a_sentence(
    visit: Visit, admin: Admin, tmp_path: Path
) -> None:
    where = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    async with running(where) as server:
        await finished(visit(server.address))
    before = everything(where)
    whole = tmp_path / "whole.sqlite3"
    done(await admin("backup", str(whole), at=where))
    changed = tmp_path / "changed.sqlite3"
    for statement, said in HOSTILE.items():
        changed.write_bytes(whole.read_bytes())
        with contextlib.closing(sqlite3.connect(changed)) as connection:
            if "id = NULL" in statement:
                connection.execute("PRAGMA writable_schema = ON")
                connection.execute("UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '') WHERE name = 'tables'")
                connection.commit()
        with contextlib.closing(sqlite3.connect(changed)) as connection, connection:
            connection.execute(statement)
        answer = refusal(await admin("restore", str(changed), "--yes", at=where))
        assert said in answer, statement
        assert len(answer) < 400, "a sentence"
    assert everything(where) == before


async def test_the_commands_make_no_games_where_there_are_none(admin: Admin, tmp_path: Path) -> None:
    missing = tmp_path / "none.sqlite3"
    for arguments in (("tables", "list"), ("check",), ("backup", str(tmp_path / "copy"))):
        assert f"no games in {missing}" in refusal(await admin(*arguments, at=f"sqlite:///{missing}"))
    assert not missing.exists()


@needs_postgresql
async def test_an_empty_database_is_left_empty(admin: Admin) -> None:
    with schema() as address:
        assert "There are no games" in refusal(await admin("tables", "list", at=address))
        with behind(address) as connection:
            assert sa.inspect(connection).get_table_names() == []


async def test_games_of_another_version_are_left_as_they_are(admin: Admin, tmp_path: Path) -> None:
    where = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    Store(where).close()
    with behind(where) as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0009'")
    assert "of an older version" in refusal(await admin("tables", "list", at=where))
    with pytest.raises(StoreError):
        Store(where)


async def test_somebody_with_an_account_is_found_by_its_name_exported_and_erased(
    server: RunningServer, visit: Visit, admin: Admin
) -> None:
    browser = visit(server.address)
    await browser.http.get("/api/me")
    person = (await browser.http.post("/api/me", json={})).json()["person"]
    assert (await browser.http.put("/api/me", json={"name": "Zelda"})).status_code == 200
    found = json.loads(done(await admin("people", "find", "zELD", "--json")))
    assert [(each["id"], each["names"], each["tables"]) for each in found] == [(person, ["Zelda"], [])]
    exported = json.loads(done(await admin("people", "export", person[:12])))
    assert (exported["account"]["name"], len(exported["account"]["devices"])) == ("Zelda", 1)
    done(await admin("people", "erase", "zelda", "--yes"))
    async with asyncio.timeout(30):
        while (await browser.http.get("/api/me")).json()["account"] is not None:
            await asyncio.sleep(0.05)
    assert json.loads(done(await admin("people", "find", "zelda", "--json"))) == []


async def test_people_with_an_account_are_listed_renamed_helped_in_and_signed_out(
    server: RunningServer, visit: Visit, admin: Admin
) -> None:
    browser, other = visit(server.address), visit(server.address)
    for each, name in ((browser, "Yvonne"), (other, "Xaver")):
        await each.http.get("/api/me")
        assert (await each.http.post("/api/me", json={})).status_code == 201
        assert (await each.http.put("/api/me", json={"name": name})).status_code == 200
    me = (await browser.http.get("/api/me")).json()["person"]
    listed = json.loads(done(await admin("people", "list", "--json")))
    (about,) = [each for each in listed if each["id"] == me]
    assert (about["name"], about["devices"]) == ("Yvonne", 1)
    assert "Yvonne" in done(await admin("people", "list"))

    assert "Say so with --yes" in refusal(await admin("people", "rename", "yvonne", "Yolanda"))
    assert "Somebody else has" in refusal(await admin("people", "rename", "Yvonne", "xaver", "--yes"))
    assert "cannot be a name" in refusal(await admin("people", "rename", "Yvonne", " ", "--yes"))
    assert "Nobody is called that" in refusal(await admin("people", "rename", "Walter", "Wim", "--yes"))
    done(await admin("people", "rename", "Yvonne", "Yolanda", "--yes"))
    assert (await browser.http.get("/api/me")).json()["account"]["name"] == "Yolanda"

    code = done(await admin("people", "recovery-code", "Yolanda", "--yes")).strip()
    assert "on 1 device" in done(await admin("people", "sign-out", "Yolanda", "--yes"))
    async with asyncio.timeout(30):
        while (await browser.http.get("/api/me")).json()["account"] is not None:
            await asyncio.sleep(0.05)
    new = visit(server.address)
    await new.http.get("/sign-in")
    assert (await new.http.post("/api/sign-in/code", json={"code": code})).status_code == 200
    assert (await new.http.get("/api/me")).json()["person"] == me
    log = done(await admin("log"))
    assert log.index("signed out") < log.index("recovery code made") < log.index("person renamed")


async def test_two_accounts_of_one_person_are_merged_and_every_device_stays(
    server: RunningServer, visit: Visit, admin: Admin
) -> None:
    browser, other, mine = visit(server.address), visit(server.address), []
    tables = {await browser.table(), await other.table()}
    for each, name in ((browser, "Quentin"), (other, "Ruth")):
        assert (await each.http.post("/api/me", json={})).status_code == 201
        assert (await each.http.put("/api/me", json={"name": name})).status_code == 200
        mine.append((await each.http.get("/api/me")).json()["person"])
    assert "one account already" in refusal(await admin("people", "merge", "Ruth", "ruth", "--yes"))
    assert "with 1 table?" in refusal(await admin("people", "merge", "Quentin", "Ruth"))
    done(await admin("people", "merge", "Quentin", "Ruth", "--yes"))
    async with asyncio.timeout(30):
        while (await browser.http.get("/api/me")).json()["person"] != mine[1]:
            await asyncio.sleep(0.05)
    for each in (browser, other):
        found = (await each.http.get("/api/me")).json()
        assert (found["person"], found["account"]["name"]) == (mine[1], "Ruth")
        assert {table["id"] for table in (await each.http.get("/api/tables")).json()} == tables
    assert await server.store.accounts.account(mine[0]) is None


async def test_every_page_shows_what_is_announced_from_a_time_to_another(
    server: RunningServer, visit: Visit, admin: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = visit(server.address)
    table_id = await browser.table()
    text = "Moving house tonight: <b>no games</b> from nine."
    shown = '<p dir="auto">Moving house tonight: &lt;b&gt;no games&lt;/b&gt; from nine.</p>'

    async def pages() -> list[bool]:
        return [shown in (await browser.http.get(path)).text for path in ("/", "/rules", f"/table/{table_id}")]

    async def wait_for(wanted: list[bool]) -> None:
        async with asyncio.timeout(30):
            while await pages() != wanted:
                await asyncio.sleep(0.05)

    assert "later --until" in refusal(await admin("announcements", "add", text, "--until", "2020-01-01 00:00"))
    assert "1 to 500 letters" in refusal(await admin("announcements", "add", "\u200b", "--until", "2090-01-01 00:00"))
    done(await admin("announcements", "add", "Later", "--from", "2080-01-01 00:00", "--until", "2090-01-01 00:00"))
    done(await admin("announcements", "add", text, "--until", "2070-01-01 00:00"))
    await wait_for([True, True, True])
    page = (await browser.http.get("/")).text
    assert "Later" not in page
    first, second = json.loads(done(await admin("announcements", "list", "--json")))
    assert (first["text"], second["text"]) == (text, "Later")
    with monkeypatch.context() as later:
        later.setattr("spite_and_malice.server.http.announcements.now_ms", lambda: first["until"])
        assert await pages() == [False, False, False]
    assert await pages() == [True, True, True]
    assert f"Withdraw “{text}”?" in refusal(await admin("announcements", "withdraw", str(first["number"])))
    done(await admin("announcements", "withdraw", str(first["number"]), "--yes"))
    await wait_for([False, False, False])
    done(await admin("announcements", "withdraw", str(second["number"]), "--yes"))
    assert "no announcement of this number" in refusal(await admin("announcements", "withdraw", "1", "--yes"))
    assert "announcement withdrawn" in done(await admin("log"))


@pytest.mark.usefixtures("server")
async def test_blocks_are_listed_for_programs(admin: Admin) -> None:
    done(await admin("blocks", "add", "--address", "198.51.100.0/24", "--reason", "spam", "--yes"))
    (block,) = [each for each in json.loads(done(await admin("blocks", "list", "--json"))) if each["reason"] == "spam"]
    assert (block["kind"], block["subject"], block["until"]) == ("address", "198.51.100.0/24", None)
    logged = [each for each in json.loads(done(await admin("log", "--json"))) if each["what"] == "blocked"]
    assert logged[0]["subject"] == "198.51.100.0/24 spam"
    assert "@" in logged[0]["who"]
    done(await admin("blocks", "lift", str(block["number"]), "--yes"))


async def test_a_name_of_several_people_asks_for_an_id(server: RunningServer, visit: Visit, admin: Admin) -> None:
    browsers = [visit(server.address) for _ in range(2)]
    for browser in browsers:
        await browser.table(seats=[{"kind": "person", "name": "Una"}, {"kind": "computer", "player": "greedy"}])
    one = hash_token(browsers[0].token)
    other = (await browsers[1].http.post("/api/me", json={})).json()["person"]
    said = refusal(await admin("blocks", "add", "--person", "Una", "--yes"))
    assert "Several people are called Una" in said
    assert f"{other[:12]} (with an account)" in said
    assert one[:12] in said
    assert f"{one[:12]} (" not in said


async def test_a_backup_that_is_not_there_is_named(server: RunningServer, admin: Admin, tmp_path: Path) -> None:
    missing = tmp_path / "none.sqlite3"
    assert f"There is no file {missing}" in refusal(await admin("restore", str(missing), "--yes"))


async def test_of_backups_in_a_folder_the_newest_stay(
    server: RunningServer, admin: Admin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.sqlite3").touch()
    days = iter((1_800_000_000_000, 1_800_086_400_000, 1_800_172_800_000))
    monkeypatch.setattr("spite_and_malice.server.clock.now_ms", lambda: next(days))
    written = [json.loads(done(await admin("backup", "--keep", "2", str(tmp_path), "--json"))) for _ in range(3)]
    names = [Path(each["file"]).name for each in written]
    assert names[0] == "spite-20270115T080000Z.sqlite3"
    assert [each["deleted"] for each in written] == [[], [], [written[0]["file"]]]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.sqlite3", *names[1:]]
    assert written[0]["rows"] > 0
    missing = tmp_path / "none"
    assert f"There is no folder {missing}" in refusal(await admin("backup", "--keep", "2", str(missing)))


async def test_a_backup_that_is_not_whole_gets_no_name(
    server: RunningServer, admin: Admin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = backups._copy
    monkeypatch.setattr(
        backups, "_copy", lambda source, target, table, progress: copy(source, target, table, progress) + 1
    )
    assert "is damaged" in refusal(await admin("backup", str(tmp_path / "copy.sqlite3")))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root makes files for others")
def test_a_file_that_root_makes_is_that_of_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "spite"
    folder.mkdir()
    os.chown(folder, 4711, 4712)
    Store(folder / "tables.sqlite3").close()
    made = (folder / "tables.sqlite3").stat()
    assert (made.st_uid, made.st_gid, stat.S_IMODE(made.st_mode)) == (4711, 4712, 0o600)

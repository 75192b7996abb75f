"""The store: durable, one writer, group commit, schema."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from spite_and_malice.server.store import (
    ClocksRow,
    Conflict,
    GameRow,
    MailRow,
    MoveRow,
    NewMove,
    SealRow,
    SeatRow,
    Store,
    StoreError,
    Summary,
    TableRow,
)
from spite_and_malice.server.store.admin.backup import back_up
from spite_and_malice.server.store.database import open_existing

from .services import behind

TABLE = TableRow(
    id="t1",
    host="a" * 64,
    name="Standard",
    preset="standard",
    rules={"players": 2},
    seats=(SeatRow("person", "Ada", person="a" * 64), SeatRow("computer", "Planner", player="planner")),
)
GAME = GameRow(number=1, match=1, dealer=1, secret=bytes(range(32)), contributions=("x", "y"), seats=TABLE.seats)
SEAL = SealRow(number=2, secret=b"2" * 32)
START = Summary(game=1, turn=0, scores=(0, 0), match_over=False)
CLOCKS = ClocksRow((5, 7), 1000)


def add_move(
    store: Store,
    table_id: str,
    number: int,
    move: MoveRow,
    summary: Summary | None,
    result: dict[str, Any] | None,
    stand_ins: tuple[int, ...] = (),
) -> asyncio.Future[None]:
    """Append an action; the future is done when it is stored."""
    return asyncio.ensure_future(store.tables.add_move(NewMove(table_id, number, move, summary, result, stand_ins)))


async def test_a_table_comes_back_as_it_was_written(store: Store) -> None:
    await store.tables.add(TABLE, SEAL, START, GAME)
    await add_move(store, "t1", 1, MoveRow(1, 0, "H7h-C1", message_id="m1"), START, None)
    await add_move(store, "t1", 1, MoveRow(2, 1, "pass", note="fallback"), START, None)
    stored = await store.tables.get("t1")
    assert stored is not None
    assert stored.table == TABLE
    assert stored.games == (GAME,)
    assert stored.moves == (MoveRow(1, 0, "H7h-C1", message_id="m1"), MoveRow(2, 1, "pass", note="fallback"))
    assert stored.earlier_moves == 0
    assert await store.tables.get("t2") is None


async def test_what_gathers_under_load_is_stored_though_the_store_is_closed(store: Store, address: str) -> None:
    await store.tables.add(TABLE, SEAL, START, GAME)

    def burst(first: int) -> list[asyncio.Future[None]]:
        return [add_move(store, "t1", 1, MoveRow(ply, 0, "pass"), None, None) for ply in range(first, first + 100)]

    await asyncio.gather(*burst(1))
    last = burst(101)
    # Each hands in its move.
    await asyncio.sleep(0)
    store.close()
    await asyncio.gather(*last)
    again = Store(address)
    stored = await again.tables.get("t1")
    again.close()
    assert stored is not None
    assert [move.ply for move in stored.moves] == list(range(1, 201))


def _number(number: int, _connection: Connection) -> int:
    return number


async def test_each_of_many_writes_returns_its_own_result_though_one_of_them_fails(store: Store) -> None:
    def fail(_connection: Connection) -> str:
        raise Conflict("not this one")

    writes = [store._write(partial(_number, number)) for number in range(20)]
    *results, failed = await asyncio.gather(*writes, store._write(fail), return_exceptions=True)
    assert results == list(range(20))
    assert isinstance(failed, Conflict)


async def test_what_comes_after_the_end_is_refused(store: Store) -> None:
    store.close()
    with pytest.raises(StoreError):
        async with asyncio.timeout(10):
            await store.tables.add(TABLE, SEAL, START, GAME)


async def test_each_action_is_a_change_whether_or_not_lists_show_it(store: Store) -> None:
    await store.tables.add(TABLE, SEAL, START, GAME)
    seen = [await store.tables.changes(["t1", "t2"])]
    await add_move(store, "t1", 1, MoveRow(1, 0, "H7h-C1"), None, None)
    seen.append(await store.tables.changes(["t1", "t2"]))
    (listed,) = await store.tables.of("a" * 64)
    assert listed.summary == START
    turn_passed = replace(START, turn=1)
    await add_move(store, "t1", 1, MoveRow(2, 0, "H8h-S1"), turn_passed, None)
    seen.append(await store.tables.changes(["t1", "t2"]))
    (listed,) = await store.tables.of("a" * 64)
    assert listed.summary == turn_passed
    await store.tables.add_game(replace(TABLE, revision=1), replace(GAME, number=2), replace(SEAL, number=3), START)
    seen.append(await store.tables.changes(["t1", "t2"]))
    assert [list(changes) for changes in seen] == [["t1"]] * 4
    numbers = [changes["t1"] for changes in seen]
    assert numbers == sorted(set(numbers))


async def test_a_finished_game_keeps_its_result_and_the_next_one_follows(store: Store) -> None:
    result = {"reason": "payoff", "winners": [0], "scores": [11, 0]}
    await store.tables.add(TABLE, SEAL, START, GAME)
    await add_move(store, "t1", 1, MoveRow(1, 0, "P-C1"), replace(START, turn=None, scores=(11, 0)), result)
    await store.tables.add_game(
        replace(TABLE, revision=1),
        replace(GAME, number=2, dealer=0),
        replace(SEAL, number=3),
        replace(START, game=2, scores=(11, 0)),
    )
    stored = await store.tables.get("t1")
    assert stored is not None
    assert [game.result for game in stored.games] == [result, None]
    assert stored.moves == ()
    assert stored.earlier_moves == 1


async def test_what_is_already_there_is_a_conflict_and_writes_nothing(store: Store) -> None:
    await store.tables.add(TABLE, SEAL, START, GAME)
    await add_move(store, "t1", 1, MoveRow(1, 0, "H7h-C1"), START, None)
    with pytest.raises(Conflict):
        await add_move(store, "t1", 1, MoveRow(1, 0, "H8h-C1"), START, None)
    with pytest.raises(Conflict):
        await add_move(store, "t1", 2, MoveRow(1, 0, "H8h-C1"), START, None)
    with pytest.raises(Conflict):
        await store.tables.add_game(replace(TABLE, revision=1), GAME, SEAL, START)
    with pytest.raises(Conflict):
        await store.tables.add(TABLE, SEAL, START, GAME)
    stored = await store.tables.get("t1")
    assert stored is not None
    assert [move.text for move in stored.moves] == ["H7h-C1"]


async def test_one_failure_in_a_group_takes_none_of_the_others_with_it(store: Store) -> None:
    await store.tables.add(TABLE, SEAL, START, GAME)
    plies = [1, 1, 2, 2, 3, 3, 4]
    done = await asyncio.gather(
        *(add_move(store, "t1", 1, MoveRow(ply, 0, f"H{ply}h-C1"), START, None) for ply in plies),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in done] == [
        type(None), Conflict, type(None), Conflict, type(None), Conflict, type(None)
    ]  # fmt: skip
    stored = await store.tables.get("t1")
    assert stored is not None
    assert [move.ply for move in stored.moves] == [1, 2, 3, 4]


async def test_tables_of_a_browser_are_listed_latest_first(store: Store, address: str) -> None:
    ben = "b" * 64
    await store.tables.add(TABLE, SEAL, START, GAME)
    of_ben = replace(TABLE, id="t2", host=ben, seats=(SeatRow("person", "Ben", person=ben),))
    await store.tables.add(of_ben, SEAL, START, GAME)
    await store.tables.add(replace(TABLE, id="t3"), SEAL, START, GAME)
    with behind(address) as connection:
        connection.exec_driver_sql("UPDATE tables SET changed_at = CASE id WHEN 't1' THEN 30 ELSE 20 END")
    assert [listed.table.id for listed in await store.tables.of("a" * 64)] == ["t1", "t3"]
    assert [listed.table.id for listed in await store.tables.of(ben)] == ["t2"]
    assert await store.tables.of("c" * 64) == []


async def test_a_list_has_the_part_that_is_asked_for_and_goes_on_where_another_ended(
    store: Store, address: str
) -> None:
    for number in range(6):
        await store.tables.add(replace(TABLE, id=f"t{number}"), SEAL, START, GAME)
    with behind(address) as connection:
        connection.exec_driver_sql("UPDATE tables SET changed_at = 30, match_over = (id < 't4')")
        connection.exec_driver_sql("UPDATE tables SET changed_at = 40, turn = NULL WHERE id IN ('t3', 't5')")

    async def ids(*asked: Any) -> list[str]:
        return [listed.table.id for listed in await store.tables.of("a" * 64, *asked)]

    assert await ids(200) == ["t3", "t5", "t0", "t1", "t2", "t4"]
    assert await ids(2, "over") == ["t3", "t0"]
    assert await ids(2, "over", (30, "t0")) == ["t1", "t2"]
    assert await ids(2, "over", (30, "t2")) == []
    # Games with one's own turn come first, however old.
    assert await ids(1, "going_on") == ["t4"]
    assert await ids(2, "going_on") == ["t5", "t4"]
    assert await ids(9, "given_up") == []


async def test_finished_games_are_those_that_ended_the_latest_first(store: Store) -> None:
    result = {"reason": "payoff", "winners": [0], "scores": [11, 0]}
    await store.tables.add(TABLE, SEAL, START, GAME)
    assert list(await store.figures.finished("spite", "a" * 64)) == []
    await add_move(store, "t1", 1, MoveRow(1, 0, "P-C1"), replace(START, turn=None), result, (1,))
    await store.tables.add_game(replace(TABLE, revision=1), replace(GAME, number=2), replace(SEAL, number=3), START)
    await add_move(store, "t1", 2, MoveRow(1, 1, "P-C1"), replace(START, turn=None), {**result, "winners": []})
    found = list(await store.figures.finished("spite", "a" * 64))
    assert [(game.number, game.winners, game.stand_ins) for game in found] == [(2, (), ()), (1, (0,), (1,))]
    assert [(game.seats, game.preset, game.figures) for game in found] == [(TABLE.seats, "standard", None)] * 2
    assert found[0].ended_at >= found[1].ended_at > 0
    assert list(await store.figures.finished("spite", "a" * 64, limit=1)) == found[:1]
    assert list(await store.figures.finished("spite", "b" * 64)) == []


async def test_an_error_names_neither_secrets_nor_moves(
    store: Store, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    await store.tables.add(TABLE, SEAL, START, GAME)
    with pytest.raises(Conflict) as nowhere:
        await add_move(store, "t1", 2, MoveRow(1, 0, "H7h-C1"), START, None)
    with behind(address) as connection:
        connection.exec_driver_sql("ALTER TABLE moves RENAME TO moved")
        connection.exec_driver_sql("DROP TABLE seats")
    with pytest.raises(StoreError) as move:
        await add_move(store, "t1", 1, MoveRow(1, 0, "H7h-C1"), START, None)
    with pytest.raises(StoreError) as table:
        await store.tables.add(replace(TABLE, id="t2"), SEAL, START, replace(GAME, secret=b"s" * 32))
    for said in (str(nowhere.value), str(move.value), str(table.value), caplog.text):
        assert said
        assert "H7h" not in said
        assert "ssss" not in said


async def test_writes_of_another_process_are_waited_for(store: Store, address: str) -> None:
    await store.tables.add(TABLE, SEAL, START, GAME)
    with behind(address) as other:
        other.exec_driver_sql("UPDATE tables SET name = name")
        write = asyncio.ensure_future(add_move(store, "t1", 1, MoveRow(1, 0, "H7h-C1"), START, None))
        done, _ = await asyncio.wait([write], timeout=0.05)
        assert not done
    await write


async def test_two_processes_that_write_to_the_same_tables_crosswise_both_go_on(address: str) -> None:
    stores = [Store(address), Store(address)]
    names = [f"t{number}" for number in range(8)]
    for name in names:
        await stores[0].tables.add(replace(TABLE, id=name), SEAL, START, GAME)

    async def race(store: Store, order: list[str]) -> list[type]:
        done: list[type] = []
        for ply in range(1, 21):
            moves = (add_move(store, name, 1, MoveRow(ply, 0, "pass"), START, None) for name in order)
            done += [type(outcome) for outcome in await asyncio.gather(*moves, return_exceptions=True)]
        return done

    outcomes = await asyncio.gather(race(stores[0], names), race(stores[1], names[::-1]))
    both = [outcome for done in outcomes for outcome in done]
    assert (both.count(type(None)), both.count(Conflict)) == (160, 160)
    for store in stores:
        store.close()


async def test_work_that_fails_by_itself_takes_none_of_the_others_with_it(store: Store) -> None:
    await store.tables.add(TABLE, SEAL, START, GAME)
    too_long = MoveRow(2, 0, "x" * 10_000)
    impossible = replace(MoveRow(2, 0, "pass"), note=object())  # type: ignore[arg-type]
    done = await asyncio.gather(
        add_move(store, "t1", 1, MoveRow(1, 0, "pass"), START, None),
        add_move(store, "t1", 1, impossible, START, None),
        *([] if not store.is_shared else [add_move(store, "t1", 1, too_long, START, None)]),
        add_move(store, "t1", 1, MoveRow(2, 0, "pass"), START, None),
        return_exceptions=True,
    )
    assert [done[0], done[-1]] == [None, None]
    assert {type(outcome) for outcome in done[1:-1]} == {StoreError}


def test_a_data_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite3"
    Store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(StoreError, match="newer version"):
        Store(path)


def test_a_file_that_is_no_database_or_of_another_program_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.sqlite3").write_text("shopping list " * 100)
    with pytest.raises(StoreError, match="cannot be used"):
        Store(tmp_path / "text.sqlite3")
    with sqlite3.connect(tmp_path / "other.sqlite3") as connection:
        connection.execute("CREATE TABLE recipes (id INTEGER)")
    connection.close()
    with pytest.raises(StoreError, match="another program"):
        Store(tmp_path / "other.sqlite3")
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be made"):
        Store(tmp_path / "file" / "data.sqlite3")


GATHERING = replace(
    TABLE, id="g1", seats=(TABLE.seats[0], SeatRow("open", "")), settings={"listed": True, "away_seconds": 60}
)
NOTHING = Summary(game=0, turn=None, scores=(0, 0), match_over=False)


async def test_other_seats_are_written_only_upon_those_that_were_read(store: Store) -> None:
    await store.tables.add(GATHERING, SEAL, NOTHING)
    ben, cleo = (SeatRow("person", name, person=name[0].lower() * 64) for name in ("Ben", "Cleo"))
    with_ben, with_cleo = (replace(GATHERING, seats=(TABLE.seats[0], who), revision=1) for who in (ben, cleo))
    outcomes = await asyncio.gather(
        store.tables.arrange(with_ben), store.tables.arrange(with_cleo), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict]
    stored = await store.tables.get("g1")
    assert stored is not None
    assert (stored.table, stored.games, stored.seal) == (with_ben, (), SEAL)
    with pytest.raises(Conflict):
        await store.tables.add_game(with_cleo, GAME, replace(SEAL, number=3), START)
    stored = await store.tables.get("g1")
    assert stored is not None
    assert (stored.games, stored.seal.number) == ((), 2)


async def test_whom_the_host_asked_to_leave_is_kept_with_the_table(store: Store) -> None:
    await store.tables.add(TABLE, SEAL, START)
    await store.tables.arrange(replace(TABLE, revision=1, kicked=("b" * 64, "c" * 64)))
    stored, since = await store.tables.get("t1"), await store.tables.since("t1", 0, 0, 0)
    assert stored is not None
    assert since is not None
    assert since.table is not None
    assert stored.table.kicked == since.table.kicked == ("b" * 64, "c" * 64)


async def test_a_contribution_is_kept_until_its_game_is_dealt(store: Store) -> None:
    await store.tables.add(GATHERING, replace(SEAL, number=1), NOTHING)
    await store.tables.contribute("g1", 1, "a" * 64, "01" * 32)
    with pytest.raises(Conflict):
        await store.tables.contribute("g1", 1, "a" * 64, "02" * 32)
    stored = await store.tables.get("g1")
    assert stored is not None
    assert stored.seal.contributions == {"a" * 64: "01" * 32}
    await store.tables.add_game(replace(GATHERING, revision=1), GAME, SEAL, replace(START, clocks=CLOCKS))
    stored = await store.tables.get("g1")
    assert stored is not None
    assert (stored.seal, stored.games, stored.clocks) == (SEAL, (GAME,), CLOCKS)


async def test_what_somebody_contributed_goes_with_him(store: Store) -> None:
    await store.tables.add(GATHERING, replace(SEAL, number=1), NOTHING)
    row = GATHERING
    for stranger in ("b" * 64, "c" * 64, "d" * 64):
        guest = SeatRow("person", "Guest", person=stranger)
        row = replace(row, revision=row.revision + 1, seats=(row.seats[0], guest))
        await store.tables.arrange(row)
        await store.tables.contribute("g1", 1, stranger, "01" * 32)
    stored = await store.tables.get("g1")
    assert stored is not None
    assert stored.seal.contributions == {"d" * 64: "01" * 32}


async def test_waiting_timed_and_abandoned_tables_are_found(store: Store) -> None:
    await store.tables.add(GATHERING, SEAL, NOTHING)
    await store.tables.contribute("g1", 1, "a" * 64, "01" * 32)
    await store.tables.add(replace(GATHERING, id="full", seats=TABLE.seats), SEAL, NOTHING)
    await store.tables.add(replace(GATHERING, id="hidden", settings={}), SEAL, NOTHING)
    await store.tables.add(replace(GATHERING, id="running"), SEAL, START, GAME)
    (waiting,) = await store.tables.open(0)
    assert (waiting.table, waiting.summary) == (GATHERING, NOTHING)
    assert await store.tables.open(waiting.changed_at + 1) == []
    computer, away = TABLE.seats[1], replace(TABLE.seats[0], stand_in="left")
    for name, turn, seat in (("thinking", 1, computer), ("stand-in", 0, away), ("person", 0, computer)):
        seats = tuple(seat if number == turn and name != "person" else at for number, at in enumerate(TABLE.seats))
        await store.tables.add(replace(TABLE, id=name, seats=seats), SEAL, replace(START, turn=turn), GAME)
    assert set(await store.tables.moving()) == {"running", "thinking", "stand-in"}
    await store.tables.keep_open("g1")
    (waiting,) = await store.tables.open(0)
    await store.tables.close_abandoned(waiting.changed_at)
    assert await store.tables.kind_of("g1") == "spite"
    # An address given there is deleted with the table.
    await store.mails.put(MailRow("g1", "a" * 64, "ada@example.org", "en", "token"))
    await store.tables.close_abandoned(waiting.changed_at + 1)
    kinds = [await store.tables.kind_of(name) for name in ("g1", "full", "hidden", "running")]
    assert kinds == [None, None, None, "spite"]


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such names and modes there")
@pytest.mark.parametrize(
    "name", ["a?b.sqlite3", "a#b.sqlite3", "%41.sqlite3", "a?mode=memory&x", "file:a", ":memory:", "ä b'"]
)
async def test_the_games_are_in_the_very_file_that_is_named(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "100%?#"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for path in (folder / name, Path(name)):
        store = Store(path)
        if path.is_absolute():
            await store.tables.add(TABLE, SEAL, START, GAME)
        assert await store.tables.get(TABLE.id) is not None
        store.close()
    assert [each.name for each in folder.iterdir()] == [name]
    assert (folder / name).stat().st_mode & 0o777 == 0o600
    backup = tmp_path / "copy?.sqlite3"
    database = open_existing(folder / name)
    back_up(database, backup, lambda _rows: None)
    database.close()
    with closing(sqlite3.connect(backup)) as copied:
        assert copied.execute("SELECT id FROM tables").fetchall() == [(TABLE.id,)]
    assert sorted(each.name for each in tmp_path.iterdir()) == ["100%?#", "copy?.sqlite3"]


def test_an_address_of_a_file_with_a_question_mark_is_refused(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/a?b.sqlite3"
    for opened in (Store, open_existing):
        with pytest.raises(StoreError, match="Name the file in SPITE_DATA"):
            opened(address)
    assert list(tmp_path.iterdir()) == []
    Store(f"sqlite:///{tmp_path}/%61.sqlite3").close()
    open_existing(f"sqlite:///{tmp_path}/%61.sqlite3").close()
    assert [each.name for each in tmp_path.iterdir()] == ["a.sqlite3"]


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes there")
async def test_the_games_can_be_read_by_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "games" / "tables.sqlite3"
    store = Store(path)
    await store.tables.add(TABLE, SEAL, START, GAME)
    modes = {each.name: each.stat().st_mode & 0o777 for each in path.parent.iterdir()}
    assert len(modes) == 3
    assert set(modes.values()) == {0o600}
    assert path.parent.stat().st_mode & 0o777 == 0o700
    store.close()
    path.chmod(0o640)
    Store(path).close()
    assert path.stat().st_mode & 0o777 == 0o640, "what its owner chose stays"

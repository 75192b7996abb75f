"""Which tables their people may delete or take off their lists, and which go on by themselves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from spite_and_malice.server.store import ListedTable, Origin, SeatRow, Summary, TableRow, today
from spite_and_malice.server.store.database import schema
from spite_and_malice.server.store.games import lists
from spite_and_malice.server.store.games.statements import add_table

from .test_store import GAME, SEAL, START, TABLE
from .test_store_limits import ADA, BEN, NOW, clock, connection

__all__ = ["clock", "connection"]

ALONE = (SeatRow("person", "Ada", person=ADA), SeatRow("computer", "Planner", player="planner"))
TOGETHER = (SeatRow("person", "Ada", person=ADA), SeatRow("person", "Ben", person=BEN))
RUNNING = Summary(1, 0, (0, 0), match_over=False)
OVER = Summary(1, None, (0, 0), match_over=True)
GATHERING = Summary(0, None, (0, 0), match_over=False)


def listed(seats: tuple[SeatRow, ...], summary: Summary, *, is_given_up: bool = False, **row: Any) -> ListedTable:
    table: TableRow = replace(TABLE, seats=seats, host=ADA, **row)
    return ListedTable(table, summary, NOW, NOW, is_given_up)


@pytest.mark.parametrize(
    ("at", "why", "of_host", "of_other"),
    [
        (listed(ALONE, OVER), "not_yours", "table", None),
        (listed(ALONE, GATHERING), "not_yours", "table", None),
        (listed(ALONE, RUNNING), "not_yours", "game_running", None),
        (listed(ALONE, RUNNING, is_given_up=True), "not_yours", "table", None),
        (listed(ALONE, RUNNING, settings={"rated": True}, is_given_up=True), "not_yours", "rated_running", None),
        (listed(ALONE, OVER, settings={"rated": True}), "not_yours", "table", None),
        (listed(ALONE, OVER, day="2000-01-01"), "not_yours", "table", None),
        (listed(TOGETHER, OVER), "name", "name", None),
        (listed(TOGETHER, RUNNING), "not_over", "not_over", None),
        (listed(TOGETHER, GATHERING), "not_yours", "not_over", None),
        (listed((TOGETHER[1],), OVER), "name", "name", None),
    ],
)
def test_a_table_is_deleted_by_who_is_alone_at_it_or_once_it_is_over(
    at: ListedTable, why: str, of_host: str, of_other: str | None
) -> None:
    def said(person: str) -> str | None:
        return lists.hindrance(at, person) or lists.deletable(at, person)

    assert (said(ADA), said(BEN)) == (of_host, why)
    assert said("x" * 64) == "not_yours"
    assert (lists.deletable(at, ADA) is None) == (lists.hindrance(at, ADA) is not None)


def test_the_deal_of_today_stays_until_the_day_is_over() -> None:
    assert lists.hindrance(listed(ALONE, OVER, day=today().isoformat()), ADA) == "of_today"
    assert lists.hindrance(listed(ALONE, OVER, day="9999-12-31"), ADA) == "of_today"


def test_a_table_is_taken_off_the_lists_of_the_only_person_there(connection: Connection) -> None:
    for name, seats in (("alone", ALONE), ("together", TOGETHER)):
        add_table(connection, replace(TABLE, id=name, seats=seats), SEAL, START)
    assert not lists.give_up(connection, "alone", BEN)
    assert not lists.give_up(connection, "together", ADA)
    assert lists.give_up(connection, "alone", ADA)
    rows = connection.execute(select(schema.tables.c.id, schema.tables.c.given_up_at).order_by(schema.tables.c.id))
    assert [tuple(row) for row in rows] == [("alone", NOW), ("together", None)]


def test_tables_go_on_where_a_program_is_to_move_or_time_may_run_out(connection: Connection, clock: Any) -> None:
    programs = (SeatRow("computer", "Planner", player="planner"), SeatRow("computer", "Club", player="club"))
    stood_in = replace(TOGETHER[1], stand_in="left")
    kinds: dict[str, tuple[tuple[SeatRow, ...], int | None, dict[str, Any]]] = {
        "program": (ALONE, 1, {}),
        "person": (ALONE, 0, {}),
        "over": (ALONE, None, {}),
        "stood in": ((TOGETHER[0], stood_in), 1, {}),
        "timed": (TOGETHER, 0, {"timed": True}),
        "programs": (programs, 0, {}),
        "event": (programs, 0, {}),
    }
    for number, (name, (seats, turn, changed)) in enumerate(kinds.items()):
        clock.now += 1
        origin = Origin("tournament", "t", 1, number) if name == "event" else None
        row = replace(TABLE, id=name, seats=seats, origin=origin)
        add_table(connection, row, SEAL, replace(START, turn=turn), replace(GAME, seats=seats))
        if changed:
            connection.execute(update(schema.tables).where(schema.tables.c.id == name).values(**changed))
    every = ["event", "timed", "stood in", "program"]
    assert lists.read_moving_tables(connection) == every
    numbers = {row.table_id: row.id for row in connection.execute(select(schema.games))}
    first, last = numbers["stood in"], numbers["event"]
    assert lists.read_newest_game(connection) == last
    assert lists.read_moving_tables(connection, range(first, last)) == ["timed", "stood in"]
    assert lists.read_moving_tables(connection, range(first + 1, last + 1)) == ["event", "timed"]
    connection.execute(schema.tables.delete())
    assert lists.read_newest_game(connection) == 0


def test_a_clock_without_a_start_runs_from_now(connection: Connection) -> None:
    add_table(connection, TABLE, SEAL, START, GAME)
    connection.execute(update(schema.tables).values(clocks="[5, 7]", clocks_since=None))
    found = lists.read_listed(connection, "t1")
    assert found is not None
    assert found.clocks is not None
    assert (found.clocks.left, found.clocks.since) == ((5, 7), NOW)
    assert (found.is_begun, found.result, found.is_given_up) == (False, None, False)
    assert lists.read_listed(connection, "\0") is None

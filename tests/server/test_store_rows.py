"""What the store reads, finds and removes, asked for directly: tables, clocks, tries of a day, the operators' log."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, and_, func, insert, select, update

from spite_and_malice.play.fair import candidate_secret
from spite_and_malice.server.store import EntrantRow, MoveRow, PairingRow, SeatRow, TableRow
from spite_and_malice.server.store import operators as stored_operators
from spite_and_malice.server.store.accounts import joining
from spite_and_malice.server.store.accounts import people as stored_accounts
from spite_and_malice.server.store.accounts.people import Agent
from spite_and_malice.server.store.admin import (
    SHOWN,
    deeds,
    latest,
    latest_backup,
    latest_deeds,
    note,
    prune,
    since,
)
from spite_and_malice.server.store.admin import tables as admin_tables
from spite_and_malice.server.store.admin.tables import Wanted
from spite_and_malice.server.store.database import schema
from spite_and_malice.server.store.database.schema_tournaments import pairings
from spite_and_malice.server.store.events import days as stored_days
from spite_and_malice.server.store.events import evenings as stored_evenings
from spite_and_malice.server.store.events import tournaments as stored_tournaments
from spite_and_malice.server.store.games import house_rules, lists, objections, ratings, withdrawals
from spite_and_malice.server.store.games import tables as stored_tables
from spite_and_malice.server.store.games.statements import add_table
from spite_and_malice.server.store.people import friends, holidays
from spite_and_malice.server.store.records import Conflict

from .test_store import CLOCKS, GAME, SEAL, START, TABLE
from .test_store_limits import ADA, BEN, DAY, EVENING, NOW, clock, connection, cup, somebody

__all__ = ["clock", "connection"]


@pytest.fixture
def table(connection: Connection) -> TableRow:
    """A table with a game of two actions."""
    moves = [MoveRow(1, 0, "H7h-C1", "m1"), MoveRow(2, 1, "P-C1", "m2")]
    add_table(connection, TABLE, SEAL, replace(START, clocks=CLOCKS), GAME, moves)
    return TABLE


def state_of(connection: Connection, table_id: str = "t1") -> Any:
    return connection.execute(select(schema.tables).where(schema.tables.c.id == table_id)).one()


def test_a_clock_follows_the_wall_once_and_is_known_to_run(connection: Connection, table: TableRow) -> None:
    stored_tables._keep_clocks(connection, {"t1": (CLOCKS.since or 0, 5000)}, NOW)
    assert (state_of(connection).clocks_since, state_of(connection).clocks_seen) == (5000, NOW)
    # Another process had it from before the first did so.
    stored_tables._keep_clocks(connection, {"t1": (CLOCKS.since or 0, 6000), "t2": None}, NOW + 1)
    assert (state_of(connection).clocks_since, state_of(connection).clocks_seen) == (5000, NOW + 1)
    stored_tables._keep_clocks(connection, {"t1": None}, NOW + 2)
    assert (state_of(connection).clocks_since, state_of(connection).clocks_seen) == (5000, NOW + 2)


@pytest.mark.parametrize(
    ("since", "seen", "now", "after"),
    [
        (1000, 2000, 2000 + 90, 1000),
        # All since the clock was last seen is given back.
        (1000, 2000, 2000 + 91, 1000 + 91),
        (3000, 2000, 3000 + 90, 3000),
        (3000, 2000, 3000 + 91, 3000 + 91),
        (3000, None, 3000 + 91, 3000 + 91),
        # The system clock was set back.
        (1000, 2000, 1999, 999),
        (1000, 2000, 2000, 1000),
    ],
)
def test_time_in_which_no_server_ran_does_not_count(
    connection: Connection, table: TableRow, since: int, seen: int | None, now: int, after: int
) -> None:
    connection.execute(update(schema.tables).values(clocks_since=since, clocks_seen=seen))
    stored_tables._discount_downtime(connection, "t1", now, 90)
    assert state_of(connection).clocks_since == after
    assert state_of(connection).clocks_seen == (seen if after == since else now)
    stored_tables._discount_downtime(connection, "none", now, 90)
    connection.execute(update(schema.tables).values(clocks_since=None))
    stored_tables._discount_downtime(connection, "t1", now + 1000, 90)
    assert state_of(connection).clocks_since is None


def test_what_others_wrote_since_is_read(connection: Connection, table: TableRow) -> None:
    assert stored_tables._read_changes(connection, ["t1", "none"]) == {"t1": (0, 2)}
    add_table(connection, replace(TABLE, id="t2"), SEAL, replace(START, game=0, turn=None))
    assert stored_tables._read_changes(connection, ["t2"]) == {"t2": (0, 0)}
    assert stored_tables._read_since(connection, "none", 1, 0, 0) is None
    found = stored_tables._read_since(connection, "t1", 1, 1, 0)
    assert found is not None
    assert ([each.ply for each in found.moves], found.table, found.game) == ([2], None, 1)
    assert found.clocks == CLOCKS
    other = stored_tables._read_since(connection, "t1", 1, 0, 5)
    assert other is not None
    assert ([each.ply for each in other.moves], other.table) == ([1, 2], TABLE)
    # Actions of another game are none of this one.
    earlier = stored_tables._read_since(connection, "t1", 2, 0, 0)
    assert earlier is not None
    assert earlier.moves == ()


def test_tables_are_found_by_what_is_asked_the_latest_first(connection: Connection, clock: Any) -> None:
    summaries = {
        "gathering": replace(START, game=0, turn=None),
        "running": START,
        "finished": replace(START, turn=None, match_over=True),
        "between": replace(START, turn=None),
    }
    for state, summary in summaries.items():
        clock.now += 1
        seats = (SeatRow("person", f"Ada_{state}", person=somebody(len(state))), SeatRow("open", ""))
        add_table(connection, replace(TABLE, id=state, seats=seats, preset=state), SEAL, summary)
    latest_first = list(reversed(summaries))

    def found(wanted: Wanted, limit: int | None = None) -> list[str]:
        return [each.id for each in admin_tables.find(connection, wanted, limit)]

    assert found(Wanted()) == latest_first
    assert found(Wanted(), 2) == latest_first[:2]
    assert [each.state for each in admin_tables.find(connection, Wanted())] == latest_first
    assert admin_tables.find(connection, Wanted(("running",)))[0].seats == ("Ada_running", "–")
    assert found(Wanted(changed_before=NOW + 3)) == ["running", "gathering"]
    assert found(Wanted(preset="between")) == ["between"]
    assert found(Wanted(name="ADA_B")) == ["between"]
    assert found(Wanted(name="ada%")) == []
    assert found(Wanted(person=somebody(len("running")))) == ["between", "running"]
    assert found(Wanted(person=ADA)) == latest_first
    assert admin_tables.ids(connection, Wanted(admin_tables.OVER)) == ["between", "finished"]
    assert admin_tables.count(connection, Wanted()) == dict.fromkeys(summaries, 1)
    # Only what is still wanted goes.
    assert admin_tables.remove(connection, ["running", "between", "none"], Wanted(admin_tables.OVER)) == 1
    assert admin_tables.remove(connection, ["running"]) == 1
    assert found(Wanted()) == ["finished", "gathering"]


def test_a_table_is_closed_once_and_only_with_a_game(connection: Connection, table: TableRow) -> None:
    add_table(connection, replace(TABLE, id="t2"), SEAL, replace(START, game=0, turn=None))
    assert admin_tables.close(connection, "t1")
    assert not admin_tables.close(connection, "t1")
    assert not admin_tables.close(connection, "t2")
    row = state_of(connection)
    assert (row.closed_at, row.turn, row.match_over, row.listed, row.timed) == (NOW, None, True, False, False)
    assert (row.clocks, row.clocks_since, row.changes) == (None, None, 1)
    assert admin_tables.count(connection, Wanted()) == {"closed": 1, "gathering": 1}
    # Only the table that gathers is left alone, and goes when nobody has been there.
    stored_tables._close_abandoned(connection, NOW)
    assert admin_tables.ids(connection, Wanted()) == ["t1", "t2"]
    stored_tables._close_abandoned(connection, NOW + 1)
    assert admin_tables.ids(connection, Wanted()) == ["t1"]


def test_the_last_game_against_a_computer_player_was_won_or_lost(connection: Connection, table: TableRow) -> None:
    def last() -> bool | None:
        return stored_tables._read_last_against(connection, ADA, "planner")

    assert last() is None
    for winners, won in (([0], True), ([1], False), ([], None), ([0, 1], True)):
        connection.execute(update(schema.games).values(result=json.dumps({"winners": winners}), ended_at=NOW))
        assert last() is won
    assert stored_tables._read_last_against(connection, ADA, "greedy") is None
    assert stored_tables._read_last_against(connection, BEN, "planner") is None


def test_one_process_at_a_time_tries_the_deal_of_a_day(connection: Connection, clock: Any) -> None:
    stored_days._begin_tries(connection, "2027-01-15")
    stored_days._begin_tries(connection, "2027-01-15")
    found = stored_days._read_tries(connection, "2027-01-15")
    assert found is not None
    assert (found.candidate, found.tries, found.won, found.table_id) == (0, 0, 0, None)
    stored_days._claim_tries(connection, "2027-01-15", NOW + 10)
    clock.now = NOW + 10
    with pytest.raises(Conflict):
        stored_days._claim_tries(connection, "2027-01-15", NOW + 20)
    clock.now += 1
    stored_days._claim_tries(connection, "2027-01-15", NOW + 20)
    stored_days._note_try(connection, found, False, None)
    with pytest.raises(Conflict):
        stored_days._note_try(connection, found, False, None)
    # Whoever has noted a try claims no more.
    stored_days._claim_tries(connection, "2027-01-15", NOW + 30)
    after = stored_days._read_tries(connection, "2027-01-15")
    assert after == replace(found, tries=1)
    stored_days._pass_candidate_over(connection, after)
    second = stored_days._read_tries(connection, "2027-01-15")
    assert second == replace(found, candidate=1)
    with pytest.raises(Conflict):
        stored_days._pass_candidate_over(connection, after)
    stored_days._note_try(connection, second, True, "t9")
    settled = stored_days._read_tries(connection, "2027-01-15")
    assert settled == replace(second, tries=1, won=1, table_id="t9")
    assert stored_days._read_secret(connection, "2027-01-15") == candidate_secret(found.root, "2027-01-15", 1)
    # What is settled stays.
    stored_days._pass_candidate_over(connection, settled)
    assert stored_days._read_tries(connection, "2027-01-15") == settled
    stored_days._note_try(connection, settled, True, None)
    assert stored_days._read_tries(connection, "2027-01-15") == replace(settled, tries=2, won=2)
    assert stored_days._read_tries(connection, "2027-01-16") is None


def playing(connection: Connection) -> PairingRow:
    """A tournament of four people whose first game has a table."""
    stored_tournaments._add(connection, cup(0))
    people = [EntrantRow(number, f"P{number}", somebody(number), seed=number, board=number) for number in range(1, 5)]
    stored_tournaments._insert(connection, "t0", people)
    row = PairingRow(1, 1, 1, 2, table_id="t1")
    add_table(connection, TABLE, SEAL, replace(START, game=0, turn=None))
    names = [column.name for column in pairings.columns]
    values = {name: getattr(row, name) for name in PairingRow.__dataclass_fields__ if name in names}
    connection.execute(insert(pairings).values(tournament_id="t0", **{**values, "made_at": NOW}))
    return row


def test_a_game_to_which_nobody_came_is_forfeited_unless_it_was_dealt(connection: Connection) -> None:
    row = playing(connection)
    connection.execute(update(schema.tables).values(game=1))
    assert not stored_tournaments._forfeit(connection, "t0", replace(row, outcome="first_forfeit"))
    connection.execute(update(schema.tables).values(game=0))
    assert stored_tournaments._forfeit(connection, "t0", replace(row, outcome="first_forfeit"))
    [over] = connection.execute(select(pairings)).all()
    assert (over.outcome, over.table_id, over.ended_at) == ("first_forfeit", None, NOW)
    assert connection.execute(select(func.count()).select_from(schema.tables)).scalar_one() == 0
    assert not stored_tournaments._forfeit(connection, "t0", replace(row, outcome="second_forfeit"))


def test_others_step_in_for_those_who_did_not_come_unless_it_was_dealt(connection: Connection) -> None:
    row = playing(connection)
    found = stored_tournaments.read(connection, "t0")
    assert found is not None
    one, three = found.entrants[0], found.entrants[2]
    connection.execute(update(schema.tables).values(game=1))
    assert not stored_tournaments._step_in(connection, "t0", row, [(one, three)])
    connection.execute(update(schema.tables).values(game=0))
    assert stored_tournaments._step_in(connection, "t0", row, [(one, three)])
    after = stored_tournaments.read(connection, "t0")
    assert after is not None
    assert [(each.number, each.seed, each.until, each.board) for each in after.entrants if each.number in (1, 3)] == [
        (1, None, 1, 3),
        (3, 1, None, 1),
    ]
    assert after.pairings[0].table_id is None
    assert not stored_tournaments._step_in(connection, "t0", row, [])


def test_friendships_offered_in_both_directions_are_one(connection: Connection, clock: Any) -> None:
    rows = [
        {"person": ADA, "other": BEN, "offered_at": NOW, "accepted_at": None},
        {"person": BEN, "other": ADA, "offered_at": NOW, "accepted_at": None},
        {"person": somebody(1), "other": BEN, "offered_at": NOW, "accepted_at": None},
    ]
    connection.execute(insert(schema.friendships), rows)
    clock.now += 5
    friends._join_directions(connection, ADA)
    left = connection.execute(select(schema.friendships).order_by(schema.friendships.c.person)).all()
    assert [(row.person, row.other, row.accepted_at) for row in left] == [
        (somebody(1), BEN, None),
        (ADA, BEN, NOW + 5),
    ]


def test_the_log_has_what_was_done_and_keeps_the_newest_and_the_last_backup(connection: Connection, clock: Any) -> None:
    for number, (who, what) in enumerate(
        [("root", "backed up"), ("server", "pruned"), ("root", "backed up"), ("root", "closed"), ("server", "erased")]
    ):
        clock.now = NOW + number
        note(connection, who, what, "x" * 300, [f"t{each}" for each in range(1000 + (number == 3))])
    found = latest(connection, 3)
    assert [each.what for each in found] == ["erased", "closed", "backed up"]
    assert [None if each.changed is None else len(each.changed) for each in found] == [1000, None, 1000]
    assert len(found[0].subject) == 200
    assert [each.what for each in latest(connection, 9, "root")] == ["closed", "backed up", "backed up"]
    assert [each.what for each in latest_deeds(connection, 2)] == ["closed", "backed up"]
    assert [each.what for each in since(connection, found[2].number)] == ["closed", "erased"]
    assert latest_backup(connection) == NOW + 2
    prune(connection, NOW + 3)
    assert [each.what for each in latest(connection, 9)] == ["erased", "closed", "backed up"]
    prune(connection, NOW + 99)
    assert [each.what for each in latest(connection, 9)] == ["erased", "backed up"]
    assert (SHOWN, len("y" * 130)) == (12, 130)
    note(connection, "y" * 130, "renamed", "", None)
    assert (len(latest(connection, 1)[0].who), latest(connection, 1)[0].changed) == (120, None)


def test_what_operators_do_is_done_once_and_noted(connection: Connection, clock: Any) -> None:
    deeds.announce(connection, "root", "Soon", NOW + 5, NOW + 10)
    deeds.announce(connection, "root", "Now", NOW, NOW + 6)
    assert [each.text for each in stored_operators.read_announcements(connection)] == ["Now", "Soon"]
    clock.now = NOW + 6
    [soon] = stored_operators.read_announcements(connection)
    assert (soon.text, soon.since, soon.until) == ("Soon", NOW + 5, NOW + 10)
    assert deeds.withdraw(connection, "root", soon.number)
    assert not deeds.withdraw(connection, "root", soon.number)
    for read_only, at in ((True, NOW + 6), (True, NOW + 6), (False, None)):
        deeds.set_read_only(connection, "root", read_only=read_only)
        clock.now += 1
        assert connection.execute(select(schema.instance.c.read_only_since)).scalar_one() == at
    stored_accounts.open_account(connection, ADA, "phone", Agent("Firefox", "Linux"))
    stored_accounts.open_account(connection, BEN, "pad", Agent("Firefox", "Linux"))
    deeds.rename(connection, "root", ADA, "Ada", "ada")
    with pytest.raises(Conflict):
        deeds.rename(connection, "root", BEN, "ADA", "ada")
    deeds.rename(connection, "root", ADA, "ADA", "ada")
    assert deeds.sign_out(connection, "root", ADA) == 1
    assert deeds.sign_out(connection, "root", ADA) == 0
    for may, since_when in ((True, clock.now), (False, None)):
        deeds.let_moderate(connection, "root", BEN, may=may)
        of_ben = select(schema.accounts.c.moderates_since).where(schema.accounts.c.person == BEN)
        assert connection.execute(of_ben).scalar_one() == since_when
    deeds.ask_to_erase(connection, "root", ADA)
    stored_evenings._add(connection, EVENING)
    stored_tournaments._add(connection, cup(0))
    for kind, name in (("evening", "e"), ("tournament", "t0")):
        deeds.end(connection, "root", kind, name)  # type: ignore[arg-type]
        with pytest.raises(Conflict):
            deeds.end(connection, "root", kind, name)  # type: ignore[arg-type]
    over = stored_tournaments.read(connection, "t0")
    assert over is not None
    assert (over.row.state, over.row.ended_at) == ("cancelled", clock.now)
    assert [(each.what, each.subject) for each in reversed(latest(connection, 99))] == [
        ("announced", "Soon"),
        ("announced", "Now"),
        ("announcement withdrawn", "Soon"),
        ("read-only", ""),
        ("read-only", ""),
        ("read-only ended", ""),
        ("person renamed", "a" * 12),
        ("person renamed", "a" * 12),
        ("signed out", "a" * 12),
        ("signed out", "a" * 12),
        ("moderator named", "b" * 12),
        ("moderator dismissed", "b" * 12),
        ("erasure asked for", "a" * 12),
        ("evening ended", "e"),
        ("tournament ended", "t0"),
    ]


def test_a_holiday_is_taken_once_a_month_where_a_clock_runs(connection: Connection, table: TableRow) -> None:
    add_table(connection, replace(TABLE, id="t2"), SEAL, START, GAME)
    assert holidays._taken_at(connection, ADA, "2027-01") is None
    assert holidays._take(connection, ADA, "2027-01", 5 * DAY, ["t1", "t2", "none"]) == 1
    assert holidays._taken_at(connection, ADA, "2027-01") == NOW
    assert json.loads(state_of(connection).clocks) == [CLOCKS.left[0] + 5 * DAY, CLOCKS.left[1]]
    assert (state_of(connection).changes, state_of(connection, "t2").changes) == (1, 0)
    assert latest(connection, 1)[0].changed == ("t1",)
    assert holidays._take(connection, BEN, "2027-01", DAY, ["t1"]) == 0
    holidays._take(connection, BEN, "2027-02", DAY, [])
    holidays.join(connection, BEN, ADA)
    assert holidays.take_along(connection, ADA) == [
        {"month": "2027-01", "taken_at": NOW},
        {"month": "2027-02", "taken_at": NOW},
    ]
    holidays.forget(connection, ADA)
    assert holidays.take_along(connection, ADA) == holidays.take_along(connection, BEN) == []


def seated(connection: Connection, name: str, *people: str | None, game: int = 1, **changes: Any) -> None:
    """Write a table with people at its seats, None for an open one."""
    seats = tuple(SeatRow("open", "") if one is None else SeatRow("person", one[:1], person=one) for one in people)
    summary = replace(START, game=game, turn=None if game == 0 else 0)
    dealt = replace(GAME, seats=seats) if game else None
    add_table(connection, replace(TABLE, id=name, seats=seats, **changes), SEAL, summary, dealt)


def seats_at(connection: Connection, name: str) -> list[tuple[str, str | None, str | None, bool]]:
    table = schema.seats
    rows = connection.execute(select(table).where(table.c.table_id == name).order_by(table.c.seat))
    return [(row.kind, row.person, row.stand_in, row.free) for row in rows]


def test_of_two_seats_of_one_person_one_is_left(connection: Connection) -> None:
    seated(connection, "alone", BEN, somebody(1))
    seated(connection, "waiting", ADA, BEN, game=0)
    seated(connection, "playing", ADA, BEN, host=somebody(1))
    seated(connection, "closed", ADA, BEN)
    connection.execute(update(schema.tables).where(schema.tables.c.id == "closed").values(closed_at=NOW))
    names = ("alone", "waiting", "playing", "closed")
    assert [joining.join_at_table(connection, BEN, ADA, name) for name in (*names, "none")] == [True] * 4 + [False]
    assert seats_at(connection, "alone") == [("person", ADA, None, False), ("person", somebody(1), None, False)]
    assert seats_at(connection, "waiting") == [("person", ADA, None, False), ("open", None, None, False)]
    assert seats_at(connection, "playing") == [("person", ADA, None, False), ("person", None, "left", True)]
    assert seats_at(connection, "closed") == [("person", ADA, None, False), ("person", None, "left", False)]
    for name in names:
        row = state_of(connection, name)
        assert (row.revision, row.changes) == (1, 1)
    assert [state_of(connection, name).host for name in names] == [ADA, ADA, somebody(1), ADA]
    dealt = connection.execute(select(schema.games.c.seats).where(schema.games.c.table_id == "alone")).scalar_one()
    assert [seat["owner"] for seat in json.loads(dealt)] == [ADA, somebody(1)]


def test_of_two_deals_of_a_day_the_first_begun_is_that_of_the_day(connection: Connection, clock: Any) -> None:
    for name, host, day in (("a1", ADA, "2027-01-01"), ("b1", BEN, "2027-01-01"), ("b2", BEN, "2027-01-02")):
        seated(connection, name, host, host=host, day=day)
        clock.now += 1
    seated(connection, "a2", ADA, host=ADA, day="2027-01-02")
    seated(connection, "b3", BEN, host=BEN, day="2027-01-03")
    for name in ("b1", "b2", "b3"):
        joining.join_at_table(connection, BEN, ADA, name)
    assert {name: state_of(connection, name).day for name in ("a1", "a2", "b1", "b2", "b3")} == {
        "a1": "2027-01-01",
        "a2": None,
        "b1": None,
        "b2": "2027-01-02",
        "b3": "2027-01-03",
    }


def test_who_was_asked_to_leave_stays_out_under_the_new_id_unless_they_sit_there(connection: Connection) -> None:
    for name, people, host in (
        ("out", (somebody(1), None), somebody(1)),
        ("in", (ADA, None), somebody(1)),
        ("host", (None,), ADA),
    ):
        seated(connection, name, *people, game=0, host=host)
        kicked = update(schema.tables).where(schema.tables.c.id == name).values(kicked=json.dumps([BEN, somebody(9)]))
        connection.execute(kicked)
        joining.join_at_table(connection, BEN, ADA, name)
    found = {name: json.loads(state_of(connection, name).kicked) for name in ("out", "in", "host")}
    assert found == {"out": [ADA, somebody(9)], "in": [somebody(9)], "host": [somebody(9)]}


def test_house_rules_with_one_name_get_a_number_and_equal_ones_are_kept_once(connection: Connection) -> None:
    def keep(person: str, id_: str, name: str, payoff: int) -> None:
        house_rules._put(connection, person, house_rules.HouseRules(id_, name, "standard", {"payoff": payoff}))

    for name, payoff in (("Same", 1), ("Other", 2), ("other 2", 3)):
        keep(ADA, f"id of {name}", name, payoff)
    for name, payoff in (("same", 1), ("OTHER", 7), ("Own", 8)):
        keep(BEN, "id of Same" if name == "Own" else f"ids of {name}", name, payoff)
    joining._join_house_rules(connection, BEN, ADA)
    assert {each.name: each.rules["payoff"] for each in house_rules._read(connection, ADA)} == {
        "Same": 1,
        "Other": 2,
        "other 2": 3,
        "OTHER 3": 7,
        "Own": 8,
    }
    assert len({each.id for each in house_rules._read(connection, ADA)}) == 5
    assert house_rules._read(connection, BEN) == []


def test_those_who_were_joined_lately_are_looked_for_under_their_old_id(connection: Connection, clock: Any) -> None:
    stored_accounts.open_account(connection, ADA, "phone", Agent("Firefox", "Linux"))
    stored_accounts.add_device(connection, ADA, BEN, Agent("Firefox", "Linux"))
    seated(connection, "t1", BEN, None, host=somebody(1), game=0)
    seated(connection, "t2", None, host=BEN, game=0)

    def left(since: int) -> list[tuple[str, str, list[str]]]:
        return [(old, new, sorted(names)) for old, new, names in joining.left_behind(connection, since)]

    assert left(NOW) == [(BEN, ADA, ["t1", "t2"])]
    assert left(NOW + 1) == []
    clock.now += 5
    stored_accounts.sign_out(connection, ADA, BEN)
    assert left(NOW + 5) == [(BEN, ADA, ["t1", "t2"])]
    assert left(NOW + 6) == []


def test_a_list_has_its_part_of_somebodys_tables_in_its_order(connection: Connection, clock: Any) -> None:
    def write(name: str, turn: int | None = 0, *, over: bool = False, host: str = ADA, **changes: Any) -> None:
        clock.now += 1
        seats = (SeatRow("person", "Ada", person=ADA), SeatRow("person", "Ben", person=BEN))
        row = replace(TABLE, id=name, host=host, seats=seats, **changes)
        add_table(connection, row, SEAL, replace(START, turn=turn, match_over=over), replace(GAME, seats=seats))

    write("mine")
    write("theirs", 1, host=BEN)
    write("practice", practice="t/1/2")
    write("over", None, over=True, kind="patience")
    write("stood in")
    stood_in = and_(schema.seats.c.table_id == "stood in", schema.seats.c.seat == 0)
    connection.execute(update(schema.seats).where(stood_in).values(stand_in="left"))
    write("clocked", 1, settings={"clock": {"kind": "move", "seconds": 60}})
    connection.execute(update(schema.tables).where(schema.tables.c.id == "clocked").values(timed=True))
    write("gone")
    connection.execute(update(schema.tables).where(schema.tables.c.id == "gone").values(given_up_at=NOW))
    write("of others", host=somebody(1))
    connection.execute(update(schema.seats).where(schema.seats.c.table_id == "of others").values(person=somebody(1)))

    def listed(part: Any = "all", limit: int = 200, **more: Any) -> list[str]:
        return [each.table.id for each in lists.read_tables_of(connection, ADA, limit, part, **more)]

    every = ["clocked", "stood in", "over", "practice", "theirs", "mine"]
    assert listed() == every
    assert listed("over") == ["over"]
    assert listed("given_up") == ["gone"]
    assert listed("clocked") == ["clocked"]
    assert sorted(listed("going_on")) == sorted(set(every) - {"over"})
    # The own turns come first and practice last, also in what a limit leaves.
    assert listed("going_on", 1) == ["mine"]
    assert sorted(listed("going_on", 4)) == sorted(["mine", "clocked", "stood in", "theirs"])
    assert listed(limit=2) == every[:2]
    assert listed(kind="patience") == ["over"]
    place = state_of(connection, "over").changed_at
    assert listed(before=(place, "over")) == every[3:]
    assert listed(before=(place, "a")) == every[2:]
    assert lists.read_listed(connection, "none") is None


def test_open_tables_are_those_where_somebody_waited_lately(connection: Connection, clock: Any) -> None:
    kinds: dict[str, dict[str, Any]] = {
        "open": {},
        "later": {},
        "full": {},
        "dealt": {},
        "unlisted": {},
        "given up": {},
    }
    for name in kinds:
        clock.now += 1
        seats = (
            SeatRow("person", "Ada", person=ADA),
            SeatRow("open", "") if name != "full" else SeatRow("person", "B", person=BEN),
        )
        summary = START if name == "dealt" else replace(START, game=0, turn=None)
        add_table(connection, replace(TABLE, id=name, seats=seats), SEAL, summary)
        listed = {"listed": name != "unlisted", "given_up_at": NOW if name == "given up" else None}
        connection.execute(update(schema.tables).where(schema.tables.c.id == name).values(**listed))

    def found(since_when: int, limit: int = 100) -> list[str]:
        return [each.table.id for each in lists.read_open_tables(connection, since_when, limit)]

    assert found(NOW) == ["later", "open"]
    assert found(NOW + 2) == ["later"]
    assert found(NOW + 3) == []
    assert found(NOW, 1) == ["later"]


def test_a_puzzle_that_was_right_after_all_gives_back_what_it_cost_and_is_withdrawn(
    connection: Connection, clock: Any
) -> None:
    def missed(person: str, puzzle: str, at: int, mu: float, sigma: float, outcome: int = 0) -> None:
        row = {"person": person, "puzzle": puzzle, "outcome": outcome, "at": at, "mu": mu, "sigma": sigma}
        connection.execute(insert(schema.puzzle_results).values(**row))

    for person in (ADA, BEN, somebody(1)):
        connection.execute(insert(schema.puzzle_people).values(person=person, mu=20.0, sigma=5.0, tried=3))
    missed(ADA, "before", 1, 26.0, 7.0, 2)
    missed(ADA, "p1", 2, 24.0, 6.0)
    missed(ADA, "after", 3, 22.0, 5.0)
    # Two people were joined between, and one has lost nothing by it.
    missed(BEN, "before", 1, 26.0, 5.0, 2)
    missed(BEN, "p1", 2, 24.0, 6.0)
    missed(somebody(1), "p1", 2, 26.0, 5.0)
    number = objections.add(connection, objections.Objection(ADA, "p1", {}, ["P-C1"], "win", "missed"))
    alike = objections.add(connection, objections.Objection(BEN, "p1", {}, ["P-C1"], "win", "missed"))
    other = objections.add(connection, objections.Objection(somebody(1), "p1", {}, ["H7h-C1"], "win", "missed"))
    for _ in range(2):
        withdrawals.uphold(connection, number, "n" * 300)
        clock.now += 1
    assert withdrawals.read(connection) == {"p1": NOW}
    results = schema.puzzle_results
    skills = connection.execute(select(results.c.mu).where(results.c.person == ADA).order_by(results.c.at)).scalars()
    assert list(skills) == [26.0, 26.0, 24.0]
    own = {row.person: row.mu for row in connection.execute(select(schema.puzzle_people))}
    assert own == {ADA: 22.0, BEN: 20.0, somebody(1): 20.0}
    table = schema.puzzle_objections
    rows = {row.id: row for row in connection.execute(select(table))}
    assert [(rows[each].upheld, rows[each].resolved_at) for each in (number, alike, other)] == [
        (True, NOW),
        (True, NOW),
        (False, None),
    ]
    assert (len(rows[number].note), rows[number].points > 0, rows[alike].points) == (200, True, 0)
    outcomes = {row.person: row.outcome for row in connection.execute(select(results).where(results.c.puzzle == "p1"))}
    assert outcomes == {ADA: 2, BEN: 2, somebody(1): 0}
    assert [each.number for each in withdrawals._lately_upheld(connection, ADA)] == [number]
    assert withdrawals.readmit(connection, "p1")
    assert not withdrawals.readmit(connection, "p1")


def test_two_have_met_in_the_games_that_both_were_rated_in_since_a_time(connection: Connection) -> None:
    for person in (ADA, BEN, somebody(1)):
        connection.execute(insert(schema.accounts).values(person=person, made_at=NOW))
    for person, table_id, number, ended_at in (
        (ADA, "t1", 1, NOW),
        (BEN, "t1", 1, NOW),
        (ADA, "t1", 2, NOW),
        (BEN, "t2", 1, NOW),
        (ADA, "t3", 1, NOW - 1),
        (BEN, "t3", 1, NOW - 1),
        (somebody(1), "t1", 1, NOW),
    ):
        row = {"person": person, "table_id": table_id, "number": number, "family": "classic", "ended_at": ended_at}
        connection.execute(insert(schema.rating_changes).values(**row, mu=25.0, sigma=8.0, games=1))
    assert ratings._met(connection, {ADA, BEN}, NOW) == {(ADA, BEN): 1, (BEN, ADA): 1}
    assert ratings._met(connection, {ADA, BEN}, NOW - 1) == {(ADA, BEN): 2, (BEN, ADA): 2}
    assert ratings._met(connection, {ADA}, NOW - 1) == {}

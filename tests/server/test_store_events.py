"""How many clubs, evenings and tournaments there may be, with how many people, and how long: at the exact bounds."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, update

from spite_and_malice.server.store import EntrantRow
from spite_and_malice.server.store.database.schema_evenings import (
    club_kept_out,
    club_members,
    club_messages,
    evening_guests,
    evening_replies,
    evening_seats,
    evening_tables,
    evenings,
)
from spite_and_malice.server.store.database.schema_tournaments import tournament_lines, tournaments
from spite_and_malice.server.store.events import clubs as stored_clubs
from spite_and_malice.server.store.events import evening_people
from spite_and_malice.server.store.events import evenings as stored_evenings
from spite_and_malice.server.store.events import tournaments as stored_tournaments
from spite_and_malice.server.store.records import Conflict

from .test_store_limits import (
    ADA,
    BEN,
    CLUB,
    DAY,
    EVENING,
    HOUR,
    MINUTE,
    NOW,
    clock,
    connection,
    count,
    cup,
    refused_from,
    somebody,
)

__all__ = ["clock", "connection"]


def test_a_person_keeps_ten_clubs(connection: Connection) -> None:
    def found(number: int) -> None:
        stored_clubs._found(connection, replace(CLUB, id=f"c{number}", name=f"Club {10 - number:02}"), "Ada", None)

    refused_from(10, found)
    assert [each.club.id for each in stored_clubs._read_of(connection, ADA)] == [f"c{n}" for n in reversed(range(10))]
    assert stored_clubs._read_named(connection, "CLUB 03") == ["c7"]


def test_a_club_has_three_hundred_members_and_a_hundred_requests(connection: Connection) -> None:
    stored_clubs._found(connection, CLUB, "Ada", None)
    rows = [
        {"club_id": "c", "person": somebody(number), "name": f"{number}", "head": None, "joined_at": NOW}
        for number in range(298)
    ]
    connection.execute(insert(club_members), rows)
    stored_clubs._join(connection, "c", BEN, "Ben", None)
    with pytest.raises(Conflict):
        stored_clubs._join(connection, "c", somebody(300), "One more", None)
    # A member may still change their name.
    stored_clubs._join(connection, "c", BEN, "Benjamin", None)
    refused_from(100, lambda number: stored_clubs._ask(connection, "c", somebody(1000 + number), "Eve", None))


def test_a_club_hears_five_messages_a_day_and_keeps_twenty(connection: Connection, clock: SimpleNamespace) -> None:
    stored_clubs._found(connection, CLUB, "Ada", None)
    for day in range(5):
        clock.now = NOW + day * DAY + day
        for number in range(5):
            clock.now += 1
            stored_clubs._write(connection, "c", ADA, "Ada", f"{day}/{number}")
        with pytest.raises(Conflict):
            stored_clubs._write(connection, "c", ADA, "Ada", "more")
    at = stored_clubs.read_club(connection, "c")
    assert at is not None
    newest = [f"{day}/{number}" for day in (4, 3, 2, 1) for number in (4, 3, 2, 1, 0)]
    assert [each.text for each in at.messages] == newest
    assert count(connection, club_messages) == 20


def test_a_club_keeps_three_hundred_out_and_then_forgets_the_first(
    connection: Connection, clock: SimpleNamespace
) -> None:
    stored_clubs._found(connection, CLUB, "Ada", None)
    rows = [
        {"club_id": "c", "person": somebody(number), "name": "Eve", "head": None, "since": NOW + number}
        for number in range(299)
    ]
    connection.execute(insert(club_kept_out), rows)
    clock.now = NOW + 1000
    before = stored_clubs.read_club(connection, "c")
    for number in (500, 501):
        stored_clubs._join(connection, "c", somebody(number), "Eve", None)
        stored_clubs._take_out(connection, "c", somebody(number))
        clock.now += 1
    at = stored_clubs.read_club(connection, "c")
    assert before is not None
    assert at is not None
    assert [each.person for each in at.kept_out] == [somebody(number) for number in (*range(1, 299), 500, 501)]
    assert at.club.code != before.club.code
    stored_clubs._pardon(connection, "c", somebody(501))
    stored_clubs._join(connection, "c", somebody(501), "Eve", None)


def test_a_person_begins_twenty_evenings_a_day(connection: Connection, clock: SimpleNamespace) -> None:
    def add(number: int) -> None:
        stored_evenings._add(connection, replace(EVENING, id=f"e{number}"))

    refused_from(20, add)
    clock.now += DAY
    with pytest.raises(Conflict):
        add(20)
    clock.now += 1
    add(20)


def test_an_evening_has_a_hundred_guests_and_three_hundred_answers(connection: Connection) -> None:
    stored_evenings._add(connection, EVENING)
    refused_from(100, lambda number: stored_evenings._enter(connection, "e", somebody(number), f"{number}", None, ""))
    assert stored_evenings._enter(connection, "e", somebody(41), "Ada", None, "") == 42
    rows = [
        {"evening_id": "e", "person": somebody(number), "reply": "yes", "name": "", "replied_at": NOW}
        for number in range(299)
    ]
    connection.execute(insert(evening_replies), rows)
    stored_evenings._reply(connection, "e", BEN, "perhaps", "Ben")
    with pytest.raises(Conflict):
        stored_evenings._reply(connection, "e", ADA, "yes", "Ada")
    stored_evenings._reply(connection, "e", BEN, "no")
    at = stored_evenings.read_evening(connection, "e")
    assert at is not None
    own = at.reply_of(BEN)
    assert (own and own.reply, own and own.name) == ("no", "Ben")


def test_two_changes_of_an_evening_never_have_the_same_time(connection: Connection, clock: SimpleNamespace) -> None:
    stored_evenings._add(connection, EVENING)
    stored_evenings.touch(connection, "e")
    assert stored_evenings._read_changed_at(connection, "e") == NOW + 1
    stored_evenings.touch(connection, "e")
    assert stored_evenings._read_changed_at(connection, "e") == NOW + 2
    clock.now += 10
    stored_evenings.touch(connection, "e")
    assert stored_evenings._read_changed_at(connection, "e") == NOW + 10


def test_an_evening_without_a_round_goes_after_thirty_days(connection: Connection, clock: SimpleNamespace) -> None:
    planned = {"planned": NOW + DAY, "unplanned": None, "played": None}
    for name, starts_at in planned.items():
        stored_evenings._add(connection, replace(EVENING, id=name, starts_at=starts_at))
    connection.execute(update(evenings).where(evenings.c.id == "played").values(round=1))

    def left(before: int | None = None) -> set[str]:
        stored_evenings._sweep(connection, before)
        return set(connection.execute(select(evenings.c.id)).scalars())

    clock.now = NOW + 30 * DAY
    assert left() == set(planned)
    clock.now += 1
    assert left() == {"planned", "played"}
    clock.now = NOW + 31 * DAY
    assert left() == {"planned", "played"}
    clock.now += 1
    assert left() == {"played"}
    assert left(NOW) == {"played"}
    assert left(NOW + 1) == set()


def test_ten_planned_evenings_are_listed_the_next_first(connection: Connection, clock: SimpleNamespace) -> None:
    for number in range(12):
        stored_evenings._add(connection, replace(EVENING, id=f"e{number:02}", starts_at=NOW + (12 - number) * HOUR))
    assert [each.evening.id for each in stored_evenings._planned(connection, ADA)] == [
        f"e{number:02}" for number in reversed(range(2, 12))
    ]
    # One that began a day ago is over, and one that was called off is seen until the day ends.
    clock.now = NOW + DAY + 3 * HOUR
    assert next(each.evening.id for each in stored_evenings._planned(connection, ADA)) == "e08"
    stored_evenings._reply(connection, "e08", BEN, "no", "Ben")
    stored_evenings._reply(connection, "e07", BEN, "perhaps", "Ben")
    assert [each.evening.id for each in stored_evenings._planned(connection, BEN)] == ["e07"]


def test_two_hundred_evenings_of_a_person_are_listed_the_latest_first(connection: Connection) -> None:
    stored_evenings._add(connection, EVENING)
    connection.execute(update(evenings).values(created_at=NOW + 300))
    [row] = connection.execute(select(evenings)).mappings()
    connection.execute(
        insert(evenings),
        [{**row, "id": f"e{number:03}", "created_at": NOW + number} for number in range(200)],
    )
    assert stored_evenings.read_ids_of(connection, ADA) == [
        "e",
        *(f"e{number:03}" for number in reversed(range(1, 200))),
    ]


def test_a_person_has_five_open_tournaments_and_one_with_computer_players(connection: Connection) -> None:
    stored_tournaments._add(connection, cup(0, fill=4))
    with pytest.raises(stored_tournaments.TooFull):
        stored_tournaments._add(connection, cup(1, fill=4))
    refused_from(5, lambda number: stored_tournaments._add(connection, cup(number)), start=1)
    stored_tournaments.finish(connection, "t0", "cancelled")
    stored_tournaments._add(connection, cup(6, fill=4))
    listed = stored_tournaments._read_list(connection, BEN, 3)
    assert [each.row.id for each in listed] == ["t1", "t2", "t3"]


def test_a_thousand_take_part_unless_fewer_may(connection: Connection) -> None:
    stored_tournaments._add(connection, cup(0))
    stored_tournaments._insert(
        connection, "t0", [EntrantRow(number, f"{number}", somebody(number)) for number in range(1, 1000)]
    )
    assert stored_tournaments._join(connection, "t0", EntrantRow(0, "Ada", ADA)).number == 1000
    with pytest.raises(Conflict):
        stored_tournaments._join(connection, "t0", EntrantRow(0, "Ben", BEN))
    # Who takes part already is who they are.
    assert stored_tournaments._join(connection, "t0", EntrantRow(0, "Ada", ADA)).number == 1000


def test_five_lines_a_minute_are_said_at_a_tournament_and_a_hundred_kept(
    connection: Connection, clock: SimpleNamespace
) -> None:
    stored_tournaments._add(connection, cup(0))

    def say(number: int) -> None:
        clock.now += 1
        stored_tournaments._say(connection, "t0", ADA, "Ada", f"{number}")

    refused_from(5, say)
    stored_tournaments._say(connection, "t0", BEN, "Ben", "hello")
    clock.now = NOW + 1 + MINUTE - 1
    with pytest.raises(Conflict):
        stored_tournaments._say(connection, "t0", ADA, "Ada", "more")
    clock.now = NOW + 1 + MINUTE
    stored_tournaments._say(connection, "t0", ADA, "Ada", "more")
    for number in range(100):
        clock.now += MINUTE
        stored_tournaments._say(connection, "t0", ADA, "Ada", f"{number}")
    assert [each.text for each in stored_tournaments.read_lines(connection, "t0")] == [f"{n}" for n in range(100)]
    assert count(connection, tournament_lines) == 100


def test_a_tournament_that_did_not_begin_goes_after_thirty_days(connection: Connection, clock: SimpleNamespace) -> None:
    for number in range(3):
        stored_tournaments._add(connection, replace(cup(number), starts_at=NOW + DAY if number == 1 else None))
    connection.execute(
        update(tournaments).where(tournaments.c.id == "t2").values(started_at=NOW, state="over", ended_at=NOW)
    )

    def left(before: int | None = None) -> set[str]:
        stored_tournaments._sweep(connection, before)
        return set(connection.execute(select(tournaments.c.id)).scalars())

    clock.now = NOW + 30 * DAY
    assert left(NOW) == {"t0", "t1", "t2"}
    clock.now += 1
    assert left() == {"t1", "t2"}
    clock.now += DAY
    assert left(NOW + 1) == set()


def test_the_host_who_is_away_is_followed_by_the_first_who_joined(
    connection: Connection, clock: SimpleNamespace
) -> None:
    stored_tournaments._add(connection, cup(0))
    clock.now += 10
    assert not stored_tournaments.follow_host(connection, "t0", ADA, clock.now)
    for person in (ADA, BEN, somebody(1)):
        stored_tournaments._join(connection, "t0", EntrantRow(0, "Somebody", person))
    assert not stored_tournaments.follow_host(connection, "t0", ADA, NOW)
    assert not stored_tournaments.follow_host(connection, "t0", BEN, clock.now)
    assert stored_tournaments.follow_host(connection, "t0", ADA, clock.now)
    assert [each.host for each in stored_tournaments._read_gathering(connection)] == [BEN]


def test_a_season_begins_once_and_the_one_before_is_kept(connection: Connection, clock: SimpleNamespace) -> None:
    stored_clubs._found(connection, CLUB, "Ada", None)
    clock.now += DAY
    for _ in range(2):
        stored_clubs._begin_season(connection, "c", 1)
    at = stored_clubs.read_club(connection, "c")
    assert at is not None
    assert [(each.number, each.since, each.until) for each in at.seasons] == [(2, NOW + DAY, None), (1, NOW, NOW + DAY)]


def test_who_left_an_evening_comes_back_and_who_was_asked_to_go_does_not(connection: Connection) -> None:
    stored_evenings._add(connection, EVENING)
    assert stored_evenings._enter(connection, "e", BEN, "Ben", None, "") == 1

    def state() -> str:
        found: Any = connection.execute(select(evening_guests.c.state)).scalar_one()
        return str(found)

    for before, after in (("left", "waiting"), ("paused", "paused"), ("ready", "ready")):
        stored_evenings._write_guest(connection, "e", 1, state=before)
        assert stored_evenings._enter(connection, "e", BEN, "Benjamin", None, "Reds") == 1
        assert state() == after
    stored_evenings._write_guest(connection, "e", 1, state="out")
    with pytest.raises(Conflict):
        stored_evenings._enter(connection, "e", BEN, "Ben", None, "")


def test_who_was_taken_out_of_a_club_cannot_ask_to_join_and_others_can(connection: Connection) -> None:
    stored_clubs._found(connection, CLUB, "Ada", None)
    stored_clubs._join(connection, "c", BEN, "Ben", None)
    stored_clubs._take_out(connection, "c", BEN)
    with pytest.raises(stored_clubs.KeptOut):
        stored_clubs._ask(connection, "c", BEN, "Ben", None)
    for _ in range(2):
        stored_clubs._ask(connection, "c", somebody(1), "Cleo", None)
    at = stored_clubs.read_club(connection, "c")
    assert at is not None
    assert [each.person for each in at.requests] == [somebody(1)]
    stored_clubs._decline(connection, "c", somebody(1))
    after = stored_clubs.read_club(connection, "c")
    assert after is not None
    assert after.requests == ()


def test_who_is_erased_is_followed_by_the_first_who_is_there_or_said_yes(
    connection: Connection, clock: SimpleNamespace
) -> None:
    for name in ("there", "said", "nobody"):
        stored_evenings._add(connection, replace(EVENING, id=name), "Ada")
    for person in (somebody(2), somebody(1)):
        stored_evenings._enter(connection, "there", person, "Somebody", None, "")
    for person, reply in ((somebody(3), "no"), (somebody(5), "yes"), (somebody(4), "yes")):
        clock.now += 1
        stored_evenings._reply(connection, "said", person, reply, "Somebody")  # type: ignore[arg-type]
    evening_people.forget(connection, ADA)
    hosts = {row.id: row.host for row in connection.execute(select(evenings.c.id, evenings.c.host))}
    assert hosts == {"there": somebody(2), "said": somebody(5)}


def test_a_club_goes_to_the_eldest_officer_else_the_longest_member_and_ends_with_the_last(
    connection: Connection, clock: SimpleNamespace
) -> None:
    stored_clubs._found(connection, CLUB, "Ada", None)
    for number in (3, 1, 2):
        clock.now += 1
        stored_clubs._join(connection, "c", somebody(number), f"P{number}", None)
    stored_clubs._set_role(connection, "c", somebody(2), "officer")

    def keeper() -> str | None:
        at = stored_clubs.read_club(connection, "c")
        return None if at is None else at.club.keeper

    # Who did not keep it leaves it to its keeper.
    evening_people.leave_club(connection, "c", somebody(1))
    assert keeper() == ADA
    for gone, following in ((ADA, somebody(2)), (somebody(2), somebody(3)), (somebody(3), None)):
        evening_people.leave_club(connection, "c", gone)
        assert keeper() == following


def test_two_guests_at_one_evening_become_one_with_the_games_of_both(connection: Connection) -> None:
    for name in ("both", "bens", "later"):
        stored_evenings._add(connection, replace(EVENING, id=name, host=BEN))
        if name != "bens":
            stored_evenings._enter(connection, name, ADA, "Ada", None, "")
        stored_evenings._enter(connection, name, BEN, "Ben", None, "")
        stored_evenings._reply(connection, name, BEN, "yes", "Ben")
    connection.execute(insert(evening_tables).values(evening_id="both", round=1, number=1, table_id="t"))
    seat = {"evening_id": "both", "round": 1, "number": 1, "seat": 0, "guest": 2, "points": 7, "won": True}
    connection.execute(insert(evening_seats).values(**seat))
    stored_evenings._reply(connection, "later", ADA, "no", "Ada")
    stored_clubs._found(connection, replace(CLUB, keeper=BEN), "Ben", None)
    stored_clubs._write(connection, "c", BEN, "Ben", "hello")
    evening_people.join(connection, BEN, ADA)
    rows = connection.execute(select(evening_guests).order_by(evening_guests.c.evening_id)).all()
    assert [(row.evening_id, row.person, row.name) for row in rows] == [
        ("bens", ADA, "Ben"),
        ("both", ADA, "Ada"),
        ("later", ADA, "Ada"),
    ]
    replies = connection.execute(select(evening_replies).order_by(evening_replies.c.evening_id)).all()
    assert [(row.evening_id, row.person, row.reply) for row in replies] == [
        ("bens", ADA, "yes"),
        ("both", ADA, "yes"),
        ("later", ADA, "no"),
    ]
    at = stored_clubs.read_club(connection, "c")
    assert at is not None
    assert (at.club.keeper, at.messages[0].person, [each.person for each in at.members]) == (ADA, ADA, [ADA])
    taken = evening_people.take(connection, ADA)
    assert [each["id"] for each in taken["hosted"]] == ["both", "bens", "later"]
    games = {each["id"]: each["games"] for each in taken["evenings"]}
    assert games == {
        "both": [{"round": 1, "table": 1, "points": 7, "won": True, "stand_in": 0}],
        "bens": [],
        "later": [],
    }
    assert [(each["id"], each["kept_by_you"], each["role"]) for each in taken["clubs"]] == [("c", True, "member")]
    assert evening_people.take(connection, BEN)["evenings"] == []


def test_a_club_lists_its_evenings_and_those_with_a_game_from_a_time_on(connection: Connection) -> None:
    stored_clubs._found(connection, CLUB, "Ada", None)
    for name, starts_at in (("early", NOW - 1), ("exact", NOW), ("late", NOW + 1), ("played", NOW - DAY)):
        stored_evenings._add(connection, replace(EVENING, id=name, club_id=CLUB.id, starts_at=starts_at))
    connection.execute(update(evenings).values(is_over=True))
    row = {"evening_id": "played", "round": 1, "number": 1}

    def listed(since: int, until: int | None = None) -> list[str]:
        return [each.evening.id for each in stored_clubs._evenings(connection, CLUB.id, since, until)]

    assert listed(NOW) == ["late", "exact"]
    assert listed(NOW - 1) == ["late", "exact", "early"]
    connection.execute(insert(evening_tables).values(**row, table_id="t", ended_at=NOW))
    connection.execute(insert(evening_seats).values(**row, seat=0))
    assert listed(NOW) == ["late", "exact", "played"]
    assert listed(NOW + 1) == ["late"]
    assert listed(NOW, NOW + 1) == ["played"]
    assert listed(NOW, NOW) == listed(NOW + 1, NOW + 2) == []
    connection.execute(update(evenings).where(evenings.c.id == "early").values(is_over=False))
    assert listed(NOW + 1) == ["late", "early"]

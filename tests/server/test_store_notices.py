"""Turns, letters and friends at tables as they are due for a notice, and who knows whom: for whom, and how long."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, and_, insert, update

from spite_and_malice.server.store import DueTurn, MoveRow, SeatRow, TableRow
from spite_and_malice.server.store.accounts import people as stored_accounts
from spite_and_malice.server.store.accounts.people import Agent
from spite_and_malice.server.store.database import schema
from spite_and_malice.server.store.database.schema_evenings import evenings
from spite_and_malice.server.store.events import clubs as stored_clubs
from spite_and_malice.server.store.events import evenings as stored_evenings
from spite_and_malice.server.store.games.statements import add_table
from spite_and_malice.server.store.people import due_notices, friends, letters, mails, notices
from spite_and_malice.server.store.people.mails import DueMail, MailRow
from spite_and_malice.server.store.records import Conflict

from .test_store import GAME, SEAL, START, TABLE
from .test_store_limits import ADA, BEN, CLUB, DAY, EVENING, MINUTE, NOW, clock, connection, somebody

__all__ = ["clock", "connection"]

CLEO, DAN = somebody(3), somebody(4)
TOGETHER = (SeatRow("person", "Ada", person=ADA), SeatRow("person", "Ben", person=BEN))


@pytest.fixture(autouse=True)
def _subscribed(connection: Connection) -> None:
    """Ada, Ben and Cleo get notices."""
    for person in (ADA, BEN, CLEO):
        device = notices.Device(person, person[:8], f"https://push.example/{person[:8]}", "public", "secret", "en")
        notices._put_device(connection, device)


def table(connection: Connection, name: str = "t1", seats: tuple[SeatRow, ...] = TOGETHER, **summary: Any) -> None:
    row: TableRow = replace(TABLE, id=name, seats=seats, settings={"away_seconds": 60})
    moves = [MoveRow(1, 1, "H7h-C1", "m1"), MoveRow(2, 1, "P-C1", "m2"), MoveRow(3, 0, "P-C1", "m3")]
    dealt = () if summary.get("game") == 0 else (replace(GAME, seats=seats), moves)
    add_table(connection, row, SEAL, replace(START, **summary), *dealt)


def change(connection: Connection, name: str = "t1", /, **values: Any) -> None:
    connection.execute(update(schema.tables).where(schema.tables.c.id == name).values(**values))


def seat(connection: Connection, number: int, **values: Any) -> None:
    at = and_(schema.seats.c.table_id == "t1", schema.seats.c.seat == number)
    connection.execute(update(schema.seats).where(at).values(**values))


def test_a_turn_among_people_is_due_for_two_weeks(connection: Connection, clock: SimpleNamespace) -> None:
    table(connection)
    # It began after the last action of another seat.
    due = DueTurn(ADA, "t1", "Standard", 1, 2, {"away_seconds": 60}, ("Ben",))
    assert due_notices.read_due_turns(connection) == [due]
    assert (due_notices.read_due_turns(connection, ADA), due_notices.read_due_turns(connection, BEN)) == ([due], [])
    clock.now = NOW + 14 * DAY
    assert due_notices.read_due_turns(connection) == [due]
    clock.now += 1
    assert due_notices.read_due_turns(connection) == []
    clock.now = NOW
    for name, value, before in (("closed_at", NOW, None), ("given_up_at", NOW, None), ("turn", None, 0)):
        change(connection, **{name: value})
        assert due_notices.read_due_turns(connection) == []
        change(connection, **{name: before})
    seat(connection, 0, stand_in="left")
    assert due_notices.read_due_turns(connection) == []
    seat(connection, 0, stand_in=None)
    change(connection, clocks="[500, 700]", clocks_since=NOW)
    seat(connection, 1, stand_in="clock")
    assert due_notices.read_due_turns(connection) == [replace(due, deadline=NOW + 500, gone=("Ben",))]
    seat(connection, 1, stand_in="left")
    assert due_notices.read_due_turns(connection) == [replace(due, deadline=NOW + 500)]
    change(connection, turn=1)
    seat(connection, 1, stand_in=None)
    assert due_notices.read_due_turns(connection) == [
        replace(due, person=BEN, ply=3, others=("Ada",), deadline=NOW + 700)
    ]
    # Nobody waits where a person is alone, or has both seats.
    for person in (None, BEN):
        seat(connection, 0, person=person)
        assert due_notices.read_due_turns(connection) == []


def test_turns_are_due_in_the_order_in_which_they_came(connection: Connection, clock: SimpleNamespace) -> None:
    for name in ("b", "c", "a"):
        table(connection, name)
        clock.now += 1
    change(connection, "c", changed_at=NOW + 2)
    three = (*TOGETHER, SeatRow("computer", "Planner", player="planner"), SeatRow("person", "Cleo", person=CLEO))
    table(connection, "d", three)
    found = due_notices.read_due_turns(connection)
    assert [(each.table_id, each.others) for each in found] == [
        ("b", ("Ben",)),
        ("a", ("Ben",)),
        ("c", ("Ben",)),
        ("d", ("Ben", "Cleo")),
    ]


def test_a_turn_is_mailed_once_and_reminded_of_once(connection: Connection) -> None:
    table(connection)
    mails._put(connection, MailRow("t1", ADA, "ada@example.org", "en", "stop"))
    connection.execute(update(schema.mail_consents).values(confirmed_at=NOW))

    def due() -> DueMail:
        [mail] = mails._due(connection)
        return mail

    # Two turns, as a turn before has been mailed and reminded of when the next one comes.
    for ply in (2, 4):
        for reminds in (False, True):
            mail = due()
            assert (mail.reminds, mail.turn) == (reminds, f"1/{ply}")
            mails._claim(connection, mail)
            with pytest.raises(Conflict):
                mails._claim(connection, mail)
            mails._give_back(connection, mail)
            assert due() == mail
            mails._claim(connection, mail)
        assert mails._due(connection) == []
        connection.execute(update(schema.moves).where(schema.moves.c.ply == 3).values(ply=4, seat=1))


def test_a_letter_is_news_for_two_days_and_waits_for_thirty(connection: Connection, clock: SimpleNamespace) -> None:
    letters._send(connection, BEN, ADA, text="hello")

    def due(person: str | None = None) -> list[tuple[str, str, str | None]]:
        return [
            (each.person, each.sender, each.table_name) for each in due_notices.read_due_letters(connection, person)
        ]

    assert due() == due(ADA) == [(ADA, "", None)]
    assert due(BEN) == []
    friends._put_profile(connection, BEN, "Ben", None, "code", None)
    clock.now = NOW + 2 * DAY
    assert due() == [(ADA, "Ben", None)]
    stored_accounts.open_account(connection, BEN, "d", Agent("", ""))
    connection.execute(update(schema.accounts).values(name="Benjamin"))
    clock.now += 1
    assert (due(), due(ADA)) == ([], [(ADA, "Benjamin", None)])
    clock.now = NOW + 30 * DAY
    assert due(ADA) == [(ADA, "Benjamin", None)]
    clock.now += 1
    assert due(ADA) == []
    clock.now = NOW
    friends._avoid(connection, BEN, ADA, "mute")
    friends._avoid(connection, ADA, CLEO, "mute")
    assert len(due()) == 1
    friends._avoid(connection, ADA, BEN, "mute")
    assert due() == []


def test_an_invitation_is_due_until_the_game_is_dealt_or_the_evening_is_over(connection: Connection) -> None:
    table(connection, game=0, turn=None)
    stored_evenings._add(connection, replace(EVENING, host=DAN))
    letters._send(connection, BEN, ADA, table_id="t1")
    letters._send(connection, BEN, ADA, evening_id="e")

    found = {
        (each.table_id, each.table_name, each.evening_id, each.evening_name)
        for each in due_notices.read_due_letters(connection)
    }
    assert found == {("t1", "Standard", None, None), (None, None, "e", "Us")}
    waiting = letters.read_waiting(connection, ADA)
    assert {(each.table_id, each.evening_name) for each in waiting} == {("t1", None), (None, "Us")}
    change(connection, game=1)
    assert [each.evening_id for each in due_notices.read_due_letters(connection)] == ["e"]
    connection.execute(update(evenings).values(is_over=True))
    assert due_notices.read_due_letters(connection) == []
    assert letters.read_waiting(connection, ADA) == []


def test_a_friend_at_a_table_is_due_while_both_let_it_be_seen(connection: Connection, clock: SimpleNamespace) -> None:
    friends._befriend(connection, ADA, BEN)
    for person, name in ((ADA, "Ada"), (BEN, "Ben")):
        friends._put_profile(connection, person, name, None, name, "friends")
    table(connection, seats=(TOGETHER[1], SeatRow("person", "Dan", person=DAN)))

    def due() -> list[tuple[str, str]]:
        return [(each.person, each.name) for each in due_notices.read_due_friends(connection)]

    friends.note_seen(connection, BEN)
    # So far only one has said that they are friends.
    assert due() == []
    friends._befriend(connection, BEN, ADA)
    assert due() == [(ADA, "Ben")]
    clock.now = NOW + 90_000 - 1
    assert due() == [(ADA, "Ben")]
    clock.now += 1
    assert due() == []
    clock.now = NOW + 5 * MINUTE - 1
    friends.note_seen(connection, BEN)
    assert due() == [(ADA, "Ben")]
    clock.now += 1
    assert due() == []
    clock.now = NOW
    for name, value in (("closed_at", NOW), ("given_up_at", NOW), ("practice", "t/1/2")):
        change(connection, **{name: value})
        assert due() == []
        change(connection, **{name: None})
    seat(connection, 0, stand_in="left")
    assert due() == []
    seat(connection, 0, stand_in=None)
    friends._avoid(connection, BEN, ADA, "mute")
    assert due() == [(ADA, "Ben")]
    friends._avoid(connection, ADA, BEN, "mute")
    assert due() == []
    friends._avoid(connection, ADA, BEN, None)
    # Whoever sits at the same table sees it anyway.
    seat(connection, 1, person=ADA)
    assert due() == []
    seat(connection, 1, person=DAN)
    friends._put_profile(connection, BEN, "Ben", None, "", "nobody")
    connection.execute(update(schema.profiles).values(seen_at=NOW))
    assert due() == []


def known(connection: Connection, person: str = ADA) -> dict[str, tuple[str, str, str | None, bool]]:
    """Return the name, friendship, avoidance and presence of those whom somebody knows."""
    found = friends.read_known(connection, person)
    return {each.person: (each.name, each.friendship, each.avoidance, each.is_here) for each in found}


def test_people_are_known_by_friendship_letters_clubs_games_and_as_avoided(connection: Connection) -> None:
    assert known(connection) == {}
    friends._befriend(connection, ADA, BEN)
    assert (known(connection), known(connection, BEN)) == (
        {BEN: ("", "offered", None, False)},
        {ADA: ("", "asked", None, False)},
    )
    friends._befriend(connection, BEN, ADA)
    friends._avoid(connection, ADA, CLEO, "mute")
    letters._send(connection, DAN, ADA, text="hello")
    stored_clubs._found(connection, CLUB, "Ada", None)
    stored_clubs._join(connection, "c", somebody(5), "Eve", None)
    table(connection, "waiting", (TOGETHER[0], SeatRow("person", "Fay", person=somebody(6))), game=0, turn=None)
    table(connection, "played", (TOGETHER[0], SeatRow("person", "Gil", person=somebody(7))))
    table(connection, "gone", (TOGETHER[0], SeatRow("person", "Hal", person=somebody(8))))
    change(connection, "gone", given_up_at=NOW)
    assert known(connection) == {
        somebody(7): ("Gil", "none", None, False),
        BEN: ("", "friend", None, False),
        CLEO: ("", "none", "mute", False),
        DAN: ("", "none", None, False),
        somebody(5): ("Eve", "none", None, False),
    }
    assert next(iter(known(connection))) == somebody(7)
    also = friends.read_known(connection, ADA, [somebody(6), ADA])
    assert [each.name for each in also if each.person == somebody(6)] == ["Fay"]
    friends._put_profile(connection, somebody(5), "Evelyn", "owl", "e", None)
    assert known(connection)[somebody(5)][0] == "Evelyn"


def test_who_is_here_is_shown_to_whom_they_let_see_it(connection: Connection, clock: SimpleNamespace) -> None:
    gil = somebody(7)
    table(connection, seats=(TOGETHER[0], SeatRow("person", "Gil", person=gil)))
    stored_clubs._found(connection, CLUB, "Ada", None)
    stored_clubs._join(connection, "c", DAN, "Dan", None)
    for person, presence in ((gil, "all"), (DAN, "all"), (BEN, "friends")):
        friends._put_profile(connection, person, "", None, person[-8:], presence)  # type: ignore[arg-type]
        friends.note_seen(connection, person)
    friends._befriend(connection, ADA, BEN)

    def here() -> set[str]:
        return {person for person, about in known(connection).items() if about[3]}

    # Those who share a club have not played together.
    assert here() == {gil}
    friends._befriend(connection, BEN, ADA)
    assert here() == {gil, BEN}
    for person, other in ((gil, ADA), (ADA, gil)):
        friends._avoid(connection, person, other, "block")
        assert here() == {BEN}
        friends._avoid(connection, person, other, "mute")
        assert here() == {gil, BEN}
        friends._avoid(connection, person, other, None)
    friends._put_profile(connection, gil, "", None, "", "friends")
    assert here() == {BEN}
    clock.now = NOW + 90_000 - 1
    assert here() == {BEN}
    clock.now += 1
    assert here() == set()


def test_a_block_ends_a_friendship_and_holds_both_ways(connection: Connection) -> None:
    friends._befriend(connection, ADA, BEN)
    friends._befriend(connection, BEN, ADA)
    letters._send(connection, ADA, BEN, text="hello")
    letters._send(connection, ADA, CLEO, text="hello")
    friends._avoid(connection, BEN, ADA, "mute")
    assert (known(connection)[BEN][1], friends.has_blocked(connection, BEN, ADA)) == ("friend", False)
    friends.require_reachable(connection, ADA, BEN)
    friends._avoid(connection, BEN, ADA, "block")
    assert friends.has_blocked(connection, BEN, ADA)
    assert not friends.has_blocked(connection, ADA, BEN)
    assert (known(connection), known(connection, BEN)) == ({}, {ADA: ("", "none", "block", False)})
    assert [each.recipient for each in connection.execute(schema.letters.select())] == [CLEO]
    assert friends._kept_apart(connection, ADA) == {BEN}
    assert friends._kept_apart(connection, BEN) == {ADA}
    assert friends._kept_apart(connection, CLEO) == frozenset()
    for one, other in ((ADA, BEN), (BEN, ADA)):
        with pytest.raises(friends.Avoided):
            friends.require_reachable(connection, one, other)
        with pytest.raises(friends.Avoided):
            friends._befriend(connection, one, other)


def test_games_that_one_of_two_won_are_their_score(connection: Connection, clock: SimpleNamespace) -> None:
    four = (*TOGETHER, SeatRow("person", "Cleo", person=CLEO), SeatRow("person", "Dan", person=DAN))
    for name, seats, winners in (
        ("one", TOGETHER, "[0]"),
        ("two", TOGETHER, "[1]"),
        ("three", TOGETHER, "[0]"),
        ("none", TOGETHER, "[]"),
        ("partners", four, "[0, 2]"),
    ):
        clock.now += 1
        table(connection, name, seats)
        connection.execute(
            update(schema.games).where(schema.games.c.table_id == name).values(result=f'{{"winners": {winners}}}')
        )
    clock.now += 1
    table(connection, "going on", TOGETHER)

    def score(person: str, other: str) -> tuple[str, int, int] | None:
        found = {each.person: each.shared for each in friends.read_known(connection, person)}[other]
        return None if found is None else (found.table_id, found.won, found.lost)

    assert (score(ADA, BEN), score(BEN, ADA)) == (("going on", 3, 1), ("going on", 1, 3))
    # Partners who won together are even.
    assert (score(ADA, CLEO), score(ADA, DAN)) == (("partners", 0, 0), ("partners", 1, 0))
    # Of those met before ten others it is told of friends alone.
    for number in range(10):
        clock.now += 1
        table(connection, f"later {number}", (TOGETHER[0], SeatRow("person", "", person=somebody(20 + number))))
    friends._befriend(connection, BEN, ADA)
    assert score(ADA, BEN) is None
    friends._befriend(connection, ADA, BEN)
    assert score(ADA, BEN) == ("going on", 3, 1)


def test_ten_recent_opponents_are_remembered_the_latest_first(connection: Connection, clock: SimpleNamespace) -> None:
    for number in range(12):
        clock.now += 1
        table(
            connection, f"t{number:02}", (TOGETHER[0], SeatRow("person", f"P{number}", person=somebody(100 + number)))
        )
    assert list(known(connection)) == [somebody(100 + number) for number in range(11, 1, -1)]
    connection.execute(insert(schema.retired_links).values(code="old", person=ADA))
    assert friends._read_link(connection, "old") == ""
    assert friends.take(connection, ADA)["old_links"] == ["old"]

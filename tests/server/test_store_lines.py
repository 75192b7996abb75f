"""The lines of an evening's sheet, and what is stored about people at evenings, in clubs and at tournaments."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, and_, insert, select, update

from spite_and_malice.server.store import (
    EntrantRow,
    PairingRow,
    SeatRow,
    StoredEvening,
    TeamRow,
    Tournament,
    TournamentForm,
    TournamentRow,
)
from spite_and_malice.server.store.database import schema
from spite_and_malice.server.store.database.schema_evenings import evening_guests, evening_seats, evening_tables
from spite_and_malice.server.store.database.schema_tournaments import tournament_kept_out, tournaments
from spite_and_malice.server.store.events import clubs as stored_clubs
from spite_and_malice.server.store.events import evening_people, lines, tournament_people
from spite_and_malice.server.store.events import evenings as stored_evenings
from spite_and_malice.server.store.events import tournaments as stored_tournaments
from spite_and_malice.server.store.events.clubs import Season
from spite_and_malice.server.store.games.statements import add_table
from spite_and_malice.server.store.records import SOMEBODY, Conflict

from .test_store import SEAL, START, TABLE
from .test_store_limits import ADA, BEN, CLUB, DAY, EVENING, NOW, clock, connection, cup, somebody

__all__ = ["clock", "connection"]

CLEO, PHONE = somebody(3), somebody(9)


@pytest.fixture
def evening(connection: Connection, clock: SimpleNamespace) -> None:
    """An evening of Ada's at which Ben and Cleo play, and Ben's phone has come in."""
    stored_evenings._add(connection, EVENING)
    for person, name in ((ADA, "Ada"), (BEN, "Ben"), (CLEO, "Cleo"), (PHONE, "Ben's phone")):
        stored_evenings._enter(connection, "e", person, name, None, "")
        clock.now += 1
    seats = (SeatRow("person", "Ben", person=BEN), SeatRow("person", "Cleo", person=CLEO))
    for name, number in (("t1", 1), ("t2", 2)):
        add_table(connection, replace(TABLE, id=name, host=CLEO, seats=seats), SEAL, replace(START, game=0, turn=None))
        of_round = {"evening_id": "e", "round": number, "number": 1}
        connection.execute(insert(evening_tables).values(**of_round, table_id=name))
        for seat, guest in enumerate((2, 3)):
            connection.execute(insert(evening_seats).values(**of_round, seat=seat, guest=guest))
    resting = {"evening_id": "e", "round": 1, "number": 0}
    connection.execute(insert(evening_tables).values(**resting, table_id="", ended_at=NOW))
    for seat, guest in enumerate((1, 4, 2)):
        connection.execute(insert(evening_seats).values(**resting, seat=seat, guest=guest))


def read(connection: Connection) -> StoredEvening:
    found = stored_evenings.read_evening(connection, "e")
    assert found is not None
    return found


def guests(connection: Connection) -> list[tuple[int, str | None, str, int]]:
    return [(each.number, each.person, each.state, each.seen_at) for each in read(connection).guests]


def seated(connection: Connection, table: str = "t1") -> list[str | None]:
    rows = select(schema.seats.c.person).where(schema.seats.c.table_id == table).order_by(schema.seats.c.seat)
    return list(connection.execute(rows).scalars())


def test_one_claims_a_line_that_is_another_persons_and_takes_it_back(connection: Connection, evening: None) -> None:
    for number in (9, 4):
        with pytest.raises(Conflict):
            lines._claim(connection, "e", PHONE, number)
    lines._claim(connection, "e", PHONE, 3)
    lines._claim(connection, "e", PHONE, 2)
    lines._claim(connection, "e", somebody(50), 2)
    assert [(each.person, each.number) for each in read(connection).claims] == [(PHONE, 2), (somebody(50), 2)]
    lines._claim(connection, "e", PHONE, None)
    assert [each.person for each in read(connection).claims] == [somebody(50)]
    stored_evenings._write_guest(connection, "e", 3, state="out")
    with pytest.raises(Conflict):
        lines._claim(connection, "e", PHONE, 3)
    stored_evenings._write_guest(connection, "e", 3, state="left", person=None)
    with pytest.raises(Conflict):
        lines._claim(connection, "e", PHONE, 3)
    for number in range(51, 100):
        lines._claim(connection, "e", somebody(number), 2)
    with pytest.raises(Conflict):
        lines._claim(connection, "e", somebody(100), 2)


def test_who_is_confirmed_gets_the_line_its_games_and_its_seats(
    connection: Connection, evening: None, clock: SimpleNamespace
) -> None:
    with pytest.raises(Conflict):
        lines._confirm(connection, "e", PHONE)
    stored_evenings._hand_on(connection, "e", BEN)
    stored_evenings._write_guest(connection, "e", 2, state="left")
    for person, number in ((PHONE, 2), (somebody(50), 4), (somebody(51), 2)):
        lines._claim(connection, "e", person, number)
    assert sorted(lines._confirm(connection, "e", PHONE)) == ["t1", "t2"]
    at = read(connection)
    # The claim to the line that is gone is gone with it.
    assert [(each.person, each.number) for each in at.claims] == [(somebody(51), 2)]
    assert at.evening.host == PHONE
    assert guests(connection) == [
        (1, ADA, "waiting", NOW),
        (2, PHONE, "waiting", clock.now),
        (3, CLEO, "waiting", NOW + 2),
    ]
    assert [place.guest for table in at.tables for place in table.seats] == [1, 2, 2, 2, 3, 2, 3]
    assert (seated(connection), seated(connection, "t2")) == ([PHONE, CLEO], [PHONE, CLEO])


def test_whoever_was_at_one_table_is_not_the_same_person(connection: Connection, evening: None) -> None:
    lines._claim(connection, "e", CLEO, 2)
    with pytest.raises(Conflict):
        lines._confirm(connection, "e", CLEO)
    for number in (3, 2, 9):
        with pytest.raises(Conflict):
            lines._join_lines(connection, "e", number, 2)
    # To have sat out in one round is none.
    assert lines._join_lines(connection, "e", 4, 1) == []


def test_two_lines_become_that_of_who_was_seen_last(
    connection: Connection, evening: None, clock: SimpleNamespace
) -> None:
    stored_evenings._hand_on(connection, "e", BEN)
    stored_evenings._write_guest(connection, "e", 4, state="left")
    assert sorted(lines._join_lines(connection, "e", 4, 2)) == ["t1", "t2"]
    assert guests(connection)[1] == (2, PHONE, "waiting", NOW + 3)
    assert read(connection).evening.host == PHONE
    assert seated(connection) == [PHONE, CLEO]
    # A line without a person goes to the one who is there, though it was seen later.
    stored_evenings._enter(connection, "e", BEN, "Ben again", None, "")
    stored_evenings._write_guest(connection, "e", 2, person=None, seen_at=NOW + 999)
    assert lines._join_lines(connection, "e", 4, 2) == []
    assert guests(connection)[1] == (2, BEN, "waiting", clock.now)
    stored_evenings._write_guest(connection, "e", 3, state="out")
    with pytest.raises(Conflict):
        lines._join_lines(connection, "e", 3, 1)


def test_what_is_written_of_clubs_evenings_and_tournaments_is_read_again(
    connection: Connection, clock: SimpleNamespace
) -> None:
    stored_clubs._found(connection, CLUB, "Ada", "owl")
    club = stored_clubs.read_club(connection, "c")
    assert club is not None
    assert club.club == replace(CLUB, season_since=NOW, founded_at=NOW, code=club.club.code)
    assert club == replace(
        club, seasons=(Season(1, NOW, None),), requests=(), kept_out=(), messages=(), members=club.members
    )
    [member] = club.members
    assert member == stored_clubs.Member(ADA, "Ada", "owl", NOW)
    stored_evenings._add(connection, replace(EVENING, club_id="c", starts_at=NOW + DAY), "Ada")
    found = stored_evenings.read_evening(connection, "e")
    assert found is not None
    written = replace(EVENING, club_id="c", starts_at=NOW + DAY, created_at=NOW, changed_at=NOW)
    assert (found.evening, found.officers) == (written, {ADA: "Ada"})
    assert [(each.person, each.name, each.reply, each.starts_at) for each in found.replies] == [
        (ADA, "Ada", "yes", NOW + DAY)
    ]
    stored_tournaments._add(connection, cup(0), [TeamRow(1, "c", "Ours", "yes"), TeamRow(2, "d", "Theirs")])
    entrant = stored_tournaments._join(connection, "t0", EntrantRow(0, "Ada", ADA, head="owl", contribution="x"))
    stored = replace(cup(0), created_at=NOW, host_seen_at=NOW, changes=1)
    assert entrant == EntrantRow(1, "Ada", ADA, head="owl", contribution="x", joined_at=NOW)
    teams = (TeamRow(1, "c", "Ours", "yes"), TeamRow(2, "d", "Theirs"))
    assert stored_tournaments.read(connection, "t0") == Tournament(stored, (entrant,), (), teams)


def test_a_tournament_begins_once_with_those_who_take_part(connection: Connection) -> None:
    stored_tournaments._add(connection, cup(0))
    for person in (ADA, BEN, CLEO):
        stored_tournaments._join(connection, "t0", EntrantRow(0, "Somebody", person))
    computer = EntrantRow(4, "Club", player="club")
    with pytest.raises(Conflict):
        stored_tournaments._start(connection, "t0", [computer], "lot", [4, 2, 1])
    connection.execute(update(tournaments).values(state="gathering", lot=None))
    stored_tournaments._start(connection, "t0", [computer], "lot", [4, 2, 1], [3])
    at = stored_tournaments.read(connection, "t0")
    assert at is not None
    assert (at.row.state, at.row.lot, at.row.started_at) == ("running", "lot", NOW)
    assert [(each.number, each.seed) for each in at.entrants] == [(1, 3), (2, 2), (3, None), (4, 1)]
    with pytest.raises(Conflict):
        stored_tournaments._start(connection, "t0", [], "lot", [4, 2, 1], [3])
    # Who comes later has the next rank, and plays from the next round on.
    connection.execute(update(tournaments).values(round=2))
    late = stored_tournaments._join(connection, "t0", EntrantRow(0, "Late", somebody(7)))
    assert (late.number, late.seed, late.since) == (5, 4, 3)
    assert stored_tournaments._withdraw(connection, "t0", BEN)
    assert not stored_tournaments._withdraw(connection, "t0", somebody(8))
    back = stored_tournaments.read(connection, "t0")
    assert back is not None
    assert [each.until for each in back.entrants] == [None, 2, None, None, None]
    assert stored_tournaments._join(connection, "t0", EntrantRow(0, "Ben", BEN)).until is None
    stored_tournaments._take_out(connection, "t0", BEN)
    with pytest.raises(Conflict):
        stored_tournaments._join(connection, "t0", EntrantRow(0, "Ben", BEN))
    stored_tournaments.finish(connection, "t0", "over")
    assert not stored_tournaments._withdraw(connection, "t0", ADA)
    assert not stored_tournaments._change(connection, at.row)
    for name in ("t0", "none"):
        with pytest.raises(Conflict):
            stored_tournaments._join(connection, name, EntrantRow(0, "Dan", somebody(9)))


def test_a_round_is_paired_once_after_the_one_before(connection: Connection) -> None:
    stored_tournaments._add(connection, cup(0))
    rows = [PairingRow(1, 1, 1, 2), PairingRow(1, 2, 3, None, outcome="bye")]
    with pytest.raises(Conflict):
        stored_tournaments._pair(connection, "t0", rows)
    connection.execute(update(tournaments).values(state="running"))
    stored_tournaments._pair(connection, "t0", rows)
    with pytest.raises(Conflict):
        stored_tournaments._pair(connection, "t0", rows)
    # After a draw they play again in the same round.
    stored_tournaments._pair(connection, "t0", [PairingRow(1, 1, 2, 1, attempt=1)])
    stored_tournaments._note_tables(connection, "t0", [PairingRow(1, 1, 2, 1, attempt=1, table_id="t1")])
    at = stored_tournaments.read(connection, "t0")
    assert at is not None
    assert at.row.round == 1
    assert at.pairings == (
        PairingRow(1, 1, 1, 2, made_at=NOW),
        PairingRow(1, 1, 2, 1, attempt=1, made_at=NOW, table_id="t1"),
        PairingRow(1, 2, 3, None, outcome="bye", made_at=NOW, ended_at=NOW),
    )


def test_a_challenge_is_answered_once_and_a_declined_match_is_off(connection: Connection) -> None:
    for number, system in enumerate(("match", "arena")):
        form = TournamentForm(system, "standard")  # type: ignore[arg-type]
        row: TournamentRow = replace(cup(number), form=form)
        stored_tournaments._add(connection, row, [TeamRow(1, "c", "Ours", "yes"), TeamRow(2, "d", "Theirs")])

    def state(number: int) -> tuple[str, list[str]]:
        at = stored_tournaments.read(connection, f"t{number}")
        assert at is not None
        return at.row.state, [each.answer for each in at.teams]

    for club in ("c", "x"):
        with pytest.raises(Conflict):
            stored_tournaments._answer(connection, "t0", club, "no")
    for number in (0, 1):
        stored_tournaments._answer(connection, f"t{number}", "d", "no")
    assert (state(0), state(1)) == (("cancelled", ["yes", "no"]), ("gathering", ["yes", "no"]))
    for number in (0, 1):
        with pytest.raises(Conflict):
            stored_tournaments._answer(connection, f"t{number}", "d", "yes")
    assert [each.row.id for each in stored_tournaments._read_of_club(connection, "c")] == ["t1"]
    assert [each.row.id for each in stored_tournaments._read_of_club(connection, "c", with_cancelled=True)] == [
        "t0",
        "t1",
    ]
    assert stored_tournaments._read_of_club(connection, "d", with_cancelled=True) == []
    for number, person in enumerate((ADA, BEN, CLEO), 1):
        joined = stored_tournaments._join(connection, "t1", EntrantRow(0, f"P{number}", person, team=1))
        assert joined.board == number
    with pytest.raises(Conflict):
        stored_tournaments._join(connection, "t1", EntrantRow(0, "Dan", somebody(4), team=2))
    for _ in range(2):
        stored_tournaments._move_up(connection, "t1", 3)
    stored_tournaments._move_up(connection, "t1", 3)
    at = stored_tournaments.read(connection, "t1")
    assert at is not None
    assert [(each.number, each.board) for each in at.entrants] == [(1, 2), (2, 3), (3, 1)]


def test_what_is_stored_about_a_person_at_events_is_theirs_alone(
    connection: Connection, clock: SimpleNamespace
) -> None:
    stored_evenings._add(connection, EVENING, "Ada")
    for person, name in ((ADA, "Ada"), (BEN, "Ben")):
        stored_evenings._enter(connection, "e", person, name, "owl", "Reds")
    lines._claim(connection, "e", BEN, 1)
    stored_clubs._found(connection, CLUB, "Ada", None)
    stored_clubs._ask(connection, "c", BEN, "Ben", None)
    stored_clubs._write(connection, "c", ADA, "Ada", "hello")
    stored_tournaments._add(connection, cup(0))
    stored_tournaments._join(connection, "t0", EntrantRow(0, "Ben", BEN, head="owl", contribution="x", place="here"))
    stored_tournaments._say(connection, "t0", BEN, "Ben", "hi")
    stored_tournaments._say(connection, "t0", ADA, "Ada", "ho")
    taken = evening_people.take(connection, BEN)
    assert taken["claims"] == [{"evening": "e", "guest": 1, "at": NOW}]
    assert [(each["name"], each["team"], each["state"], each["head"]) for each in taken["evenings"]] == [
        ("Ben", "Reds", "waiting", "owl")
    ]
    assert (taken["hosted"], taken["clubs"], taken["written_to_clubs"], taken["replies"]) == ([], [], [], [])
    assert taken["asked_to_join"] == [{"club_id": "c", "name": "Ben", "head": None, "since": NOW}]
    own = evening_people.take(connection, ADA)
    assert own["hosted"] == [{"id": "e", "evening": "Us", "call": "", "starts_at": None, "over": False}]
    assert [each["text"] for each in own["written_to_clubs"]] == ["hello"]
    assert [(each["club"], each["kept_by_you"], each["role"], each["wants_messages"]) for each in own["clubs"]] == [
        ("Ours", True, "member", True)
    ]
    [of_ben] = tournament_people.take(connection, BEN)
    assert (of_ben["made_by_you"], of_ben["said"], of_ben["taken_out"]) == (False, [{"text": "hi", "at": NOW}], False)
    assert (of_ben["you"]["name"], of_ben["you"]["place"], of_ben["games"]) == ("Ben", "here", [])
    [of_ada] = tournament_people.take(connection, ADA)
    assert (of_ada["made_by_you"], of_ada["you"]) == (True, None)
    connection.execute(update(tournaments).values(state="running", round=1))
    stored_tournaments.set_entrant(connection, "t0", 1, seed=1)
    stored_tournaments._take_out(connection, "t0", somebody(8))
    for module in (evening_people, tournament_people):
        module.forget(connection, BEN)
    at = read(connection)
    assert [(each.person, each.name, each.head, each.team, each.state, each.seen_at) for each in at.guests] == [
        (ADA, "Ada", "owl", "Reds", "waiting", NOW),
        (None, SOMEBODY, None, "", "left", 0),
    ]
    cup_now = stored_tournaments.read(connection, "t0")
    assert cup_now is not None
    [entrant] = cup_now.entrants
    assert entrant == EntrantRow(1, SOMEBODY, None, seed=1, until=1, joined_at=NOW)
    said = [(each.person, each.name) for each in stored_tournaments.read_lines(connection, "t0")]
    assert sorted(said, key=str) == sorted([(None, SOMEBODY), (ADA, "Ada")], key=str)
    kept = tournament_kept_out
    assert list(connection.execute(select(kept.c.person)).scalars()) == [somebody(8)]
    assert evening_people.take(connection, BEN) == {name: [] for name in taken}
    of_evening = and_(evening_guests.c.evening_id == "e", evening_guests.c.person == ADA)
    assert connection.execute(select(evening_guests.c.name).where(of_evening)).scalar_one() == "Ada"


def test_of_two_places_of_a_person_at_a_tournament_one_goes_on(connection: Connection, clock: Any) -> None:
    for number in (0, 1):
        stored_tournaments._add(connection, replace(cup(number), host=BEN))
        connection.execute(update(tournaments).values(state="running", round=3))
        stored_tournaments._join(connection, f"t{number}", EntrantRow(0, "Ben", BEN))
        stored_tournaments._say(connection, f"t{number}", BEN, "Ben", "hi")
        stored_tournaments._take_out(connection, f"t{number}", BEN) if number else None
    stored_tournaments._join(connection, "t0", EntrantRow(0, "Ada", ADA))
    stored_tournaments._take_out(connection, "t1", ADA)
    tournament_people.join_people(connection, BEN, ADA)
    first, second = (stored_tournaments.read(connection, f"t{number}") for number in (0, 1))
    assert first is not None
    assert second is not None
    assert [(each.person, each.until) for each in first.entrants] == [(None, 3), (ADA, None)]
    assert [(each.person, each.until) for each in second.entrants] == [(ADA, 3)]
    assert {first.row.host, second.row.host} == {ADA}
    assert {each.person for each in stored_tournaments.read_lines(connection, "t0")} == {ADA}
    assert [each["taken_out"] for each in tournament_people.take(connection, ADA)] == [False, True]

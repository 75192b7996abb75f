"""What is news, for whom and how long: of tournaments, evenings, clubs, friends and puzzles, at the exact bounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Final

import pytest
from sqlalchemy import Connection, insert, update

from spite_and_malice.server.clock import late_at
from spite_and_malice.server.store import EntrantRow, TeamRow, TournamentForm
from spite_and_malice.server.store.database import schema
from spite_and_malice.server.store.database.schema_evenings import (
    club_messages,
    evening_guests,
    evening_replies,
    evening_seats,
    evening_tables,
    evenings,
)
from spite_and_malice.server.store.database.schema_tournaments import entrants, pairings, tournament_teams, tournaments
from spite_and_malice.server.store.events import clubs as stored_clubs
from spite_and_malice.server.store.events import evenings as stored_evenings
from spite_and_malice.server.store.events import tournaments as stored_tournaments
from spite_and_malice.server.store.games.objections import Objection
from spite_and_malice.server.store.games.objections import add as object_to
from spite_and_malice.server.store.games.statements import add_table
from spite_and_malice.server.store.people import friends, notices
from spite_and_malice.server.store.people.company import read_due_news

from .test_store import SEAL, START, TABLE
from .test_store_limits import ADA, BEN, CLUB, DAY, EVENING, HOUR, MINUTE, NOW, clock, connection, cup, somebody

__all__ = ["clock", "connection"]

CLEO, DAN = somebody(3), somebody(4)
NAMES: Final = {ADA: "Ada", BEN: "Ben", CLEO: "Cleo"}
News = list[tuple[str, str, str, str, dict[str, Any]]]


@pytest.fixture
def told(connection: Connection) -> Callable[[], News]:
    """Return what is news for Ada, Ben and Cleo, who get notices."""
    for person, name in NAMES.items():
        device = notices.Device(person, name, f"https://push.example/{name}", "public", "secret", "en")
        notices._put_device(connection, device)

    def read() -> News:
        found = read_due_news(connection)
        return sorted((NAMES[each.person], each.kind, each.key, each.path, dict(each.about)) for each in found)

    return read


def tournament(connection: Connection, *people: str, form: TournamentForm | None = None, **row: Any) -> None:
    """Write a tournament "t0" of Dan's with people who are seeded in order."""
    plain = cup(0)
    stored_tournaments._add(connection, replace(plain, host=DAN, form=form or plain.form))
    rows = [EntrantRow(n, f"P{n}", person, seed=n) for n, person in enumerate(people, 1)]
    stored_tournaments._insert(connection, "t0", rows)
    connection.execute(update(tournaments).values(**{"state": "running", "round": 1} | row))


def pair(connection: Connection, board: int, first: int, second: int | None, **row: Any) -> None:
    values = {"tournament_id": "t0", "round": 1, "attempt": 0, "made_at": NOW, "table_id": None} | row
    connection.execute(insert(pairings).values(board=board, first=first, second=second, **values))


def people_of(found: News, kind: str | None = None) -> list[str]:
    return [name for name, of_kind, *_rest in found if kind in (None, of_kind)]


def test_a_game_is_news_until_one_has_come_or_it_was_dealt(connection: Connection, told: Callable[[], News]) -> None:
    tournament(connection, ADA, BEN, DAN)
    add_table(connection, TABLE, SEAL, replace(START, game=0, turn=None))
    pair(connection, 1, 1, 2, table_id="t1")

    def news(name: str, other: str) -> Any:
        about = {"cup": "Cup 0", "name": other, "at": late_at(NOW, 180)}
        return (name, "game", "t1", "/table/t1", about)

    assert told() == [news("Ada", "P2"), news("Ben", "P1")]
    # What was contributed to another game, or by somebody else, is no coming to this one.
    for number, person, left in ((2, ADA, ["Ada", "Ben"]), (1, DAN, ["Ada", "Ben"]), (1, ADA, ["Ben"])):
        values = {"table_id": "t1", "number": number, "person": person, "contribution": "x"}
        connection.execute(insert(schema.contributions).values(**values))
        assert people_of(told()) == left
    for table, changed, before in (
        (schema.tables, {"game": 1}, {"game": 0}),
        (pairings, {"outcome": "draw"}, {"outcome": None}),
        (tournaments, {"state": "over"}, {"state": "running"}),
    ):
        connection.execute(update(table).values(**changed))
        assert told() == []
        connection.execute(update(table).values(**before))
    assert people_of(told()) == ["Ben"]


def test_a_bye_is_news_for_an_hour_in_its_round(
    connection: Connection, told: Callable[[], News], clock: SimpleNamespace
) -> None:
    tournament(connection, ADA, BEN)
    pair(connection, 1, 2, None, made_at=NOW - HOUR + 1)
    bye = ("Ben", "game", "t0/1/bye", "/tournaments/t0", {"cup": "Cup 0", "round": 1})
    assert told() == [bye]
    clock.now += 1
    assert told() == []
    clock.now -= 1
    for changed, before in (({"state": "over"}, {"state": "running"}), ({"round": 2}, {"round": 1})):
        connection.execute(update(tournaments).values(**changed))
        assert [each for each in told() if each[2].endswith("bye")] == []
        connection.execute(update(tournaments).values(**before))
    connection.execute(update(pairings).values(second=1))
    assert told() == []


@pytest.mark.parametrize(("system", "is_match"), [("swiss", False), ("match", True)])
def test_the_end_of_a_tournament_is_news_for_an_hour(
    connection: Connection, told: Callable[[], News], clock: SimpleNamespace, system: Any, is_match: bool
) -> None:
    tournament(connection, ADA, DAN, form=TournamentForm(system, "standard"), state="over", ended_at=NOW)
    about = {"cup": "Cup 0", "state": "over", "match": is_match}
    clock.now = NOW + HOUR - 1
    assert told() == [("Ada", "game", "t0/over", "/tournaments/t0", about)]
    clock.now += 1
    assert told() == []


def test_the_end_of_a_round_is_news_for_those_who_play_on(
    connection: Connection, told: Callable[[], News], clock: SimpleNamespace
) -> None:
    tournament(connection, ADA, BEN, CLEO, DAN, form=TournamentForm("swiss", "standard", rounds=5, rest=90))
    pair(connection, 1, 1, 2, outcome="first", ended_at=NOW - 5)
    pair(connection, 2, 3, 4, outcome="draw", ended_at=NOW)
    begins = NOW + 90 * MINUTE

    def news() -> set[tuple[str, str, int | None]]:
        return {(kind, key, about["at"]) for _name, kind, key, _path, about in told()}

    over = ("round", "t0/1", begins)
    for later, found in (
        (MINUTE, set()),
        (MINUTE + 1, {over, ("start", "t0/1/day", begins)}),
        (30 * MINUTE - 1, {over, ("start", "t0/1/day", begins)}),
        (30 * MINUTE, {over, ("start", "t0/1/hour", begins)}),
        (90 * MINUTE - 1, {over, ("start", "t0/1/hour", begins)}),
        (90 * MINUTE, {over}),
    ):
        clock.now = NOW + later
        assert news() == found, later
    clock.now = NOW + 2 * MINUTE
    about = {"cup": "Cup 0", "round": 1, "at": begins}
    assert [each for each in told() if each[1] == "round"] == [
        (name, "round", "t0/1", "/tournaments/t0", about) for name in ("Ada", "Ben", "Cleo")
    ]
    start = [each for each in told() if each[1] == "start"]
    assert start[0][3:] == ("/tournaments/t0", {"name": "Cup 0", "round": 2, "at": begins})
    # Whoever withdrew does not play on, and nothing goes on in a pause, or before the last game of the round.
    connection.execute(update(entrants).where(entrants.c.person == BEN).values(until=1))
    assert people_of(told(), "round") == ["Ada", "Cleo"]
    connection.execute(update(tournaments).values(paused_at=NOW))
    assert told() == []
    connection.execute(update(tournaments).values(paused_at=None))
    connection.execute(update(pairings).where(pairings.c.board == 2).values(outcome=None))
    assert told() == []


def test_a_round_without_a_rest_after_it_is_news_for_an_hour_once_the_next_is_paired(
    connection: Connection, told: Callable[[], News], clock: SimpleNamespace
) -> None:
    tournament(connection, ADA, BEN)
    pair(connection, 1, 1, 2, outcome="first", ended_at=NOW)
    clock.now = NOW + 2 * MINUTE
    assert told() == []
    connection.execute(update(tournaments).values(round=2))
    pair(connection, 1, 2, 1, round=2)
    about = {"cup": "Cup 0", "round": 1, "at": None}
    assert told() == [(name, "round", "t0/1", "/tournaments/t0", about) for name in ("Ada", "Ben")]
    clock.now = NOW + HOUR - 1
    assert people_of(told()) == ["Ada", "Ben"]
    clock.now += 1
    assert told() == []
    # A round before that one is none any more.
    clock.now = NOW + MINUTE
    connection.execute(update(tournaments).values(round=3))
    assert told() == []


def test_of_a_knock_out_those_hear_who_are_not_out_and_of_an_arena_nobody(
    connection: Connection, told: Callable[[], News], clock: SimpleNamespace
) -> None:
    form = TournamentForm("knock_out", "standard", rest=60)
    tournament(connection, ADA, BEN, CLEO, DAN, form=form)
    pair(connection, 1, 1, 2, outcome="draw", ended_at=NOW)
    pair(connection, 1, 2, 1, attempt=1, outcome="second_forfeit", ended_at=NOW)
    pair(connection, 2, 4, 3, outcome="second", ended_at=NOW)
    clock.now = NOW + 2 * MINUTE
    # In the game that was played again Ben sat first.
    for outcome, winners in (
        ("first", ["Ben", "Cleo"]),
        ("first_forfeit", ["Ben", "Cleo"]),
        ("second", ["Ada", "Cleo"]),
        ("second_forfeit", ["Ada", "Cleo"]),
        ("no_show", ["Cleo"]),
    ):
        connection.execute(update(pairings).where(pairings.c.attempt == 1).values(outcome=outcome))
        assert people_of(told(), "round") == winners, outcome
    connection.execute(update(pairings).where(pairings.c.board == 2).values(second=None, outcome="bye", first=3))
    assert people_of(told(), "round") == ["Cleo"]
    connection.execute(update(tournaments).values(form='{"system": "arena", "preset": "standard", "rest": 60}'))
    assert people_of(told(), "round") == []


def evening_table(connection: Connection, **table: Any) -> None:
    """Write an evening of Dan's with Ada and Ben at a table, Cleo sitting out."""
    stored_evenings._add(connection, replace(EVENING, host=DAN))
    for person in (ADA, BEN, CLEO):
        stored_evenings._enter(connection, "e", person, NAMES[person], None, "")
    add_table(connection, TABLE, SEAL, replace(START, game=0, turn=None))
    connection.execute(update(schema.tables).values(starts_at=NOW + 1))
    for number, guests in ((1, (1, 2)), (0, (3,))):
        of_round = {"evening_id": "e", "round": 1, "number": number}
        connection.execute(insert(evening_tables).values(**of_round, table_id="t1"))
        for seat, guest in enumerate(guests):
            connection.execute(insert(evening_seats).values(**of_round, seat=seat, guest=guest))
    connection.execute(update(evenings).values(round=1))


def test_a_table_of_an_evening_is_news_until_one_has_come_or_its_time_is_up(
    connection: Connection, told: Callable[[], News], clock: SimpleNamespace
) -> None:
    evening_table(connection)
    about = {"evening": "Us", "at": NOW + 1}
    assert told() == [(name, "game", "t1", "/table/t1", about) for name in ("Ada", "Ben")]
    for number, person, left in ((2, ADA, ["Ada", "Ben"]), (1, DAN, ["Ada", "Ben"]), (1, ADA, ["Ben"])):
        values = {"table_id": "t1", "number": number, "person": person, "contribution": "x"}
        connection.execute(insert(schema.contributions).values(**values))
        assert people_of(told()) == left
    for table, changed, before in (
        (schema.tables, {"game": 1}, {"game": 0}),
        (evenings, {"round": 2}, {"round": 1}),
        (evenings, {"is_over": True}, {"is_over": False}),
    ):
        connection.execute(update(table).values(**changed))
        assert told() == []
        connection.execute(update(table).values(**before))
    clock.now += 1
    assert told() == []


def test_a_call_is_news_for_those_who_were_there_within_the_hour_and_are_away(
    connection: Connection, told: Callable[[], News]
) -> None:
    stored_evenings._add(connection, replace(EVENING, host=DAN))
    stored_evenings._enter(connection, "e", ADA, "Ada", None, "")
    stored_evenings._call(connection, "e", 0)
    call = ("Ada", "game", "e/0/called", "/evening/e", {"evening": "Us", "at": None})
    for away, found in ((HOUR, [call]), (HOUR + 1, []), (20_000, [call]), (20_000 - 1, [])):
        connection.execute(update(evening_guests).values(seen_at=NOW - away))
        assert told() == found, away
    connection.execute(update(evening_guests).values(seen_at=NOW - MINUTE))
    for table, changed, before in (
        (evening_guests, {"state": "ready"}, {"state": "waiting"}),
        (evenings, {"called": False}, {"called": True}),
        (evenings, {"is_over": True}, {"is_over": False}),
    ):
        connection.execute(update(table).values(**changed))
        assert told() == []
        connection.execute(update(table).values(**before))
    assert told() == [call]


def test_what_begins_within_a_day_is_news_for_those_who_take_part_or_come(
    connection: Connection, told: Callable[[], News]
) -> None:
    tournament(connection, ADA, state="gathering", round=0)
    stored_evenings._add(connection, replace(EVENING, host=DAN, starts_at=NOW + 5))
    for person, reply in ((ADA, "yes"), (BEN, "perhaps"), (CLEO, "no")):
        stored_evenings._reply(connection, "e", person, reply, NAMES[person])  # type: ignore[arg-type]
    for starts_at, part in ((NOW, "hour"), (NOW + HOUR, "hour"), (NOW + HOUR + 1, "day"), (NOW + DAY, "day")):
        connection.execute(update(tournaments).values(starts_at=starts_at))
        connection.execute(update(evenings).values(starts_at=starts_at))
        about = {"name": "Us", "at": starts_at, "before": True}
        cup_news = {"name": "Cup 0", "at": starts_at, "before": False}
        assert [each for each in told() if each[1] == "start"] == [
            ("Ada", "start", f"e/{starts_at}/{part}", "/evening/e", about),
            ("Ada", "start", f"t0/{starts_at}/{part}", "/tournaments/t0", cup_news),
            ("Ben", "start", f"e/{starts_at}/{part}", "/evening/e", about),
        ]
    connection.execute(update(evening_replies).values(starts_at=NOW + DAY))
    assert [each[4]["before"] for each in told() if each[3] == "/evening/e"] == [False, False]
    for starts_at in (NOW - 1, NOW + DAY + 1):
        connection.execute(update(tournaments).values(starts_at=starts_at))
        connection.execute(update(evenings).values(starts_at=starts_at))
        assert [each for each in told() if each[1] == "start"] == []
    connection.execute(update(tournaments).values(starts_at=NOW + 5, state="running"))
    connection.execute(update(evenings).values(starts_at=NOW + 5, is_over=True))
    assert told() == []


def test_an_evening_that_has_begun_is_news_for_an_hour_for_those_who_come_and_are_not_there(
    connection: Connection, told: Callable[[], News], clock: SimpleNamespace
) -> None:
    stored_evenings._add(connection, replace(EVENING, host=DAN, starts_at=NOW))
    for person, reply in ((ADA, "yes"), (BEN, "perhaps"), (CLEO, "no")):
        stored_evenings._reply(connection, "e", person, reply, NAMES[person])  # type: ignore[arg-type]

    def begun() -> list[str]:
        return people_of(told(), "game")

    about = {"evening": "Us", "open": True}
    assert [each for each in told() if each[1] == "game"] == [
        (name, "game", f"e/{NOW}/open", "/evening/e", about) for name in ("Ada", "Ben")
    ]
    clock.now = NOW + HOUR
    assert begun() == ["Ada", "Ben"]
    clock.now += 1
    assert begun() == []
    clock.now = NOW - 1
    assert begun() == []
    clock.now = NOW
    stored_evenings._enter(connection, "e", BEN, "Ben", None, "")
    assert begun() == ["Ada"]
    # One who was there only before it began may not know.
    connection.execute(update(evening_guests).values(seen_at=NOW - 1))
    assert begun() == ["Ada", "Ben"]
    connection.execute(update(evenings).values(is_over=True))
    assert begun() == []


def test_another_hour_is_news_for_two_days_until_one_has_answered_again(
    connection: Connection, told: Callable[[], News], clock: SimpleNamespace
) -> None:
    hours = NOW + 3 * DAY, NOW + 4 * DAY
    stored_evenings._add(connection, replace(EVENING, host=DAN, starts_at=hours[0]))
    for person, reply in ((ADA, "yes"), (BEN, "perhaps"), (CLEO, "no")):
        stored_evenings._reply(connection, "e", person, reply, NAMES[person])  # type: ignore[arg-type]
    assert told() == []
    stored_evenings._change(connection, replace(EVENING, host=DAN, starts_at=hours[1]), BEN)
    moved = ("Ada", "start", f"e/{hours[1]}/moved", "/evening/e", {"name": "Us", "at": hours[1], "moved": True})
    # Ben moved it: they know.
    assert told() == [moved]
    clock.now = NOW + 2 * DAY - 1
    assert told() == [moved]
    clock.now += 1
    assert told() == []
    clock.now = NOW
    stored_evenings._reply(connection, "e", ADA, "yes")
    assert told() == []
    connection.execute(update(evening_replies).values(starts_at=hours[0]))
    connection.execute(update(evenings).values(is_over=True))
    assert told() == []
    connection.execute(update(evenings).values(is_over=False, moved_at=NOW, starts_at=NOW))
    assert [each for each in told() if each[1] == "start" and "moved" in each[4]] == []


def test_what_was_called_off_is_news_for_two_days_for_all_who_came_but_who_did_it(
    connection: Connection, told: Callable[[], News], clock: SimpleNamespace
) -> None:
    stored_evenings._add(connection, replace(EVENING, host=BEN, starts_at=NOW + 3 * DAY))
    for person, reply in ((ADA, "yes"), (BEN, "yes"), (CLEO, "no")):
        stored_evenings._reply(connection, "e", person, reply, NAMES[person])  # type: ignore[arg-type]
    stored_evenings.end(connection, "e", BEN)
    changed_at = stored_evenings._read_changed_at(connection, "e") or 0
    off = ("start", "e/off", "/evening/e", {"name": "Us", "at": NOW + 3 * DAY, "off": True})
    clock.now = changed_at + 2 * DAY - 1
    assert told() == [("Ada", *off)]
    connection.execute(update(evenings).values(cancelled_by=""))
    assert told() == [("Ada", *off), ("Ben", *off)]
    connection.execute(update(evenings).values(is_cancelled=False))
    assert told() == []
    connection.execute(update(evenings).values(is_cancelled=True, starts_at=None))
    assert told() == []
    connection.execute(update(evenings).values(starts_at=NOW))
    clock.now += 1
    assert told() == []


def club_of_three(connection: Connection) -> None:
    """Write a club that Ada keeps, with Ben as an officer and Cleo as a member."""
    stored_clubs._found(connection, CLUB, "Ada", None)
    for person in (BEN, CLEO):
        stored_clubs._join(connection, "c", person, NAMES[person], None)
    stored_clubs._set_role(connection, "c", BEN, "officer")


def test_what_a_club_plans_is_news_for_two_days_for_all_but_who_planned_it(
    connection: Connection, told: Callable[[], News], clock: SimpleNamespace
) -> None:
    club_of_three(connection)
    starts_at = NOW + 5 * DAY
    stored_evenings._add(connection, replace(EVENING, host=BEN, club_id="c", starts_at=starts_at))
    stored_tournaments._add(connection, replace(cup(0), host=CLEO, club_id="c"))
    evening = ("club", "e", "/evening/e", {"club": "Ours", "name": "Us", "at": starts_at})
    tournament_news = ("club", "t0", "/tournaments/t0", {"club": "Ours", "name": "Cup 0", "at": None})
    clock.now = NOW + 2 * DAY - 1
    assert told() == sorted(
        [("Ada", *evening), ("Cleo", *evening), ("Ada", *tournament_news), ("Ben", *tournament_news)]
    )
    connection.execute(update(evenings).values(is_over=True))
    connection.execute(update(tournaments).values(state="running"))
    assert told() == []
    connection.execute(update(evenings).values(is_over=False, starts_at=clock.now))
    assert told() == []
    connection.execute(update(evenings).values(starts_at=starts_at))
    connection.execute(update(tournaments).values(state="gathering"))
    assert len(told()) == 4
    clock.now += 1
    assert told() == []


def test_a_challenge_is_news_for_who_leads_a_club_and_a_match_for_all_of_it(
    connection: Connection, told: Callable[[], News], clock: SimpleNamespace
) -> None:
    club_of_three(connection)
    teams = [TeamRow(1, "other", "Theirs", "yes"), TeamRow(2, "c", "Ours")]
    stored_tournaments._add(connection, replace(cup(0), host=DAN), teams)
    about = {"club": "Ours", "name": "Cup 0", "at": None}
    challenge = ("club", "t0/challenge", "/tournaments/t0", {**about, "challenge": True})
    match = ("club", "t0", "/tournaments/t0", about)
    assert told() == [("Ada", *challenge), ("Ben", *challenge)]
    connection.execute(update(tournament_teams).where(tournament_teams.c.number == 2).values(answer="yes"))
    assert told() == [("Ada", *match), ("Ben", *match), ("Cleo", *match)]
    connection.execute(update(tournaments).values(host=CLEO))
    assert told() == [("Ada", *match), ("Ben", *match)]
    clock.now = NOW + 2 * DAY - 1
    assert len(told()) == 2
    clock.now += 1
    assert told() == []
    clock.now = NOW
    connection.execute(update(tournament_teams).where(tournament_teams.c.number == 2).values(answer="no"))
    assert told() == []
    connection.execute(update(tournament_teams).values(answer="yes"))
    connection.execute(update(tournaments).values(state="running"))
    assert told() == []


def test_a_message_to_a_club_is_news_for_two_days_for_those_who_want_it_and_hear_its_author(
    connection: Connection, told: Callable[[], News], clock: SimpleNamespace
) -> None:
    club_of_three(connection)
    stored_clubs._write(connection, "c", ADA, "Ada", "Friday")
    [key] = connection.execute(club_messages.select()).scalars()
    news = ("club", key, "/club/c", {"club": "Ours", "text": "Friday"})
    clock.now = NOW + 2 * DAY - 1
    assert told() == [("Ben", *news), ("Cleo", *news)]
    friends._avoid(connection, BEN, ADA, "mute")
    friends._avoid(connection, CLEO, BEN, "mute")
    assert told() == [("Cleo", *news)]
    stored_clubs._want_messages(connection, "c", CLEO, False)
    assert told() == []
    stored_clubs._want_messages(connection, "c", CLEO, True)
    clock.now += 1
    assert told() == []


def test_an_offer_of_friendship_is_news_for_two_days_unless_one_avoids_the_other(
    connection: Connection, told: Callable[[], News], clock: SimpleNamespace
) -> None:
    friends._befriend(connection, ADA, BEN)
    offer = ("Ben", "friendship", f"{NOW}", "/people", {"name": ""})
    clock.now = NOW + 2 * DAY - 1
    assert told() == [offer]
    friends._put_profile(connection, ADA, "Ada Lux", None, "code", None)
    assert told() == [(*offer[:4], {"name": "Ada Lux"})]
    for person, other in ((BEN, ADA), (ADA, BEN)):
        friends._avoid(connection, person, other, "mute")
        assert told() == []
        friends._avoid(connection, person, other, None)
    # Others whom they avoid, or who avoid each other, make no difference.
    friends._avoid(connection, BEN, CLEO, "mute")
    friends._avoid(connection, CLEO, ADA, "mute")
    assert len(told()) == 1
    clock.now += 1
    assert told() == []
    clock.now = NOW
    assert friends._befriend(connection, BEN, ADA) == "friend"
    assert told() == []


def test_a_turn_that_was_right_after_all_is_news_for_two_days(
    connection: Connection, told: Callable[[], News], clock: SimpleNamespace
) -> None:
    numbers = [object_to(connection, Objection(who, "p1", {}, ["P-C1"], "win", "missed")) for who in (ADA, BEN, DAN)]
    table = schema.puzzle_objections
    connection.execute(update(table).values(upheld=True, points=7, resolved_at=NOW))
    connection.execute(update(table).where(table.c.person == BEN).values(upheld=False))
    clock.now = NOW + 2 * DAY - 1
    assert told() == [("Ada", "right", f"{numbers[0]}", "/puzzles", {"points": 7})]
    clock.now += 1
    assert told() == []


def test_news_are_for_those_who_get_notices_or_have_said_yes_to_mails(connection: Connection) -> None:
    for person, name in ((BEN, "ben"), (CLEO, "cleo")):
        row = {"mailbox": name, "person": person, "address": f"{name}@example.org", "language": "en", "zone": "UTC"}
        connection.execute(insert(schema.news_mails).values(**row, kinds="[]", token=name))
    mails = schema.news_mails
    connection.execute(update(mails).where(mails.c.person == CLEO).values(confirmed_at=NOW))
    for person in (ADA, BEN, CLEO):
        friends._befriend(connection, DAN, person)
    assert [each.person for each in read_due_news(connection)] == [CLEO]

"""Rules of the features at their exact bounds, without a server: who is here, when, how long, in which order."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest

from spite_and_malice.players import LEVELS
from spite_and_malice.server.clock import BEGAN_AT
from spite_and_malice.server.features import daily
from spite_and_malice.server.features.accounts.session import digest, new_code, no_new_accounts, read_code
from spite_and_malice.server.features.correspondence.deadlines import is_running_out, when
from spite_and_malice.server.features.daily.streak import streak
from spite_and_malice.server.features.evenings import presence
from spite_and_malice.server.features.evenings.calendar import Entry, feed
from spite_and_malice.server.features.evenings.situation import situation
from spite_and_malice.server.features.notices import rounds as notice_rounds
from spite_and_malice.server.features.notices.kinds import FRIEND, ROUND, TURN, Notice
from spite_and_malice.server.features.notices.rounds import NoticeRounds, _Gate, is_last_chance, is_quiet, is_unhurried
from spite_and_malice.server.features.offline import _packed, type_of
from spite_and_malice.server.features.replays.mistakes import Course, OwnGame, own_games
from spite_and_malice.server.features.replays.reviews import _drawing
from spite_and_malice.server.features.statistics import start_of
from spite_and_malice.server.features.tables import _state
from spite_and_malice.server.features.television import _followed
from spite_and_malice.server.features.tournaments.beginning import computers_for
from spite_and_malice.server.features.tournaments.rounds import most_rounds
from spite_and_malice.server.store import (
    Choices,
    EntrantRow,
    Evening,
    FinishedGame,
    Guest,
    RoundTable,
    SeatRow,
    SentNotice,
    StoredEvening,
    Summary,
    Tournament,
    TournamentForm,
    TournamentRow,
)
from spite_and_malice.server.store.events.evening_rows import Invitee, PlacedGuest

NOW: Final = BEGAN_AT + 100 * 86_400_000
MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
ADA, BEN, CLEO = "a" * 64, "b" * 64, "c" * 64
EVENING: Final = Evening(
    "e", "Us", ADA, None, "standard", {"players": 2}, None, False, "", None, 120, round=1, created_at=NOW - DAY
)


def guest(number: int, person: str, seen_at: int, state: Any = "waiting") -> Guest:
    return Guest(number, person, person[:1], None, "", state, NOW - DAY, seen_at)


def table(number: int, ended_at: int | None, *guests: int | None, of_round: int = 1) -> RoundTable:
    seats = tuple(PlacedGuest(seat, one) for seat, one in enumerate(guests))
    return RoundTable(of_round, number, f"t{number}", ended_at, seats)


def evening(*guests: Guest, tables: tuple[RoundTable, ...] = (), **changes: Any) -> StoredEvening:
    return StoredEvening(replace(EVENING, **changes), guests, tables)


def test_a_guest_is_here_for_45_seconds_and_three_minutes_after_a_game() -> None:
    long_ago = NOW - HOUR
    assert presence.is_here(evening(one := guest(1, ADA, NOW - 45_000 + 1)), one, NOW)
    gone = guest(1, ADA, NOW - 45_000)
    assert not presence.is_here(evening(gone), gone, NOW)
    for ended_at, is_here in ((NOW - 180_000 + 1, True), (NOW - 180_000, False), (None, True)):
        at = evening(gone, tables=(table(1, ended_at, 2, 1),))
        assert presence.is_here(at, gone, NOW) is is_here
    away = replace(evening(gone, tables=(table(1, None, 2, 1),)), away=frozenset({1}))
    assert not presence.is_here(away, gone, NOW)
    # Those who sit out, and a table of another round, are no game of this one.
    for other in (table(0, None, 1), table(1, None, 1, of_round=2), table(1, None, 2, None)):
        assert not presence.is_here(evening(gone, tables=(other,)), gone, NOW)
    assert not presence.is_here(evening(late := guest(1, ADA, long_ago), tables=()), late, NOW)


def test_a_call_waits_three_minutes_from_the_call_or_the_last_table() -> None:
    ready = [guest(1, ADA, NOW, "ready"), guest(2, BEN, NOW, "ready")]
    for called_at, ended_at, until in ((NOW, NOW - 5, NOW), (NOW - 5, NOW, NOW), (None, NOW, NOW)):
        at = evening(*ready, tables=(table(1, ended_at, 1, 2),), called=True, called_at=called_at)
        assert presence.call_ends_at(at) == until + 180_000
    assert presence.call_ends_at(evening(*ready, tables=(table(1, None, 1, 2),), called_at=NOW)) is None
    assert presence.call_ends_at(evening()) == 180_000
    at = evening(*ready, guest(3, CLEO, NOW + HOUR), called=True, called_at=NOW)
    assert presence.awaited(at, NOW) == [at.guests[2]]
    assert not presence.is_due(at, 2, NOW + 180_000 - 1)
    assert presence.is_due(at, 2, NOW + 180_000)
    assert not presence.is_due(at, 3, NOW + 180_000)
    assert not presence.is_due(evening(*ready), 2, NOW)
    assert presence.is_due(evening(*ready, called=True, called_at=NOW), 2, NOW)
    alone = evening(ready[0], called=True, called_at=NOW)
    assert not presence.has_enough(alone, 2)
    assert presence.has_enough(replace(alone, evening=replace(alone.evening, computer="club")), 2)
    assert not presence.has_enough(evening(computer="club"), 2)


def test_guests_have_the_rights_of_a_host_who_is_away_for_two_minutes() -> None:
    host, ben = guest(1, ADA, NOW - 120_000), guest(2, BEN, NOW)
    at = evening(host, ben)
    assert presence.host_gone_at(at) == NOW
    assert not presence.may_act(at, BEN, NOW)
    assert presence.may_act(at, BEN, NOW + 1)
    assert presence.may_act(at, ADA, NOW)
    assert not presence.may_act(at, CLEO, NOW + 1)
    assert presence.may_act(replace(at, officers={CLEO: "Cleo"}), CLEO, NOW)
    for state in ("left", "out"):
        assert not presence.may_act(evening(host, guest(2, BEN, NOW, state)), BEN, NOW + 1)
    assert not presence.may_act(evening(host, ben, is_over=True), ADA, NOW)
    # Before the room opened nobody could be there.
    assert presence.host_gone_at(evening(ben)) == NOW - DAY + 120_000
    assert presence.host_gone_at(evening(ben, starts_at=NOW)) == NOW + 120_000
    # A host at a table is there.
    playing = evening(guest(1, ADA, NOW - HOUR), ben, tables=(table(1, None, 1, None),))
    assert presence.host_is_here(playing, NOW)
    assert not presence.may_act(playing, BEN, NOW + 1)


def test_a_planned_evening_to_which_nobody_comes_is_deserted_after_an_hour() -> None:
    planned = evening(guest(1, ADA, NOW - HOUR), starts_at=NOW - HOUR, round=0)
    assert presence.is_deserted(planned, NOW)
    assert not presence.is_deserted(planned, NOW - 1)
    assert not presence.is_deserted(evening(guest(1, ADA, NOW), starts_at=NOW - HOUR, round=0), NOW)
    for changes in ({"round": 1}, {"is_over": True}, {"starts_at": None}):
        assert not presence.is_deserted(replace(planned, evening=replace(planned.evening, **changes)), NOW)
    assert presence.is_planned(evening(starts_at=NOW + 1, round=0), NOW)
    assert not presence.is_planned(evening(starts_at=NOW, round=0), NOW)
    for changes in ({"round": 1}, {"is_over": True}, {"called": True}, {"starts_at": None}):
        at = evening(**{"starts_at": NOW + 1, "round": 0} | changes)
        assert not presence.is_planned(at, NOW)


def test_all_who_are_ready_wait_for_the_host_or_until_a_guest_may_draw() -> None:
    called = {1: "Ada", 2: "Ben", 3: "Cleo"}
    ben = guest(2, BEN, NOW, "ready")

    def told(*guests: Guest) -> tuple[str, int | None]:
        found = situation(evening(*guests), BEN, called, NOW)
        return found.then, found.at

    assert told(guest(1, ADA, NOW, "ready"), ben) == ("Everybody is ready. Ada has the round drawn.", None)
    away = "Everybody is ready. If the host stays away, a guest can have the round drawn in:"
    assert told(guest(1, ADA, NOW - 100_000, "ready"), ben) == (away, NOW + 20_000)
    assert told(ben, guest(3, CLEO, NOW)) == ("Not ready yet: Cleo.", None)
    assert told(guest(1, ADA, NOW - 121_000, "ready"), ben) == ("Everybody is ready.", None)


def test_one_who_plays_in_no_table_reads_that_others_do() -> None:
    called = {1: "Ada", 2: "Ben", 3: "Cleo"}
    people = (guest(1, ADA, NOW), guest(2, BEN, NOW), guest(3, CLEO, NOW))

    def state(*tables: RoundTable) -> str:
        return situation(evening(*people, tables=tables), BEN, called, NOW).state

    assert state(table(1, None, 1, 3)) == "playing"
    assert state(table(1, None, 1, 2)) == "table"
    for over in (table(1, NOW, 1, 3), table(0, None, 1, 3), table(1, None, 1, 3, of_round=2)):
        assert state(over) == "between"


def test_an_answer_to_a_planned_evening_can_be_changed_or_taken_back() -> None:
    planned = evening(starts_at=NOW + HOUR, round=0)

    def acts(at: StoredEvening, person: str = BEN) -> tuple[str, ...]:
        return situation(at, person, {}, NOW).acts

    assert acts(planned) == ("yes", "perhaps", "no")
    for said, left in (("yes", ("perhaps", "no")), ("perhaps", ("yes", "no")), ("no", ("yes", "perhaps"))):
        at = replace(planned, replies=(Invitee(BEN, "Ben", said, NOW + HOUR),))  # type: ignore[arg-type]
        assert acts(at) == (*left, "leave")
    moved = replace(planned, replies=(Invitee(BEN, "Ben", "yes", NOW),))
    assert acts(moved) == ("yes", "perhaps", "no", "leave")
    for state, more in (("waiting", ("leave",)), ("left", ())):
        assert acts(replace(planned, guests=(guest(1, BEN, NOW, state),))) == ("yes", "perhaps", "no", *more)
    assert acts(planned, ADA) == ("yes", "perhaps", "no", "begin", "move", "cancel")
    assert acts(moved, ADA) == ("yes", "perhaps", "no", "begin", "move", "hand", "cancel")


def test_a_television_follows_a_guest_else_a_table_else_the_first() -> None:
    tables = (table(0, None, 5), table(1, NOW, 1, 2), table(2, None, 3, 4), table(3, None, 6, None))
    at = evening(tables=(*tables, table(4, None, 7, of_round=2)))
    assert _followed(at, 4, None) == ("t2", 1)
    # Whoever has finished, or sits out, has no table; one who is not there is not followed.
    assert _followed(at, 2, None) == (None, None)
    assert _followed(at, 5, None) == ("t2", None)
    assert _followed(at, None, 3) == ("t3", None)
    assert _followed(at, None, 1) == ("t2", None)
    assert _followed(at, None, None) == ("t2", None)
    assert _followed(evening(tables=tables[:2]), None, None) == (None, None)


def days(*back: int) -> set[str]:
    return {(date(2026, 3, 31) - timedelta(days=each)).isoformat() for each in back}


@pytest.mark.parametrize(
    ("kept", "length"),
    [
        ((), 0),
        ((0,), 1),
        # Today may still come.
        ((1, 2), 2),
        ((2, 3), 2),
        ((3, 4), 0),
        ((0, 2), 2),
        ((0, 3), 1),
        # One day a week is forgiven.
        ((0, 2, 3, 4, 5, 6, 8), 6),
        ((0, 2, 3, 4, 5, 6, 7, 9), 8),
        ((0, 1, 2, 4, 5, 6, 7, 8, 9, 11, 13), 10),
    ],
)
def test_one_day_in_seven_may_be_missed(kept: tuple[int, ...], length: int) -> None:
    assert streak(days(*kept), date(2026, 3, 31)) == length


def test_a_calendar_is_what_calendars_read() -> None:
    entries = [
        Entry("e1", "Aces; kings, \\ and\nqueens", "/evening/e1", 1_800_000_000_000, 1_800_005_400_000, 1, "CANCELLED"),
        Entry("t1", "Ä" * 34 + "xx", "/tournaments/t1", 1_800_000_000_000, None, 1_799_999_999_000, "TENTATIVE"),
    ]
    written = feed("Club; ours", entries, "cards.example", "https://cards.example/play")
    assert written == "\r\n".join(
        [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Spite and Malice//Evenings//EN",
            "CALSCALE:GREGORIAN",
            "X-WR-CALNAME:Club\\; ours",
            "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
            "BEGIN:VEVENT",
            "UID:e1@cards.example",
            "DTSTAMP:19700101T000000Z",
            "LAST-MODIFIED:19700101T000000Z",
            "DTSTART:20270115T080000Z",
            "DTEND:20270115T093000Z",
            "STATUS:CANCELLED",
            "SUMMARY:Aces\\; kings\\, \\\\ and\\nqueens",
            "URL:https://cards.example/play/evening/e1",
            "DESCRIPTION:https://cards.example/play/evening/e1",
            "END:VEVENT",
            "BEGIN:VEVENT",
            "UID:t1@cards.example",
            "DTSTAMP:20270115T075959Z",
            "LAST-MODIFIED:20270115T075959Z",
            "DTSTART:20270115T080000Z",
            "STATUS:TENTATIVE",
            # 75 octets to a line, of which a letter may take two.
            "SUMMARY:" + "Ä" * 33,
            " Äxx",
            "URL:https://cards.example/play/tournaments/t1",
            "DESCRIPTION:https://cards.example/play/tournaments/t1",
            "END:VEVENT",
            "END:VCALENDAR",
            "",
        ]
    )
    [line] = [line for line in feed("x" * 62, [], "", "").split("\r\n") if line.startswith("X-WR")]
    assert len(line) == 75
    assert " x" in feed("x" * 63, [], "", "").split("\r\n")


@pytest.mark.parametrize(
    ("days_on", "told"),
    [
        (0, "today at 18:05"),
        (1, "tomorrow at 18:05"),
        (2, "on Wednesday at 18:05"),
        (6, "on Sunday at 18:05"),
        (7, "on 8 June 2026 at 18:05"),
    ],
)
def test_a_weekday_is_named_up_to_six_days_before(days_on: int, told: str) -> None:
    now = datetime(2026, 6, 1, 0, 5, tzinfo=UTC)
    at = datetime(2026, 6, 1, 18, 5, tzinfo=UTC) + timedelta(days=days_on)
    assert when(int(at.timestamp() * 1000), int(now.timestamp() * 1000), "UTC") == told


def test_a_quarter_of_a_long_time_is_short() -> None:
    slow = {"clock": {"kind": "move", "seconds": 86_400}}
    quarter = 86_400_000 // 4
    assert is_running_out(slow, NOW + quarter, NOW)
    assert not is_running_out(slow, NOW + quarter + 1, NOW)
    assert is_running_out(slow, NOW + 1, NOW)
    assert not is_running_out(slow, NOW, NOW)
    assert not is_running_out(slow, None, NOW)
    assert not is_running_out({"clock": {"kind": "move", "seconds": 300}}, NOW + 1, NOW)
    assert not is_running_out({}, NOW + 1, NOW)


def test_a_notice_comes_in_time_where_there_is_an_hour_for_a_move() -> None:
    def unhurried(seconds: int | None, away: int | None = None) -> bool:
        clock = None if seconds is None else {"kind": "move", "seconds": seconds}
        return is_unhurried({"clock": clock, "away_seconds": away})

    assert [unhurried(seconds) for seconds in (3600, 3599, None)] == [True, False, True]
    assert [unhurried(None, away) for away in (3600, 3599)] == [True, False]


def at_hour(hour: int, minute: int = 0) -> int:
    return int(datetime(2026, 3, 3, hour, minute, tzinfo=UTC).timestamp() * 1000)


def test_quiet_hours_begin_and_end_by_the_minute() -> None:
    night = Choices()
    found = [is_quiet(night, at_hour(*time)) for time in ((21, 59), (22, 0), (0, 0), (7, 59), (8, 0))]
    assert found == [False, True, True, True, False]
    noon = Choices(quiet_from=12 * 60, quiet_until=13 * 60)
    assert [is_quiet(noon, at_hour(*time)) for time in ((11, 59), (12, 0), (12, 59), (13, 0))] == [
        *(False, True, True, False)
    ]
    for never in (Choices(quiet_from=None), Choices(quiet_until=None), Choices(quiet_from=60, quiet_until=60)):
        assert not any(is_quiet(never, at_hour(hour)) for hour in range(24))


def test_the_last_chance_of_a_day_is_its_last_four_hours_awake() -> None:
    end = at_hour(0) + DAY
    # Until ten, then asleep: the hours from six on.
    assert [is_last_chance(Choices(), at_hour(*time), end) for time in ((17, 45), (18, 0), (21, 59), (22, 0))] == [
        *(False, True, True, False)
    ]
    # Without quiet hours people sleep from midnight to six.
    always = Choices(quiet_from=None, quiet_until=None)
    assert [is_last_chance(always, at_hour(*time), end) for time in ((19, 45), (20, 0), (23, 59))] == [
        False,
        True,
        True,
    ]
    assert not is_last_chance(always, end, end)


def test_so_many_notices_come_within_a_day_and_those_tried_before_besides() -> None:
    sent = [SentNotice(ADA, f"turn/{number}", NOW - DAY + number, number == 2) for number in range(3)]
    noon = at_hour(12)
    sent = [replace(each, claimed_at=noon - DAY + number) for number, each in enumerate(sent)]
    gate = _Gate({ADA: Choices(most=3), BEN: Choices(most=2, kinds={"turn": False, "round": True})}, sent, noon)
    # The one of a day ago counts no more.
    assert gate.left(ADA) == 1
    assert gate(ADA, TURN, "turn/9")
    assert not gate(ADA, TURN, "turn/1")
    assert gate(ADA, TURN, "turn/2")
    assert not gate(ADA, ROUND, "round/1")
    assert gate(BEN, ROUND, "round/1")
    assert not gate(BEN, TURN, "turn/9")
    assert not gate(CLEO, TURN, "turn/9")
    full = _Gate({ADA: Choices(most=2)}, sent, noon)
    assert not full(ADA, TURN, "turn/9")
    assert full(ADA, TURN, "turn/2")
    assert not _Gate({ADA: Choices()}, [], at_hour(23))(ADA, TURN, "turn/9")
    assert gate.was_tried(Notice(ADA, TURN, "turn/2", "/", {}))
    assert not gate.was_tried(Notice(ADA, TURN, "turn/9", "/", {}))
    assert Notice(ADA, FRIEND, "friend/x/2026-03-03", "/", {}).tag == "friend/x"
    assert len(Notice(ADA, FRIEND, "friend/x", "/", {}).topic) == 32


def test_codes_have_groups_of_four_letters_that_look_like_no_other() -> None:
    assert [len(part) for part in new_code(8).split("-")] == [4, 4]
    assert [len(part) for part in new_code(20).split("-")] == [4] * 5
    assert not set("".join(new_code(20) for _ in range(50))) & set("OILU")
    assert read_code("oil0-abcu") == "0110ABCV"
    assert read_code(" 0110 abcv\n") == "0110ABCV"
    for wrong in ("0110ABC", "0110ABCVX", "0" * 19, "0" * 21, "0110ABCÄ", ""):
        assert read_code(wrong) == ""
    assert read_code("0" * 20) == "0" * 20
    assert digest("oil0-abcu") == digest("0110ABCV") != digest("0110ABCW")
    assert digest("some secret") != digest("Some secret")
    assert [no_new_accounts(each) is None for each in ("open", "invitation", "closed")] == [True, False, False]


@pytest.mark.parametrize(
    ("day", "week", "month"),
    [
        (date(2026, 6, 1), date(2026, 6, 1), date(2026, 6, 1)),
        (date(2026, 6, 7), date(2026, 6, 1), date(2026, 6, 1)),
        (date(2026, 6, 30), date(2026, 6, 29), date(2026, 6, 1)),
    ],
)
def test_weeks_begin_on_mondays(day: date, week: date, month: date) -> None:
    assert (start_of(day, "week"), start_of(day, "month")) == (week, month)


def test_who_sat_at_a_table_is_drawn_as_they_chose_or_as_the_computer_player() -> None:
    level = LEVELS[0].id
    seats = {
        SeatRow("person", "Ada", person=ADA): None,
        SeatRow("person", "Ada", person=ADA, head="owl"): "owl",
        SeatRow("computer", "Somebody", player=level): level,
        SeatRow("computer", "Somebody", player=level, head="owl"): "owl",
        SeatRow("computer", "Program", player="its own"): None,
        SeatRow("person", "Ada", person=ADA, player=level): None,
    }
    assert [_drawing(seat) for seat in seats] == list(seats.values())


def test_a_swiss_tournament_has_at_most_half_as_many_rounds_as_people_but_three_of_four() -> None:
    assert [most_rounds(size) for size in (0, 1, 2, 3, 4, 7, 8, 9)] == [1, 1, 1, 2, 3, 4, 4, 5]


def test_the_latest_twenty_games_that_were_counted_and_played_to_their_end_are_looked_at() -> None:
    def finished(number: int, person: str = ADA, seats: int = 2, **more: Any) -> FinishedGame:
        figures = SimpleNamespace(seats=[SimpleNamespace(missed=[number])] * seats)
        about = {"table_id": "t", "number": number, "given_up": False, "figures": figures, **more}
        return cast("FinishedGame", SimpleNamespace(seats=[SimpleNamespace(person=person)], **about))

    games = [
        finished(1, BEN),
        finished(2, given_up=True),
        finished(3, figures=None),
        finished(4, seats=0),
        finished(5, seats=1),
        *(finished(number) for number in range(6, 40)),
    ]
    found = own_games(games, ADA)
    assert [game.number for game in found] == list(range(5, 25))
    assert found[0] == OwnGame("t", 5, cast("Any", [5]))


@pytest.mark.parametrize(
    ("older", "newer", "count", "words"),
    [
        (None, 1.0, 3, "–"),
        (1.0, None, 3, "–"),
        (0.0, 0.0, 0, "none so far"),
        (1.0, 0.5, 3, "1.0 → 0.5, rarer"),
        (0.5, 1.0, 3, "0.5 → 1.0, more often"),
        (1.0, 0.95, 3, "1.0 → 0.9, as often"),
        (2.0, 1.875, 3, "2.0 → 1.9, rarer"),
    ],
)
def test_a_trend_is_named_from_a_tenth_of_a_mistake_on(
    older: float | None, newer: float | None, count: int, words: str
) -> None:
    assert Course("Wild cards", count, older, newer, 0, "", 1, "").words == words


def test_files_of_a_site_are_packed_as_text_or_not_by_their_type() -> None:
    names = {
        "a.js": "text/javascript", "a.mjs": "text/javascript", "a.css": "text/css", "a.svg": "image/svg+xml",
        "a.json": "application/json", "a.woff2": "font/woff2", "a.wasm": "application/wasm", "a.png": "image/png",
        "a": "application/octet-stream",
    }  # fmt: skip
    assert {name: type_of(name) for name in names} == names
    packed = json.loads(gzip.decompress(_packed({"a.css": "ä".encode(), "a.png": b"\x89PNG"})))
    assert packed == {
        "a.css": {"type": "text/css; charset=utf-8", "text": "ä"},
        "a.png": {"type": "image/png", "base64": "iVBORw=="},
    }
    assert _packed({"a.css": b""}) == _packed({"a.css": b""})


@pytest.mark.parametrize(
    ("summary", "state"),
    [
        (Summary(0, None, (0, 0), match_over=False), "gathering"),
        (Summary(1, 1, (0, 0), match_over=False), "running"),
        (Summary(1, None, (3, 0), match_over=False), "game_over"),
        (Summary(2, None, (3, 0), match_over=True), "match_over"),
    ],
)
def test_a_table_is_in_one_of_four_states(summary: Summary, state: str) -> None:
    assert _state(summary) == state


def test_computer_players_fill_a_tournament_up_to_its_number_with_names_of_their_own() -> None:
    form = TournamentForm("swiss", "standard", rounds=5, fill=4, player="club")
    row = TournamentRow("t", ADA, "Cup", form, b"0" * 32)
    people = (EntrantRow(1, "Ada", ADA), EntrantRow(5, "Ben", BEN))
    found = computers_for(Tournament(row, people, ()))
    assert [(each.number, each.player, each.person) for each in found] == [(6, "club", None), (7, "club", None)]
    assert len({each.name for each in (*people, *found)}) == 4
    empty = computers_for(Tournament(row, (), ()))
    assert [each.number for each in empty] == [1, 2, 3, 4]
    assert computers_for(Tournament(replace(row, form=TournamentForm("swiss", "standard", rounds=5)), people, ())) == []


async def test_who_has_no_row_of_days_to_lose_is_looked_up_once_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    today = daily.today()
    kept = {
        "none": set[str](),
        "two": {(today - timedelta(days=back)).isoformat() for back in (1, 2)},
        "one": {(today - timedelta(days=1)).isoformat()},
        "done": {(today - timedelta(days=back)).isoformat() for back in (0, 1, 2)},
        "three": {(today - timedelta(days=back)).isoformat() for back in (1, 2, 3)},
    }
    looked: list[str] = []

    async def kept_days(_store: object, person: str) -> set[str]:
        looked.append(person)
        return kept[person]

    monkeypatch.setattr(notice_rounds, "kept_days", kept_days)
    nothing = cast("Any", None)
    found = NoticeRounds(nothing, nothing, nothing, nothing)
    for _ in range(2):
        assert await found._ending(today.isoformat(), kept) == [("two", 2), ("three", 3)]
    assert looked == [*kept, "two", "three"]
    await found._ending("another day", ["none"])
    assert looked[-1] == "none"

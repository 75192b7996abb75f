"""The figures of a person's finished games, and the records they broke."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from spite_and_malice.rules import preset_rules
from spite_and_malice.server.features.statistics import (
    beaten,
    periods,
    records_by_rules,
    runs,
    totals,
)
from spite_and_malice.server.features.statistics.routes import statistics_of
from spite_and_malice.server.games.spite.played import Played, played_by
from spite_and_malice.server.games.spite.replay import rules_key
from spite_and_malice.server.store import FinishedGame, GameFigures, SeatCounted, SeatRow

from .conftest import Browser, RunningServer, Visit
from .people import begin
from .play import finish

HOUR_MS = 3_600_000
ADA, BEN = "a" * 64, "b" * 64
YOU = SeatRow("person", "Ada", person=ADA)
CLUB = SeatRow("computer", "Club player", player="club")
EXPERT = SeatRow("computer", "Expert", player="expert")
PEER = SeatRow("person", "Ben", person=BEN)
STANDARD = rules_key(preset_rules("standard", 2))
WEDNESDAY = datetime.datetime(2026, 11, 18, 12, tzinfo=datetime.UTC)


def ms(days: int = 0) -> int:
    """Return the time a number of days after a Wednesday."""
    return int((WEDNESDAY + datetime.timedelta(days=days)).timestamp()) * 1000


def figures(won: bool = True, margin: int = 5, rules: str = STANDARD, **changes: Any) -> GameFigures:
    """Return the figures of a game for two; yours is seat 1."""
    usual: dict[str, Any] = {"turns": 20, "moves": 80, "payoff": 20, "most_payoff": 4, "undos": 0, "takebacks": 0}
    own = {"left": 0 if won else margin, "hints": 0}
    other = SeatCounted(side=0, left=margin if won else 0, hints=0, **usual)
    time = changes.pop("time", 600_000)
    return GameFigures(rules, 20, time, [other, SeatCounted(side=1, **(usual | own | changes))])


def game(*winners: int, others: tuple[SeatRow, ...] = (CLUB,), **changes: Any) -> FinishedGame:
    """Return a game; yours is the seat 1."""
    usual: dict[str, Any] = {"preset": "standard", "ended_at": ms(), "table_id": "t", "number": 1, "stand_ins": ()}
    return FinishedGame((*others[:1], YOU, *others[1:]), winners, **(usual | changes))


def played(*games: FinishedGame, person: str = ADA) -> list[Played]:
    return played_by(person, games)


def counts(games: list[Played]) -> tuple[int, ...]:
    found = totals(games)
    return found.won, found.lost, found.drawn, found.given_up


def test_games_are_counted_by_who_sat_there_and_not_by_the_seat() -> None:
    games = played(game(1), game(0), game(1, others=(EXPERT,)), game(), game(1), game(given_up=True))
    assert counts(games) == (3, 1, 1, 1)
    assert totals(games).share == 0.75
    found = statistics_of(games)
    assert [(each.name, each.games) for each in found.by_opponent] == [("Hugo", 5), ("Nadia", 1)]
    assert played(game(1), person=BEN) == []


async def test_a_week_begins_where_one_is(server: RunningServer, visit: Visit) -> None:
    """A game of Sunday evening in New York is one of Monday in UTC."""
    late = [game(1, ended_at=ms(5) - 10 * HOUR_MS)]
    started = [
        [period.start for period in statistics_of(played(*late), zone=zone).periods]
        for zone in (datetime.UTC, ZoneInfo("America/New_York"))
    ]
    assert started == [["2026-11-23"], ["2026-11-16"]]
    http = visit(server.address).http
    for zone in ("Europe/Berlin", "Nowhere/Land", "../../etc/passwd", "", "\0"):
        assert (await http.get("/api/statistics", params={"zone": zone})).status_code == 200


def test_partners_win_together() -> None:
    assert counts(played(game(1, 3, others=(CLUB, CLUB, CLUB)))) == (1, 0, 0, 0)


def test_people_and_mixed_company_have_lines_of_their_own() -> None:
    games = played(game(1, others=(PEER,)), game(1, others=(PEER, CLUB)), game(1, others=(CLUB, EXPERT)))
    found = statistics_of(games)
    assert [(each.name, each.won) for each in found.by_opponent] == [("People", 2), ("Several computer players", 1)]
    assert [(each.name, each.games) for each in found.by_players] == [("3 players", 2), ("2 players", 1)]


def test_a_game_that_a_stand_in_played_is_nobodys() -> None:
    found = statistics_of(played(game(1, stand_ins=(1,)), game(0, stand_ins=(0,))))
    assert (found.all.games, found.all.lost, found.stood_in) == (1, 1, 1)


def test_a_run_of_wins_ends_with_a_game_that_is_not_won() -> None:
    latest_first = played(game(1), game(1), game(), game(1), game(1), game(1), game(0))
    assert runs(latest_first) == (2, 3)
    assert (runs(latest_first[2:]), runs([])) == ((0, 3), (0, 0))


def test_nothing_decided_has_no_share_and_nothing_counted_no_averages() -> None:
    found = totals(played(game()))
    assert (found.share, found.means.turns, found.means.time) == (None, None, None)


def test_averages_are_those_of_the_counted_games() -> None:
    games = played(
        game(1, figures=figures(turns=10, hints=2, takebacks=1)),
        game(0, figures=figures(won=False, margin=3, turns=20, time=1_200_000)),
        game(0),
        game(1, figures=GameFigures("", 0, 0, [])),
    )
    means = totals(games).means
    assert (means.turns, means.margin, means.time, means.help) == (15, 1, 900_000, 1.5)
    assert statistics_of(games).uncounted == 1


def test_partners_are_not_those_whom_one_is_ahead_of() -> None:
    seats = [replace_side(side, left) for side, left in ((0, 7), (1, 2), (0, 7), (1, 2))]
    (one,) = played(game(0, 2, others=(CLUB, CLUB, CLUB), figures=GameFigures(STANDARD, 20, 0, seats)))
    assert one.margin == 5


def replace_side(side: int, left: int) -> SeatCounted:
    return SeatCounted(side=side, turns=1, moves=1, payoff=1, most_payoff=1, left=left, undos=0, takebacks=0)


def test_weeks_begin_on_monday_and_months_on_the_first() -> None:
    games = played(game(1, ended_at=ms(14)), game(0, ended_at=ms(4)), game(1, ended_at=ms()))
    first, last = datetime.date(2026, 11, 18), datetime.date(2026, 12, 2)
    weeks = periods(games, "week", (first, last), datetime.UTC)
    assert [(week.start, week.games, week.won) for week in weeks] == [
        ("2026-11-16", 2, 1),
        ("2026-11-23", 0, 0),
        ("2026-11-30", 1, 1),
    ]
    months = periods(games, "month", (first, last), datetime.UTC)
    assert [(month.start, month.games, month.share) for month in months] == [
        ("2026-11-01", 2, 0.5),
        ("2026-12-01", 1, 1),
    ]


@pytest.mark.parametrize("step", ["week", "month"])
def test_of_many_years_the_latest_are_told(step: Any) -> None:
    found = periods([], step, (datetime.date(2020, 1, 31), datetime.date(2026, 3, 31)), datetime.UTC)
    assert len(found) == 53
    assert found[-1].start == ("2026-03-30" if step == "week" else "2026-03-01")
    assert len({each.start for each in found}) == 53


def test_records_are_of_the_same_rules_and_without_help() -> None:
    other = rules_key(preset_rules("standard", 2, {"payoff": 5}))
    games = played(
        game(1, figures=figures(turns=4, payoff=5, rules=other), number=6),
        game(1, figures=figures(turns=9, takebacks=1), number=5),
        game(1, figures=figures(turns=8, hints=1), number=4),
        game(0, figures=figures(won=False, turns=3, most_payoff=9, time=1), number=3),
        game(1, figures=figures(turns=15, margin=2), number=2),
        game(1, figures=figures(turns=15, margin=12, time=900_000), number=1),
    )
    usual, changed = records_by_rules(games)
    assert usual.name == "Spite & Malice, 2 players, 20 cards"
    assert changed.name.startswith("Spite & Malice, 2 players")
    assert usual.turns is not None
    # Of equals, the first one is kept.
    assert (usual.turns.value, usual.turns.url) == (15, "/table/t/games/1/replay")
    values = [best.value for best in (usual.time, usual.margin, usual.most_payoff) if best is not None]
    assert values == [600_000, 12, 9]


def test_a_record_falls_when_it_is_beaten_and_not_when_it_is_reached() -> None:
    first = game(1, figures=figures(turns=20, margin=5, time=600_000), number=1)
    second = game(1, figures=figures(turns=30, margin=9, time=700_000), number=2)
    third = game(1, figures=figures(turns=19, margin=9, most_payoff=5), number=3)
    games = played(third, second, first)
    assert [(one.measure, one.value, one.before) for one in beaten(games, "t", 3)] == [
        ("turns", 19, 20),
        ("most_payoff", 5, 4),
    ]
    # Before two games there was no real record, and other tables have games of these numbers.
    assert beaten(games, "t", 2) == beaten(games, "u", 3) == []


def test_nothing_is_no_record() -> None:
    (line,) = records_by_rules(played(game(0, figures=figures(won=False, most_payoff=0))))
    assert (line.margin, line.most_payoff) == (None, None)


@pytest.mark.parametrize("changes", [{"hints": 1}, {"takebacks": 1}])
def test_help_beats_no_record(changes: dict[str, Any]) -> None:
    games = [game(1, figures=figures(turns=30 - number), number=number) for number in (3, 2, 1)]
    assert [one.measure for one in beaten(played(*games), "t", 3)] == ["turns"]
    helped = replace(games[0], figures=figures(**{"turns": 1, **changes}))
    assert beaten(played(helped, *games[1:]), "t", 3) == []
    stood_in = replace(games[0], stand_ins=(1,))
    assert beaten(played(stood_in, *games[1:]), "t", 3) == []


def test_a_win_because_the_other_gave_up_is_no_record() -> None:
    games = [game(1, figures=figures(turns=30 - number), number=number) for number in (2, 1)]
    given = game(1, figures=figures(turns=1, margin=9, time=5, left=3), number=3)
    assert beaten(played(given, *games), "t", 3) == []
    (line,) = records_by_rules(played(given))
    assert (line.time, line.turns, line.margin) == (None, None, None)


async def test_the_figures_of_finished_games_are_asked_for(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit, preset="quick", rules={"payoff": 1, "target": 1000})
    await company.finish()
    winners = company.states[0]["view"]["result"]["winners"]
    for seat, browser in enumerate(company.browsers):
        found = (await browser.http.get("/api/statistics")).json()
        assert (found["all"]["games"], found["all"]["won"]) == (1, int(seat in winners))
        assert [each["id"] for each in found["choices"]["opponent"]] == ["people"]
        assert found["periods"][0]["games"] == 1
        for nothing in ("opponent=club", "version=book", "players=3"):
            left = (await browser.http.get(f"/api/statistics?{nothing}")).json()
            assert (left["all"]["games"], left["choices"]) == (0, found["choices"])
    assert (await visit(server.address).http.get("/api/statistics")).json()["all"]["games"] == 0
    assert "/statistics" in (await company.browsers[0].http.get("/games")).text


@pytest.mark.parametrize("odd", ["days=7", "by=year", "players=x"])
async def test_odd_filters_are_refused(browser: Browser, odd: str) -> None:
    assert (await browser.http.get(f"/api/statistics?{odd}")).status_code == 400


async def test_what_a_game_has_beaten_is_told_to_who_played_it(browser: Browser, visit: Visit) -> None:
    table_id = await browser.table(preset="standard", rules={"payoff": 1, "target": 1000})
    page = await browser.open(table_id)
    state = await finish(page, await page.hello())
    for _ in range(2):
        state = await finish(page, await page.next(state))
    told = (await browser.http.get(f"/api/tables/{table_id}/games/3/records")).json()["records"]
    assert {record["measure"] for record in told} <= {"time", "turns", "margin", "most_payoff"}
    other = await visit(browser.address).http.get(f"/api/tables/{table_id}/games/3/records")
    assert other.json() == {"records": []}


def test_games_are_listed_one_by_one() -> None:
    games = played(
        game(1, figures=figures(moves=61, time=240_000), day="2026-11-18"),
        game(0, number=2, offline=True, preset=None),
        game(given_up=True, number=3, others=(CLUB, EXPERT)),
    )
    won, lost, given_up = statistics_of(games).games
    assert (won.name, won.against, won.result, won.day) == ("Spite & Malice", "Club player", "won", "2026-11-18")
    assert (won.moves, won.time, won.ended_at, won.url) == (61, 240_000, ms(), "/table/t/games/1/replay")
    assert (lost.name, lost.result, lost.number, lost.offline, lost.moves) == ("House rules", "lost", 2, True, None)
    assert (given_up.result, given_up.url) == ("given_up", None)
    assert " and " in given_up.against
    many = statistics_of(played(*[game(1, number=at) for at in range(150)]))
    assert [line.number for line in many.games] == list(range(100))

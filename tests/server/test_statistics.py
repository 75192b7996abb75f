"""What somebody's finished games come to."""

from __future__ import annotations

import re

from spite_and_malice.server.pages.statistics import Tally, statistics_of
from spite_and_malice.server.store import FinishedGame, SeatRow

from .conftest import RunningServer, Visit
from .people import begin

ADA, BEN = "a" * 64, "b" * 64
YOU = SeatRow("person", "Ada", owner=ADA)
CLUB = SeatRow("computer", "Club player", player="club")
EXPERT = SeatRow("computer", "Expert", player="expert")


def game(*winners: int, others: tuple[SeatRow, ...] = (CLUB,), stand_ins: tuple[int, ...] = ()) -> FinishedGame:
    return FinishedGame((*others[:1], YOU, *others[1:]), winners, stand_ins)


def test_games_are_counted_by_who_sat_there_and_not_by_the_seat() -> None:
    found = statistics_of(ADA, [game(1), game(0), game(1, others=(EXPERT,)), game(), game(1)])
    assert found.overall == Tally(won=3, lost=1, drawn=1)
    assert found.overall.share == 0.75
    assert [name for name, _ in found.against] == ["Club player", "Expert"]
    assert [tally.played for _, tally in found.against] == [4, 1]


def test_partners_win_together() -> None:
    table = game(1, 3, others=(CLUB, CLUB, CLUB))
    assert statistics_of(ADA, [table]).overall == Tally(won=1)


def test_people_and_mixed_company_have_lines_of_their_own() -> None:
    ben = SeatRow("person", "Ben", owner=BEN)
    found = statistics_of(ADA, [game(1, others=(ben,)), game(1, others=(ben, CLUB)), game(1, others=(CLUB, EXPERT))])
    assert [(name, tally.won) for name, tally in found.against] == [("People", 2), ("Several computer players", 1)]


def test_a_game_that_a_stand_in_played_is_nobodys() -> None:
    assert statistics_of(ADA, [game(1, stand_ins=(1,))]).overall.played == 0
    assert statistics_of(ADA, [game(1, stand_ins=(0,))]).overall.won == 1


def test_games_of_others_do_not_count() -> None:
    found = statistics_of(BEN, [game(1), game(0)])
    assert found.overall.played == 0
    assert found.against == []


def test_a_run_of_wins_ends_with_a_game_that_is_not_won() -> None:
    latest_first = [game(1), game(1), game(), game(1), game(1), game(1), game(0)]
    found = statistics_of(ADA, latest_first)
    assert (found.running, found.longest) == (2, 3)
    assert (statistics_of(ADA, latest_first[2:]).running, statistics_of(ADA, []).longest) == (0, 0)


def test_nothing_decided_has_no_share() -> None:
    assert statistics_of(ADA, [game()]).overall.share is None


async def test_the_page_of_your_games_says_how_you_have_played(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit, preset="quick", rules={"payoff": 1, "target": 1000})
    fresh = await company.browsers[0].http.get("/games")
    assert "How you have played" not in fresh.text
    await company.finish()
    winners = company.states[0]["view"]["result"]["winners"]
    for seat, browser in enumerate(company.browsers):
        text = (await browser.http.get("/games")).text
        (row,) = re.findall(r'<tr><th scope="row">People</th>(.*?)</tr>', text, re.DOTALL)
        counts = [int(count) for count in re.findall(r"<td>(\d+)</td>", row)]
        assert counts == [1, int(seat in winners), int(bool(winners) and seat not in winners), int(not winners)]
    assert "How you have played" not in (await visit(server.address).http.get("/games")).text

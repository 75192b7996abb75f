"""The home page's greeting for people who have played here before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from spite_and_malice.server.features.home import greeting
from spite_and_malice.server.features.puzzles import choosing
from spite_and_malice.server.games.spite.table import shown_name
from spite_and_malice.server.people import called_by_seat
from spite_and_malice.server.store import SeatRow, today
from spite_and_malice.server.store.games.puzzles import PuzzleResult
from spite_and_malice.texts import in_language

from .conftest import Browser, RunningServer, Visit
from .play import finish, to_my_turn


async def home(browser: Browser, language: str = "en") -> str:
    """Return the text of the home page, with single spaces."""
    answer = await browser.http.get("/", headers={"Accept-Language": language})
    return " ".join(answer.text.split())


async def play(browser: Browser, **table: Any) -> dict[str, Any]:
    """Play a game against a computer player to its end; return the final state."""
    page = await browser.open(await browser.table(preset="standard", **{"rules": {"payoff": 1, "target": 1}} | table))
    return await finish(page, await to_my_turn(page, await page.hello()))


async def test_who_comes_for_the_first_time_is_not_welcomed_back(browser: Browser) -> None:
    text = await home(browser)
    assert "Welcome back" not in text
    assert "Build the stacks up from the ace" in text


async def test_who_comes_back_is_told_how_the_last_game_came_out_and_what_the_day_has(browser: Browser) -> None:
    state = await play(browser)
    text = await home(browser)
    assert "Welcome back, Ada." in text
    won = 0 in state["view"]["result"]["winners"]
    assert ("Last time you beat " in text, "ahead: time for another game." in text) == (won, not won)
    assert "Deal waiting · 0 of 6 games of patience won · Puzzle waiting" in text
    assert "Build the stacks up from the ace" not in text
    assert "Willkommen zurück, Ada." in await home(browser, "de")


@pytest.mark.parametrize(
    ("target", "scores", "said"),
    [
        (1, (0, 9), "Last time Rosa was 4 cards ahead: time for another game."),
        (25, (7, 32), "Last time Rosa won the match, 32 to 7: time for another."),
        (50, (50, 14), "Last time you won the match against Rosa, 50 to 14."),
    ],
)
async def test_of_a_match_its_points_are_told(
    browser: Browser, server: RunningServer, target: int, scores: tuple[int, int], said: str
) -> None:
    table = await browser.table(preset="standard", rules={"target": target})
    stored = await server.store.tables.get(table)
    assert stored is not None
    person = stored.table.host
    (latest,) = await server.store.tables.of(person, 1)
    seats = [replace(seat, name="Rosa") if seat.kind == "computer" else seat for seat in latest.table.seats]
    summary = replace(latest.summary, game=5, turn=None, match_over=True, scores=scores, cards_left=(4, 0))
    ended = replace(latest, table=replace(latest.table, seats=tuple(seats)), summary=summary)
    assert greeting(person, ended, goes_on=False).last == said


async def test_what_of_the_day_is_done_is_said(browser: Browser, server: RunningServer) -> None:
    await play(browser)
    answer = await browser.http.post("/api/day", json={"name": "Ada"})
    page = await browser.open(answer.json()["id"])
    state = await to_my_turn(page, await page.hello())
    assert "Deal begun · " in await home(browser)
    assert "Last time" not in await home(browser), "a game that goes on is there itself"
    await finish(page, state)
    assert "Deal played · " in await home(browser)
    stored = await server.store.tables.get(answer.json()["id"])
    assert stored is not None
    puzzle = PuzzleResult(choosing.of_day(today()), 0, 1, today().isoformat())
    await server.store.puzzles.add_result(stored.table.host, puzzle, None)
    assert "· Puzzle tried" in await home(browser)
    assert "The first day of a new row." in await home(browser)


@pytest.mark.parametrize(("name", "number"), [("Player 2", 2), ("Spieler 11", 11), ("Player Two", None), ("Ada", None)])
def test_who_has_no_name_is_called_alike_in_the_language_of_whoever_reads(name: str, number: int | None) -> None:
    assert called_by_seat(name) == number
    with in_language("de"):
        assert shown_name(SeatRow("person", name, person="o")) == (f"Spieler {number}" if number else name)


async def test_a_page_without_the_cookie_that_came_with_it_is_told_what_it_is_for(
    server: RunningServer, visit: Visit
) -> None:
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "computer", "player": "greedy"}]
    table = {"preset": "standard", "target": 1, "seats": seats}
    browser = visit(server.address)
    of_page = {"origin": f"http://{server.address}"}
    refused = await browser.http.post("/api/tables", json=table, headers=of_page)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "no_cookie")
    assert refused.json()["error"]["message"].startswith("This browser refuses cookies.")
    # A program names no page, and a browser that stores cookies has one by then.
    assert (await visit(server.address).http.post("/api/tables", json=table)).status_code == 201
    await browser.http.get("/")
    assert (await browser.http.post("/api/tables", json=table, headers=of_page)).status_code == 201

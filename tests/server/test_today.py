"""The whole page of the day: its games, the person's progress, and the month."""

from __future__ import annotations

import re
from datetime import date
from html import escape
from typing import Any

import pytest

from spite_and_malice.rules import PRESETS
from spite_and_malice.server.archive.day_picture import day_picture
from spite_and_malice.server.features import daily
from spite_and_malice.server.features.daily.overview import Day, PatienceOfDay
from spite_and_malice.server.features.puzzles import choosing
from spite_and_malice.server.features.puzzles.api import find_puzzle
from spite_and_malice.server.features.puzzles.choosing import Mark
from spite_and_malice.server.store.games.puzzles import PuzzleResult

from .conftest import Browser, RunningServer
from .play import finish, to_my_turn


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> date:
    """Set the date to a day in the middle of a month."""
    day = date(2026, 3, 18)
    monkeypatch.setattr(daily, "today", lambda: day)
    return day


async def read(browser: Browser, path: str) -> str:
    """Return the text of a page, with single spaces."""
    answer = await browser.http.get(path)
    assert answer.status_code == 200, path
    return " ".join(answer.text.split())


def filled(page: str, day: str) -> str:
    """Return the filled suits of a day in the month."""
    cell = re.search(rf'<a href="/today/{day}".*?</a>', page)
    assert cell is not None
    return "".join(re.findall(r'filled" aria-hidden="true">(.)<', cell[0]))


async def play_deal(browser: Browser, day: str | None = None) -> None:
    """Play the deal of a day to its end."""
    answer = await browser.http.post("/api/day", json={"name": "Ada"} | ({} if day is None else {"day": day}))
    assert answer.status_code == 201
    page = await browser.open(answer.json()["id"])
    await finish(page, await to_my_turn(page, await page.hello()))


async def test_a_day_that_is_done_fills_its_suits(browser: Browser, server: RunningServer, today: date) -> None:
    assert filled(await read(browser, "/today"), "2026-03-18") == ""
    await play_deal(browser)
    page = await read(browser, "/today")
    assert filled(page, "2026-03-18") == "♠"
    assert 'href="/day">See how everybody did' in page
    table = await browser.http.post("/api/patience", json={"preset": "klondike-1", "day": "2026-03-18"})
    assert table.status_code == 201
    link, mark = '<a href="/patience/day#deal-klondike-1">Klondike, turn 1</a>', '<span aria-hidden="true">…</span>'
    assert f"{link} {mark}" in await read(browser, "/today")


async def test_days_before_the_first_visit_can_be_played_and_fill_their_suits(browser: Browser) -> None:
    await play_deal(browser, "2026-01-01")
    page = await read(browser, "/today?month=2026-01")
    assert (filled(page, "2026-01-01"), filled(page, "2026-01-02")) == ("♠", "")
    assert "month=2025-12" not in page
    assert "month=2026-02" in page
    assert (await browser.http.get("/api/day/2026-01-01")).json()["rank"] is None, "a day is ranked on itself"
    table = await browser.http.post("/api/patience", json={"preset": "freecell", "day": "2026-01-07"})
    assert table.status_code == 201
    earlier = await read(browser, "/today/2026-01-07")
    assert "This day is over" in earlier
    assert 'href="/puzzles/day/2026-01-07"' in earlier


async def test_what_is_no_day_of_the_game_is_not_found(browser: Browser) -> None:
    for path in ("/today/2026-03-19", "/today/2025-12-31", "/today/today", "/today?month=2026-04", "/today?month=x"):
        assert (await browser.http.get(path)).status_code == 404, path


async def test_the_puzzle_fills_diamonds_whenever_it_is_tried(browser: Browser, server: RunningServer) -> None:
    await play_deal(browser)
    table: Any = await server.store.tables.get((await browser.http.post("/api/day", json={})).json()["id"])
    earlier = PuzzleResult(choosing.of_day(date(2026, 3, 2)), 0, 1, None)
    await server.store.puzzles.add_result(table.table.host, earlier, None)
    page = await read(browser, "/today")
    assert (filled(page, "2026-03-02"), filled(page, "2026-03-18")) == ("♦", "♠")


@pytest.mark.parametrize(
    ("marks", "suits"),
    [([], ""), (["won"], "hearts"), (["won", "given_up"], "hearts"), (["won", "won", None], "hearts clubs")],
)
def test_two_games_of_patience_fill_two_suits(marks: list[str | None], suits: str) -> None:
    games = [PatienceOfDay(f"game-{number}", "A game", mark) for number, mark in enumerate(marks)]
    day = Day(date(2026, 3, 18), None, games, puzzle=None)
    assert " ".join(suit for suit, is_filled in day.suits.items() if is_filled) == suits


@pytest.mark.parametrize(
    ("deal", "marks", "puzzle", "signs"),
    [
        (None, [], None, ""),
        ("running", [None], None, ""),
        ("over", [], None, "♠♡♧♢"),
        ("over", ["won"], "solved", "♠♥♧♦"),
        (None, ["won", "won"], "missed", "♤♥♣♦"),
    ],
)
def test_a_day_can_be_sent_as_its_suits(
    deal: str | None, marks: list[str | None], puzzle: Mark | None, signs: str
) -> None:
    games = [PatienceOfDay(f"game-{number}", "A game", mark) for number, mark in enumerate(marks)]
    assert Day(date(2026, 3, 18), deal, games, puzzle).signs == signs


async def test_a_day_is_offered_to_be_shared_once_a_suit_is_filled(browser: Browser, server: RunningServer) -> None:
    assert "data-share-signs" not in await read(browser, "/today")
    await play_deal(browser)
    assert 'data-share-signs="♠♡♧♢" data-share-day="2026-03-18"' in await read(browser, "/today")


async def test_a_day_is_a_picture_of_its_suits_and_the_week(browser: Browser, today: date) -> None:
    empty = await browser.http.get("/today/2026-03-18/picture.svg")
    assert (empty.status_code, empty.headers["content-type"]) == (200, "image/svg+xml")
    await play_deal(browser)
    played = (await browser.http.get("/today/2026-03-18/picture.svg")).text
    assert played != empty.text
    # The suit: large with its tick, and small in the week.
    assert played.count('fill="#f3efe4"') == empty.text.count('fill="#f3efe4"') + 2
    first = (await browser.http.get("/today/2026-01-02/picture.svg")).text
    assert first.count("<svg x=") < empty.text.count("<svg x=")
    for path in ("/today/2026-03-19/picture.svg", "/today/2025-12-31/picture.svg", "/today/x/picture.svg"):
        assert (await browser.http.get(path)).status_code == 404


def test_days_in_a_row_are_told_from_the_second_on() -> None:
    day = dict.fromkeys(("spades", "hearts", "clubs", "diamonds"), True)
    one, two, three = (day_picture([day], count) for count in (1, 2, 3))
    assert "<circle" not in one
    assert "<circle" in two
    assert two != three


async def test_the_card_of_the_puzzle_names_its_version_and_grade(browser: Browser) -> None:
    puzzle = await find_puzzle(choosing.of_day(date(2026, 1, 7)))
    page = (await browser.http.get("/today/2026-01-07")).text
    card = page[page.index('id="diamonds"') : page.index("/puzzles/day/2026-01-07")]
    assert f'Rules: <a href="/rules/{puzzle.preset}">{escape(PRESETS[puzzle.preset].name)}</a>' in card
    assert f"Grade {puzzle.grade} of 5" in card

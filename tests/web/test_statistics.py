"""The page of one's statistics, in a real browser with possible server data about many games."""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from spite_and_malice.server.features.statistics import routes as statistics
from spite_and_malice.server.games.spite.played import played_by
from spite_and_malice.server.store import FinishedGame, GameFigures, SeatCounted, SeatRow
from tests.web.axe import violations_at_rest

from .conftest import new_context, resize

ADA = "a" * 64
SIZES = [(1280, 800), (768, 1024), (360, 640), (640, 360)]


def many_games() -> list[FinishedGame]:
    """Return a year and a half of games, the latest first."""
    chance = random.Random(1)
    end = datetime.datetime(2026, 11, 20, tzinfo=datetime.UTC)
    games = []
    for at in range(120):
        player = ("club", "expert", "casual")[at % 3]
        won = chance.random() < 0.5
        seats = [
            SeatCounted(side, 10 + at % 7, 60, 12, 4, 0 if won is (side == 0) else chance.randrange(1, 9), 0, 0, at % 2)
            for side in (0, 1)
        ]
        figures = GameFigures("rules", 12, 60_000 * (5 + at % 9), seats)
        who = (SeatRow("person", "Ada", person=ADA), SeatRow("computer", player, player=player))
        ended = int((end - datetime.timedelta(days=4 * at)).timestamp() * 1000)
        games.append(FinishedGame(who, (0,) if won else (1,), (), False, f"t{at}", 1, "quick", ended, figures))
    return games


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    """Open the page with many games, counted by the server's own code."""
    context = new_context(browser, SIZES[0], {})
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)

    def answer(route: Route) -> None:
        asked = {name: values[0] for name, values in parse_qs(urlsplit(route.request.url).query).items()}

        def wanted(game: Any) -> bool:
            return asked.get("opponent") in (None, game.opponents)

        by: Any = asked.get("by")
        found = statistics._statistics(ADA, many_games(), wanted, by, datetime.UTC)
        route.fulfill(body=msgspec.json.encode(found), content_type="application/json")

    page.route("**/api/statistics?*", answer)
    page.goto(f"{site}/statistics")
    yield page
    context.close()
    assert faults == []


CUT = """all => all.filter((one) => {
  const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(one);
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const words = pen.measureText(one.selectedOptions[0].text).width;
  const arrow = 16;
  return one.checkVisibility() && words + parseFloat(paddingLeft) + parseFloat(paddingRight) + arrow > one.clientWidth;
}).map((one) => one.selectedOptions[0].text)"""
"""The choices with truncated text."""


def test_figures_records_plots_and_tables_are_shown(page: Page) -> None:
    expect(page.get_by_role("status")).to_have_text("120 games")
    records = page.get_by_role("region", name="Records to beat")
    expect(records.get_by_role("row", name="Quick Game, 2 players, 12 cards, changed")).to_have_count(1)
    expect(records.get_by_role("link").first).to_have_attribute("href", f"/table/t{quickest()}/games/1/replay")
    # One for all games, and one against each opponent.
    plots = page.get_by_role("img")
    expect(plots).to_have_count(4)
    expect(plots.first).to_have_accessible_name("All: Share won, By month")
    page.get_by_text("As a table").click()
    table = page.get_by_role("region", name="Share won")
    assert table.get_by_role("columnheader").all_inner_texts() == ["By month", "All", "Hugo", "Nadia", "Rosa"]
    expect(table.get_by_role("row")).to_have_count(1 + 16)
    faces = page.get_by_role("region", name="By opponent").locator("tbody th img")
    assert [(face.get_attribute("src") or "").split("/")[-1] for face in faces.all()] == [
        "club.svg",
        "expert.svg",
        "casual.svg",
    ]
    games = page.get_by_role("region", name="Your games")
    heads = ["When", "Game", "Against", "Which deal", "Result", "Cards moved", "Time"]
    assert games.get_by_role("columnheader").all_inner_texts() == heads
    expect(games.locator("tbody tr")).to_have_count(100)
    first = games.locator("tbody tr").first
    expect(first).to_contain_text("Quick Game")
    expect(first).to_contain_text("60")
    expect(first.get_by_role("link")).to_have_attribute("href", "/table/t0/games/1/replay")
    # The number of games is shown once above them.
    expect(page.locator(".figures dt").first).to_have_text("wins")
    assert "-" not in page.locator(".figures").inner_text()


def quickest() -> int:
    games = played_by(ADA, many_games())
    fit = [game for game in games if game.won and not game.is_helped and game.figures]
    least = min(game.figures.time for game in fit if game.figures)
    return int([game for game in fit if game.figures and game.figures.time == least][-1].game.table_id[1:])


def test_a_few_games_make_no_course_yet(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    some = many_games()[:4]
    monkeypatch.setitem(globals(), "many_games", lambda: some)
    page.reload()
    expect(page.get_by_text("once there are 5 of them")).to_be_visible()
    expect(page.locator("svg[role='img'][viewBox]")).to_have_count(0)
    expect(page.get_by_role("status")).to_have_text("4 games")


def test_a_game_in_which_a_stand_in_played_is_said_not_to_be_counted(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    stood_in = [replace(game, stand_ins=(0,)) for game in many_games()[:1]]
    monkeypatch.setattr("tests.web.test_statistics.many_games", lambda: stood_in)
    page.reload()
    notice = page.locator("[data-statistics] .notice")
    expect(notice).to_have_text("1 game is not counted: a computer player stood in for you.")


def test_what_is_drawn_and_which_games_count_is_chosen_by_keyboard(page: Page) -> None:
    page.get_by_role("radio", name="Share won").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Games", exact=True)).to_be_focused()
    expect(page.get_by_role("img").first).to_have_accessible_name("All: Games, By month")
    assert page.locator(".plot rect.won").count() > 10
    page.get_by_role("radio", name="By month").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("img").first).to_have_accessible_name("All: Games, By week")
    expect(page.get_by_role("radio", name="By week")).to_be_focused()
    page.get_by_label("Against").select_option("expert")
    expect(page.get_by_role("status")).to_have_text("40 games")
    assert parse_qs(urlsplit(page.url).query) == {"by": ["week"], "opponent": ["expert"]}
    page.reload()
    expect(page.get_by_role("status")).to_have_text("40 games")
    expect(page.get_by_label("Against")).to_have_value("expert")


def test_all_of_it_can_be_hidden(page: Page) -> None:
    page.get_by_role("button", name="Hide").click()
    expect(page.get_by_role("button", name="Show them")).to_be_focused()
    expect(page.get_by_role("img")).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Show them").click()
    expect(page.get_by_role("img")).to_have_count(4)


@pytest.mark.nightly("src/spite_and_malice/web/pages/")
def test_it_fits_every_window_and_axe_finds_nothing(page: Page) -> None:
    expect(page.get_by_role("img")).to_have_count(4)
    page.get_by_text("As a table").click()
    for width, height in SIZES:
        resize(page, width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        # No table extends invisibly beyond its edge.
        over = page.locator(".scrolls").evaluate_all("all => all.map(one => one.scrollWidth - one.clientWidth)")
        assert max(over) == 0, width
        assert page.locator(".statistics-filter select").evaluate_all(CUT) == [], width
        page.wait_for_function(
            "[...document.querySelectorAll('.plot')].every(e => e.firstChild.width.baseVal.value === e.clientWidth)"
        )
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        assert violations_at_rest(page) == []

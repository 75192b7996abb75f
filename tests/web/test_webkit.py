"""The table, patience, the lessons and the offline start in WebKit, as on every iPhone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, cast

import pytest
from playwright.sync_api import Page

from spite_and_malice.engine import Move
from spite_and_malice.patience import Game, deal_number, preset_rules
from spite_and_malice.server.features.learn.steps import LEARNER, replay, steps
from tests.web.patience_person import by_drag as drag_at_patience
from tests.web.person import Gesture, by_clicks, by_drag, play_game
from tests.web.test_app import CONTROLLED, KEPT_WITH_FACES, Servers, servers  # noqa: F401
from tests.web.test_lessons import place_of
from tests.web.test_patience_play import DEAL, WAY
from tests.web.webkit import Window, webkit

pytestmark = pytest.mark.nightly

SETTINGS: Final = {"speed": "off", "sound": False}
OUTSIDE: Final = """[...document.querySelectorAll("#cards .card")].filter((card) => {
  const { left, top, right, bottom } = card.getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
}).length"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Window]:
    """Return the browser shared by all tests here."""
    with webkit() as window:
        yield window


@pytest.fixture
def window(browser: Window, site: str) -> Window:
    """Return a new person's window."""
    arrive(browser, site)
    return browser


def arrive(window: Window, site: str) -> None:
    window.goto(f"{site}/games")
    window.set_viewport_size({"width": 1280, "height": 800})
    window.evaluate(f"localStorage.setItem('spite.settings', {json.dumps(json.dumps(SETTINGS))})")


def post(window: Window, path: str, **body: Any) -> Any:
    """Ask the server for something as the page would, and return its answer."""
    options = {"method": "POST", "headers": {"Content-Type": "application/json"}, "body": json.dumps(body)}
    return window.evaluate(f"fetch({json.dumps(path)}, {json.dumps(options)}).then((answer) => answer.json())")


def sit(window: Window, site: str) -> None:
    """Sit down at a short game."""
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "computer", "player": "greedy"}]
    rules = {"players": 2, "payoff": 3}
    window.goto(site + post(window, "/api/tables", preset="standard", rules=rules, seats=seats)["url"])


@pytest.mark.parametrize("gesture", [by_drag, by_clicks])
def test_a_whole_game(window: Window, site: str, gesture: Gesture) -> None:
    sit(window, site)
    while play_game(cast(Page, window), gesture) == 0:  # The computer has won before the first turn.
        window.keyboard.press("Enter")
        window.wait_for_function("!document.querySelector('#finish').open")
    assert "win" in window.locator("#finish").inner_text()


def test_a_whole_game_of_patience(window: Window, site: str) -> None:
    window.goto(site + post(window, "/api/patience", deal=str(DEAL))["url"])
    window.locator("#cards .card").first.wait_for()
    game = Game(deal_number(preset_rules("klondike-1"), DEAL))
    for made, move in enumerate(WAY):
        if window.locator("[data-tool=finish]:not([hidden])").count():
            window.locator("[data-tool=finish]").click()
            break
        drag_at_patience(cast(Page, window), game.view().to_json(), move)
        window.wait_for_function(f"parseInt(document.querySelector('#meters').textContent) > {made}")
        game.play(move)
    window.wait_for_function("document.querySelector('#finish').open")
    assert window.locator("#finish h2").inner_text() == "You win!"


def test_the_first_lessons(window: Window, site: str) -> None:
    window.goto(f"{site}/learn")
    for number, step in enumerate(steps()[:3], 1):
        moves: list[str] = []
        for text in step.solution:
            move = Move.parse(text)
            source = place_of(move.source)
            if move.source == "H":
                hand = replay(number, moves).view()["players"][LEARNER]["hand"]
                source = f"hand:{LEARNER}#{hand.index(move.cards[0])}"
            for key, ready in ((source, "[aria-pressed=false]"), (place_of(move.target), ".target")):
                button = window.locator(f'[data-key="{key}"]{ready}')
                button.wait_for()
                button.click()
            moves.append(text)
        window.wait_for_function(
            f"document.querySelector('#lesson .text').textContent === {json.dumps(step.texts.done)}"
        )
        window.locator("#lesson .primary").click()


def test_the_start_without_a_line(browser: Window, servers: Servers) -> None:  # noqa: F811
    arrive(browser, servers.address)
    browser.wait_for_function(CONTROLLED)
    browser.wait_for_function(f"({KEPT_WITH_FACES})()")
    servers.stop()
    browser.goto(f"{servers.address}/table/gone")
    assert browser.locator("h1").inner_text() == "The table server cannot be reached"


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (768, 1024), (448, 640), (640, 360)])
def test_all_cards_are_in_the_window(window: Window, site: str, width: int, height: int) -> None:
    """The bar of MiniBrowser makes no window narrower than 447 pixels."""
    sit(window, site)
    window.locator("#cards .card").first.wait_for()
    window.set_viewport_size({"width": width, "height": height})
    window.wait_for_function(f"{OUTSIDE} === 0")
    assert window.evaluate("document.documentElement.scrollWidth") <= width


def test_help_opens_and_escape_closes_it(window: Window, site: str) -> None:
    sit(window, site)
    window.locator(".place[aria-pressed]").first.wait_for()
    window.keyboard.press("?")
    window.wait_for_function("document.querySelector('dialog[open]')")
    window.keyboard.press("Escape")
    window.wait_for_function("!document.querySelector('dialog[open]')")

"""Whole games against the real server, in every way a person can play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.conftest import Problems, new_context, slow_down, wait_on
from tests.web.listener import Listener
from tests.web.person import READY, Gesture, by_clicks, by_drag, by_keyboard, by_touch, play_game
from tests.web.weight import check_weight

pytestmark = pytest.mark.firefox

Sit = Callable[..., Page]

LEAVES_THE_PAGE = pytest.mark.chromium
"""In Firefox, Tab continues from the last button of a page to the browser's own, and here there is no way back."""

MORE_GAMES = pytest.mark.nightly
"""Every run plays one whole game by hand and one by keys."""


@pytest.fixture
def sit(browser: Browser, site: str) -> Iterator[Sit]:
    """Sit down at a new table against computers; a page's complaints fail the test."""
    contexts: list[BrowserContext] = []
    problems: list[Problems] = []

    def sit(
        preset: str,
        size: tuple[int, int],
        computers: int = 1,
        rules: dict[str, Any] | None = None,
        slower: int = 1,
        **options: Any,
    ) -> Page:
        contexts.append(new_context(browser, size, {"speed": "off"}, **options))
        seats = [{"kind": "person", "name": "Ada"}] + [{"kind": "computer", "player": "greedy"}] * computers
        body = {"preset": preset, "rules": {"players": computers + 1, "payoff": 2, **(rules or {})}, "seats": seats}
        answer = contexts[-1].request.post(f"{site}/api/tables", data=body)
        assert answer.status == 201, answer.text()
        page = contexts[-1].new_page()
        problems.append(Problems(page))
        slow_down(page, slower)
        page.goto(site + answer.json()["url"])
        return page

    yield sit
    for context in contexts:
        context.close()
    assert [line for problem in problems for line in problem.found] == []


def whole_game(page: Page, gesture: Gesture) -> None:
    while play_game(page, gesture) == 0:  # The computer has won before the first turn.
        next_game(page)
    expect(page.locator("#finish")).to_contain_text("win")
    next_game(page)


def next_game(page: Page) -> None:
    """Let the next game be dealt; the computer may win that, too, before the first turn."""
    finish = page.locator("#finish")
    before = finish.get_attribute("data-game")
    page.get_by_role("button", name="Next game").last.click()
    wait_on(page, lambda: finish.is_hidden() or finish.get_attribute("data-game") != before)


def test_a_whole_game_by_hand(sit: Sit) -> None:
    whole_game(sit("quick", (768, 1024), rules={"payoff": 2}), by_clicks)


@pytest.mark.nightly("src/spite_and_malice/web/kernel/gestures/", "src/spite_and_malice/web/spite/")
@LEAVES_THE_PAGE
def test_a_whole_game_by_key(sit: Sit) -> None:
    whole_game(sit("skip-bo", (1280, 800), rules={"payoff": 1}), by_keyboard)


@MORE_GAMES
@LEAVES_THE_PAGE
def test_a_whole_game_by_key_on_a_phone(sit: Sit) -> None:
    whole_game(sit("covered-wilds", (640, 360), rules={"payoff": 1}), by_keyboard)


@MORE_GAMES
@pytest.mark.chromium
def test_a_whole_game_by_drag_on_a_slow_page(sit: Sit) -> None:
    whole_game(sit("standard", (1280, 800), rules={"payoff": 1}, slower=4), by_drag)


@MORE_GAMES
@pytest.mark.chromium
def test_a_whole_game_by_touch_on_a_slow_phone(sit: Sit) -> None:
    page = sit("book-four", (360, 640), rules={"payoff": 1}, slower=4, has_touch=True, is_mobile=True)
    play_game(page, by_touch)
    expect(page.locator("#finish")).to_be_visible()


@pytest.mark.nightly("src/spite_and_malice/web/kernel/", "src/spite_and_malice/web/spite/")
@pytest.mark.chromium
def test_a_whole_game_by_names_and_announcements_alone(sit: Sit) -> None:
    page = sit("standard", (1280, 800))
    listener = Listener(page)
    assert "win" in listener.play_game()[-1]
    assert listener.buttons("Next game")


@pytest.mark.nightly("src/spite_and_malice/web/kernel/", "src/spite_and_malice/web/spite/")
def test_partners_play_each_others_cards(sit: Sit) -> None:
    page = sit("partners", (1280, 800), computers=3, rules={"payoff": 10})
    play_game(page, by_clicks, moves=8)
    expect(page.get_by_role("button", name="your partner")).to_be_visible()


def test_a_reloaded_page_is_at_the_same_table(sit: Sit) -> None:
    page = sit("standard", (1280, 800), rules={"payoff": 20})
    play_game(page, by_clicks, moves=5)
    page.locator(READY).first.wait_for(state="attached")
    before = page.locator(".place").evaluate_all("buttons => buttons.map((button) => button.ariaLabel)")
    page.reload()
    page.locator(READY).first.wait_for(state="attached")
    assert page.locator(".place").evaluate_all("buttons => buttons.map((button) => button.ariaLabel)") == before
    play_game(page, by_clicks, moves=2)


def test_two_pages_of_one_seat_show_the_same_and_either_moves(sit: Sit) -> None:
    page = sit("standard", (1280, 800), rules={"payoff": 20})
    page.locator(READY).first.wait_for(state="attached")
    other = page.context.new_page()
    other.goto(page.url)
    other.locator(READY).first.wait_for(state="attached")
    labels = "[...document.querySelectorAll('.place')].map((button) => button.ariaLabel).join()"
    for mover, watcher in ((page, other), (other, page)):
        play_game(mover, by_clicks, moves=1)
        mover.locator(READY).first.wait_for(state="attached")
        watcher.wait_for_function(f"(shown) => {labels} === shown", arg=mover.evaluate(labels))


def test_undo_takes_the_last_move_back(sit: Sit) -> None:
    page = sit("standard", (1280, 800), rules={"payoff": 20})
    for _ in range(60):
        play_game(page, by_clicks, moves=1)
        page.locator(READY).first.wait_for(state="attached")
        if page.locator("[data-do=undo]").is_visible():
            break
    held = page.locator(".place.hand").count()
    page.get_by_role("button", name="Take the move back").click()
    expect(page.locator("#status .note")).to_have_text("You take the last move back.")
    assert page.locator(".place.hand").count() in (held, held + 1)


@pytest.mark.chromium
def test_the_page_is_small_and_asks_nobody_else(browser: Browser, site: str, sit: Sit) -> None:
    first = sit("standard", (1280, 800))
    context = browser.new_context(storage_state=first.context.storage_state())
    check_weight(context.new_page(), site, first.url)
    context.close()

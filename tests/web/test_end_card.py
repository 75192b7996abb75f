"""The result card when it is longer than the window: no line is cut, and a sign says that there is more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import settle, wait_on
from .test_finish import CLIMBED, End
from .windows import WINDOWS

ACHIEVED = [
    {"key": f"key{at}", "title": f"A pay-off pile without a single wild {at}", "words": "Told in words.", "url": "/"}
    for at in range(6)
]
GAMES = [[6, 0], [0, 3], [5, 0], [6, 0], [3, 0], [3, 0], [3, 0]]
ALL = [
    (size, locale, card)
    for size in WINDOWS
    for locale in ("en", "de")
    for card in ("a win", "a star", "a match with all there is")
]

CUT = """() => {
  const card = document.querySelector("#finish");
  const row = card.querySelector(".actions");
  const { top } = row.getBoundingClientRect();
  const edge = top - parseFloat(getComputedStyle(row, "::before").height);
  const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const found = [];
  while (texts.nextNode()) {
    const { parentElement: parent, textContent: text } = texts.currentNode;
    if (row.contains(parent) || parent.closest("figure, .picture") || !parent.checkVisibility()) continue;
    range.selectNodeContents(texts.currentNode);
    for (const one of range.getClientRects()) if (one.top < edge - 1 && one.bottom > edge + 1) found.push(text.trim());
  }
  const buttons = [...row.querySelectorAll("a, button")].filter((one) => one.checkVisibility());
  for (const one of buttons) {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!inside || !one.contains(seen)) found.push(`the button ${one.textContent.trim()}`);
  }
  const under = card.scrollHeight - card.clientHeight - card.scrollTop > 4;
  const told = row.querySelector(".more-below")?.checkVisibility() ?? false;
  if (under !== told) found.push(under ? "nothing says that there is more" : "there is no more");
  return found;
}"""
"""The parts of the card that are cut, cannot be pressed or are not announced."""

OpenCard = Callable[[str, str, str], Page]


def answers_with(page: Page, path: str, answer: dict[str, Any]) -> None:
    """Answer the page's requests."""
    page.route(f"**/{path}", lambda route: route.fulfill(json=answer))


@pytest.fixture
def ended(browser: Browser) -> Iterator[OpenCard]:
    """Open the card at the end of a game, in a window and a language."""
    opened: list[End] = []

    def open_card(size: str, locale: str, card: str) -> Page:
        end = End(browser, "off", 0, WINDOWS[size], locale=locale)
        opened.append(end)
        answers: dict[str, Any] = {}
        if card == "a star":
            answers = {"ladder": CLIMBED | {"promoted": None}}
        elif card != "a win":
            answers = {"ladder": CLIMBED, "achievements": {"achieved": ACHIEVED}}
            end.match = {"target": 25, "scores": [26, 3], "games_played": len(GAMES), "games": GAMES}
        for path, answer in answers.items():
            answers_with(end.page, path, answer)
        end.play()
        expect(end.page.locator("#finish .beaten p").first).to_be_attached()
        if answers:
            expect(end.page.locator("#finish .stars")).to_be_attached()
        settle(end.page)
        return end.page

    yield open_card
    for one in opened:
        assert one.table.problems.found == []
        one.context.close()


@pytest.mark.parametrize(("size", "locale", "card"), ALL)
def test_no_line_is_cut_and_what_lies_below_is_announced(ended: OpenCard, size: str, locale: str, card: str) -> None:
    page = ended(size, locale, card)
    found: list[str] = []

    def whole() -> bool:
        found[:] = page.evaluate(CUT)
        return found == []

    # The announcements come from several answers.
    wait_on(page, whole, lambda: str(found))
    below = page.locator("#finish .more-below")
    steps = 0

    def has_moved(before: int) -> bool:
        return bool(page.locator("#finish").evaluate("(card) => card.scrollTop") > before)

    while below.is_visible():
        below.click()
        before = 0 if steps == 0 else page.evaluate("window.before")
        wait_on(page, partial(has_moved, before))
        page.evaluate("window.before = document.querySelector('#finish').scrollTop")
        wait_on(page, whole, lambda: str(found))
        steps += 1
        assert steps < 30, "it never ends"
    assert steps > 0 or card == "a win"

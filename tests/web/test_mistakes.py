"""Learn from your mistakes in the browser: a turn of a game is played worse and better by mouse."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from spite_and_malice.engine import Move
from tests.web.axe import violations
from tests.web.conftest import Problems, new_context
from tests.web.person import corner, middle
from tests.web.test_record_page import Player

LOOKED_THROUGH = 60_000
"""Milliseconds within which a short game is reviewed, or a turn judged, on a busy machine."""


class Exercise:
    """An exercise on a page, and the server's last response."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.answer: dict[str, Any] = {}

    def ask(self, act: Callable[[], None]) -> None:
        """Do something that makes the page send a request, and wait for the response."""
        with self.page.expect_response(re.compile("/api/mistakes/"), timeout=LOOKED_THROUGH) as answered:
            act()
        self.answer = answered.value.json()

    def play(self, line: list[str]) -> None:
        """Play a line by mouse, each move when the table allows it."""
        for text in line:
            source, target = self._places(Move.parse(text))
            expect(source).to_have_attribute("aria-pressed", "false")
            self.page.mouse.click(*corner(source))
            x, y = middle(target)
            self.ask(partial(self.page.mouse.click, x, y))

    def _places(self, move: Move) -> tuple[Any, Any]:
        actions, seat = self.answer["actions"], self.answer["table"]["you"]
        hand = (actions[-1]["view"] if actions else self.answer["start"])["players"][seat]["hand"]
        pile = int(move.source[1:] or 1) - 1
        kinds = {"H": f"hand:{seat}#{hand.index(move.cards[0]) if move.source == 'H' else 0}"}
        kinds |= {"P": f"payoff:{seat}:{pile}", "S": f"side:{seat}:{pile}"}
        number = int(move.target[1:]) - 1
        to = f"centre:{number}" if move.target[0] == "C" else f"side:{seat}:{number}"
        return (
            self.page.locator(f'[data-key="{kinds[move.source[0]]}"]'),
            self.page.locator(f'[data-key="{to}"].target'),
        )


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    """Open the mistakes of somebody who has played games in which a review finds some."""
    context = new_context(browser, (1280, 800), {"speed": "off", "sound": False})
    try:
        player = Player(context, site)
        page = context.new_page()
        problems = Problems(page)
        for _game in range(8):
            player.play(player.table(payoff=6))
            page.goto(f"{site}/learn/mistakes")
            look = page.get_by_role("button", name=re.compile("Look through 1 more game"))
            look.click()
            expect(look).to_have_count(0, timeout=LOOKED_THROUGH)
            expect(page.get_by_text(re.compile("looked through"))).to_be_visible()
            if page.get_by_role("link", name="Begin").count():
                break
        yield page
        assert problems.found == []
    finally:
        context.close()


@pytest.mark.nightly(
    "src/spite_and_malice/server/features/replays/mistakes.py",
    "src/spite_and_malice/web/spite/exercises/",
    "src/spite_and_malice/web/pages/mistakes/",
)
def test_a_mistake_of_ones_own_is_played_worse_and_better(page: Page, site: str) -> None:
    exercise = Exercise(page)
    exercise.ask(page.get_by_role("link", name="Begin").click)
    page.wait_for_url("**/learn/mistakes/*/1/*")
    found = re.search(r"/learn/mistakes/([^/]*)/1/(\d+)", page.url)
    assert found is not None
    review = page.context.request.get(f"{site}/api/tables/{found[1]}/games/1/review", timeout=LOOKED_THROUGH).json()
    missed = next(each for each in review["missed"] if each["number"] == int(found[2]))
    words, verdict = page.locator("#puzzle"), page.locator("#puzzle .verdict")
    expect(words).to_contain_text(f"In the game you played: {missed['played_words']}.")
    expect(page.get_by_role("button", name="Try it again")).to_be_hidden()
    exercise.play(missed["played"])
    expect(verdict).to_have_text("There is a better turn.", timeout=LOOKED_THROUGH)
    expect(page.locator("#live")).to_contain_text("There is a better turn.")
    assert violations(page) == []
    exercise.ask(page.get_by_role("button", name="Try it again").click)
    expect(verdict).to_have_text("")
    exercise.play(missed["best"])
    expect(verdict).to_have_text("Well played: the search finds nothing surely better.", timeout=LOOKED_THROUGH)
    expect(page.get_by_role("button", name="See the way")).to_be_hidden()
    # The solution is shown to anyone who asks for it.
    page.get_by_role("button", name="Try it again").click()
    expect(verdict).to_have_text("")
    page.get_by_role("button", name="See the way").click()
    expect(verdict).to_have_text("The better turn", timeout=LOOKED_THROUGH)
    expect(words).to_contain_text(missed["words"])
    page.get_by_role("button", name=re.compile("Next exercise|All your mistakes")).click()
    page.wait_for_url(lambda url: "/learn/mistakes" in url and not url.endswith(found[0]))
    # The one tried is no longer open.
    page.goto(re.sub(r"(/learn/mistakes).*", r"\1", page.url))
    expect(page.get_by_role("heading", name="Kind by kind")).to_be_visible()
    assert page.locator(f'a[href$="{found[0]}"]').count() == 0
    # On a phone each kind is a block, and no column is cut off.
    page.set_viewport_size({"width": 360, "height": 640})
    table = page.get_by_role("region", name="Kind by kind").last
    assert table.evaluate("one => one.scrollWidth - one.clientWidth") == 0
    assert table.locator("td").first.evaluate("one => getComputedStyle(one, '::before').content") == '"Mistakes"'

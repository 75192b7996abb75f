"""A first visit: a first page in an empty browser, and a press on its main button, in every engine."""

from __future__ import annotations

import json
import re
from typing import Final, cast

import pytest
from playwright.sync_api import Browser, Page

from spite_and_malice.patience import Game, deal_number, preset_rules
from tests.hands.ways import ways_of
from tests.web.conftest import new_context
from tests.web.patience_person import by_drag as drag_at_patience
from tests.web.webkit import Window, webkit

WAYS: Final = {
    "play": ("/", "[data-play]"),
    "patience": ("/", "[data-patience-deal]:enabled"),
    "choose": ("/patience", "form[data-deal] [type=submit]:enabled"),
    "new": ("/new?preset=standard", "[data-start]:enabled"),
}
"""Starting pages, and the button that leads from each to a table."""

NAMED: Final = {"en": r"\w of (spades|hearts|diamonds|clubs)", "de": r"(Pik|Herz|Karo|Kreuz)-\w"}
"""The page modules' name for a card, by language."""

ALL_RUN: Final = "document.documentElement.dataset.ready === ''"
"""Every module of the page says that it has run."""

SEEN: Final = (
    """[...document.querySelectorAll("#cards .card:not(.down) .front")].some((face) => face.querySelector("svg"))"""
)
"""A card's face is seen at the table."""

DRAWN: Final = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
"""Becomes true when everything so far is drawn."""


def wait_for(page: Page | Window, expression: str) -> None:
    """Wait until an expression is true on a page that forbids evaluating strings."""
    page.wait_for_function(expression if isinstance(page, Window) else f"() => {expression}")


def begin(page: Page | Window, site: str, way: str, language: str) -> None:
    """Go from a first page to a table with cards, by a press."""
    path, button = WAYS[way]
    page.goto(site + path)
    wait_for(page, ALL_RUN)
    page.locator(button).first.click()
    wait_for(page, "location.pathname.startsWith('/table/')")
    wait_for(page, SEEN)
    assert page.evaluate("document.documentElement.lang") == language
    # So are the modules' texts, first and last: nothing was drawn before they were loaded.
    wait_for(page, "document.querySelector('#above [aria-label]')")
    labels = page.evaluate(
        "[...document.querySelectorAll('#above [aria-label]')].map((one) => one.ariaLabel).join(' ')"
    )
    assert re.search(NAMED[language], labels)


@pytest.mark.firefox
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("way", WAYS)
def test_a_first_visit(browser: Browser, site: str, way: str, language: str) -> None:
    context = new_context(browser, (1280, 800), {}, locale=language)
    begin(context.new_page(), site, way, language)
    context.close()


@pytest.mark.nightly("src/spite_and_malice/web/")
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("way", WAYS)
def test_a_first_visit_in_webkit(site: str, way: str, language: str) -> None:
    with webkit() as window:
        if language == "de":
            # A text without any module.
            window.goto(f"{site}/static/early.js")
            window.evaluate("document.cookie = 'spite_language=de; path=/'")
        begin(window, site, way, language)


@pytest.mark.nightly("src/spite_and_malice/web/")
@pytest.mark.parametrize("preset", ["klondike-1", "freecell", "pyramid", "golf", "spider-1"])
def test_a_whole_game_of_patience_in_webkit(site: str, preset: str) -> None:
    """A game of each kind to its end."""
    with webkit() as window:
        window.goto(f"{site}/static/early.js")
        window.evaluate(f"localStorage.setItem('spite.settings', {json.dumps(json.dumps({'speed': 'off'}))})")
        window.set_viewport_size({"width": 1280, "height": 800})
        way = ways_of(preset).whole
        window.goto(f"{site}/patience?preset={preset}&deal={way.deal}")
        wait_for(window, ALL_RUN)
        window.locator(WAYS["choose"][1]).first.click()
        wait_for(window, f"location.pathname.startsWith('/table/') && {SEEN}")
        game = Game(deal_number(preset_rules(preset), way.deal))
        for made, move in enumerate(way.moves):
            if window.locator("[data-tool=finish]:not([hidden])").count():
                window.locator("[data-tool=finish]").click()
                break
            # The counters may be a frame ahead of the cards, which a late frame would move away from the mouse.
            window.evaluate(DRAWN)
            drag_at_patience(cast(Page, window), game.view().to_json(), move)
            wait_for(window, f"parseInt(document.querySelector('#meters').textContent) > {made}")
            game.play(move)
        wait_for(window, "document.querySelector('#finish').open")
        assert window.locator("#finish h2").inner_text() == "You win!"


def test_a_page_is_not_ready_whose_module_has_failed(browser: Browser, site: str) -> None:
    context = new_context(browser, (1280, 800), {})
    page = context.new_page()
    page.route("**/pages/daily/next-day.js", lambda route: route.abort())
    page.route("**/patience/begin.js", lambda route: route.fulfill(content_type="text/javascript", body="export {};"))
    page.goto(site)
    page.locator("html[data-ready=partly]").wait_for(state="attached")
    # The others work.
    page.locator("[data-play]").click()
    page.wait_for_url("**/table/*")
    context.close()

"""Finding a game of patience on its page, by typing, by choosing, and without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.axe import violations
from tests.web.conftest import new_context
from tests.web.windows import WINDOWS


def names(page: Page) -> list[str]:
    return page.locator("[data-results] .game-name").all_inner_texts()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_game_is_found_by_typing_and_begun_with_enter(browser: Browser, site: str, size: str) -> None:
    context = new_context(browser, WINDOWS[size], {"speed": "off"}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{site}/patience")
    expect(page.get_by_role("button", name="Search", exact=True)).to_be_hidden()
    page.get_by_label("Search the games").click()
    page.keyboard.type("demmon")
    expect(page.locator("[data-found]")).to_have_text("2 games")
    assert names(page) == ["Canfield", "Canfield, strict"]
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= WINDOWS[size][0]
    page.keyboard.press("Enter")
    page.wait_for_url("**preset=canfield")
    expect(page.get_by_role("button", name="Deal", exact=True)).to_be_enabled()
    # A favourite is offered from then on, and the typed text is restored.
    page.get_by_role("button", name="Canfield is a favourite").click()
    page.get_by_label("Played").select_option(label="Favourites")
    expect(page.locator("[data-families] .game-tile:not([hidden])")).to_have_count(1)
    page.go_back()
    expect(page.locator("[data-results] .game-name")).to_have_count(2)
    context.close()


def test_a_game_is_found_without_scripts(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/patience")
    page.get_by_label("Search the games").click()
    page.keyboard.type("tri peaks")
    with page.expect_navigation():
        page.get_by_role("button", name="Search", exact=True).click()
    assert names(page) == ["TriPeaks"]
    context.close()

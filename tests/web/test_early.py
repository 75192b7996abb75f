"""Presses before a page's scripts have loaded."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Route

from tests.web.conftest import wait_on

KEEPS = "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('early.js'))"


@pytest.mark.parametrize("last", ["pages/lobby/home.js", "look/decks/large.svg"])
def test_a_press_before_the_scripts_have_come_is_done_when_they_have(browser: Browser, site: str, last: str) -> None:
    context = browser.new_context(locale="de")
    page = context.new_page()
    held: list[Route] = []
    page.route(f"**/{last}", lambda route: held.append(route))
    page.goto(site, wait_until="commit")
    page.locator("[data-play]").wait_for()
    page.wait_for_function(KEEPS)
    page.locator("[data-play]").click()
    wait_on(page, lambda: held)
    held[0].continue_()
    page.wait_for_url("**/table/*")
    context.close()

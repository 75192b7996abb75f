"""A browser without scripts: the readable content is there, and nothing that would not work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.windows import WINDOWS

LIVE = """() => [...document.querySelectorAll('button, input, select, textarea')]
    .filter((one) => one.checkVisibility() && !one.disabled && !one.closest('form[action]'))
    .map((one) => one.outerHTML)"""
SEATS = [{"kind": "person", "name": "Ada"}, {"kind": "computer", "player": "beginner"}]
TABLES: dict[str, object] = {
    "/api/tables": {"preset": "standard", "target": 1, "seats": SEATS},
    "/api/patience": {"preset": "klondike-1", "deal": "any"},
}
"""A table of each kind: the address that sets it up, and the data."""


@contextmanager
def reading(browser: Browser, size: str) -> Iterator[Page]:
    """Open a page in which no script runs."""
    width, height = WINDOWS[size]
    context = browser.new_context(java_script_enabled=False, viewport={"width": width, "height": height})
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("path", ["/", "/new", "/new?preset=standard", "/patience", "/learn", "/settings", *TABLES])
def test_nothing_looks_live_that_needs_scripts_and_a_sentence_says_so(
    browser: Browser, site: str, path: str, size: str
) -> None:
    with reading(browser, size) as page:
        if path in TABLES:
            page.goto(site)
            path = page.request.post(site + path, data=TABLES[path]).json()["url"]
        page.goto(site + path)
        notice = page.locator("noscript .notice")
        expect(notice).to_be_visible()
        expect(notice).to_contain_text("JavaScript")
        assert page.evaluate(LIVE) == []
        bar, below = page.locator(".bar, .site-head").bounding_box(), notice.bounding_box()
        assert bar
        assert below
        assert bar["y"] + bar["height"] <= below["y"]
        assert page.evaluate("getComputedStyle(document.body).getPropertyValue('--ground')"), "there is no surface"


def test_what_a_form_sends_works_without_scripts(browser: Browser, site: str) -> None:
    with reading(browser, "desktop") as page:
        page.goto(f"{site}/puzzles")
        page.get_by_role("button", name="Deutsch").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Rätsel")

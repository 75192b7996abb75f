"""Pages contain no inline styles, and look right without."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

WATCH = """
    window.violations = [];
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile, lineNumber, sample }) =>
        window.violations.push([violatedDirective, blockedURI, sourceFile, lineNumber, sample]));
"""
PAGES = ["/", "/new", "/new?preset=skip-bo", "/games", "/rules", "/rules/flinch", "/patience", "/patience/records"]
PAGES += [
    "/patience/day",
    "/puzzles",
    "/puzzles/day",
    "/puzzles/discard",
    "/day",
    "/learn",
    "/learn/1",
    "/honest",
    "/me",
]
PAGES += [
    "/me",
    "/sign-in",
    "/statistics",
    "/ladder",
    "/scrapbook",
    "/today",
    "/ratings",
    "/privacy",
    "/open",
    "/nothing",
    "/offline/",
]


@pytest.fixture
def watched(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.add_init_script(WATCH)
    yield page
    page.close()


def violations(page: Page) -> Any:
    return page.evaluate("violations")


@pytest.mark.parametrize("path", PAGES)
def test_no_page_has_what_its_policy_forbids(watched: Page, site: str, path: str) -> None:
    answer = watched.goto(f"{site}{path}")
    assert answer is not None
    assert "unsafe" not in answer.headers["content-security-policy"]
    watched.wait_for_load_state("networkidle")
    assert violations(watched) == []


@pytest.mark.parametrize("preset", ["standard", "skip-bo"])
def test_the_cards_of_a_table_are_drawn_without_styles_in_the_page(watched: Page, site: str, preset: str) -> None:
    watched.goto(f"{site}/new?preset={preset}")
    watched.locator("form button.primary").first.click()
    watched.wait_for_url("**/table/*")
    rank = watched.locator(".front svg .rank, .front svg .colour, .front svg use").first
    expect(rank).to_be_attached()
    styled = watched.evaluate(
        "document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.selectorText)"
    )
    assert {".rank", ".court", ".petal"} <= set(styled)
    assert watched.locator("body > svg style").count() == 0
    assert violations(watched) == []

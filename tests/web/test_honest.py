"""The page for people who doubt that the computer cannot see their cards, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.waiting import SECONDS
from tests.web.axe import violations

from .conftest import SIZES, resize


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_it_is_drawn_and_read_by_everybody(browser: Browser, site: str, scheme: str) -> None:
    context = browser.new_context(color_scheme=scheme, locale="de")  # type: ignore[arg-type]
    context.set_default_timeout(SECONDS * 1000)
    page = context.new_page()
    page.goto(site)
    page.get_by_role("link", name="Prüf es nach.").click()
    picture = page.locator(".position")
    expect(picture).to_be_visible()
    # One's own hand is not in the picture, which shows the other seat's view.
    expect(picture).to_contain_text("auf der Hand")
    # A hand may be empty.
    for hand in page.locator("th[data-cards]").all():
        expect(hand).to_have_text(re.compile("[♠♥♦♣]" if hand.get_attribute("data-cards") else "^–$"))
    assert violations(page) == []
    for width, height in SIZES:
        resize(page, width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        cut = "[...document.querySelectorAll('.position .label')].filter((e) => e.scrollWidth > e.clientWidth).length"
        assert page.evaluate(cut) == 0
    context.close()

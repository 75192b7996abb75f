"""Touch targets in menu and bar: nowhere less than 44 CSS pixels on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import FakeTable, new_context, snapshot_of
from tests.web.test_table_layout import view_of
from tests.web.windows import WINDOWS

LEAST = 44
PHONES = {name: WINDOWS[name] for name in ("phone", "landscape")}
SMALL = """(least) => {
  const all = document.querySelectorAll(
    ":is(.site-head, .bar, .menu, .month-head) :is(a, button, summary), #tools button");
  return [...all].filter((one) => one.checkVisibility({ visibilityProperty: true })).flatMap((one) => {
    const { left, right, width, height } = one.getBoundingClientRect();
    const name = one.ariaLabel ?? one.textContent.trim();
    // What is there for a screen reader alone is hit by nobody.
    if (width < 2 || height < 2) return [];
    const size = `${name}: ${width.toFixed()} × ${height.toFixed()}`;
    const small = Math.min(width, height) < least - 0.5 ? [size] : [];
    return left < -1 || right > innerWidth + 1 ? [...small, `${name} is cut`] : small;
  });
}"""
"""Smaller targets, with their size, and those outside the window."""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", PHONES.values(), ids=PHONES)
def test_a_finger_finds_all_of_menu_and_bar(browser: Browser, site: str, size: tuple[int, int], language: str) -> None:
    context = new_context(browser, size, {"speed": "off"}, has_touch=True, is_mobile=True, locale=language)
    patience = context.request.post(f"{site}/api/patience", data={"deal": "258"}).json()["url"]
    page = context.new_page()
    found = {}
    for name, path in {"home": "/", "today": "/today", "patience": patience}.items():
        page.goto(site + path)
        page.wait_for_selector("html[data-ready], #table[data-mode] .card", state="attached")
        assert page.evaluate("matchMedia('(pointer: coarse)').matches")
        if small := page.evaluate(SMALL, LEAST):
            found[name] = small
    context.close()
    assert found == {}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", PHONES.values(), ids=PHONES)
def test_a_finger_finds_all_of_a_tables_bar_and_menu(browser: Browser, size: tuple[int, int], language: str) -> None:
    context = new_context(browser, size, {"speed": "off"}, has_touch=True, is_mobile=True, locale=language)
    page = FakeTable(context, snapshot_of(view_of("standard", 2))).page
    assert page.evaluate(SMALL, LEAST) == []
    page.locator("[data-menu=help]").tap()
    expect(page.locator(".menu:popover-open")).to_be_visible()
    assert page.evaluate(SMALL, LEAST) == []
    context.close()

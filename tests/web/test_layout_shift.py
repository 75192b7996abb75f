"""Nothing on a page moves while it loads, whatever its scripts write and whatever loads later."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.web.conftest import new_context, settle, slow_down, wait_on
from tests.web.pieces import in_pieces
from tests.web.windows import WINDOWS

PAGES = (
    "/", "/open", "/new", "/new?preset=standard&players=2", "/games", "/statistics", "/ladder", "/ratings", "/day",
    "/rules", "/rules/book", "/rules/klondike-1", "/patience", "/patience/day", "/patience/records", "/puzzles", "/me",
    "/sign-in", "/evenings", "/privacy", "/honest", "/nothing", "/search", "/today", "/scrapbook",
)  # fmt: skip

WATCH = """
  window.shifts = [];
  const element = (node) => (node?.closest ? node : node?.parentElement);
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      // On a phone what is said goes on in the line of whose turn it is, and begins where that ends.
      const inLine = (one) => innerWidth < 700 && (!one || one.closest("#status"));
      const moved = sources.map(({ node }) => element(node)).filter((one) => !inLine(one));
      if (moved.length) shifts.push([value, ...moved.map((one) => one?.outerHTML.slice(0, 80))]);
    }
  }).observe({ type: "layout-shift", buffered: true });
"""
"""Records every layout shift, with the moved elements."""

AT_REST = """() => document.getAnimations().every(({ playState, effect }) =>
  playState !== "running" || effect.getTiming().iterations === Infinity)"""


def shifts(page: Page, path: str, ready: str) -> list[Any]:
    """Return the elements that move on a page until it is complete."""
    page.goto(path)
    page.wait_for_selector(ready, state="attached")
    page.wait_for_load_state("networkidle")
    page.wait_for_function(AT_REST)
    settle(page)
    found: list[Any] = page.evaluate("shifts")
    return found


@pytest.mark.nightly("src/spite_and_malice/web/static/", "src/spite_and_malice/web/kernel/")
@pytest.mark.parametrize("window", WINDOWS)
def test_nothing_moves_while_a_page_loads(browser: Browser, site: str, window: str) -> None:
    context = new_context(browser, WINDOWS[window], {})
    context.add_init_script(WATCH)
    page = context.new_page()
    found = {path: shifts(page, site + path, "html[data-ready]") for path in PAGES}
    context.close()
    assert {path: moved for path, moved in found.items() if moved} == {}


TABLES = {"one game": ("standard", 1, 2), "match": ("standard", 25, 2), "many": ("round", 1, 4)}
"""Version, points to play to, and players."""


@pytest.mark.nightly(
    "src/spite_and_malice/web/spite/board/", "src/spite_and_malice/web/static/", "src/spite_and_malice/web/templates/"
)
@pytest.mark.parametrize("slower", [1, 6])
@pytest.mark.parametrize("window", WINDOWS)
def test_nothing_moves_while_a_table_is_laid(browser: Browser, site: str, window: str, slower: int) -> None:
    context = new_context(browser, WINDOWS[window], {"speed": "normal"})
    context.add_init_script(WATCH)
    page = context.new_page()
    slow_down(page, slower)
    paths = {"lessons": "/learn", "puzzle": "/puzzles/day"}
    for name, (preset, target, players) in TABLES.items():
        others = [{"kind": "computer", "player": "club"}] * (players - 1)
        asked = {"preset": preset, "target": target, "seats": [{"kind": "person"}, *others]}
        paths[name] = context.request.post(f"{site}/api/tables", data=asked).json()["url"]
    paths["patience"] = context.request.post(f"{site}/api/patience", data={"deal": "258"}).json()["url"]
    found = {name: shifts(page, site + path, "#table[data-mode] .card") for name, path in paths.items()}
    context.close()
    assert {name: moved for name, moved in found.items() if moved} == {}


DRAWN = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(done));
  setTimeout(done, 250);
})"""
"""Waits until the content received so far is drawn; a page that waits for more draws nothing."""


@pytest.mark.nightly("src/spite_and_malice/web/templates/", "src/spite_and_malice/web/kernel/table.css")
@pytest.mark.parametrize("window", WINDOWS)
def test_nothing_moves_while_a_page_comes_in_pieces(browser: Browser, site: str, window: str) -> None:
    context = new_context(browser, WINDOWS[window], {})
    context.add_init_script(WATCH)
    asked = {"preset": "standard", "seats": [{"kind": "person"}, {"kind": "computer", "player": "club"}]}
    table = context.request.post(f"{site}/api/tables", data=asked).json()["url"]
    patience = context.request.post(f"{site}/api/patience", data={"deal": "258"}).json()["url"]
    found = {path: shifts_in_pieces(context, site, path) for path in ("/games", "/puzzles", table, patience)}
    context.close()
    assert {path: moved for path, moved in found.items() if moved} == {}


def shifts_in_pieces(context: BrowserContext, site: str, path: str) -> list[Any]:
    """Return the elements that move on a page that comes in pieces, each of them drawn."""
    page = context.new_page()
    with in_pieces(context.request.get(site + path).text()) as pieces:
        # Everything that belongs to the page comes from the server.
        there = re.compile(f"^{pieces.address}(?!{path}$)")
        page.route(there, lambda route: route.continue_(url=there.sub(site, route.request.url)))
        page.goto(pieces.address + path, wait_until="commit")
        while left := pieces.left:
            page.evaluate(DRAWN)
            pieces.go_on()
            wait_on(page, partial(pieces.has_fewer, left))
        page.evaluate(DRAWN)
        found: list[Any] = page.evaluate("shifts")
        page.close()
    return found

"""No card is ever blank: one without a face yet shows its back, however busy the browser is."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import FakeTable, OpenFake, ViewOf, new_context, slow_down
from tests.web.test_app import CONTROLLED

# Checks every card whenever any changes, and repeatedly: is there one whose visible front has neither a face nor a
# back?
WATCH: Final = """
window.blank = [];
window.seen = 0;
const look = () => {
  for (const front of document.querySelectorAll("#cards .card .front, .emblem .front, .hero .front")) {
    if (getComputedStyle(front).display === "none") continue;
    window.seen += 1;
    const isBlank = !front.querySelector("svg, text") && getComputedStyle(front).backgroundImage === "none";
    if (isBlank) window.blank.push(front.parentElement.parentElement.outerHTML);
  }
};
const all = { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] };
new MutationObserver(look).observe(document, all);
const turn = () => (look(), setTimeout(turn, 4));
turn();
"""

# Everything that the page defers until it has been drawn never runs, as if the browser were too busy.
BUSY: Final = """
const wait = window.setTimeout;
window.setTimeout = (act, time, ...more) => (time === undefined ? 0 : wait(act, time, ...more));
"""


@pytest.mark.nightly("src/spite_and_malice/web/kernel/cards/")
def test_a_deal_in_a_slow_browser_that_was_here_before(browser: Browser, site: str) -> None:
    context = new_context(browser, (1280, 800), {"speed": "fast"})
    page = context.new_page()
    page.goto(site.replace("127.0.0.1", "localhost"))
    page.wait_for_function(f"() => {CONTROLLED}")
    page.reload()
    page.add_init_script(WATCH)
    slow_down(page, 6)
    page.goto(site.replace("127.0.0.1", "localhost"))
    page.locator("[data-play]").click()
    page.wait_for_url("**/table/*")
    page.locator("#above [data-key^='hand:0']").first.wait_for()
    assert page.evaluate("window.seen") > 0
    assert page.evaluate("window.blank") == []
    context.close()


def test_a_card_that_is_turned_before_its_face_is_drawn_shows_its_back(fake_table: OpenFake, view_of: ViewOf) -> None:
    table: FakeTable = fake_table(view_of("standard-2/0"), settings={"speed": "slow"})
    table.page.evaluate(BUSY)
    table.page.evaluate(WATCH)
    table.send(**table.snapshot | {"version": 2, "game": 2})
    expect(table.page.locator(".card.turning .front.unfaced")).not_to_have_count(0)
    assert table.page.evaluate("window.blank") == []
    # A finished game is shown in its final state.
    table.page.set_viewport_size({"width": 1000, "height": 700})
    expect(table.page.locator(".card:not(.down) .front.unfaced")).to_have_count(0)

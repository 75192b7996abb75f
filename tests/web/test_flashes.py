"""No button appears only for a moment: the pressable elements are checked frame by frame while somebody plays."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from spite_and_malice.engine import Move
from tests.web.answers import answer
from tests.web.conftest import OpenFake, ViewOf, new_context
from tests.web.person import by_clicks, choose

MOMENT_MS: Final = 450
"""Anything shorter cannot be pressed, and looks like a fault."""

WATCH: Final = """() => {
  window.flashes = [];
  const seen = () => {
    const all = [...document.querySelectorAll("#status button, .bar button, #words button")];
    return new Set(all.filter((one) => one.checkVisibility()).map((one) => one.dataset.do ?? one.textContent));
  };
  // What is there already came long ago.
  const since = new Map([...seen()].map((name) => [name, -Infinity]));
  const tick = (now) => {
    const shown = seen();
    for (const name of shown) if (!since.has(name)) since.set(name, now);
    for (const [name, from] of since) {
      if (shown.has(name)) continue;
      since.delete(name);
      window.flashes.push([name, Math.round(now - from)]);
    }
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""


def flashes(page: Page) -> list[Any]:
    """Return the elements that flashed, with their durations in milliseconds."""
    seen: list[Any] = page.evaluate("window.flashes")
    return [(name, time) for name, time in seen if time < MOMENT_MS]


def test_after_a_discard_no_way_back_flashes_before_a_computer_player_moves(
    fake_table: OpenFake, view_of: ViewOf
) -> None:
    view = view_of("standard-2/0")
    table = fake_table(view, settings={"speed": "normal", "sound": False})
    page = table.page
    # Something has been played before in the turn.
    table.send(**(table.snapshot | {"version": 1, "undo": True}))
    expect(page.locator("[data-do=undo]")).to_be_visible()
    page.evaluate(WATCH)
    discards = page.locator('.place.hand[aria-label*="; can go to"][aria-label*="your side stack"]')
    by_clicks(page, discards.first, "side")
    sent = table.last("move")
    after: dict[str, Any] = json.loads(json.dumps(view))
    move = Move.parse(sent["move"])
    seat = after["players"][view["seat"]]
    seat["hand"].remove(move.cards[0])
    seat["side"][int(move.target[1:]) - 1].append(move.cards[0])
    after |= {"turn": 1 - view["seat"], "legal": []}
    answer(table, after, undo=True)
    page.wait_for_timeout(1000)
    expect(page.locator("[data-do=undo]")).to_be_hidden()
    assert flashes(page) == []


@pytest.mark.nightly("src/spite_and_malice/web/kernel/", "src/spite_and_malice/web/spite/")
def test_no_button_of_a_game_flashes(browser: Browser, site: str) -> None:
    context = new_context(browser, (1280, 800), {"speed": "normal", "sound": False})
    page = context.new_page()
    page.goto(site)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    page.evaluate(WATCH)
    for made in range(10):
        page.locator(".place[aria-pressed]").first.wait_for(state="attached")
        page.wait_for_timeout(700)
        source, target = choose(page, made)
        assert source is not None
        by_clicks(page, source, target)
        page.wait_for_timeout(800)
        if made == 3:
            page.keyboard.press("h")
            page.wait_for_timeout(2000)
        if made == 5:
            page.locator(".place[aria-pressed]").first.wait_for(state="attached")
            page.wait_for_timeout(700)
            page.keyboard.press("Shift+U")
            page.wait_for_timeout(1000)
    assert flashes(page) == []
    context.close()

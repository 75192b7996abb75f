"""The connection to the server: a dead one is dropped at once, a doubtful one is tested, no move is lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import FakeTable, ViewOf, new_context, snapshot_of
from tests.web.test_patience import OpenPatience, patience  # noqa: F401

LOST: Final = "Connection lost. Trying again…"
BACK: Final = "Connected again."

SAID: Final = """() => {
  window.said = [];
  const line = document.querySelector("#connection");
  const changes = { childList: true, characterData: true, subtree: true };
  new MutationObserver(() => window.said.push(line.textContent)).observe(line, changes);
}"""

NO_FAREWELL: Final = "WebSocket.prototype.close = () => {};"
"""The connection is dead: it does not even close."""

LOOK: Final = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture(name="watched")
def watched_table(browser: Browser, view_of: ViewOf) -> Iterator[FakeTable]:
    """Open a table with a working connection, on a page that records its status messages and has the test's clock."""
    context = new_context(browser, (1280, 800), {"speed": "off"})
    context.clock.install()
    table = FakeTable(context, snapshot_of(view_of("standard-2/0")))
    table.page.clock.pause_at(table.page.evaluate("new Date(Date.now() + 1000).toISOString()"))
    table.page.evaluate(SAID)
    yield table
    context.close()


def let_pass(page: Page, seconds: float) -> None:
    """Let time pass on a page, in steps between which it receives messages."""
    for _ in range(int(seconds * 2)):
        page.clock.run_for(500)
        page.evaluate(HEARD)


HEARD: Final = """new Promise((heard) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = heard;
  port2.postMessage(0);
})"""
"""After the messages that have come already."""


def said(page: Page) -> list[str]:
    """Return the page's status messages about its connection."""
    found: list[str] = page.evaluate("window.said")
    return found


def test_a_line_that_falls_silent_is_given_up_within_ten_seconds_and_opened_anew(watched: FakeTable) -> None:
    table = watched
    table.page.evaluate(NO_FAREWELL)
    let_pass(table.page, 30)
    assert said(table.page) == []
    table.deaf = True
    table.sent.clear()
    let_pass(table.page, 10)
    assert said(table.page)[:1] == [LOST]
    let_pass(table.page, 1)
    table.last("hello")
    expect(table.page.locator("#connection")).to_have_text(BACK)


@pytest.mark.parametrize("doubt", ["seen", "online", "slept", "set back"])
def test_a_line_in_doubt_is_tried_within_three_seconds(watched: FakeTable, doubt: str) -> None:
    table = watched
    page = table.page
    page.evaluate(NO_FAREWELL)
    if doubt == "seen":
        page.evaluate(LOOK, True)
        let_pass(page, 12)
    table.deaf = True
    if doubt == "seen":
        page.evaluate(LOOK, False)
    elif doubt == "online":
        page.evaluate("dispatchEvent(new Event('online'))")
    else:
        now = page.evaluate("Date.now()")
        page.clock.set_system_time(now / 1000 + (3600 if doubt == "slept" else -600))
        let_pass(page, 1)
    let_pass(page, 3)
    assert said(page)[:1] == [LOST]


def test_a_line_that_answers_is_kept_after_a_doubt(watched: FakeTable) -> None:
    table = watched
    table.page.evaluate("dispatchEvent(new Event('online'))")
    table.last("ping")
    let_pass(table.page, 9)
    assert said(table.page) == []


def test_a_server_that_thinks_is_waited_for(watched: FakeTable) -> None:
    table = watched
    table.deaf = True
    table.page.keyboard.press("h")
    table.last("hint")
    let_pass(table.page, 8.5)
    assert said(table.page) == []


def test_a_page_whose_line_cannot_be_opened_tries_anew(watched: FakeTable) -> None:
    table = watched
    page = table.page
    page.evaluate(
        """() => {
          window.opened = 0;
          window.WebSocket = class {
            static OPEN = 1;
            readyState = 0;
            constructor() { window.opened += 1; }
            close() {}
          };
        }"""
    )
    table.hang_up()
    expect(page.locator("#connection")).to_have_text(LOST)
    let_pass(page, 30)
    assert page.evaluate("window.opened") >= 2


@pytest.mark.parametrize("answers", ["at once", "after the clock went on"])
def test_a_move_of_patience_played_without_a_line_is_sent_again(
    patience: OpenPatience,  # noqa: F811
    answers: str,
) -> None:
    table = patience()
    page = table.page
    stock = page.locator('#cards [data-place="W"]')
    table.hold()
    page.keyboard.press("d")
    expect(stock).to_have_count(1)
    page.evaluate(
        """() => {
          window.least = 1;
          new MutationObserver(() => (window.least = Math.min(window.least,
            document.querySelectorAll('#cards [data-place="W"]').length))).observe(document.querySelector("#cards"),
            { subtree: true, childList: true, attributes: true });
        }"""
    )
    lost: list[dict[str, Any]] = table.forget()
    assert [message["type"] for message in lost] == ["move"]
    # The server has stopped the clock meanwhile, which is an action of the game.
    table.ply += answers != "at once"
    table.tells_early = answers != "at once"
    table.answers = True
    table.hang_up()
    table.wait_for(1)
    expect(page.locator("#connection")).to_have_text(BACK)
    expect(stock).to_have_count(1)
    assert page.evaluate("window.least") == 1
    expect(page.locator("#words")).to_be_hidden()
    page.keyboard.press("d")
    table.wait_for(2)


def test_a_move_of_patience_is_dropped_where_the_cards_lie_otherwise_by_now(
    patience: OpenPatience,  # noqa: F811
) -> None:
    table = patience()
    table.hold()
    table.page.keyboard.press("d")
    expect(table.page.locator('#cards [data-place="W"]')).to_have_count(1)
    table.forget()
    table.moves.append("draw")
    table.moves.append("draw")
    table.ply += 2
    table.answers = True
    table.hang_up()
    expect(table.page.locator('#cards [data-place="W"]')).to_have_count(2)
    table.page.keyboard.press("u")
    table.wait_for(1)

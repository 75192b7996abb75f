"""Windows that tests have one after the other: nothing of a test is left for the next one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.web.conftest import FakeTable, KeptWindow, ViewOf, snapshot_of, window

SIZE = (777, 555)
"""A size that no other test has."""

LEFT = """async () => [localStorage.length, sessionStorage.length, document.cookie,
  (await indexedDB.databases()).length, innerWidth, innerHeight, scrollY]"""


def kept(browser: Browser, **settings: Any) -> KeptWindow:
    if browser.browser_type.name != "chromium":
        pytest.skip("only Chromium's windows are kept")
    found = window(browser, SIZE, settings)
    assert isinstance(found, KeptWindow)
    return found


def test_nothing_is_left_for_the_next_test(browser: Browser, view_of: ViewOf) -> None:
    first = kept(browser, speed="off")
    table = FakeTable(first, snapshot_of(view_of("standard-2/0")))
    page = table.page
    page.evaluate(
        """async () => {
          localStorage.setItem("a", "1");
          sessionStorage.setItem("b", "2");
          document.cookie = "c=3";
          await new Promise((done) => (indexedDB.open("e").onsuccess = done));
          console.error("f");
          globalThis.g = 7;
        }"""
    )
    page.set_viewport_size({"width": 400, "height": 700})
    page.mouse.move(200, 300)
    page.mouse.down()
    first.close()
    assert table.problems.found == ["f"]

    second = kept(browser, speed="slow")
    assert second is first
    assert second.page is page
    assert second.problems.found == []
    assert page.evaluate(LEFT) == [1, 0, "", 0, *SIZE, 0]
    assert page.evaluate("[localStorage['spite.settings'], globalThis.g ?? null]") == ['{"speed": "slow"}', None]
    pressed = page.evaluate_handle(
        """() => {
          const pressed = [];
          addEventListener("mousemove", ({ buttons }) => pressed.push(buttons));
          return pressed;
        }"""
    )
    page.mouse.move(5, 5)
    assert pressed.json_value() == [0]
    again = FakeTable(second, snapshot_of(view_of("standard-2/0")))
    assert again.sent[0]["type"] == "hello"
    assert len(table.sent) >= 1
    assert "hello" not in [each["type"] for each in table.sent[1:]], "the first table hears nothing of the second"
    second.close()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda page: page.add_init_script("1"),
        lambda page: page.route("**/x", lambda route: route.abort()),
        lambda page: page.on("request", lambda request: None),
        lambda page: page.emulate_media(reduced_motion="reduce"),
        lambda page: page.clock.install(),
        lambda page: page.keyboard.down("Shift"),
        lambda page: page.context.new_page(),
        lambda page: page.context.set_offline(True),
    ],
    ids=["script", "route", "listener", "media", "clock", "key", "page", "offline"],
)
def test_a_window_that_cannot_be_cleared_is_not_kept(browser: Browser, spoil: Callable[[Page], object]) -> None:
    first = kept(browser)
    spoil(first.page)
    first.close()
    assert first not in KeptWindow.idle
    assert first.page.is_closed()


def test_another_window_is_another_page(browser: Browser) -> None:
    first = kept(browser)
    second = kept(browser)
    assert second.page is not first.page
    first.close()
    other = window(browser, SIZE, {}, locale="de")
    assert isinstance(other, KeptWindow)
    assert other.page is not first.page
    second.close()
    other.close()
    assert len(KeptWindow.idle) <= KeptWindow.MOST
    while KeptWindow.idle:
        KeptWindow.idle.pop().context.close()

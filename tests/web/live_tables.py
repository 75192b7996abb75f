"""Tables with people in a real browser, with the test as their server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from spite_and_malice.rules import preset_rules
from tests.web.company import people, person, running
from tests.web.conftest import FakeTable, Window, window
from tests.web.windows import WINDOWS

PAIR: Final = preset_rules("standard", 2)
FOUR: Final = preset_rules("partners", 4)

OpenLive = Callable[..., FakeTable]


@pytest.fixture(name="live_table")
def live_tables(browser: Browser) -> Iterator[OpenLive]:
    """Open tables with people; a fault in a page's scripts fails the test."""
    windows: list[Window] = []
    tables: list[FakeTable] = []

    def open_live(snapshot: dict[str, Any], size: str = "desktop", **options: Any) -> FakeTable:
        windows.append(window(browser, WINDOWS[size], {"speed": "off"}, reduced_motion="reduce", **options))
        ready = ".lobby-seat" if snapshot["view"] is None else '[data-panel="people"]'
        tables.append(FakeTable(windows[-1], snapshot, ready))
        return tables[-1]

    yield open_live
    found = [problem for table in tables for problem in table.problems.found]
    for each in windows:
        each.close()
    assert found == []


def in_game(you: int | None = 0, **more: Any) -> dict[str, Any]:
    """Return the snapshot of a game between two people."""
    return running(PAIR, people([person("Ada", 0), person("Ben", 1)], you, **more))


def open_chat(table: FakeTable) -> Page:
    """Open the drawer with a table's chat, and return the page."""
    table.page.locator('[data-panel="people"]').click()
    expect(table.page.locator(".chat")).to_be_visible()
    return table.page

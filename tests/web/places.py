"""The positions of cards and places on a table's page with the test as its server, and holding a card over one."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.web.conftest import FakeTable
from tests.web.person import middle

# In standard-2/0 seat 1 holds 9c Th 7c Ah 8c; the centre takes 7, 2 and 3; a jack lies on the pay-off pile.


def hand(table: FakeTable, card: str, nth: int = 0) -> Any:
    """Return the button of a card in hand."""
    seat = table.snapshot["view"]["seat"]
    held = table.snapshot["view"]["players"][seat]["hand"]
    index = [at for at, one in enumerate(held) if one == card][nth]
    return table.page.locator(f'[data-key="hand:{seat}#{index}"]')


def place(page: Page, key: str) -> Any:
    """Return the button of a place, or of the card that lies there."""
    return page.locator(f'[data-key="{key}"]')


def hold(page: Page, start: tuple[float, float], over: Any) -> None:
    """Pick up a card at its place, and hold it over another place."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*middle(over), steps=5)

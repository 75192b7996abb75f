"""A person at the table, who reads the page's text and uses one way of playing."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Final

from playwright.sync_api import Frame, Locator, Page, expect

READY: Final = ".place[aria-pressed], #finish[open], [data-do=pass]:not([hidden])"
"""Present while the page waits for the player: a card to pick, the pass button or the end of the game."""

Gesture = Callable[[Page, Locator, str], None]


def play_game(page: Page, gesture: Gesture, moves: int = 400) -> int:
    """Play until the game is over, with the pay-off card first, and return the number of moves made.

    With ``moves`` stop after that number.
    """
    for made in itertools.count():
        page.locator(READY).first.wait_for(state="attached")
        if made == moves or page.locator("#finish[open]").count():
            return made
        source, target = choose(page, made)
        if source is None:
            page.get_by_role("button", name="Pass").click()
        else:
            gesture(page, source, target)
    raise AssertionError


def choose(page: Page | Frame, made: int) -> tuple[Locator | None, str]:
    """Choose a source and the name of a target from the buttons' names; None for a pass."""
    for place in ("pay-off pile", "side stack", "hand"):
        sources = page.locator(
            f'.place[aria-label*="; can go to centre"][aria-label*=", {"" if place == "hand" else "your "}{place}"]'
        )
        if sources.count():
            return sources.first, "centre"
    discards = page.locator('.place.hand[aria-label*="; can go to your side stack"]')
    return (discards.nth(made % discards.count()), "side") if discards.count() else (None, "")


def by_drag(page: Page, source: Locator, target: str) -> None:
    """Drag the card with the mouse."""
    start = corner(source)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 9, start[1] - 9)
    end = middle(page.locator(f".place.target.{target}").first)
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    page.mouse.move(*end)
    page.mouse.up()


def by_clicks(page: Page, source: Locator, target: str) -> None:
    """Click the card, then the place."""
    page.mouse.click(*corner(source))
    page.mouse.click(*middle(page.locator(f".place.target.{target}").first))


def by_touch(page: Page, source: Locator, target: str) -> None:
    """Tap the card, then the place."""
    page.touchscreen.tap(*corner(source))
    page.touchscreen.tap(*middle(page.locator(f".place.target.{target}").first))


def by_keyboard(page: Page, source: Locator, target: str) -> None:
    """Go to the card with Tab, pick it and put it on the focused target."""
    for _ in range(80):
        if source.evaluate("button => button === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(source).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(f".place.target.{target}:focus")).to_have_count(1)
    page.keyboard.press("Enter")


def corner(button: Locator) -> tuple[float, float]:
    """Return a point on the visible part of a card."""
    box = button.bounding_box()
    assert box is not None
    return box["x"] + min(10, box["width"] / 2), box["y"] + box["height"] - 8


def middle(button: Locator) -> tuple[float, float]:
    """Return the middle of a place."""
    box = button.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

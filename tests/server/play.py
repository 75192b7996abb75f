"""Ways to play for tests."""

from __future__ import annotations

from typing import Any

from .conftest import Page


def is_event(message: dict[str, Any]) -> bool:
    """Say whether a message is an event."""
    return bool(message["type"] == "event")


def choose(legal: list[str]) -> str:
    """Prefer the pay-off pile, then other plays to the centre, so that games come to an end."""
    return min(legal, key=lambda text: (not text.startswith("P"), "-C" not in text, text))


def discard(legal: list[str]) -> str:
    """Choose a move that ends the turn if there is one."""
    return min(legal, key=lambda text: ("-S" not in text, text))


async def to_my_turn(page: Page, state: dict[str, Any]) -> dict[str, Any]:
    """Wait until it is this page's turn or the game is over."""
    while state["view"]["turn"] != state["view"]["seat"] and state["view"]["result"] is None:
        state = await page.get_until(is_event)
    return state


async def finish(page: Page, state: dict[str, Any]) -> dict[str, Any]:
    """Play on to the end of the game."""
    while (state := await to_my_turn(page, state))["view"]["result"] is None:
        state = await page.move(state, choose(state["view"]["legal"]))
        assert state["type"] == "event", state
    return state

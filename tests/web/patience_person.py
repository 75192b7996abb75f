"""A person at the patience table, who knows the moves and uses one way of playing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Page

View = dict[str, Any]
Gesture = Callable[[Page, View, str], None]

LATER: Final = """milliseconds => {
  if (window.later === undefined) {
    const { get } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
    Object.defineProperty(Event.prototype, "timeStamp", { get() { return get.call(this) + window.later; } });
  }
  window.later = (window.later ?? 0) + milliseconds;
}"""
"""Shifts the time of later presses."""


def key_of(view: View, move: str) -> str:
    """Return the key of the button under which the first card of a move lies."""
    source, _, count = move.split("-")[0].split("+")[0].partition(":")
    # A pile moved as a line is held by its top card.
    return key_at(view, source, 1 if view["rules"].get("aim") == "one" else int(count or 1))


def key_at(view: View, place: str, count: int = 1) -> str:
    """Return the key of the button of the card at a depth in a place, 1 being the top."""
    pile = pile_at(view, place)
    if pile is None or (place.startswith("R") and view["rules"].get("face") != "up"):
        return place
    return f"{place}#{pile['down'] + len(pile['up']) - count}"


def pile_at(view: View, place: str) -> dict[str, Any] | None:
    """Return the pile of the tableau or of the reserve at a place."""
    piles = {"T": view["tableau"], "R": view.get("reserve", [])}.get(place[0])
    return None if piles is None else dict(piles[int(place[1:]) - 1])


def card_of(view: View, move: str) -> str:
    """Return the first card that a move takes."""
    source, _, count = move.split("-")[0].split("+")[0].partition(":")
    if source == "W":
        return str(view["waste"][-1])
    if source.startswith("F"):
        return f"{'A23456789TJQK'[view['foundations'][source[1]] - 1]}{source[1]}"
    if source.startswith("C"):
        return str(view["cells"][int(source[1:]) - 1])
    pile = pile_at(view, source)
    assert pile is not None
    return str(pile["up"][-1 if view["rules"].get("aim") == "one" else -int(count or 1)])


def partner_of(view: View, move: str) -> str | None:
    """Return the key of the other card of a pair."""
    first, _, second = move.split("-")[0].partition("+")
    if not second:
        return None
    return f"W#{len(view['waste']) - 2}" if first == second else key_at(view, second)


def target_of(view: View, move: str) -> str:
    """Return the place that a move goes to."""
    target = move.split("-")[1]
    if target == "C":
        return f"C{view['cells'].index(None) + 1}"
    return f"F{card_of(view, move)[1]}" if target == "F" else target


def lies(view: View) -> View:
    """Return the cards at each place."""
    names = ("stock", "waste", "foundations", "tableau", "cells", "reserve")
    return {name: view[name] for name in names if name in view}


def on_stock(move: str) -> bool:
    """Whether a move is made at the stock."""
    return move in ("draw", "redeal", "deal")


def not_twice(page: Page) -> None:
    """Keep the next tap from making a double tap with the last one."""
    page.evaluate(LATER, 340)


def grip(page: Page, key: str) -> tuple[float, float]:
    """Return a point on the visible part of a card."""
    box = page.locator(f'[data-key="{key}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] * 0.4, box["y"] + min(box["height"] / 2, 16)


def by_drag(page: Page, view: View, move: str, release: bool = True) -> None:
    """Drag the card to its target with the mouse, and let go of it."""
    if on_stock(move):
        page.mouse.click(*grip(page, "S"))
        return
    start = grip(page, key_of(view, move))
    partner = partner_of(view, move)
    if move.startswith("W+W"):
        by_touch(page, view, move)
        return
    target = partner or target_of(view, move)
    # Before the button goes down: on a busy machine no query must come between press and move.
    spot = page.locator(f'[data-key="{target}"], [data-key^="{target}#"]').last
    box = spot.bounding_box()
    assert box is not None
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 8, start[1] + 8)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.7, steps=2)
    if release:
        page.mouse.up()


def by_touch(page: Page, view: View, move: str) -> None:
    """Tap the card until it reaches its target."""
    if on_stock(move):
        page.touchscreen.tap(*grip(page, "S"))
        return
    key = key_of(view, move)
    if (partner := partner_of(view, move)) is not None:
        page.touchscreen.tap(*grip(page, key))
        page.touchscreen.tap(*grip(page, partner))
        return
    card, target = card_of(view, move), target_of(view, move)
    if target in ("W", "X"):
        page.touchscreen.tap(*grip(page, key))
        return
    state = page.evaluate(STATE_OF_CARD, card)
    for _ in range(5):
        page.touchscreen.tap(*grip(page, key))
        not_twice(page)
        state = page.wait_for_function(ANSWERED, arg=[card, state]).json_value()
        at = str(state).split()[0]
        if at == target:
            return
        key = at if not at.startswith("T") else str(page.evaluate(KEY_OF_CARD, card))
    raise AssertionError(f"{card} does not go to {target}")


STATE_OF_CARD: Final = """card => {
  const { dataset, classList } = document.querySelector(`#cards [data-card="${card}"]`);
  return `${dataset.place} ${classList.contains("picked")}`;
}"""
"""Returns the place of a card, and whether it is picked up there."""
ANSWERED: Final = f"""([card, before]) => {{
  const flying = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity);
  const state = ({STATE_OF_CARD})(card);
  return state !== before && !flying.length && state;
}}"""
KEY_OF_CARD: Final = """card => {
  const element = document.querySelector(`#cards [data-card="${card}"]`);
  const { x, y } = element.getBoundingClientRect();
  return document.elementFromPoint(x + 12, y + 5).closest("[data-key]").dataset.key;
}"""


def by_keyboard(page: Page, view: View, move: str) -> None:
    """Go to the card and name the place with a key."""
    if on_stock(move):
        page.keyboard.press("d")
        return
    page.locator(f'[data-key="{key_of(view, move)}"]').focus()
    if (partner := partner_of(view, move)) is not None:
        page.keyboard.press("Enter")
        page.locator(f'[data-key="{partner}"]').focus()
        page.keyboard.press("Enter")
        return
    target = move.split("-")[1]
    if target.startswith("T"):
        number = int(target[1:])
        page.keyboard.press(str(number) if number < 10 else f"Shift+{number - 10}")
    else:
        page.keyboard.press("c" if target == "C" else "0")

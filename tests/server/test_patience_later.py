"""Games in which everything is shuffled again: the shuffles to come are settled, and committed to, with the deal."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import pytest

from .conftest import Browser
from .test_patience import begin, sit, table_id_of

RANKS = "A23456789TJQK"
LOW_64 = 2**64 - 1
ROW = 13


def packs_by_hand(number: int) -> Iterator[list[str]]:
    """Yield the packs of a deal's number, as the head of patience/deals.py has them, written once more."""
    state = number
    while True:
        pack = [rank + suit for suit in "shdc" for rank in RANKS]
        for last in range(51, 0, -1):
            state = (state + 0x9E3779B97F4A7C15) & LOW_64
            mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & LOW_64
            mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & LOW_64
            chosen = ((mixed ^ (mixed >> 31)) * (last + 1)) >> 64
            pack[last], pack[chosen] = pack[chosen], pack[last]
        yield pack


def shuffled_again(view: dict[str, Any]) -> list[str]:
    """Return the cards of a layout in the order in which they were laid, but for those that stay in their rows."""
    piles = [pile["up"] for pile in view["tableau"]]
    if len(piles) < 4 * ROW:
        return [card for pile in piles for card in pile]
    rows = [["".join(pile) for pile in piles[at : at + ROW]] for at in range(0, len(piles), ROW)]
    return [card for row in rows for card in row[stay(row) :] if card]


def stay(row: list[str]) -> int:
    """Return how many cards from the first place on run as 2, 3, 4 … in one suit."""
    run = [rank + row[0][1:] for rank in RANKS[1:]]
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(row, run, strict=False))))


@pytest.mark.parametrize("preset", ["la-belle-lucie", "three-shuffles", "super-flower-garden", "montana"])
async def test_every_later_layout_follows_from_what_was_committed_to_before_the_first_move(
    browser: Browser, preset: str
) -> None:
    table = await begin(browser, preset=preset, deal="any")
    deal = table.told["table"]["deal"]
    assert (deal["number"], deal["secret"]) == (None, None)
    laid = []
    for _layout in range(2):
        await table.play("redeal")
        laid.append(shuffled_again(table.told["view"]))
    await table.ask("give_up")
    told = (await sit(browser, table_id_of(table))).told["table"]["deal"]
    sealed = bytes.fromhex(told["secret"]) + str(told["number"]).encode()
    assert hashlib.sha256(sealed).hexdigest() == told["commitment"] == deal["commitment"]
    packs = packs_by_hand(int(told["number"]))
    next(packs)
    for cards, pack in zip(laid, packs, strict=False):
        assert len(cards) > 3 * ROW - 4
        assert cards == [card for card in pack if card in cards]

"""Views laid out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from spite_and_malice.patience import PRESETS, Game, Position, View, ViewPile, deal_number
from spite_and_malice.rules.cards import RANKS, SUITS


def pile(*up: str, down: int = 0) -> ViewPile:
    """Return a pile with some cards face down beneath its open ones."""
    return ViewPile(down, up)


def view_of(preset: str, *tableau: ViewPile, **changes: Any) -> View:
    """Return the start of a game with other piles; the rest of them are empty."""
    view = Game(deal_number(PRESETS[preset].rules, 1)).view()
    empty = [pile()] * (len(view.tableau) - len(tableau))
    if tableau:
        changes["tableau"] = (*tableau, *empty)
    return replace(view, **changes)


def late(preset: str, *piles: list[str], **foundations: int) -> View:
    """Return the view of a table without a stock: the cards that are neither home nor named lie in one more pile."""
    rules = PRESETS[preset].rules
    named = {card for cards in piles for card in cards}
    rest = [rank + suit for suit in SUITS for rank in RANKS[foundations[suit] :] if rank + suit not in named]
    tableau = [*piles, *[[] for _pile in range(rules.places - len(piles) - 1)], rest]
    table = {"stock": [], "waste": [], "foundations": foundations, "pass": 1, "result": None}
    lying = [{"down": [], "up": cards} for cards in tableau]
    cells = {"cells": [None] * rules.cells} if rules.cells else {}
    return Position.from_json({"rules": rules.to_json(), **table, "tableau": lying, **cells}).view()

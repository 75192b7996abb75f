"""Views laid out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from spite_and_malice.patience import PRESETS, Game, View, ViewPile, deal_number


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

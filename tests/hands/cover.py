"""Which games are played in every run: together they have every kind of move on every layout."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Pair = TypeVar("Pair")


def cover(there: Mapping[str, set[Pair]]) -> dict[str, set[Pair]]:
    """Choose games that together have every feature, each with the features it is chosen for."""
    left = set().union(*there.values())
    chosen: dict[str, set[Pair]] = {}
    while left:
        game = max(there, key=lambda each: len(there[each] & left))
        chosen[game] = there[game] & left
        left -= there[game]
    return chosen

"""How hard a puzzle is: the chances of solvers who consider few or many plays before each of their own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Final

from spite_and_malice.analysis.puzzles.proof import Table

BUDGETS: Final = tuple(1 << power for power in range(1, 13))
"""Each solver considers twice as many plays as the one before."""


def chances(tables: Sequence[Table]) -> tuple[float, ...]:
    """Return how likely each solver, the weakest first, is to play the pay-off card from the first of some tables.

    A solver considers a fixed number of plays before each move, the nearest first. If one of these plays the card, they
    follow it; otherwise they make a random play and look again.
    """
    looks = {id(table): _looks(table) for table in tables}
    return tuple(map(partial(_chance, tables, looks), BUDGETS))


def difficulty(of_solvers: Sequence[float]) -> float:
    """Return how many of the solvers miss it on average: one more means that it takes twice as much looking."""
    return sum(1 - chance for chance in of_solvers)


def _chance(tables: Sequence[Table], looks: dict[int, int], budget: int) -> float:
    chance: dict[int, float] = {}
    # A table comes after those that lead to it.
    for table in reversed(tables):
        if looks[id(table)] <= budget:
            chance[id(table)] = 1.0
        else:
            following = sum(chance[id(each)] for each in table.following)
            chance[id(table)] = following / table.plays if table.plays else 0.0
    return chance[id(tables[0])]


def _looks(table: Table) -> int:
    """Return how many plays are imagined, the nearest lines first, before one plays the pay-off card.

    A play three plays ahead costs three, since those before it are imagined too. It may be the first or the last play
    at its distance: the mean is returned.
    """
    seen, layer, looked, ahead = {id(table)}, [table], 0, 1
    while layer and looked < BUDGETS[-1]:
        plays = sum(each.plays for each in layer)
        if goals := sum(each.goals for each in layer):
            return looked + math.ceil(ahead * (plays + 1) / (goals + 1))
        looked += ahead * plays
        following = {id(each): each for one in layer for each in one.following}
        layer = [each for key, each in following.items() if key not in seen]
        seen.update(following)
        ahead += 1
    return BUDGETS[-1] + 1

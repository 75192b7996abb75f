"""How hard a puzzle is: the chances of solvers who look at few plays before each of theirs, and of others at many."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Final

from spite_and_malice.analysis.puzzles.proof import Table

BUDGETS: Final = tuple(1 << power for power in range(1, 13))
"""Each solver looks at twice as many plays as the one before."""


def chances(tables: Sequence[Table]) -> tuple[float, ...]:
    """Return how likely each solver, the weakest first, is to get the pay-off card away from the first of some tables.

    A solver looks at that many plays before each of theirs, the nearest first. If one of these gets the card away they
    follow it; otherwise they make one of their plays by lot, and look again.
    """
    looks = {id(table): _looks(table) for table in tables}
    return tuple(map(partial(_chance, tables, looks), BUDGETS))


def difficulty(of_solvers: Sequence[float]) -> float:
    """Return how many of the solvers miss it on average: one more means that it takes twice as many looks."""
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
    """Return how many plays are imagined, the nearest lines first, before one gets the pay-off card away.

    A play that lies three plays ahead takes three, as those before it are imagined with it. The card may be got away by
    the first or by the last play of its distance: what is returned is the mean.
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

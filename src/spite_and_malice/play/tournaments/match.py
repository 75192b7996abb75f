"""Two teams play each other: board against board, or everybody against everybody of the other team."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from spite_and_malice.play.tournaments.games import Pairing

Order = Literal["boards", "each"]
"""Board 1 against board 1 in two rounds, with seats changed for the second; or everybody against the other team."""


def rounds_of(size: int, order: Order) -> int:
    """Return how many rounds a match of teams of a size takes."""
    return (2 if size else 0) if order == "boards" else size


def pair_match(one: Sequence[int], other: Sequence[int], round_number: int, order: Order) -> list[Pairing]:
    """Return the pairings of a round, from 1, of two teams of equal number in the order of their boards.

    Nobody has the first seat more than once more often than the second.
    """
    size, turn = len(one), round_number - 1
    found = []
    for at in range(size):
        opposite = at if order == "boards" else (at + turn) % size
        # By boards both meet twice, and so both have each seat once.
        changes = at + turn if order == "boards" else at + opposite
        first, second = one[at], other[opposite]
        if changes % 2:
            first, second = second, first
        found.append(Pairing(round_number, at + 1, first, second))
    return found

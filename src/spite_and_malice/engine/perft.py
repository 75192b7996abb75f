"""Counting move sequences, to check move generation (RULES.md section 10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from spite_and_malice.engine.chance import UNSHUFFLED
from spite_and_malice.engine.core import perft as count_moves
from spite_and_malice.engine.position import Position

MOST_DEPTH: Final = 99


def perft(position: Position, depth: int) -> int:
    """The number of move sequences of exactly `depth` moves, without chance; a game that ends earlier adds nothing."""
    _check(depth)
    counted = position.clone()
    counted.core.use_chance(None)
    return count_moves(counted.core, depth)


def divide(position: Position, depth: int) -> dict[str, int]:
    """The count of `perft` for each first move, sorted by the text of the move; `depth` is at least 1."""
    return dict(divided(position, depth))


def divided(position: Position, depth: int) -> Iterator[tuple[str, int]]:
    """Yield what `divide` returns, each first move as soon as it is counted."""
    _check(depth)
    if depth == 0:
        raise ValueError("dividing needs a depth of at least 1")
    for move in sorted(position.legal_moves, key=str):
        child = position.clone()
        child.play(move, UNSHUFFLED)
        yield str(move), perft(child, depth - 1)


def _check(depth: int) -> None:
    if not 0 <= depth <= MOST_DEPTH:
        raise ValueError(f"the depth must be from 0 to {MOST_DEPTH}, not {depth}")

"""Counting move sequences of patience, to check move generation (PATIENCE.md section 7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from spite_and_malice.patience.position import Position

MOST_DEPTH: Final = 99


def perft(position: Position, depth: int) -> int:
    """The number of move sequences of exactly `depth` moves; a game that ends earlier adds nothing."""
    if not 0 <= depth <= MOST_DEPTH:
        raise ValueError(f"the depth must be from 0 to {MOST_DEPTH}, not {depth}")
    return int(position.layout.perft(depth))


def divide(position: Position, depth: int) -> dict[str, int]:
    """The count of `perft` for each first move, sorted by the text of the move; `depth` is at least 1."""
    return dict(divided(position, depth))


def divided(position: Position, depth: int) -> Iterator[tuple[str, int]]:
    """Yield the results of `divide`, each count as soon as it is known."""
    if depth < 1:
        raise ValueError("dividing needs a depth of at least 1")
    for move in sorted(position.legal_moves, key=str):
        child = position.clone()
        child.play(move)
        yield str(move), perft(child, depth - 1)

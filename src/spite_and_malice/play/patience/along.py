"""Values that change from move to move in a game of patience, such as its points, each move looked at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from spite_and_malice.patience import Game, Move, Position

_T = TypeVar("_T")


class Along(Generic[_T]):
    """A value that each move changes, kept for every move that was not taken back.

    `step` returns the next value from the one before a move, the position before it, the move and the position after.
    """

    def __init__(self, start: _T, step: Callable[[_T, Position, Move, Position], _T]) -> None:
        self._start = start
        self._step = step
        self._known: list[tuple[Position, _T]] = []
        """For each move the position before it, and the value after it."""

    def of(self, game: Game) -> _T:
        """Return the value after the last move of a game; of the same one each time only new moves are looked at."""
        past, known = game.past, self._known
        del known[len(past) :]
        # Every move, even a redone one, leaves a position of its own behind: where that is the same, so are all before.
        while known and known[-1][0] is not past[len(known) - 1]:
            known.pop()
        stands = len(known)
        value = known[-1][1] if known else self._start
        positions = (*past[stands:], game.position)
        for move, before, after in zip(game.moves[stands:], positions, positions[1:], strict=False):
            value = self._step(value, before, move, after)
            known.append((before, value))
        return value

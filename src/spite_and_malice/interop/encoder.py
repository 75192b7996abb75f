"""Views as NumPy arrays and moves as numbers, and back, so that a trained policy can play wherever there are views."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Final, TypeAlias

import numpy as np

from spite_and_malice.arguments import InvalidArgument, of_type, shown, whole
from spite_and_malice.engine import Move, View
from spite_and_malice.engine.core import watch_recycled
from spite_and_malice.engine.moves import decode, encode
from spite_and_malice.engine.view import core_of_view
from spite_and_malice.interop.arrays import Floats, Mask, Row
from spite_and_malice.interop.kinds import Kinds, kinds_of
from spite_and_malice.players.memory import recycled_in
from spite_and_malice.rules import Rules

Policy: TypeAlias = Callable[[Row, Mask], int]
"""Chooses a move by its number from an observation and the mask of the legal moves, both of one seat."""


class Encoder:
    """What a seat sees as a row of numbers, and moves as numbers, under `rules`. docs/research.md has every field.

    `size` is the length of a row, `actions` the number of moves that can ever be legal, and `pieces` has the parts of a
    row by name, in order, with their shapes.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = of_type(rules, Rules, "rules", 'preset_rules("standard") has those of a preset')
        self.kinds: Final[Kinds] = kinds_of(rules)
        self.pieces: Final = self.kinds.pieces()
        self.size: Final = self.kinds.size
        self.actions: Final = len(self.kinds.moves)

    def __reduce__(self) -> tuple[object, ...]:
        return Encoder, (self.rules,)

    def __repr__(self) -> str:
        return f"<Encoder: rows of {self.size} numbers, {self.actions} moves>"

    def observe(self, view: View, log: Sequence[str] = ()) -> Row:
        """What the viewer sees: `size` numbers, float32.

        Raises ValueError for a spectator and for other rules. Given the moves so far, as a player gets them, it also
        holds which cards went back into the stock.
        """
        row: Row = np.empty(self.size, np.float32)
        seat, core = self._seat(view), core_of_view(view)
        try:
            watch_recycled(core, *recycled_in(view, log))
        except (AttributeError, RecursionError):
            raise InvalidArgument(f"log must be the moves so far as texts, not {shown(log)}") from None
        self.kinds.encoding.write_view(core, seat, row)
        return row

    def mask(self, view: View) -> Mask:
        """1 for each legal move of the viewer, else 0: `actions` numbers, int8. Raises ValueError as `observe` does."""
        row: Mask = np.zeros(self.actions, np.int8)
        if self._seat(view) == view.turn and not view.is_over:
            self.kinds.encoding.write_mask(core_of_view(view), row)
        return row

    def split(self, rows: Floats) -> dict[str, Floats]:
        """The pieces of a row, each in its shape; for an array of rows, after the leading shape."""
        given: object = rows
        if not isinstance(given, np.ndarray) or rows.ndim == 0 or rows.shape[-1] != self.size:
            raise InvalidArgument(f"rows must be an array whose last axis has {self.size} numbers, not {shown(rows)}")
        ends = np.cumsum([prod(shape) for shape in self.pieces.values()])[:-1]
        parts = np.split(rows, ends, axis=-1)
        return {
            name: part.reshape(*rows.shape[:-1], *shape)
            for (name, shape), part in zip(self.pieces.items(), parts, strict=True)
        }

    def action(self, view: View, move: Move | str) -> int:
        """The number of a legal move of the viewer. Raises ValueError for any other."""
        self._seat(view)
        given: object = move
        if not isinstance(given, Move | str) or str(move) not in view.legal:
            raise InvalidArgument(f"{shown(move)} is no legal move of this view; take one of view.legal")
        code = encode(Move.parse(str(move)), self.rules.payoff_piles)
        return int(self.kinds.encoding.number_of(core_of_view(view), code))

    def move(self, view: View, action: int) -> Move:
        """The move of the viewer with a number; among equivalent cards, the lowest suit. Raises ValueError."""
        if self._seat(view) != view.turn:
            raise InvalidArgument("it is not this viewer's turn, so no number is a move of theirs")
        number = whole(action, "action")
        if not 0 <= number < self.actions or not self.mask(view)[number]:
            raise InvalidArgument(f"{shown(action)} is the number of no legal move; take one that the mask shows")
        code = self.kinds.encoding.move_of(core_of_view(view), number)
        return decode(code, self.rules.payoff_piles)

    def _seat(self, view: View) -> int:
        of_type(view, View, "view", "game.view(seat) is one")
        if view.seat is None:
            raise InvalidArgument("a spectator's view has no seat to see from")
        if view.rules is not self.rules and view.rules != self.rules:
            raise InvalidArgument("the view is of a game by other rules than the encoder's")
        return view.seat

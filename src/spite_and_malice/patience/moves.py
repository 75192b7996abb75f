"""Moves as values, as text (PATIENCE.md section 6) and as the whole numbers of the core."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from spite_and_malice.engine.errors import InvalidNotation
from spite_and_malice.patience.core import codes, move_of
from spite_and_malice.rules.cards import SUITS


@dataclass(frozen=True, slots=True)
class Move:
    """A move: ``str(move)`` is its text, `Move.parse` reads it.

    `source` is ``"W"``, ``"T1"`` … ``"T7"`` or ``"Fs"`` …, `target` ``"F"`` or ``"T1"`` … ``"T7"``, and `cards` the
    number of cards. A draw and a redeal have the source ``"draw"`` and ``"redeal"`` and no target.
    """

    source: str
    target: str = ""
    cards: int = 1

    @property
    def is_draw(self) -> bool:
        """Whether this turns cards from the stock."""
        return self.source == "draw"

    @property
    def is_redeal(self) -> bool:
        """Whether this turns the waste over."""
        return self.source == "redeal"

    def __str__(self) -> str:
        if not self.target:
            return self.source
        return f"{self.source}{f':{self.cards}' if self.cards > 1 else ''}-{self.target}"

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move; `InvalidNotation` if the text is none."""
        return MOVES[encode(text)]


def _all() -> dict[int, Move]:
    """Every move that there can be, by the core's number."""
    found = {codes.DRAW: Move("draw"), codes.REDEAL: Move("redeal")}
    piles = range(codes.PILES)
    found[move_of(codes.WASTE, codes.FOUNDATION, 1)] = Move("W", "F")
    for target in piles:
        name = f"T{target + 1}"
        found[move_of(codes.WASTE, target, 1)] = Move("W", name)
        found[move_of(target, codes.FOUNDATION, 1)] = Move(name, "F")
        for suit, letter in enumerate(SUITS):
            found[move_of(codes.FOUNDATION + suit, target, 1)] = Move(f"F{letter}", name)
        for source in piles:
            for cards in range(1, codes.KING + 1):
                if source != target:
                    found[move_of(source, target, cards)] = Move(f"T{source + 1}", name, cards)
    return found


MOVES: Final = _all()
"""Every move that there can be, by the core's number."""
TEXTS: Final = {code: str(move) for code, move in MOVES.items()}
"""The text of every move, by the core's number."""
_CODES: Final = {text: code for code, text in TEXTS.items()}


def encode(move: Move | str) -> int:
    """Write a move or its text as the core's number; `InvalidNotation` for what is no move."""
    text = str(move)
    if text not in _CODES:
        raise InvalidNotation(
            f"{text[:40]!r} is no move: write 'draw', 'redeal', or source and target such as 'W-F', 'W-T3', 'T2-F', "
            "'T2-T5', 'T2:3-T5' (three cards) or 'Fs-T4'."
        )
    return _CODES[text]

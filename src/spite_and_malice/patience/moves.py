"""Moves as values, as text (PATIENCE.md section 6) and as the integers of the core."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from spite_and_malice.arguments import shown
from spite_and_malice.engine.notation import InvalidNotation
from spite_and_malice.patience.core import codes, count_of, move_of, source_of, target_of
from spite_and_malice.rules.cards import SUITS

_BARE: Final = {"draw": codes.DRAW, "redeal": codes.REDEAL, "deal": codes.DEAL}
_BARE_TEXTS: Final = {code: text for text, code in _BARE.items()}
_MOVE: Final = re.compile(
    r"(?P<source>T[1-9][0-9]{0,2}|[CR][1-9][0-9]?|W|P|F[shdc])(?:(?P<mark>[:@])(?P<cards>[1-9][0-9]{0,2}))?"
    r"(?:\+(?P<partner>T[1-9][0-9]{0,2}|[CR][1-9][0-9]?|W))?-(?P<target>T[1-9][0-9]{0,2}|F(?:[1-9][0-9]?)?|C|W|X|P)"
)
_FIRST: Final = {"T": 0, "C": codes.CELL, "R": codes.RESERVE, "F": codes.HOME}
_ROOM: Final = {
    "T": codes.PLACES,
    "C": codes.MOST_CELLS,
    "R": codes.POCKET - codes.RESERVE,
    "F": codes.MOST_HOMES,
}
_TARGETS: Final = {"F": codes.FOUNDATION, "C": codes.CELL, "W": codes.WASTE, "X": codes.OFF, "P": codes.POCKET}


@dataclass(frozen=True, slots=True)
class Move:
    """A move: ``str(move)`` is its text, `Move.parse` reads it.

    `source` is ``"W"``, ``"T1"`` …, ``"C1"`` …, ``"R1"`` …, ``"P"`` (the pocket) or ``"Fs"`` …, `target` ``"F"``,
    ``"F1"`` …, ``"C"``, ``"W"``, ``"P"``, ``"X"`` (off the table) or ``"T1"`` …, and `cards` the number of cards; a
    pair leaves the table from `source` and `partner`. With `is_merci` one card goes: the one at place `cards` from the
    top. A draw, a redeal and a deal have the source ``"draw"``, ``"redeal"`` and ``"deal"`` and no target.
    """

    source: str
    target: str = ""
    cards: int = 1
    partner: str = ""
    is_merci: bool = False

    def __post_init__(self) -> None:
        texts = (self.source, self.target, self.partner)
        if not all(isinstance(text, str) for text in texts) or type(self.cards) is not int or self.cards < 1:
            raise _no_move((*texts, self.cards))

    @property
    def is_draw(self) -> bool:
        """Whether this turns cards from the stock."""
        return self.source == "draw"

    @property
    def is_redeal(self) -> bool:
        """Whether this turns the waste over."""
        return self.source == "redeal"

    @property
    def is_deal(self) -> bool:
        """Whether this deals the stock onto the piles."""
        return self.source == "deal"

    def __str__(self) -> str:
        if not self.target:
            return self.source
        partner = f"+{self.partner}" if self.partner else ""
        cards = f"{'@' if self.is_merci else ':'}{self.cards}" if self.cards > 1 else ""
        return f"{self.source}{cards}{partner}-{self.target}"

    @classmethod
    def parse(cls, text: Move | str) -> Move:
        """Read a move; `InvalidNotation` if the text is not a move."""
        return move_with(encode(text))


@lru_cache(1 << 14)
def move_with(code: int) -> Move:
    """Return the move with this number in the core."""
    if code in _BARE_TEXTS:
        return Move(_BARE_TEXTS[code])
    source, target = _place(source_of(code)), target_of(code)
    if code & codes.PAIR:
        return Move(source, "X", partner=_place(target))
    is_merci = bool(code & codes.MERCI)
    letter = next((letter for letter, place in _TARGETS.items() if place == target), None)
    return Move(source, letter or _place(target), count_of(code), is_merci=is_merci)


@lru_cache(1 << 14)
def text_with(code: int) -> str:
    """Return the text of the move with this number in the core."""
    return str(move_with(code))


def encode(move: Move | str) -> int:
    """Write a move or its text as the core's number; `InvalidNotation` if it is not a move."""
    if not isinstance(move, Move | str):
        raise _no_move(move)
    return _encode(str(move))


def _no_move(value: object) -> InvalidNotation:
    return InvalidNotation(
        f"{shown(value)} is no move: write 'draw', 'redeal', 'deal', or source and target such as 'W-F', 'W-T3', "
        "'T2-F', 'T2-F3' (a foundation with a number), 'T2-T5', 'T2:3-T5' (three cards), 'T2@2-T5' (the card under "
        "the top one), 'Fs-T4', 'T2-C' (a cell), 'C1-T4', 'R1-F', 'T2-P' (the pocket), 'T5-W' or 'T5+W-X'."
    )


@lru_cache(1 << 14)
def _encode(text: str) -> int:
    if text in _BARE:
        return _BARE[text]
    found = _MOVE.fullmatch(text)
    code = None if found is None else _code(*found.group("source", "mark", "cards", "partner", "target"))
    # Each move has one text: T2:1-T5 is invalid.
    if code is None or text_with(code) != text:
        raise _no_move(text)
    return code


def _code(source: str, mark: str | None, cards: str | None, partner: str | None, target: str) -> int | None:
    """Return the number of a move, None if no move has these parts."""
    at = _code_of_place(source)
    if at is None:
        return None
    if partner is not None:
        other = _code_of_place(partner)
        if target != "X" or cards is not None or other is None or at >= codes.FOUNDATION:
            return None
        return move_of(at, other, 1) | codes.PAIR
    count = int(cards or 1)
    to = _TARGETS.get(target)
    if to is None:
        to = _code_of_place(target)
    if to is None or count > codes.MOST_CARDS:
        return None
    if mark == "@":
        is_one = at < codes.CELL and count > 1 and target[0] in "TF"
        return move_of(at, to, count) | codes.MERCI if is_one else None
    is_single = codes.CELL <= at != codes.POCKET or target[0] not in "TP"
    if to == at or (is_single and count > 1):
        return None
    return move_of(at, to, count)


def _code_of_place(text: str) -> int | None:
    """Return the number of a place that moves come from, or of a pile; None if no place has that number."""
    if text in ("W", "P"):
        return _TARGETS[text]
    if text[0] == "F" and not text[1:].isdigit():
        return codes.FOUNDATION + SUITS.index(text[1])
    number = int(text[1:]) - 1
    return _FIRST[text[0]] + number if number < _ROOM[text[0]] else None


def _place(code: int) -> str:
    """Return the text of a place."""
    if code in (codes.WASTE, codes.POCKET):
        return "W" if code == codes.WASTE else "P"
    if code >= codes.FOUNDATION:
        return f"F{SUITS[code - codes.FOUNDATION]}"
    letter = next(letter for letter in "FRCT" if code >= _FIRST[letter])
    return f"{letter}{code - _FIRST[letter] + 1}"

"""Moves as values, as text (RULES.md section 9) and as the integers of the core."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from spite_and_malice.arguments import shown
from spite_and_malice.engine.core import (
    card_of,
    codes,
    kind_of,
    loaded_pile,
    loaded_seat,
    pair_to_side,
    rank_of,
    second_card_of,
    source_of,
    target_of,
    to_centre,
    to_load,
    to_side,
)
from spite_and_malice.engine.notation import InvalidNotation
from spite_and_malice.rules import card_code, card_text

_CARD: Final = r"(?:[A2-9TJQK][shdc]|1[0-5]|[1-9]|\*)"
_HAND: Final = re.compile(rf"H({_CARD})(?:\+({_CARD}))?-(C[1-9][0-9]{{0,3}}|S[1-8]|L[0-7](?:\.[1-4])?)")
_PILE: Final = re.compile(r"(\+?(?:P[1-4]?|S[1-8]))-(C[1-9][0-9]{0,3}|L[0-7](?:\.[1-4])?)")
_LOAD: Final = re.compile(r"L([0-7])(?:\.([1-4]))?")

_RIGHT: Final = (
    "write source, card if from the hand, '-' and target, "
    "such as 'H7h-C1', 'P-C2', 'S3-C1', 'H9s-S2', 'H9s+9h-S2' or 'P-L1', or 'pass'."
)
# As people type it: 10h for Th, suits as symbols (with or without the emoji selector), any dash.
_SYMBOLS: Final = str.maketrans(dict(zip("♠♥♦♣♤♡♢♧–—−", "shdcshdc---", strict=True)) | {"\ufe0e": None, "\ufe0f": None})
_LONGEST: Final = 64
_TYPED_CARD: Final = re.compile(r"(10|[A2-9TJQK])([SHDC])(?=[-+])")

_MOST_KEPT: Final = 1 << 16
MOST_PILES: Final = 4


@dataclass(frozen=True, slots=True)
class Move:
    """A move in the notation of RULES.md section 9: ``str(move)`` is its text, `Move.parse` reads it.

    `source` is a place (``"H"``, ``"P"``, ``"S3"``, ``"+S1"``), `cards` the one or two cards from the hand, `target` a
    place (``"C1"``, ``"S2"``, ``"L1"``). A pass has no source, no cards and no target.
    """

    source: str = ""
    cards: tuple[str, ...] = ()
    target: str = ""

    def __post_init__(self) -> None:
        if not _is_well_written(self.source, self.cards, self.target):
            said = f"Move({shown(self.source)}, {shown(self.cards)}, {shown(self.target)})"
            raise InvalidNotation(f"{shown(said)[1:-1]} is no move: {_RIGHT}")

    @property
    def is_pass(self) -> bool:
        """Whether this is a pass."""
        return not self.source

    @property
    def plays_to_centre(self) -> bool:
        """Whether this puts a card on a centre stack."""
        return self.target.startswith("C")

    @property
    def plays_payoff(self) -> bool:
        """Whether this plays the top of a pay-off pile, the partner's included."""
        return self.source.lstrip("+").startswith("P")

    @property
    def is_discard(self) -> bool:
        """Whether this puts hand cards on a side stack."""
        return self.target.startswith("S")

    @property
    def is_pair(self) -> bool:
        """Whether this discards two cards together."""
        return len(self.cards) == 2

    @property
    def is_load(self) -> bool:
        """Whether this loads an opponent's pay-off pile."""
        return self.target.startswith("L")

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"

    def __str__(self) -> str:
        return _text(self.source, self.cards, self.target)

    @classmethod
    def parse(cls, text: str, *, strict: bool = False) -> Move:
        """Read a move; `InvalidNotation` if the text is not one. A pair may name its cards in either order.

        Unless `strict`, common ways to type a move are accepted too: any case, spaces, no H before a hand card, ``10``
        for a ten, ``♥`` for ``h``.
        """
        if not isinstance(text, str):
            raise InvalidNotation(f"{shown(text)} is no move: {_RIGHT}")
        return _parse_strictly(text) if strict else _parse(text)


@lru_cache(maxsize=_MOST_KEPT)
def _parse(text: str) -> Move:
    if _parts(text) is None:
        typed = _as_written(text)
        for candidate in (typed, f"H{typed}"):
            if _parts(candidate) is not None:
                return _parse_strictly(candidate)
    return _parse_strictly(text)


def _parse_strictly(text: str) -> Move:
    parts = _parts(text)
    if parts is None:
        raise InvalidNotation(f"{shown(text)} is no move: {_RIGHT}")
    return Move(*parts)


def _as_written(text: str) -> str:
    """Return a typed move in the notation of RULES.md section 9, as far as it is clear."""
    text = "".join(text[:_LONGEST].split()).translate(_SYMBOLS)
    if not text.isascii():
        return ""
    if text.lower() == "pass":
        return "pass"
    return _TYPED_CARD.sub(lambda card: card[1].replace("10", "T") + card[2].lower(), text.upper())


def _parts(text: str) -> tuple[str, tuple[str, ...], str] | None:
    """Return source, cards and target of a well-formed move, else None."""
    if text == "pass":
        return "", (), ""
    if match := _HAND.fullmatch(text):
        first, second, target = match.groups()
        if second is None:
            return "H", (first,), target
        if target[0] == "S":
            one, other = sorted((first, second), key=card_code)
            return "H", (one, other), target
    elif match := _PILE.fullmatch(text):
        source, target = match.groups()
        if not (target[0] == "L" and source[0] in "+S"):
            return source, (), target
    return None


def _is_well_written(source: object, cards: object, target: object) -> bool:
    if not isinstance(source, str) or not isinstance(cards, tuple) or not isinstance(target, str):
        return False
    return _parts(_text(source, cards, target)) == (source, cards, target)


def _text(source: str, cards: Sequence[str], target: str) -> str:
    return f"{source}{'+'.join(map(str, cards))}-{target}" if source else "pass"


@lru_cache(maxsize=_MOST_KEPT)
def encode(move: Move, piles: int) -> int:
    """Write a move as the core's integer, at a table with `piles` pay-off piles a player.

    Raises `InvalidNotation` if it names a place that such a table does not have.
    """
    if move.is_pass:
        return codes.PASS
    source = _source_number(move, piles)
    first, second = (*map(card_code, move.cards), 0, 0)[:2]
    if move.is_load:
        return to_load(source, first, *_loaded(move, piles))
    place = int(move.target[1:]) - 1
    if not move.is_discard:
        return to_centre(source, first, place)
    if not second:
        return to_side(first, place)
    if rank_of(first) != rank_of(second):
        raise InvalidNotation(f"{move} is no pair: the two cards of a pair have the same rank.")
    return pair_to_side(first, second, place)


def encode_text(text: str, piles: int) -> int:
    """Encode the text of a move. Raises `InvalidNotation` as `Move.parse` and `encode` do."""
    return encode(Move.parse(text), piles)


def encode_texts(texts: Iterable[str], piles: int) -> list[int]:
    """Encode the texts of several moves. Raises `InvalidNotation` likewise."""
    return [encode_text(text, piles) for text in texts]


class Decoder(dict[int, Move]):
    """Moves by the core's integers, for tables with `piles` pay-off piles a player. Created on demand."""

    def __init__(self, piles: int) -> None:
        super().__init__()
        self._piles = piles

    def __missing__(self, code: int) -> Move:
        if len(self) >= _MOST_KEPT:
            self.clear()
        self[code] = move = _read(code, self._piles)
        return move


DECODERS: Final = tuple(Decoder(piles) for piles in range(MOST_PILES + 1))
"""A decoder for each number of pay-off piles."""


class _Texts(dict[int, str]):
    """Texts of moves by the core's integers, likewise."""

    def __init__(self, decoder: Decoder) -> None:
        super().__init__()
        self._decoder = decoder

    def __missing__(self, code: int) -> str:
        if len(self) >= _MOST_KEPT:
            self.clear()
        self[code] = text = str(self._decoder[code])
        return text


_TEXTS: Final = tuple(map(_Texts, DECODERS))


def move_texts(moves: Iterable[int], piles: int) -> list[str]:
    """Return the texts of the core's integers, at a table with `piles` pay-off piles a player."""
    return list(map(_TEXTS[piles].__getitem__, moves))


def decode(code: int, piles: int) -> Move:
    """Read the core's integer, at a table with `piles` pay-off piles a player."""
    return DECODERS[piles][code]


def _read(code: int, piles: int) -> Move:
    if code == codes.PASS:
        return Move()
    source = _source_text(source_of(code), piles)
    cards = tuple(card_text(card) for card in (card_of(code), second_card_of(code)) if card)
    if kind_of(code) == codes.TO_LOAD:
        seat, pile = loaded_seat(code), loaded_pile(code)
        return Move(source, cards, f"L{seat}.{pile + 1}" if piles > 1 else f"L{seat}")
    return Move(source, cards, f"{'C' if kind_of(code) == codes.TO_CENTRE else 'S'}{target_of(code) + 1}")


def _source_number(move: Move, piles: int) -> int:
    if move.source == "H":
        return codes.FROM_HAND
    partner = move.source[0] == "+"
    kind, number = move.source.lstrip("+")[0], move.source.lstrip("+")[1:]
    if kind == "S":
        return (codes.FROM_PARTNER_SIDE if partner else codes.FROM_SIDE) + int(number) - 1
    if (piles > 1) != bool(number):
        right = "P1, P2, … as there are several" if piles > 1 else "P as there is only one"
        raise InvalidNotation(f"{move} names no pay-off pile of this table: write {right}.")
    return (codes.FROM_PARTNER_PAYOFF if partner else codes.FROM_PAYOFF) + (int(number) - 1 if number else 0)


def _loaded(move: Move, piles: int) -> tuple[int, int]:
    """Return the seat and the pay-off pile that a load goes to."""
    match = _LOAD.fullmatch(move.target)
    if match is None or (piles > 1) != bool(match[2]):
        right = "L1.1, L1.2, … as each has several" if piles > 1 else "L0, L1, … as each has only one"
        raise InvalidNotation(f"{move} names no pay-off pile of an opponent: write {right}.")
    return int(match[1]), int(match[2]) - 1 if match[2] else 0


def _source_text(source: int, piles: int) -> str:
    if source == codes.FROM_HAND:
        return "H"
    partner = "+" if source >= codes.FROM_PARTNER_PAYOFF else ""
    number = source - (codes.FROM_PARTNER_PAYOFF if partner else codes.FROM_PAYOFF)
    if number >= codes.FROM_SIDE - codes.FROM_PAYOFF:
        return f"{partner}S{number - 3}"
    return f"{partner}P{number + 1}" if piles > 1 else f"{partner}P"

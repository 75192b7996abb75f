"""The deal (PATIENCE.md section 3): from a pack, from a source of chance, or by its number.

A deal's number stands for the same cards everywhere. The pack begins as spades, hearts, diamonds, clubs, each from the
ace to the king, and is shuffled by Fisher and Yates from its last card to its second: the card at place i (from 0)
changes places with the one at place ``(x * (i + 1)) >> 64``, x being the next number of SplitMix64, whose state begins
as the deal's number: add 0x9E3779B97F4A7C15 to the state, then mix a copy of it as ``z = (z ^ z >> 30) *
0xBF58476D1CE4E5B9``, ``z = (z ^ z >> 27) * 0x94D049BB133111EB``, ``x = z ^ z >> 31``, all modulo 2 ** 64.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from spite_and_malice.arguments import InvalidArgument, items, plain
from spite_and_malice.engine.chance import Chance, shuffled
from spite_and_malice.engine.errors import InvalidNotation
from spite_and_malice.patience.core import codes
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.position_json import empty_layout, read_card
from spite_and_malice.patience.rules import Rules
from spite_and_malice.rules.cards import RANKS, SUITS, card_text

PACK: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards in the order in which a pack begins."""
HIGHEST_NUMBER: Final = 2**53 - 1
"""The highest number of a deal: the largest whole number that every reader of JSON keeps exactly."""

_LOW_64: Final = 2**64 - 1


def deal(rules: Rules, chance: Chance) -> Position:
    """Shuffle a pack with a source of chance and deal it. Raises TypeError or ValueError if the source errs."""
    cards = shuffled(chance, [read_card(card, "pack") for card in PACK])
    return deal_pack(rules, [card_text(card) for card in cards])


def deal_number(rules: Rules, number: int) -> Position:
    """Deal the pack of `pack_of(number)`; ValueError for a number that is none."""
    return deal_pack(rules, pack_of(number))


def pack_of(number: int) -> list[str]:
    """The shuffled pack of a deal's number, first card first, as the module says.

    Raises ValueError with a sentence for anything but a whole number from 0 to `HIGHEST_NUMBER`.
    """
    number = plain(number)  # type: ignore[assignment]
    if type(number) is not int or not 0 <= number <= HIGHEST_NUMBER:
        raise InvalidArgument(f"The number of a deal is a whole number from 0 to {HIGHEST_NUMBER}.")
    pack = list(PACK)
    state = number
    for i in range(len(pack) - 1, 0, -1):
        state = state + 0x9E3779B97F4A7C15 & _LOW_64
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _LOW_64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _LOW_64
        j = (mixed ^ mixed >> 31) * (i + 1) >> 64
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def deal_pack(rules: Rules, pack: Sequence[str]) -> Position:
    """Deal a shuffled pack, first card first; `InvalidNotation` if it is not each of the 52 cards once."""
    cards = [read_card(card, f"pack[{i}]") for i, card in enumerate(items(pack, "pack", "52 cards, first card first"))]
    if len(cards) != codes.PACK or len(set(cards)) != codes.PACK:
        raise InvalidNotation(f"A pack must have each of the {codes.PACK} cards once.")
    piles: list[tuple[list[int], list[int]]] = [([], []) for _ in range(codes.PILES)]
    left = iter(cards)
    for k in range(codes.PILES):
        piles[k][1].append(next(left))
        for down, _up in piles[k + 1 :]:
            down.append(next(left))
    layout = empty_layout(rules)
    layout.fill([], list(left), [0] * codes.SUITS, piles, 1)
    return Position(rules, layout)

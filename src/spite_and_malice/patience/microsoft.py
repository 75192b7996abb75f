"""The numbered deals of Microsoft's FreeCell: a number stands for the same cards as in that game (docs/patience.md).

The random numbers are those of the C library that the game was built with, a linear congruential generator: the state
begins as the deal's number and becomes ``state * 214013 + 2531011`` modulo 2 ** 31, and the number is ``state >> 16``.
The pack begins as the four aces, clubs, diamonds, hearts, spades, then the four twos, and so on. Of the n cards left,
the next one dealt is the one at ``number % n``, and the last one takes its place.
"""

from __future__ import annotations

from typing import Final, Literal

from spite_and_malice.arguments import InvalidArgument, plain
from spite_and_malice.patience.deals import deal_pack, pack_of
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.rules import Rules
from spite_and_malice.rules.cards import RANKS

Numbers = Literal["own", "microsoft"]
"""The origin of a deal's number."""

HIGHEST_MICROSOFT_NUMBER: Final = 1_000_000
"""How many deals Microsoft's FreeCell numbers."""

_SUITS: Final = "cdhs"


def microsoft_pack(number: int) -> list[str]:
    """The pack of a numbered deal, first card first; ValueError for an invalid number."""
    number = plain(number)  # type: ignore[assignment]
    if type(number) is not int or not 1 <= number <= HIGHEST_MICROSOFT_NUMBER:
        raise InvalidArgument(f"Microsoft's deals are numbered from 1 to {HIGHEST_MICROSOFT_NUMBER}.")
    left = [rank + suit for rank in RANKS for suit in _SUITS]
    pack = []
    state = number
    while left:
        state = (state * 214013 + 2531011) & 0x7FFFFFFF
        place = (state >> 16) % len(left)
        pack.append(left[place])
        left[place] = left[-1]
        left.pop()
    return pack


def deal_microsoft(rules: Rules, number: int) -> Position:
    """Deal a numbered pack, under the rules of FreeCell or any other game with one whole pack.

    Raises ValueError for an invalid number and `InvalidNotation` for rules with another pack.
    """
    return deal_pack(rules, microsoft_pack(number))


def is_microsofts(rules: Rules) -> bool:
    """Say whether games by these rules are usually dealt by Microsoft's numbers: FreeCell and similar games."""
    return rules.groups == "cells" and (rules.packs, rules.suits) == (1, 4)


def numbered_pack(rules: Rules, number: int, numbers: Numbers) -> list[str]:
    """The pack of a deal by its number, first card first; ValueError for an invalid number."""
    return microsoft_pack(number) if numbers == "microsoft" else pack_of(number, rules)


def deal_numbered(rules: Rules, number: int, numbers: Numbers) -> Position:
    """Deal the pack of a number. Raises what `deal_microsoft` raises."""
    return deal_pack(rules, numbered_pack(rules, number, numbers))

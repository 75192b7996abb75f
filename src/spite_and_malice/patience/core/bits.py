"""Cards as bits: the search counts them rank by rank, and a set of cards is one 52-bit number.

The four cards of a rank come in the order spades, clubs, hearts, diamonds. So the two of a colour and rank, the twins,
differ in their lowest bit, and the two cards that a card fits on are twins.
"""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.integers import card_with, rank_of, suit_of

ALL_CARDS: Final = 0xFFFFFFFFFFFFF
SPADES: Final = 0x1111111111111
CLUBS: Final = 0x2222222222222
HEARTS: Final = 0x4444444444444
DIAMONDS: Final = 0x8888888888888
# The first, and the second, of every pair of twins.
FIRST_TWINS: Final = 0x5555555555555
SECOND_TWINS: Final = 0xAAAAAAAAAAAAA
FIRST_KING: Final = 48
KINGS: Final = 0xF000000000000
ACES: Final = 0xF

# For counting bits, many sums at a time in one number.
IN_TWOS: Final = 0x5555555555555555
IN_FOURS: Final = 0x3333333333333333
IN_EIGHTS: Final = 0x0F0F0F0F0F0F0F0F


def one(place: cython.int) -> cython.ulonglong:
    """The number with only that bit set."""
    bits: cython.ulonglong = 1
    return bits << place


def popcount(bits: cython.ulonglong) -> cython.int:
    """The number of bits that are set."""
    bits = bits - (bits >> 1 & IN_TWOS)
    bits = (bits & IN_FOURS) + (bits >> 2 & IN_FOURS)
    bits = bits + (bits >> 4) & IN_EIGHTS
    return cython.cast(cython.int, (bits * EACH_BYTE & ALL_BITS) >> 56)


def lowest_bit(bits: cython.ulonglong) -> cython.int:
    """The place of the lowest bit that is set."""
    return popcount((bits & ~bits + 1) - 1)


def suit_of_bit(card: cython.int) -> cython.int:
    """The suit of a card in the order within a rank: spades 0, clubs 1, hearts 2, diamonds 3."""
    return card & 3


def below_of_bit(card: cython.int) -> cython.int:
    """How many cards of its suit lie below a card: its rank less 1."""
    return card >> 2


def twin_suit(card: cython.int) -> cython.int:
    """The other suit of a card's colour."""
    return card & 3 ^ 1


def which_twin(card: cython.int) -> cython.int:
    """0 for the first card of a colour and rank, 1 for the second."""
    return card & 1


def other_colour(card: cython.int) -> cython.int:
    """The first suit of the colour opposite to a card's."""
    return card & 2 ^ 2


def step_of(card: cython.int, target: cython.int) -> cython.int:
    """A step of the search: a card to another one, to `TO_FOUNDATION` or to `TO_EMPTY`."""
    return card | target << 8


def card_of_step(step: cython.int) -> cython.int:
    """The card that a step takes."""
    return step & 255


def target_of_step(step: cython.int) -> cython.int:
    """Where a step puts its card."""
    return step >> 8


def first_above(card: cython.int) -> cython.int:
    """The first of the twins that a card fits on; for a king, a card that does not exist."""
    return (card & ~3) + 4 + other_colour(card)


def first_below(card: cython.int) -> cython.int:
    """The first of the twins that fit on a card."""
    return (card & ~3) - 4 + other_colour(card)


def cards_under(lying: cython.ulonglong, seconds: cython.ulonglong) -> cython.ulonglong:
    """The cards that a set of cards lies on; `seconds` are those that lie on the second of the two they fit on."""
    on_first: cython.ulonglong = lying & ~seconds
    on_second: cython.ulonglong = lying & seconds
    return (
        (on_first & SPADES) << 6
        | (on_first & CLUBS) << 5
        | (on_first & HEARTS) << 2
        | (on_first & DIAMONDS) << 1
        | (on_second & SPADES) << 7
        | (on_second & CLUBS) << 6
        | (on_second & HEARTS) << 3
        | (on_second & DIAMONDS) << 2
    )


def all_fitting(bare: cython.ulonglong) -> cython.ulonglong:
    """The cards that fit on some card of a set."""
    black: cython.ulonglong = (bare | bare >> 1) & SPADES
    red: cython.ulonglong = (bare >> 2 | bare >> 3) & SPADES
    return (black << 2 | black << 3 | red | red << 1) >> 4


def all_fitting_twice(bare: cython.ulonglong) -> cython.ulonglong:
    """The cards that fit on two cards of a set."""
    black: cython.ulonglong = bare & bare >> 1 & SPADES
    red: cython.ulonglong = bare >> 2 & bare >> 3 & SPADES
    return (black << 2 | black << 3 | red | red << 1) >> 4


def bit_card(code: cython.int) -> cython.int:
    """The card with a code of `spite_and_malice.rules.cards`, whose suits are spades, hearts, diamonds, clubs."""
    suit: cython.int = suit_of(code)
    return (rank_of(code) - 1) * 4 + (1 if suit == 3 else suit + 1 if suit > 0 else 0)


def code_of_bit(card: cython.int) -> cython.int:
    """The code of a card."""
    suit: cython.int = suit_of_bit(card)
    return card_with(below_of_bit(card) + 1, 3 if suit == 1 else suit - 1 if suit > 1 else 0)

"""Cards as bits: the search counts them rank by rank, and a set of cards is one number of 52 bits.

The four cards of a rank come in the order spades, clubs, hearts, diamonds. So the two of a colour and rank, which are
twins, differ in their lowest bit, and the two cards that a card fits on are twins.
"""

from __future__ import annotations

from typing import Final

import cython

ALL_CARDS: Final = 0xFFFFFFFFFFFFF
SPADES: Final = 0x1111111111111
CLUBS: Final = 0x2222222222222
HEARTS: Final = 0x4444444444444
DIAMONDS: Final = 0x8888888888888
# Of every pair of twins the first, and the second.
FIRST_TWINS: Final = 0x5555555555555
SECOND_TWINS: Final = 0xAAAAAAAAAAAAA
FIRST_KING: Final = 48

# For counting bits, many sums at a time in one number.
IN_TWOS: Final = 0x5555555555555555
IN_FOURS: Final = 0x3333333333333333
IN_EIGHTS: Final = 0x0F0F0F0F0F0F0F0F
EACH_BYTE: Final = 0x0101010101010101
ALL_BITS: Final = 0xFFFFFFFFFFFFFFFF


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def one(place: cython.int) -> cython.ulonglong:
    """The number with only that bit set."""
    bits: cython.ulonglong = 1
    return bits << place


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def popcount(bits: cython.ulonglong) -> cython.int:
    """The number of bits that are set."""
    bits = bits - (bits >> 1 & IN_TWOS)
    bits = (bits & IN_FOURS) + (bits >> 2 & IN_FOURS)
    bits = bits + (bits >> 4) & IN_EIGHTS
    return cython.cast(cython.int, (bits * EACH_BYTE & ALL_BITS) >> 56)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lowest_bit(bits: cython.ulonglong) -> cython.int:
    """The place of the lowest bit that is set."""
    return popcount((bits & ~bits + 1) - 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def first_above(card: cython.int) -> cython.int:
    """The first of the twins that a card fits on; of a king, a card that there is not."""
    return (card & ~3) + 4 + (card & 2 ^ 2)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def first_below(card: cython.int) -> cython.int:
    """The first of the twins that fit on a card."""
    return (card & ~3) - 4 + (card & 2 ^ 2)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def bit_card(code: cython.int) -> cython.int:
    """The card with a code of `spite_and_malice.rules.cards`, whose suits are spades, hearts, diamonds, clubs."""
    suit: cython.int = code & 3
    return ((code >> 3) - 1) * 4 + (1 if suit == 3 else suit + 1 if suit > 0 else 0)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def code_of_bit(card: cython.int) -> cython.int:
    """The code of a card."""
    suit: cython.int = card & 3
    return ((card >> 2) + 1) * 8 + (3 if suit == 1 else suit - 1 if suit > 1 else 0)

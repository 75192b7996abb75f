"""The table of Aces Up: cards and ghosts on its piles, and a number for what lies there."""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.weighing import ODD_FIRST, ODD_SECOND, ODD_THIRD

if cython.compiled:
    from cython.cimports.libc.string import memcpy


# Most cards of a pile, ghosts among them: in a block of ghosts each suit has one at most.
ACES_HIGH: Final = 120
ACES_CHILDREN: Final = 40
GHOST: Final = 64
# A card without its flag, and the ranks of a suit of which the ace alone is left.
ACES_CARD: Final = 63
ACES_DONE: Final = 4096


@cython.final
@cython.cclass
class AcesTable:
    """What lies on the piles: cards by four times their rank, the ace being 12, and their suit, and `GHOST`s."""

    cards: cython.uchar[480]
    count: cython.int[4]
    left: cython.int[4]  # by suit, the ranks of the cards that have not gone, those of the stock among them
    dealt: cython.int
    steps: cython.int[40]  # what can be done next
    step_count: cython.int
    step: cython.int
    key: cython.ulonglong

    def __init__(self) -> None:
        if not cython.compiled:
            self.cards = [0] * (ACES_PILES * ACES_HIGH)
            self.count = [0] * ACES_PILES
            self.left = [0] * ACES_PILES
            self.steps = [0] * ACES_CHILDREN
        self.dealt = self.step_count = self.step = 0
        self.key = 0


def copy_table(table: AcesTable, copy: AcesTable) -> cython.void:
    """Make a table like another one."""
    pile: cython.int
    i: cython.int
    for pile in range(ACES_PILES):
        copy.count[pile] = table.count[pile]
        copy.left[pile] = table.left[pile]
        if cython.compiled:
            memcpy(copy.cards + pile * ACES_HIGH, table.cards + pile * ACES_HIGH, table.count[pile])
        else:
            for i in range(table.count[pile]):
                copy.cards[pile * ACES_HIGH + i] = table.cards[pile * ACES_HIGH + i]
    copy.dealt = table.dealt


def real_top(table: AcesTable, pile: cython.int) -> cython.int:
    """Where the uppermost card of a pile is that is no ghost; -1 if there is none."""
    i: cython.int = table.count[pile] - 1
    while i >= 0 and table.cards[pile * ACES_HIGH + i] & GHOST:
        i -= 1
    return i


def real_cards(table: AcesTable, pile: cython.int) -> cython.int:
    """How many cards of a pile are no ghosts, counted up to two."""
    i: cython.int
    n: cython.int = 0
    for i in range(table.count[pile]):
        if not table.cards[pile * ACES_HIGH + i] & GHOST:
            n += 1
            if n == 2:
                break
    return n


def first_gap(table: AcesTable) -> cython.int:
    """The first pile without a card that is no ghost; -1 if there is none."""
    pile: cython.int
    for pile in range(ACES_PILES):
        if real_top(table, pile) < 0:
            return pile
    return -1


def take_off(table: AcesTable, card: cython.int) -> cython.void:
    """Note that a card has gone."""
    table.left[card & 3] &= ~(1 << (card >> 2))


def is_lowest(table: AcesTable, card: cython.int) -> cython.bint:
    """Whether no lower card of its suit is left."""
    return table.left[card & 3] & ((1 << (card >> 2)) - 1) == 0


def tidy_pile(table: AcesTable, pile: cython.int) -> cython.void:
    """Let ghosts go that take nothing off, and order those that lie together by their suits.

    A ghost is of no use if no lower card is left, or under a higher one of its suit.
    """
    kept: cython.uchar[120]
    block: cython.int[4]
    best: cython.int[4]
    suit: cython.int
    card: cython.int
    n: cython.int = 0
    i: cython.int = table.count[pile] - 1
    at: cython.int = pile * ACES_HIGH
    if not cython.compiled:
        kept = [0] * ACES_HIGH
        block = [0] * ACES_PILES
        best = [0] * ACES_PILES
    for suit in range(ACES_PILES):
        block[suit] = best[suit] = -1
    while i >= -1:
        card = table.cards[at + i] if i >= 0 else 0
        if i >= 0 and card & GHOST:
            suit = card & 3
            if card > best[suit] and not is_lowest(table, card & ACES_CARD):
                block[suit] = best[suit] = card
        else:
            for suit in range(ACES_PILES):
                if block[suit] >= 0:
                    kept[n] = cython.cast(cython.uchar, block[suit])
                    n += 1
                    block[suit] = -1
            if i >= 0:
                kept[n] = cython.cast(cython.uchar, card)
                n += 1
        i -= 1
    for i in range(n):
        table.cards[at + i] = kept[n - 1 - i]
    table.count[pile] = n


def key_of_table(table: AcesTable, stock: cython.int) -> cython.ulonglong:
    """The key of a table: piles that can change places count alike."""
    pile: cython.int
    i: cython.int
    a: cython.ulonglong
    key: cython.ulonglong = cython.cast(cython.ulonglong, table.dealt + 1) * ODD_THIRD & ALL_BITS
    gap: cython.bint = first_gap(table) >= 0
    for pile in range(ACES_PILES):
        a = 7
        for i in range(table.count[pile]):
            a = (a + table.cards[pile * ACES_HIGH + i] + 1) * ODD_FIRST & ALL_BITS
        if table.dealt < stock and not (gap and real_cards(table, pile) < 2):
            a += cython.cast(cython.ulonglong, pile + 1) * ODD_SECOND & ALL_BITS
        a = (a ^ a >> 31) * ODD_THIRD & ALL_BITS
        a = (a ^ a >> 29) * ODD_FIRST & ALL_BITS
        key = key + (a ^ a >> 32) & ALL_BITS
    return key

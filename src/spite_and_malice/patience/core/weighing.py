"""The key and the penalty of a board's position, worked out from those of its places.

A 128-bit key stands for a position; the order of piles and cells does not count in it (except for piles that the stock
is yet to be dealt onto). The chance that two of ten million positions have the same key is about 10 to the power of
-25. The penalty says how far a position seems to be from a win.
"""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.patience.core.bits import ALL_BITS
from spite_and_malice.patience.core.board import HEIGHT, ROOM_OF_PLACES, Board
from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.integers import pair_index, rank_of, suit_of

ODD_FIRST: Final = 0x9E3779B97F4A7C15
ODD_SECOND: Final = 0xC2B2AE3D27D4EB4F
ODD_THIRD: Final = 0x165667B19E3779F9
ODD_FOURTH: Final = 0xD6E8FEB86659FD93

# Every penalty is less: there is a heap of waiting positions for each.
HEAPS: Final = 4096

# The penalties of a position, in the order of the weights: a card that is not home, a card on one that it does not
# fit on, one with a lower card of its suit under it, a face-down card, a card of the talon, a full cell, a pile that is
# no gap, a card that fits but in another suit, a card of the reserve, eight moves, a card of the waste in the last
# pass, one with a lower card of any suit under it, and in the waste of the last pass one with a lower card of its suit
# under it, and one with a lower card of any suit; a card over the one that comes next on a foundation.
AWAY: Final = 0
BREAK: Final = 1
BLOCK: Final = 2
HIDDEN: Final = 3
IN_TALON: Final = 4
IN_CELL: Final = 5
IN_PILE: Final = 6
MIXED: Final = 7
IN_RESERVE: Final = 8
DEPTH: Final = 9
IN_WASTE: Final = 10
UPON_LOWER: Final = 11
WASTE_BLOCK: Final = 12
WASTE_UPON_LOWER: Final = 13
OVER_NEXT: Final = 14
WEIGHTS: Final = 15


def stirred(bits: cython.ulonglong, odd: cython.ulonglong) -> cython.ulonglong:
    """A number in which every bit depends on every bit of the given one."""
    bits = (bits ^ bits >> 32) * odd & ALL_BITS
    bits = (bits ^ bits >> 29) * ODD_THIRD & ALL_BITS
    return bits ^ bits >> 32


@cython.final
@cython.cclass
class Weighing:
    """Weighs the position that is kept on a board, and others that differ from it in a few places."""

    board: Board
    weights: cython.int[16]
    # By place of the kept position: its key and its penalty; and their sums.
    first: cython.ulonglong[141]
    second: cython.ulonglong[141]
    worth: cython.int[141]
    first_sum: cython.ulonglong
    second_sum: cython.ulonglong
    worth_sum: cython.int
    # Of its piles, by place and height, what was worked out of the cards from the lowest one to this.
    chain_first: cython.ulonglong[14664]
    chain_second: cython.ulonglong[14664]
    chain_worth: cython.int[14664]
    chain_least: cython.uchar[14664]
    chain_lowest: cython.uint[14664]
    talon_first: cython.ulonglong
    talon_second: cython.ulonglong
    talon_worth: cython.int
    odd_first: cython.ulonglong[128]  # numbers of cards
    odd_second: cython.ulonglong[128]
    card_at: cython.uchar[64]  # by suit and order, 0 where there is none
    comes_next: cython.uchar[128]  # while it is looked for: by card, 1 more than the foundation that it comes next on
    # Of the place measured last.
    this_first: cython.ulonglong
    this_second: cython.ulonglong
    this_worth: cython.int
    kept_talon_first: cython.ulonglong
    kept_talon_second: cython.ulonglong
    kept_talon_worth: cython.int
    # Of the position weighed last.
    new_first: cython.ulonglong
    new_second: cython.ulonglong
    new_worth: cython.int

    def __init__(self, board: Board, weights: list[int]) -> None:
        """The penalties of a position are `weights`, in the order of `AWAY` and the others."""
        i: cython.int
        if not cython.compiled:
            self.weights = [0] * 16
            self.first = [0] * PILE_PLACES
            self.second = [0] * PILE_PLACES
            self.worth = [0] * PILE_PLACES
            self.chain_first = [0] * ROOM_OF_PLACES
            self.chain_second = [0] * ROOM_OF_PLACES
            self.chain_worth = [0] * ROOM_OF_PLACES
            self.chain_least = [0] * ROOM_OF_PLACES
            self.chain_lowest = [0] * ROOM_OF_PLACES
            self.odd_first = [0] * 128
            self.odd_second = [0] * 128
            self.card_at = [0] * 64
            self.comes_next = [0] * 128
        self.board = board
        for i in range(WEIGHTS):
            self.weights[i] = weights[i]
        for i in range(128):
            self.odd_first[i] = stirred(cython.cast(cython.ulonglong, i) + 1, ODD_FIRST)
            self.odd_second[i] = stirred(cython.cast(cython.ulonglong, i) + 1, ODD_SECOND)
            self.comes_next[i] = 0
            if suit_of(i) < SUITS and 1 <= rank_of(i) <= KING:
                self.card_at[suit_of(i) << 4 | self.board.order[i]] = cython.cast(cython.uchar, i)

    def _measure(self, place: cython.Py_ssize_t, same: cython.Py_ssize_t, noting: cython.bint) -> cython.void:
        """Work out the key and the penalty of a place.

        Of a pile the lowest cards, as many as `same`, are those of the position that is kept. Noting, what is worked
        out for every card is kept for later.
        """
        i: cython.Py_ssize_t
        n: cython.Py_ssize_t = self.board.size[place]
        at: cython.Py_ssize_t = place * HEIGHT
        card: cython.int
        under: cython.int = 0
        suit: cython.int
        rank: cython.int
        worth: cython.int = 0
        least: cython.int = KING + 1
        lowest: cython.uint = 0
        other: cython.ulonglong
        a: cython.ulonglong = 1
        b: cython.ulonglong = 2
        if n == 0:
            self.this_first = self.this_second = 0
            self.this_worth = 0
            return
        if place >= CELL:
            # In the reserve only the number of cards changes.
            a = 3 if place < RESERVE else 5 + cython.cast(cython.ulonglong, place)
            a += cython.cast(cython.ulonglong, self.board.cards[at] if place < RESERVE else n) << 8
            b = a + 1
            worth = self.weights[IN_CELL] if place < RESERVE else self.weights[IN_RESERVE] * cython.cast(cython.int, n)
        else:
            if same > 0:
                i = at + same - 1
                a = self.chain_first[i]
                b = self.chain_second[i]
                worth = self.chain_worth[i]
                least = self.chain_least[i]
                lowest = self.chain_lowest[i]
                under = self.board.cards[i]
            for i in range(at + same, at + n):
                card = self.board.cards[i]
                a = (a + card) * ODD_FIRST & ALL_BITS
                b = (b + card) * ODD_SECOND & ALL_BITS
                suit = 4 * suit_of(card)
                rank = self.board.order[card]
                if under:
                    if not self.board.fits[pair_index(card, under)]:
                        worth += self.weights[BREAK]
                    elif suit_of(card) != suit_of(under):
                        worth += self.weights[MIXED]
                if rank > least:
                    worth += self.weights[UPON_LOWER]
                least = min(least, rank)
                # The lowest rank of each suit so far, counted from the highest down.
                if cython.cast(cython.int, lowest >> suit & 15) > 15 - rank:
                    worth += self.weights[BLOCK]
                else:
                    lowest = (
                        lowest & ~(cython.cast(cython.uint, 15) << suit) | cython.cast(cython.uint, 15 - rank) << suit
                    )
                under = card
                if noting:
                    self.chain_first[i] = a
                    self.chain_second[i] = b
                    self.chain_worth[i] = worth
                    self.chain_least[i] = cython.cast(cython.uchar, least)
                    self.chain_lowest[i] = lowest
            other = cython.cast(cython.ulonglong, self.board.down[place]) << 8
            if self.board.deals and place < self.board.talon_count:
                other += 100 + cython.cast(cython.ulonglong, place)
            a = a + other * ODD_SECOND & ALL_BITS
            b = b + other * ODD_THIRD & ALL_BITS
            worth += self.weights[IN_PILE] + self.weights[HIDDEN] * self.board.down[place]
        self.this_first = stirred(a, ODD_FOURTH)
        self.this_second = stirred(b, ODD_FIRST)
        self.this_worth = worth

    def _same_cards(self, place: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """How many of the lowest cards of a pile are those of the position that is kept."""
        at: cython.Py_ssize_t = place * HEIGHT
        i: cython.Py_ssize_t = at
        end: cython.Py_ssize_t = at + min(self.board.size[place], self.board.kept_size[place])
        while i < end and self.board.cards[i] == self.board.kept_cards[i]:
            i += 1
        return i - at

    def _measure_talon(self) -> cython.void:
        """Work out the key of the talon, and the penalty of its cards."""
        i: cython.Py_ssize_t
        a: cython.ulonglong = 7
        b: cython.ulonglong = 8
        if self.board.deals:
            a = b = self.board.talon_count + 9
        elif self.board.packs == 1:
            # The order of all-different cards never changes.
            for i in range(self.board.talon_count):
                a += self.odd_first[self.board.talon[i]]
                b += self.odd_second[self.board.talon[i]]
            a = a + self.board.drawn + (cython.cast(cython.ulonglong, self.board.turn) << 8) & ALL_BITS
            b = b + self.board.drawn + (cython.cast(cython.ulonglong, self.board.turn) << 8) & ALL_BITS
        else:
            for i in range(self.board.talon_count):
                a = (a + self.board.talon[i]) * ODD_FIRST & ALL_BITS
                b = (b + self.board.talon[i]) * ODD_SECOND & ALL_BITS
            a += self.board.drawn + (cython.cast(cython.ulonglong, self.board.turn) << 8)
            b += self.board.drawn + (cython.cast(cython.ulonglong, self.board.turn) << 8)
        self.talon_first = stirred(a, ODD_SECOND)
        self.talon_second = stirred(b, ODD_FOURTH)
        self.talon_worth = self.weights[IN_TALON] * self.board.talon_count
        if self.board.passes and self.board.turn == self.board.passes:
            self.talon_worth += self._worth_of_waste()

    def _worth_of_waste(self) -> cython.int:
        """The penalty of the cards of a waste that is no longer turned over, as for those of a pile."""
        i: cython.Py_ssize_t
        card: cython.int
        suit: cython.int
        rank: cython.int
        worth: cython.int = self.weights[IN_WASTE] * self.board.drawn
        least: cython.int = KING + 1
        lowest: cython.uint = 0
        for i in range(self.board.drawn):
            card = self.board.talon[i]
            suit = 4 * suit_of(card)
            rank = self.board.order[card]
            if rank > least:
                worth += self.weights[WASTE_UPON_LOWER]
            least = min(least, rank)
            if cython.cast(cython.int, lowest >> suit & 15) > 15 - rank:
                worth += self.weights[WASTE_BLOCK]
            else:
                lowest = lowest & ~(cython.cast(cython.uint, 15) << suit) | cython.cast(cython.uint, 15 - rank) << suit
        return worth

    def _cards_over_next(self) -> cython.int:
        """How many cards lie over those that come next on the foundations; of two equal cards the freer one counts."""
        place: cython.Py_ssize_t
        at: cython.Py_ssize_t
        i: cython.int
        card: cython.int
        k: cython.int
        size: cython.int
        cards: cython.int[8]
        least: cython.int[8]
        total: cython.int = 0
        if not cython.compiled:
            cards = [0] * 8
            least = [0] * 8
        for k in range(8):
            least[k] = -1
            cards[k] = 0
            if k & 1 == 0 or (self.board.packs == 2 and self.board.found[k] != self.board.found[k - 1]):
                cards[k] = self.card_at[(k >> 1) << 4 | self.board.found[k] + 1]
                if cards[k]:
                    self.comes_next[cards[k]] = k + 1
        for place in range(self.board.piles):
            size = self.board.size[place]
            at = place * HEIGHT + size - 1
            for i in range(size):
                k = self.comes_next[self.board.cards[at - i]] - 1
                if k >= 0 and (least[k] < 0 or i < least[k]):
                    least[k] = i
        for i in range(self.board.drawn):
            k = self.comes_next[self.board.talon[self.board.drawn - 1 - i]] - 1
            if k >= 0 and (least[k] < 0 or i < least[k]):
                least[k] = i
        for k in range(8):
            total += max(least[k], 0)
            self.comes_next[cards[k]] = 0
        return total

    def _weigh_kept(self) -> cython.void:
        """Work out the key and the penalty of the kept position, and of each of its places."""
        place: cython.Py_ssize_t = 0
        self.first_sum = self.second_sum = 0
        self.worth_sum = 0
        while place < self.board.last_place:
            self._measure(place, 0, True)
            self.first[place] = self.this_first
            self.second[place] = self.this_second
            self.worth[place] = self.this_worth
            self.first_sum = self.first_sum + self.this_first & ALL_BITS
            self.second_sum = self.second_sum + self.this_second & ALL_BITS
            self.worth_sum += self.this_worth
            place += 1
            if place == self.board.piles:
                place = CELL
        self._measure_talon()
        self.kept_talon_first = self.talon_first
        self.kept_talon_second = self.talon_second
        self.kept_talon_worth = self.talon_worth

    def _weigh(self, depth: cython.uint) -> cython.void:
        """Work out the key and penalty of the position on the board, `depth` moves from the first, from the changes."""
        k: cython.Py_ssize_t
        place: cython.Py_ssize_t
        worth: cython.int = self.worth_sum
        a: cython.ulonglong = self.first_sum
        b: cython.ulonglong = self.second_sum
        for k in range(self.board.touched_count):
            place = self.board.touched[k]
            self._measure(place, self._same_cards(place) if place < CELL else 0, False)
            a = a - self.first[place] + self.this_first & ALL_BITS
            b = b - self.second[place] + self.this_second & ALL_BITS
            worth += self.this_worth - self.worth[place]
        if self.board.talon_touched:
            self._measure_talon()
        else:
            self.talon_first = self.kept_talon_first
            self.talon_second = self.kept_talon_second
            self.talon_worth = self.kept_talon_worth
        self.new_first = a + self.talon_first & ALL_BITS
        self.new_second = b + self.talon_second & ALL_BITS
        worth += self.weights[AWAY] * (self.board.full - self.board.home) * (KING if self.board.aim == AIM_RUNS else 1)
        worth += self.talon_worth
        if self.weights[OVER_NEXT]:
            worth += self.weights[OVER_NEXT] * self._cards_over_next()
        worth += self.weights[DEPTH] * cython.cast(cython.int, depth) >> 3
        self.new_worth = max(0, min(worth, HEAPS - 1))

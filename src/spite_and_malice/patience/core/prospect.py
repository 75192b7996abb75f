"""Whether a position of a game of building is lost because cards wait for one another in a circle.

Suppose that whatever was once possible stays possible: a card that can leave the card it lies on bares that for good, a
gap stays one, a card that can go home is out of the way of all others. What cannot be done even then, step by step as
far as that leads, can never be done: each step requires less than the rules do. A card leaves the one it lies on

- for its foundation, when the card before it can be there and it can be bare,
- onto one that it fits on and that can be bare; if that lies over it in its own pile, a card from there down to it, the
  card itself left out, must be able to leave first,
- into a gap, if it may go there and one can arise: where the lowest card of a pile can leave;

and never while it lies face down. A card of the stock, the waste, the reserve or a cell may be anywhere. Where runs
leave the table, each card must lie face up on the next higher one of its suit, or be able to leave to get there, and a
whole suit that can leave takes its king with it.

This says nothing about two packs or equal cards.
"""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.patience.core.board import HEIGHT, Board
from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.integers import card_with, pair_index, rank_of, suit_of

# The most cards that one card fits on.
MOST_PARENTS: Final = 8
# The place of a card that lies in no pile.
ELSEWHERE: Final = 255


@cython.final
@cython.no_gc
@cython.cclass
class Prospect:
    """Finds what can still be done from a board's position."""

    board: Board
    parent_count: cython.uchar[128]
    parents: cython.uchar[1024]
    before: cython.uchar[128]  # the card that comes before one on its foundation, 0 for the base
    # For each card: the pile it lies in, how high, and the card on it, 0 for none.
    pile: cython.uchar[128]
    height: cython.uchar[128]
    above: cython.uchar[128]
    # What is possible: a card has left the card beneath, or never lay in a pile; it has gone home.
    left: cython.uchar[128]
    home: cython.uchar[128]

    def __init__(self, board: Board) -> None:
        """For a board's rules, with one pack of four suits."""
        card: cython.int
        upon: cython.int
        if not cython.compiled:
            self.parent_count = [0] * 128
            self.parents = [0] * 1024
            self.before = [0] * 128
            self.pile = [0] * 128
            self.height = [0] * 128
            self.above = [0] * 128
            self.left = [0] * 128
            self.home = [0] * 128
        self.board = board
        for card in range(128):
            self.parent_count[card] = 0
            self.before[card] = 0
            if suit_of(card) >= SUITS or not 1 <= rank_of(card) <= KING:
                continue
            for upon in range(8, 8 * KING + SUITS):
                if suit_of(upon) >= SUITS:
                    continue
                if self.board.fits[pair_index(card, upon)] and self.parent_count[card] < MOST_PARENTS:
                    self.parents[card * MOST_PARENTS + self.parent_count[card]] = cython.cast(cython.uchar, upon)
                    self.parent_count[card] += 1
                if suit_of(upon) == suit_of(card) and self.board.order[upon] == self.board.order[card] - 1:
                    self.before[card] = cython.cast(cython.uchar, upon)

    def _is_hopeless(self) -> cython.bint:
        """Whether the board's position is certainly lost."""
        suit: cython.int
        place: cython.Py_ssize_t
        i: cython.int
        card: cython.int
        size: cython.int
        rank: cython.int
        gap: cython.bint = False
        again: cython.bint = True
        bare: cython.bint
        open_cell: cython.bint = self.board.cells > 0
        for card in range(8, 8 * KING + SUITS):
            self.pile[card] = ELSEWHERE
            self.above[card] = 0
            self.left[card] = 1
            self.home[card] = 0
        for suit in range(SUITS):
            if self.board.aim == AIM_BUILD:
                for rank in range(1, KING + 1):
                    card = card_with(rank, suit)
                    self.home[card] = self.board.order[card] <= self.board.found[2 * suit]
        for place in range(self.board.piles):
            size = self.board.size[place]
            if size == 0:
                gap = True
            for i in range(size):
                card = self.board.cards[place * HEIGHT + i]
                self.pile[card] = cython.cast(cython.uchar, place)
                self.height[card] = cython.cast(cython.uchar, i)
                self.left[card] = 0
                if i + 1 < size:
                    self.above[card] = self.board.cards[place * HEIGHT + i + 1]
        while again:
            again = False
            for place in range(self.board.piles):
                i = self.board.size[place] - 1
                while i >= 0:
                    card = self.board.cards[place * HEIGHT + i]
                    bare = self.above[card] == 0 or self.left[self.above[card]]
                    if not bare and i < self.board.down[place]:
                        break
                    if not self.home[card] and bare and self.board.aim == AIM_BUILD:
                        if self.before[card] == 0 or self.home[self.before[card]]:
                            self.home[card] = 1
                            again = True
                    if not self.left[card] and (
                        self.home[card]
                        or (open_cell and bare)
                        or (gap and self.board._fills_gap(card))
                        or self._finds_parent(card)
                    ):
                        self.left[card] = 1
                        again = True
                        if i == 0:
                            gap = True
                    i -= 1
            for card in range(8, 8 * KING + SUITS):
                if (
                    self.board.aim == AIM_BUILD
                    and suit_of(card) < SUITS
                    and self.pile[card] == ELSEWHERE
                    and not self.home[card]
                    and (self.before[card] == 0 or self.home[self.before[card]])
                ):
                    self.home[card] = 1
                    again = True
            if self.board.aim == AIM_RUNS:
                for suit in range(SUITS):
                    card = card_with(KING, suit)
                    if not self.home[card] and self._completes(suit):
                        self.home[card] = 1
                        if not self.left[card]:
                            self.left[card] = 1
                            if self.height[card] == 0:
                                gap = True
                        again = True
        for suit in range(SUITS):
            if self.board.aim == AIM_RUNS:
                if not self.home[card_with(KING, suit)] and self.board.found[2 * suit] == 0:
                    return True
            else:
                for rank in range(1, KING + 1):
                    if not self.home[card_with(rank, suit)]:
                        return True
        return False

    def _finds_parent(self, card: cython.int) -> cython.bint:
        """Whether a card can go onto one that it fits on."""
        k: cython.Py_ssize_t
        i: cython.int
        parent: cython.int
        on_it: cython.int
        at: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, self.pile[card]) * HEIGHT
        for k in range(self.parent_count[card]):
            parent = self.parents[card * MOST_PARENTS + k]
            if self.pile[parent] == ELSEWHERE:
                if self.board.aim == AIM_RUNS or self.board.worry_back or not self._is_home_now(parent):
                    return True
                continue
            on_it = self.above[parent]
            # A card that already lies there does not go there again.
            if on_it == card or (on_it and not self.left[on_it]):
                continue
            if self.pile[parent] != self.pile[card] or self.height[parent] < self.height[card]:
                return True
            for i in range(self.height[card] + 1, self.height[parent] + 1):
                if self.left[self.board.cards[at + i]]:
                    return True
        return False

    def _is_home_now(self, card: cython.int) -> cython.bint:
        return self.board.order[card] <= self.board.found[2 * suit_of(card)]

    def _lies_down(self, card: cython.int) -> cython.bint:
        return self.height[card] < self.board.down[self.pile[card]]

    def _completes(self, suit: cython.int) -> cython.bint:
        """Whether all cards of a suit can come to lie in their run."""
        rank: cython.int
        card: cython.int
        for rank in range(1, KING):
            card = card_with(rank, suit)
            if self.left[card]:
                continue
            if self.above[card_with(rank + 1, suit)] != card or self.pile[card_with(rank + 1, suit)] == ELSEWHERE:
                return False
            if self._lies_down(card_with(rank + 1, suit)) or self._lies_down(card):
                return False
        return True

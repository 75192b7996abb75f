"""The moves that the search of games of building tries from a position: legal ones, without the useless ones.

With free cells, runs that could be moved card by card are not left out but often added as one move. A whole pile is not
moved to a gap, and one gap stands for all, unless the stock is yet to be dealt onto them.
"""

from __future__ import annotations

import cython

from spite_and_malice.patience.core.board import HEIGHT, MOST_FOUND, Board
from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.integers import move_of, pair_index, suit_of
from spite_and_malice.patience.core.lossless import is_useless, is_useless_at_home


@cython.final
@cython.no_gc
@cython.cclass
class Found:
    """Finds moves: after `find` they are `moves`."""

    board: Board
    moves: cython.int[4096]
    count: cython.Py_ssize_t
    # The top card of each pile, 0 for a gap.
    head: cython.uchar[48]
    gaps: cython.int
    # Gaps to be filled: one if they are equivalent, else all of them.
    targets: cython.uchar[48]
    target_count: cython.Py_ssize_t
    empty_cells: cython.int
    in_stages: cython.bint  # whether draws are moves, as they are where the stock is gone through once

    def __init__(self, board: Board) -> None:
        if not cython.compiled:
            self.moves = [0] * MOST_FOUND
            self.head = [0] * HEADED
            self.targets = [0] * HEADED
        self.board = board
        self.count = 0
        self.in_stages = False

    def _add(self, move: cython.int) -> cython.void:
        if self.count < MOST_FOUND:
            self.moves[self.count] = move
            self.count += 1

    def _find(self) -> cython.void:
        """Find the moves of the board's position."""
        place: cython.Py_ssize_t
        i: cython.int
        card: cython.int
        first_cell: cython.bint
        on_table: cython.int = 0
        self.count = 0
        self.gaps = 0
        self.target_count = 0
        self.empty_cells = 0
        for place in range(self.board.piles):
            self.head[place] = cython.cast(cython.uchar, self.board._top(place))
            on_table += self.board.size[place]
            if self.board.size[place] == 0:
                self.gaps += 1
                if self.target_count == 0 or self._is_dealt_on(place):
                    self.targets[self.target_count] = cython.cast(cython.uchar, place)
                    self.target_count += 1
        for place in range(CELL, CELL + self.board.cells):
            self.empty_cells += self.board.size[place] == 0
        if self.board.deals:
            if self.board.talon_count > 0 and (self.board.deal_gaps or self.gaps == 0 or on_table < self.board.piles):
                self._add(DEAL)
        elif self.in_stages:
            if self.board.drawn > 0:
                i = self.board.drawn - 1
                card = self.board.talon[i]
                if self.board.aim == AIM_BUILD and self.board._goes_home(card) and is_useless(self.board, card):
                    self._add(move_of(WASTE, FOUNDATION, 1) | i << 23)
                    return
                self._add_single(WASTE, card, i << 23)
            if self.board.drawn < self.board.talon_count:
                self._add(DRAW)
        elif self.board.talon_count > 0:
            self.board._find_reach()
            for i in range(self.board.reach_count):
                card = self.board.talon[self.board.reach[i]]
                self._add_single(WASTE, card, cython.cast(cython.int, self.board.reach[i]) << 23)
        for place in range(self.board.piles):
            if self.board.size[place] > self.board.down[place]:
                if self.board.aim == AIM_BUILD and self.board._goes_home(self.head[place]):
                    self._add(move_of(place, FOUNDATION, 1))
                if self.empty_cells > 0 and not self.board.joins:
                    self._add(move_of(place, CELL, 1))
                self._add_groups(place)
        for place in range(CELL, CELL + self.board.cells):
            if self.board.size[place] > 0:
                self._add_single(place, self.board._top(place), 0)
        for place in range(RESERVE, RESERVE + self.board.reserves):
            if self.board.size[place] > 0:
                self._add_single(place, self.board._top(place), 0)
        if self.board.worry_back and self.board.aim == AIM_BUILD and self.board.packs == 1:
            for i in range(SUITS):
                card = self.board._top_home(i)
                if card and not is_useless_at_home(self.board, card):
                    self._add_to_piles(FOUNDATION + i, card, 0)

    def _is_dealt_on(self, place: cython.Py_ssize_t) -> cython.bint:
        """Whether a pile differs from others because the stock is yet to be dealt onto it."""
        return self.board.deals and place < self.board.talon_count

    def _add_single(self, source: cython.Py_ssize_t, card: cython.int, index: cython.int) -> cython.void:
        """Add the moves of a card from outside the tableau."""
        if self.board.aim == AIM_BUILD and self.board._goes_home(card):
            self._add(move_of(source, FOUNDATION, 1) | index)
        if self.empty_cells > 0 and not CELL <= source < RESERVE:
            self._add(move_of(source, CELL, 1) | index)
        self._add_to_piles(source, card, index)

    def _add_to_piles(self, source: cython.Py_ssize_t, card: cython.int, index: cython.int) -> cython.void:
        """Add the moves of a single card to the piles."""
        place: cython.Py_ssize_t
        for place in range(self.board.piles):
            if self.head[place] and self.board.fits[pair_index(card, self.head[place])]:
                self._add(move_of(source, place, 1) | index)
        if self.board._fills_gap(card) or (source == WASTE and self.board.empty == EMPTY_WASTE):
            for place in range(self.target_count):
                self._add(move_of(source, self.targets[place], 1) | index)

    def _add_groups(self, source: cython.Py_ssize_t) -> cython.void:
        """Add the moves of cards at the end of a pile to other piles."""
        groups: cython.int = self.board.groups
        size: cython.int = self.board.size[source]
        up: cython.int = size - self.board.down[source]
        end: cython.Py_ssize_t = source * HEIGHT + size
        n: cython.int = 1
        k: cython.int
        i: cython.Py_ssize_t
        least: cython.int = 1
        most: cython.int
        into_gap: cython.int
        fits: cython.bint
        target: cython.Py_ssize_t
        if groups == GROUPS_ANY:
            n = up
        elif groups != GROUPS_NONE:
            while n < up:
                i = pair_index(self.board.cards[end - n], self.board.cards[end - n - 1])
                if groups == GROUPS_SUIT:
                    fits = self.board.ranks_fit[i] and suit_of(self.board.cards[end - n]) == suit_of(
                        self.board.cards[end - n - 1]
                    )
                else:
                    fits = self.board.fits[i]
                if not fits:
                    break
                n += 1
        most = into_gap = n
        if self.board.joins and n <= self.empty_cells:
            # A part of the run would come back at once.
            self._add(move_of(source, CELL, n))
        if groups == GROUPS_CELLS:
            k = self.gaps if self.board.empty == EMPTY_ANY else 0
            most = min(n, (self.empty_cells + 1) << k)
            into_gap = min(n, (self.empty_cells + 1) << (k - 1 if k > 0 else 0))
        elif groups == GROUPS_PILE or groups == GROUPS_ENDS:
            if n < size:
                if groups == GROUPS_PILE:
                    return
                most = into_gap = 1
            elif groups == GROUPS_PILE:
                least = n
        for target in range(self.board.piles):
            if target == source or self.head[target] == 0:
                continue
            if self.board.steady and groups != GROUPS_ANY:
                # At most one card of the run is one rank below that card.
                k = self.board.order[self.head[target]] - self.board.order[self.board.cards[end - 1]]
                if k < least or k > most or (groups == GROUPS_ENDS and 1 < k < n):
                    continue
                if self.board.fits[pair_index(self.board.cards[end - k], self.head[target])]:
                    self._add(move_of(source, target, k))
                continue
            for k in range(least, most + 1):
                if groups == GROUPS_ENDS and 1 < k < n:
                    continue
                if self.board.fits[pair_index(self.board.cards[end - k], self.head[target])]:
                    self._add(move_of(source, target, k))
        if self.target_count == 0:
            return
        for k in range(least, into_gap + 1):
            if 1 < k < into_gap and (groups == GROUPS_ENDS or (groups == GROUPS_CELLS and not self.board.joins)):
                # With cells, moves that single cards can make too.
                continue
            if not self.board._fills_gap(self.board.cards[end - k]):
                continue
            if k == size and not self._is_dealt_on(source):
                # Pointless, unless cards are still dealt into the gap.
                if not self._is_dealt_on(self.targets[0]):
                    continue
            for i in range(self.target_count):
                self._add(move_of(source, self.targets[i], k))

"""The search of games in which touching pairs leave a grid that closes up: Monte Carlo and similar games.

Whenever the grid has closed up, the cards lie in the order dealt, except those that have gone: so the set of these is a
position. A step takes one set of pairs off the table, each touching at that time, and lets the rest close up. All such
sets are tried, the largest first, and no position twice: nothing is left out.
"""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.patience.core.bits import lowest_bit, one
from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.memo import Memo, find_slot, grow_memo, has_room

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc

CLOSING_ROOM: Final = 4096


@cython.final
@cython.no_gc
@cython.cclass
class ClosingSearch:
    """A search for a way to take all cards off: `run` continues it, `status` is its state.

    Cards are numbered from 0: those in the grid from its first place on, then those of the stock; one pack at most.
    """

    status = cython.declare(cython.int, visibility="readonly")
    memo: Memo
    most: cython.Py_ssize_t
    count: cython.int
    ranks: cython.uchar[64]
    where: cython.uchar[64]  # the places of the cards that lie in the grid at first, before it closes up,
    laid: cython.int  # and how many these are
    places: cython.int
    columns: cython.int
    sum: cython.int
    all: cython.bint  # whether the stock has to go too
    path: cython.ulonglong[64]  # what is left, by depth
    depth: cython.int
    # Positions to be examined, the next one last, and their depths.
    waiting: cython.p_ulonglong
    depths: cython.p_uchar
    waiting_count: cython.Py_ssize_t
    room: cython.Py_ssize_t
    # The pairs that touch in the current position, and the cards that go alone.
    pairs: cython.ulonglong[128]
    pair_count: cython.int
    on_grid: cython.ulonglong

    def __init__(
        self,
        ranks: list[int],
        where: list[int],
        shape: tuple[int, int],
        rules: tuple[int, bool],
        most: cython.Py_ssize_t,
    ) -> None:
        """Begin at a position; at most `most` positions are found.

        `ranks` are the ranks of the cards, `where` the places of those in the grid, `shape` its places and columns, and
        `rules` the sum of a pair and whether the stock has to go too.
        """
        i: cython.int
        if not cython.compiled:
            self.ranks = [0] * 64
            self.where = [0] * 64
            self.path = [0] * 64
            self.waiting = []
            self.depths = []
            self.pairs = [0] * 128
        else:
            self.waiting = cython.NULL
            self.depths = cython.NULL
        self.memo = Memo()
        self.most = most
        self.places, self.columns = shape
        self.sum, self.all = rules
        self.count = len(ranks)
        for i in range(self.count):
            self.ranks[i] = ranks[i]
        self.laid = len(where)
        for i in range(self.laid):
            self.where[i] = where[i]
        self.depth = self.pair_count = 0
        self.room = 0
        self.status = RUNNING
        self._grow()
        self.waiting[0] = one(self.count) - 1
        self.depths[0] = 0
        self.waiting_count = 1

    if cython.compiled:

        def __dealloc__(self) -> None:
            free(self.waiting)
            free(self.depths)

    @property
    def positions(self) -> int:
        """How many positions were found."""
        return self.memo.count

    def run(self, most: cython.Py_ssize_t) -> int:
        """Expand about `most` positions; return `status`."""
        n: cython.Py_ssize_t = 0
        while self.status == RUNNING and n < most:
            n += 1
            if self.waiting_count == 0:
                self.status = LOST
                break
            self.waiting_count -= 1
            self.depth = self.depths[self.waiting_count]
            self.path[self.depth] = self.waiting[self.waiting_count]
            self._find_pairs(self.path[self.depth])
            self._take(0, self.path[self.depth])
        return self.status

    def steps(self) -> list[int]:
        """The sets of cards that leave one after the other, the grid closing up after each; the last one wins."""
        return [self.path[i] & ~self.path[i + 1] & ALL_BITS for i in range(self.depth)]

    def _find_pairs(self, left: cython.ulonglong) -> cython.void:
        """Find touching pairs, with the cards where they lie once the grid has closed up."""
        cards: cython.uchar[64]
        at: cython.uchar[64]
        n: cython.int = 0
        most: cython.int = self.places if self.depth else self.laid
        i: cython.int
        k: cython.int
        bits: cython.ulonglong = left
        across: cython.int
        if not cython.compiled:
            cards = [0] * 64
            at = [0] * 64
        self.pair_count = 0
        self.on_grid = 0
        while bits and n < most:
            cards[n] = cython.cast(cython.uchar, lowest_bit(bits))
            at[n] = cython.cast(cython.uchar, n) if self.depth else self.where[n]
            self.on_grid |= one(cards[n])
            bits &= bits - 1
            n += 1
        for i in range(n):
            if self.ranks[cards[i]] == self.sum:
                self._add(one(cards[i]))
            for k in range(i + 1, n):
                if at[k] - at[i] > self.columns + 1:
                    break
                across = at[k] % self.columns - at[i] % self.columns
                if -1 <= across <= 1 and at[k] // self.columns - at[i] // self.columns <= 1:
                    if self._go(self.ranks[cards[i]], self.ranks[cards[k]]):
                        self._add(one(cards[i]) | one(cards[k]))

    def _go(self, rank: cython.int, other: cython.int) -> cython.bint:
        """Whether two ranks leave together."""
        return rank + other == self.sum if self.sum else rank == other

    def _add(self, cards: cython.ulonglong) -> cython.void:
        self.pairs[self.pair_count] = cards
        self.pair_count += 1

    @cython.exceptval(-1)
    def _take(self, pair: cython.int, left: cython.ulonglong) -> cython.int:
        """Offer the remaining cards after each set of the pairs from a number on, the largest set last."""
        if self.status != RUNNING:
            return 0
        if pair == self.pair_count:
            self._offer(left, self.depth + 1)
            return 0
        self._take(pair + 1, left)
        if left & self.pairs[pair] == self.pairs[pair]:
            self._take(pair + 1, left & ~self.pairs[pair])
        return 0

    @cython.exceptval(-1)
    def _offer(self, left: cython.ulonglong, depth: cython.int) -> cython.int:
        """Queue a new position, or note that it is won."""
        slot: cython.Py_ssize_t
        if left == 0 or (not self.all and left & self.on_grid == 0):
            self.path[depth] = left
            self.depth = depth
            self.status = FOUND
            return 0
        if not has_room(self.memo):
            grow_memo(self.memo)
        slot = find_slot(self.memo, left)
        if self.memo.values[slot]:
            return 0
        if self.memo.count >= self.most:
            self.status = FULL
            return 0
        self.memo.values[slot] = 1
        self.memo.count += 1
        if self.waiting_count == self.room:
            self._grow()
        self.waiting[self.waiting_count] = left
        self.depths[self.waiting_count] = cython.cast(cython.uchar, depth)
        self.waiting_count += 1
        return 0

    @cython.exceptval(-1)
    def _grow(self) -> cython.int:
        """Make room for twice as many waiting positions."""
        room: cython.Py_ssize_t = max(CLOSING_ROOM, 2 * self.room)
        if cython.compiled:
            self.waiting = cython.cast(cython.p_ulonglong, realloc(self.waiting, room * 8))
            self.depths = cython.cast(cython.p_uchar, realloc(self.depths, room))
            if self.waiting == cython.NULL or self.depths == cython.NULL:
                raise MemoryError
        else:
            self.waiting.extend([0] * (room - self.room))
            self.depths.extend([0] * (room - self.room))
        self.room = room
        return 0

"""The search of games in which cards go to the waste in sequence: Golf, Black Hole, TriPeaks and similar games.

Only ranks count. A position is the set of cards that lie in the tableau and the reserve, the ranks in cells, how many
cards of the stock are left, and the rank on top of the waste. The search goes depth first and notes for every position
the ranks on top of the waste with which it has been visited.

What it prunes, and why that loses nothing:

- Positions that `_may_win` shows to be lost.
- A card goes into a cell only to free one under it, which moves next, to the waste or into a cell, or does so after
  others that covered it have gone into cells. For a card can wait where it lies until one that it covers moves; and if
  it is played itself before that, it need not have moved.
"""

from __future__ import annotations

import cython

from spite_and_malice.patience.core.bits import lowest_bit, one, popcount
from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.memo import Memo, find_slot, grow_memo, has_room


@cython.final
@cython.no_gc
@cython.cclass
class ClearingSearch:
    """A search for a way to clear all cards onto the waste: `run` continues it, `status` is its state.

    Cards are numbered from 0, those of a pile or a pyramid before the ones beneath them.
    """

    status = cython.declare(cython.int, visibility="readonly")
    memo: Memo
    most: cython.Py_ssize_t
    wrap: cython.bint
    king_stops: cython.bint
    cells: cython.int
    stock_shift: cython.int
    stock_count: cython.int
    stock: cython.uchar[64]  # ranks, the next one to turn last
    rank: cython.uchar[64]
    cover: cython.ulonglong[64]  # the cards that lie on a card
    beneath: cython.ulonglong[64]  # the cards that it lies on
    of_rank: cython.ulonglong[16]
    beside: cython.ulonglong[16]  # by rank on the waste: the cards that go on it
    follows: cython.ushort[16]  # the same, as a set of ranks
    drawable: cython.uchar[1024]  # by cards left in the stock * 16 + rank: how many there are
    # By depth: the position, and what remains to be tried there.
    depth: cython.Py_ssize_t
    present: cython.ulonglong[128]
    held: cython.uint[128]  # four bits for each cell, the rank of its card, sorted from high to low
    left: cython.uchar[128]  # in the stock
    top: cython.uchar[128]
    to_waste: cython.ulonglong[128]
    from_cells: cython.ushort[128]  # ranks
    to_cell: cython.ulonglong[128]
    may_draw: cython.bint[128]
    step: cython.int[128]  # the step to the position at the next depth

    def __init__(
        self,
        ranks: list[int],
        covers: list[int],
        stock: list[int],
        cells: list[int],
        top: int,
        rules: tuple[bool, bool, int],
        most: cython.Py_ssize_t,
    ) -> None:
        """Begin at a position; at most `most` positions are kept.

        `ranks` and `covers` are those of the cards: the rank, and the set of the cards that lie on it. `stock` holds
        ranks, the next one to turn first, and `cells` the ranks of cards in cells. `rules` says whether ranks wrap
        around, whether nothing goes on a king, and the number of cells.
        """
        i: cython.int
        k: cython.int
        if not cython.compiled:
            self.stock = [0] * 64
            self.rank = [0] * 64
            self.cover = [0] * 64
            self.beneath = [0] * 64
            self.of_rank = [0] * 16
            self.beside = [0] * 16
            self.follows = [0] * 16
            self.drawable = [0] * 1024
            self.present = [0] * 128
            self.held = [0] * 128
            self.left = [0] * 128
            self.top = [0] * 128
            self.to_waste = [0] * 128
            self.from_cells = [0] * 128
            self.to_cell = [0] * 128
            self.may_draw = [0] * 128
            self.step = [0] * 128
        self.memo = Memo()
        self.most = most
        self.wrap, self.king_stops, self.cells = rules
        self.stock_count = len(stock)
        self.stock_shift = len(ranks)
        for i in range(16):
            self.of_rank[i] = self.beside[i] = 0
            self.follows[i] = 0
        for i in range(self.stock_shift):
            self.rank[i] = ranks[i]
            self.cover[i] = covers[i]
            self.of_rank[self.rank[i]] |= one(i)
            for k in range(self.stock_shift):
                if self.cover[i] >> k & 1:
                    self.beneath[k] |= one(i)
        for i in range(16):
            self.drawable[i] = 0
        for i in range(self.stock_count):
            self.stock[i] = stock[self.stock_count - 1 - i]
            for k in range(16):
                self.drawable[(i + 1) * 16 + k] = self.drawable[i * 16 + k] + (self.stock[i] == k)
        for i in range(1, KING + 1):
            for k in range(1, KING + 1):
                if (i - k == 1 or k - i == 1 or (self.wrap and (i - k == ROUND or k - i == ROUND))) and not (
                    self.king_stops and i == KING
                ):
                    self.beside[i] |= self.of_rank[k]
                    self.follows[i] |= 1 << k
        self.depth = 0
        self.status = RUNNING
        self.held[0] = 0
        for i, rank in enumerate(sorted(cells)):
            self.held[0] |= rank << 4 * i
        self.left[0] = self.stock_count
        self.top[0] = top
        self.present[0] = (cython.cast(cython.ulonglong, 1) << self.stock_shift) - 1
        if self.present[0] | self.held[0] == 0:
            self.status = FOUND
        elif not self._may_win(0):
            self.status = LOST
        else:
            self._open(0)

    @property
    def positions(self) -> int:
        """How many positions were found."""
        return self.memo.count

    def run(self, positions: cython.Py_ssize_t) -> int:
        """Continue until that many more positions were found or the search has ended; return its status."""
        end: cython.Py_ssize_t = self.memo.count + positions
        while self.status == RUNNING and self.memo.count < end:
            if self.memo.count >= self.most:
                self.status = FULL
            elif not has_room(self.memo):
                grow_memo(self.memo)
            else:
                self._go_on(min(end, self.most))
        return self.status

    def steps(self) -> list[tuple[int, int]]:
        """The winning line: the kind of each step, `TO_WASTE` …, and its card, or from a cell its rank."""
        return [(self.step[i] >> 8, self.step[i] & 255) for i in range(self.depth)]

    def _go_on(self, end: cython.Py_ssize_t) -> cython.void:
        """Continue as long as the table has room."""
        d: cython.Py_ssize_t
        card: cython.int
        while self.memo.count < end and has_room(self.memo):
            d = self.depth
            if self.to_waste[d]:
                card = lowest_bit(self.to_waste[d])
                self.to_waste[d] &= self.to_waste[d] - 1
                self._reach(d, STEP_WASTE << 8 | card, self.present[d] & ~one(card), self.held[d], 0, self.rank[card])
            elif self.from_cells[d]:
                card = lowest_bit(self.from_cells[d])
                self.from_cells[d] &= self.from_cells[d] - 1
                self._reach(d, STEP_CELL_WASTE << 8 | card, self.present[d], _without(self.held[d], card), 0, card)
            elif self.may_draw[d]:
                self.may_draw[d] = False
                card = self.stock[self.left[d] - 1]
                self._reach(d, STEP_DRAW << 8, self.present[d], self.held[d], 1, card)
            elif self.to_cell[d]:
                card = lowest_bit(self.to_cell[d])
                self.to_cell[d] &= self.to_cell[d] - 1
                self._reach(
                    d,
                    STEP_CELL << 8 | card,
                    self.present[d] & ~one(card),
                    _with(self.held[d], self.rank[card]),
                    0,
                    self.top[d],
                )
            elif d == 0:
                self.status = LOST
                return
            else:
                self.depth = d - 1
            if self.status != RUNNING:
                return

    def _reach(
        self,
        d: cython.Py_ssize_t,
        step: cython.int,
        present: cython.ulonglong,
        held: cython.uint,
        drawn: cython.int,
        top: cython.int,
    ) -> cython.void:
        """Take a step from depth d to a position, unless it is known or lost."""
        self.step[d] = step
        self.present[d + 1] = present
        self.held[d + 1] = held
        self.left[d + 1] = self.left[d] - drawn
        self.top[d + 1] = top
        if present == 0 and held == 0:
            self.depth = d + 1
            self.status = FOUND
        elif step >> 8 == STEP_CELL or (self._is_new(d + 1) and self._may_win(d + 1)):
            self.depth = d + 1
            self._open(d + 1)

    def _is_new(self, d: cython.Py_ssize_t) -> cython.bint:
        """Whether a position has not been visited yet; note that it has."""
        key: cython.ulonglong = self.left[d]
        slot: cython.Py_ssize_t
        tops: cython.int
        key = self.present[d] | key << self.stock_shift
        if self.cells > 0:
            key = key ^ cython.cast(cython.ulonglong, self.held[d]) << (64 - 4 * self.cells)
        slot = find_slot(self.memo, key)
        tops = self.memo.values[slot]
        if tops >> self.top[d] & 1:
            return False
        if tops == 0:
            self.memo.count += 1
        self.memo.values[slot] = cython.cast(cython.ushort, tops | 1 << self.top[d])
        return True

    def _open(self, d: cython.Py_ssize_t) -> cython.void:
        """Find the steps to try at a position."""
        present: cython.ulonglong = self.present[d]
        left: cython.ulonglong = present & self.beside[self.top[d]]
        held: cython.uint = self.held[d]
        empty: cython.int = self.cells
        card: cython.int
        self.to_waste[d] = 0
        self.from_cells[d] = 0
        self.to_cell[d] = 0
        self.may_draw[d] = self.left[d] > 0
        while held:
            empty -= 1
            self.from_cells[d] |= self.follows[self.top[d]] & 1 << (held & 15)
            held >>= 4
        if d > 0 and self.step[d - 1] >> 8 == STEP_CELL:
            left &= self.beneath[self.step[d - 1] & 255]
            self.may_draw[d] = False
            self.from_cells[d] = 0
        while left:
            card = lowest_bit(left)
            left &= left - 1
            if self.cover[card] & present == 0:
                self.to_waste[d] |= one(card)
        if d == 0 or self.step[d - 1] >> 8 != STEP_CELL:
            self._leave_out(d)
        if empty > 0:
            left = present
            if d > 0 and self.step[d - 1] >> 8 == STEP_CELL:
                left &= self._after_cell(self.step[d - 1] & 255)
            while left:
                card = lowest_bit(left)
                left &= left - 1
                if self.cover[card] & present == 0 and (empty > 1 or self._frees(d, card)):
                    self.to_cell[d] |= one(card)

    def _leave_out(self, d: cython.Py_ssize_t) -> cython.void:
        """Leave out the cards represented by another one of their rank."""
        left: cython.ulonglong = self.to_waste[d]
        others: cython.ulonglong
        card: cython.int
        other: cython.int
        while left:
            card = lowest_bit(left)
            left &= left - 1
            others = self.to_waste[d] & self.of_rank[self.rank[card]] & ~one(card)
            while others:
                other = lowest_bit(others)
                others &= others - 1
                if self._is_part(self.present[d], card, other):
                    self.to_waste[d] &= ~one(card)
                    break

    def _is_part(self, present: cython.ulonglong, card: cython.int, other: cython.int) -> cython.bint:
        """Whether the ranks from a card down equal those from another one down, or begin with them."""
        under: cython.ulonglong
        beside: cython.ulonglong
        while True:
            under = self.beneath[card] & present
            if under == 0:
                return True
            beside = self.beneath[other] & present
            if under & (under - 1) or beside == 0 or beside & (beside - 1):
                return False
            if self.cover[lowest_bit(beside)] & present != one(other):
                return False
            card = lowest_bit(under)
            other = lowest_bit(beside)
            if self.rank[card] != self.rank[other]:
                return False

    def _after_cell(self, card: cython.int) -> cython.ulonglong:
        """The cards that may go into a cell after one: those that it covered, and others that cover these."""
        under: cython.ulonglong = self.beneath[card]
        found: cython.ulonglong = under
        while under:
            found |= self.cover[lowest_bit(under)]
            under &= under - 1
        return found

    def _frees(self, d: cython.Py_ssize_t, card: cython.int) -> cython.bint:
        """Whether a card is the last one lying on a card that goes to the waste."""
        under: cython.ulonglong = self.beneath[card] & self.present[d] & self.beside[self.top[d]]
        while under:
            if self.cover[lowest_bit(under)] & self.present[d] == one(card):
                return True
            under &= under - 1
        return False

    def _may_win(self, d: cython.Py_ssize_t) -> cython.bint:
        """Whether there are enough cards for the others to go on.

        Every card goes on a neighbour by rank. Take every second rank of a sequence, such as 3, 5 and 7: the cards of
        these ranks go on cards of the ranks beside them, here 2, 4, 6 and 8, each on a different one. So there must be
        at least as many of the latter, including the stock and the top of the waste, as of the former.
        """
        i: cython.int
        rank: cython.int
        cards: cython.int[32]
        bases: cython.int[32]
        held: cython.uint = self.held[d]
        before: cython.int = -1000
        last: cython.int = -1000
        now: cython.int
        if not cython.compiled:
            cards = [0] * 32
            bases = [0] * 32
        for rank in range(1, KING + 1):
            cards[rank] = popcount(self.present[d] & self.of_rank[rank])
        while held:
            cards[held & 15] += 1
            held >>= 4
        for rank in range(1, KING + 1):
            bases[rank] = cards[rank] + self.drawable[self.left[d] * 16 + rank]
        bases[self.top[d]] += 1
        if self.king_stops:
            bases[KING] = 0
        bases[0] = bases[KING + 1] = 0
        if self.wrap:
            bases[0] = bases[KING]
            for i in range(1, KING + 1):
                cards[KING + i] = cards[i]
                bases[KING + i] = bases[i]
            bases[2 * KING + 1] = bases[1]
        for i in range(1, (2 * KING if self.wrap else KING) + 1):
            # The largest excess of a sequence that ends with this rank.
            now = cards[i] - bases[i + 1] + max(before, -bases[i - 1])
            if now > 0:
                return False
            before = last
            last = now
        return True


def _with(held: cython.uint, rank: cython.int) -> cython.uint:
    """The contents of the cells with one card more."""
    shift: cython.int = 0
    while held >> shift & 15 and cython.cast(cython.int, held >> shift & 15) >= rank:
        shift += 4
    return held & ((1 << shift) - 1) | rank << shift | held >> shift << shift + 4


def _without(held: cython.uint, rank: cython.int) -> cython.uint:
    """The contents of the cells with one card less."""
    shift: cython.int = 0
    while cython.cast(cython.int, held >> shift & 15) != rank:
        shift += 4
    return held & ((1 << shift) - 1) | held >> shift + 4 << shift

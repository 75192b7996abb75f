"""A search for a win level by level, expanding only as many positions of each as its width.

Where a win is many moves away, it does not get lost in the first half of them, as a best-first search does; it proves a
loss only if no level was wider. A level holds the positions after one more move. Where the stock is dealt on the piles,
a deal ends a stage: the positions after it wait until their stage has not improved for some levels, and the best of all
of them begin the next one.
"""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.patience.core.board import Board
from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.exploration import Exploration
from spite_and_malice.patience.core.lossless import play_move
from spite_and_malice.patience.core.positions import NONE
from spite_and_malice.patience.core.weighing import HEAPS

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc, realloc

# How many levels without improvement a stage continues: with a stage after it, without one.
IDLE_LEVELS: Final = 8
LAST_IDLE_LEVELS: Final = 40
FIRST_CANDIDATES: Final = 4096


@cython.final
@cython.no_gc
@cython.cclass
class Candidates:
    """Numbers of positions, with the penalty of each."""

    numbers: cython.p_uint
    worths: cython.p_int
    count: cython.Py_ssize_t
    room: cython.Py_ssize_t
    best: cython.int

    def __init__(self) -> None:
        self.count = 0
        self.room = FIRST_CANDIDATES
        self.best = HEAPS
        if cython.compiled:
            self.numbers = cython.cast(cython.p_uint, malloc(self.room * cython.sizeof(cython.uint)))
            self.worths = cython.cast(cython.p_int, malloc(self.room * cython.sizeof(cython.int)))
            if self.numbers == cython.NULL or self.worths == cython.NULL:
                raise MemoryError
        else:
            self.numbers = [0] * self.room
            self.worths = [0] * self.room

    if cython.compiled:

        def __dealloc__(self) -> None:
            free(self.numbers)
            free(self.worths)

    @cython.exceptval(-1)
    def _make_room(self, more: cython.Py_ssize_t) -> cython.int:
        """Make sure that there is room for `more` others."""
        if self.room - self.count >= more:
            return 0
        self.room = self.room * 2 + more
        if cython.compiled:
            numbers = cython.cast(cython.p_uint, realloc(self.numbers, self.room * cython.sizeof(cython.uint)))
            if numbers == cython.NULL:
                raise MemoryError
            self.numbers = numbers
            worths = cython.cast(cython.p_int, realloc(self.worths, self.room * cython.sizeof(cython.int)))
            if worths == cython.NULL:
                raise MemoryError
            self.worths = worths
        else:
            self.numbers.extend([0] * (self.room - len(self.numbers)))
            self.worths.extend([0] * (self.room - len(self.worths)))
        return 0

    def _add(self, number: cython.uint, worth: cython.int) -> cython.void:
        self.numbers[self.count] = number
        self.worths[self.count] = worth
        self.count += 1
        self.best = min(self.best, worth)

    def _clear(self) -> cython.void:
        self.count = 0
        self.best = HEAPS

    def _keep_best(self, most: cython.Py_ssize_t) -> cython.void:
        """Keep the `most` best ones, in order."""
        i: cython.Py_ssize_t
        n: cython.Py_ssize_t = 0
        worth: cython.int = self.best
        left: cython.Py_ssize_t
        counts: cython.int[4096]
        if self.count <= most:
            return
        if not cython.compiled:
            counts = [0] * HEAPS
        for i in range(HEAPS):
            counts[i] = 0
        for i in range(self.count):
            counts[self.worths[i]] += 1
        left = most
        while left >= counts[worth]:
            left -= counts[worth]
            worth += 1
        for i in range(self.count):
            if self.worths[i] < worth or (self.worths[i] == worth and left > 0):
                if self.worths[i] == worth:
                    left -= 1
                self.numbers[n] = self.numbers[i]
                self.worths[n] = self.worths[i]
                n += 1
        self.count = n


@cython.final
@cython.cclass
class Beam(Exploration):
    """A search by levels from a board's position: `run` continues it, `status` is its state."""

    width: cython.Py_ssize_t
    level: Candidates
    next_level: Candidates
    next_stage: Candidates
    at: cython.Py_ssize_t  # the next position of the level to expand
    best: cython.int  # the lowest penalty of a position in this stage
    idle: cython.int  # levels since then
    whole: cython.bint  # whether nothing was left out so far

    def __init__(self, board: Board, width: cython.Py_ssize_t, weights: list[int]) -> None:
        """Begin at a position; expand `width` positions on each level; `weights` are those of `Weighing`."""
        super().__init__(board, weights)
        self.width = width
        self.level = Candidates()
        self.next_level = Candidates()
        self.next_stage = Candidates()
        self.at = 0
        self.best = HEAPS
        self.idle = 0
        self.whole = True
        self.level._add(0, 0)

    @cython.exceptval(-1)
    def _go_on(self) -> cython.int:
        """Expand the next position of the level; `FULL` where no level follows and some were cut."""
        if self.known._has_enough() or (self.known.fresh_count > 0 and self.at == self.level.count):
            self._keep()
        elif self.at < self.level.count:
            self.known._make_room()
            self._expand(self.level.numbers[self.at])
            self.at += 1
            self.expanded += 1
        elif not self._begin_level():
            self.status = LOST if self.whole else FULL
        return 0

    @cython.exceptval(-1)
    def _keep(self) -> cython.int:
        """Put those of the positions that were found that are new into the next level, or the next stage."""
        k: cython.Py_ssize_t
        self.known._keep_fresh()
        self.next_level._make_room(self.known.fresh_count)
        self.next_stage._make_room(self.known.fresh_count)
        for k in range(self.known.fresh_count):
            if self.known.fresh_number[k] == NONE:
                continue
            if self.known.fresh_move[k] == DEAL:
                self.next_stage._add(self.known.fresh_number[k], self.known.fresh_worth[k])
            else:
                self.next_level._add(self.known.fresh_number[k], self.known.fresh_worth[k])
        self.known.fresh_count = 0
        return 0

    def _expand(self, which: cython.uint) -> cython.void:
        """Find all positions one move after this one."""
        i: cython.Py_ssize_t
        self.known._load(which)
        if self.board.waits and self.prospect._is_hopeless():
            return
        self.known.weighing._weigh_kept()
        self.found._find()
        for i in range(self.found.count):
            play_move(self.board, self.found.moves[i])
            self.known._offer(which, self.found.moves[i])
            self.board._restore()

    @cython.exceptval(-1)
    def _begin_level(self) -> cython.int:
        """Go to the next level, or the next stage; return 0 if there is none."""
        i: cython.Py_ssize_t
        other: Candidates
        if self.next_level.best < self.best:
            self.best = self.next_level.best
            self.idle = 0
        else:
            self.idle += 1
        if not self.whole and self.idle > (IDLE_LEVELS if self.next_stage.count else LAST_IDLE_LEVELS):
            self.next_level._clear()
        if self.next_level.count == 0:
            other = self.next_stage
            self.next_stage = self.level
            self.best = HEAPS
            self.idle = 0
        else:
            other = self.next_level
            self.next_level = self.level
        self.level._clear()
        self.level = other
        self.whole = self.whole and self.level.count <= self.width
        self.level._keep_best(self.width)
        self.at = 0
        for i in range(self.level.count):
            self.known._make_room()
            self._write(self.level.numbers[i])
        return 1 if self.level.count else 0

    def _write(self, which: cython.uint) -> cython.void:
        """Keep the cards of a position too, reached by a move from one whose cards are kept."""
        self.known._load(self.known.parents[which])
        play_move(self.board, self.known.moves[which])
        self.known._pack(which)
        self.board._restore()

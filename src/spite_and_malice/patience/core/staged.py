"""A search for a win stage by stage, best first within each stage and only up to a limit.

A draw from a stock that is gone through once, or a deal of the stock onto the piles, leads to the next stage. Positions
that have seen the same amount of the stock are similar, so their penalties can be compared; a best-first search of all
of them would stay with those that have drawn little or much. It proves a loss only if it left out nothing.
"""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.patience.core.beam import Candidates
from spite_and_malice.patience.core.board import Board
from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.exploration import Exploration
from spite_and_malice.patience.core.lossless import play_move
from spite_and_malice.patience.core.positions import NONE

# The factor by which a stage that leads to no other one expands more positions.
OF_LAST: Final = 20


@cython.final
@cython.cclass
class Staged(Exploration):
    """A search of stages from a board's position: `run` continues it, `status` is its state."""

    width: cython.Py_ssize_t
    left: cython.Py_ssize_t  # how many more positions this stage expands
    longer: cython.bint  # whether it expands more, since none has led to a next stage
    next_stage: Candidates
    whole: cython.bint  # whether nothing was left out so far

    def __init__(self, board: Board, width: cython.Py_ssize_t, weights: list[int]) -> None:
        """Begin at a position; expand `width` positions in each stage; `weights` are those of `Weighing`."""
        super().__init__(board, weights)
        self.found.in_stages = True
        self.width = width
        self.next_stage = Candidates()
        self.whole = True
        self.next_stage._add(0, 0)
        self._begin_stage()

    @cython.exceptval(-1)
    def _go_on(self) -> cython.int:
        """Expand the next position of the stage; `FULL` where no stage follows and some were left out."""
        which: cython.uint
        if self.known._has_enough():
            self._keep()
            return 0
        which = self.known._next()
        if which != NONE and self.left > 0:
            self.known._make_room()
            self._expand(which)
            self.left -= 1
            self.expanded += 1
            return 0
        if which != NONE:
            self.known._wait_again(which)
        if self.known.fresh_count > 0:
            self._keep()
            return 0
        if which != NONE and self.next_stage.count == 0 and not self.longer:
            self.longer = True
            self.left = OF_LAST * self.width
            return 0
        self.whole = self.whole and which == NONE
        if self.next_stage.count == 0:
            self.status = LOST if self.whole else FULL
        else:
            self._begin_stage()
        return 0

    @cython.exceptval(-1)
    def _keep(self) -> cython.int:
        """Let those of the positions that were found wait that are new, in this stage or in the next one."""
        k: cython.Py_ssize_t
        new: cython.uint
        self.known._keep_fresh()
        self.next_stage._make_room(self.known.fresh_count)
        for k in range(self.known.fresh_count):
            new = self.known.fresh_number[k]
            if new == NONE:
                continue
            if self.known.fresh_move[k] == DRAW or self.known.fresh_move[k] == DEAL:
                self.next_stage._add(new, self.known.fresh_worth[k])
            else:
                self.known._wait(new, self.known.fresh_worth[k])
        self.known.fresh_count = 0
        return 0

    def _expand(self, which: cython.uint) -> cython.void:
        """Find all positions one move after this one."""
        i: cython.Py_ssize_t
        self._open(which)
        self.known.weighing._weigh_kept()
        self.found._find()
        for i in range(self.found.count):
            play_move(self.board, self.found.moves[i])
            self.known._offer(which, self.found.moves[i])
            self.board._restore()

    def _begin_stage(self) -> cython.void:
        """Queue the positions of the next stage instead of those of this one."""
        i: cython.Py_ssize_t
        self.known._forget_waiting()
        for i in range(self.next_stage.count):
            self.known._wait(self.next_stage.numbers[i], self.next_stage.worths[i])
        self.left = self.width
        self.longer = False
        self.next_stage._clear()

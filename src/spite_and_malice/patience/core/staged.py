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
from spite_and_malice.patience.core.positions import MOST_AT_ONCE, NONE

# The factor by which a stage that leads to no other one expands more positions.
OF_LAST: Final = 20


@cython.final
@cython.cclass
class Staged(Exploration):
    """A search of stages from a board's position: `run` continues it, `status` says how it stands."""

    width: cython.Py_ssize_t
    left: cython.Py_ssize_t  # how many more positions this stage expands
    longer: cython.bint  # whether it expands more, since none has led to a next stage
    next_stage: Candidates
    whole: cython.bint  # whether nothing was left out so far

    def __init__(self, board: Board, width: cython.Py_ssize_t, weights: list[int]) -> None:
        """Begin at a position; expand `width` positions in each stage; `weights` are those of `Positions`."""
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
        which: cython.uint = self.known._next()
        if which != NONE and self.left > 0:
            self.known._make_room()
            self.next_stage._make_room(MOST_AT_ONCE)
            self._expand(which)
            self.left -= 1
            self.expanded += 1
            return 0
        if which != NONE and self.next_stage.count == 0 and not self.longer:
            self.longer = True
            self.left = OF_LAST * self.width
            self.known._wait_again(which)
            return 0
        self.whole = self.whole and which == NONE
        if self.next_stage.count == 0:
            self.status = LOST if self.whole else FULL
        else:
            self._begin_stage()
        return 0

    def _expand(self, which: cython.uint) -> cython.void:
        """Find all positions one move after this one."""
        i: cython.Py_ssize_t
        new: cython.uint
        move: cython.int
        self._open(which)
        self.known._measure_all()
        self.found._find()
        for i in range(self.found.count):
            move = self.found.moves[i]
            play_move(self.board, move)
            self.known._weigh()
            if self.known._is_new():
                new = self.known._keep_new(which, move)
                if move == DRAW or move == DEAL:
                    self.next_stage._add(new, self.known.new_worth)
                else:
                    self.known._wait(new)
            self.board._restore()

    def _open(self, which: cython.uint) -> cython.void:
        """Load a position into the board and keep its cards from now on: those of its parent are kept."""
        if which == 0:
            self.known._load(which)
            return
        self.known._load(self.known.parents[which])
        play_move(self.board, self.known.moves[which])
        self.known._pack(which)
        self.board._restore()
        self.known._load(which)

    def _begin_stage(self) -> cython.void:
        """Queue the positions of the next stage instead of those of this one."""
        i: cython.Py_ssize_t
        self.known._forget_waiting()
        for i in range(self.next_stage.count):
            self.known.new_worth = self.next_stage.worths[i]
            self.known._wait(self.next_stage.numbers[i])
        self.left = self.width
        self.longer = False
        self.next_stage._clear()

"""A search for a win stage by stage, in each best first, and in each only so far.

A draw from a stock that is gone through once, or a deal of the stock on the piles, leads to the next stage. Positions
that have seen as much of the stock are like one another, so what counts against them can be compared; a best-first
search of all would stay with those that have drawn little or much. A loss it proves only if it left out nothing.
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

# How many times as many positions a stage goes on from that leads to no other one.
OF_LAST: Final = 20


@cython.final
@cython.cclass
class Staged(Exploration):
    """A search of stages from a board's position: `run` takes it further, `status` says how it stands."""

    width: cython.Py_ssize_t
    left: cython.Py_ssize_t  # from how many positions this stage goes on yet
    longer: cython.bint  # whether it goes on from more, since none has led to a next stage
    next_stage: Candidates
    whole: cython.bint  # whether nothing was left out so far

    def __init__(self, board: Board, width: cython.Py_ssize_t, weights: list[int]) -> None:
        """Begin at a position; `width` is how many go on in each stage, and `weights` are those of `Positions`."""
        super().__init__(board, weights)
        self.found.in_stages = True
        self.width = width
        self.next_stage = Candidates()
        self.whole = True
        self.next_stage._add(0, 0)
        self._begin_stage()

    @cython.exceptval(-1)
    def _go_on(self) -> cython.int:
        """Go on from the next position of the stage; `FULL` where no stage follows and some were left out."""
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
        """Find all positions that one leads to."""
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
        """Let the board be a position, whose cards are kept from now on: those of its parent are."""
        if which == 0:
            self.known._load(which)
            return
        self.known._load(self.known.parents[which])
        play_move(self.board, self.known.moves[which])
        self.known._pack(which)
        self.board._restore()
        self.known._load(which)

    def _begin_stage(self) -> cython.void:
        """Let the positions of the next stage wait instead of those of this one."""
        i: cython.Py_ssize_t
        self.known._forget_waiting()
        for i in range(self.next_stage.count):
            self.known.new_worth = self.next_stage.worths[i]
            self.known._wait(self.next_stage.numbers[i])
        self.left = self.width
        self.longer = False
        self.next_stage._clear()

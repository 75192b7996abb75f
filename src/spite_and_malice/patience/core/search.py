"""The search for a way to win a game of building with all cards known: best first, each position once.

It makes every move except those proved to be of no use (`found.py`, `patience.dominance`), so when nothing is left to
try the position is lost.
"""

from __future__ import annotations

import cython

from spite_and_malice.patience.core.board import Board
from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.exploration import Exploration
from spite_and_malice.patience.core.lossless import play_move
from spite_and_malice.patience.core.positions import NONE


@cython.final
@cython.cclass
class Search(Exploration):
    """A search from a board's position: `run` continues it, `status` is its state."""

    most: cython.Py_ssize_t

    def __init__(self, board: Board, most: cython.Py_ssize_t, weights: list[int]) -> None:
        """Begin at a position; at most `most` are kept, and `weights` are those of `Weighing`."""
        super().__init__(board, weights)
        self.most = most
        self.known._wait(0, 0)

    @cython.exceptval(-1)
    def _go_on(self) -> cython.int:
        """Expand the most promising position."""
        which: cython.uint
        if self.known.count > self.most:
            self.status = FULL
            return 0
        if self.known._has_enough():
            self._keep()
            return 0
        which = self.known._next()
        if which != NONE:
            self.known._make_room()
            self._expand(which)
            self.expanded += 1
        elif self.known.fresh_count > 0:
            self._keep()
        else:
            self.status = LOST
        return 0

    @cython.exceptval(-1)
    def _keep(self) -> cython.int:
        """Let those of the positions that were found wait that are new."""
        k: cython.Py_ssize_t
        self.known._keep_fresh()
        for k in range(self.known.fresh_count):
            if self.known.fresh_number[k] != NONE:
                self.known._wait(self.known.fresh_number[k], self.known.fresh_worth[k])
        self.known.fresh_count = 0
        return 0

    def _expand(self, which: cython.uint) -> cython.void:
        """Offer all positions one move after this one."""
        i: cython.Py_ssize_t
        self._open(which)
        if self.board.waits and self.prospect._is_hopeless():
            return
        self.known.weighing._weigh_kept()
        self.found._find()
        for i in range(self.found.count):
            play_move(self.board, self.found.moves[i])
            self.known._offer(which, self.found.moves[i])
            self.board._restore()

"""The search for a way to win a game of building with all cards known: best first, each position once.

It makes every move that there is but those that are proved to be of no use (`found.py`, `patience.dominance`), so when
nothing is left to be tried the position is lost.
"""

from __future__ import annotations

import cython

from spite_and_malice.patience.core.board import Board
from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.found import Found
from spite_and_malice.patience.core.lossless import play_move
from spite_and_malice.patience.core.positions import NONE, Positions
from spite_and_malice.patience.core.prospect import Prospect


@cython.final
@cython.cclass
class Search:
    """A search from a board's position: `run` takes it further, `status` says how it stands."""

    board: Board
    found: Found
    prospect: Prospect
    known: Positions
    most: cython.Py_ssize_t
    begun: list[int]  # the moves that lost nothing at the start
    expanded = cython.declare(cython.Py_ssize_t, visibility="readonly")
    status = cython.declare(cython.int, visibility="readonly")

    def __init__(self, board: Board, most: cython.Py_ssize_t, weights: list[int]) -> None:
        """Begin at a position; at most `most` are kept, and `weights` are those of `Positions`."""
        self.board = board
        self.found = Found(board)
        self.prospect = Prospect(board)
        self.known = Positions(board, weights)
        self.most = most
        self.expanded = 0
        self.status = RUNNING
        self.begun = self.known.begin()
        self.known._wait(0)

    @property
    def positions(self) -> int:
        """How many positions were found."""
        return self.known.count

    @property
    def bytes_used(self) -> int:
        """About how much memory it takes."""
        return self.known.bytes_used

    def run(self, most: cython.Py_ssize_t) -> int:
        """Go on for about `most` positions; return `status`."""
        end: cython.Py_ssize_t = self.expanded + most
        which: cython.uint
        while self.status == RUNNING and self.expanded < end:
            if self.known.won_at != NONE:
                self.status = FOUND
            elif self.known.count > self.most:
                self.status = FULL
            else:
                self.known._make_room()
                which = self.known._next()
                if which == NONE:
                    self.status = LOST
                else:
                    self._expand(which)
                    self.expanded += 1
        return self.status

    def _expand(self, which: cython.uint) -> cython.void:
        """Offer all positions that one leads to."""
        i: cython.Py_ssize_t
        self.known._load(which)
        if self.board.waits and self.prospect._is_hopeless():
            return
        self.known._measure_all()
        self.found._find()
        for i in range(self.found.count):
            play_move(self.board, self.found.moves[i])
            self.known._offer(which, self.found.moves[i])
            self.board._restore()

    def moves(self) -> list[int]:
        """The way to the win that was found, without draws and redeals."""
        return self.begun + self.known.way()

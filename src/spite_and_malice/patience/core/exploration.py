"""What the searches of games of building have in common: a board, the positions that were found, and how it stands."""

from __future__ import annotations

import cython

from spite_and_malice.patience.core.board import Board
from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.found import Found
from spite_and_malice.patience.core.positions import NONE, Positions
from spite_and_malice.patience.core.prospect import Prospect


@cython.cclass
class Exploration:
    """A search from a board's position: `run` takes it further, `status` says how it stands."""

    board: Board
    found: Found
    prospect: Prospect
    known: Positions
    begun: list[int]  # the moves that lost nothing at the start
    expanded = cython.declare(cython.Py_ssize_t, visibility="readonly")
    status = cython.declare(cython.int, visibility="readonly")

    def __init__(self, board: Board, weights: list[int]) -> None:
        """Begin at a position; `weights` are those of `Positions`."""
        self.board = board
        self.found = Found(board)
        self.prospect = Prospect(board)
        self.known = Positions(board, weights)
        self.expanded = 0
        self.status = RUNNING
        self.begun = self.known.begin()

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
        while self.status == RUNNING and self.expanded < end:
            if self.known.won_at != NONE:
                self.status = FOUND
            else:
                self._go_on()
        return self.status

    @cython.exceptval(-1)
    def _go_on(self) -> cython.int:
        """Go on from the next position, or see that there is none."""
        return 0

    def moves(self) -> list[int]:
        """The way to the win that was found, without draws and redeals."""
        return self.begun + self.known.way()

"""What the searches of games of building have in common: a board, the positions found, and a status."""

from __future__ import annotations

import cython

from spite_and_malice.patience.core.board import Board
from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.found import Found
from spite_and_malice.patience.core.lossless import play_move
from spite_and_malice.patience.core.positions import NONE, Positions
from spite_and_malice.patience.core.prospect import Prospect


@cython.cclass
class Exploration:
    """A search from a board's position: `run` continues it, `status` is its state."""

    board: Board
    found: Found
    prospect: Prospect
    known: Positions
    begun: list[int]  # the moves made at the start because they lose nothing
    expanded = cython.declare(cython.Py_ssize_t, visibility="readonly")
    status = cython.declare(cython.int, visibility="readonly")

    def __init__(self, board: Board, weights: list[int]) -> None:
        """Begin at a position; `weights` are those of `Weighing`."""
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
        """Roughly how much memory it takes."""
        return self.known.bytes_used

    def run(self, most: cython.Py_ssize_t) -> int:
        """Continue for about `most` positions; return `status`."""
        end: cython.Py_ssize_t = self.expanded + most
        while self.status == RUNNING and self.expanded < end:
            if self.known.won_at != NONE:
                self.status = FOUND
            else:
                self._go_on()
        return self.status

    @cython.exceptval(-1)
    def _go_on(self) -> cython.int:
        """Expand the next position, or find that there is none."""
        return 0

    def _open(self, which: cython.uint) -> cython.void:
        """Let the board be a position, whose cards are kept from now on: those of its parent are."""
        if which == 0:
            self.known._load(which)
            return
        self.known._load(self.known.parents[which])
        play_move(self.board, self.known.moves[which])
        self.known._pack(which)
        self.known.depth = self.known.depths[which]
        self.board._keep()

    def moves(self) -> list[int]:
        """The winning line, without draws and redeals."""
        return self.begun + self.known.way()

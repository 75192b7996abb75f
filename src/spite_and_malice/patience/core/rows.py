"""What the player of a game sees, written as a row of numbers (`spite_and_malice.interop.patience.encoder`)."""

from __future__ import annotations

import cython

from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.integers import rank_of, suit_of
from spite_and_malice.patience.core.layout import Layout


@cython.final
@cython.no_gc
@cython.cclass
class RowWriter:
    """Writes rows: how high each open card lies in its place, then the counts."""

    kinds: cython.Py_ssize_t
    copies: cython.Py_ssize_t
    foundations: cython.Py_ssize_t

    def __init__(self, kinds: cython.Py_ssize_t, copies: cython.Py_ssize_t, foundations: cython.Py_ssize_t) -> None:
        """For this number of kinds of cards, of copies of each, and of foundations of each suit."""
        self.kinds = kinds
        self.copies = copies
        self.foundations = foundations

    def write(self, layout: Layout, row: cython.float[::1]) -> None:
        """Write what the player of a layout sees; the row must have the length that its rules require."""
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        at: cython.Py_ssize_t = 0
        reserve_end: cython.Py_ssize_t = RESERVE + layout.rules.reserves
        room: cython.Py_ssize_t = self.kinds * self.copies
        for i in range(row.shape[0] if cython.compiled else len(row)):
            row[i] = 0
        for i in range(layout.rules.piles):
            self._write_place(layout, i, row, at)
            at += room
        for i in range(CELL, CELL + layout.rules.cells):
            self._write_place(layout, i, row, at)
            at += room
        for i in range(RESERVE, reserve_end):
            self._write_place(layout, i, row, at)
            at += room
        for i in range(layout.drawn):
            k = layout.drawn - 1 - i
            self._write_card(layout.code[layout.talon[k]], i + 1, row, at)
        at += room
        if layout.rules.pocket:
            self._write_place(layout, POCKET, row, at)
            at += room
        for i in range(HOME, HOME + layout.rules.homes):
            self._write_place(layout, i, row, at)
            at += room
        for i in range(layout.rules.piles):
            row[at] = layout.down[i] / 10.0
            at += 1
        for i in range(RESERVE, reserve_end):
            row[at] = layout.down[i] / 10.0
            at += 1
        for k in range(self.foundations):
            for i in range(SUITS):
                row[at] = layout.found[2 * i + k] / 13.0
                at += 1
        row[at + layout.rules.base - 1] = 1
        at += KING
        row[at] = (layout.talon_count - layout.drawn) / 10.0
        row[at + 1] = layout.pass_number / 10.0
        if layout.rules.merci > 0:
            row[at + 2] = layout.merci

    @cython.cfunc
    def _write_place(
        self, layout: Layout, place: cython.Py_ssize_t, row: cython.float[::1], at: cython.Py_ssize_t
    ) -> None:
        height: cython.Py_ssize_t
        slot: cython.int = layout.top[place]
        for height in range(1, layout.size[place] - layout.down[place] + 1):
            self._write_card(layout.code[slot], height, row, at)
            slot = layout.below[slot]

    @cython.cfunc
    def _write_card(
        self, card: cython.int, height: cython.Py_ssize_t, row: cython.float[::1], at: cython.Py_ssize_t
    ) -> None:
        at += suit_of(card) * KING + rank_of(card) - 1
        while row[at] != 0:
            # An equal card lies above it.
            at += self.kinds
        row[at] = 1.0 / height

"""The positions that a search has found: each kept once, with its predecessor, the most promising first.

A position is four numbers that hold everything in `state.py`, so that no two are ever confused:

    up, 3 foundations    seconds, 1 foundation    bases    talon, drawn, downs, turns
"""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.patience.core.bits import *
from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.state import State

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc, realloc

NOBODY: Final = 0xFFFFFFFF
MIX_FIRST: Final = 0x9E3779B97F4A7C15
MIX_SECOND: Final = 0xC2B2AE3D27D4EB4F
MIX_THIRD: Final = 0x165667B19E3779F9
ALL_BUT_DRAWN: Final = 0xFFFFFFFFE0FFFFFF
# The foundations of the first two numbers when every suit is complete.
ALL_FOUND_FIRST: Final = 0xDDD
ALL_FOUND_SECOND: Final = 0xD

BUCKETS: Final = 512
# Fresh positions: how many there may be, and how many are gathered before they are looked up.
MOST_FRESH: Final = 4096
ENOUGH_FRESH: Final = 64
FIRST_ROOM: Final = 8192


@cython.final
@cython.cclass
class Known:
    """A store of positions, at most `most` of them, each about 50 bytes."""

    passes: cython.int
    most = cython.declare(cython.Py_ssize_t, visibility="readonly")
    count = cython.declare(cython.Py_ssize_t, visibility="readonly")
    overflowed = cython.declare(cython.bint, visibility="readonly")  # whether some could not be kept
    won_at: cython.uint  # the position in which the game is won, NOBODY while there is none
    room: cython.Py_ssize_t
    words: cython.p_ulonglong  # four for each position
    parents: cython.p_uint
    nexts: cython.p_uint  # the next one waiting in its bucket
    table: cython.p_uint  # from hashes to positions
    mask: cython.ulonglong
    buckets: cython.uint[512]  # the first one waiting
    lowest: cython.int
    weights: cython.int[4]
    # Fresh positions: four numbers each, their predecessors, where they are looked up, and what is there.
    fresh: cython.ulonglong[16384]
    fresh_from: cython.uint[4096]
    fresh_place: cython.ulonglong[4096]
    fresh_there: cython.uint[4096]
    fresh_count: cython.Py_ssize_t
    read_ahead: cython.ulonglong

    def __init__(self, passes: cython.int, most: cython.Py_ssize_t, weights: list[int]) -> None:
        """An empty store; `weights` are those of a face-down card, a card of the talon and a card of the tableau."""
        i: cython.int
        if not cython.compiled:
            self.words = []
            self.parents = []
            self.nexts = []
            self.table = []
            self.buckets = [0] * BUCKETS
            self.weights = [0] * 4
            self.fresh = [0] * (4 * MOST_FRESH)
            self.fresh_from = [0] * MOST_FRESH
            self.fresh_place = [0] * MOST_FRESH
            self.fresh_there = [0] * MOST_FRESH
        self.passes = passes
        self.most = most
        self.count = self.room = self.fresh_count = 0
        self.overflowed = False
        self.won_at = NOBODY
        self.lowest = BUCKETS
        for i in range(BUCKETS):
            self.buckets[i] = NOBODY
        for i in range(3):
            self.weights[i] = weights[i]
        self._grow()

    if cython.compiled:

        def __dealloc__(self) -> None:
            free(self.words)
            free(self.parents)
            free(self.nexts)
            free(self.table)

    @cython.exceptval(-1)
    def _grow(self) -> cython.int:
        """Make room for twice as many positions."""
        i: cython.Py_ssize_t
        at: cython.ulonglong
        room: cython.Py_ssize_t = max(self.room * 2, FIRST_ROOM)
        if cython.compiled:
            words = cython.cast(cython.p_ulonglong, realloc(self.words, room * 4 * cython.sizeof(cython.ulonglong)))
            if words == cython.NULL:
                raise MemoryError
            self.words = words
            parents = cython.cast(cython.p_uint, realloc(self.parents, room * cython.sizeof(cython.uint)))
            if parents == cython.NULL:
                raise MemoryError
            self.parents = parents
            nexts = cython.cast(cython.p_uint, realloc(self.nexts, room * cython.sizeof(cython.uint)))
            if nexts == cython.NULL:
                raise MemoryError
            self.nexts = nexts
            free(self.table)
            self.table = cython.cast(cython.p_uint, malloc(room * 2 * cython.sizeof(cython.uint)))
            if self.table == cython.NULL:
                raise MemoryError
        else:
            self.words.extend([0] * (4 * (room - self.room)))
            self.parents.extend([0] * (room - self.room))
            self.nexts.extend([0] * (room - self.room))
            self.table = [0] * (room * 2)
        self.room = room
        self.mask = room * 2 - 1
        for i in range(room * 2):
            self.table[i] = NOBODY
        for i in range(self.count):
            at = self._first_place(
                self.words[4 * i], self.words[4 * i + 1], self.words[4 * i + 2], self.words[4 * i + 3]
            )
            while self.table[at] != NOBODY:
                at = (at + 1) & self.mask
            self.table[at] = cython.cast(cython.uint, i)
        return 0

    @cython.exceptval(-1)
    def _make_room(self) -> cython.int:
        """Make sure that there is room for all fresh positions; return 0 if there is none."""
        if self.room - self.count >= MOST_FRESH:
            return 1
        if self.room * 2 > self.most:
            return 0
        self._grow()
        return 1

    def _first_place(
        self, a: cython.ulonglong, b: cython.ulonglong, c: cython.ulonglong, d: cython.ulonglong
    ) -> cython.ulonglong:
        """The place in the table at which a position is looked for first, whatever its `drawn` is."""
        mixed: cython.ulonglong = a * MIX_FIRST & ALL_BITS
        mixed = ((mixed ^ mixed >> 29) + b) * MIX_SECOND & ALL_BITS
        mixed = ((mixed ^ mixed >> 31) + c) * MIX_THIRD & ALL_BITS
        mixed = ((mixed ^ mixed >> 30) + (d & ALL_BUT_DRAWN)) * MIX_FIRST & ALL_BITS
        return mixed >> 36 & self.mask

    def _place(
        self,
        at: cython.ulonglong,
        a: cython.ulonglong,
        b: cython.ulonglong,
        c: cython.ulonglong,
        d: cython.ulonglong,
    ) -> cython.ulonglong:
        """From the first place on, the place of a position that is as good as this one, or a free one for this one.

        With unlimited passes, a position that differs only in the waste is as good if its waste is the part of this
        one's before some draws, or if this one has none: a redeal leads there from any waste.
        """
        i: cython.Py_ssize_t
        other: cython.int
        drawn: cython.int = cython.cast(cython.int, d >> 24 & 31)
        while self.table[at] != NOBODY:
            i = cython.cast(cython.Py_ssize_t, self.table[at]) * 4
            if (
                self.words[i] == a
                and self.words[i + 1] == b
                and self.words[i + 2] == c
                and (self.words[i + 3] ^ d) & ALL_BUT_DRAWN == 0
            ):
                other = cython.cast(cython.int, self.words[i + 3] >> 24 & 31)
                if other == drawn:
                    break
                if self.passes == 0 and (drawn == 0 or (0 < other < drawn and (drawn - other) % 3 == 0)):
                    break
            at = (at + 1) & self.mask
        return at

    def _offer(self, state: State, parent: cython.uint) -> cython.void:
        """Put a position among the fresh ones."""
        i: cython.Py_ssize_t = self.fresh_count
        if i == MOST_FRESH:
            self.overflowed = True
            return
        self.fresh_count += 1
        self.fresh[4 * i] = state.up | (cython.cast(cython.ulonglong, state.found) & 0xFFF) << 52
        self.fresh[4 * i + 1] = state.seconds | (cython.cast(cython.ulonglong, state.found) >> 12) << 52
        self.fresh[4 * i + 2] = state.bases
        self.fresh[4 * i + 3] = (
            cython.cast(cython.ulonglong, state.talon)
            | cython.cast(cython.ulonglong, state.drawn) << 24
            | cython.cast(cython.ulonglong, state.downs) << 29
            | cython.cast(cython.ulonglong, state.turns) << 50
        )
        self.fresh_from[i] = parent
        self.fresh_place[i] = self._first_place(
            self.fresh[4 * i], self.fresh[4 * i + 1], self.fresh[4 * i + 2], self.fresh[4 * i + 3]
        )

    def _keep_fresh(self) -> cython.void:
        """Keep the fresh positions that are not known.

        A long search spends nearly all its time waiting for memory here. So all places are read first: the processor
        then waits for many of them at once.
        """
        a: cython.ulonglong
        b: cython.ulonglong
        c: cython.ulonglong
        d: cython.ulonglong
        at: cython.ulonglong
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        bucket: cython.int
        read: cython.ulonglong = 0
        for k in range(self.fresh_count):
            self.fresh_there[k] = self.table[self.fresh_place[k]]
        for k in range(self.fresh_count):
            if self.fresh_there[k] != NOBODY:
                read ^= self.words[cython.cast(cython.Py_ssize_t, self.fresh_there[k]) * 4]
        self.read_ahead = read
        for k in range(self.fresh_count):
            a = self.fresh[4 * k]
            b = self.fresh[4 * k + 1]
            c = self.fresh[4 * k + 2]
            d = self.fresh[4 * k + 3]
            at = self._place(self.fresh_place[k], a, b, c, d)
            if self.table[at] != NOBODY:
                continue
            i = self.count
            self.count += 1
            self.table[at] = cython.cast(cython.uint, i)
            self.words[4 * i] = a
            self.words[4 * i + 1] = b
            self.words[4 * i + 2] = c
            self.words[4 * i + 3] = d
            self.parents[i] = self.fresh_from[k]
            if a >> 52 == ALL_FOUND_FIRST and b >> 52 == ALL_FOUND_SECOND:
                self.won_at = cython.cast(cython.uint, i)
            bucket = self._bucket(a, d)
            self.nexts[i] = self.buckets[bucket]
            self.buckets[bucket] = cython.cast(cython.uint, i)
            self.lowest = min(self.lowest, bucket)
        self.fresh_count = 0

    def _bucket(self, a: cython.ulonglong, d: cython.ulonglong) -> cython.int:
        """How far a position seems to be from a win."""
        k: cython.int
        hidden: cython.int = 0
        for k in range(PILES):
            hidden += cython.cast(cython.int, d >> (29 + 3 * k) & 7)
        return min(
            self.weights[0] * hidden
            + self.weights[1] * popcount(d & 0xFFFFFF)
            + self.weights[2] * popcount(a & ALL_CARDS),
            BUCKETS - 1,
        )

    def _next(self) -> cython.uint:
        """Take the most promising position, among equals the newest; NOBODY if none is waiting."""
        i: cython.uint
        while self.lowest < BUCKETS and self.buckets[self.lowest] == NOBODY:
            self.lowest += 1
        if self.lowest == BUCKETS:
            return NOBODY
        i = self.buckets[self.lowest]
        self.buckets[self.lowest] = self.nexts[i]
        return i

    def _load(self, i: cython.Py_ssize_t, state: State) -> cython.void:
        """Load a kept position into a state."""
        a: cython.ulonglong = self.words[4 * i]
        b: cython.ulonglong = self.words[4 * i + 1]
        d: cython.ulonglong = self.words[4 * i + 3]
        state.up = a & ALL_CARDS
        state.seconds = b & ALL_CARDS
        state.bases = self.words[4 * i + 2]
        state.found = cython.cast(cython.uint, a >> 52 | (b >> 52) << 12)
        state.talon = cython.cast(cython.uint, d & 0xFFFFFF)
        state.drawn = cython.cast(cython.int, d >> 24 & 31)
        state.downs = cython.cast(cython.uint, d >> 29 & 0x1FFFFF)
        state.turns = cython.cast(cython.int, d >> 50)
        state.step_count = state.saved_count = 0

    def _is_fresh(self, i: cython.Py_ssize_t) -> cython.bint:
        """Whether the last of the fresh positions is a kept one, while a line is traced."""
        k: cython.Py_ssize_t = self.fresh_count - 1
        return (
            self.fresh[4 * k] == self.words[4 * i]
            and self.fresh[4 * k + 1] == self.words[4 * i + 1]
            and self.fresh[4 * k + 2] == self.words[4 * i + 2]
            and self.fresh[4 * k + 3] == self.words[4 * i + 3]
        )

"""The positions found by the search of games of building, each once, the most promising first."""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.patience.core.board import HEIGHT, Board
from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.lossless import play_move, settle_board
from spite_and_malice.patience.core.weighing import HEAPS, Weighing

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc, realloc
    from cython.cimports.libc.string import memcpy

NONE: Final = 0xFFFFFFFF

FIRST_POSITIONS: Final = 4096
# The most bytes of a position.
MOST_BYTES: Final = 416
# The most positions added by one expansion.
MOST_AT_ONCE: Final = 4096
# Positions that were found and are not looked up yet: how many there may be, and how many are gathered before they are
# looked up once there are more positions than the processor keeps near.
MOST_NEW: Final = 8192
ENOUGH_NEW: Final = 64
FAR: Final = 30_000


@cython.final
@cython.cclass
class Positions:
    """A store of positions of a board."""

    board: Board
    count = cython.declare(cython.Py_ssize_t, visibility="readonly")
    won_at: cython.uint
    room: cython.Py_ssize_t
    keys: cython.p_ulonglong  # two halves each
    place: cython.p_ulonglong  # where its bytes begin
    parents: cython.p_uint
    nexts: cython.p_uint  # the next one waiting in its heap
    moves: cython.p_uint
    depths: cython.p_uint
    table: cython.p_uint
    mask: cython.ulonglong
    data: cython.p_uchar
    data_count: cython.Py_ssize_t
    data_room: cython.Py_ssize_t
    heaps: cython.uint[4096]
    lowest: cython.int
    depth: cython.uint
    weighing: Weighing
    # Positions that were found: their keys, what each comes from and by which move, its penalty, how deep it
    # lies, whether it is won; then what was in its place of the table, and its number, NONE for one that was known.
    fresh_first: cython.ulonglong[8192]
    fresh_second: cython.ulonglong[8192]
    fresh_parent: cython.uint[8192]
    fresh_move: cython.int[8192]
    fresh_worth: cython.int[8192]
    fresh_depth: cython.uint[8192]
    fresh_won: cython.uchar[8192]
    fresh_there: cython.uint[8192]
    fresh_number: cython.uint[8192]
    fresh_count: cython.Py_ssize_t
    read_ahead: cython.ulonglong

    def __init__(self, board: Board, weights: list[int]) -> None:
        """An empty store; `weights` are those of `Weighing`."""
        if not cython.compiled:
            self.keys = []
            self.place = []
            self.parents = []
            self.nexts = []
            self.moves = []
            self.depths = []
            self.table = []
            self.data = []
            self.heaps = [0] * HEAPS
            self.fresh_first = [0] * MOST_NEW
            self.fresh_second = [0] * MOST_NEW
            self.fresh_parent = [0] * MOST_NEW
            self.fresh_move = [0] * MOST_NEW
            self.fresh_worth = [0] * MOST_NEW
            self.fresh_depth = [0] * MOST_NEW
            self.fresh_won = [0] * MOST_NEW
            self.fresh_there = [0] * MOST_NEW
            self.fresh_number = [0] * MOST_NEW
        self.board = board
        self.weighing = Weighing(board, weights)
        self.fresh_count = 0
        self.count = self.room = self.data_count = self.data_room = 0
        self.won_at = NONE
        self.depth = 0
        self._forget_waiting()
        self._grow()

    if cython.compiled:

        def __dealloc__(self) -> None:
            free(self.keys)
            free(self.place)
            free(self.parents)
            free(self.nexts)
            free(self.moves)
            free(self.depths)
            free(self.table)
            free(self.data)

    @property
    def bytes_used(self) -> int:
        """Roughly how many bytes of memory the store takes."""
        return self.data_room + self.room * 48

    # --- beginning and end --------------------------------------------------------------------------------------

    def begin(self) -> list[int]:
        """Keep the board's position, after all lossless moves; return these."""
        self.board.logging = True
        self.board.log_count = 0
        settle_board(self.board)
        self.board.logging = False
        self.board._keep()
        self._make_room()
        self.weighing._weigh_kept()
        self._offer(NONE, 0)
        self._keep_fresh()
        self.fresh_count = 0
        self._pack(0)
        return [self.board.log[i] for i in range(self.board.log_count)]

    def way(self) -> list[int]:
        """The moves from the first position to the won one, without draws and redeals."""
        path: list[int] = []
        at = self.won_at
        while self.parents[at] != NONE:
            path.append(at)
            at = self.parents[at]
        played: list[int] = []
        self.board.logging = True
        for each in reversed(path):
            self._load(self.parents[each])
            self.board.log_count = 0
            play_move(self.board, self.moves[each])
            played += [self.board.log[i] for i in range(self.board.log_count)]
        self.board.logging = False
        return played

    # --- room ---------------------------------------------------------------------------------------------------

    @cython.exceptval(-1)
    def _make_room(self) -> cython.int:
        """Make sure that there is room for the positions of one expansion."""
        if self.room - self.count < MOST_AT_ONCE:
            self._grow()
        if self.data_room - self.data_count < MOST_AT_ONCE * MOST_BYTES:
            self._grow_data()
        return 0

    @cython.exceptval(-1)
    def _grow_data(self) -> cython.int:
        room: cython.Py_ssize_t = self.data_room + max(self.data_room // 2, MOST_AT_ONCE * MOST_BYTES)
        if cython.compiled:
            data = cython.cast(cython.p_uchar, realloc(self.data, room))
            if data == cython.NULL:
                raise MemoryError
            self.data = data
        else:
            self.data.extend([0] * (room - self.data_room))
        self.data_room = room
        return 0

    @cython.exceptval(-1)
    def _grow(self) -> cython.int:
        """Make room for twice as many positions."""
        i: cython.Py_ssize_t
        at: cython.ulonglong
        room: cython.Py_ssize_t = max(self.room * 2, 2 * FIRST_POSITIONS)
        if cython.compiled:
            self.keys = _wide(self.keys, 2 * room)
            self.place = _wide(self.place, room)
            self.parents = _narrow(self.parents, room)
            self.nexts = _narrow(self.nexts, room)
            self.moves = _narrow(self.moves, room)
            self.depths = _narrow(self.depths, room)
            free(self.table)
            self.table = cython.cast(cython.p_uint, malloc(room * 2 * cython.sizeof(cython.uint)))
            if self.table == cython.NULL:
                raise MemoryError
        else:
            more = [0] * (room - self.room)
            for each in (self.keys, self.keys, self.place, self.parents, self.nexts, self.moves, self.depths):
                each.extend(more)
            self.table = [0] * (room * 2)
        self.room = room
        self.mask = room * 2 - 1
        for i in range(room * 2):
            self.table[i] = NONE
        for i in range(self.count):
            at = self.keys[2 * i] & self.mask
            while self.table[at] != NONE:
                at = (at + 1) & self.mask
            self.table[at] = cython.cast(cython.uint, i)
        return 0

    # --- keeping ------------------------------------------------------------------------------------------------

    def _offer(self, parent: cython.uint, move: cython.int) -> cython.void:
        """Weigh the board's position and put it among those that were found."""
        k: cython.Py_ssize_t = self.fresh_count
        if k == MOST_NEW:
            return
        self.fresh_count = k + 1
        self.weighing._weigh(self.depth)
        self.fresh_first[k] = self.weighing.new_first
        self.fresh_second[k] = self.weighing.new_second
        self.fresh_parent[k] = parent
        self.fresh_move[k] = move
        self.fresh_worth[k] = self.weighing.new_worth
        self.fresh_depth[k] = self.depth + 1
        self.fresh_won[k] = self.board.home == self.board.full

    def _has_enough(self) -> cython.bint:
        """Whether enough positions were found to look them up.

        Nearly all the time of a long search would go into waiting for memory if each were looked up on its own. So they
        are gathered, and all places are read first: the processor then waits for many of them at a time.
        """
        return self.fresh_count >= ENOUGH_NEW or (self.fresh_count > 0 and self.count < FAR)

    @cython.exceptval(-1)
    def _keep_fresh(self) -> cython.int:
        """Keep those of the positions that were found that are new, but not their cards."""
        i: cython.uint
        k: cython.Py_ssize_t
        at: cython.ulonglong
        read: cython.ulonglong = 0
        while self.room - self.count <= self.fresh_count:
            self._grow()
        for k in range(self.fresh_count):
            self.fresh_there[k] = self.table[self.fresh_first[k] & self.mask]
        for k in range(self.fresh_count):
            if self.fresh_there[k] != NONE:
                read ^= self.keys[2 * cython.cast(cython.Py_ssize_t, self.fresh_there[k])]
        self.read_ahead = read
        for k in range(self.fresh_count):
            self.fresh_number[k] = NONE
            at = self.fresh_first[k] & self.mask
            while self.table[at] != NONE:
                i = self.table[at]
                if self.keys[2 * i] == self.fresh_first[k] and self.keys[2 * i + 1] == self.fresh_second[k]:
                    break
                at = (at + 1) & self.mask
            if self.table[at] != NONE:
                continue
            i = cython.cast(cython.uint, self.count)
            self.count += 1
            self.fresh_number[k] = self.table[at] = i
            self.keys[2 * i] = self.fresh_first[k]
            self.keys[2 * i + 1] = self.fresh_second[k]
            self.parents[i] = self.fresh_parent[k]
            self.moves[i] = cython.cast(cython.uint, self.fresh_move[k])
            self.depths[i] = self.fresh_depth[k]
            if self.fresh_won[k]:
                self.won_at = i
        return 0

    def _wait(self, which: cython.uint, worth: cython.int) -> cython.void:
        """Queue a position that has this penalty."""
        self.nexts[which] = self.heaps[worth]
        self.heaps[worth] = which
        self.lowest = min(self.lowest, worth)

    def _forget_waiting(self) -> cython.void:
        """Empty the queue of positions."""
        i: cython.int
        for i in range(HEAPS):
            self.heaps[i] = NONE
        self.lowest = HEAPS

    def _next(self) -> cython.uint:
        """Take the most promising position, among equals the newest; NONE if none is waiting."""
        i: cython.uint
        while self.lowest < HEAPS and self.heaps[self.lowest] == NONE:
            self.lowest += 1
        if self.lowest == HEAPS:
            return NONE
        i = self.heaps[self.lowest]
        self.heaps[self.lowest] = self.nexts[i]
        return i

    def _wait_again(self, which: cython.uint) -> cython.void:
        """Make the position taken last the next one again."""
        self.nexts[which] = self.heaps[self.lowest]
        self.heaps[self.lowest] = which

    def _pack(self, which: cython.uint) -> cython.void:
        """Append the board's position, which has that number, to the others."""
        at: cython.Py_ssize_t = self.data_count
        i: cython.Py_ssize_t
        n: cython.Py_ssize_t
        place: cython.Py_ssize_t = 0
        self.place[which] = at
        for i in range(0, 8, 2):
            self.data[at] = self.board.found[i] | self.board.found[i + 1] << 4
            at += 1
        self.data[at] = cython.cast(cython.uchar, self.board.talon_count)
        self.data[at + 1] = cython.cast(cython.uchar, self.board.drawn)
        self.data[at + 2] = cython.cast(cython.uchar, self.board.turn)
        at += 3
        if not self.board.deals:
            if cython.compiled:
                memcpy(self.data + at, self.board.talon, self.board.talon_count)
            else:
                for i in range(self.board.talon_count):
                    self.data[at + i] = self.board.talon[i]
            at += self.board.talon_count
        while place < self.board.last_place:
            n = self.board.size[place]
            self.data[at] = cython.cast(cython.uchar, n)
            self.data[at + 1] = self.board.down[place]
            at += 2
            if cython.compiled:
                memcpy(self.data + at, self.board.cards + place * HEIGHT, n)
            else:
                for i in range(n):
                    self.data[at + i] = self.board.cards[place * HEIGHT + i]
            at += n
            place += 1
            if place == self.board.piles:
                place = CELL
        self.data_count = at

    def _load(self, which: cython.uint) -> cython.void:
        """Load a position into the board, and keep it there."""
        at: cython.Py_ssize_t = self.place[which]
        i: cython.Py_ssize_t
        n: cython.Py_ssize_t
        place: cython.Py_ssize_t = 0
        self.board.home = 0
        for i in range(0, 8, 2):
            self.board.found[i] = self.data[at] & 15
            self.board.found[i + 1] = self.data[at] >> 4
            self.board.home += self.board.found[i] + self.board.found[i + 1]
            at += 1
        self.board.talon_count = self.data[at]
        self.board.drawn = self.data[at + 1]
        self.board.turn = self.data[at + 2]
        at += 3
        if self.board.deals:
            for i in range(self.board.talon_count):
                self.board.talon[i] = self.board.first_talon[self.board.first_count - self.board.talon_count + i]
        else:
            if cython.compiled:
                memcpy(self.board.talon, self.data + at, self.board.talon_count)
            else:
                for i in range(self.board.talon_count):
                    self.board.talon[i] = self.data[at + i]
            at += self.board.talon_count
        while place < self.board.last_place:
            n = self.data[at]
            self.board.size[place] = cython.cast(cython.uchar, n)
            self.board.down[place] = self.data[at + 1]
            at += 2
            if cython.compiled:
                memcpy(self.board.cards + place * HEIGHT, self.data + at, n)
            else:
                for i in range(n):
                    self.board.cards[place * HEIGHT + i] = self.data[at + i]
            at += n
            place += 1
            if place == self.board.piles:
                place = CELL
        self.depth = self.depths[which]
        self.board._keep()


@cython.exceptval(check=True)
def _wide(old: cython.p_ulonglong, room: cython.Py_ssize_t) -> cython.p_ulonglong:
    """The same numbers in an array of that size."""
    new = cython.cast(cython.p_ulonglong, realloc(old, room * cython.sizeof(cython.ulonglong)))
    if new == cython.NULL:
        raise MemoryError
    return new


@cython.exceptval(check=True)
def _narrow(old: cython.p_uint, room: cython.Py_ssize_t) -> cython.p_uint:
    """The same numbers in an array of that size."""
    new = cython.cast(cython.p_uint, realloc(old, room * cython.sizeof(cython.uint)))
    if new == cython.NULL:
        raise MemoryError
    return new

"""Finding a line that is certain to win in this turn: with known cards, whatever the hidden ones are."""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.engine.core.applying import apply_legal
from spite_and_malice.engine.core.codes import *
from spite_and_malice.engine.core.hashing import hash_of
from spite_and_malice.engine.core.integers import card_of, kind_of, plays_payoff, reveals, source_of, target_of
from spite_and_malice.engine.core.legal import generate
from spite_and_malice.engine.core.memory import Core
from spite_and_malice.engine.core.rules import bits_of, ranks_below

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free

# The most tables examined in a turn; room for them, a power of two; and the longest line.
MOST_WIN_TABLES: Final = 20000
WIN_ROOM: Final = 32768
LONGEST_WIN: Final = 128
# Greater than any move as a number.
LATER: Final = 0x10000000000


def winning_line(core: Core) -> list[int]:
    """Return moves that win the game in this turn whatever the hidden cards are, or none.

    `core` is the position as the seat to move knows it. Cards drawn or turned up during the turn do not count: they are
    luck.
    """
    search: WinSearch
    i: cython.Py_ssize_t
    if not within_reach(core):
        return []
    search = WinSearch(core)
    return [search.line[i] for i in range(search.length)] if search._find(core) else []


@cython.final
@cython.cclass
class WinStep:
    """The table after one more move of a line, linked to the next."""

    table: Core
    after: WinStep

    def __init__(self, core: Core) -> None:
        self.table = core.clone()
        self.after = None  # type: ignore[assignment]


@cython.final
@cython.cclass
class WinSearch:
    """Visits the tables of a turn, except those from which a pay-off card is out of reach.

    It can be used for every position under the rules of `core`.
    """

    first: WinStep
    line: cython.longlong[128]  # the moves that win, `length` of them
    length: cython.Py_ssize_t
    tables: cython.Py_ssize_t  # seen in this search
    search: cython.uint  # counts searches
    searches: cython.p_uint  # the search in which a key was last seen; allocated with the first table
    keys: cython.p_ulonglong

    def __init__(self, core: Core) -> None:
        self.first = WinStep(core)
        self.length = self.tables = self.search = 0
        if not cython.compiled:
            self.line, self.searches, self.keys = [0] * LONGEST_WIN, [], []

    if cython.compiled:

        def __cinit__(self) -> None:
            self.searches = cython.NULL
            self.keys = cython.NULL

        def __dealloc__(self) -> None:
            free(self.searches)
            free(self.keys)

    @cython.nogil
    @cython.exceptval(-1)
    def _find(self, core: Core) -> cython.Py_ssize_t:
        """Fill `line` with moves that win from here; 0 if nothing does or the limit of tables is reached."""
        if not within_reach(core):
            return 0
        self.search += 1
        self.tables = 0
        return self._line_from(core, self.first, 0)

    @cython.nogil
    @cython.exceptval(-1)
    def _line_from(self, core: Core, step: WinStep, depth: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Continue with every distinct move, where the pay-off cards are within reach."""
        i: cython.Py_ssize_t
        effects: cython.Py_ssize_t
        found: cython.Py_ssize_t = 0
        if step.after is None:
            with cython.gil:
                step.after = WinStep(step.table)
        for i in range(_plays(core)):
            self.line[depth] = core.moves[i]
            step.table._copy_numbers(core)
            effects = apply_legal(step.table, core.moves[i])
            if step.table.stage == OVER:
                found = _has_won(step.table, core.turn)
                if found:
                    self.length = depth + 1
            elif not reveals(effects) and depth + 1 < LONGEST_WIN:
                if self._is_new(hash_of(step.table)) and within_reach(step.table):
                    found = self._line_from(step.table, step.after, depth + 1)
            if found:
                return 1
        return 0

    @cython.nogil
    @cython.exceptval(-1)
    def _is_new(self, key: cython.ulonglong) -> cython.Py_ssize_t:
        """Whether this table is new and there is room to visit it."""
        at: cython.Py_ssize_t = key & (WIN_ROOM - 1)
        if not cython.compiled:
            if not self.keys:
                self.keys, self.searches = [0] * WIN_ROOM, [0] * WIN_ROOM
        elif self.keys == cython.NULL:
            self.searches = cython.cast(cython.p_uint, calloc(WIN_ROOM, cython.sizeof(cython.uint)))
            self.keys = cython.cast(cython.p_ulonglong, calloc(WIN_ROOM, 8))
            if self.keys == cython.NULL or self.searches == cython.NULL:
                with cython.gil:
                    raise MemoryError
        while self.searches[at] == self.search:
            if self.keys[at] == key:
                return 0
            at = (at + 1) & (WIN_ROOM - 1)
        if self.tables >= MOST_WIN_TABLES:
            return 0
        self.tables += 1
        self.searches[at] = self.search
        self.keys[at] = key
        return 1


def _has_won(core: Core, seat: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Whether a game that is over was won by the side of a seat."""
    return (core.reason == BY_PAYOFF or core.rules.fewest) and core._ahead() == seat % core.rules.sides


def within_reach(core: Core) -> cython.bint:
    """Whether, at a glance, every remaining pay-off card could be played: no line wins otherwise.

    A stack can be built on past its completion, and any card of the hand or of a side stack may be needed for it.
    """
    mem: cython.p_ushort = core.mem
    wanted: cython.int[8]
    count: cython.Py_ssize_t = 0
    ranks: cython.Py_ssize_t = 0  # of natural cards to be had, bit r
    wilds: cython.Py_ssize_t = 0
    seat: cython.Py_ssize_t = core.turn
    base: cython.Py_ssize_t
    i: cython.Py_ssize_t
    node: cython.Py_ssize_t
    reached: cython.Py_ssize_t = 0
    if not cython.compiled:
        wanted = [0] * 8
    if core.stage == OVER:
        return False
    while True:
        base = seat * SEAT
        for i in range(core.rules.piles):
            node = mem[base + PAY_TOP + i]
            if mem[base + PAY_COUNT + i] > (1 if node and mem[core.o_card + node] else 0):
                return False
            if node:
                wanted[count] = mem[core.o_card + node]
                count += 1
        seat = core._partner(seat)
        if core.rules.sides == core.rules.players or seat == core.turn:
            break
    for i in range(mem[core.turn * SEAT]):
        node = mem[core.turn * SEAT + HAND + i]
        wilds += core.rules.wild[node]
        ranks |= 1 << core.rules.natural[node]
    while True:
        base = seat * SEAT
        for i in range(PAY_TOP, SIDE_TOP + core.rules.side):
            node = mem[base + i]
            while node:
                wilds += core.rules.wild[mem[core.o_card + node]]
                ranks |= 1 << core.rules.natural[mem[core.o_card + node]]
                node = mem[core.o_under + node]
        seat = core._partner(seat)
        if core.rules.sides == core.rules.players or seat == core.turn:
            break
    for i in range(count):
        reached += _takes(core, wanted[i], ranks, wilds)
    # Where pay-off cards may be loaded, one that can be played is enough.
    return reached > 0 if core.rules.loading else reached == count


def _takes(
    core: Core, card: cython.Py_ssize_t, ranks: cython.Py_ssize_t, wilds: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Whether some centre stack takes a card once these natural ranks and wild cards have been laid on it."""
    place: cython.Py_ssize_t
    height: cython.Py_ssize_t
    if core.rules.wild[card]:
        return 1
    for place in range(core.places + (1 if core.rules.centre < 0 else 0)):
        height = core.mem[core.o_height + place] if place < core.places else 0
        if bits_of(ranks_below(core.rules.natural[card], height, core.rules.build_to) & ~ranks) <= wilds:
            return 1
    return 0


@cython.nogil
@cython.exceptval(-1)
def _plays(core: Core) -> cython.Py_ssize_t:
    """Find the distinct moves and do not end the turn, pay-off cards first and wild cards last; their number."""
    moves: cython.p_longlong
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    move: cython.Py_ssize_t
    kept: cython.Py_ssize_t = 0
    generate(core)
    moves = core.moves
    for i in range(core.count):
        if kind_of(moves[i]) == TO_CENTRE or kind_of(moves[i]) == TO_LOAD:
            for k in range(kept):
                if _likeness(core, moves[k]) == _likeness(core, moves[i]):
                    break
            else:
                moves[kept] = moves[i]
                kept += 1
    for i in range(1, kept):
        move = moves[i]
        k = i
        while k and _order(core, moves[k - 1]) > _order(core, move):
            moves[k] = moves[k - 1]
            k -= 1
        moves[k] = move
    return kept


def _likeness(core: Core, move: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """A number that is equal for equivalent moves; only for a load does a card's suit matter."""
    source: cython.Py_ssize_t = source_of(move)
    target: cython.Py_ssize_t = target_of(move)
    if source == FROM_HAND:
        source = 64 + (card_of(move) if core.rules.loading else core.rules.natural[card_of(move)])
    if kind_of(move) == TO_CENTRE and core.stage != COVER:
        target = core.mem[core.o_height + target] if target < core.places else 0
    return (kind_of(move) * 1024 + source) * (MOST_CARDS + 1) + target


def _order(core: Core, move: cython.Py_ssize_t) -> cython.longlong:
    """A number by which moves are tried, the lowest first."""
    order: cython.longlong = move
    if core.rules.wild[card_of(move)]:
        order += LATER
    return order if plays_payoff(move) else order + 2 * LATER

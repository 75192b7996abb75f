"""A search for a win that plays with the engine itself, level by level: for games that no other search plays.

Every legal move is made in a copy of the layout, so everything the engine plays is searched, redeals and all. Only as
many positions of each level as the width are expanded; a loss is proved only if no level was wider.
"""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.patience.core.beam import Candidates
from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.grid import weigh_line, weigh_rows
from spite_and_malice.patience.core.integers import suit_of, target_of
from spite_and_malice.patience.core.layout import Layout
from spite_and_malice.patience.core.legal import generate
from spite_and_malice.patience.core.piles import copy_piles, is_won
from spite_and_malice.patience.core.playing import make_move
from spite_and_malice.patience.core.positions import NONE
from spite_and_malice.patience.core.ruleset import fits, level_of
from spite_and_malice.patience.core.weighing import HEAPS, ODD_FIRST, ODD_SECOND, ODD_THIRD, stirred

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc, realloc

# Levels without improvement before the search gives up, if it left something out.
WHOLE_IDLE: Final = 60
WHOLE_ROOM: Final = 8192
# The most moves of one position, for which room is made.
WHOLE_MOVES: Final = 8192


@cython.final
@cython.cclass
class WholeSearch:
    """A search from a layout: `run` continues it, `status` is its state."""

    away: cython.int  # the penalties of a position: a card that is not home or gone,
    apart: cython.int  # one on a card that it does not fit on,
    under: cython.int  # one that lies under a higher one of its suit,
    redealt: cython.int  # and a pass that is used up, where passes are limited
    eager: cython.bint  # whether a card that can go home or off the table goes before anything else is tried
    lossless: cython.bint  # whether nothing is lost by that
    width: cython.Py_ssize_t
    ordered: cython.bint  # whether the order of places counts
    dealt_on: cython.bint  # or does as long as there is a stock, which is dealt on them
    child: Layout
    level: list[Layout]
    following: Candidates
    at: cython.Py_ssize_t
    best: cython.int
    idle: cython.int
    whole = cython.declare(cython.bint, visibility="readonly")  # whether no level was wider than the width
    skipped: cython.bint  # whether moves were left out that may have led elsewhere
    # By the number of a position: two halves of its key, its predecessor, and its place in its level.
    keys: cython.p_ulonglong
    parents: cython.p_uint
    played: cython.p_uint
    places: cython.p_uint
    room: cython.Py_ssize_t
    positions = cython.declare(cython.Py_ssize_t, visibility="readonly")
    table: cython.p_uint
    mask: cython.ulonglong
    new_first: cython.ulonglong
    new_second: cython.ulonglong
    slot: cython.ulonglong
    numbers: list[int]
    won_at: cython.uint
    expanded = cython.declare(cython.Py_ssize_t, visibility="readonly")
    status = cython.declare(cython.int, visibility="readonly")

    def __init__(
        self,
        layout: Layout,
        width: cython.Py_ssize_t,
        weights: tuple[int, int, int, int],
        eager: cython.bint,
        lossless: cython.bint,
    ) -> None:
        """Begin at a layout, which stays as it is; `width` positions of each level are expanded."""
        self.eager = eager
        self.lossless = lossless
        self.away, self.apart, self.under, self.redealt = weights
        self.width = width
        rules = layout.rules
        self.ordered = rules.wide or rules.gather or rules.merci or rules.stock == STOCK_RESERVE
        self.dealt_on = rules.stock == STOCK_PILES
        self.child = layout.clone()
        self.level = [layout.clone()]
        self.following = Candidates()
        self.at = self.idle = 0
        self.best = HEAPS
        self.whole = True
        self.skipped = False
        self.room = self.positions = self.expanded = 0
        self.status = RUNNING
        self.won_at = NONE
        self.numbers = [0]
        if not cython.compiled:
            self.keys = []
            self.parents = []
            self.played = []
            self.places = []
            self.table = []
        self._grow()
        self._is_new(self.child)
        self._keep_new(NONE, 0)
        if is_won(layout):
            self.won_at = 0

    if cython.compiled:

        def __dealloc__(self) -> None:
            free(self.keys)
            free(self.parents)
            free(self.played)
            free(self.places)
            free(self.table)

    @property
    def bytes_used(self) -> int:
        """Roughly how much memory it takes."""
        return self.room * 40 + 4096 * (len(self.level) + self.width)

    def run(self, most: cython.Py_ssize_t) -> int:
        """Expand about `most` positions; return `status`."""
        end: cython.Py_ssize_t = self.expanded + most
        while self.status == RUNNING and self.expanded < end:
            if self.won_at != NONE:
                self.status = FOUND
            elif self.at < len(self.level):
                self._expand(self.at)
                self.at += 1
                self.expanded += 1
            elif not self._begin_level():
                self.status = FULL if self.skipped or not self.whole else LOST
        return self.status

    def moves(self) -> list[int]:
        """The winning line."""
        found: list[int] = []
        at = self.won_at
        while self.parents[at] != NONE:
            found.append(self.played[at])
            at = self.parents[at]
        found.reverse()
        return found

    @cython.exceptval(-1)
    def _expand(self, at: cython.Py_ssize_t) -> cython.int:
        """Find all positions after one of the level."""
        i: cython.Py_ssize_t
        number: cython.uint = self.numbers[at]
        layout: Layout = cython.cast(Layout, self.level[at])
        child: Layout = self.child
        generate(layout)
        if self.eager:
            self._keep_leaving(layout)
        self.following._make_room(layout.count)
        if self.room - self.positions < layout.count + 1:
            self._grow()
        for i in range(layout.count):
            copy_piles(layout, child)
            make_move(child, layout.moves[i])
            if self._is_new(child):
                self.following._add(self._keep_new(number, layout.moves[i]), self._weigh(child))
                if is_won(child):
                    self.won_at = cython.cast(cython.uint, self.positions - 1)
                    return 0
        return 0

    def _keep_leaving(self, layout: Layout) -> cython.void:
        """Keep only the first move of a layout that takes a card home or off the table, if there is one."""
        i: cython.Py_ssize_t
        target: cython.Py_ssize_t
        for i in range(layout.count):
            if layout.moves[i] >= PAIR:
                continue
            target = target_of(layout.moves[i])
            if HOME <= target < WASTE or FOUNDATION <= target <= OFF:
                layout.moves[0] = layout.moves[i]
                self.skipped = self.skipped or (layout.count > 1 and not self.lossless)
                layout.count = 1
                return

    @cython.exceptval(-1)
    def _begin_level(self) -> cython.int:
        """Go to the next level; return 0 if there is none, or none that is likely to lead anywhere."""
        i: cython.Py_ssize_t
        number: cython.uint
        parent: Layout
        layout: Layout
        self.idle = 0 if self.following.best < self.best else self.idle + 1
        self.best = min(self.best, self.following.best)
        if self.following.count > self.width:
            self.whole = False
        if self.following.count == 0 or (not self.whole and self.idle > WHOLE_IDLE):
            return 0
        self.following._keep_best(self.width)
        level: list[Layout] = []
        numbers: list[int] = []
        for i in range(self.following.count):
            number = self.following.numbers[i]
            parent = cython.cast(Layout, self.level[self.places[self.parents[number]]])
            layout = parent.clone()
            make_move(layout, cython.cast(cython.int, self.played[number]))
            self.places[number] = cython.cast(cython.uint, i)
            level.append(layout)
            numbers.append(number)
        self.level = level
        self.numbers = numbers
        self.following._clear()
        self.at = 0
        return 1

    # --- known positions ----------------------------------------------------------------------------------------

    def _is_new(self, layout: Layout) -> cython.bint:
        """Whether a layout has not been found before; its key is then what `_keep_new` keeps."""
        place: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        slot: cython.int
        a: cython.ulonglong = 3 + cython.cast(cython.ulonglong, layout.drawn)
        b: cython.ulonglong = 5 + cython.cast(cython.ulonglong, layout.merci)
        c: cython.ulonglong
        d: cython.ulonglong
        kind: cython.ulonglong
        which: cython.uint
        ordered: cython.bint = self.ordered or (self.dealt_on and layout.talon_count > 0)
        for i in range(8):
            a = (a + layout.found[i]) * ODD_FIRST & ALL_BITS
            b = (b + layout.found[i]) * ODD_SECOND & ALL_BITS
        for i in range(layout.talon_count):
            a = (a + layout.code[layout.talon[i]]) * ODD_FIRST & ALL_BITS
            b = (b + layout.code[layout.talon[i]]) * ODD_SECOND & ALL_BITS
        if layout.rules.passes:
            a = (a + cython.cast(cython.ulonglong, layout.pass_number)) * ODD_FIRST & ALL_BITS
        a = stirred(a, ODD_SECOND)
        b = stirred(b, ODD_FIRST)
        while place < HOME + layout.rules.homes:
            kind = cython.cast(cython.ulonglong, place) if ordered else (place >= CELL) + (place >= RESERVE)
            c = kind + 1
            d = kind + 7 + (cython.cast(cython.ulonglong, layout.down[place]) << 8)
            slot = layout.top[place]
            while slot != NOTHING:
                c = (c + layout.code[slot]) * ODD_FIRST & ALL_BITS
                d = (d + layout.code[slot]) * ODD_SECOND & ALL_BITS
                # Cards under others in a line never become free again.
                slot = NOTHING if layout.rules.aim == AIM_ONE else layout.below[slot]
            a = a + stirred(c, ODD_THIRD) & ALL_BITS
            b = b + stirred(d, ODD_FIRST) & ALL_BITS
            place += 1
            if place == layout.rules.piles:
                place = CELL
        self.new_first = a
        self.new_second = b
        self.slot = a & self.mask
        while self.table[self.slot] != NONE:
            which = self.table[self.slot]
            if self.keys[2 * which] == a and self.keys[2 * which + 1] == b:
                return False
            self.slot = (self.slot + 1) & self.mask
        return True

    def _keep_new(self, parent: cython.uint, move: cython.int) -> cython.uint:
        """Keep the position examined last; return its number."""
        number: cython.uint = cython.cast(cython.uint, self.positions)
        self.table[self.slot] = number
        self.keys[2 * number] = self.new_first
        self.keys[2 * number + 1] = self.new_second
        self.parents[number] = parent
        self.played[number] = cython.cast(cython.uint, move)
        self.places[number] = 0
        self.positions += 1
        return number

    @cython.exceptval(-1)
    def _grow(self) -> cython.int:
        """Make room for twice as many positions."""
        i: cython.Py_ssize_t
        at: cython.ulonglong
        room: cython.Py_ssize_t = max(2 * self.room, WHOLE_ROOM + WHOLE_MOVES)
        slots: cython.Py_ssize_t = 1
        while slots < 2 * room:
            slots *= 2
        if cython.compiled:
            self.keys = cython.cast(cython.p_ulonglong, realloc(self.keys, 2 * room * cython.sizeof(cython.ulonglong)))
            self.parents = cython.cast(cython.p_uint, realloc(self.parents, room * cython.sizeof(cython.uint)))
            self.played = cython.cast(cython.p_uint, realloc(self.played, room * cython.sizeof(cython.uint)))
            self.places = cython.cast(cython.p_uint, realloc(self.places, room * cython.sizeof(cython.uint)))
            free(self.table)
            self.table = cython.cast(cython.p_uint, malloc(slots * cython.sizeof(cython.uint)))
            if (
                self.keys == cython.NULL
                or self.parents == cython.NULL
                or self.played == cython.NULL
                or self.places == cython.NULL
                or self.table == cython.NULL
            ):
                raise MemoryError
        else:
            more = [0] * (room - self.room)
            for each in (self.keys, self.keys, self.parents, self.played, self.places):
                each.extend(more)
            self.table = [0] * slots
        self.room = room
        self.mask = cython.cast(cython.ulonglong, slots) - 1
        for i in range(slots):
            self.table[i] = NONE
        for i in range(self.positions):
            at = self.keys[2 * i] & self.mask
            while self.table[at] != NONE:
                at = (at + 1) & self.mask
            self.table[at] = cython.cast(cython.uint, i)
        return 0

    # --- penalties -----------------------------------------------------------------------------------------------

    def _weigh(self, layout: Layout) -> cython.int:
        """The penalty of a layout."""
        if layout.rules.columns > 0 and layout.rules.aim != AIM_PAIRS:
            return weigh_line(layout) if layout.rules.aim == AIM_ONE else weigh_rows(layout)
        return self._weigh_piles(layout)

    def _weigh_piles(self, layout: Layout) -> cython.int:
        """The penalty of a layout of piles, or of places to be cleared."""
        place: cython.Py_ssize_t
        slot: cython.int
        card: cython.int
        key: cython.int
        upper: cython.int
        suit: cython.int
        highest: cython.uint
        worth: cython.int
        if layout.rules.aim <= AIM_BUILD:
            worth = self.away * (layout.rules.full - layout.home)
        else:
            worth = self.away * cython.cast(cython.int, layout.on_table + layout.talon_count)
        if layout.rules.passes and layout.rules.gather:
            worth += self.redealt * cython.cast(cython.int, layout.pass_number)
        for place in range(layout.rules.piles):
            upper = 0
            highest = 0
            slot = layout.top[place]
            while slot != NOTHING:
                card = layout.code[slot]
                key = layout.rules.key[card]
                suit = 4 * suit_of(card)
                if upper and not (layout.rules.builds and fits(layout.rules, upper, key, layout.rules.flip)):
                    worth += self.apart
                if cython.cast(cython.int, highest >> suit & 15) > level_of(key):
                    worth += self.under
                else:
                    highest = highest & ~(cython.cast(cython.uint, 15) << suit) | (
                        cython.cast(cython.uint, level_of(key)) << suit
                    )
                upper = key
                slot = layout.below[slot]
        return min(worth, HEAPS - 1)

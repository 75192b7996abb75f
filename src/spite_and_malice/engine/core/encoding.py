"""Positions and moves as rows of numbers, for programs that learn: what one seat sees, and which moves it has.

`spite_and_malice.interop.encoder` defines what the numbers mean, and which move has which number.
"""

from __future__ import annotations

from array import array
from typing import Final

import cython

from spite_and_malice.engine.core.codes import *
from spite_and_malice.engine.core.integers import (
    card_of,
    is_pair,
    kind_of,
    loaded_pile,
    loaded_seat,
    pair_to_side,
    second_card_of,
    source_of,
    target_of,
    to_centre,
    to_load,
    to_side,
)
from spite_and_malice.engine.core.legal import generate, is_legal
from spite_and_malice.engine.core.memory import Core
from spite_and_malice.engine.core.rules import CoreRules, check_rules

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc
    from cython.cimports.libc.string import memset

# The parts of a row, by the place of their first number in `Encoding.parts`.
P_TURN: Final = 0
P_STAGE: Final = 1
P_COVER: Final = 2
P_MOVED: Final = 3
P_PASSES: Final = 4
P_HAND: Final = 5
P_HAND_COUNTS: Final = 6
P_CENTRE: Final = 7
P_CENTRE_CARDS: Final = 8
P_ASIDE: Final = 9
P_STOCK: Final = 10
P_PAYOFF_COUNTS: Final = 11
P_PAYOFF_TOPS: Final = 12
P_SIDE_COUNTS: Final = 13
P_SIDE_TOPS: Final = 14
P_SIDE_CARDS: Final = 15
P_RECYCLED: Final = 16
P_HELD: Final = 17
PARTS: Final = 18

# How many cards of a side stack a row shows in order, from the top down.
SIDE_CARDS: Final = 4
# The largest number of cards of a kind whose sum of tenths is looked up.
COUNTED: Final = 256
# Where cards of the hand begin among the sources of a move: after the piles.
_PILES: Final = 25


@cython.final
@cython.cclass
class Encoding:
    """How rows of numbers are written under given rules.

    `of_code` is the kind of each card's code, -1 for codes without a card, `kinds` the number of kinds. Moves are
    integers as in `integers.py` with any card of a kind, in the order of their numbers; in a load the seat is counted
    from the mover on. `columns` is the number of targets for a play to the centre: places, or with `by_height` heights
    of centre stacks. `parts` says where each part of a row begins, and at the end how long the row is.

    A tally holds the counts of cards that a row reports, so that piles need not be scanned for every row: for each seat
    the cards of each side stack and those of each kind on all of them, then by kind those on the centre stacks and
    those set aside. `count_cards` makes one, `count_move` and `count_effects` keep it up to date through a move.
    """

    rules: CoreRules
    kinds: cython.Py_ssize_t
    columns: cython.Py_ssize_t
    by_height: cython.bint
    size: cython.Py_ssize_t
    actions: cython.Py_ssize_t
    of_code: cython.int[136]
    code_of: cython.int[136]  # the lowest code of each kind
    parts: cython.Py_ssize_t[19]
    moves: cython.p_int
    numbers: cython.p_int  # of the moves: to the centre, discards, pairs, loads; -1 for no move
    to_sides: cython.Py_ssize_t  # where discards begin
    to_pairs: cython.Py_ssize_t
    to_loads: cython.Py_ssize_t
    passing: cython.Py_ssize_t
    tenths: cython.float[256]  # each number of tenths, added one after the other
    tally_size: cython.Py_ssize_t
    of_centre: cython.Py_ssize_t  # where in a tally the centre's cards begin
    tally: cython.p_ushort  # for a position without a tally of its own

    def __init__(
        self,
        rules: CoreRules,
        of_code: list[int],
        kinds: cython.Py_ssize_t,
        columns: cython.Py_ssize_t,
        by_height: cython.bint,
        moves: list[int],
        parts: list[int],
    ) -> None:
        i: cython.Py_ssize_t
        length: cython.Py_ssize_t
        tenth: cython.float = 0.1
        if len(of_code) != CODES or len(parts) != PARTS + 1:
            raise ValueError(f"an encoding needs the kinds of {CODES} codes and {PARTS + 1} places of parts")
        if not cython.compiled:
            self.of_code = [0] * CODES
            self.code_of = [0] * CODES
            self.parts = [0] * (PARTS + 1)
            # Rounded as in C.
            self.tenths = array("f", [0.0] * COUNTED)
            tenth = array("f", [0.1])[0]
        self.rules = rules
        self.kinds = kinds
        self.columns = columns
        self.by_height = by_height
        self.actions = len(moves)
        for i in range(CODES):
            self.of_code[i] = of_code[i]
        for i in range(CODES - 1, -1, -1):
            if of_code[i] >= 0:
                self.code_of[of_code[i]] = i
        for i in range(PARTS + 1):
            self.parts[i] = parts[i]
        self.size = self.parts[PARTS]
        self.tenths[0] = 0
        for i in range(1, COUNTED):
            self.tenths[i] = self.tenths[i - 1] + tenth
        self.of_centre = rules.players * (rules.side + kinds)
        self.tally_size = self.of_centre + 2 * kinds
        self.passing = -1
        self.to_sides = (_PILES + kinds) * columns
        self.to_pairs = self.to_sides + kinds * rules.side
        self.to_loads = self.to_pairs + (kinds * kinds * rules.side if rules.pairs else 0)
        length = self.to_loads + ((_PILES + kinds) * 32 if rules.loading else 0)
        if cython.compiled:
            self.moves = _numbers(self.actions)
            self.numbers = _numbers(length)
            self.tally = cython.cast(cython.p_ushort, malloc(self.tally_size * cython.sizeof(cython.ushort)))
            if self.tally == cython.NULL:
                raise MemoryError
        else:
            self.moves, self.numbers, self.tally = [0] * self.actions, [0] * length, [0] * self.tally_size
        for i in range(length):
            self.numbers[i] = -1
        for i in range(self.actions):
            self.moves[i] = moves[i]
            if moves[i] == PASS:
                self.passing = i
            else:
                self.numbers[self._place_of(moves[i], target_of(moves[i]), loaded_seat(moves[i]))] = i

    if cython.compiled:

        def __cinit__(self) -> None:
            self.moves = cython.NULL
            self.numbers = cython.NULL
            self.tally = cython.NULL

        def __dealloc__(self) -> None:
            free(self.moves)
            free(self.tally)
            free(self.numbers)

    def number_of(self, core: Core, move: cython.Py_ssize_t) -> int:
        """The number of a legal move of the seat to move. Raises ValueError if it is not legal."""
        check_rules(core.rules, self.rules)
        if not is_legal(core, move):
            raise ValueError(f"{move} is no legal move in this position")
        return self._number_of(core, move)

    def move_of(self, core: Core, action: cython.Py_ssize_t) -> int:
        """The move with a number, with the lowest card in hand that will do. Raises ValueError if it is not legal."""
        i: cython.Py_ssize_t
        check_rules(core.rules, self.rules)
        generate(core)
        for i in range(core.count):
            if self._number_of(core, core.moves[i]) == action:
                return self._move_of(core, action)
        raise ValueError(f"{action} is the number of no legal move; take one that the mask shows")

    def legal_numbers(self, core: Core) -> list[int]:
        """The numbers of the legal moves, ascending, without duplicates."""
        i: cython.Py_ssize_t
        check_rules(core.rules, self.rules)
        generate(core)
        found: list[int] = [self._number_of(core, core.moves[i]) for i in range(core.count)]
        found.sort()
        return [number for i, number in enumerate(found) if i == 0 or number != found[i - 1]]

    def write_view(self, core: Core, seat: cython.Py_ssize_t, row: cython.float[::1]) -> None:
        """Write what a seat sees. Raises ValueError for a row of another length, or a seat that does not exist."""
        check_rules(core.rules, self.rules)
        self._check_row(row.shape[0], seat)
        # The lock is held, so no other thread counts at the same time.
        self.count_cards(core, self.tally, 0)
        if cython.compiled:
            self._write_view(core, seat, self.tally, 0, cython.address(row[0]))
        else:
            self._write_view(core, seat, self.tally, 0, row)

    @cython.exceptval(-1)
    def _check_row(self, length: cython.Py_ssize_t, seat: cython.Py_ssize_t) -> cython.Py_ssize_t:
        if length != self.size or not 0 <= seat < self.rules.players:
            raise ValueError(f"what a seat sees fills {self.size} numbers, and seats are 0 to {self.rules.players - 1}")
        return 0

    def write_mask(self, core: Core, row: cython.schar[::1]) -> None:
        """Write 1 for each legal move of the seat to move, else 0. Raises ValueError for a row of another length."""
        i: cython.Py_ssize_t
        number: cython.Py_ssize_t
        check_rules(core.rules, self.rules)
        if row.shape[0] != self.actions:
            raise ValueError(f"there are {self.actions} moves, and {row.shape[0]} places for them")
        for i in range(self.actions):
            row[i] = 0
        generate(core)
        for i in range(core.count):
            number = self._number_of(core, core.moves[i])
            if number >= 0:
                row[number] = 1

    def _place_of(
        self, move: cython.Py_ssize_t, target: cython.Py_ssize_t, seat: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Where `numbers` has a move with the given target, or the given seat to load; -1 if it has no place."""
        source: cython.Py_ssize_t = source_of(move)
        card: cython.Py_ssize_t = self.of_code[card_of(move)]
        if source == FROM_HAND:
            source = _PILES + card
        if kind_of(move) == TO_CENTRE:
            return source * self.columns + target if target < self.columns else -1
        if kind_of(move) == TO_LOAD:
            return self.to_loads + source * 32 + seat * 4 + loaded_pile(move)
        if is_pair(move):
            return self.to_pairs + (card * self.kinds + self.of_code[second_card_of(move)]) * self.rules.side + target
        return self.to_sides + card * self.rules.side + target

    def _number_of(self, core: Core, move: cython.Py_ssize_t) -> cython.Py_ssize_t:
        target: cython.Py_ssize_t = target_of(move)
        seat: cython.Py_ssize_t = 0
        place: cython.Py_ssize_t
        if move == PASS:
            return self.passing
        if self.by_height and kind_of(move) == TO_CENTRE:
            target = core.mem[core.o_height + target] if target < core.places else 0
        elif kind_of(move) == TO_LOAD:
            seat = (loaded_seat(move) + self.rules.players - core.turn) % self.rules.players
        place = self._place_of(move, target, seat)
        return self.numbers[place] if place >= 0 else -1

    def _list_numbers(self, core: Core, listed: cython.p_ushort, first: cython.Py_ssize_t) -> cython.bint:
        """Write the numbers of the moves that `generate` found, from a place on; false if some move has none."""
        k: cython.Py_ssize_t
        move: cython.Py_ssize_t
        number: cython.Py_ssize_t
        for k in range(core.count):
            move = core.moves[k]
            if kind_of(move) == TO_SIDE and not is_pair(move):
                number = self.numbers[self.to_sides + self.of_code[card_of(move)] * self.rules.side + target_of(move)]
            else:
                number = self._number_of(core, move)
            if number < 0:
                return False
            listed[first + k] = number
        return True

    def _move_of(self, core: Core, action: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The legal move with a number."""
        move: cython.Py_ssize_t = self.moves[action]
        target: cython.Py_ssize_t = target_of(move)
        first: cython.Py_ssize_t = -1
        second: cython.Py_ssize_t = -1
        hand: cython.Py_ssize_t = core.turn * SEAT + HAND
        card: cython.Py_ssize_t = 0
        other: cython.Py_ssize_t
        if move == PASS:
            return PASS
        if source_of(move) == FROM_HAND:
            first = self._lowest(core, self.of_code[card_of(move)], -1)
            card = core.mem[hand + first]
        if kind_of(move) == TO_CENTRE:
            return to_centre(source_of(move), card, self._place_at(core, target) if self.by_height else target)
        if kind_of(move) == TO_LOAD:
            return to_load(
                source_of(move), card, (loaded_seat(move) + core.turn) % self.rules.players, loaded_pile(move)
            )
        if not is_pair(move):
            return to_side(card, target)
        second = self._lowest(core, self.of_code[second_card_of(move)], first)
        other = core.mem[hand + second]
        return pair_to_side(min(card, other), max(card, other), target)

    def _lowest(self, core: Core, kind: cython.Py_ssize_t, but: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where the hand of the seat to move has its lowest card of a kind, not counting one place."""
        hand: cython.Py_ssize_t = core.turn * SEAT + HAND
        found: cython.Py_ssize_t = -1
        i: cython.Py_ssize_t
        for i in range(core.mem[hand - HAND]):
            if (
                i != but
                and self.of_code[core.mem[hand + i]] == kind
                and (found < 0 or core.mem[hand + i] < core.mem[hand + found])
            ):
                found = i
        return max(found, 0)

    def _place_at(self, core: Core, height: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The first centre place of a height, or the one that has to be covered; a new one if no place is empty."""
        place: cython.Py_ssize_t
        if core.stage == COVER:
            return core.cover
        for place in range(core.places):
            if core.mem[core.o_height + place] == height:
                return place
        return core.places

    def count_cards(self, core: Core, tally: cython.p_ushort, at: cython.Py_ssize_t) -> cython.void:
        """Make the tally of a position, beginning at a place in `tally`."""
        mem: cython.p_ushort = core.mem
        seat: cython.Py_ssize_t
        i: cython.Py_ssize_t
        node: cython.Py_ssize_t
        kind: cython.Py_ssize_t
        of_seat: cython.Py_ssize_t = at
        for i in range(at, at + self.of_centre):
            tally[i] = 0
        for seat in range(self.rules.players):
            for i in range(self.rules.side):
                node = mem[seat * SEAT + SIDE_TOP + i]
                while node:
                    kind = self.of_code[mem[core.o_card + node]]
                    tally[of_seat + i] += 1
                    if kind >= 0:
                        tally[of_seat + self.rules.side + kind] += 1
                    node = mem[core.o_under + node]
            of_seat += self.rules.side + self.kinds
        self._count_centre(core, tally, at + self.of_centre)

    def _count_centre(self, core: Core, tally: cython.p_ushort, at: cython.Py_ssize_t) -> cython.void:
        """Count the cards on the centre stacks and those set aside."""
        place: cython.Py_ssize_t
        for place in range(at, at + 2 * self.kinds):
            tally[place] = 0
        for place in range(core.places):
            self._count_pile(core, core.mem[core.o_top + place], tally, at)
        self._count_pile(core, core.aside_first, tally, at + self.kinds)

    def _count_pile(
        self, core: Core, node: cython.Py_ssize_t, tally: cython.p_ushort, at: cython.Py_ssize_t
    ) -> cython.void:
        while node:
            tally[at + self.of_code[core.mem[core.o_card + node]]] += 1
            node = core.mem[core.o_under + node]

    def count_move(
        self, core: Core, move: cython.Py_ssize_t, tally: cython.p_ushort, at: cython.Py_ssize_t
    ) -> cython.void:
        """Update the tally of a position for a move that is about to be made."""
        source: cython.Py_ssize_t = source_of(move)
        card: cython.Py_ssize_t = card_of(move)
        stride: cython.Py_ssize_t = self.rules.side + self.kinds
        own: cython.Py_ssize_t = at + core.turn * stride
        if source != FROM_HAND:
            card = core.mem[core.o_card + core.mem[core._source_place(source)]]
        if FROM_SIDE <= source < FROM_PARTNER_PAYOFF:
            tally[own + source - FROM_SIDE] -= 1
            tally[own + self.rules.side + self.of_code[card]] -= 1
        elif source >= FROM_PARTNER_SIDE:
            tally[at + core._partner(core.turn) * stride + source - FROM_PARTNER_SIDE] -= 1
            tally[at + core._partner(core.turn) * stride + self.rules.side + self.of_code[card]] -= 1
        if kind_of(move) == TO_CENTRE:
            tally[at + self.of_centre + self.of_code[card]] += 1
        elif kind_of(move) == TO_SIDE:
            tally[own + target_of(move)] += 1
            tally[own + self.rules.side + self.of_code[card]] += 1
            if is_pair(move):
                tally[own + target_of(move)] += 1
                tally[own + self.rules.side + self.of_code[second_card_of(move)]] += 1

    def count_effects(
        self,
        core: Core,
        move: cython.Py_ssize_t,
        effects: cython.Py_ssize_t,
        tally: cython.p_ushort,
        at: cython.Py_ssize_t,
    ) -> cython.void:
        """Update the tally of a position with the effects of a move that was made."""
        i: cython.Py_ssize_t
        if move == PASS and self.rules.redeal:
            self.count_cards(core, tally, at)
        elif effects & COMPLETED:
            self._count_centre(core, tally, at + self.of_centre)
        elif effects & DREW and self.rules.aside and core.aside_first == 0:
            for i in range(at + self.of_centre + self.kinds, at + self.tally_size):
                tally[i] = 0

    def _more_tenths(self, count: cython.Py_ssize_t) -> cython.float:
        """A tenth added `count` times, where `count` is at least `COUNTED`."""
        tenth: cython.float = self.tenths[1]
        tenths: cython.float = self.tenths[COUNTED - 1]
        while count >= COUNTED:
            tenths += tenth
            count -= 1
        return tenths

    def _write_kinds(
        self, tally: cython.p_ushort, at: cython.Py_ssize_t, row: cython.p_float, first: cython.Py_ssize_t
    ) -> cython.void:
        """Write how many cards of each kind a tally has, from a place on."""
        kind: cython.Py_ssize_t
        count: cython.Py_ssize_t
        for kind in range(self.kinds):
            count = tally[at + kind]
            row[first + kind] = self.tenths[count] if count < COUNTED else self._more_tenths(count)

    def _write_view(
        self,
        core: Core,
        viewer: cython.Py_ssize_t,
        tally: cython.p_ushort,
        at: cython.Py_ssize_t,
        row: cython.p_float,
    ) -> cython.void:
        """Write what `viewer` sees: only what they may see, with other seats counted from theirs on.

        The tally of the position begins at a place in `tally`.
        """
        mem: cython.p_ushort = core.mem
        players: cython.Py_ssize_t = self.rules.players
        tenth: cython.float = 0.1
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        seat: cython.Py_ssize_t = viewer
        if cython.compiled:
            memset(row, 0, self.size * cython.sizeof(cython.float))
        else:
            for i in range(self.size):
                row[i] = 0
        row[self.parts[P_TURN] + (core.turn + players - viewer) % players] = 1
        row[self.parts[P_STAGE] + core.stage] = 1
        row[self.parts[P_MOVED]] = core.moved
        row[self.parts[P_PASSES]] = core.passes * tenth
        row[self.parts[P_STOCK]] = core.stock_count * tenth * tenth
        for i in range(mem[viewer * SEAT]):
            k = self.of_code[mem[viewer * SEAT + HAND + i]]
            if k >= 0:
                row[self.parts[P_HAND] + k] += 1
        self._write_centre(core, row)
        self._write_kinds(tally, at + self.of_centre, row, self.parts[P_CENTRE_CARDS])
        if core.aside_first:
            self._write_kinds(tally, at + self.of_centre + self.kinds, row, self.parts[P_ASIDE])
        for i in range(players):
            self._write_seat(core, seat, i, tally, at + seat * (self.rules.side + self.kinds), row)
            seat = seat + 1 if seat + 1 < players else 0
        if core.watches:
            self._write_recycled(core, viewer, row)

    def _write_recycled(self, core: Core, viewer: cython.Py_ssize_t, row: cython.p_float) -> cython.void:
        """Write which cards went back into the stock unseen by the viewer since, and which hands are older."""
        mem: cython.p_ushort = core.mem
        players: cython.Py_ssize_t = self.rules.players
        tenth: cython.float = 0.1
        i: cython.Py_ssize_t
        left: cython.float
        if not mem[core.size - 1]:
            return
        for i in range(self.kinds):
            left = mem[core.o_recycled + self.code_of[i]] - row[self.parts[P_HAND] + i]
            row[self.parts[P_RECYCLED] + i] = left * tenth if left > 0 else 0
        for i in range(players):
            row[self.parts[P_HELD] + i] = mem[core.o_recycled + CODES + (viewer + i) % players] * tenth

    def _write_centre(self, core: Core, row: cython.p_float) -> cython.void:
        mem: cython.p_ushort = core.mem
        tenth: cython.float = 0.1
        place: cython.Py_ssize_t
        height: cython.Py_ssize_t
        if core.cover >= 0:
            height = mem[core.o_height + core.cover]
            row[self.parts[P_COVER] + (height if self.by_height else core.cover)] = 1
        for place in range(core.places):
            height = mem[core.o_height + place]
            if self.by_height:
                row[self.parts[P_CENTRE] + height] += tenth
            elif place < self.columns:
                row[self.parts[P_CENTRE] + place * self.rules.build_to + height] = 1

    def _write_seat(
        self,
        core: Core,
        seat: cython.Py_ssize_t,
        shown: cython.Py_ssize_t,
        tally: cython.p_ushort,
        own: cython.Py_ssize_t,
        row: cython.p_float,
    ) -> cython.void:
        """Write what everybody sees of a seat, which is `shown` seats after the viewer; its tally begins at `own`."""
        mem: cython.p_ushort = core.mem
        base: cython.Py_ssize_t = seat * SEAT
        tenth: cython.float = 0.1
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t
        node: cython.Py_ssize_t
        kind: cython.Py_ssize_t
        count: cython.Py_ssize_t
        row[self.parts[P_HAND_COUNTS] + shown] = mem[base] * tenth
        for i in range(self.rules.piles):
            at = shown * self.rules.piles + i
            row[self.parts[P_PAYOFF_COUNTS] + at] = mem[base + PAY_COUNT + i] * tenth
            node = mem[base + PAY_TOP + i]
            if node:
                kind = self.of_code[mem[core.o_card + node]]
                if kind >= 0:
                    row[self.parts[P_PAYOFF_TOPS] + at * self.kinds + kind] = 1
        for i in range(self.rules.side):
            at = shown * self.rules.side + i
            node = mem[base + SIDE_TOP + i]
            row[self.parts[P_SIDE_COUNTS] + at] = tally[own + i] * tenth
            at = self.parts[P_SIDE_TOPS] + at * SIDE_CARDS * self.kinds
            for count in range(SIDE_CARDS):
                if node == 0:
                    break
                kind = self.of_code[mem[core.o_card + node]]
                if kind >= 0:
                    row[at + count * self.kinds + kind] = 1
                node = mem[core.o_under + node]
        self._write_kinds(tally, own + self.rules.side, row, self.parts[P_SIDE_CARDS] + shown * self.kinds)


if cython.compiled:

    @cython.cfunc
    def _numbers(count: cython.Py_ssize_t) -> cython.p_int:
        made: cython.p_int = cython.cast(cython.p_int, malloc(max(count, 1) * cython.sizeof(cython.int)))
        if made == cython.NULL:
            raise MemoryError
        return made

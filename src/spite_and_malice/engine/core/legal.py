"""The legal moves of a position (RULES.md section 4)."""

from __future__ import annotations

import cython

from spite_and_malice.engine.core.codes import *
from spite_and_malice.engine.core.integers import (
    are_neighbours,
    pair_to_side,
    rank_of,
    to_centre,
    to_load,
    to_side,
    with_target,
)
from spite_and_malice.engine.core.memory import Core

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc


@cython.ccall
@cython.nogil
@cython.exceptval(-1)
def generate(core: Core) -> cython.Py_ssize_t:
    """Find the legal moves and return their number, for `move_at` and `apply_at`: faster than lists of them."""
    if core.places > core.moves_places:
        with cython.gil:
            reserve(core)
    core.count = 0
    if core.stage == PLAY:
        if core.rules.forced:
            forced_plays(core)
            if core.count:
                return core.count
        centre_plays(core)
        discards(core)
        if core.rules.loading:
            loads(core)
        if core.rules.may_pass:
            add_move(core, PASS)
    elif core.stage == FILL:
        discards(core)
    elif core.stage == COVER:
        _cover_plays(core)
    elif core.stage == BREAK:
        _low_plays(core, 3)
    if core.count == 0 and core.stage != OVER:
        add_move(core, PASS)
    return core.count


def legal_moves(core: Core) -> list[int]:
    """The legal moves as integers; none when the game is over (RULES.md section 4)."""
    i: cython.Py_ssize_t
    generate(core)
    return [core.moves[i] for i in range(core.count)]


def is_legal(core: Core, move: cython.Py_ssize_t) -> bool:
    """Whether a number is a legal move."""
    i: cython.Py_ssize_t
    generate(core)
    for i in range(core.count):
        if core.moves[i] == move:
            return True
    return False


def move_at(core: Core, i: cython.Py_ssize_t) -> int:
    """Return move `i` of those that `generate` found last; IndexError if it found fewer."""
    if not 0 <= i < core.count:
        raise IndexError(f"there are {core.count} moves, counted from 0, and no move {i}")
    return core.moves[i]


@cython.exceptval(-1)
def reserve(core: Core) -> cython.Py_ssize_t:
    """Make the list of moves long enough for any position with that many centre places.

    There are at most 34 sources, 10 of them hand cards, which make at most 45 pairs.
    """
    need: cython.Py_ssize_t
    core.moves_places = core.places + 4
    need = 34 * (core.moves_places + 1) + (10 + 45) * core.rules.side + 14 * 32 + 1
    if cython.compiled:
        free(core.moves)
        core.moves = cython.cast(cython.p_longlong, malloc(need * cython.sizeof(cython.longlong)))
        if core.moves == cython.NULL:
            core.moves_places = -1
            raise MemoryError
    else:
        core.moves = [0] * need
    return 0


def add_move(core: Core, move: cython.Py_ssize_t) -> cython.void:
    """Add a move to those found."""
    core.moves[core.count] = move
    core.count += 1


def centre_plays(core: Core) -> cython.void:
    """Add every play to a centre stack."""
    # What some place takes, as plays to place 0, and its values: 10 cards of the hand, 12 of each partner's piles.
    plays: cython.int[34]
    values: cython.uint[34]
    if not cython.compiled:
        plays, values = [0] * 34, [0] * 34
    mem: cython.p_ushort = core.mem
    base: cython.Py_ssize_t = core.turn * SEAT
    seen: cython.Py_ssize_t = _seen(core, core.turn) if core.rules.covered else 0
    wanted: cython.uint = 0 if core.rules.centre >= 0 else 2  # the values that some place takes next, bit v
    count: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    value: cython.uint
    for i in range(core.o_height, core.o_height + core.places):
        wanted |= 2 << mem[i]
    # Whether a card can be played is a coin's toss to the processor: no branch depends on it.
    for i in range(base + HAND, base + HAND + core.rules.hand):
        value = core.rules.accepts[mem[i]]
        if core.rules.covered:
            value = _coverable(core, value, mem[i], seen)
        plays[count] = to_centre(FROM_HAND, mem[i], 0)
        values[count] = value
        count += (wanted & value) != 0
    for i in range(1, count):
        for k in range(i):
            if plays[k] == plays[i]:
                values[i] = 0  # two equal cards make one move
    count = _pile_plays(core, base + PAY_VALUES, core.rules.piles, FROM_PAYOFF, wanted, seen, plays, values, count)
    count = _pile_plays(core, base + SIDE_VALUES, core.rules.side, FROM_SIDE, wanted, seen, plays, values, count)
    if core.rules.sides < core.rules.players:
        base = core._partner(core.turn) * SEAT
        count = _pile_plays(
            core, base + PAY_VALUES, core.rules.piles, FROM_PARTNER_PAYOFF, wanted, seen, plays, values, count
        )
        count = _pile_plays(
            core, base + SIDE_VALUES, core.rules.side, FROM_PARTNER_SIDE, wanted, seen, plays, values, count
        )
    for i in range(count):
        _onto_places(core, plays[i], values[i])


def _pile_plays(
    core: Core,
    first: cython.Py_ssize_t,
    piles: cython.Py_ssize_t,
    source: cython.Py_ssize_t,
    wanted: cython.uint,
    seen: cython.Py_ssize_t,
    plays: cython.p_int,
    values: cython.p_uint,
    count: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """List what some place takes of a number of piles, sources from `source` on, tops' values from `first` on.

    Returns the new count.
    """
    mem: cython.p_ushort = core.mem
    i: cython.Py_ssize_t
    node: cython.Py_ssize_t
    under: cython.Py_ssize_t
    value: cython.uint
    for i in range(piles):
        value = mem[first + i]
        if core.rules.covered:
            node = mem[first + i - TO_VALUES]
            under = mem[core.o_under + node] if node and source in (FROM_SIDE, FROM_PARTNER_SIDE) else 0
            value = _coverable(core, value, mem[core.o_card + node], seen | _rank_bit(core, under))
        plays[count] = to_centre(source + i, 0, 0)
        values[count] = value
        count += (wanted & value) != 0
    return count


def _coverable(core: Core, values: cython.uint, code: cython.Py_ssize_t, seen: cython.Py_ssize_t) -> cython.uint:
    """Those values that a card may have where a wild must be covered.

    `seen` is the set of natural ranks that could cover a wild at once (bit r - 1).
    """
    # A wild as value v needs a natural v + 1, which is bit v of `seen`.
    return values & seen & ((1 << core.rules.build_to) - 1) if core.rules.wild[code] else values


def _onto_places(core: Core, play: cython.Py_ssize_t, values: cython.uint) -> cython.void:
    """Add the plays of a card with some values onto every centre place that takes it; `play` is the one to place 0."""
    mem: cython.p_ushort = core.mem
    moves: cython.p_longlong = core.moves
    count: cython.Py_ssize_t = core.count
    heights: cython.Py_ssize_t = core.o_height
    after: cython.uint = values >> 1  # the heights that take it, bit h
    place: cython.Py_ssize_t
    for place in range(core.places):
        moves[count] = with_target(play, place)
        count += (after >> mem[heights + place]) & 1
    if core.rules.centre < 0 and after & 1 and not has_empty_place(core):
        moves[count] = with_target(play, core.places)
        count += 1
    core.count = count


def has_empty_place(core: Core) -> cython.bint:
    """Whether a centre place is empty."""
    place: cython.Py_ssize_t
    for place in range(core.places):
        if core.mem[core.o_height + place] == 0:
            return True
    return False


def _seen(core: Core, seat: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The natural ranks the player could play at once, from any source (bit r - 1)."""
    base: cython.Py_ssize_t = seat * SEAT
    ranks: cython.Py_ssize_t = _seen_piles(core, base)
    i: cython.Py_ssize_t
    rank: cython.Py_ssize_t
    for i in range(core.mem[base]):
        rank = core.rules.natural[core.mem[base + HAND + i]]
        if rank:
            ranks |= 1 << (rank - 1)
    if core.rules.sides < core.rules.players:
        ranks |= _seen_piles(core, core._partner(seat) * SEAT)
    return ranks


def _seen_piles(core: Core, base: cython.Py_ssize_t) -> cython.Py_ssize_t:
    ranks: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    for i in range(core.rules.piles):
        ranks |= _rank_bit(core, core.mem[base + PAY_TOP + i])
    for i in range(core.rules.side):
        ranks |= _rank_bit(core, core.mem[base + SIDE_TOP + i])
    return ranks


def _rank_bit(core: Core, node: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The rank of a pile's top as a bit, 0 for no card, a wild or an unknown one."""
    rank: cython.Py_ssize_t = core.rules.natural[core.mem[core.o_card + node]] if node else 0
    return 1 << (rank - 1) if rank else 0


def _repeats(core: Core, base: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.bint:
    """Whether card `i` of the hand equals an earlier one: two equal cards make one move."""
    mem: cython.p_ushort = core.mem
    code: cython.Py_ssize_t = mem[base + HAND + i]
    j: cython.Py_ssize_t
    for j in range(base + HAND, base + HAND + i):
        if mem[j] == code:
            return True
    return False


def forced_plays(core: Core) -> cython.void:
    """Add the plays of natural cards that are forced (section 4, "Forced play")."""
    base: cython.Py_ssize_t = core.turn * SEAT
    if core.rules.forced_hand:
        _low_plays(core, core.rules.forced_hand)
    if core.rules.forced_payoff:
        _low_pile_plays(core, base + PAY_VALUES, core.rules.piles, core.rules.forced_payoff, FROM_PAYOFF)
    if core.rules.forced_side:
        _low_pile_plays(core, base + SIDE_VALUES, core.rules.side, core.rules.forced_side, FROM_SIDE)


def _low_pile_plays(
    core: Core, first: cython.Py_ssize_t, count: cython.Py_ssize_t, ranks: cython.uint, source: cython.Py_ssize_t
) -> cython.void:
    """Add the plays of natural cards with one of `ranks` (bit r - 1) from `count` piles, the values from `first` on."""
    mem: cython.p_ushort = core.mem
    i: cython.Py_ssize_t
    node: cython.Py_ssize_t
    for i in range(count):
        # A wild has such values too.
        if mem[first + i] & (ranks << 1):
            node = mem[first + i - TO_VALUES]
            if _rank_bit(core, node) & ranks:
                _onto_places(core, to_centre(source + i, 0, 0), mem[first + i])


def _low_plays(core: Core, ranks: cython.Py_ssize_t) -> cython.void:
    """Add the plays from the hand of natural cards with one of `ranks` (bit r - 1)."""
    base: cython.Py_ssize_t = core.turn * SEAT
    i: cython.Py_ssize_t
    rank: cython.Py_ssize_t
    for i in range(core.mem[base]):
        rank = core.rules.natural[core.mem[base + HAND + i]]
        if rank and (ranks >> (rank - 1)) & 1 and not _repeats(core, base, i):
            _onto_places(
                core, to_centre(FROM_HAND, core.mem[base + HAND + i], 0), core.rules.accepts[core.mem[base + HAND + i]]
            )


def _cover_plays(core: Core) -> cython.void:
    """Add the plays of natural cards onto the stack whose wild has to be covered."""
    rank: cython.Py_ssize_t = core.mem[core.o_height + core.cover] + 1
    base: cython.Py_ssize_t = core.turn * SEAT
    i: cython.Py_ssize_t
    code: cython.Py_ssize_t
    for i in range(core.mem[base]):
        code = core.mem[base + HAND + i]
        if core.rules.natural[code] == rank and not _repeats(core, base, i):
            add_move(core, to_centre(FROM_HAND, code, core.cover))
    _cover_piles(core, base, FROM_PAYOFF, FROM_SIDE, rank)
    if core.rules.sides < core.rules.players:
        _cover_piles(core, core._partner(core.turn) * SEAT, FROM_PARTNER_PAYOFF, FROM_PARTNER_SIDE, rank)


def _cover_piles(
    core: Core,
    base: cython.Py_ssize_t,
    payoff: cython.Py_ssize_t,
    side: cython.Py_ssize_t,
    rank: cython.Py_ssize_t,
) -> cython.void:
    bit: cython.Py_ssize_t = 1 << (rank - 1)
    i: cython.Py_ssize_t
    for i in range(core.rules.piles):
        if _rank_bit(core, core.mem[base + PAY_TOP + i]) == bit:
            add_move(core, to_centre(payoff + i, 0, core.cover))
    for i in range(core.rules.side):
        if _rank_bit(core, core.mem[base + SIDE_TOP + i]) == bit:
            add_move(core, to_centre(side + i, 0, core.cover))


def discards(core: Core) -> cython.void:
    """Add the discards of single cards and pairs, in the play stage or the fill stage."""
    takes: cython.uint[8]
    if not cython.compiled:
        takes = [0] * 8
    mem: cython.p_ushort = core.mem
    base: cython.Py_ssize_t = core.turn * SEAT
    only_empty: cython.bint = core.rules.filled and has_empty_side(core, core.turn)
    i: cython.Py_ssize_t
    stack: cython.Py_ssize_t
    code: cython.Py_ssize_t
    values: cython.uint
    move: cython.Py_ssize_t
    for stack in range(0 if core.rules.plain_discards else core.rules.side):
        takes[stack] = _taken_by(core, mem[base + SIDE_TOP + stack], only_empty)
    for i in range(mem[base]):
        code = mem[base + HAND + i]
        if _repeats(core, base, i) or not _may_discard(core, code):
            continue
        move = to_side(code, 0)
        if core.rules.plain_discards:
            for stack in range(core.rules.side):
                add_move(core, with_target(move, stack))
            continue
        values = core.rules.accepts[code] | 1
        for stack in range(core.rules.side):
            if takes[stack] & values:
                add_move(core, with_target(move, stack))
        if core.rules.pairs and not only_empty:
            _pair_discards(core, base, i)


def _taken_by(core: Core, top: cython.Py_ssize_t, only_empty: cython.bint) -> cython.uint:
    """The values of cards that a side stack takes (bit v), bit 0 if it takes any card; `top` is its top node."""
    values: cython.uint
    if top == 0:
        return 1
    if only_empty:
        return 0
    if not core.rules.descending:
        return 1
    values = core.mem[core.o_values + top]
    return (values | (values >> 1)) << 1


def _may_discard(core: Core, code: cython.Py_ssize_t) -> cython.bint:
    """Whether a card may go to a side stack at all: it is known, and not barred by `no_discard`."""
    rank: cython.Py_ssize_t = core.rules.natural[code]
    if rank:
        return not (core.rules.no_discard >> (rank - 1)) & 1
    return code != 0


def has_empty_side(core: Core, seat: cython.Py_ssize_t) -> cython.bint:
    """Whether a seat has an empty side stack."""
    i: cython.Py_ssize_t
    for i in range(core.rules.side):
        if core.mem[seat * SEAT + SIDE_TOP + i] == 0:
            return True
    return False


def _pair_discards(core: Core, base: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.void:
    """Add the pairs whose lower card is card `i` of the hand, the first with its code."""
    first: cython.Py_ssize_t = core.mem[base + HAND + i]
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    second: cython.Py_ssize_t
    listed: cython.bint
    for j in range(core.mem[base]):
        second = core.mem[base + HAND + j]
        if j == i or second < first or rank_of(second) != rank_of(first):
            continue
        if core.rules.wild[first] != core.rules.wild[second]:
            continue
        listed = False
        for k in range(j):
            if k != i and core.mem[base + HAND + k] == second:
                listed = True
        if not listed:
            _pair_onto_stacks(core, base, first, second)


def _pair_onto_stacks(
    core: Core, base: cython.Py_ssize_t, first: cython.Py_ssize_t, second: cython.Py_ssize_t
) -> cython.void:
    stack: cython.Py_ssize_t
    top: cython.Py_ssize_t
    for stack in range(core.rules.side):
        top = core.mem[base + SIDE_TOP + stack]
        if core.rules.descending:
            if top and not core._fits(core.mem[core.o_values + top], first):
                continue
            if not core._fits(core._values(top, first), second):
                continue
        add_move(core, pair_to_side(first, second, stack))


def loads(core: Core) -> cython.void:
    """Add the loads onto the opponents' pay-off piles."""
    base: cython.Py_ssize_t = core.turn * SEAT
    i: cython.Py_ssize_t
    for i in range(core.mem[base]):
        if not _repeats(core, base, i):
            _loads_of(core, 0, core.mem[base + HAND + i])
    if core._left(core.turn) > 1:
        for i in range(core.rules.piles):
            if core.mem[base + PAY_TOP + i]:
                _loads_of(core, FROM_PAYOFF + i, core.mem[core.o_card + core.mem[base + PAY_TOP + i]])


def _loads_of(core: Core, source: cython.Py_ssize_t, code: cython.Py_ssize_t) -> cython.void:
    card: cython.Py_ssize_t = code if source == FROM_HAND else 0
    seat: cython.Py_ssize_t
    pile: cython.Py_ssize_t
    node: cython.Py_ssize_t
    top: cython.Py_ssize_t
    for seat in range(core.rules.players):
        if core._same_side(seat, core.turn):
            continue
        for pile in range(core.rules.piles):
            node = core.mem[seat * SEAT + PAY_TOP + pile]
            if node:
                top = core.mem[core.o_card + node]
                if are_neighbours(code, top):
                    add_move(core, to_load(source, card, seat, pile))


def break_possible(core: Core, seat: cython.Py_ssize_t) -> cython.bint:
    """Whether a hand has a natural A or 2 that a centre stack takes (section 5, stalemate "low")."""
    base: cython.Py_ssize_t = seat * SEAT
    i: cython.Py_ssize_t
    place: cython.Py_ssize_t
    rank: cython.Py_ssize_t
    for i in range(core.mem[base]):
        rank = core.rules.natural[core.mem[base + HAND + i]]
        if rank == 1 and core.rules.centre < 0:
            return True
        if rank == 1 or rank == 2:
            for place in range(core.places):
                if core.mem[core.o_height + place] == rank - 1:
                    return True
    return False

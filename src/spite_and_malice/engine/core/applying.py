"""Making a move, and all that follows from it (RULES.md section 5); counting sequences of moves (section 10)."""

from __future__ import annotations

import cython

from spite_and_malice.engine.core.codes import *
from spite_and_malice.engine.core.drawing import draw_up, finish, shuffle_stock
from spite_and_malice.engine.core.integers import (
    card_of,
    is_pair,
    kind_of,
    loaded_pile,
    loaded_seat,
    second_card_of,
    source_of,
    target_of,
)
from spite_and_malice.engine.core.legal import break_possible, generate, has_empty_side, move_at
from spite_and_malice.engine.core.memory import Core
from spite_and_malice.engine.core.recycled import goes_back, shows_card, went_back


def apply(core: Core, move: cython.Py_ssize_t) -> int:
    """Make a legal move, in the order of RULES.md section 5.

    Returns its effects, a sum of `codes.ENDED_TURN`, `codes.DREW` …. Raises ValueError, the position unchanged, for a
    number that names no card or place. The caller has to know that the move is legal: `legal_moves` lists the legal
    ones. The position also stays unchanged if the source of chance raises an exception.
    """
    _check(core, move)
    return _apply_checked(core, move)


def apply_at(core: Core, i: cython.Py_ssize_t) -> int:
    """Make move `i` of those that `generate` found, as `apply` does; IndexError if it found fewer."""
    return _apply_checked(core, move_at(core, i))


@cython.exceptval(-1)
def _apply_checked(core: Core, move: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Make a move, or leave the position as it is if the source of chance fails."""
    before: Core
    core._must_rest()
    if core.chance is None:
        return apply_legal(core, move)
    before = core.clone()
    try:
        return apply_legal(core, move)
    except BaseException:
        core._copy(before)
        raise


@cython.exceptval(-1)
def _check(core: Core, move: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Refuse a number that would index beyond the arrays."""
    kind: cython.Py_ssize_t = kind_of(move)
    target: cython.Py_ssize_t = target_of(move)
    source: cython.Py_ssize_t = source_of(move)
    fault: cython.bint = core.stage == OVER or move < 0
    seat: cython.Py_ssize_t = core.turn
    code: cython.Py_ssize_t = card_of(move)
    second: cython.Py_ssize_t = second_card_of(move)
    held: cython.Py_ssize_t = 0
    held_second: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    if kind == PASS:
        fault = fault or move != 0
    elif source == FROM_HAND:
        for i in range(core.mem[seat * SEAT]):
            held += core.mem[seat * SEAT + HAND + i] == code
            held_second += core.mem[seat * SEAT + HAND + i] == second
        fault = fault or code == 0 or code > JOKER or held == 0
        if is_pair(move):
            fault = fault or kind != TO_SIDE or held_second == 0 or (second == code and held == 1)
    elif source > 24 or kind == TO_SIDE or core.mem[core._source_place(source)] == 0:
        fault = True
    elif (source >= FROM_PARTNER_PAYOFF and core.rules.sides == core.rules.players) or code or is_pair(move):
        fault = True
    if kind == TO_CENTRE:
        fault = fault or target > core.places or (target == core.places and core.rules.centre >= 0)
        fault = fault or target >= core.places_capacity
    elif kind == TO_SIDE:
        fault = fault or target >= core.rules.side
    elif kind == TO_LOAD:
        fault = fault or loaded_seat(move) >= core.rules.players or loaded_pile(move) >= core.rules.piles
    if fault:
        raise ValueError(f"{move} is no move in this position; take one that legal_moves() lists")
    return 0


@cython.nogil
@cython.exceptval(-1)
def apply_legal(core: Core, move: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Make a legal move, as `apply` does."""
    source: cython.Py_ssize_t = source_of(move)
    kind: cython.Py_ssize_t = kind_of(move)
    target: cython.Py_ssize_t = target_of(move)
    seat: cython.Py_ssize_t = core.turn
    flags: cython.Py_ssize_t = 0
    owner: cython.Py_ssize_t = -1
    node: cython.Py_ssize_t
    place: cython.Py_ssize_t
    had_empty: cython.bint
    core.count = 0
    if kind == PASS:
        return _end_turn(core)
    if source == FROM_HAND:
        core._give(seat, card_of(move))
        shows_card(core, seat, card_of(move))
        node = core._node(card_of(move))
    else:
        place = core._source_place(source)
        node = core._lift(place)
        if source < FROM_SIDE:
            owner = seat
            _count_payoff(core, owner, source - FROM_PAYOFF, -1)
        elif FROM_PARTNER_PAYOFF <= source < FROM_PARTNER_SIDE:
            owner = core._partner(seat)
            _count_payoff(core, owner, source - FROM_PARTNER_PAYOFF, -1)
        if owner >= 0 and core.mem[place]:
            flags |= TURNED_UP
    core.moved = True
    if kind == TO_SIDE:
        had_empty = core.rules.filled and has_empty_side(core, seat)
        core._push_side(seat, target, node)
        if is_pair(move):
            core._give(seat, second_card_of(move))
            shows_card(core, seat, second_card_of(move))
            core._push_side(seat, target, core._node(second_card_of(move)))
        if not had_empty:
            return flags | _end_turn(core)
        core.stage = FILL
        if core.mem[seat * SEAT] == 0:
            core.stage = PLAY
            flags |= draw_up(core, seat)
        return flags
    if kind == TO_LOAD:
        core._lay(loaded_seat(move) * SEAT + PAY_TOP + loaded_pile(move), node)
        _count_payoff(core, loaded_seat(move), loaded_pile(move), 1)
    else:
        flags |= _build(core, target, node)
    if owner >= 0 and core._left(owner) == 0:
        finish(core, BY_PAYOFF)
        return flags
    if core.mem[seat * SEAT] == 0 and core.stage != COVER:
        flags |= draw_up(core, seat) if core.rules.refill else _end_turn(core)
    return flags


def _count_payoff(core: Core, seat: cython.Py_ssize_t, pile: cython.Py_ssize_t, step: cython.Py_ssize_t) -> cython.void:
    core.mem[seat * SEAT + PAY_COUNT + pile] += step
    core.mem[seat * SEAT + LEFT] += step


@cython.nogil
@cython.exceptval(-1)
def _build(core: Core, place: cython.Py_ssize_t, node: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Lay a card on a centre stack, and clear the stack if that completes it."""
    mem: cython.p_ushort = core.mem
    top: cython.Py_ssize_t = core.o_top + place
    height: cython.Py_ssize_t
    if place == core.places:
        mem[top] = 0
        mem[core.o_height + place] = 0
        core.places += 1
    mem[core.o_under + node] = mem[top]
    mem[top] = node
    height = mem[core.o_height + place] + 1
    mem[core.o_height + place] = height
    core.stage = PLAY
    core.cover = -1
    if core.rules.covered and core.rules.wild[mem[core.o_card + node]]:
        core.stage = COVER
        core.cover = place
    if height < core.rules.build_to:
        return 0
    _complete(core, place)
    return COMPLETED


@cython.nogil
@cython.exceptval(-1)
def _complete(core: Core, place: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Shuffle a complete centre stack into the stock, or set it aside; its first card goes first."""
    mem: cython.p_ushort = core.mem
    top: cython.Py_ssize_t = mem[core.o_top + place]
    count: cython.Py_ssize_t = mem[core.o_height + place]
    lowest: cython.Py_ssize_t = top
    node: cython.Py_ssize_t = top
    at: cython.Py_ssize_t
    mem[core.o_top + place] = 0
    mem[core.o_height + place] = 0
    if core.rules.aside:
        _set_stack_aside(core, top)
        return 0
    if core.stock_lo + core.stock_count + count > core.capacity:
        core._to_front()
    core.stock_count += count
    at = core.o_stock + core.stock_lo + core.stock_count
    while node:
        at -= 1
        mem[at] = mem[core.o_card + node]
        goes_back(core, mem[at])
        lowest = node
        node = mem[core.o_under + node]
    # They are linked already, so all of them become free at once.
    mem[core.o_under + lowest] = core.free_node
    core.free_node = top
    went_back(core)
    return shuffle_stock(core)


def _set_stack_aside(core: Core, node: cython.Py_ssize_t) -> cython.void:
    """Set the cards from a node down aside, the lowest first."""
    nodes: cython.int[16]
    if not cython.compiled:
        nodes = [0] * 16
    count: cython.Py_ssize_t = 0
    while node:
        nodes[count] = node
        count += 1
        node = core.mem[core.o_under + node]
    while count:
        count -= 1
        core._set_aside(nodes[count])


@cython.nogil
@cython.exceptval(-1)
def _end_turn(core: Core) -> cython.Py_ssize_t:
    """Pass the turn to the next seat, which draws; settle a stalemate first (section 5)."""
    core.passes = 0 if core.moved else core.passes + 1
    core.moved = False
    core.stage = PLAY
    core.cover = -1
    core.turn = core.turn + 1 if core.turn + 1 < core.rules.players else 0
    if core.passes >= core.rules.players:
        return ENDED_TURN | _stalemate(core)
    return ENDED_TURN | draw_up(core, core.turn)


@cython.nogil
@cython.exceptval(-1)
def _stalemate(core: Core) -> cython.Py_ssize_t:
    k: cython.Py_ssize_t
    seat: cython.Py_ssize_t
    if core.rules.low:
        for k in range(core.rules.players):
            seat = (core.turn + k) % core.rules.players
            if break_possible(core, seat):
                core.turn = seat
                core.passes = 0
                core.stage = BREAK
                return draw_up(core, seat)
    elif core.rules.redeal:
        if _redeal(core):
            core.passes = 0
            return DREW
    finish(core, BY_STALEMATE)
    return 0


@cython.nogil
@cython.exceptval(-1)
def _redeal(core: Core) -> cython.Py_ssize_t:
    """Shuffle all cards but the pay-off piles and deal new hands; False if there are too few.

    They are gathered in this order: each seat's hand and side stacks, the centre stacks, those set aside, the stock.
    """
    mem: cython.p_ushort = core.mem
    seat: cython.Py_ssize_t
    i: cython.Py_ssize_t
    node: cython.Py_ssize_t
    following: cython.Py_ssize_t
    end: cython.Py_ssize_t = core.o_stock
    laid: cython.Py_ssize_t = _cards_laid(core)
    if laid + core.stock_count < core.rules.players * core.rules.hand:
        return False
    _move_stock(core, laid)
    for seat in range(core.rules.players):
        for i in range(mem[seat * SEAT]):
            mem[end] = mem[seat * SEAT + HAND + i]
            end += 1
        mem[seat * SEAT] = 0
        for i in range(core.rules.side):
            end = _take_pile(core, seat * SEAT + SIDE_TOP + i, end)
            mem[seat * SEAT + SIDE_VALUES + i] = 0
    for i in range(core.places):
        end = _take_pile(core, core.o_top + i, end)
        mem[core.o_height + i] = 0
    node = core.aside_first
    while node:
        mem[end] = mem[core.o_card + node]
        goes_back(core, mem[end])
        end += 1
        following = mem[core.o_under + node]
        core._release(node)
        node = following
    core.aside_first = core.aside_last = 0
    core.stock_lo = 0
    core.stock_count += laid
    went_back(core)
    shuffle_stock(core)
    for i in range(core.rules.players):
        draw_up(core, (core.turn + i) % core.rules.players)
    return True


def _cards_laid(core: Core) -> cython.Py_ssize_t:
    """The number of cards outside the pay-off piles and the stock."""
    seat: cython.Py_ssize_t
    i: cython.Py_ssize_t
    count: cython.Py_ssize_t = _pile_count(core, core.aside_first)
    for seat in range(core.rules.players):
        count += core.mem[seat * SEAT]
        for i in range(core.rules.side):
            count += _pile_count(core, core.mem[seat * SEAT + SIDE_TOP + i])
    for i in range(core.places):
        count += core.mem[core.o_height + i]
    return count


def _pile_count(core: Core, node: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The number of cards from a node down."""
    count: cython.Py_ssize_t = 0
    while node:
        count += 1
        node = core.mem[core.o_under + node]
    return count


def _move_stock(core: Core, first: cython.Py_ssize_t) -> cython.void:
    """Start the stock `first` places from the front of its part of the block."""
    mem: cython.p_ushort = core.mem
    before: cython.Py_ssize_t = core.o_stock + core.stock_lo
    after: cython.Py_ssize_t = core.o_stock + first
    i: cython.Py_ssize_t
    if after < before:
        for i in range(core.stock_count):
            mem[after + i] = mem[before + i]
    else:
        for i in range(core.stock_count - 1, -1, -1):
            mem[after + i] = mem[before + i]


def _take_pile(core: Core, place: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Take up the pile whose top is kept at `place`, and write it from `end` on, its lowest card first; the new end."""
    mem: cython.p_ushort = core.mem
    node: cython.Py_ssize_t = mem[place]
    following: cython.Py_ssize_t
    at: cython.Py_ssize_t
    end += _pile_count(core, node)
    at = end
    while node:
        at -= 1
        mem[at] = mem[core.o_card + node]
        goes_back(core, mem[at])
        following = mem[core.o_under + node]
        core._release(node)
        node = following
    mem[place] = 0
    return end


def perft(core: Core, depth: cython.Py_ssize_t) -> int:
    """The number of move sequences of exactly `depth` moves from here (RULES.md section 10)."""
    return _perft(core, depth)


@cython.exceptval(-1)
def _perft(core: Core, depth: cython.Py_ssize_t) -> cython.longlong:
    i: cython.Py_ssize_t
    count: cython.Py_ssize_t
    total: cython.longlong = 0
    child: Core
    if depth == 0:
        return 1
    count = generate(core)
    if depth == 1 or count == 0:
        return count
    child = core.clone()
    for i in range(count):
        child._copy(core)
        apply_legal(child, core.moves[i])
        total += _perft(child, depth - 1)
    return total

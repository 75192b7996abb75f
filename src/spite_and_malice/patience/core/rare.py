"""Features of few games, kept out of the code that runs in every move so that the compiler keeps that code together.

Functions here that others call could be called from Python too, which keeps them from being inlined.
"""

from __future__ import annotations

import cython

from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.gathering import (
    close_line,
    close_up,
    gather_again,
    lay_at_its_hour,
    may_close_up,
    may_gather,
)
from spite_and_malice.patience.core.grid import add_in_grid
from spite_and_malice.patience.core.homes import add_homes
from spite_and_malice.patience.core.integers import count_of, move_of, rank_of, source_of, suit_of, target_of
from spite_and_malice.patience.core.piles import (
    Piles,
    add_move,
    fills_gap,
    goes_home,
    head_of,
    is_free,
    move_run,
    pick,
    pick_under,
    put,
    put_home,
    put_on_foundation,
    top_card,
    top_of_waste,
)
from spite_and_malice.patience.core.ruleset import fits, level_of

# --- legal moves ------------------------------------------------------------------------------------------------


@cython.ccall
def add_apart(piles: Piles) -> cython.bint:
    """Add the moves of a grid, or the one of a clock; whether there are any."""
    if piles.rules.aim == AIM_CLOCK:
        if piles.drawn > 0:
            add_move(piles, move_of(WASTE, rank_of(top_of_waste(piles)) - 1, 1))
        return piles.count > 0
    if piles.rules.stock == STOCK_PILES and may_close_up(piles):
        add_move(piles, DEAL)
    if piles.rules.gather != GATHER_NONE and may_gather(piles):
        add_move(piles, REDEAL)
    add_in_grid(piles)
    return piles.count > 0


@cython.ccall
def add_rare(piles: Piles) -> cython.bint:
    """Add moves that only few games have; whether there are any."""
    place: cython.Py_ssize_t
    if piles.rules.gather != GATHER_NONE and may_gather(piles):
        add_move(piles, REDEAL)
    if piles.rules.heap and piles.drawn > 0:
        # It may go into gaps without this.
        for place in range(piles.rules.piles):
            if piles.size[place] > 0:
                add_move(piles, move_of(WASTE, place, 1))
    if piles.rules.home:
        if piles.drawn > 0:
            add_homes(piles, WASTE, top_of_waste(piles), 1)
        for place in range(RESERVE + piles.rules.reserves):
            if piles.size[place] > piles.down[place] and (place < piles.rules.piles or place >= CELL):
                add_homes(piles, place, top_card(piles, place), 1)
    if piles.rules.aim == AIM_ACES:
        for place in range(piles.rules.piles):
            if is_free(piles, place) and _is_beaten(piles, top_card(piles, place)):
                add_move(piles, move_of(place, OFF, 1))
    if piles.rules.pocket and piles.drawn == piles.talon_count:
        _add_pocket(piles)
    if piles.merci > 0 and (piles.rules.gather == GATHER_NONE or piles.pass_number == piles.rules.passes):
        _add_merci(piles)
    return piles.count > 0


def _is_beaten(piles: Piles, card: cython.int) -> cython.bint:
    """Whether a free card of the same suit is higher than a card, the ace being highest."""
    place: cython.Py_ssize_t
    other: cython.int
    if rank_of(card) == 1:
        return False
    for place in range(piles.rules.piles):
        if is_free(piles, place):
            other = top_card(piles, place)
            if suit_of(other) == suit_of(card) and (rank_of(other) > rank_of(card) or rank_of(other) == 1):
                return True
    return False


def _add_pocket(piles: Piles) -> cython.void:
    """Add the moves from the pocket, or those of cards at the end of a pile into it."""
    place: cython.Py_ssize_t
    n: cython.Py_ssize_t
    slot: cython.int = piles.top[POCKET]
    if piles.size[POCKET] == 0:
        for place in range(piles.rules.piles):
            for n in range(1, _leave_together(piles, place) + 1):
                add_move(piles, move_of(place, POCKET, n))
        return
    _add_home(piles, POCKET, piles.code[slot], 1)
    for n in range(1, _leave_together(piles, POCKET) + 1):
        for place in range(piles.rules.piles):
            if _takes(piles, place, piles.rules.key[piles.code[slot]]):
                add_move(piles, move_of(POCKET, place, n))
        slot = piles.below[slot]


def _leave_together(piles: Piles, place: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """How many cards at the end of a pile `groups` would let move as one."""
    n: cython.Py_ssize_t = 1
    up: cython.Py_ssize_t = piles.size[place] - piles.down[place]
    slot: cython.int = piles.top[place]
    card: cython.int
    upon: cython.int
    if up < 2 or piles.rules.groups == GROUPS_NONE:
        return up if up < 2 else 1
    while n < up:
        card = piles.code[slot]
        slot = piles.below[slot]
        upon = piles.code[slot]
        if piles.rules.groups == GROUPS_SUIT:
            if suit_of(card) != suit_of(upon):
                break
            if not fits(piles.rules, level_of(piles.rules.key[card]), level_of(piles.rules.key[upon]), 0):
                break
        elif piles.rules.groups == GROUPS_RUN:
            if not fits(piles.rules, piles.rules.key[card], piles.rules.key[upon], piles.rules.flip):
                break
        n += 1
    return n


def _add_merci(piles: Piles) -> cython.void:
    """Add the moves of cards drawn from under others of their piles, to foundations and piles, their own too."""
    place: cython.Py_ssize_t
    target: cython.Py_ssize_t
    n: cython.Py_ssize_t
    i: cython.Py_ssize_t
    first: cython.Py_ssize_t = piles.count
    slot: cython.int
    for place in range(piles.rules.piles):
        slot = piles.top[place]
        for n in range(2, piles.size[place] - piles.down[place] + 1):
            slot = piles.below[slot]
            _add_home(piles, place, piles.code[slot], n)
            for target in range(piles.rules.piles):
                if _takes(piles, target, piles.rules.key[piles.code[slot]]):
                    add_move(piles, move_of(place, target, n))
    for i in range(first, piles.count):
        piles.moves[i] |= MERCI


def _add_home(piles: Piles, source: cython.Py_ssize_t, card: cython.int, n: cython.Py_ssize_t) -> cython.void:
    """Add the moves of a card to foundations."""
    if piles.rules.home:
        add_homes(piles, source, card, n)
    elif goes_home(piles, card):
        add_move(piles, move_of(source, FOUNDATION, n))


def _takes(piles: Piles, pile: cython.Py_ssize_t, key: cython.int) -> cython.bint:
    """Whether a card with a key may go on a pile, or into it where that is a gap."""
    if piles.size[pile] == 0:
        return fills_gap(piles, key)
    return piles.rules.builds and fits(piles.rules, key, head_of(piles, pile), piles.rules.flip)


# --- playing ----------------------------------------------------------------------------------------------------


@cython.ccall
def make_rare(piles: Piles, move: cython.int) -> cython.bint:
    """Make a move if it is one that few games have, without its automatic consequences; whether it is."""
    source: cython.Py_ssize_t = source_of(move)
    target: cython.Py_ssize_t = target_of(move)
    n: cython.Py_ssize_t = count_of(move)
    if move == REDEAL and piles.rules.gather != GATHER_NONE:
        gather_again(piles)
        piles.pass_number += 1
    elif move == DEAL and piles.rules.columns > 0:
        close_up(piles)
    elif move == DEAL and piles.rules.stock == STOCK_RESERVE:
        _deal_on_reserve(piles)
    elif piles.rules.aim == AIM_CLOCK:
        lay_at_its_hour(piles, target)
    elif piles.rules.aim == AIM_ONE:
        move_run(piles, source, target, n)
    elif move & MERCI:
        piles.merci -= 1
        _put(piles, target, pick_under(piles, source, n))
    elif HOME <= target < WASTE and move < PAIR:
        put_home(piles, target, pick(piles, source))
    else:
        return False
    return True


def _put(piles: Piles, target: cython.Py_ssize_t, slot: cython.int) -> cython.void:
    """Put a card that was drawn from under others on a pile or a foundation."""
    if target == FOUNDATION:
        put_on_foundation(piles, slot)
    elif target >= HOME:
        put_home(piles, target, slot)
    else:
        put(piles, target, slot)


def _deal_on_reserve(piles: Piles) -> cython.void:
    """Deal a card of the stock onto each pile of the reserve, while cards last."""
    place: cython.Py_ssize_t
    for place in range(RESERVE, RESERVE + piles.rules.reserves):
        if piles.talon_count > 0:
            piles.drawn = 1
            put(piles, place, pick(piles, WASTE))


@cython.ccall
def settle_rare(piles: Piles) -> cython.bint:
    """Do one thing that happens automatically in few games; whether anything did."""
    place: cython.Py_ssize_t
    if piles.rules.stock == STOCK_HAND and piles.drawn == 0 and piles.talon_count > 0:
        piles.drawn = 1
        return True
    if piles.rules.empty == EMPTY_AUTO and piles.talon_count > 0:
        for place in range(piles.rules.piles):
            if piles.size[place] == 0:
                piles.drawn = max(piles.drawn, 1)
                put(piles, place, pick(piles, WASTE))
                return True
    return piles.rules.aim == AIM_ONE and close_line(piles, 0)

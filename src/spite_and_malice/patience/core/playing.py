"""Making a move, and everything that happens automatically after it (PATIENCE.md section 4)."""

from __future__ import annotations

import cython

from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.integers import card_with, count_of, source_of, suit_of, target_of
from spite_and_malice.patience.core.piles import Piles, move_run, pick, put, put_on_foundation, put_on_waste
from spite_and_malice.patience.core.rare import make_rare, settle_rare


def make_move(piles: Piles, move: cython.int) -> cython.void:
    """Make a legal move."""
    source: cython.Py_ssize_t = source_of(move)
    target: cython.Py_ssize_t = target_of(move)
    n: cython.Py_ssize_t = count_of(move)
    slot: cython.int
    if move == DRAW:
        piles.drawn = min(piles.drawn + piles.rules.draw_count, piles.talon_count)
        return
    if piles.rules.rare and make_rare(piles, move):
        settle(piles)
        return
    if move == REDEAL:
        piles.drawn = 0
        piles.pass_number += 1
        return
    if move == DEAL:
        _deal(piles)
    elif move & PAIR:
        pick(piles, source)
        pick(piles, target)
    elif n > 1:
        move_run(piles, source, target, n)
    else:
        slot = pick(piles, source)
        if target == FOUNDATION:
            put_on_foundation(piles, slot)
        elif target == WASTE:
            put_on_waste(piles, slot)
        elif target == CELL:
            while piles.size[target] > 0:
                target += 1
            put(piles, target, slot)
        elif target != OFF:
            put(piles, target, slot)
    if piles.rules.plain and move < PAIR and move != DEAL:
        if source < PILE_PLACES and piles.size[source] == piles.down[source] and piles.down[source] > 0:
            piles.down[source] -= 1
    else:
        settle(piles)


def _deal(piles: Piles) -> cython.void:
    """Deal a card of the stock onto each pile, while cards last."""
    place: cython.Py_ssize_t
    n: cython.Py_ssize_t = min(piles.rules.piles, piles.talon_count)
    for place in range(n):
        put(piles, place, piles.talon[place])
    piles.talon_count -= n
    for place in range(piles.talon_count):
        piles.talon[place] = piles.talon[place + n]


def settle(piles: Piles) -> cython.bint:
    """Turn cards up, let runs leave, refill gaps, until nothing more happens; whether anything did."""
    place: cython.Py_ssize_t
    happened: cython.bint = False
    again: cython.bint = piles.rules.aim != AIM_CLOCK
    while again:
        again = False
        for place in range(piles.rules.piles):
            if piles.down[place] > 0 and piles.size[place] == piles.down[place]:
                if piles.rules.covers and piles.present & piles.rules.cover[place]:
                    continue
                piles.down[place] -= 1
                happened = True
        for place in range(RESERVE, RESERVE + piles.rules.reserves):
            if piles.down[place] > 0 and piles.size[place] == piles.down[place]:
                piles.down[place] -= 1
                happened = True
        if piles.rules.aim == AIM_RUNS:
            for place in range(piles.rules.piles):
                if _run_leaves(piles, place):
                    again = True
                    break
        if piles.rules.refill and piles.size[RESERVE] > 0 and not again:
            for place in range(piles.rules.piles):
                if piles.size[place] == 0:
                    put(piles, place, pick(piles, RESERVE))
                    again = True
                    break
        if piles.rules.rare and not again:
            again = settle_rare(piles)
        happened |= again
    return happened


def _run_leaves(piles: Piles, place: cython.Py_ssize_t) -> cython.bint:
    """Take thirteen face-up cards of one suit from king to ace off the end of a pile, if they lie there."""
    slot: cython.int = piles.top[place]
    suit: cython.Py_ssize_t
    rank: cython.int
    if piles.size[place] - piles.down[place] < KING:
        return False
    suit = suit_of(piles.code[slot])
    for rank in range(1, KING + 1):
        if piles.code[slot] != card_with(rank, cython.cast(cython.int, suit)):
            return False
        slot = piles.below[slot]
    for _i in range(KING):
        pick(piles, place)
    piles.found[2 * suit] += 1
    piles.home += 1
    return True

"""Cards of the tableau laid out again: gathered and dealt, closed up in a grid, laid at the hours of a clock."""

from __future__ import annotations

import cython

from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.piles import Piles, in_row, pick, pick_under, put

# --- gathering the tableau (`Ruleset.gather`) -------------------------------------------------------------------


def may_gather(piles: Piles) -> cython.bint:
    """Whether the tableau may be gathered and laid out again."""
    if piles.rules.passes > 0 and piles.pass_number >= piles.rules.passes:
        return False
    return piles.on_table > 0 and (piles.rules.gather != GATHER_DEAL or not _lies_as_dealt(piles))


def _lies_as_dealt(piles: Piles) -> cython.bint:
    """Whether all piles have as many cards as they would get if gathered and dealt again."""
    place: cython.Py_ssize_t
    left: cython.Py_ssize_t = piles.on_table
    for place in range(piles.rules.piles):
        if piles.size[place] != _share(piles, place, left):
            return False
        left -= piles.size[place]
    return True


def _share(piles: Piles, place: cython.Py_ssize_t, left: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """How many of the remaining cards a pile gets."""
    return left if place == piles.rules.piles - 1 else min(left, piles.rules.dealt[place])


def gather_again(piles: Piles) -> cython.void:
    """Gather the cards of the tableau and lay them out again."""
    slots: cython.uchar[104]
    place: cython.Py_ssize_t
    n: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    kept: cython.Py_ssize_t = 0
    share: cython.Py_ssize_t
    if not cython.compiled:
        slots = [0] * MOST_CARDS
    for place in range(piles.rules.piles):
        if piles.rules.aim == AIM_ROWS:
            if place % piles.rules.columns == 0:
                kept = in_row(piles, place)
            if place % piles.rules.columns < kept:
                continue
        while piles.size[place] > 0:
            slots[n] = cython.cast(cython.uchar, pick(piles, place))
            n += 1
    if piles.rules.gather == GATHER_SHUFFLE:
        _put_in_order(piles, slots, n)
    if piles.rules.aim == AIM_ROWS:
        _lay_in_rows(piles, slots)
        return
    for place in range(piles.rules.piles):
        share = _share(piles, place, n - at)
        for i in range(share):
            # Dealt unshuffled, the cards that lay on top lie on top again.
            put(piles, place, slots[at + i if piles.rules.gather == GATHER_SHUFFLE else at + share - 1 - i])
        at += share


def _put_in_order(piles: Piles, slots: cython.p_uchar, n: cython.Py_ssize_t) -> cython.void:
    """Put gathered cards in the order that they have in the next pack."""
    first: cython.Py_ssize_t = (piles.pass_number - 1) * piles.rules.cards
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    done: cython.Py_ssize_t = 0
    slot: cython.uchar
    for i in range(piles.rules.cards):
        for k in range(done, n):
            if piles.code[slots[k]] == piles.later[first + i]:
                slot = slots[k]
                slots[k] = slots[done]
                slots[done] = slot
                done += 1
                break


def _lay_in_rows(piles: Piles, slots: cython.p_uchar) -> cython.void:
    """Fill the places of the rows, except those after the cards that stay there."""
    place: cython.Py_ssize_t
    at: cython.Py_ssize_t = 0
    kept: cython.Py_ssize_t = 0
    for place in range(piles.rules.piles):
        if place % piles.rules.columns == 0:
            kept = in_row(piles, place)
        if place % piles.rules.columns > kept:
            put(piles, place, slots[at])
            at += 1


# --- closing up (`layout` "grid") -------------------------------------------------------------------------------


def close_line(piles: Piles, first: cython.Py_ssize_t) -> cython.bint:
    """Close the gaps from a place on, the piles keeping their order; whether there were any before a pile."""
    place: cython.Py_ssize_t
    to: cython.Py_ssize_t = first
    happened: cython.bint = False
    for place in range(first, piles.rules.piles):
        if piles.size[place] == 0:
            continue
        if place != to:
            piles.top[to] = piles.top[place]
            piles.size[to] = piles.size[place]
            piles.top[place] = NOTHING
            piles.size[place] = 0
            happened = True
        to += 1
    return happened


def may_close_up(piles: Piles) -> cython.bint:
    """Whether closing up a grid and filling it from the stock changes anything."""
    place: cython.Py_ssize_t
    has_gap: cython.bint = False
    for place in range(piles.rules.piles):
        if piles.size[place] == 0:
            has_gap = True
        elif has_gap:
            return True
    return has_gap and piles.talon_count > 0


def close_up(piles: Piles) -> cython.void:
    """Close a grid up and fill it from the stock."""
    place: cython.Py_ssize_t
    close_line(piles, 0)
    for place in range(piles.rules.piles):
        if piles.size[place] == 0 and piles.talon_count > 0:
            piles.drawn = 1
            put(piles, place, pick(piles, WASTE))


# --- the hours of a clock (`aim` "clock") -----------------------------------------------------------------------


def lay_at_its_hour(piles: Piles, place: cython.Py_ssize_t) -> cython.void:
    """Lay the card of the waste on the pile at its hour, and turn the top face-down card there to the waste."""
    put(piles, place, pick(piles, WASTE))
    if piles.down[place] > 0:
        piles.talon[0] = cython.cast(cython.uchar, pick_under(piles, place, piles.size[place] - piles.down[place] + 1))
        piles.down[place] -= 1
        piles.drawn = piles.talon_count = 1

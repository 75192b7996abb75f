"""Grids, whose cards lie on nothing: their moves (PATIENCE.md section 4), and their penalties."""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.integers import move_of, rank_of, suit_of
from spite_and_malice.patience.core.piles import Piles, add_move, in_row, is_pair, top_card

# The initial penalty of a line: more than all its bonuses. Of rows: a card that is not where it belongs, a gap that
# nothing goes into, and a layout that is used up.
LINE_WORST: Final = 1000
ROWS_AWAY: Final = 12
ROWS_SHUT: Final = 6
ROWS_LAYOUT: Final = 60


def add_in_grid(piles: Piles) -> cython.void:
    """Add the moves of a grid except those of the stock and of gathering."""
    if piles.rules.aim == AIM_PAIRS:
        _add_pairs_that_touch(piles)
    elif piles.rules.aim == AIM_ROWS:
        _add_to_rows(piles)
    else:
        _add_to_line(piles)


def _add_pairs_that_touch(piles: Piles) -> cython.void:
    """Add the pairs of cards that touch, across, down or diagonally, and the cards that leave alone."""
    place: cython.Py_ssize_t
    columns: cython.Py_ssize_t = piles.rules.columns
    for place in range(piles.rules.piles):
        if piles.size[place] == 0:
            continue
        if rank_of(top_card(piles, place)) == piles.rules.sum:
            add_move(piles, move_of(place, OFF, 1))
        if (place + 1) % columns:
            _add_touching(piles, place, place + 1)
            _add_touching(piles, place, place + columns + 1)
        if place % columns:
            _add_touching(piles, place, place + columns - 1)
        _add_touching(piles, place, place + columns)


def _add_touching(piles: Piles, place: cython.Py_ssize_t, other: cython.Py_ssize_t) -> cython.void:
    """Add the pair of two places if both are there and their cards go together."""
    if other < piles.rules.piles and piles.size[other]:
        if is_pair(piles, rank_of(top_card(piles, place)), rank_of(top_card(piles, other))):
            add_move(piles, move_of(place, other, 1) | PAIR)


def _add_to_rows(piles: Piles) -> cython.void:
    """Add the moves of the next higher card of a suit to the right of another one, and of twos to the beginning."""
    gap: cython.Py_ssize_t
    place: cython.Py_ssize_t
    card: cython.int
    before: cython.int
    is_first: cython.bint
    for gap in range(piles.rules.piles):
        if piles.size[gap]:
            continue
        is_first = gap % piles.rules.columns == 0
        if not is_first and not piles.size[gap - 1]:
            continue
        before = 0 if is_first else top_card(piles, gap - 1)
        for place in range(piles.rules.piles):
            if piles.size[place]:
                card = top_card(piles, place)
                if rank_of(card) == 2 if is_first else card == before + 8:
                    add_move(piles, move_of(place, gap, 1))


def _add_to_line(piles: Piles) -> cython.void:
    """Add the moves of whole piles onto the one before and the third before, where suits or ranks are the same."""
    place: cython.Py_ssize_t
    for place in range(1, piles.rules.piles):
        if piles.size[place] == 0:
            return
        _add_onto_line(piles, place, place - 1)
        if place >= 3:
            _add_onto_line(piles, place, place - 3)


def _add_onto_line(piles: Piles, place: cython.Py_ssize_t, target: cython.Py_ssize_t) -> cython.void:
    """Add the move of a pile onto another one if their top cards have the same suit or rank."""
    if _is_like(top_card(piles, place), top_card(piles, target)):
        add_move(piles, move_of(place, target, piles.size[place]))


# --- the penalties of a grid --------------------------------------------------------------------------------------


def _is_like(card: cython.int, other: cython.int) -> cython.bint:
    """Whether two cards have the same suit or rank."""
    return rank_of(card) == rank_of(other) or suit_of(card) == suit_of(other)


def weigh_line(piles: Piles) -> cython.int:
    """The penalty of a line: few moves, and ranks of which few cards lie on top."""
    place: cython.Py_ssize_t
    card: cython.int
    worth: cython.int = LINE_WORST
    count: cython.int[16]
    if not cython.compiled:
        count = [0] * 16
    for place in range(16):
        count[place] = 0
    for place in range(piles.rules.piles):
        if piles.size[place] == 0:
            break
        card = top_card(piles, place)
        # The square grows by this much with one more of them.
        worth -= 2 * count[rank_of(card)] + 1
        count[rank_of(card)] += 1
        if place >= 1 and _is_like(card, top_card(piles, place - 1)):
            worth -= 1
        if place >= 3 and _is_like(card, top_card(piles, place - 3)):
            worth -= 1
    return max(worth, 0)


def weigh_rows(piles: Piles) -> cython.int:
    """The penalty of rows: cards that do not lie where they belong, gaps after kings, and layouts used up."""
    place: cython.Py_ssize_t
    card: cython.int
    shut: cython.bint = False
    worth: cython.int = ROWS_LAYOUT * piles.pass_number
    for place in range(piles.rules.piles):
        if place % piles.rules.columns == 0:
            worth += ROWS_AWAY * cython.cast(cython.int, piles.rules.columns - 1 - in_row(piles, place))
            shut = False
        if piles.size[place] == 0:
            if shut:
                worth += ROWS_SHUT
            continue
        card = top_card(piles, place)
        shut = rank_of(card) == KING
    return worth

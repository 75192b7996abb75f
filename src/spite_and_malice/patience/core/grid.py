"""The moves of grids, whose cards lie beside one another and on nothing (PATIENCE.md section 4)."""

from __future__ import annotations

import cython

from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.integers import move_of, rank_of, suit_of
from spite_and_malice.patience.core.piles import Piles, add_move, is_pair, top_card


def add_in_grid(piles: Piles) -> cython.void:
    """Add the moves of a grid but those of the stock and of gathering."""
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
    card: cython.int = top_card(piles, place)
    other: cython.int = top_card(piles, target)
    if rank_of(card) == rank_of(other) or suit_of(card) == suit_of(other):
        add_move(piles, move_of(place, target, piles.size[place]))

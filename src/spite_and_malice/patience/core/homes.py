"""Foundations that are piles of their own, and what each of them takes (`home` in PATIENCE.md section 2)."""

from __future__ import annotations

import cython

from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.integers import move_of, rank_of, suit_of
from spite_and_malice.patience.core.piles import Piles, add_move, top_card


def add_homes(piles: Piles, source: cython.Py_ssize_t, card: cython.int, n: cython.Py_ssize_t) -> cython.void:
    """Add the moves of a card to the foundations that take it, only the first of equivalent ones."""
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    k: cython.Py_ssize_t
    for i in range(piles.rules.homes):
        at = i << 4 | piles.size[HOME + i]
        if piles.rules.home == HOME_OSMOSIS:
            if _osmosis_takes(piles, i, card):
                add_move(piles, move_of(source, HOME + i, n))
            continue
        if piles.rules.home_rank[at] != rank_of(card) or not piles.rules.home_suits[at] >> suit_of(card) & 1:
            continue
        if piles.rules.home == HOME_ENDS and not _ends_take(piles, i):
            continue
        k = 0
        while piles.rules.home_rest[k << 4 | piles.size[HOME + k]] != piles.rules.home_rest[at]:
            k += 1
        if k == i:
            add_move(piles, move_of(source, HOME + i, n))


def _ends_take(piles: Piles, i: cython.Py_ssize_t) -> cython.bint:
    """Whether a suit built from both ends is not done; its last card goes on the ascending foundation."""
    other: cython.Py_ssize_t = i - SUITS if i >= SUITS else i + SUITS
    there: cython.int = piles.size[HOME + i] + piles.size[HOME + other]
    return there < KING - (1 if i >= SUITS else 0)


def _osmosis_takes(piles: Piles, i: cython.Py_ssize_t, card: cython.int) -> cython.bint:
    """Whether a foundation takes a card because it begins there, or because its rank lies on the foundation before."""
    slot: cython.int
    if piles.size[HOME + i] == 0:
        return rank_of(card) == piles.rules.base and (i == 0 or piles.size[HOME + i - 1] > 0)
    if suit_of(top_card(piles, HOME + i)) != suit_of(card):
        return False
    if i == 0:
        return True
    slot = piles.top[HOME + i - 1]
    while slot != NOTHING:
        if rank_of(piles.code[slot]) == rank_of(card):
            return True
        slot = piles.below[slot]
    return False

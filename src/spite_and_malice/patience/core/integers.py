"""Moves and cards of a layout as integers: the one place that knows where their parts lie (`bits.py`: of the search).

A card is the code of `spite_and_malice.rules.cards`, rank * 8 + suit. A move is, from the lowest bit up, 8 bits of
source, 8 of target and the number of cards: the source is a place (`codes.py`) or `FOUNDATION` + suit, the target a
pile, `FOUNDATION`, `HOME` + number, `POCKET`, `CELL`, `WASTE` or `OFF`; `DRAW`, `REDEAL` and `DEAL` are whole moves. A
pair is marked with `PAIR`, its two places are source and target; with `MERCI` the number of cards says which card from
the top is drawn out.
"""

from __future__ import annotations

import cython


@cython.ccall
def rank_of(card: cython.int) -> cython.int:
    """The rank of a card, 0 for one that cannot be seen."""
    return card >> 3


@cython.ccall
def suit_of(card: cython.int) -> cython.int:
    """The suit of a card: spades 0, hearts 1, diamonds 2, clubs 3."""
    return card & 7


@cython.ccall
def card_with(rank: cython.int, suit: cython.int) -> cython.int:
    """The card with a rank and a suit."""
    return rank << 3 | suit


@cython.ccall
def pair_index(card: cython.int, upon: cython.int) -> cython.int:
    """Where a table says whether a card goes on another one (`fit_tables`)."""
    return card << 7 | upon


@cython.ccall
def move_of(source: cython.Py_ssize_t, target: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.int:
    """The move of `count` cards."""
    return cython.cast(cython.int, source | target << 8 | count << 16)


@cython.ccall
def source_of(move: cython.int) -> cython.Py_ssize_t:
    """Where a move takes its cards from."""
    return move & 255


@cython.ccall
def target_of(move: cython.int) -> cython.Py_ssize_t:
    """Where a move puts its cards."""
    return move >> 8 & 255


@cython.ccall
def count_of(move: cython.int) -> cython.Py_ssize_t:
    """How many cards a move takes."""
    return move >> 16 & 127


@cython.ccall
def index_of(move: cython.int) -> cython.int:
    """The place in the talon of the card taken by a search's move from the waste."""
    return move >> 23

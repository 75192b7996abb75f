"""Moves and cards as integers: the one place that knows where their parts lie. Nothing else shifts or masks them.

A card is the code of `spite_and_malice.rules.cards`, rank * 8 + suit; 0 is a card that cannot be seen. A move is, from
the lowest bit up, 5 bits of source, 8 of the card from the hand, 3 of the suit of a pair's second card (plus 1), 2 of
the kind (`PASS`, `TO_CENTRE`, `TO_SIDE`, `TO_LOAD`), and its target: a centre place, an own side stack, or an
opponent's pay-off pile as seat * 4 + pile.
"""

from __future__ import annotations

import cython

from spite_and_malice.engine.core.codes import *

# --- cards ------------------------------------------------------------------------------------------------------


@cython.ccall
def rank_of(card: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The rank of a card, 0 for one that cannot be seen. A joker's is above all others."""
    return card >> 3


@cython.ccall
def suit_of(card: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The suit of a card: spades 0, hearts 1, diamonds 2, clubs 3, `NUMBER` for a number card, 0 for a joker."""
    return card & 7


@cython.ccall
def card_with(rank: cython.Py_ssize_t, suit: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The card with a rank and a suit."""
    return rank << 3 | suit


@cython.ccall
def is_suited(card: cython.Py_ssize_t) -> cython.bint:
    """Whether a card has one of the four suits: no joker, no number card and no hidden card."""
    return card >= 8 and card != JOKER and card & 7 < NUMBER


@cython.ccall
def are_neighbours(card: cython.Py_ssize_t, other: cython.Py_ssize_t) -> cython.bint:
    """Whether two cards are one rank apart in the same suit; those without a suit are not."""
    return (card - other == 8 or other - card == 8) and is_suited(card) and is_suited(other)


# --- moves ------------------------------------------------------------------------------------------------------


@cython.ccall
def kind_of(move: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The kind of a move: `PASS`, `TO_CENTRE`, `TO_SIDE` or `TO_LOAD`."""
    return move >> 16 & 3


@cython.ccall
def source_of(move: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where a move takes its card from: `FROM_HAND`, or a pile counted from `FROM_PAYOFF`, `FROM_SIDE` … on."""
    return move & 31


@cython.ccall
def target_of(move: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The centre place or side stack that a move plays to, counted from 0; of a load see `loaded_seat`."""
    return move >> 18


@cython.ccall
def card_of(move: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The card that a move plays from the hand, the first one of a pair; 0 for a move from a pile."""
    return move >> 5 & 255


@cython.ccall
def is_pair(move: cython.Py_ssize_t) -> cython.bint:
    """Whether a move discards two cards."""
    return (move >> 13 & 7) != 0


@cython.ccall
def second_card_of(move: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The second card of a pair; 0 for every other move."""
    return move >> 5 & 0xF8 | (move >> 13 & 7) - 1 if move >> 13 & 7 else 0


@cython.ccall
def loaded_seat(move: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The seat whose pay-off pile a load goes to."""
    return move >> 20


@cython.ccall
def loaded_pile(move: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The pay-off pile that a load goes to, counted from 0."""
    return move >> 18 & 3


@cython.ccall
def plays_own_payoff(move: cython.Py_ssize_t) -> cython.bint:
    """Whether a move plays a card of the mover's own pay-off piles."""
    return FROM_PAYOFF <= move & 31 < FROM_SIDE


@cython.ccall
def plays_payoff(move: cython.Py_ssize_t) -> cython.bint:
    """Whether a move plays a pay-off card of the mover or of the mover's partner."""
    return FROM_PAYOFF <= move & 31 < FROM_SIDE or FROM_PARTNER_PAYOFF <= move & 31 < FROM_PARTNER_SIDE


@cython.ccall
def to_centre(source: cython.Py_ssize_t, card: cython.Py_ssize_t, place: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The play to a centre place; `card` is 0 unless it comes from the hand."""
    return source | card << 5 | TO_CENTRE << 16 | place << 18


def with_target(move: cython.Py_ssize_t, target: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """A play or discard to target 0, changed to another target: the other parts are put together only once."""
    return move | target << 18


@cython.ccall
def to_side(card: cython.Py_ssize_t, stack: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The discard of a hand card to a side stack."""
    return card << 5 | TO_SIDE << 16 | stack << 18


@cython.ccall
def pair_to_side(first: cython.Py_ssize_t, second: cython.Py_ssize_t, stack: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The discard of two hand cards of one rank to a side stack."""
    return first << 5 | (second & 7) + 1 << 13 | TO_SIDE << 16 | stack << 18


@cython.ccall
def to_load(
    source: cython.Py_ssize_t, card: cython.Py_ssize_t, seat: cython.Py_ssize_t, pile: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """The load of a pay-off pile; `card` is 0 unless it comes from the hand."""
    return source | card << 5 | TO_LOAD << 16 | seat << 20 | pile << 18


# --- effects of a move ---------------------------------------------------------------------------------------------


@cython.ccall
def reveals(effects: cython.Py_ssize_t) -> cython.bint:
    """Whether a move with these effects brought a card to light: one was turned up or drawn, or the turn went on."""
    return (effects & (ENDED_TURN | DREW | TURNED_UP)) != 0

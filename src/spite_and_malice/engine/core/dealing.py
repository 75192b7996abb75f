"""The deal and who plays first (RULES.md section 2)."""

from __future__ import annotations

from typing import Any

import cython

from spite_and_malice.engine.chance import lot_drawn
from spite_and_malice.engine.core.codes import *
from spite_and_malice.engine.core.drawing import random_below, shuffle, shuffle_stock
from spite_and_malice.engine.core.memory import Core
from spite_and_malice.engine.core.random_numbers import seed_after
from spite_and_malice.engine.core.rules import CoreRules


def dealt(rules: CoreRules, dealer: cython.Py_ssize_t, chance: Any) -> Core:
    """A game dealt by `dealer`, with `chance` deciding everything random in the deal and later."""
    core: Core = empty_table(rules)
    core.use_chance(chance)
    deal_cards(core, dealer)
    return core


def dealt_by_seed(rules: CoreRules, dealer: cython.Py_ssize_t, seed: cython.ulonglong) -> Core:
    """A game dealt by `dealer` with the core's own generator, which does the later shuffles too."""
    core: Core = empty_table(rules)
    core.use_seed(seed)
    deal_cards(core, dealer)
    return core


def seed_of_game(seed: cython.ulonglong, number: cython.ulonglong) -> int:
    """The seed with a given number among those that follow from a seed, for games or anything else."""
    return seed_after(seed, number)


@cython.cfunc
def empty_table(rules: CoreRules) -> Core:
    """A table on which a game can be dealt."""
    cards: cython.Py_ssize_t = rules.deck_count
    if rules.payoff_deck_count:
        # The pay-off piles' own deck is shuffled where the stock will lie.
        cards = max(cards + rules.players * rules.piles * rules.payoff, rules.payoff_deck_count)
    return Core(rules, cards, 1)


@cython.nogil
@cython.exceptval(-1)
def deal_cards(core: Core, dealer: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Deal a game on an empty table, and settle who plays first.

    The pay-off deck, where there is one, is shuffled first, then the deck. Cards leave a deck from its front, in
    blocks, for seats 0, 1, …: all pay-off piles, pile by pile, each from its bottom up; then all side stacks; then all
    hands. The rest of the deck is the stock.
    """
    seat: cython.Py_ssize_t
    i: cython.Py_ssize_t
    _: cython.Py_ssize_t
    if core.rules.payoff_deck_count:
        _lay_deck(core, core.rules.deck_count, core.rules.payoff_deck_count)
        _deal_payoff(core)
        core.stock_lo = core.stock_count = 0
    _lay_deck(core, 0, core.rules.deck_count)
    if not core.rules.payoff_deck_count:
        _deal_payoff(core)
    if core.rules.side_dealt:
        for seat in range(core.rules.players):
            for i in range(core.rules.side):
                core._push_side(seat, i, core._node(_next(core)))
    for seat in range(core.rules.players):
        for _ in range(core.rules.hand):
            core._take(seat, _next(core))
    core.turn = (dealer + core.rules.first) % core.rules.players if core.rules.first >= 0 else _highest(core)
    return 0


@cython.nogil
@cython.exceptval(-1)
def _lay_deck(core: Core, first: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Make a deck of the rules the stock, and shuffle it."""
    i: cython.Py_ssize_t
    for i in range(count):
        core.mem[core.o_stock + i] = core.rules.deck[first + i]
    core.stock_count = count
    return shuffle_stock(core)


def _next(core: Core) -> cython.Py_ssize_t:
    """Take the next card off the stock."""
    core.stock_lo += 1
    core.stock_count -= 1
    return core.mem[core.o_stock + core.stock_lo - 1]


def _deal_payoff(core: Core) -> cython.void:
    seat: cython.Py_ssize_t
    pile: cython.Py_ssize_t
    _: cython.Py_ssize_t
    place: cython.Py_ssize_t
    for seat in range(core.rules.players):
        for pile in range(core.rules.piles):
            place = seat * SEAT + PAY_TOP + pile
            for _ in range(core.rules.payoff):
                core._push(place, core._node(_next(core)))
            core.mem[place + TO_VALUES] = core.rules.accepts[core.mem[core.o_card + core.mem[place]]]
            core.mem[seat * SEAT + PAY_COUNT + pile] = core.rules.payoff
        core.mem[seat * SEAT + LEFT] = core.rules.piles * core.rules.payoff


@cython.nogil
@cython.exceptval(-1)
def _highest(core: Core) -> cython.Py_ssize_t:
    """The seat with the highest pay-off card; tied ones shuffle their piles and turn up again, then draw lots."""
    tied: cython.Py_ssize_t = (1 << core.rules.players) - 1  # seats, bit s
    best: cython.Py_ssize_t
    rank: cython.Py_ssize_t
    ties: cython.Py_ssize_t
    shown: cython.Py_ssize_t
    seat: cython.Py_ssize_t
    pile: cython.Py_ssize_t
    for ties in range(MOST_TIES):
        if ties:
            for seat in range(core.rules.players):
                if tied >> seat & 1:
                    for pile in range(core.rules.piles):
                        _shuffle_payoff(core, seat, pile)
        best = -1
        shown = 0
        for seat in range(core.rules.players):
            if tied >> seat & 1:
                rank = _best_top(core, seat)
                if rank > best:
                    best = rank
                    shown = 0
                if rank == best:
                    shown |= 1 << seat
        tied = shown
        if tied & (tied - 1) == 0:
            break
    else:
        return _lot(core, tied)
    return _seat_in(core, tied, 0)


@cython.nogil
@cython.exceptval(-1)
def _lot(core: Core, tied: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """One of the tied seats, by lot."""
    count: cython.Py_ssize_t = 0
    seat: cython.Py_ssize_t
    drawn: cython.Py_ssize_t = 0
    for seat in range(core.rules.players):
        count += tied >> seat & 1
    if core.seeded:
        drawn = random_below(core, count)
    elif core.chance is not None:
        with cython.gil:
            drawn = lot_drawn(core.chance, count)  # type: ignore[arg-type]
    return _seat_in(core, tied, drawn)


def _seat_in(core: Core, seats: cython.Py_ssize_t, number: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The seat with this number, counted from 0, in a set of seats."""
    seat: cython.Py_ssize_t
    for seat in range(core.rules.players):
        if seats >> seat & 1:
            if number == 0:
                return seat
            number -= 1
    return 0


def _best_top(core: Core, seat: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The highest rank on top of a seat's pay-off piles; wild cards are lowest."""
    best: cython.Py_ssize_t = 0
    rank: cython.Py_ssize_t
    pile: cython.Py_ssize_t
    for pile in range(core.rules.piles):
        rank = core.rules.natural[core.mem[core.o_card + core.mem[seat * SEAT + PAY_TOP + pile]]]
        best = max(best, rank)
    return best


@cython.nogil
@cython.exceptval(-1)
def _shuffle_payoff(core: Core, seat: cython.Py_ssize_t, pile: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Shuffle a pay-off pile just dealt: its nodes were taken in sequence, so its cards lie side by side."""
    place: cython.Py_ssize_t = seat * SEAT + PAY_TOP + pile
    top: cython.Py_ssize_t = core.o_card + core.mem[place]
    shuffle(core, top - core.rules.payoff + 1, core.rules.payoff)
    core.mem[place + TO_VALUES] = core.rules.accepts[core.mem[top]]
    return 0

"""Hashes of positions, for tables of them."""

from __future__ import annotations

import cython

from spite_and_malice.engine.core.codes import *
from spite_and_malice.engine.core.memory import Core
from spite_and_malice.engine.core.random_numbers import HASH_START, LOW_64, mixed_with


def position_hash(core: Core) -> int:
    """A 64-bit number that is equal for equal positions, whatever the order of a hand, for tables of positions.

    Hidden cards count too. Positions under different rules are not distinguished.
    """
    return hash_of(core)


def hash_of(core: Core) -> cython.ulonglong:
    """The number that `position_hash` gives."""
    seat: cython.Py_ssize_t
    i: cython.Py_ssize_t
    mixed: cython.ulonglong = core.turn * 64 + core.stage * 8 + core.moved
    hand: cython.ulonglong
    mixed = mixed_with(mixed, core.cover + 1)
    mixed = mixed_with(mixed, core.passes)
    mixed = mixed_with(mixed, core.reason)
    for seat in range(core.rules.players):
        hand = 0
        for i in range(core.mem[seat * SEAT]):
            hand = (hand + mixed_with(HASH_START, core.mem[seat * SEAT + HAND + i])) & LOW_64
        mixed = mixed_with(mixed, hand)
        for i in range(core.rules.piles):
            mixed = _mix_pile(core, mixed, core.mem[seat * SEAT + PAY_TOP + i])
        for i in range(core.rules.side):
            mixed = _mix_pile(core, mixed, core.mem[seat * SEAT + SIDE_TOP + i])
    for i in range(core.places):
        mixed = _mix_pile(core, mixed, core.mem[core.o_top + i])
    for i in range(core.stock_count):
        mixed = mixed_with(mixed, core.mem[core.o_stock + core.stock_lo + i])
    return _mix_pile(core, mixed, core.aside_first)


def _mix_pile(core: Core, mixed: cython.ulonglong, node: cython.Py_ssize_t) -> cython.ulonglong:
    """Mix in a pile from its top down, and its end."""
    while node:
        mixed = mixed_with(mixed, core.mem[core.o_card + node])
        node = core.mem[core.o_under + node]
    return mixed_with(mixed, CODES)

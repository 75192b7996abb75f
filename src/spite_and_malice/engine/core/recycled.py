"""Which cards went back into the stock, as everybody saw: kept beside a position on request.

These cards can lie only in the stock or in a hand drawn since, never in a pay-off pile. A card of that kind that is
later played from a hand is assumed to be one of them. Where suits do not matter, cards of a rank are one kind. Hands
that a redeal takes back are not seen by anybody else, and are not counted.
"""

from __future__ import annotations

import cython

from spite_and_malice.engine.core.codes import *
from spite_and_malice.engine.core.integers import card_with, rank_of, suit_of
from spite_and_malice.engine.core.memory import Core
from spite_and_malice.engine.core.rules import check_code

if cython.compiled:
    from cython.cimports.libc.stdlib import free


def watch_recycled(core: Core, recycled: list[int], held: list[int]) -> None:
    """Count from now on which cards go back, beginning with those that did and the old cards that each hand holds.

    `held` has a number for each seat, or none before the first card has gone back. Raises ValueError for any other
    length.
    """
    before: Core
    i: cython.Py_ssize_t
    code: cython.Py_ssize_t
    count: cython.Py_ssize_t
    seats: cython.Py_ssize_t = core.rules.players
    if held and len(held) != seats:
        raise ValueError(f"held must have a number for each of {seats} seats")
    for code in recycled:
        check_code(code)
    for count in held:
        if not 0 <= count <= MOST_HELD:
            raise ValueError(f"a hand holds 0 to {MOST_HELD} cards, not {count}")
    core._must_rest()
    if not core.watches:
        before = core.clone()
        core.watches = True
        core._lay_out(before.capacity, before.places_capacity)
        if cython.compiled:
            free(core.mem)
        core._allocate()
        for i in range(before.size):
            core.mem[i] = before.mem[i]
    for i in range(core.o_recycled, core.size):
        core.mem[i] = 0
    for code in recycled:
        core.mem[core.o_recycled + _kind(core, code)] += 1
    if held:
        core.mem[core.size - 1] = 1
        for i in range(seats):
            core.mem[core.o_recycled + CODES + i] = held[i]


def recycled_cards(core: Core) -> tuple[list[int], list[int]] | None:
    """What `watch_recycled` continues from: codes, whose suits may not matter, and `held`; None if not watching."""
    i: cython.Py_ssize_t
    if not core.watches:
        return None
    cards: list[int] = []
    for i in range(CODES):
        cards.extend([i] * core.mem[core.o_recycled + i])
    if not core.mem[core.size - 1]:
        return cards, []
    return cards, [core.mem[core.o_recycled + CODES + i] for i in range(core.rules.players)]


def _kind(core: Core, code: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The lowest card of the same kind as this one."""
    if suit_of(code) == SOME_SUIT and core.rules.numbered:
        return card_with(rank_of(code), NUMBER)
    if core.rules.loading or code >= JOKER or suit_of(code) == NUMBER:
        return code
    return card_with(rank_of(code), 0)


def goes_back(core: Core, code: cython.Py_ssize_t) -> cython.void:
    """Count a card that goes back into the stock for everybody to see."""
    if core.watches and code:
        core.mem[core.o_recycled + _kind(core, code)] += 1


def went_back(core: Core) -> cython.void:
    """Note that cards have gone back: the hands now hold cards drawn before, and may draw some of these."""
    seat: cython.Py_ssize_t
    place: cython.Py_ssize_t = core.o_recycled + CODES
    if not core.watches:
        return
    for seat in range(core.rules.players):
        if not core.mem[core.size - 1] or core.mem[place + seat] > core.mem[seat * SEAT]:
            core.mem[place + seat] = core.mem[seat * SEAT]
    core.mem[core.size - 1] = 1


def shows_card(core: Core, seat: cython.Py_ssize_t, code: cython.Py_ssize_t) -> cython.void:
    """Count a card played from a hand as one that went back, if there is one, and as one of the old ones."""
    place: cython.Py_ssize_t
    if not core.watches:
        return
    place = core.o_recycled + _kind(core, code)
    if core.mem[place]:
        core.mem[place] -= 1
    place = core.o_recycled + CODES + seat
    if core.mem[place]:
        core.mem[place] -= 1

"""Laying out the cards that a viewer cannot see, fast enough to do so thousands of times per move."""

from __future__ import annotations

import cython

from spite_and_malice.engine.core.codes import *
from spite_and_malice.engine.core.drawing import random_below
from spite_and_malice.engine.core.memory import Core
from spite_and_malice.engine.core.rules import check_code

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc


@cython.final
@cython.cclass
class Belief:
    """Which cards may lie where a position holds unknown ones.

    Only cards of `for_payoff` can lie in a pay-off pile, and in the first ``held[seat]`` places of a hand, which were
    drawn before any card of `elsewhere` came back into the stock; the rest of them may lie anywhere. The most
    restricted places are filled first, each uniformly from what may lie there, so that every arrangement of the cards
    is equally likely. Cards beyond the number of unknown ones come from `for_payoff` and are out of the game. Raises
    ValueError if there are fewer cards than unknown ones, or too few of the first kind.
    """

    known: Core
    cards: cython.p_int
    shuffled: cython.p_int
    places: cython.p_int  # where the block keeps unknown cards: `bound` restricted ones, then the others
    count: cython.Py_ssize_t
    first: cython.Py_ssize_t
    bound: cython.Py_ssize_t
    restricted: cython.Py_ssize_t

    def __init__(self, known: Core, for_payoff: list[int], elsewhere: list[int], held: list[int]) -> None:
        bound: list[int] = unknown_payoff(known)
        places: list[int] = []
        for card in (*for_payoff, *elsewhere):
            check_code(card)
        if len(held) != known.rules.players:
            raise ValueError(f"held must have a number for each of {known.rules.players} seats")
        seat: cython.Py_ssize_t
        i: cython.Py_ssize_t
        for seat in range(known.rules.players):
            for i in range(known.mem[seat * SEAT]):
                if known.mem[seat * SEAT + HAND + i] == 0:
                    (bound if i < held[seat] else places).append(seat * SEAT + HAND + i)
        for i in range(known.stock_count):
            if known.mem[known.o_stock + known.stock_lo + i] == 0:
                places.append(known.o_stock + known.stock_lo + i)
        self.known = known.clone()
        self.first = len(for_payoff)
        self.count = self.first + len(elsewhere)
        self.bound = len(bound)
        outside: cython.Py_ssize_t = self.count - self.bound - len(places)
        self.restricted = self.bound + outside
        if outside < 0 or self.restricted > self.first:
            raise ValueError(
                f"{len(bound)} unknown cards can only be of the first kind and {len(places)} of either, "
                f"but there are {self.first} of the first kind and {len(elsewhere)} of the second"
            )
        if cython.compiled:
            self.cards = _ints(self.count)
            self.shuffled = _ints(self.count)
            self.places = _ints(len(bound) + len(places))
        else:
            self.cards, self.shuffled = [0] * self.count, [0] * self.count
            self.places = [0] * (len(bound) + len(places))
        for i, card in enumerate([*for_payoff, *elsewhere]):
            self.cards[i] = card
        for i, place in enumerate([*bound, *places]):
            self.places[i] = place

    if cython.compiled:

        def __cinit__(self) -> None:
            self.cards = cython.NULL
            self.shuffled = cython.NULL
            self.places = cython.NULL

        def __dealloc__(self) -> None:
            free(self.cards)
            free(self.shuffled)
            free(self.places)

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.known.rules.players

    def sample(self, seed: cython.ulonglong) -> Core:
        """A position without unknown cards; the same seed gives the same position and the same later shuffles."""
        core: Core = self.known.clone()
        self.fill(core, seed)
        return core

    def fill(self, core: Core, seed: cython.ulonglong) -> None:
        """Turn `core`, a position under the same rules, into what `sample` returns."""
        core.copy_from(self.known)
        core.use_seed(seed)
        self._lay_out(core)

    def _lay_out(self, core: Core) -> cython.void:
        """Write cards into the unknown places of `core`, a copy of the known position, using its generator."""
        shuffled: cython.p_int = self.shuffled
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t
        card: cython.int
        for i in range(self.count):
            shuffled[i] = self.cards[i]
        for i in range(self.count):
            at = i + random_below(core, (self.first if i < self.restricted else self.count) - i)
            card = shuffled[at]
            shuffled[at] = shuffled[i]
            shuffled[i] = card
            if i < self.bound:
                core.mem[self.places[i]] = card
            elif i >= self.restricted:
                core.mem[self.places[i - self.restricted + self.bound]] = card


if cython.compiled:

    @cython.cfunc
    def _ints(count: cython.Py_ssize_t) -> cython.p_int:
        made: cython.p_int = cython.cast(cython.p_int, malloc(max(count, 1) * cython.sizeof(cython.int)))
        if made == cython.NULL:
            raise MemoryError
        return made


def unknown_payoff(core: Core) -> list[int]:
    """Where a position's block keeps the unknown cards of the pay-off piles. Their tops are always known."""
    places: list[int] = []
    seat: cython.Py_ssize_t
    pile: cython.Py_ssize_t
    node: cython.Py_ssize_t
    for seat in range(core.rules.players):
        for pile in range(core.rules.piles):
            node = core.mem[seat * SEAT + PAY_TOP + pile]
            while node:
                if core.mem[core.o_card + node] == 0:
                    places.append(core.o_card + node)
                node = core.mem[core.o_under + node]
    return places

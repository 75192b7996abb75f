"""Drawing cards: random numbers, shuffling the stock, making a new one, filling a hand (RULES.md section 3)."""

from __future__ import annotations

import cython

from spite_and_malice.engine.chance import shuffled
from spite_and_malice.engine.core.codes import *
from spite_and_malice.engine.core.memory import Core
from spite_and_malice.engine.core.random_numbers import LOW_32, next_state, random_word
from spite_and_malice.engine.core.recycled import goes_back, went_back


def random_below(core: Core, bound: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """An unbiased random number 0 … bound - 1 from the generator of `Core.use_seed` (scaled as in Lemire 2019)."""
    n: cython.ulonglong = bound
    state: cython.ulonglong = core.random_state
    product: cython.ulonglong
    low: cython.ulonglong
    while True:
        product = random_word(state) * n
        state = next_state(state)
        low = product & LOW_32
        if low >= n or low >= (LOW_32 + 1 - n) % n:
            core.random_state = state
            return product >> 32


@cython.nogil
@cython.exceptval(-1)
def shuffle_stock(core: Core) -> cython.Py_ssize_t:
    """Shuffle the stock as the source of chance decides."""
    return shuffle(core, core.o_stock + core.stock_lo, core.stock_count)


@cython.nogil
@cython.exceptval(-1)
def shuffle(core: Core, first: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Shuffle the `count` cards of the block from `first` on: Fisher-Yates, from the last card down."""
    mem: cython.p_ushort = core.mem
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    code: cython.ushort
    n: cython.ulonglong
    orders: cython.ulonglong
    state: cython.ulonglong = core.random_state
    product: cython.ulonglong
    second: cython.ulonglong
    if core.seeded:
        # Most random numbers of a game are drawn here, so each makes two choices (Brackett-Rozinsky and Lemire 2024):
        # the fraction left by the first makes the second.
        i = first + count - 1
        while i > first:
            n = i - first
            product = random_word(state) * (n + 1)
            second = (product & LOW_32) * n
            orders = (n + 1) * n
            state = next_state(state)
            if (second & LOW_32) >= orders or (second & LOW_32) >= (LOW_32 + 1) % orders:
                j = first + (product >> 32)
                code = mem[i]
                mem[i] = mem[j]
                mem[j] = code
                i -= 1
                j = first + (second >> 32)
                code = mem[i]
                mem[i] = mem[j]
                mem[j] = code
                i -= 1
        core.random_state = state
    elif core.chance is not None:
        # Not inlined here: a function with a Python object would ask for the interpreter's lock whenever it returns.
        with cython.gil:
            _shuffle_by_chance(core, first, count)
    return 0


@cython.exceptval(-1)
def _shuffle_by_chance(core: Core, first: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Shuffle cards of the block as the source of chance decides."""
    i: cython.Py_ssize_t
    cards: list[int] = [core.mem[i] for i in range(first, first + count)]
    for i, card in enumerate(_shuffled(core, cards)):
        core.mem[first + i] = card
    return 0


@cython.cfunc
def _shuffled(core: Core, cards: list[int]) -> list[int]:
    """The cards as shuffled by a position's source of chance, which may not play the position meanwhile."""
    was_busy: cython.bint = core.busy
    core.busy = True
    try:
        if core.forgets:
            core.chance.forget(cards)  # type: ignore[attr-defined]
            return [0] * len(cards)
        return shuffled(core.chance, cards)  # type: ignore[arg-type]
    finally:
        core.busy = was_busy


@cython.nogil
@cython.exceptval(-1)
def _replenish(core: Core) -> cython.Py_ssize_t:
    """Make a new stock when a card has to be drawn from an empty one (section 3); 0 if there is none."""
    node: cython.Py_ssize_t
    following: cython.Py_ssize_t
    i: cython.Py_ssize_t
    if core.aside_first:
        node = core.aside_first
        while node:
            core._stock_under(core.mem[core.o_card + node])
            goes_back(core, core.mem[core.o_card + node])
            following = core.mem[core.o_under + node]
            core._release(node)
            node = following
        core.aside_first = core.aside_last = 0
        went_back(core)
    elif core.rules.renew:
        with cython.gil:
            core._grow(core.rules.deck_count)
        for i in range(core.rules.deck_count):
            core._stock_under(core.rules.deck[i])
    else:
        return 0
    shuffle_stock(core)
    return core.stock_count


@cython.nogil
@cython.exceptval(-1)
def draw_up(core: Core, seat: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Draw up to a full hand, one card at a time; the game is over if a card is missing (section 3)."""
    base: cython.Py_ssize_t = seat * SEAT
    held: cython.Py_ssize_t = core.mem[base]
    full: cython.Py_ssize_t = core.rules.hand
    mem: cython.p_ushort = core.mem
    if held >= full:
        return 0
    while held < full:
        if core.stock_count == 0:
            mem[base] = held
            if _replenish(core) == 0:
                finish(core, BY_STOCK)
                return DREW
            mem = core.mem
        mem[base + HAND + held] = mem[core.o_stock + core.stock_lo]
        core.stock_lo += 1
        core.stock_count -= 1
        held += 1
    mem[base] = held
    return DREW


def finish(core: Core, reason: cython.Py_ssize_t) -> cython.void:
    """End the game by the cards: `BY_PAYOFF`, `BY_STOCK` or `BY_STALEMATE`."""
    core.stage = OVER
    core.reason = reason
    core.cover = -1

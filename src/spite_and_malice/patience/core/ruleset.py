"""Rules as the core needs them: flat numbers, and tables that say at once what goes on what."""

from __future__ import annotations

import cython

from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.integers import pair_index


@cython.final
@cython.no_gc
@cython.cclass
class Ruleset:
    """The rules of a game, compiled once and shared by all its layouts (`patience.tables` makes it)."""

    piles = cython.declare(cython.Py_ssize_t, visibility="readonly")
    reserves = cython.declare(cython.Py_ssize_t, visibility="readonly")
    cells = cython.declare(cython.Py_ssize_t, visibility="readonly")
    cards = cython.declare(cython.Py_ssize_t, visibility="readonly")
    # Whether cards lie on one another across places: in a pyramid and in peaks.
    covers = cython.declare(cython.bint, visibility="readonly")
    aim: cython.int
    groups: cython.int
    empty: cython.int
    # Whether ranks go down by one from card to card of a run, so that at most one card of it fits another pile.
    steady: cython.bint
    # Whether nothing happens automatically but that the pile which cards have left turns one up.
    plain: cython.bint
    refill: cython.bint
    deals: cython.bint
    deal_gaps: cython.bint
    waste_pair: cython.bint
    clear_all: cython.bint
    worry_back = cython.declare(cython.bint, visibility="readonly")
    draw_count = cython.declare(cython.Py_ssize_t, visibility="readonly")
    passes = cython.declare(cython.Py_ssize_t, visibility="readonly")  # 0: as many as you like
    sum: cython.int
    packs: cython.int
    full: cython.int  # what the foundations hold in the end
    most_moves: cython.Py_ssize_t
    base = cython.declare(cython.int, visibility="readonly")
    one_pack: cython.bint  # every card is there once
    # Whether all face-up cards of a pile are a run, ranks going down by one from card to card.
    built: cython.bint
    last_place: cython.Py_ssize_t  # after the last pile, cell or reserve pile
    order: cython.uchar[128]  # by card: 1 for the base rank, 13 for the highest
    fits: cython.uchar[16384]  # by `pair_index`: whether a card builds on another one
    ranks_fit: cython.uchar[16384]  # the same by rank alone
    waste_fits: cython.uchar[256]  # by rank * 16 + that of the waste's top card
    cover: cython.ulonglong[48]  # by place: the places that lie on it

    def __init__(
        self, numbers: dict[str, int], order: bytes, fits: bytes, ranks_fit: bytes, waste_fits: bytes, cover: list[int]
    ) -> None:
        i: cython.Py_ssize_t
        if not cython.compiled:
            self.order = [0] * 128
            self.fits = [0] * 16384
            self.ranks_fit = [0] * 16384
            self.waste_fits = [0] * 256
            self.cover = [0] * PLACES
        self.piles = numbers["piles"]
        self.reserves = numbers["reserves"]
        self.cells = numbers["cells"]
        self.cards = numbers["cards"]
        self.covers = numbers["covers"]
        self.aim = numbers["aim"]
        self.groups = numbers["groups"]
        self.empty = numbers["empty"]
        self.steady = numbers["steady"]
        self.built = numbers["built"]
        self.refill = numbers["refill"]
        self.deals = numbers["deals"]
        self.deal_gaps = numbers["deal_gaps"]
        self.waste_pair = numbers["waste_pair"]
        self.clear_all = numbers["clear_all"]
        self.worry_back = numbers["worry_back"]
        self.draw_count = numbers["draw"]
        self.passes = numbers["passes"]
        self.sum = numbers["sum"]
        self.packs = numbers["packs"]
        self.base = numbers["base"]
        self.one_pack = numbers["one_pack"]
        self.plain = self.aim != AIM_RUNS and not self.refill and not self.covers
        self.full = PACK * self.packs if self.aim == AIM_BUILD else SUITS * self.packs
        self.last_place = self.piles if self.cells + self.reserves == 0 else RESERVE + self.reserves
        # Every card to every pile, and pairs of all that can be free.
        self.most_moves = self.cards * (self.piles + 2) + 1024
        for i in range(128):
            self.order[i] = order[i >> 3]
        for i in range(16384):
            self.fits[i] = fits[i]
            self.ranks_fit[i] = ranks_fit[i]
        for i in range(256):
            self.waste_fits[i] = waste_fits[i]
        for i in range(PLACES):
            self.cover[i] = cover[i]

    def goes_on(self, card: cython.int, upon: cython.int) -> bool:
        """Whether a card builds on another one in the tableau."""
        return self.fits[pair_index(card, upon)] != 0

"""Rules as the core needs them: flat numbers, and for every card a key that tells immediately what goes on what."""

from __future__ import annotations

import cython

from spite_and_malice.patience.core.codes import *


@cython.final
@cython.no_gc
@cython.cclass
class Ruleset:
    """The rules of a game, compiled once and shared by all its layouts (`patience.tables` makes it).

    The key of a card is its strand times 32 and its level. The level is its place in the order of ranks, from 1 to 13.
    Cards that are built on one another are of one strand, whatever suits building requires: so a card goes on another
    one if the other's key is one higher, and the third card of a run if it is three higher than that of the first.
    """

    piles = cython.declare(cython.Py_ssize_t, visibility="readonly")
    reserves = cython.declare(cython.Py_ssize_t, visibility="readonly")
    cells = cython.declare(cython.Py_ssize_t, visibility="readonly")
    cards = cython.declare(cython.Py_ssize_t, visibility="readonly")
    # Whether cards lie on one another across places: in a pyramid and in peaks.
    covers = cython.declare(cython.bint, visibility="readonly")
    aim: cython.int
    groups: cython.int
    empty: cython.int
    # Whether cards build on others at all; upwards too; and the highest and the lowest rank on one another.
    builds: cython.bint
    both: cython.bint
    wrap: cython.bint
    flip: cython.int  # what changes in a key where the highest and the lowest rank lie on one another
    # Whether ranks go down by one from card to card of a run, so that at most one card of it fits another pile.
    steady: cython.bint
    # Whether the only automatic event is that the pile which cards have left turns one up.
    plain: cython.bint
    refill: cython.bint
    deals: cython.bint  # whether the player cannot draw cards of the stock at will
    deal_gaps: cython.bint
    stock: cython.int
    gather = cython.declare(cython.int, visibility="readonly")
    merci: cython.int
    pocket = cython.declare(cython.bint, visibility="readonly")
    # Whether the game has no moves from pile to pile (`rare.add_apart`), or some that few games have.
    apart: cython.bint
    rare: cython.bint
    heap: cython.bint  # whether the top card of the waste goes on whatever lies on a pile
    columns: cython.Py_ssize_t  # in a grid: the cards of a row; else 0
    home: cython.int
    homes = cython.declare(cython.Py_ssize_t, visibility="readonly")  # foundations that are piles of their own
    # Whether cards lie in places that ordinary games do not have: those of a grid, the pocket, foundations as piles.
    wide: cython.bint
    waste_pair: cython.bint
    clear_all: cython.bint
    worry_back = cython.declare(cython.bint, visibility="readonly")
    draw_count = cython.declare(cython.Py_ssize_t, visibility="readonly")
    passes = cython.declare(cython.Py_ssize_t, visibility="readonly")  # 0: unlimited
    sum: cython.int
    packs: cython.int
    full: cython.int  # what the foundations hold at the end
    most_moves: cython.Py_ssize_t
    base = cython.declare(cython.int, visibility="readonly")
    one_pack: cython.bint  # every card occurs once
    # Whether all face-up cards of a pile are a run, ranks going down by one from card to card.
    built: cython.bint
    head_words: cython.Py_ssize_t  # the words of `Piles.heads` with the piles that cards can go to
    key: cython.uchar[128]  # by card
    waste_fits: cython.uchar[256]  # by rank * 16 + that of the waste's top card
    cover: cython.ulonglong[48]  # by place: the places that lie on it
    # By foundation * 16 + its cards: the rank that it takes, 0 for none; the suits, a bit each; and a number shared by
    # foundations that take the same cards from here on.
    home_rank: cython.uchar[192]
    home_suits: cython.uchar[192]
    home_rest: cython.uchar[192]
    dealt: cython.uchar[20]  # how many cards each pile gets when the tableau is laid out again

    def __init__(
        self,
        numbers: dict[str, int],
        key: bytes,
        waste_fits: bytes,
        cover: list[int],
        home: tuple[bytes, bytes, bytes],
        dealt: bytes,
    ) -> None:
        i: cython.Py_ssize_t
        if not cython.compiled:
            self.key = [0] * 128
            self.waste_fits = [0] * 256
            self.cover = [0] * HEADED
            self.home_rank = [0] * 192
            self.home_suits = [0] * 192
            self.home_rest = [0] * 192
            self.dealt = [0] * 20
        self.piles = numbers["piles"]
        self.reserves = numbers["reserves"]
        self.cells = numbers["cells"]
        self.cards = numbers["cards"]
        self.covers = numbers["covers"]
        self.aim = numbers["aim"]
        self.groups = numbers["groups"]
        self.empty = numbers["empty"]
        self.builds = numbers["builds"]
        self.both = numbers["both"]
        self.wrap = numbers["wrap"]
        self.flip = numbers["flip"]
        self.steady = not self.both and not self.wrap
        self.built = numbers["built"]
        self.refill = numbers["refill"]
        self.deals = numbers["deals"]
        self.deal_gaps = numbers["deal_gaps"]
        self.stock = numbers["stock"]
        self.gather = numbers["gather"]
        self.merci = numbers["merci"]
        self.pocket = numbers["pocket"]
        self.heap = numbers["heap"]
        self.columns = numbers["columns"]
        self.home = numbers["home"]
        self.homes = numbers["homes"]
        self.wide = self.columns > 0 or self.homes > 0 or self.pocket
        self.waste_pair = numbers["waste_pair"]
        self.clear_all = numbers["clear_all"]
        self.worry_back = numbers["worry_back"]
        self.draw_count = numbers["draw"]
        self.passes = numbers["passes"]
        self.sum = numbers["sum"]
        self.packs = numbers["packs"]
        self.base = numbers["base"]
        self.one_pack = numbers["one_pack"]
        self.plain = (
            self.aim != AIM_RUNS
            and not self.refill
            and not self.covers
            and self.stock != STOCK_HAND
            and self.empty != EMPTY_AUTO
        )
        self.full = PACK * self.packs if self.aim <= AIM_BUILD else SUITS * self.packs
        self.apart = self.columns > 0 or self.aim == AIM_CLOCK
        self.rare = (
            self.wide
            or self.aim >= AIM_ACES
            or self.gather != GATHER_NONE
            or self.merci > 0
            or self.heap
            or self.empty == EMPTY_AUTO
            or self.stock >= STOCK_HAND
        )
        self.head_words = (self.piles + 7) // 8 if self.builds or self.empty != EMPTY_NONE else 0
        # Every card to every pile, alone and with those on it, to foundations, and pairs of all possible free cards.
        self.most_moves = self.cards * (self.piles * (2 if self.merci else 1) + 2 + self.homes) + 1024
        for i in range(128):
            self.key[i] = key[i]
        for i in range(256):
            self.waste_fits[i] = waste_fits[i]
        for i in range(HEADED):
            self.cover[i] = cover[i]
        for i in range(192):
            self.home_rank[i] = home[0][i]
            self.home_suits[i] = home[1][i]
            self.home_rest[i] = home[2][i]
        for i in range(len(dealt)):
            self.dealt[i] = dealt[i]

    def goes_on(self, card: cython.int, upon: cython.int) -> bool:
        """Whether a card builds on another one in the tableau."""
        return self.builds and fits(self, self.key[card], self.key[upon], self.flip)


def level_of(key: cython.int) -> cython.int:
    """The place of a card with this key in the order of ranks, 1 for the lowest."""
    return key & 31


def fits(rules: Ruleset, key: cython.int, upon: cython.int, flip: cython.int) -> cython.bint:
    """Whether a card with one key builds on one with another; with levels for keys and `flip` 0 by rank alone."""
    if upon == key + 1 or (rules.both and upon == key - 1):
        return True
    return rules.wrap and (upon == (key ^ flip) - ROUND or (rules.both and upon == (key ^ flip) + ROUND))

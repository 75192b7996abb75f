"""All cards of a game in flat arrays: where each of them lies.

Every card has a number, its slot; `below` gives for each the slot that it lies on, so that a run moves by changing one
link. Stock and waste are one array, the talon: the cards before `drawn` are the waste, the last of them on top, and the
others the stock, the next one to turn first. So a draw changes a number, and a redeal sets it to 0. The keys of the top
cards are stored side by side, eight to a number, so that one card is compared with eight piles at once.
"""

from __future__ import annotations

import cython

from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.integers import card_with, rank_of, suit_of
from spite_and_malice.patience.core.ruleset import Ruleset, level_of

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc
    from cython.cimports.libc.string import memcpy


@cython.no_gc
@cython.cclass
class Piles:
    """All cards of a game and its rules; `Layout` has the operations on them."""

    rules = cython.declare(Ruleset, visibility="readonly")
    pass_number = cython.declare(cython.Py_ssize_t, visibility="readonly")
    drawn = cython.declare(cython.Py_ssize_t, visibility="readonly")
    talon_count = cython.declare(cython.Py_ssize_t, visibility="readonly")
    on_table: cython.Py_ssize_t  # cards in the tableau, the cells and the reserve
    home: cython.int  # how many cards or runs lie on the foundations
    present: cython.ulonglong  # in a pyramid and in peaks: the places that have a card
    heads: cython.ulonglong[6]  # by pile, a byte each: the key of its top card, GAP where there is none
    code: cython.uchar[104]  # the card of a slot
    below: cython.uchar[104]  # the slot that it lies on, NOTHING at the bottom
    talon: cython.uchar[104]
    top: cython.uchar[141]  # by place: the slot on top, NOTHING where there is none
    size: cython.uchar[141]
    down: cython.uchar[141]  # how many cards of it lie face down
    found: cython.uchar[8]  # two for each suit, the higher first
    merci = cython.declare(cython.int, visibility="readonly")  # how many cards may still be drawn from under others
    later: cython.p_uchar  # with a tableau that is shuffled: the order of its cards in each layout after the first
    moves: cython.p_int
    count: cython.Py_ssize_t
    gaps: cython.int  # while moves are found: how many gaps there are

    def __cinit__(self, rules: Ruleset) -> None:
        if cython.compiled:
            self.moves = cython.cast(cython.p_int, malloc(rules.most_moves * cython.sizeof(cython.int)))
            if rules.gather == GATHER_SHUFFLE:
                self.later = cython.cast(cython.p_uchar, malloc(rules.passes * rules.cards))
            if self.moves is cython.NULL or (rules.gather == GATHER_SHUFFLE and self.later is cython.NULL):
                raise MemoryError

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.moves)
            free(self.later)

    def __init__(self, rules: Ruleset) -> None:
        """No cards yet, under these rules."""
        i: cython.Py_ssize_t
        self.rules = rules
        self.pass_number = 1
        self.drawn = self.talon_count = self.count = self.on_table = 0
        self.home = self.gaps = 0
        self.merci = rules.merci
        self.present = 0
        if not cython.compiled:
            self.heads = [0] * 6
            self.code = [0] * MOST_CARDS
            self.below = [NOTHING] * MOST_CARDS
            self.talon = [0] * MOST_CARDS
            self.top = [NOTHING] * PILE_PLACES
            self.size = [0] * PILE_PLACES
            self.down = [0] * PILE_PLACES
            self.found = [0] * 8
            self.moves = [0] * rules.most_moves
            self.later = [0] * (rules.passes * rules.cards) if rules.gather == GATHER_SHUFFLE else []
        for i in range(6):
            self.heads[i] = NO_PILES
        for i in range(PILE_PLACES):
            self.top[i] = NOTHING
        for i in range(min(rules.piles, HEADED)):
            set_head(self, i)
        if rules.one_pack:
            # A slot for each card, for those on the foundations too, which may come back.
            for i in range(PACK):
                self.code[i] = card_with(cython.cast(cython.int, i // SUITS) + 1, cython.cast(cython.int, i % SUITS))


@cython.cfunc
@cython.exceptval(check=False)
def begin_copy(source: Piles, to: Piles) -> cython.void:
    """Fill in what `copy_piles` does not copy, for new cards without any contents."""
    to.rules = source.rules
    to.count = to.gaps = 0
    memcpy(to.code, source.code, MOST_CARDS)
    # Places that the rules do not use are empty in the source, and a new one has nothing in them.
    memcpy(to.top, source.top, PILE_PLACES)
    memcpy(to.size, source.size, PILE_PLACES)
    memcpy(to.down, source.down, PILE_PLACES)


@cython.cfunc
@cython.exceptval(check=False)
def copy_piles(source: Piles, to: Piles) -> cython.void:
    """Arrange the cards, which have the same rules, like those of the source."""
    to.pass_number = source.pass_number
    to.drawn = source.drawn
    to.talon_count = source.talon_count
    to.on_table = source.on_table
    to.home = source.home
    to.present = source.present
    to.merci = source.merci
    if cython.compiled:
        # The maximum size: copies of a known length need no call.
        if not to.rules.one_pack:
            memcpy(to.code, source.code, MOST_CARDS)
        memcpy(to.heads, source.heads, 48)
        memcpy(to.below, source.below, MOST_CARDS)
        memcpy(to.talon, source.talon, MOST_CARDS)
        if to.rules.wide:
            memcpy(to.top, source.top, PILE_PLACES)
            memcpy(to.size, source.size, PILE_PLACES)
            memcpy(to.down, source.down, PILE_PLACES)
        else:
            memcpy(to.top, source.top, HEADED)
            memcpy(to.top + CELL, source.top + CELL, BESIDE)
            memcpy(to.size, source.size, HEADED)
            memcpy(to.size + CELL, source.size + CELL, BESIDE)
            memcpy(to.down, source.down, HEADED)
            memcpy(to.down + CELL, source.down + CELL, BESIDE)
        memcpy(to.found, source.found, 8)
        if to.rules.gather == GATHER_SHUFFLE:
            memcpy(to.later, source.later, to.rules.passes * to.rules.cards)
    else:
        to.heads = list(source.heads)
        to.code = list(source.code)
        to.below = list(source.below)
        to.talon = list(source.talon)
        to.top = list(source.top)
        to.size = list(source.size)
        to.down = list(source.down)
        to.found = list(source.found)
        to.later = list(source.later)


def slot_for(piles: Piles, card: cython.int, following: cython.int) -> cython.int:
    """The slot of a card: its own if every card occurs once, else the next free one, which becomes its own."""
    if piles.rules.one_pack:
        return (rank_of(card) - 1) * SUITS + suit_of(card)
    piles.code[following] = cython.cast(cython.uchar, card)
    return following


def top_card(piles: Piles, place: cython.Py_ssize_t) -> cython.int:
    """The card on top of a place that has one."""
    return piles.code[piles.top[place]]


def top_of_waste(piles: Piles) -> cython.int:
    """The card on top of the waste, which has one."""
    return piles.code[piles.talon[piles.drawn - 1]]


def top_of_foundation(piles: Piles, suit: cython.Py_ssize_t) -> cython.int:
    """The top card of a suit's only foundation."""
    rank: cython.int = piles.rules.base + piles.found[2 * suit] - 1
    if rank > KING:
        rank -= KING
    return card_with(rank, cython.cast(cython.int, suit))


def is_won(piles: Piles) -> cython.bint:
    """Whether the game is won."""
    if piles.rules.aim <= AIM_RUNS:
        return piles.home == piles.rules.full
    if piles.rules.aim <= AIM_WASTE:
        return piles.on_table == 0 and (not piles.rules.clear_all or piles.talon_count == 0)
    if piles.rules.aim == AIM_ACES:
        # An ace never leaves.
        return piles.talon_count == 0 and piles.on_table == SUITS * piles.rules.packs
    if piles.rules.aim == AIM_ROWS:
        return _all_in_rows(piles)
    if piles.rules.aim == AIM_ONE:
        return piles.size[0] == piles.rules.cards
    return piles.on_table == piles.rules.cards and _all_laid(piles)


def _all_in_rows(piles: Piles) -> cython.bint:
    """Whether every row of a grid runs from the two to the king of one suit."""
    row: cython.Py_ssize_t
    for row in range(piles.rules.piles // piles.rules.columns):
        if in_row(piles, row * piles.rules.columns) < KING - 1:
            return False
    return True


def in_row(piles: Piles, first: cython.Py_ssize_t) -> cython.int:
    """How many cards of a row of a grid, from its first place on, run up from the two in one suit."""
    n: cython.int = 0
    card: cython.int = 0
    while n < KING - 1 and piles.size[first + n]:
        if n > 0 and suit_of(top_card(piles, first + n)) != suit_of(card):
            return n
        card = top_card(piles, first + n)
        if rank_of(card) != n + 2:
            return n
        n += 1
    return n


def _all_laid(piles: Piles) -> cython.bint:
    """Whether no pile hides a card any more."""
    place: cython.Py_ssize_t
    for place in range(piles.rules.piles):
        if piles.down[place]:
            return False
    return True


def is_free(piles: Piles, place: cython.Py_ssize_t) -> cython.bint:
    """Whether a place has a card that lies face up with nothing on it."""
    if piles.size[place] <= piles.down[place]:
        return False
    return not piles.rules.covers or place >= CELL or piles.present & piles.rules.cover[place] == 0


def add_move(piles: Piles, move: cython.int) -> cython.void:
    """Add a legal move to those that were found."""
    piles.moves[piles.count] = move
    piles.count += 1


def is_pair(piles: Piles, rank: cython.int, other: cython.int) -> cython.bint:
    """Whether cards of two ranks leave the table as a pair."""
    return rank + other == piles.rules.sum if piles.rules.sum else rank == other


def goes_home(piles: Piles, card: cython.int) -> cython.bint:
    """Whether a card comes next on a foundation of its suit."""
    before: cython.int = level_of(piles.rules.key[card]) - 1
    suit: cython.int = suit_of(card)
    if piles.found[2 * suit] == before:
        return True
    return piles.rules.packs == 2 and piles.found[2 * suit + 1] == before


def fills_gap(piles: Piles, key: cython.int) -> cython.bint:
    """Whether a card that does not come from the waste may go into a gap."""
    if piles.rules.empty == EMPTY_KING:
        return level_of(key) == KING
    return piles.rules.empty == EMPTY_ANY


# --- keys of top cards ------------------------------------------------------------------------------------------


def set_head(piles: Piles, pile: cython.Py_ssize_t) -> cython.void:
    """Note the key of the card that has come to lie on top of a pile."""
    shift: cython.Py_ssize_t = (pile & 7) << 3
    key: cython.ulonglong = piles.rules.key[piles.code[piles.top[pile]]] if piles.size[pile] else GAP
    piles.heads[pile >> 3] = piles.heads[pile >> 3] & ~(cython.cast(cython.ulonglong, 127) << shift) | key << shift


def head_of(piles: Piles, pile: cython.Py_ssize_t) -> cython.int:
    """The key of the top card of a pile, GAP where there is none."""
    return cython.cast(cython.int, piles.heads[pile >> 3] >> ((pile & 7) << 3) & 127)


def keys_between(word: cython.ulonglong, least: cython.int, most: cython.int) -> cython.ulonglong:
    """The bytes of a word from `least` to `most`, by their highest bits."""
    factor: cython.ulonglong = EACH_BYTE
    above: cython.ulonglong = (word | HIGHEST_BITS) - factor * least
    beyond: cython.ulonglong = (above & LOWER_BITS) + factor * (127 - most + least)
    return above & ~beyond & HIGHEST_BITS


def first_of(bits: cython.ulonglong) -> cython.Py_ssize_t:
    """The number of the lowest byte whose highest bit is set."""
    lowest: cython.ulonglong = (bits & ~bits + 1) >> 7
    return cython.cast(cython.Py_ssize_t, (lowest * BYTE_NUMBERS & ALL_BITS) >> 56)


# --- moving cards -----------------------------------------------------------------------------------------------


def put(piles: Piles, place: cython.Py_ssize_t, slot: cython.int) -> cython.void:
    """Put a card on a pile or into a cell."""
    piles.below[slot] = piles.top[place]
    piles.top[place] = cython.cast(cython.uchar, slot)
    piles.size[place] += 1
    piles.on_table += 1
    if place < HEADED:
        set_head(piles, place)
        if piles.rules.covers:
            piles.present |= cython.cast(cython.ulonglong, 1) << place


def put_on_foundation(piles: Piles, slot: cython.int) -> cython.void:
    """Put a card on the foundation that it comes next on."""
    card: cython.int = piles.code[slot]
    i: cython.int = 2 * suit_of(card)
    if piles.found[i] != level_of(piles.rules.key[card]) - 1:
        i += 1
    piles.found[i] += 1
    piles.home += 1


def put_home(piles: Piles, place: cython.Py_ssize_t, slot: cython.int) -> cython.void:
    """Put a card on a foundation that is a pile of its own."""
    put(piles, place, slot)
    piles.on_table -= 1
    piles.home += 1


def pick_under(piles: Piles, place: cython.Py_ssize_t, n: cython.Py_ssize_t) -> cython.int:
    """Draw the n-th card from the top out of a pile, n being above 1, and return its slot."""
    slot: cython.int = piles.top[place]
    above: cython.int = slot
    for _i in range(n - 1):
        above = slot
        slot = piles.below[slot]
    piles.below[above] = piles.below[slot]
    piles.size[place] -= 1
    piles.on_table -= 1
    return slot


def put_on_waste(piles: Piles, slot: cython.int) -> cython.void:
    """Put a card on top of the waste."""
    i: cython.Py_ssize_t
    for i in range(piles.talon_count, piles.drawn, -1):
        piles.talon[i] = piles.talon[i - 1]
    piles.talon[piles.drawn] = cython.cast(cython.uchar, slot)
    piles.drawn += 1
    piles.talon_count += 1


def pick(piles: Piles, place: cython.Py_ssize_t) -> cython.int:
    """Take the top card from a place and return its slot."""
    slot: cython.int
    i: cython.Py_ssize_t
    if place == WASTE:
        piles.drawn -= 1
        slot = piles.talon[piles.drawn]
        piles.talon_count -= 1
        for i in range(piles.drawn, piles.talon_count):
            piles.talon[i] = piles.talon[i + 1]
        return slot
    if place >= FOUNDATION:
        i = place - FOUNDATION
        slot = slot_for(piles, top_of_foundation(piles, i), 0)
        piles.found[2 * i] -= 1
        piles.home -= 1
        return slot
    slot = piles.top[place]
    piles.top[place] = piles.below[slot]
    piles.size[place] -= 1
    piles.on_table -= 1
    if place < HEADED:
        set_head(piles, place)
        if piles.rules.covers:
            piles.present &= ~(cython.cast(cython.ulonglong, 1) << place)
    return slot


def move_run(piles: Piles, source: cython.Py_ssize_t, target: cython.Py_ssize_t, n: cython.Py_ssize_t) -> cython.void:
    """Move cards from pile to pile: they keep their links, and only the lowest one gets a new one."""
    slot: cython.int = piles.top[source]
    bottom: cython.int = slot
    for _i in range(n - 1):
        bottom = piles.below[bottom]
    piles.top[source] = piles.below[bottom]
    piles.below[bottom] = piles.top[target]
    piles.top[target] = cython.cast(cython.uchar, slot)
    piles.size[source] -= cython.cast(cython.uchar, n)
    piles.size[target] += cython.cast(cython.uchar, n)
    if source < HEADED:
        set_head(piles, source)
    if target < HEADED:
        set_head(piles, target)

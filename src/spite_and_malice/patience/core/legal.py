"""The legal moves (PATIENCE.md section 4)."""

from __future__ import annotations

import cython

from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.integers import move_of, rank_of, suit_of
from spite_and_malice.patience.core.piles import (
    Piles,
    add_move,
    fills_gap,
    first_of,
    goes_home,
    head_of,
    is_free,
    is_pair,
    is_won,
    keys_between,
    top_card,
    top_of_foundation,
    top_of_waste,
)
from spite_and_malice.patience.core.rare import add_apart, add_rare
from spite_and_malice.patience.core.ruleset import fits, level_of


def generate(piles: Piles) -> cython.void:
    """Find the legal moves."""
    place: cython.Py_ssize_t
    empty_cells: cython.int = 0
    key: cython.int
    piles.count = 0
    if is_won(piles):
        return
    for place in range(CELL, CELL + piles.rules.cells):
        empty_cells += piles.size[place] == 0
    if piles.rules.apart:
        add_apart(piles)
        return
    _count_gaps(piles)
    _add_stock(piles)
    if piles.drawn > 0 and piles.rules.aim != AIM_WASTE:
        _add_single(piles, WASTE, top_of_waste(piles), empty_cells > 0)
        _add_to_piles(piles, WASTE, top_of_waste(piles))
    for place in range(CELL, CELL + piles.rules.cells):
        if piles.size[place] > 0:
            _add_single(piles, place, top_card(piles, place), False)
            _add_to_piles(piles, place, top_card(piles, place))
    for place in range(RESERVE, RESERVE + piles.rules.reserves):
        if piles.size[place] > 0:
            _add_single(piles, place, top_card(piles, place), empty_cells > 0)
            _add_to_piles(piles, place, top_card(piles, place))
    for place in range(piles.rules.piles):
        key = head_of(piles, place)
        if key == GAP or (piles.rules.covers and not is_free(piles, place)):
            continue
        _add_single(piles, place, top_card(piles, place), empty_cells > 0)
        if piles.rules.head_words > 0:
            _add_groups(piles, place, key, empty_cells)
    if piles.rules.aim == AIM_PAIRS:
        _add_pairs(piles)
    if piles.rules.rare:
        add_rare(piles)
    if not piles.rules.worry_back:
        return
    for place in range(SUITS):
        if piles.found[2 * place] > 0:
            _add_to_piles(piles, FOUNDATION + place, top_of_foundation(piles, place))


# --- stock, and single cards to places other than piles ---------------------------------------------------------


def _add_stock(piles: Piles) -> cython.void:
    """Add the draw, the redeal or the deal."""
    if piles.rules.deals:
        if piles.drawn < piles.talon_count and _may_deal(piles):
            add_move(piles, DEAL)
    elif piles.drawn < piles.talon_count:
        add_move(piles, DRAW)
    elif (
        piles.talon_count > 0
        and piles.rules.aim != AIM_WASTE
        and (piles.rules.passes == 0 or piles.pass_number < piles.rules.passes)
    ):
        add_move(piles, REDEAL)


def _may_deal(piles: Piles) -> cython.bint:
    """Whether gaps allow the stock to be dealt."""
    place: cython.Py_ssize_t
    cards: cython.int = 0
    gaps: cython.int = 0
    if piles.rules.deal_gaps:
        return True
    if piles.rules.stock >= STOCK_HAND:
        return piles.rules.stock == STOCK_RESERVE
    for place in range(piles.rules.piles):
        cards += piles.size[place]
        gaps += piles.size[place] == 0
    return gaps == 0 or cards < piles.rules.piles


def _add_single(piles: Piles, source: cython.Py_ssize_t, card: cython.int, has_cell: cython.bint) -> cython.void:
    """Add the moves of a free card other than those to piles."""
    aim: cython.int = piles.rules.aim
    if aim == AIM_BUILD:
        if goes_home(piles, card):
            add_move(piles, move_of(source, FOUNDATION, 1))
    elif aim == AIM_PAIRS:
        if rank_of(card) == piles.rules.sum:
            add_move(piles, move_of(source, OFF, 1))
    elif aim == AIM_WASTE:
        # There is always a card on it.
        if piles.rules.waste_fits[rank_of(card) << 4 | rank_of(top_of_waste(piles))]:
            add_move(piles, move_of(source, WASTE, 1))
    if has_cell and not CELL <= source < RESERVE:
        add_move(piles, move_of(source, CELL, 1))


def _add_pairs(piles: Piles) -> cython.void:
    """Add the pairs of free cards."""
    places: cython.uchar[80]
    ranks: cython.uchar[80]
    n: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    place: cython.Py_ssize_t
    if not cython.compiled:
        places = [0] * 80
        ranks = [0] * 80
    for place in range(piles.rules.piles):
        if is_free(piles, place):
            places[n] = cython.cast(cython.uchar, place)
            ranks[n] = cython.cast(cython.uchar, rank_of(top_card(piles, place)))
            n += 1
    for place in range(CELL, CELL + piles.rules.cells):
        if piles.size[place] > 0:
            places[n] = cython.cast(cython.uchar, place)
            ranks[n] = cython.cast(cython.uchar, rank_of(top_card(piles, place)))
            n += 1
    for place in range(RESERVE, RESERVE + piles.rules.reserves):
        if piles.size[place] > 0:
            places[n] = cython.cast(cython.uchar, place)
            ranks[n] = cython.cast(cython.uchar, rank_of(top_card(piles, place)))
            n += 1
    if piles.drawn > 0:
        places[n] = WASTE
        ranks[n] = cython.cast(cython.uchar, rank_of(top_of_waste(piles)))
        n += 1
    for i in range(n):
        for k in range(i + 1, n):
            if is_pair(piles, ranks[i], ranks[k]):
                add_move(piles, move_of(places[i], places[k], 1) | PAIR)
    if piles.rules.waste_pair and piles.drawn > 1:
        if is_pair(piles, rank_of(top_of_waste(piles)), rank_of(piles.code[piles.talon[piles.drawn - 2]])):
            add_move(piles, move_of(WASTE, WASTE, 1) | PAIR)


# --- to piles ---------------------------------------------------------------------------------------------------


def _count_gaps(piles: Piles) -> cython.void:
    word: cython.Py_ssize_t
    bits: cython.ulonglong
    piles.gaps = 0
    for word in range(piles.rules.head_words):
        bits = keys_between(piles.heads[word], GAP, GAP)
        while bits:
            piles.gaps += 1
            bits &= bits - 1


def _add_gaps(piles: Piles, source: cython.Py_ssize_t, n: cython.Py_ssize_t) -> cython.void:
    """Add the moves of n cards into each gap."""
    word: cython.Py_ssize_t
    bits: cython.ulonglong
    for word in range(piles.rules.head_words):
        bits = keys_between(piles.heads[word], GAP, GAP)
        while bits:
            add_move(piles, move_of(source, word * 8 + first_of(bits), n))
            bits &= bits - 1


def _add_onto(piles: Piles, source: cython.Py_ssize_t, key: cython.int, n: cython.Py_ssize_t) -> cython.void:
    """Add the moves of n cards onto each top card with a key, other than that of their own pile."""
    word: cython.Py_ssize_t
    target: cython.Py_ssize_t
    bits: cython.ulonglong
    for word in range(piles.rules.head_words):
        bits = keys_between(piles.heads[word], key, key)
        while bits:
            target = word * 8 + first_of(bits)
            if target != source:
                add_move(piles, move_of(source, target, n))
            bits &= bits - 1


def _add_run(
    piles: Piles, source: cython.Py_ssize_t, key: cython.int, least: cython.int, most: cython.int
) -> cython.void:
    """Add the moves of cards at the end of a run onto other cards; `key` is that of its top card."""
    word: cython.Py_ssize_t
    target: cython.Py_ssize_t
    bits: cython.ulonglong
    for word in range(piles.rules.head_words):
        bits = keys_between(piles.heads[word], key + least, key + most)
        while bits:
            target = word * 8 + first_of(bits)
            add_move(piles, move_of(source, target, head_of(piles, target) - key))
            bits &= bits - 1


def _add_builds(piles: Piles, source: cython.Py_ssize_t, key: cython.int, n: cython.Py_ssize_t) -> cython.void:
    """Add the moves of n cards, the lowest of which has this key, onto the cards that it builds on."""
    if not piles.rules.builds:
        return
    _add_onto(piles, source, key + 1, n)
    if piles.rules.both:
        _add_onto(piles, source, key - 1, n)
    if piles.rules.wrap and level_of(key) == KING:
        _add_onto(piles, source, (key ^ piles.rules.flip) - ROUND, n)
    if piles.rules.wrap and piles.rules.both and level_of(key) == 1:
        _add_onto(piles, source, (key ^ piles.rules.flip) + ROUND, n)


def _add_to_piles(piles: Piles, source: cython.Py_ssize_t, card: cython.int) -> cython.void:
    """Add the moves of a card from outside the tableau to its piles."""
    key: cython.int = piles.rules.key[card]
    _add_builds(piles, source, key, 1)
    if piles.gaps > 0 and (fills_gap(piles, key) or (source == WASTE and piles.rules.empty == EMPTY_WASTE)):
        _add_gaps(piles, source, 1)


# --- from pile to pile ------------------------------------------------------------------------------------------


def _run_length(piles: Piles, source: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """How many cards at the end of a pile may move together, whatever their number."""
    groups: cython.int = piles.rules.groups
    up: cython.Py_ssize_t = piles.size[source] - piles.down[source]
    n: cython.Py_ssize_t = 1
    slot: cython.int = piles.top[source]
    key: cython.int = piles.rules.key[piles.code[slot]]
    suit: cython.int = suit_of(piles.code[slot])
    upon: cython.int
    if groups == GROUPS_NONE:
        return 1
    if piles.rules.built or groups == GROUPS_ANY:
        return up
    while n < up:
        slot = piles.below[slot]
        upon = piles.rules.key[piles.code[slot]]
        if groups == GROUPS_SUIT:
            if suit_of(piles.code[slot]) != suit or not fits(piles.rules, level_of(key), level_of(upon), 0):
                break
        elif not piles.rules.builds or not fits(piles.rules, key, upon, piles.rules.flip):
            break
        key = upon
        n += 1
    return n


def _add_groups(piles: Piles, source: cython.Py_ssize_t, key: cython.int, empty_cells: cython.int) -> cython.void:
    """Add the moves of cards at the end of a pile to other piles; `key` is that of its top card."""
    groups: cython.int = piles.rules.groups
    n: cython.Py_ssize_t = _run_length(piles, source)
    least: cython.Py_ssize_t = 1
    most: cython.Py_ssize_t = n
    into_gap: cython.Py_ssize_t = n
    gaps: cython.int
    if groups == GROUPS_CELLS:
        # Free cells and gaps double what could be moved card by card; a gap that is the target does not help.
        gaps = piles.gaps if piles.rules.empty == EMPTY_ANY else 0
        most = min(n, (empty_cells + 1) << gaps)
        into_gap = min(n, (empty_cells + 1) << (gaps - 1 if gaps > 0 else 0))
    elif groups >= GROUPS_PILE:
        if n < piles.size[source]:
            if groups == GROUPS_PILE:
                return
            most = into_gap = 1
        elif groups == GROUPS_PILE:
            least = n
    if not piles.rules.steady or groups == GROUPS_ANY or (groups == GROUPS_ENDS and most > 2):
        _add_one_by_one(piles, source, least, most, into_gap)
        return
    if piles.rules.builds:
        _add_run(piles, source, key, cython.cast(cython.int, least), cython.cast(cython.int, most))
    if piles.gaps == 0:
        return
    if piles.rules.empty == EMPTY_ANY:
        for n in range(least, into_gap + 1):
            _add_gaps(piles, source, n)
    elif piles.rules.empty == EMPTY_KING:
        n = KING + 1 - level_of(key)
        if least <= n <= into_gap:
            _add_gaps(piles, source, n)


def _add_one_by_one(
    piles: Piles,
    source: cython.Py_ssize_t,
    least: cython.Py_ssize_t,
    most: cython.Py_ssize_t,
    into_gap: cython.Py_ssize_t,
) -> cython.void:
    """Add the moves of each number of cards at the end of a pile, into gaps at most `into_gap`."""
    n: cython.Py_ssize_t
    slot: cython.int = piles.top[source]
    key: cython.int
    for n in range(1, most + 1):
        key = piles.rules.key[piles.code[slot]]
        if n >= least and (piles.rules.groups != GROUPS_ENDS or n == 1 or n == most):
            _add_builds(piles, source, key, n)
            if piles.gaps > 0 and n <= into_gap and fills_gap(piles, key):
                _add_gaps(piles, source, n)
        slot = piles.below[slot]

"""Games whose cards are shuffled again: the moves that bring most cards home before that.

What lies where is forgotten by the next shuffle, and what is home stays there. So of a layout that cannot be won as
much as possible is brought home, which leaves less to be shuffled.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import Final

from spite_and_malice.patience.core import Layout, codes, rank_of, suit_of
from spite_and_malice.patience.moves import Move, encode, move_with
from spite_and_malice.patience.progress import cards_in_rows, cards_to_win
from spite_and_malice.patience.rules import Rules
from spite_and_malice.rules.cards import RANKS

_LAYOUTS: Final = 4000
"""How many layouts are looked at."""
_FEWEST: Final = 400
"""How many at least, however late it is: to lay the cards out again gives a whole layout up."""
_HOME: Final = 4
"""How many cards that lie on cards needed next weigh as much as one that is home."""

Chain = tuple["Chain", Move] | tuple[()]
"""The moves to a layout, the last one outermost."""


def most_home(rules: Rules, start: Layout, is_late: Callable[[], bool]) -> tuple[Move, ...]:
    """Return the moves of this layout after which most cards are home; none if no card can be brought there.

    The search is best first, and ends with a win, after a number of layouts, or when it is late.
    """
    order = count()
    fewest = _left(rules, start)
    best: Chain = ()
    open_layouts: list[tuple[int, int, Layout, Chain]] = [(0, next(order), start, ())]
    seen = {start.key()}
    for looked in range(_LAYOUTS):
        if not open_layouts or (looked >= _FEWEST and is_late()):
            break
        _cost, _order, layout, made = heappop(open_layouts)
        for move in map(move_with, layout.legal()):
            if move.is_redeal:
                continue
            after = layout.clone()
            after.apply(encode(move))
            if (key := after.key()) in seen:
                continue
            seen.add(key)
            line: Chain = (made, move)
            left = _left(rules, after)
            if left < fewest:
                fewest, best = left, line
                if after.result() == codes.WON:
                    return _unchained(best)
            heappush(open_layouts, (_HOME * left + _above_needed(rules, after), next(order), after, line))
    return _unchained(best)


def _left(rules: Rules, layout: Layout) -> int:
    """Return how many cards are not home, or in their rows."""
    if rules.aim == "rows":
        return cards_to_win(rules) - cards_in_rows(rules, layout)
    return sum(len(layout.face_up(pile)) for pile in range(rules.places))


def _above_needed(rules: Rules, layout: Layout) -> int:
    """Return how many cards lie on those that the foundations take next, or how many gaps of rows nothing can fill."""
    if rules.aim == "rows":
        tops = [(layout.face_up(place) or (0,))[0] for place in range(rules.places)]
        behind = (tops[place - 1] for place, card in enumerate(tops) if not card and place % rules.piles[0])
        return sum(not card or rank_of(card) == codes.KING for card in behind)
    if rules.foundations:
        return 0
    needed = next_home(rules, layout)
    above = 0
    for pile in range(rules.places):
        cards = layout.face_up(pile)
        first = next((at for at, card in enumerate(cards) if (suit_of(card), rank_of(card)) in needed), None)
        above += 0 if first is None else len(cards) - 1 - first
    return above


def next_home(rules: Rules, layout: Layout) -> set[tuple[int, int]]:
    """Return the suits and ranks that the foundations take next."""
    lowest = layout.rules.base
    heights = [layout.foundations(), layout.second_foundations()][: 1 + rules.has_two_foundations]
    return {(suit, (lowest - 1 + found[suit]) % len(RANKS) + 1) for found in heights for suit in range(codes.SUITS)}


def _unchained(way: Chain) -> tuple[Move, ...]:
    moves = []
    while way:
        way, move = way
        moves.append(move)
    return tuple(reversed(moves))

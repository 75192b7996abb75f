"""Games whose piles are heaps, which take any card and release only their top one: where a card does least harm.

A solver cannot say that, since it knows what comes next. So a place is rated by the games that sensible play, which
never looks ahead, plays from it with the unknown cards in many orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean
from typing import Final

from spite_and_malice.patience.core import rank_of, suit_of
from spite_and_malice.patience.difficulty import Below, below_from
from spite_and_malice.patience.moves import Move
from spite_and_malice.patience.view import View
from spite_and_malice.rules.cards import RANKS, SUITS, card_code
from spite_and_malice.rules.naming import card_name
from spite_and_malice.texts import _, listed, ngettext

_ALL: Final = len(RANKS) * len(SUITS)
_NEVER: Final = 99
"""The count for a card that no foundation takes any more."""
_EMPTY: Final = 4.0
"""The cost of beginning a heap: as much as being needed that much sooner than the card beneath."""
_BURIED: Final = 6.0
"""The cost of burying a card that is needed sooner, in addition to how many cards sooner."""
_BLUR: Final = 100
"""Costs are blurred by less than 1 from game to game, in this number of steps."""


class Foundations:
    """How far the foundations are, and what each of them takes next."""

    def __init__(self, view: View) -> None:
        self._rows: list[list[int]] = []
        self._suits: list[int | None] = []
        self._heights: list[int] = []
        order = [(view.lowest - 1 + step) % len(RANKS) + 1 for step in range(len(RANKS))]
        if not view.homes:
            for suit in SUITS:
                self._add(order, suit_of(card_code(f"A{suit}")), view.foundations[suit])
        for number, home in enumerate(view.homes, 1):
            # In "steps" the foundation that begins with a 3 takes every third rank.
            row = [(number * step - 1) % len(RANKS) + 1 for step in range(1, len(RANKS) + 1)]
            self._add(row if view.rules.home == "steps" else order, None, len(home))

    def _add(self, row: list[int], suit: int | None, height: int) -> None:
        self._rows.append(row)
        self._suits.append(suit)
        self._heights.append(height)

    def before(self, card: int) -> int:
        """Return the least number of cards before a card, on the foundation where it comes soonest."""
        rank, suit = rank_of(card), suit_of(card)
        fewest = _NEVER
        for row, own, height in zip(self._rows, self._suits, self._heights, strict=True):
            if own in (None, suit):
                count = row.index(rank) - height
                if 0 <= count < fewest:
                    fewest = count
        return fewest

    def take(self, card: int) -> bool:
        """Put a card on the foundation that takes it, and say whether there is one."""
        rank, suit = rank_of(card), suit_of(card)
        for at, (row, own, height) in enumerate(zip(self._rows, self._suits, self._heights, strict=True)):
            if own in (None, suit) and height < len(row) and row[height] == rank:
                self._heights[at] += 1
                return True
        return False

    @property
    def taken(self) -> int:
        """How many cards lie on them."""
        return sum(self._heights)


def _cost(foundations: Foundations, heap: Sequence[int], card: int) -> float:
    """Return the cost of laying a card on a heap: little on one needed a little later, much on one needed sooner."""
    if not heap:
        return _EMPTY
    own = foundations.before(card)
    soonest = min(map(foundations.before, heap))
    return float(soonest - own) if own <= soonest else _BURIED + own - soonest


def best_move(view: View, worlds: Iterable[Sequence[int]]) -> tuple[Move, float]:
    """Return the best place for the card of the waste, and the share of the games won after it, from 0 to 1.

    `worlds` are possible orders of the stock, at least one. Only the first of equivalent heaps counts.
    """
    heaps = _heaps(view)
    at = [number for number, heap in enumerate(heaps) if heap not in heaps[:number]]
    gone: dict[int, list[int]] = {number: [] for number in at}
    for world, stock in enumerate(worlds):
        for number in at:
            gone[number].append(_played_out(view, heaps, number, stock, below_from(world)))
    wins = {number: fmean(each == _ALL for each in some) for number, some in gone.items()}
    best = max(at, key=lambda number: (wins[number] * _ALL / 2 + fmean(gone[number]), -number))
    return Move("W", f"T{best + 1}"), wins[best]


def why(view: View, move: Move) -> str:
    """Return the card that a move buries on its heap, and the cards it would bury on others."""
    foundations, heaps = Foundations(view), _heaps(view)
    card = view.waste[-1]
    own = foundations.before(card_code(card))
    number = int(move.target[1:]) - 1
    heap = view.tableau[number].up
    sooner = [[each for each in some if foundations.before(each) < own] for some in heaps]
    if not heap:
        if not any(heaps):
            words = ngettext(
                "{card} begins the first heap: {count} card comes before it.",
                "{card} begins the first heap: {count} cards come before it.",
                own,
            )
            return words.format(card=card_name(card), count=own)
        if all(some for some, there in zip(sooner, heaps, strict=True) if there):
            words = _("{card} begins a heap: on any other it would bury a card that goes sooner.")
            return words.format(card=card_name(card))
        return _("{card} begins a heap: the others stay open as they are.").format(card=card_name(card))
    return f"{_on_heap(foundations, heap, card)} {_elsewhere(foundations, view, number, own)}".rstrip()


def _on_heap(foundations: Foundations, heap: Sequence[str], card: str) -> str:
    """Return what a card buries on a heap, or that it buries nothing that goes sooner."""
    own = foundations.before(card_code(card))
    if not any(foundations.before(card_code(each)) < own for each in heap):
        top = heap[-1]
        return _("{card} buries nothing that goes sooner: it waits for {own}, {top} for {others}.").format(
            card=card_name(card),
            own=_cards(own),
            others=_cards(foundations.before(card_code(top))),
            top=card_name(top),
        )
    soonest = min(heap, key=lambda each: foundations.before(card_code(each)))
    words = _("{card} buries {soonest}, which goes sooner.")
    if soonest != heap[-1]:
        words = _("{soonest} is buried there already, so {card} does little more harm.")
    return words.format(card=card_name(card), soonest=card_name(soonest))


def _elsewhere(foundations: Foundations, view: View, number: int, own: int) -> str:
    """Return what the other heaps show: cards that go sooner and would be buried, or those that stay open."""
    if not all(pile.up for pile in view.tableau):
        return _("An empty heap is kept for another card.")
    others = dict.fromkeys(pile.up[-1] for at, pile in enumerate(view.tableau) if at != number)
    tops = sorted(others, key=_before(foundations))
    harmed = [top for top in tops if foundations.before(card_code(top)) < own]
    if len(harmed) < len(tops):
        left = listed([card_name(top) for top in tops if top not in harmed])
        return _("That leaves {cards} open for other cards.").format(cards=left)
    words = ngettext(
        "Elsewhere it would bury {cards}, which goes sooner too.",
        "Elsewhere it would bury {cards}, which go sooner too.",
        len(harmed),
    )
    return words.format(cards=listed(list(map(card_name, harmed)), either=True))


def _before(foundations: Foundations) -> Callable[[str], int]:
    return lambda card: foundations.before(card_code(card))


def _cards(count: int) -> str:
    return ngettext("{count} card", "{count} cards", count).format(count=count)


def _heaps(view: View) -> list[list[int]]:
    return [[card_code(card) for card in pile.up] for pile in view.tableau]


def _played_out(view: View, heaps: Sequence[Sequence[int]], number: int, stock: Sequence[int], below: Below) -> int:
    """Lay the card of the waste on a heap, play on sensibly, and return how many cards end on the foundations."""
    foundations, piles = Foundations(view), [list(heap) for heap in heaps]
    piles[number].append(card_code(view.waste[-1]))
    for drawn in stock:
        if not foundations.take(drawn):
            costs = [_cost(foundations, pile, drawn) + below(_BLUR) / _BLUR for pile in piles]
            piles[costs.index(min(costs))].append(drawn)
            continue
        _clear(foundations, piles)
    _clear(foundations, piles)
    return foundations.taken


def _clear(foundations: Foundations, piles: Sequence[list[int]]) -> None:
    """Move all top cards that fit to the foundations."""
    goes_on = True
    while goes_on:
        goes_on = False
        for pile in piles:
            while pile and foundations.take(pile[-1]):
                pile.pop()
                goes_on = True

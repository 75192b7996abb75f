"""Can a game in which suits do not matter be won from here: Bristol and its kin? A search of its own, over ranks alone.

Foundations and piles take any suit, so cards of a rank are alike, and so are piles with the same ranks: what differs in
nothing else is one position. The best one that is known goes on, until one is won or none is left. Nothing is left out
but what loses nothing:

- **A card of rank r goes home at once where all of rank r - 1 are home.** Only these could be laid on it, and a
  foundation waits for every card of its rank: so no way to win needs it, and it takes the place of none. Before that
  it could: a card of its rank that lies over others may need that foundation more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from spite_and_malice.patience.core import Layout, codes, move_of, rank_of, source_of, target_of
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.rules import Rules

_SLICE: Final = 100
"""How many positions it goes on from before it looks at the clock."""
# What counts against a position: a card that is not home, one of the tableau that lies over a lower one, and one that
# lies on one it does not fit on; in the reserve one over a lower one, and any.
_AWAY: Final = 2
_OVER: Final = 3
_APART: Final = 1
_RESERVE_OVER: Final = 1
_RESERVE: Final = 1

Ranks = bytes
"""The ranks of a pile, bottom first."""


def is_searched(rules: Rules) -> bool:
    """Say whether this search plays a game."""
    return (
        (rules.aim, rules.layout, rules.home, rules.base) == ("build", "piles", "any", 1)
        and (rules.build, rules.direction, rules.groups, rules.empty) == ("any", "down", "none", "none")
        and (rules.stock == "reserve" or rules.stock_cards == 0)
        and rules.gather == "none"
        and not (rules.wrap or rules.cells or rules.refill or rules.merci or rules.pocket)
    )


def search(
    position: Position, seconds: float | None, positions: int, clock: Callable[[], float]
) -> tuple[int, list[int], int]:
    """Look for a way to win: how the search ended (`codes.FOUND`, …), the moves, and how many positions were found."""
    end = None if seconds is None else clock() + seconds
    game = _Game(position)
    known: dict[_Table, tuple[_Table, tuple[_Step, ...]] | None] = {}
    waiting: dict[int, list[_Table]] = {}
    table, begun = game.settled(game.table)
    known[table] = None
    waiting[_against(table)] = [table]
    count = 0
    while waiting:
        lowest = min(waiting)
        table = waiting[lowest].pop()
        if not waiting[lowest]:
            del waiting[lowest]
        if table.is_home:
            return codes.FOUND, game.moves([*begun, *_way(known, table)]), len(known)
        count += 1
        if len(known) >= positions or (end is not None and count % _SLICE == 0 and clock() >= end):
            return codes.RUNNING, [], len(known)
        for step, after in game.next(table):
            settled, more = game.settled(after)
            if settled not in known:
                known[settled] = table, (step, *more)
                waiting.setdefault(_against(settled), []).append(settled)
    return codes.LOST, [], len(known)


class _Step(NamedTuple):
    """A move: a card from a pile of the tableau, by its ranks, or of the reserve, by its number, home or on a pile.

    Of a deal both are None.
    """

    source: Ranks | int | None
    target: Ranks | None


class _Table(NamedTuple):
    """The piles in the order of their ranks, without gaps, those of the reserve, and how many cards were dealt."""

    piles: tuple[Ranks, ...]
    reserve: tuple[Ranks, ...]
    dealt: int
    home: Ranks
    """How many cards of each rank are home, from rank 0 on, of which there are none to wait for."""

    @property
    def is_home(self) -> bool:
        """Whether all cards are."""
        return self.home[1:] == self.home[:1] * codes.KING

    def takes(self, rank: int) -> bool:
        """Whether a foundation waits for a card of a rank."""
        return self.home[rank] < self.home[rank - 1]

    def has_no_use_of(self, rank: int) -> bool:
        """Whether nothing needs to lie on a card of a rank, and none of its rank needs its foundation."""
        return self.home[rank - 1] == self.home[0]

    def without(self, source: Ranks | int) -> _Table:
        """Return the table without the top card of a pile."""
        if isinstance(source, int):
            reserve = self.reserve
            return self._replace(reserve=(*reserve[:source], reserve[source][:-1], *reserve[source + 1 :]))
        return self._with_pile(source, source[:-1])

    def with_card(self, target: Ranks | None, rank: int) -> _Table:
        """Return the table with a card more on a pile, or at home."""
        if target is None:
            home = bytearray(self.home)
            home[rank] += 1
            return self._replace(home=bytes(home))
        return self._with_pile(target, target + bytes((rank,)))

    def _with_pile(self, before: Ranks, after: Ranks) -> _Table:
        piles = list(self.piles)
        piles.remove(before)
        if after:
            piles.append(after)
        return self._replace(piles=tuple(sorted(piles)))


class _Game:
    """A position to be searched, and what its stock has."""

    def __init__(self, position: Position) -> None:
        layout, rules = position.layout, position.rules
        self._layout = layout

        def ranks(place: int) -> Ranks:
            return bytes(rank_of(card) for card in layout.face_down(place) + layout.face_up(place))

        self._reserve = range(codes.RESERVE, codes.RESERVE + len(rules.reserve))
        self._places = range(rules.places)
        self._stock = bytes(map(rank_of, layout.stock()))
        home = [4 * rules.packs] + [0] * codes.KING
        for foundation in layout.homes():
            for card in foundation:
                home[rank_of(card)] += 1
        piles = sorted(filter(None, map(ranks, self._places)))
        self.table = _Table(tuple(piles), tuple(map(ranks, self._reserve)), 0, bytes(home))

    def settled(self, table: _Table) -> tuple[_Table, list[_Step]]:
        """Send home what loses nothing by it; return those steps too."""
        steps: list[_Step] = []
        again = True
        while again:
            again = False
            for source, cards in _sources(table):
                if table.takes(cards[-1]) and table.has_no_use_of(cards[-1]):
                    table = table.without(source).with_card(None, cards[-1])
                    steps.append(_Step(source, None))
                    again = True
                    break
        return table, steps

    def next(self, table: _Table) -> Iterator[tuple[_Step, _Table]]:
        """Yield every move, and the table after it."""
        for source, cards in _sources(table):
            rank = cards[-1]
            if table.takes(rank):
                yield _Step(source, None), table.without(source).with_card(None, rank)
            for target in sorted({pile for pile in table.piles if pile[-1] == rank + 1}):
                yield _Step(source, target), table.without(source).with_card(target, rank)
        if table.dealt < len(self._stock):
            cards = self._stock[table.dealt : table.dealt + len(table.reserve)]
            reserve = [pile + cards[number : number + 1] for number, pile in enumerate(table.reserve)]
            yield _Step(None, None), table._replace(reserve=tuple(reserve), dealt=table.dealt + len(cards))

    def moves(self, steps: list[_Step]) -> list[int]:
        """Return the moves of the game that these steps are."""
        layout: Layout = self._layout.clone()
        played: list[int] = []
        for step in steps:
            move = self._move(layout, step)
            layout.apply(move)
            played.append(move)
        return played

    def _move(self, layout: Layout, step: _Step) -> int:
        if step.source is None:
            return codes.DEAL
        source = self._reserve[step.source] if isinstance(step.source, int) else self._place(layout, step.source)
        if step.target is not None:
            return move_of(source, self._place(layout, step.target), 1)
        return next(
            move for move in layout.legal() if codes.HOME <= target_of(move) < codes.WASTE and source_of(move) == source
        )

    def _place(self, layout: Layout, pile: Ranks) -> int:
        """Return a place whose cards have these ranks."""
        return next(
            place
            for place in self._places
            if bytes(map(rank_of, layout.face_down(place) + layout.face_up(place))) == pile
        )


def _sources(table: _Table) -> Iterator[tuple[Ranks | int, Ranks]]:
    """Yield the piles that a card can leave, those of the tableau once if they are alike."""
    before = b""
    for pile in table.piles:
        if pile != before:
            yield pile, pile
        before = pile
    for number, pile in enumerate(table.reserve):
        if pile:
            yield number, pile


def _against(table: _Table) -> int:
    """Return what counts against a table."""
    away = _AWAY * (codes.KING * table.home[0] - sum(table.home[1:]))
    return away + sum(map(_against_pile, table.piles)) + sum(map(_against_reserve, table.reserve))


@lru_cache(1 << 14)
def _against_pile(pile: Ranks) -> int:
    worth, lowest = 0, pile[0]
    for under, rank in pairwise(pile):
        if rank != under - 1:
            worth += _APART + _OVER * (rank > lowest)
        lowest = min(lowest, rank)
    return worth


@lru_cache(1 << 14)
def _against_reserve(pile: Ranks) -> int:
    return _RESERVE * len(pile) + _RESERVE_OVER * sum(rank > min(pile[:at]) for at, rank in enumerate(pile) if at)


def _way(known: dict[_Table, tuple[_Table, tuple[_Step, ...]] | None], table: _Table) -> list[_Step]:
    """Return the steps that lead to a table."""
    steps: list[tuple[_Step, ...]] = []
    while (before := known[table]) is not None:
        steps.append(before[1])
        table = before[0]
    return [step for each in reversed(steps) for step in each]

"""Prepares the core's searches for games of matching ranks: Golf, TriPeaks, Pyramid and similar games.

`core/clearing.py` and `core/pairing.py` say what they search, and why what they leave out loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from spite_and_malice.patience.core import ClearingSearch, Layout, PairSearch, card_with, codes, move_of, rank_of
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.rules import Rules
from spite_and_malice.patience.tables import covers_of

MOST_CELLS: Final = 3
"""How many cells a position of the search onto the waste has room for."""

_SLICE: Final = 20_000
_ATTEMPTS: Final = 6
_SHORT: Final = 40_000
_PRIME: Final = 73  # above the number of places


def is_searched(rules: Rules) -> bool:
    """Say whether these searches play a game."""
    if not rules.is_common or rules.packs == 2 or rules.refill or rules.build != "none" or rules.empty != "none":
        return False
    return (rules.aim == "waste" and rules.cells <= MOST_CELLS) or (rules.aim == "pairs" and rules.cells == 0)


def search(
    position: Position, seconds: float | None, positions: int, clock: Callable[[], float]
) -> tuple[int, list[int], int]:
    """Look for a way to win: how the search ended (`codes.FOUND`, …), the moves, and how many positions were found."""
    end = None if seconds is None else clock() + seconds
    task: Any = _Clearing(position) if position.rules.aim == "waste" else _Pairing(position)
    count = 0
    for attempt in range(_ATTEMPTS + 1):
        # Some searches are quick that would be slow with the cards in another order: try a few before the long one.
        most = min(positions, _SHORT) if attempt < _ATTEMPTS else positions
        core = task.begin(most, attempt)
        status = core.status
        while status == codes.RUNNING and (end is None or clock() < end):
            status = core.run(_SLICE)
        count += core.positions
        if status != codes.FULL:
            break
    return status, task.moves(core) if status == codes.FOUND else [], count


@dataclass(frozen=True, slots=True)
class _Card:
    """A card of the tableau or the reserve: its place, and the places or the card of its pile that lie on it."""

    code: int
    place: int
    height: int
    covering: tuple[tuple[int, int], ...]


def _table_of(position: Position) -> list[_Card]:
    """The cards of the tableau and the reserve."""
    rules, layout = position.rules, position.layout
    piles = {
        place: layout.face_down(place) + layout.face_up(place)
        for place in [*range(rules.places), *range(codes.RESERVE, codes.RESERVE + len(rules.reserve))]
    }
    covers = covers_of(rules)
    found = []
    for place, cards in piles.items():
        lying = covers[place] if place < rules.places else ()
        for height, code in enumerate(cards):
            on_it = [(place, height + 1)] if height + 1 < len(cards) else [(each, 0) for each in lying if piles[each]]
            found.append(_Card(code, place, height, tuple(on_it)))
    return found


class _Replay:
    """A game that replays the result of a search move by move."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout.clone()
        self.played: list[int] = []

    def play(self, move: int) -> None:
        self.layout.apply(move)
        self.played.append(move)

    @property
    def top_of_waste(self) -> int:
        """The card on top of the waste, 0 for none."""
        return (self.layout.waste() or [0])[-1]

    def draw(self) -> None:
        """Turn cards from the stock, or the waste over."""
        self.play(codes.DRAW if self.layout.stock() else codes.REDEAL)


class _Clearing:
    """A game whose cards go to the waste."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._cards: list[_Card] = []

    def begin(self, positions: int, attempt: int) -> ClearingSearch:
        # Cards with the most under them are tried first, those of equal height in a different order at every attempt.
        step = 2 * attempt + 1
        self._cards = sorted(_table_of(self._position), key=lambda card: (-card.height, card.place * step % _PRIME))
        rules, layout = self._position.rules, self._position.layout
        stock = layout.stock()
        # Only the last of the cards drawn together is ever built on.
        drawn = [stock[min(i + rules.draw, len(stock)) - 1] for i in range(0, len(stock), rules.draw)]
        numbers = {(card.place, card.height): i for i, card in enumerate(self._cards)}
        held = [layout.face_up(codes.CELL + i) for i in range(rules.cells)]
        return ClearingSearch(
            [rank_of(card.code) for card in self._cards],
            [sum(1 << numbers[on_it] for on_it in card.covering) for card in self._cards],
            [rank_of(code) for code in drawn],
            [rank_of(card) for cards in held for card in cards],
            rank_of(layout.waste()[-1]),
            (rules.wrap, rules.king_stops, rules.cells),
            positions,
        )

    def moves(self, core: ClearingSearch) -> list[int]:
        game = _Replay(self._position.layout)
        for step, number in core.steps():
            if step == codes.STEP_DRAW:
                game.draw()
            elif step == codes.STEP_CELL_WASTE:
                cells = [game.layout.face_up(codes.CELL + i) for i in range(self._position.rules.cells)]
                held = next(i for i, cards in enumerate(cells) if cards and rank_of(cards[0]) == number)
                game.play(move_of(codes.CELL + held, codes.WASTE, 1))
            else:
                target = codes.WASTE if step == codes.STEP_WASTE else codes.CELL
                game.play(move_of(self._cards[number].place, target, 1))
        return game.played


class _Pairing:
    """A game whose cards leave by pairs."""

    def __init__(self, position: Position) -> None:
        rules, layout = position.rules, position.layout
        self._position = position
        self._sum = rules.sum
        self._cards = {card.code: card for card in _table_of(position)}
        talon = layout.waste() + layout.stock()
        turned = len(layout.waste())
        if rules.draw == 1:
            # Cards that go alone leave when they are on top of the waste.
            while turned and self._is_single(talon[turned - 1]):
                turned -= 1
                del talon[turned]
            talon[turned:] = [code for code in talon[turned:] if not self._is_single(code)]
        self._talon, self._turned = talon, turned
        self._codes = sorted([*self._cards, *talon], key=lambda code: (*self._ranks(code), code))
        # Each rank next to that of its partners, with all their cards, present or not.
        ranks = sorted({self._ranks(card_with(rank, 0)) for rank in range(1, codes.KING + 1)})
        self._number: dict[int, int] = {}
        self._groups: list[tuple[int, int]] = []
        self._group_of: dict[int, int] = {}
        for group, pair in enumerate(ranks):
            self._groups.append((len(self._number), codes.SUITS))
            for rank in dict.fromkeys(pair):
                for suit in range(codes.SUITS):
                    if 1 <= rank <= codes.KING:
                        self._group_of[card_with(rank, suit)] = group
                        self._number[card_with(rank, suit)] = len(self._number)

    def _is_single(self, code: int) -> bool:
        return rank_of(code) == self._sum

    def _ranks(self, code: int) -> tuple[int, int]:
        """The rank of a card and that of its partners, the lower first."""
        rank = rank_of(code)
        other = self._sum - rank
        return (min(rank, other), max(rank, other)) if 1 <= other <= codes.KING else (rank, rank)

    def begin(self, positions: int, _attempt: int) -> PairSearch:
        rules = self._position.rules
        on_table = self._cards
        there = [*on_table, *self._talon]
        at = {(card.place, card.height): card.code for card in on_table.values()}
        cover = {code: [at[each] for each in card.covering] for code, card in on_table.items()}
        above = {code: _closure(code, cover) for code in on_table}
        in_talon = set(self._talon)
        rows = {}
        for code in there:
            partners = [
                other
                for other in there
                if other != code
                and rank_of(other) + rank_of(code) == self._sum
                and (code not in in_talon or other not in in_talon or rules.waste_pair)
                and code not in above.get(other, ())
                and other not in above.get(code, ())
            ]
            under = [other for other, lying in cover.items() if code in lying]
            rows[self._number[code]] = (
                self._set(cover.get(code, ())),
                self._set(under),
                self._set(partners),
                self._group_of[code],
            )
        return PairSearch(
            [rows.get(number, (0, 0, 0, 0)) for number in range(codes.PACK)],
            self._groups,
            [self._number[code] for code in self._talon],
            (
                self._set(there),
                self._set(there if rules.clear == "all" else on_table),
                self._set([code for code in there if self._is_single(code)]),
                self._turned,
                self._position.layout.pass_number - 1,
            ),
            (rules.draw == 3, rules.passes or 0, rules.waste_pair),
            positions,
        )

    def _set(self, cards: Iterable[int]) -> int:
        return sum(1 << self._number[code] for code in cards)

    def moves(self, core: PairSearch) -> list[int]:
        game = _Replay(self._position.layout)
        by_number = {number: code for code, number in self._number.items()}
        self._play_singles(game)
        for step in core.steps():
            taken = [by_number[number] for number in range(codes.PACK) if step >> number & 1]
            waiting = [code for code in taken if code not in self._cards]
            if len(taken) == 1 and waiting and waiting[0] not in game.layout.waste() + game.layout.stock():
                # It has gone alone already, when it came to lie on top.
                continue
            if waiting:
                # The later turned of two cards of the waste.
                self._turn_to(game, max(waiting, key=self._talon.index))
            places = sorted(self._cards[code].place if code in self._cards else codes.WASTE for code in taken)
            if len(places) == 1:
                game.play(move_of(places[0], codes.OFF, 1))
            else:
                game.play(move_of(places[0], places[1], 1) | codes.PAIR)
            self._play_singles(game)
        while game.layout.result() == codes.OPEN:
            self._turn_to(game, 0)
        return game.played

    def _play_singles(self, game: _Replay) -> None:
        """Take the cards of the table that go alone, while there are any."""
        again = True
        while again:
            again = False
            for place in [*range(self._position.rules.places), *range(codes.RESERVE, codes.PILE_PLACES)]:
                move = move_of(place, codes.OFF, 1)
                if place < codes.CELL + codes.PLACES and game.layout.is_legal(move):
                    game.play(move)
                    again = True

    def _turn_to(self, game: _Replay, code: int) -> None:
        """Draw until a card is on top of the waste; 0: until the next card that goes alone has gone."""
        while game.top_of_waste != code:
            if self._is_single(game.top_of_waste) and self._position.rules.draw == 1:
                game.play(move_of(codes.WASTE, codes.OFF, 1))
                if code == 0:
                    return
            else:
                game.draw()


def _closure(code: int, cover: dict[int, list[int]]) -> set[int]:
    """All cards that lie on a card, directly or not."""
    found: set[int] = set()
    left = list(cover[code])
    while left:
        each = left.pop()
        if each not in found:
            found.add(each)
            left += cover[each]
    return found

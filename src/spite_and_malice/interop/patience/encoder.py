"""The view of a patience player as a row of numbers, and moves as numbers and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations, product
from math import prod
from typing import Final

import numpy as np

from spite_and_malice.arguments import InvalidArgument, of_type, shown, whole
from spite_and_malice.interop.arrays import Floats, Mask, Row
from spite_and_malice.patience import Move, Position, Rules, View
from spite_and_malice.patience.core import RowWriter
from spite_and_malice.patience.moves import encode
from spite_and_malice.rules.cards import RANKS, SUITS

_LONGEST_RUN: Final = len(RANKS)
"""The most cards of a run that goes down from the king to the ace."""
_PACK: Final = 52
_KIND: Final = {rank + suit: number for number, (suit, rank) in enumerate(product(SUITS, RANKS))}


class PatienceEncoder:
    """The player's view as numbers, and moves as numbers, under `rules`. docs/research.md has every field.

    `size` is the length of a row, `moves` has every move that can ever be legal as text, in the order of their numbers,
    `actions` is how many there are, and `pieces` has the parts of a row by name, in order, with their shapes. A row
    says everything about the places that the view does.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = of_type(rules, Rules, "rules", 'patience.preset_rules("freecell") has those of a preset')
        self.moves: Final[tuple[str, ...]] = _moves_of(rules)
        self.actions: Final = len(self.moves)
        self.pieces: Final = _pieces(rules)
        self.size: Final = sum(map(prod, self.pieces.values()))
        self._numbers: Final = _numbers_of(rules)
        _places, self._copies, self._kinds = self.pieces["cards"]
        self._codes: Final = _codes_of(rules)
        self._writer: Final = RowWriter(self._kinds, self._copies, self.pieces["foundations"][0])

    def __reduce__(self) -> tuple[object, ...]:
        return PatienceEncoder, (self.rules,)

    def __repr__(self) -> str:
        return f"<PatienceEncoder: rows of {self.size} numbers, {self.actions} moves>"

    def observe(self, view: View) -> Row:
        """The player's view: `size` numbers, float32. Raises ValueError for a view by other rules."""
        self._check(view)
        row: Row = np.zeros(self.size, np.float32)
        up = (*(pile.up for pile in view.tableau), *((card,) if card else () for card in view.cells))
        pocket = (view.pocket,) if self.rules.pocket else ()
        heights = self._heights((*up, *(pile.up for pile in view.reserve), view.waste, *pocket, *view.homes))
        row[list(heights)] = list(heights.values())
        rest = [pile.down / 10 for pile in (*view.tableau, *view.reserve)]
        found = (view.foundations, view.second_foundations)[: self.pieces["foundations"][0]]
        rest += [each[suit] / len(RANKS) for each in found for suit in SUITS]
        lowest = view.lowest
        rest += [float(rank == lowest) for rank in range(1, len(RANKS) + 1)]
        rest += [view.stock / 10, view.pass_number / 10, *((view.merci,) if self.rules.merci else ())]
        row[-len(rest) :] = rest
        return row

    def mask(self, view: View) -> Mask:
        """1 for each legal move, else 0: `actions` numbers, int8. Raises ValueError as `observe` does."""
        self._check(view)
        row: Mask = np.zeros(self.actions, np.int8)
        row[[self._numbers[move] for move in view.legal]] = 1
        return row

    def write(self, position: Position, row: Row, mask: Mask) -> None:
        """Write the view of a position's player, and the mask, into arrays: as `observe` and `mask`, but faster.

        Raises ValueError for a position by other rules, or for arrays of other lengths.
        """
        if position.rules is not self.rules and position.rules != self.rules:
            raise InvalidArgument("the position is of a game by other rules than the encoder's")
        if row.shape != (self.size,) or mask.shape != (self.actions,):
            raise InvalidArgument(f"a row has {self.size} numbers and a mask {self.actions}")
        self._writer.write(position.layout, row)
        mask[:] = 0
        mask[[self._codes[code] for code in position.layout.legal()]] = 1

    def split(self, rows: Floats) -> dict[str, Floats]:
        """The pieces of a row, each in its shape; for an array of rows, after the leading shape."""
        given: object = rows
        if not isinstance(given, np.ndarray) or rows.ndim == 0 or rows.shape[-1] != self.size:
            raise InvalidArgument(f"rows must be an array whose last axis has {self.size} numbers, not {shown(rows)}")
        ends = np.cumsum([prod(shape) for shape in self.pieces.values()])[:-1]
        parts = np.split(rows, ends, axis=-1)
        return {
            name: part.reshape(*rows.shape[:-1], *shape)
            for (name, shape), part in zip(self.pieces.items(), parts, strict=True)
        }

    def action(self, move: Move | str) -> int:
        """The number of a move that can be legal under these rules. Raises ValueError for any other."""
        given: object = move
        number = self._numbers.get(str(move)) if isinstance(given, Move | str) else None
        if number is None:
            raise InvalidArgument(f"{shown(move)} is no move of these rules; take one of view.legal")
        return number

    def move(self, action: int) -> Move:
        """The move with a number. Raises ValueError if there is none."""
        return Move.parse(self.moves[whole(action, "action", 0, self.actions - 1)])

    def _heights(self, places: Iterable[Sequence[str]]) -> dict[int, float]:
        """Return how high each card lies in its place, by its index: 1 for the top, 1/2 for the one below it, …."""
        heights: dict[int, float] = {}
        for place, cards in enumerate(places):
            first = place * self._copies * self._kinds
            for above, card in enumerate(reversed(cards), start=1):
                at = first + _KIND[card]
                while at in heights:
                    # An equal card lies above it.
                    at += self._kinds
                heights[at] = 1 / above
        return heights

    def _check(self, view: View) -> None:
        of_type(view, View, "view", "game.view() is one")
        if view.rules is not self.rules and view.rules != self.rules:
            raise InvalidArgument("the view is of a game by other rules than the encoder's")


def _pieces(rules: Rules) -> dict[str, tuple[int, ...]]:
    piles = rules.places + len(rules.reserve)
    places = piles + rules.cells + 1 + rules.pocket + rules.foundations
    kinds = rules.suits * len(RANKS)
    foundations = 0 if rules.foundations else 2 if rules.has_two_foundations else 1
    return {
        "cards": (places, _PACK * rules.packs // kinds, kinds),
        "down": (piles,),
        "foundations": (foundations, len(SUITS)),
        "lowest": (len(RANKS),),
        "stock": (1,),
        "pass": (1,),
        **({"merci": (1,)} if rules.merci else {}),
    }


@lru_cache(64)
def _moves_of(rules: Rules) -> tuple[str, ...]:
    return tuple(_every_move(rules))


@lru_cache(64)
def _numbers_of(rules: Rules) -> dict[str, int]:
    return {move: number for number, move in enumerate(_moves_of(rules))}


@lru_cache(64)
def _codes_of(rules: Rules) -> dict[int, int]:
    return {encode(move): number for number, move in enumerate(_moves_of(rules))}


def _every_move(rules: Rules) -> Iterator[str]:
    """Yield every move that can ever be legal (PATIENCE.md section 4), without duplicates."""
    if rules.stock_cards and rules.stock != "hand":
        yield "draw" if rules.stock == "waste" else "deal"
    elif rules.layout == "grid" and rules.aim == "pairs":
        yield "deal"
    turns_over = rules.stock_cards and rules.stock == "waste" and rules.aim != "waste" and rules.passes != 1
    if turns_over or rules.gather != "none":
        yield "redeal"
    piles = [f"T{number}" for number in range(1, rules.places + 1)]
    if rules.layout == "grid" and rules.aim != "pairs":
        yield from _in_grid(rules, piles)
        return
    if rules.aim == "clock":
        yield from (f"W-{pile}" for pile in piles)
        return
    cells = [f"C{number}" for number in range(1, rules.cells + 1)]
    reserve = [f"R{number}" for number in range(1, len(rules.reserve) + 1)]
    waste = ["W"] if rules.aim != "waste" and rules.stock_cards and rules.stock in ("waste", "hand") else []
    pocket = ["P"] if rules.pocket else []
    singles = [*piles, *cells, *reserve, *waste]
    homes = [f"F{number}" for number in range(1, rules.foundations + 1)] or ["F"]
    aim = {"build": homes, "pairs": ["X"], "aces": ["X"], "waste": ["W"]}.get(rules.aim, [])
    yield from (f"{source}-{target}" for source, target in product([*singles, *pocket], aim))
    if rules.cells:
        yield from (f"{source}-C" for source in singles if source not in cells)
    if rules.aim == "pairs":
        yield from (f"{first}+{second}-X" for first, second in combinations(singles, 2))
        yield from ("W+W-X",) if rules.waste_pair else ()
    if rules.build != "none" or rules.empty != "none":
        runs = range(2, _most_cards(rules) + 1)
        for source, target in permutations([*piles, *pocket], 2):
            yield f"{source}-{target}"
            yield from (f"{source}:{count}-{target}" for count in runs)
        others = [*cells, *reserve, *waste]
        others += [f"F{suit}" for suit in SUITS] if rules.worry_back and rules.aim == "build" else []
        yield from (f"{source}-{target}" for source, target in product(others, piles))
    if rules.merci:
        under = range(2, _highest_pile(rules) + 1)
        yield from (f"{source}@{n}-{target}" for source, n, target in product(piles, under, [*aim, *piles]))


def _in_grid(rules: Rules, places: Sequence[str]) -> Iterator[str]:
    """Yield the moves from place to place: of single cards to any other, or of piles to the first and third before."""
    if rules.aim == "rows":
        yield from (f"{source}-{target}" for source, target in permutations(places, 2))
        return
    for at, source in enumerate(places):
        for target in (places[at - back] for back in (1, 3) if at >= back):
            yield f"{source}-{target}"
            yield from (f"{source}:{count}-{target}" for count in range(2, _PACK * rules.packs + 1))


def _most_cards(rules: Rules) -> int:
    """Return how many cards can move as one from pile to pile."""
    if rules.groups == "none":
        return 1
    if rules.groups == "any" or rules.direction == "both" or rules.wrap:
        return _PACK * rules.packs
    return _LONGEST_RUN


def _highest_pile(rules: Rules) -> int:
    """Return how many cards a pile can have: those dealt to it, and a run built on them."""
    if rules.direction == "both" or rules.wrap or rules.worry_back:
        return _PACK * rules.packs
    return max(rules.piles) + _LONGEST_RUN - 1

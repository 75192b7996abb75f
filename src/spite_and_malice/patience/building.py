"""Can a game of building be won from here? The best-first search of the core, tried with one order after the other."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from spite_and_malice.patience.core import Board, Layout, Search, codes, index_of, source_of
from spite_and_malice.patience.dominance import forced_of, slack_of
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.rules import Rules
from spite_and_malice.patience.tables import fit_tables, tables_of

Weights = tuple[int, ...]

MOST_BYTES: Final = 280_000_000
"""How much memory a search may take."""

_SLICE: Final = 1000
# What counts against a position (`core/positions.py`): a card that is not home, a card on one that it does not fit on,
# one with a lower card of its suit under it, a face-down card, one of the talon, a full cell, a pile that is no gap, a
# card that fits in another suit, a card of the reserve, eight moves.
_ORDERS: Final[dict[str, tuple[Weights, ...]]] = {
    "build": (
        (5, 3, 4, 6, 2, 3, 4, 2, 3, 0),
        (10, 6, 0, 6, 3, 6, 1, 2, 8, 5),
        (2, 3, 0, 12, 12, 1, 0, 3, 4, 3),
        (3, 0, 9, 6, 0, 7, 2, 5, 2, 0),
        (2, 1, 1, 12, 0, 4, 16, 5, 0, 0),
    ),
    "runs": (
        (7, 3, 5, 3, 5, 3, 7, 11, 5, 0),
        (2, 9, 6, 7, 12, 10, 4, 3, 0, 3),
        (2, 1, 1, 17, 13, 0, 6, 3, 8, 0),
        (8, 1, 4, 8, 2, 1, 2, 7, 3, 0),
    ),
}
_FIRST_POSITIONS: Final = 20_000
"""How many positions the orders but the first are tried with, and the first before these."""


def is_searched(rules: Rules) -> bool:
    """Say whether this search plays a game."""
    return rules.layout == "piles" and rules.aim in ("build", "runs")


def search(
    position: Position, seconds: float | None, positions: int, clock: Callable[[], float]
) -> tuple[int, list[int], int]:
    """Look for a way to win: how the search ended (`codes.FOUND`, …), the moves, and how many positions were found."""
    end = None if seconds is None else clock() + seconds
    first, *others = _ORDERS[position.rules.aim]
    main = Search(board_of(position), positions, list(first))
    count = 0
    run(main, min(positions, _FIRST_POSITIONS), end, clock)
    for weights in others if main.status == codes.RUNNING else ():
        other = Search(board_of(position), positions, list(weights))
        run(other, min(positions, _FIRST_POSITIONS), end, clock)
        count += other.positions
        if other.status in (codes.FOUND, codes.LOST):
            main = other
            break
    run(main, positions, end, clock)
    moves = played(position, main.moves()) if main.status == codes.FOUND else []
    return main.status, moves, main.positions + count


def run(search: Search, positions: int, end: float | None, clock: Callable[[], float]) -> None:
    """Go on until the search ends, has that many positions, or has no time or memory left."""
    while (
        search.run(_SLICE) == codes.RUNNING
        and search.positions < positions
        and search.bytes_used < MOST_BYTES
        and (end is None or clock() < end)
    ):
        pass


def board_of(position: Position) -> Board:
    """Return a position as the search plays it."""
    rules, layout = position.rules, position.layout
    board = Board(*_tables(rules, layout.rules.base))
    places = [
        (place, layout.face_down(place) + layout.face_up(place), layout.face_down_count(place))
        for place in range(rules.places)
    ]
    for place in (*range(codes.CELL, codes.CELL + rules.cells), *_reserve(rules)):
        places.append((place, layout.face_down(place) + layout.face_up(place), 0))
    found = [n for pair in zip(layout.foundations(), layout.second_foundations(), strict=True) for n in pair]
    talon = layout.waste() + layout.stock()
    board.fill(places, found, talon, layout.drawn, layout.pass_number if rules.passes else 0)
    return board


@lru_cache(256)
def _tables(rules: Rules, base: int) -> tuple[dict[str, int], bytes, bytes, bytes, bytes, tuple[bool, bool]]:
    """Return what a board is made of."""
    numbers = tables_of(rules, base)[0] | {"steady": rules.direction == "down" and not rules.wrap}
    order, fits, ranks_fit = fit_tables(rules, base)
    return numbers, order, fits, ranks_fit, slack_of(rules), forced_of(rules)


def _reserve(rules: Rules) -> range:
    return range(codes.RESERVE, codes.RESERVE + len(rules.reserve))


def played(position: Position, found: list[int]) -> list[int]:
    """Return the moves of a search with the draws and redeals that they need."""
    layout: Layout = position.layout.clone()
    moves: list[int] = []

    def play(code: int) -> None:
        layout.apply(code)
        moves.append(code)

    for each in found:
        if source_of(each) == codes.WASTE:
            while len(layout.waste()) != index_of(each) + 1:
                play(codes.DRAW if layout.stock() else codes.REDEAL)
        play(each & (codes.PAIR - 1))
    return moves

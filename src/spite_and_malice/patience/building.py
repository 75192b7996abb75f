"""Can a game of building be won from here? The searches of the core, tried one after the other."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from spite_and_malice.patience.core import Beam, Board, Layout, Search, Staged, codes, index_of, source_of
from spite_and_malice.patience.dominance import forced_of, slack_of
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.rules import Rules
from spite_and_malice.patience.tables import fit_tables, tables_of

Weights = tuple[int, ...]

MOST_BYTES: Final = 280_000_000
"""How much memory the searches of a position may take."""

_SLICE: Final = 1000
# The penalties of a position (`core/positions.py`): a card that is not home, a card on one that it does not fit on,
# one with a lower card of its suit under it, a face-down card, one of the talon, a full cell, a pile that is no gap, a
# card that fits in another suit, a card of the reserve, eight moves, a card of the waste in the last pass, a card with
# a lower one of any suit under it; in the waste of the last pass one with a lower card of its suit under it, and one
# with a lower card of any suit; a card over one that comes next on a foundation.
_ORDERS: Final[dict[str, tuple[Weights, ...]]] = {
    "build": (
        (5, 3, 4, 6, 2, 3, 4, 2, 3, 0, 0, 0, 0, 0, 0),
        (10, 6, 0, 6, 3, 6, 1, 2, 8, 5, 0, 0, 0, 0, 0),
        (2, 3, 0, 12, 12, 1, 0, 3, 4, 3, 0, 0, 0, 0, 0),
        (3, 0, 9, 6, 0, 7, 2, 5, 2, 0, 0, 0, 0, 0, 0),
        (2, 1, 1, 12, 0, 4, 16, 5, 0, 0, 0, 0, 0, 0, 0),
    ),
    "runs": (
        (7, 3, 5, 3, 5, 3, 7, 11, 5, 0, 0, 0, 0, 0, 0),
        (2, 9, 6, 7, 12, 10, 4, 3, 0, 3, 0, 0, 0, 0, 0),
        (2, 1, 1, 17, 13, 0, 6, 3, 8, 0, 0, 0, 0, 0, 0),
        (8, 1, 4, 8, 2, 1, 2, 7, 3, 0, 0, 0, 0, 0, 0),
    ),
}
_FIRST_POSITIONS: Final = 20_000
"""How many positions each order but the first may try, and the first order before these."""
# The same for the searches with a limited width, which take turns, each with its first width: how many positions it
# expands in each stage or, where the first value is False, on each level.
_WIDE: Final[dict[str, tuple[tuple[bool, int, Weights], ...]]] = {
    "build": (
        (False, 150, (5, 3, 4, 6, 5, 3, 0, 2, 3, 2, 5, 0, 0, 0, 0)),
        (False, 300, (8, 4, 0, 6, 2, 3, 8, 2, 4, 5, 4, 4, 0, 0, 0)),
    ),
    # Gaps filled from the reserve: games that wide levels do not win are mostly lost, which takes long to prove.
    "refill": (
        (False, 1200, (8, 4, 0, 6, 2, 3, 8, 2, 4, 5, 4, 4, 0, 0, 0)),
        (False, 2400, (5, 3, 4, 6, 5, 3, 0, 2, 3, 2, 5, 0, 0, 0, 0)),
    ),
    # Two packs built on foundations, where most games are lost on the waste of the last pass.
    "thieves": (
        (True, 300, (5, 1, 4, 6, 5, 3, 0, 2, 3, 0, 7, 3, 4, 2, 1)),
        (True, 300, (10, 4, 8, 0, 6, 0, 2, 0, 0, 0, 6, 4, 6, 0, 4)),
    ),
    "runs": (
        (False, 150, (7, 3, 2, 17, 8, 3, 6, 13, 8, 13, 13, 2, 0, 0, 0)),
        (False, 300, (7, 3, 7, 3, 5, 3, 7, 11, 5, 0, 0, 4, 0, 0, 0)),
    ),
    # Two packs dealt on the piles, of which no loss is proved in any time.
    "spider": (
        (False, 150, (7, 3, 2, 17, 8, 3, 6, 13, 8, 13, 13, 2, 0, 0, 0)),
        (False, 300, (7, 3, 7, 3, 5, 3, 7, 11, 5, 0, 0, 4, 0, 0, 0)),
    ),
    # One pack dealt on the piles.
    "dealt": (
        (False, 210, (8, 22, 2, 24, 7, 1, 30, 34, 10, 4, 2, 2, 0, 0, 0)),
        (False, 150, (16, 5, 0, 7, 11, 16, 8, 12, 4, 6, 0, 1, 0, 0, 0)),
        (False, 105, (0, 11, 0, 6, 15, 10, 26, 16, 4, 6, 4, 1, 0, 0, 0)),
        (False, 210, (0, 11, 1, 4, 11, 6, 15, 8, 6, 4, 1, 0, 0, 0, 0)),
        (True, 1000, (4, 8, 0, 6, 6, 12, 7, 12, 5, 0, 1, 0, 0, 0, 0)),
        (False, 420, (1, 11, 2, 8, 28, 6, 16, 24, 4, 1, 1, 0, 0, 0, 0)),
    ),
}
_WIDER: Final = 4
"""The factor by which the width grows when its turn comes again."""
_OF_BEAM: Final = 4
"""The factor by which it may find more positions, since it keeps the cards of few of them."""
_PROVING: Final = {"build": 1.0, "refill": 4.0, "thieves": 0.125, "runs": 1.0, "spider": 0.05, "dealt": 0.125}
"""How many positions the search that can prove a loss finds for each one that the others find."""


def is_searched(rules: Rules) -> bool:
    """Say whether this search plays a game."""
    return rules.is_common and rules.layout == "piles" and rules.aim in ("build", "runs")


def search(
    position: Position, seconds: float | None, positions: int, clock: Callable[[], float]
) -> tuple[int, list[int], int]:
    """Look for a way to win: how the search ended (`codes.FOUND`, …), the moves, and how many positions were found.

    The best-first search tries its orders first. Then level-by-level searches, which find distant wins, take turns with
    the first order, which can prove that there is no win.
    """
    end = None if seconds is None else clock() + seconds
    kind = _kind_of(position.rules)
    first, *others = _ORDERS[position.rules.aim]
    if kind in ("dealt", "refill", "spider", "thieves"):
        # The other orders win none of these games.
        others = []
    main = Search(board_of(position), positions, list(first))
    count = 0

    def ended(search: Search | Beam | Staged, most: int, room: int) -> tuple[int, list[int], int] | None:
        """Continue a search; return its result if that settles it."""
        _run(search, most, room, end, clock)
        total = count + search.positions + (0 if search is main else main.positions)
        if search.status == codes.FOUND:
            return codes.FOUND, played(position, search.moves()), total
        return (codes.LOST, [], total) if search.status == codes.LOST else None

    few = min(positions, _FIRST_POSITIONS)
    if settled := ended(main, few, MOST_BYTES):
        return settled
    for weights in others:
        other = Search(board_of(position), positions, list(weights))
        if settled := ended(other, few, MOST_BYTES):
            return settled
        count += other.positions
    for turn in itertools.count():
        in_stages, width, weights = _WIDE[kind][turn % len(_WIDE[kind])]
        width *= _WIDER ** (turn // len(_WIDE[kind]))
        beam = (Staged if in_stages else Beam)(board_of(position), width, list(weights))
        if settled := ended(beam, positions * _OF_BEAM, MOST_BYTES - main.bytes_used):
            return settled
        count += beam.positions
        more = int(_PROVING[kind] * beam.positions)
        if settled := ended(main, min(positions, main.positions + more), MOST_BYTES // 2):
            return settled
        if beam.status == codes.RUNNING:
            # It reached a limit, as wider ones would.
            break
    return ended(main, positions, MOST_BYTES) or (main.status, [], count + main.positions)


def _kind_of(rules: Rules) -> str:
    """The searches that take turns where the first orders settle nothing."""
    if rules.refill:
        return "refill"
    if rules.aim == "build":
        return "thieves" if rules.packs == 2 and rules.stock == "waste" and rules.passes == 1 else "build"
    if not rules.stock_cards or rules.groups == "any":
        return "runs"
    return "dealt" if rules.packs == 1 else "spider"


def _run(
    search: Search | Beam | Staged, positions: int, room: int, end: float | None, clock: Callable[[], float]
) -> None:
    """Run a search until it ends, reaches that many positions or bytes, or runs out of time."""
    while (
        search.status == codes.RUNNING
        and search.positions < positions
        and search.bytes_used < room
        and (end is None or clock() < end)
    ):
        search.run(_SLICE)


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
def _tables(
    rules: Rules, base: int
) -> tuple[dict[str, int], bytes, bytes, bytes, bytes, tuple[bool, bool, bool, bool]]:
    """Return the parts of a board."""
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

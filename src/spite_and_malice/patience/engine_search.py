"""Can a game with unusual rules be won from here? The search that plays with the engine, ever wider."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from spite_and_malice.patience.core import WholeSearch, codes
from spite_and_malice.patience.dominance import loses_nothing_at_home
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.rules import Rules

_WIDTH: Final = 200
_NARROW: Final[dict[str, int]] = {"one": 100, "rows": 40}
"""By aim, where less is enough: the penalty of a position says much about it there."""
_WIDER: Final = 5
"""The number of positions per level at first, and the factor by which it grows when the search begins again."""
_WEIGHTS: Final = (5, 3, 4, 2)
_SLICE: Final = 200
_MOST_BYTES: Final = 280_000_000


def is_searched(rules: Rules) -> bool:
    """Say whether this search plays a game."""
    return not rules.is_common


def search(
    position: Position, seconds: float | None, positions: int, clock: Callable[[], float]
) -> tuple[int, list[int], int]:
    """Look for a way to win: how the search ended (`codes.FOUND`, …), the moves, and how many positions were found.

    Where it pays, cards leave as soon as they can at first. If that is known to lose nothing, nothing else is tried;
    otherwise every other search tries all moves, and every one does once the former have seen all they can.
    """
    rules = position.rules
    end = None if seconds is None else clock() + seconds
    width, count = _NARROW.get(rules.aim, _WIDTH), 0
    is_eager, is_lossless = _leaves_at_once(rules), loses_nothing_at_home(rules)
    others = is_eager and not is_lossless
    while True:
        core = WholeSearch(position.layout, width, _WEIGHTS, is_eager, is_lossless)
        while (
            core.status == codes.RUNNING
            and (end is None or clock() < end)
            and count + core.positions < positions
            and core.bytes_used < _MOST_BYTES
        ):
            core.run(_SLICE)
        count += core.positions
        if core.status != codes.FULL or (end is not None and clock() >= end) or count >= positions:
            return core.status, core.moves() if core.status == codes.FOUND else [], count
        if core.whole:
            is_eager = others = False
            width = _NARROW.get(rules.aim, _WIDTH)
        elif others:
            is_eager = not is_eager
        if is_eager or not others:
            width *= _WIDER


def _leaves_at_once(rules: Rules) -> bool:
    """Say whether to try first with cards leaving as soon as they can.

    Not where they are laid on heaps, and not in grids, where a card that leaves moves all others.
    """
    return rules.aim == "aces" or (rules.aim == "build" and rules.stock_cards == 0) or rules.stock == "reserve"

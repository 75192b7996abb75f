"""How hard a deal is: how often it is won by playing on sensibly and at random, by what the player sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from spite_and_malice.patience.core import Layout, codes, count_of, source_of, target_of
from spite_and_malice.patience.position import Position

Level = Literal["easy", "medium", "hard"]

Below = Callable[[int], int]
"""Gives a whole number from 0 on below another one, at random."""

PLAYS: Final = 60
"""How many games say how hard a deal is: a tenth of a second."""

_LONGEST: Final = 600
_ODD: Final = 12
"""One move in this many is any that there is."""

_SHARES: Final[dict[int, tuple[float, float]]] = {1: (0.75, 0.1), 3: (0.15, 0.01)}
"""From which share of won games on a deal is easy, and below which it is hard, by `Rules.draw`: about a third each."""


def level_of(position: Position, below: Below) -> Level:
    """Return how hard it is to win a deal that can be won."""
    share = blind_share(position, below)
    easy, hard = _SHARES[position.rules.draw]
    return "easy" if share >= easy else "hard" if share < hard else "medium"


def blind_share(position: Position, below: Below, plays: int = PLAYS) -> float:
    """Return the share of games that are won from a position by sensible play at random, which sees no hidden card."""
    return sum(_is_won(position.layout.clone(), below) for _each in range(plays)) / plays


def _is_won(layout: Layout, below: Below) -> bool:
    """Play a game on until it is won, or nothing comes of going through the stock."""
    idle = 0
    for _move in range(_LONGEST):
        legal = layout.legal()
        if not legal:
            break
        code = _choose(layout, legal, below)
        is_turn = code in (codes.DRAW, codes.REDEAL)
        idle = idle + 1 if is_turn else 0
        if idle > 2 * codes.TALON:
            break
        layout.apply(code)
    return layout.result() == codes.WON


def _choose(layout: Layout, legal: list[int], below: Below) -> int:
    """Return one of the most sensible moves; now and then one of all."""
    if below(_ODD) == 0:
        return legal[below(len(legal))]
    best, found = -1, [0]
    for code in legal:
        worth = _worth(layout, code)
        if worth > best:
            best, found = worth, [code]
        elif worth == best:
            found.append(code)
    return found[below(len(found))]


def _worth(layout: Layout, code: int) -> int:
    """Return how sensible a move looks to the player: most, to turn a card up; little, to go through the stock."""
    if code in (codes.DRAW, codes.REDEAL):
        return 1
    source, target = source_of(code), target_of(code)
    count = count_of(code)
    if source >= codes.FOUNDATION and source != codes.WASTE:
        return 0
    to_foundation = target == codes.FOUNDATION
    if source == codes.WASTE:
        return 4 if to_foundation else 2
    is_whole_run = len(layout.face_up(source)) == count
    if is_whole_run and layout.face_down_count(source):
        return 5
    return 4 if to_foundation else 0

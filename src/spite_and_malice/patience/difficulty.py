"""The difficulty of a deal: how often it is won by sensible and by random play, from the player's view."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, Literal

from spite_and_malice.patience.core import Layout, codes, count_of, source_of, target_of
from spite_and_malice.patience.deals import deal_number, split_mix
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.progress import cards_gone, cards_to_win
from spite_and_malice.patience.rules import Rules

Level = Literal["easy", "medium", "hard"]

Below = Callable[[int], int]
"""Gives a random integer from 0 up to, but not including, another one."""

PLAYS: Final = 60
"""How many games measure how hard a deal is: a tenth of a second."""

_LONGEST: Final = 600
_ODD: Final = 12
"""One move in this many is a random legal one."""

_FEW_PLAYS: Final = 16
_SAMPLE: Final = 15
"""The number of games that measure progress, and of deals that tell what is usual: a few seconds."""

_SHARES: Final[dict[int, tuple[float, float]]] = {1: (0.75, 0.1), 3: (0.15, 0.01)}
"""The share of won games above which a deal is easy, and below which it is hard, by `Rules.draw`: about a third
each."""


def level_of(position: Position, below: Below) -> Level:
    """Return how hard it is to win a winnable deal."""
    if position.rules.is_klondike:
        share, (easy, hard) = blind_share(position, below), _SHARES[position.rules.draw]
    else:
        share, (easy, hard) = blind_progress(position, below), _bounds(position.rules)
        if easy == hard:
            return "medium"
    return "easy" if share >= easy else "hard" if share < hard else "medium"


def blind_share(position: Position, below: Below) -> float:
    """Return the share of games won from a position by sensible random play, which sees no hidden card."""
    return sum(_play(position, below).is_won for _each in range(PLAYS)) / PLAYS


def blind_progress(position: Position, below: Below, plays: int = _FEW_PLAYS, start: Position | None = None) -> float:
    """Return how far such games come on average, from 0 to 1: a finer measure where few of them are won.

    It is counted from ``start``, by default the position itself.
    """
    return sum(_progress(start or position, _play(position, below)) for _each in range(plays)) / plays


def _progress(start: Position, end: Position) -> float:
    """Return the part of the task that is done: cards that have to go and cards to be turned up."""
    down = [sum(pile.down for pile in position.view().tableau) for position in (start, end)]
    gone = [cards_gone(position) for position in (start, end)]
    return (gone[1] - gone[0] + down[0] - down[1]) / max(1, cards_to_win(start.rules) - gone[0] + down[0])


@lru_cache(64)
def _bounds(rules: Rules) -> tuple[float, float]:
    """Return the progress above which a deal of these rules is easy, and below which it is hard: thirds of a sample."""
    found = sorted(blind_progress(deal_number(rules, number), below_from(number)) for number in range(_SAMPLE))
    return found[_SAMPLE * 2 // 3], found[_SAMPLE // 3]


def below_from(seed: int) -> Below:
    """Return a generator of random numbers, always the same ones for a seed."""
    numbers = split_mix(seed)
    return lambda count: next(numbers) * count >> 64


def _play(position: Position, below: Below) -> Position:
    """Play a game on until it is won, or going through the stock leads to nothing."""
    position = position.clone()
    layout, idle = position.layout, 0
    for _move in range(_LONGEST):
        legal = layout.legal()
        if not legal:
            break
        code = _choose(layout, legal, below, position.rules.layout == "grid")
        is_turn = code in (codes.DRAW, codes.REDEAL)
        idle = idle + 1 if is_turn else 0
        if idle > 2 * codes.TALON:
            break
        layout.apply(code)
    return position


def _choose(layout: Layout, legal: list[int], below: Below, is_grid: bool) -> int:
    """Return one of the most sensible moves; now and then any move."""
    if below(_ODD) == 0:
        return legal[below(len(legal))]
    best, found = -1, [0]
    for code in legal:
        worth = _worth(layout, code, is_grid)
        if worth > best:
            best, found = worth, [code]
        elif worth == best:
            found.append(code)
    return found[below(len(found))]


def _worth(layout: Layout, code: int, is_grid: bool) -> int:
    """Return how sensible a move looks to the player: most, to turn a card up; little, to go through the stock."""
    if code in (codes.DRAW, codes.REDEAL, codes.DEAL):
        return 1
    if code & codes.PAIR:
        return 4
    source, target = source_of(code), target_of(code)
    count = count_of(code)
    if source >= codes.FOUNDATION and source != codes.WASTE:
        return 0
    to_foundation = target in (codes.FOUNDATION, codes.OFF, codes.WASTE) or codes.HOME <= target < codes.WASTE
    if source in (codes.WASTE, codes.POCKET):
        return 4 if to_foundation else 2
    if is_grid and not to_foundation:
        # All moves from place to place come before everything is laid out again.
        return 2
    is_whole_run = len(layout.face_up(source)) == count
    if is_whole_run and layout.face_down_count(source):
        return 5
    return 4 if to_foundation else 0

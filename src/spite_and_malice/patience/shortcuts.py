"""Few moves that bring a card to its foundation where every card is known: a plan that a person can follow."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import Final

from spite_and_malice.patience.core import Layout, rank_of, suit_of
from spite_and_malice.patience.harvest import next_home
from spite_and_malice.patience.lines import Line
from spite_and_malice.patience.moves import encode, move_with
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.purpose import FURTHEST, achieves_at_once, purpose_of, steps_of
from spite_and_malice.patience.rules import Rules

_NEAR: Final = 4
"""A plan of this many moves is short enough."""
_FAR: Final = 8
"""And one of more moves is hard to follow, however long the other one is."""
_LAYOUTS: Final = 300
_MOST_TRIED: Final = 3
"""How many ways to bring a card home are looked at: the shortest that are found."""
_LONGER: Final = 12
"""How many more moves may lead to the win, for a plan that is shorter."""


def home_sooner(world: Position, line: Line, way: Callable[[Position], Line]) -> Line:
    """Return a winning line that brings a card to its foundation in fewer moves if one is found, else the line.

    `way` finds moves that win from a position, none if it cannot.
    """
    rules, planned = world.rules, _planned(world, line)
    if rules.aim != "build" or rules.foundations or world.layout.stock() or planned <= _NEAR:
        return line
    for near in _ways_home(rules, world.layout, min(planned - 2, _FAR)):
        after = world.clone()
        for move in near:
            after.layout.apply(encode(move))
        rest = way(after)
        if rest and len(near) + len(rest) <= len(line) + _LONGER:
            return (*near, *rest)
    return line


def _planned(world: Position, line: Line) -> int:
    """Return how many moves the plan has that the first move of a line is for; 1 if it gains something itself."""
    steps = steps_of(world, line[:FURTHEST])
    if not steps or achieves_at_once(steps[0]):
        return 1
    purpose = purpose_of(world, steps)
    return FURTHEST if purpose is None else len(purpose.steps)


def _ways_home(rules: Rules, start: Layout, most: int) -> list[Line]:
    """Return a few short lines of at most `most` moves that end with a card on its foundation."""
    order, found = count(), list[Line]()
    open_layouts: list[tuple[int, int, Layout, Line]] = [(0, next(order), start, ())]
    seen = {start.key()}
    for _looked in range(_LAYOUTS):
        if not open_layouts or len(found) == _MOST_TRIED:
            break
        _cost, _order, layout, made = heappop(open_layouts)
        for move in map(move_with, layout.legal()):
            line = (*made, move)
            if move.target.startswith("F"):
                found.append(line)
                continue
            after = layout.clone()
            after.apply(encode(move))
            cost = len(line) + _above_next(rules, after) + 1
            if cost <= most and (key := after.key()) not in seen and not move.source.startswith("F"):
                seen.add(key)
                heappush(open_layouts, (cost, next(order), after, line))
    return found


def _above_next(rules: Rules, layout: Layout) -> int:
    """Return how few cards lie on one that a foundation takes next; 0 if none lies in a pile."""
    needed = next_home(rules, layout)
    above = (
        len(cards) - 1 - at
        for cards in map(layout.face_up, range(rules.places))
        for at, card in enumerate(cards)
        if (suit_of(card), rank_of(card)) in needed
    )
    return min(above, default=0)

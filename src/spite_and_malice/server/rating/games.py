"""What a finished game makes of the ratings of who played it, person or computer player (docs/ratings.md)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .skill import Skill, rated

_NARROW: Final = 0.75
_WIDE: Final = 1.25
"""What the narrowest and the widest end of a game count."""

_AGAIN: Final = 0.5
"""What one more game of the same two people counts within a day, of what the one before it counted."""


@dataclass(frozen=True, slots=True)
class RatedEnd:
    """How a rated game ended: the seats of each side, the place of each (1 the best, equal places a draw).

    ``margin`` is from 0 (as narrow as can be) to 1: what the sides that did not win had left of their pay-off cards.
    """

    family: str
    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    margin: float = 0.5


def after_game(end: RatedEnd, before: Sequence[Skill], weights: Sequence[float]) -> list[Skill]:
    """Return the ratings of the seats after a game; ``weights`` say from 0 to 1 how much it counts for each."""
    new = rated([[before[seat] for seat in side] for side in end.sides], end.places)
    found = list(before)
    for side, skills in zip(end.sides, new, strict=True):
        for seat, skill in zip(side, skills, strict=True):
            found[seat] = _part_of_the_way(before[seat], skill, weights[seat], end.margin)
    return found


def weight(games_with_each: Sequence[int]) -> float:
    """Return how much a game counts for somebody who has played so many with each of the other people in a day."""
    if not games_with_each:
        return 1.0
    return math.fsum(_AGAIN**games for games in games_with_each) / len(games_with_each)


def _part_of_the_way(before: Skill, after: Skill, counts: float, margin: float) -> Skill:
    far = counts * (_NARROW + (_WIDE - _NARROW) * margin)
    variance = before.sigma**2 + counts * (after.sigma**2 - before.sigma**2)
    return Skill(before.mu + far * (after.mu - before.mu), math.sqrt(variance))

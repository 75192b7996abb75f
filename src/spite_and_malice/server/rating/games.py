"""What a finished game makes of the ratings of who played it, person or computer player (docs/ratings.md)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .skill import MIDDLE, Skill, rated

_NARROW: Final = 0.75
_WIDE: Final = 1.25
"""What the narrowest and the widest end of a game count."""

_AGAIN: Final = 0.5
"""What one more game of the same two people counts within a day, of what the one before it counted."""

_UNPROVEN: Final = 0.1
"""What a game counts in which no proven opponent was met."""

_UNPROVEN_DOUBT: Final = 6.0
_UNPROVEN_REACH: Final = 3.0
"""Such games bring the doubt of a rating no further down than this, and the rating no further from the middle."""

LEAST_GAMES: Final = 10
LEAST_DAYS: Final = 3
LEAST_OPPONENTS: Final = 3
"""A rating is proven that rests on at least this many games against proven opponents, on at least this many days, and
against at least this many different ones. Computer players are proven."""

_PROOF: Final = 0.5
"""A game proves nothing that somebody left before they had made this share of `ENOUGH_MOVES`."""

ENOUGH_MOVES: Final = 20
"""A person who leaves after this many moves has played the game."""


@dataclass(frozen=True, slots=True)
class RatedEnd:
    """How a rated game ended: the seats of each side, the place of each (1 the best, equal places a draw).

    ``margin`` is from 0 (as narrow as can be) to 1: what the sides that did not win had left of their pay-off cards.
    ``left`` are the seats that people left; ``played`` is how much of the game there was before that, from 0 to 1.
    """

    family: str
    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    margin: float = 0.5
    left: tuple[int, ...] = ()
    played: float = 1.0

    def side_of(self, seat: int) -> int:
        """Return the number of the side at which a seat is."""
        return next(number for number, side in enumerate(self.sides) if seat in side)

    def proven_against(self, seat: int, proven: Sequence[bool]) -> list[int]:
        """Return the sides against a seat that prove something of it: those of which every seat is proven."""
        own = self.side_of(seat)
        return [number for number, side in enumerate(self.sides) if number != own and all(proven[at] for at in side)]

    @property
    def is_proof(self) -> bool:
        """Whether the game was played long enough to prove something."""
        return self.played >= _PROOF


def after_game(end: RatedEnd, before: Sequence[Skill], weights: Sequence[float], proven: Sequence[bool]) -> list[Skill]:
    """Return the ratings of the seats after a game.

    ``weights`` say from 0 to 1 how much it counts for each seat, ``proven`` which of them have a rating that is proven
    or are computer players. A seat is measured by the proven sides that it met; where there is none by all of them, for
    a tenth, and only while its rating is near the middle and much in doubt. People who stayed gain little where
    somebody soon left.
    """
    return [_after(end, before, seat, weights[seat], proven) for seat in range(len(before))]


def _after(end: RatedEnd, before: Sequence[Skill], seat: int, weight: float, proven: Sequence[bool]) -> Skill:
    own, met = end.side_of(seat), end.proven_against(seat, proven)
    others = met or [number for number in range(len(end.sides)) if number != own]
    sides = [end.sides[number] for number in (own, *others)]
    counts = weight * (1.0 if seat in end.left else end.played) * (1.0 if met else _UNPROVEN)
    old = before[seat]
    if counts == 0.0 or (not met and old.sigma <= _UNPROVEN_DOUBT):
        return old
    new = rated([[before[at] for at in side] for side in sides], [end.places[number] for number in (own, *others)])
    skill = _part_of_the_way(old, new[0][sides[0].index(seat)], counts, end.margin)
    if met:
        return skill
    low, high = min(old.mu, MIDDLE - _UNPROVEN_REACH), max(old.mu, MIDDLE + _UNPROVEN_REACH)
    return Skill(min(max(skill.mu, low), high), max(skill.sigma, _UNPROVEN_DOUBT))


def weight(games_with_each: Sequence[int]) -> float:
    """Return how much a game counts for somebody who has played that many with each of the other people in a day."""
    if not games_with_each:
        return 1.0
    return math.fsum(_AGAIN**games for games in games_with_each) / len(games_with_each)


def _part_of_the_way(before: Skill, after: Skill, counts: float, margin: float) -> Skill:
    far = counts * (_NARROW + (_WIDE - _NARROW) * margin)
    variance = before.sigma**2 + counts * (after.sigma**2 - before.sigma**2)
    return Skill(before.mu + far * (after.mu - before.mu), math.sqrt(variance))

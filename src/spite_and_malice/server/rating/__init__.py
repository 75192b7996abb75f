"""How strong somebody is, or how hard a puzzle: ratings with their doubt, by openskill, and how games change them.

The ratings of the levels are fixed: people are measured by a level, not the other way round.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


MIDDLE: Final = 25.0
"""The rating of a person without a result, on openskill's scale."""
AT_FIRST: Final = MIDDLE / 3
"""And its doubt: a standard deviation."""

_POINTS_IN_THE_MIDDLE: Final = 1500
_POINTS: Final = 40
"""The displayed points per unit of openskill."""


@cache
def _model() -> PlackettLuce:
    # Showing ratings needs no library, and without rated games it is not installed.
    from openskill.models import PlackettLuce

    return PlackettLuce()


def points_of(difference: float) -> int:
    """Return a difference of two ratings for display, in points."""
    return round(_POINTS * difference)


@dataclass(frozen=True, slots=True)
class Skill:
    """A rating on openskill's scale: the likely value and the standard deviation of its uncertainty."""

    mu: float = MIDDLE
    sigma: float = AT_FIRST

    @property
    def points(self) -> int:
        """The rating for display: 1500 in the middle."""
        return round(_POINTS_IN_THE_MIDDLE + _POINTS * (self.mu - MIDDLE))

    @property
    def give_or_take(self) -> int:
        """The doubt for display, in points."""
        return round(_POINTS * self.sigma)


def rated(sides: Sequence[Sequence[Skill]], places: Sequence[int]) -> list[list[Skill]]:
    """Return the ratings after a result: given the partners of each side, and the place of each side, 1 the best.

    Equal places are a draw. Raises ValueError unless there are at least two sides, and a place for each.
    """
    if len(sides) < 2 or len(sides) != len(places):
        raise ValueError(f"at least two sides and a place for each are wanted, not {len(sides)} and {len(places)}")
    model = _model()
    teams = [[model.rating(mu=each.mu, sigma=each.sigma) for each in side] for side in sides]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [[Skill(each.mu, each.sigma) for each in team] for team in after]


def of_elo(difference: float) -> float:
    """Convert a difference in Elo to openskill's scale, for two whose strength is known."""
    return difference * math.log(10) / 400 * math.sqrt(2) * _model().beta


_FILE: Final = "anchors.json"


class Anchor(msgspec.Struct, frozen=True):
    """A level's rating on openskill's scale, its doubt, and the number of games behind it."""

    mu: float
    sigma: float
    games: int

    @property
    def skill(self) -> Skill:
        """The rating with its doubt."""
        return Skill(self.mu, self.sigma)


class Family(msgspec.Struct, frozen=True):
    """The levels in a family of versions: in which version they played, on which day, with how much time per move."""

    played: str
    preset: str
    seed: int
    seconds: float
    levels: dict[str, Anchor]


@cache
def families() -> dict[str, Family]:
    """Return the ratings of the levels, by family."""
    return msgspec.json.decode((files(__package__) / _FILE).read_bytes(), type=dict[str, Family])


def anchor(family: str, player: str) -> Skill:
    """Return the rating of a computer player; that of a newcomer if it has none."""
    known = families().get(family)
    found = None if known is None else known.levels.get(player)
    return Skill() if found is None else found.skill


_NARROW: Final = 0.75
_WIDE: Final = 1.25
"""The weights of the narrowest and the clearest result of a game."""

_AGAIN: Final = 0.5
"""The weight of another game of the same two people within a day, relative to the one before."""

_UNPROVEN: Final = 0.1
"""The weight of a game without a proven opponent."""

_UNPROVEN_DOUBT: Final = 6.0
_UNPROVEN_REACH: Final = 3.0
"""Such games do not lower the doubt of a rating below this, or move the rating further from the middle than this."""

LEAST_GAMES: Final = 10
LEAST_DAYS: Final = 3
LEAST_OPPONENTS: Final = 3
"""A rating is proven if it is based on at least this many games against proven opponents, on at least this many days,
and against at least this many different ones. Computer players are proven."""

_PROOF: Final = 0.5
"""A game proves nothing if somebody left before making this share of `ENOUGH_MOVES`."""

ENOUGH_MOVES: Final = 20
"""A person who leaves after this many moves has played the game."""


@dataclass(frozen=True, slots=True)
class RatedEnd:
    """How a rated game ended: the seats of each side, the place of each (1 the best, equal places a draw).

    ``margin`` is from 0 (as narrow as possible) to 1: the share of their pay-off cards that the losing sides had left.
    ``left`` are the seats that people left; ``played`` is how much of the game was played before that, from 0 to 1.
    """

    family: str
    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    margin: float = 0.5
    left: tuple[int, ...] = ()
    played: float = 1.0

    def side_of(self, seat: int) -> int:
        """Return the number of a seat's side."""
        return next(number for number, side in enumerate(self.sides) if seat in side)

    def proven_against(self, seat: int, proven: Sequence[bool]) -> list[int]:
        """Return the sides against a seat that prove something about it: those with only proven seats."""
        own = self.side_of(seat)
        return [number for number, side in enumerate(self.sides) if number != own and all(proven[at] for at in side)]

    @property
    def is_proof(self) -> bool:
        """Whether the game was played long enough to prove something."""
        return self.played >= _PROOF


def after_game(end: RatedEnd, before: Sequence[Skill], weights: Sequence[float], proven: Sequence[bool]) -> list[Skill]:
    """Return the ratings of the seats after a game.

    ``weights`` say from 0 to 1 how much it counts for each seat, ``proven`` which of them have a proven rating or are
    computer players. A seat is measured by the proven sides that it met; if there are none, by all of them, at a tenth
    of the weight, and only while its rating is near the middle and very uncertain. People who stayed gain little if
    somebody left early.
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
    """Return the weight of a game for somebody who has played that many with each of the other people in a day."""
    if not games_with_each:
        return 1.0
    return math.fsum(_AGAIN**games for games in games_with_each) / len(games_with_each)


def _part_of_the_way(before: Skill, after: Skill, counts: float, margin: float) -> Skill:
    far = counts * (_NARROW + (_WIDE - _NARROW) * margin)
    variance = before.sigma**2 + counts * (after.sigma**2 - before.sigma**2)
    return Skill(before.mu + far * (after.mu - before.mu), math.sqrt(variance))

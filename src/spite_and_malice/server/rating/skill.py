"""A rating with its doubt, what a result makes of it, and how both are shown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MIDDLE: Final = 25.0
"""The rating of a person without a result, as openskill counts."""
AT_FIRST: Final = MIDDLE / 3
"""And its doubt: a standard deviation."""

_POINTS_IN_THE_MIDDLE: Final = 1500
_POINTS: Final = 40
"""How many points are shown for one of openskill."""


@cache
def _model() -> PlackettLuce:
    # To show ratings takes no library, and there is none where nobody plays for them.
    from openskill.models import PlackettLuce

    return PlackettLuce()


@dataclass(frozen=True, slots=True)
class Skill:
    """A rating as openskill counts: the likely value and the standard deviation of what is not known yet."""

    mu: float = MIDDLE
    sigma: float = AT_FIRST

    @property
    def points(self) -> int:
        """The rating as it is shown: 1500 in the middle."""
        return round(_POINTS_IN_THE_MIDDLE + _POINTS * (self.mu - MIDDLE))

    @property
    def give_or_take(self) -> int:
        """The doubt as it is shown, in points."""
        return round(_POINTS * self.sigma)


def rated(sides: Sequence[Sequence[Skill]], places: Sequence[int]) -> list[list[Skill]]:
    """Return what a result makes of the ratings: the partners of each side, and the place of each side, 1 the best.

    Equal places are a draw. Raises ValueError unless there are at least two sides, and a place for each.
    """
    if len(sides) < 2 or len(sides) != len(places):
        raise ValueError(f"at least two sides and a place for each are wanted, not {len(sides)} and {len(places)}")
    model = _model()
    teams = [[model.rating(mu=each.mu, sigma=each.sigma) for each in side] for side in sides]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [[Skill(each.mu, each.sigma) for each in team] for team in after]


def of_elo(difference: float) -> float:
    """Return what a difference in Elo is on the scale of openskill, for two whose strength is known."""
    return difference * math.log(10) / 400 * math.sqrt(2) * _model().beta

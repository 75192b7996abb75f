"""How strong the computer levels are, by family of versions, as games against each other showed (`tools.anchors`).

These ratings stand still: who plays against a level is measured by it, not it by them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from .skill import Skill

_FILE: Final = "anchors.json"


class Anchor(msgspec.Struct, frozen=True):
    """A level's rating as openskill counts, its doubt, and of how many games it is made."""

    mu: float
    sigma: float
    games: int

    @property
    def skill(self) -> Skill:
        """The rating with its doubt."""
        return Skill(self.mu, self.sigma)


class Family(msgspec.Struct, frozen=True):
    """The levels in a family of versions: in which version they played, on which day, with how much time a move."""

    played: str
    preset: str
    seed: int
    seconds: float
    levels: dict[str, Anchor]


@cache
def families() -> dict[str, Family]:
    """Return what is known of the levels, by family."""
    return msgspec.json.decode((files(__package__) / _FILE).read_bytes(), type=dict[str, Family])


def anchor(family: str, player: str) -> Skill:
    """Return the rating of a computer player; that of somebody unknown where it has none."""
    known = families().get(family)
    found = None if known is None else known.levels.get(player)
    return Skill() if found is None else found.skill

"""Puzzles and questions about a discard as values, and as lines of a file (docs/puzzles.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from spite_and_malice.analysis.puzzles.seen import Written, id_of, read_view
from spite_and_malice.analysis.puzzles.themes import PAYOFF, THEMES, Theme
from spite_and_malice.engine import View

GRADES: Final = 5
"""The hardest grade; 1 is the easiest."""

_POSITION: Final = (
    "preset", "players", "centre", "stock", "aside", "seats", "turn", "stage", "cover", "passes", "moved",
)  # fmt: skip


@dataclass(frozen=True)
class Posed:
    """A position with something to find in it."""

    position: Written

    @cached_property
    def id(self) -> str:
        """The id, derived from the position."""
        return id_of(self.position)

    @property
    def preset(self) -> str:
        """The preset under whose rules it is played."""
        return str(self.position["preset"])

    @cached_property
    def view(self) -> View:
        """The solver's view, including their legal moves."""
        return read_view(self.position)


@dataclass(frozen=True)
class Puzzle(Posed):
    """A turn in which a theme's goal can be reached with the visible cards.

    `position` was written by `write_view`. `way` is a shortest way, `ways` how many there are, `wilds` the wild cards
    of the hand that it spends, `traps` the plays off it that lose every way, `luck` the chance that random plays get
    there, `difficulty` how many solvers miss it (`solvers.difficulty`). `grade` goes from 1 to `GRADES`, `rating` is
    the puzzle's first rating. `one_stack` says whether one centre stack is enough.
    """

    way: tuple[str, ...]
    ways: int
    wilds: int
    traps: int
    luck: float
    difficulty: float
    grade: int = 0
    rating: float = 0.0
    theme: Theme = PAYOFF
    one_stack: bool = False

    @cached_property
    def id(self) -> str:
        """The id, derived from the position, and from the theme unless it asks for the pay-off card alone."""
        return id_of(self.position if self.theme is PAYOFF else {**self.position, "theme": self.theme.id})

    @property
    def task(self) -> str:
        """The task, in a sentence."""
        return self.theme.task(self.view, len(self.way))

    def to_json(self) -> dict[str, Any]:
        """Write the puzzle."""
        return {
            "id": self.id,
            **self.position,
            "way": " ".join(self.way),
            "ways": self.ways,
            "wilds": self.wilds,
            "traps": self.traps,
            "luck": self.luck,
            "difficulty": self.difficulty,
            "grade": self.grade,
            "rating": self.rating,
            "theme": self.theme.id,
            "one_stack": self.one_stack,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Puzzle:
        """Read a puzzle that `to_json` wrote."""
        return cls(
            position=_position(data),
            way=tuple(data["way"].split()),
            ways=data["ways"],
            wilds=data["wilds"],
            traps=data["traps"],
            luck=data["luck"],
            difficulty=data["difficulty"],
            grade=data["grade"],
            rating=data["rating"],
            theme=THEMES[data["theme"]],
            one_stack=data["one_stack"],
        )


@dataclass(frozen=True)
class DiscardPuzzle(Posed):
    """Two discards of a position, the first surely better: by `lead` hundredths of a pay-off card."""

    better: str
    worse: str
    lead: int

    def to_json(self) -> dict[str, Any]:
        """Write the puzzle."""
        return {"id": self.id, **self.position, "better": self.better, "worse": self.worse, "lead": self.lead}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> DiscardPuzzle:
        """Read a puzzle that `to_json` wrote."""
        return cls(_position(data), data["better"], data["worse"], data["lead"])


def _position(data: Mapping[str, Any]) -> Written:
    return {name: data[name] for name in _POSITION}

"""How many deals of a game can be won, and how hard that makes it: from published figures, or measured here."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from spite_and_malice.patience.rules.measured import MEASURED, Measured

Difficulty = Literal["easy", "medium", "hard"]

EASY_FROM: Final = 95
HARD_BELOW: Final = 75
"""The points from which on a game is easy, and below which it is hard."""
_NEARLY_ALL: Final = 99.5
PATIENT: Final = 10
"""The minutes that cost nothing."""
A_MINUTE: Final = 2
"""The points deducted for each further minute."""


class Chance(NamedTuple):
    """How many of a hundred deals can be won by somebody who sees every card: at least, and at most."""

    low: float
    high: float

    @property
    def is_open(self) -> bool:
        """Whether too many deals are undecided to state more than the minimum share."""
        return self.high - self.low > 1

    @property
    def is_nearly_all(self) -> bool:
        """Whether hardly a deal is lost."""
        return self.low >= _NEARLY_ALL


class ByHints(NamedTuple):
    """How many deals were played by hints alone, and how many of them were won."""

    deals: int
    won: int


BY_HINTS: Final[dict[str, ByHints]] = {
    "la-belle-lucie": ByHints(30, 3),
    "three-shuffles": ByHints(30, 10),
    "trefoil": ByHints(30, 8),
    "super-flower-garden": ByHints(30, 12),
    "montana": ByHints(30, 17),
}
"""For games whose cards are shuffled again: hints with 8 worlds, on the deals with the numbers 0, 1, 2, …"""

BY_PEOPLE: Final[dict[str, float]] = {"accordion": 1}
"""How many of a hundred deals people are said to win, where a solver's ways say nothing about that."""


def chance_of(preset: str, published: float | None) -> Chance | None:
    """Return how many deals can be won: the share published for exactly these rules, else the one proved here.

    None if neither is known.
    """
    if published is not None:
        return Chance(published, published)
    found = MEASURED.get(preset)
    if found is None:
        return None
    return Chance(100 * found.won / found.deals, 100 * (found.deals - found.lost) / found.deals)


def fair_chance_of(preset: str, chance: Chance | None) -> Chance | None:
    """Return how many deals a player can hope to win where that is far from what can be won, else `chance`.

    Where cards are shuffled again during the game, a solver knows the later layouts and a player does not: there the
    share that hints alone win counts. Accordion is nearly always winnable, and people nearly never win it.
    """
    if preset in BY_PEOPLE:
        return Chance(BY_PEOPLE[preset], BY_PEOPLE[preset])
    found = BY_HINTS.get(preset)
    return chance if found is None else Chance(100 * found.won / found.deals, 100 * found.won / found.deals)


def difficulty_of(chance: Chance | None, minutes: int) -> Difficulty:
    """Return how hard a game is overall, by the rule of docs/patience.md.

    Its points are the minimum number of winnable deals in a hundred, less two for each minute beyond ten.
    """
    if chance is None:
        return "medium"
    points = chance.low - A_MINUTE * max(0, minutes - PATIENT)
    return "easy" if points >= EASY_FROM else "hard" if points < HARD_BELOW else "medium"


__all__ = [
    "BY_HINTS",
    "BY_PEOPLE",
    "MEASURED",
    "ByHints",
    "Chance",
    "Difficulty",
    "Measured",
    "chance_of",
    "difficulty_of",
    "fair_chance_of",
]

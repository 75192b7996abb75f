"""Achievements, found exactly in the records of finished games.

Only what everybody saw and the seat's own cards count.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .achievement import Chance, GameAchievement, ListAchievement, Part, Result, Span
from .of_games import OF_GAMES
from .of_lists import OF_LISTS
from .story import Step, Story, Turn

__all__ = [
    "ACHIEVEMENTS",
    "OF_GAMES",
    "OF_LISTS",
    "Chance",
    "GameAchievement",
    "ListAchievement",
    "Part",
    "Result",
    "Span",
    "Step",
    "Story",
    "Turn",
    "achieved_in",
    "achieved_over",
]

ACHIEVEMENTS: Final = {each.key: each for each in (*OF_GAMES, *OF_LISTS)}
"""Every achievement by its key."""


def achieved_in(story: Story, seat: int, chances: Sequence[Chance] = ()) -> dict[str, Span]:
    """Return what a seat achieved in a finished game, and in which moves; nothing for an unfinished game.

    `chances` come from a stored review; achievements that need them are skipped without one.
    """
    if story.outcome is None:
        return {}
    part = Part(story, seat, tuple(chances))
    found = ((each.key, each.find(part)) for each in OF_GAMES)
    return {key: span for key, span in found if span is not None}


def achieved_over(results: Sequence[Result]) -> dict[str, int]:
    """Return the achievements over several games, with the games of `results`, earliest first, that earned them."""
    found = ((each.key, each.find(results)) for each in OF_LISTS)
    return {key: number for key, number in found if number is not None}

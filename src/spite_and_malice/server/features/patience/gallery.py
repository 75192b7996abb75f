"""The gallery of the games of patience: each with a picture of its layout and what a player wants to know first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from spite_and_malice.patience import PRESETS, Preset
from spite_and_malice.patience.rules.likeness import games_like
from spite_and_malice.texts import N_, _, ngettext

from .picture import Picture, picture_of

DIFFICULTIES: Final = {"easy": N_("easy"), "medium": N_("medium"), "hard": N_("hard")}
"""How hard a game is on the whole, by `Preset.difficulty`; to be translated."""

_LIKE: Final = 4
_NEARLY_ALL: Final = 99.5


@dataclass(frozen=True, slots=True)
class Shown:
    """A game as the gallery shows it, in the language that is spoken."""

    id: str
    name: str
    summary: str
    picture: Picture
    difficulty: str
    facts: Sequence[str]


def gallery() -> list[Shown]:
    """Return every game in the order of the presets."""
    return [shown(preset) for preset in PRESETS.values()]


def shown(preset: Preset) -> Shown:
    """Return how a game is shown."""
    return Shown(preset.id, _(preset.name), _(preset.summary), _picture(preset.id), preset.difficulty, _facts(preset))


def like(preset: Preset) -> list[Shown]:
    """Return the games that are most like one."""
    return [shown(other) for other in games_like(preset.rules, _LIKE)]


@cache
def _picture(preset: str) -> Picture:
    return picture_of(PRESETS[preset].rules)


def _facts(preset: Preset) -> list[str]:
    """Return how long a game takes, how hard it is, and how many deals can be won where that is known."""
    minutes = ngettext("about {minutes} minute", "about {minutes} minutes", preset.minutes)
    facts = [minutes.format(minutes=preset.minutes), _(DIFFICULTIES[preset.difficulty])]
    if preset.winnable is not None:
        facts.append(winnable_words(preset.winnable))
    return facts


def winnable_words(share: float) -> str:
    """Return how many of a hundred deals can be won by somebody who sees every card."""
    if share >= _NEARLY_ALL:
        return _("nearly every deal can be won")
    return _("{share} of 100 deals can be won").format(share=round(share))

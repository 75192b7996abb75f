"""Which games of patience a day has, the same for everybody, and the small goal that each of them comes with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from spite_and_malice.patience import PRESETS, Preset
from spite_and_malice.patience.decidable import can_decide
from spite_and_malice.texts import _, ngettext

_GROUPS: Final = (("klondike-1",), ("klondike-3",), ("spider-1", "spider-2"), ("freecell",), ("pyramid", "tri-peaks"))
"""Each day has one game of each of these, in turn, and one of all the others."""

_MINUTE_MS: Final = 60_000


def games_of_day(day: date) -> list[str]:
    """Return the presets of a day; only those whose deals can be proved winnable here."""
    number = day.toordinal()
    found = [group[number % len(group)] for group in _GROUPS]
    grouped = {preset for group in _GROUPS for preset in group}
    rest = [preset.id for preset in PRESETS.values() if preset.id not in grouped and can_decide(preset.rules)]
    found += [rest[number % len(rest)]] if rest else []
    return [preset for preset in found if can_decide(PRESETS[preset].rules)]


@dataclass(frozen=True, slots=True)
class Goal:
    """What to win a day's game with besides: at most ``most`` of what was counted under a name."""

    counted: tuple[str, ...]
    most: int
    words: str

    def is_reached(self, result: Mapping[str, Any]) -> bool:
        """Say whether a game that is over was won so."""
        return result["reason"] == "won" and sum(int(result[name]) for name in self.counted) <= self.most


def goal_of(day: date, preset: Preset) -> Goal:
    """Return the goal of a day's game, in the language that is spoken."""
    minutes = preset.minutes
    in_time = ngettext("Win within {minutes} minute.", "Win within {minutes} minutes.", minutes)
    goals = (
        Goal(("undos",), 0, _("Win without taking a move back.")),
        Goal(("time",), minutes * _MINUTE_MS, in_time.format(minutes=minutes)),
        Goal(("hints", "answers"), 0, _("Win without hints and answers.")),
    )
    return goals[(day.toordinal() + list(PRESETS).index(preset.id)) % len(goals)]

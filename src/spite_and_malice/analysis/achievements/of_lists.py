"""The achievements that take several games, each an entry of `OF_LISTS`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from datetime import timedelta
from typing import Final

from spite_and_malice.players import LEVELS
from spite_and_malice.rules import PRESETS
from spite_and_malice.texts import N_

from .achievement import ListAchievement, Result

_FIVE: Final = frozenset(info.id for info in LEVELS)

_Find = Callable[[Sequence[Result]], int | None]


def _all_of(wanted: frozenset[Hashable], of: Callable[[Result], Hashable], days: int | None = None) -> _Find:
    """Find the game that completes everything wanted, within `days` days if that is given."""

    def find(results: Sequence[Result]) -> int | None:
        latest: dict[Hashable, Result] = {}
        for number, result in enumerate(results):
            latest[of(result)] = result
            if wanted <= latest.keys() and of(result) in wanted:
                first = min(latest[each].day for each in wanted)
                if days is None or result.day - first < timedelta(days):
                    return number
        return None

    return find


def _beaten(result: Result) -> str | None:
    return result.opponent if result.won else None


def _wins_in_a_row(count: int) -> _Find:
    def find(results: Sequence[Result]) -> int | None:
        row = 0
        for number, result in enumerate(results):
            row = row + 1 if result.won else 0
            if row == count:
                return number
        return None

    return find


def _games(count: int) -> _Find:
    return lambda results: count - 1 if len(results) >= count else None


def _days_in_a_row(count: int) -> _Find:
    def find(results: Sequence[Result]) -> int | None:
        row = 0
        for number, result in enumerate(results):
            passed = (result.day - results[number - 1].day).days if number else 2
            row = row if passed == 0 else row + 1 if passed == 1 else 1
            if row == count:
                return number
        return None

    return find


def _revenge(results: Sequence[Result]) -> int | None:
    """Find a win against a computer player who won the previous game."""
    lost: dict[str, bool] = {}
    for number, result in enumerate(results):
        if result.opponent is None:
            continue
        if result.won and lost.get(result.opponent):
            return number
        lost[result.opponent] = result.won is False
    return None


def _versions_in_a_day(count: int) -> _Find:
    def find(results: Sequence[Result]) -> int | None:
        for number, result in enumerate(results):
            today = {each.version for each in results[: number + 1] if each.day == result.day and each.version}
            if len(today) >= count:
                return number
        return None

    return find


OF_LISTS: Final = (
    ListAchievement("revenge", N_("Revenge"), N_("Beat one of the five who won your last game together."), _revenge),
    ListAchievement("five_in_a_row", N_("On a roll"), N_("Win five games in a row."), _wins_in_a_row(5)),
    ListAchievement("ten_in_a_row", N_("Out of reach"), N_("Win ten games in a row."), _wins_in_a_row(10)),
    ListAchievement("hundred_games", N_("A regular"), N_("Finish a hundred games."), _games(100)),
    ListAchievement(
        "seven_days", N_("A week at the table"), N_("Finish a game on each of seven days in a row."), _days_in_a_row(7)
    ),
    ListAchievement(
        "five_versions", N_("Out travelling"), N_("Finish games of five versions in one day."), _versions_in_a_day(5)
    ),
    ListAchievement(
        "all_numbers",
        N_("Room for more"),
        N_("Finish games for two, for three, for four and for five."),
        _all_of(frozenset((2, 3, 4, 5)), lambda result: result.players),
    ),
    ListAchievement(
        "all_five", N_("Acquainted"), N_("Beat each of the five, from Pip to Octavia."), _all_of(_FIVE, _beaten)
    ),
    ListAchievement(
        "all_five_in_a_week",
        N_("A good week"),
        N_("Beat each of the five, from Pip to Octavia, within seven days."),
        _all_of(_FIVE, _beaten, 7),
    ),
    ListAchievement(
        "every_version",
        N_("The whole shelf"),
        N_("Finish a game of every version."),
        _all_of(frozenset(PRESETS), lambda result: result.version),
    ),
)

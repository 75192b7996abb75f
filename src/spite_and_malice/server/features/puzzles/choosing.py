"""Which puzzle somebody gets: that of the day, one near their rating, the next of a run."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from functools import lru_cache
from random import Random
from typing import Final, Literal

from spite_and_malice.analysis.puzzles import collection
from spite_and_malice.analysis.puzzles.collection import Entry
from spite_and_malice.analysis.puzzles.puzzle import GRADES, Puzzle
from spite_and_malice.analysis.puzzles.themes import PAYOFF, THEMES, Theme
from spite_and_malice.rules import PRESETS

from ...rating import Skill
from ...store.games.puzzles import MISSED, SOLVED, SOLVED_LATER

Mark = Literal["solved", "later", "missed"]
MARKS: Final[Mapping[int, Mark]] = {SOLVED: "solved", SOLVED_LATER: "later", MISSED: "missed"}
"""A person's result in a puzzle, by its stored value; ``later`` with moves taken back."""

USUAL: Final = "standard"
RUN_PRESETS: Final = ("standard", "four-stacks", "fewest")
"""In a run there is no time to read rules: these presets look and play alike."""

_THEMED_DAYS: Final = date(2026, 12, 1)
"""The first day whose puzzle can be of any theme; earlier ones keep their puzzle."""
_GRADES_OF_THE_WEEK: Final = (1, 2, 2, 3, 3, 4, 5)
"""The grade of a day's puzzle, from Monday on."""
_NEAR: Final = 40
"""The number of puzzles with the closest ratings from which one is drawn."""
_DOUBT: Final = 0.6
"""How many standard deviations a person's puzzles are below their likely strength: they begin easy, and get harder."""
_EASIER: Final = 1.0
"""How much easier than the rating the next puzzle is: people like to solve more than half of them."""
_OF_A_GRADE: Final = {"clock": 3, "five": 1}
"""How many puzzles of a run, by its kind, are of one grade before the next."""


@lru_cache(maxsize=64)
def of_day(day: date) -> str:
    """Return the id of the puzzle of a day, the same for everybody: the usual game every other day, others between.

    If few puzzles are available, as without a server, it may be of any version.
    """
    number = day.toordinal()
    others = [preset for preset in PRESETS if preset != USUAL]
    preset = USUAL if number % 2 else others[number // 2 % len(others)]
    grade = _GRADES_OF_THE_WEEK[day.weekday()]
    entries = _payoff() if day < _THEMED_DAYS else _offered()
    fitting = (
        _fitting(entries, [preset], grade) or _fitting(entries, [preset], None) or _fitting(_offered(), PRESETS, grade)
    )
    # Each version comes once a week with a given grade, so that no puzzle repeats until all have been used.
    Random(f"{preset} {grade}").shuffle(fitting)
    return fitting[number // 7 % len(fitting)]


def grade_of(puzzle: Puzzle, rating: float | None) -> int:
    """Return the grade of a puzzle: the measured one, until people have moved its rating."""
    return puzzle.grade if rating is None else collection.puzzles().grade_of(rating)


def suiting(skill: Skill) -> float:
    """Return the target rating for somebody's puzzles: a cautious one as long as little is known about them."""
    return skill.mu - _DOUBT * skill.sigma


def next_id(
    rating: float,
    done: Collection[str],
    moved: Mapping[str, float],
    preset: str | None,
    lot: Random,
    theme: Theme | None = None,
) -> str:
    """Return the id of a puzzle near a rating that is not among those `done`, unless all of them are.

    `moved` are the ratings of the puzzles that have been tried; `preset` keeps it to one version and `theme` to one
    theme. If all of those are done, it is of another version, and then of any theme: rather a different one than a
    repeat.
    """
    of_theme = [each for each in _offered() if theme is None or each.theme == theme.id]
    of_version = [each for each in of_theme if preset is None or each.preset == preset]
    left = next(filter(None, (_not_in(done, some) for some in (of_version, of_theme, _offered()))), of_theme)
    wanted = rating - _EASIER
    near = heapq.nsmallest(_NEAR, left, key=lambda each: abs(moved.get(each.id, each.rating) - wanted))
    return lot.choice(near).id


def of_run(kind: str, seed: int, number: int, done: Collection[str] = ()) -> str:
    """Return the id of a puzzle of a run, by its number from 0: they grow harder.

    None is among those `done`, unless all are: if all of its grade are, one of the nearest remaining grade takes its
    place. `done` includes the puzzles of the run.
    """
    each = _OF_A_GRADE[kind]
    grade = min(GRADES, 1 + number // each)
    nearest = sorted(range(1, GRADES + 1), key=lambda other: abs(other - grade))
    sets = [_shuffled(seed, other) for other in nearest]
    left = ([each for each in some if each not in done] for some in sets)
    fitting = next(filter(None, left), sets[0])
    # In the last grade a run has no end.
    return fitting[(number - each * (grade - 1)) % len(fitting)]


@lru_cache(maxsize=64)
def _shuffled(seed: int, grade: int) -> Sequence[str]:
    """The puzzles of a grade that runs use, in a different order for each run."""
    fitting = _fitting(_offered(), RUN_PRESETS, grade)
    Random(seed).shuffle(fitting)
    return fitting


def next_discard(done: Collection[str], preset: str, lot: Random) -> str:
    """Return the id of a question about a discard that is not among those `done`, unless all are.

    It is of the version `preset`; if all of that are done, of the usual one, and then of any.
    """
    entries = collection.discards().entries
    left = _not_in(done, entries) or entries
    familiar = (next((each for each in left if each.preset == one), None) for one in (preset, USUAL))
    version = next((each.preset for each in familiar if each is not None), None)
    return lot.choice([each.id for each in left if version in (None, each.preset)])


def _not_in(done: Collection[str], entries: Sequence[Entry]) -> Sequence[Entry]:
    return [each for each in entries if each.id not in done]


def _fitting(entries: Sequence[Entry], presets: Collection[str], grade: int | None) -> list[str]:
    return [each.id for each in entries if each.preset in presets and grade in (None, each.grade)]


def _payoff() -> Sequence[Entry]:
    return [each for each in collection.puzzles().entries if each.theme == PAYOFF.id]


@lru_cache(maxsize=1)
def _offered() -> Sequence[Entry]:
    """The puzzles without those in the harder half of their theme that can be solved on one stack."""
    offered = list[Entry]()
    for theme in THEMES:
        ranked = [each for each in collection.puzzles().entries if each.theme == theme]
        half = len(ranked) // 2
        offered += [each for place, each in enumerate(ranked) if place < half or not each.one_stack]
    return offered

"""The puzzle of the day: the same for everybody, with the puzzles of the last weeks and the days in a row."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from typing import Final

from litestar import Router, get
from litestar.di import NamedDependency
from litestar.response import Template
from msgspec import Struct

from spite_and_malice.texts import N_

from ...http.language import use_terms_of
from ...store import Store
from ...store.puzzles import MISSED, SOLVED, SOLVED_LATER
from ..daily import days
from ..daily.days import CALENDAR, NOT_KEPT, Daily, DayMark
from . import choosing
from .api import Standing, find_puzzle, standing

_MARKS: Final = {SOLVED: "solved", SOLVED_LATER: "later", MISSED: "missed"}


class OwnPuzzles(Struct):
    """A person's own figures, and the puzzle of the day: ``done`` is its outcome, None before.

    ``streak`` is on how many days in a row they have tried it.
    """

    day: str
    done: int | None
    tried: int
    solved: int
    rating: Standing | None
    best: dict[str, int]
    streak: int


class PuzzleOfTheDay(Daily):
    """The puzzles of the days: of every day up to today there is one."""

    path = "/puzzles/day"
    missing = N_("The puzzle of that day is still to come.")

    async def is_there(self, day: str) -> bool:
        """Return whether a day has a puzzle."""
        return True

    async def page(self, day: date, person: str) -> Template:
        """Show the puzzle of a day on the table."""
        puzzle = await find_puzzle(await puzzle_of(day))
        use_terms_of(puzzle.preset)
        context = {"puzzle": puzzle.id, "version": puzzle.preset, "day": day.isoformat()}
        return Template("puzzle.html.j2", context=context)


async def puzzle_of(day: date) -> str:
    """Return the id of the puzzle of a day."""
    return await asyncio.to_thread(choosing.of_day, day)


async def calendar(store: Store, person: str) -> list[DayMark]:
    """Return the days up to today, the latest first, with how a person did with the puzzle of each."""
    today = days.today()
    latest = [today - timedelta(days=back) for back in range(CALENDAR)]
    puzzles = await asyncio.to_thread(lambda: {day: choosing.of_day(day) for day in latest})
    outcomes = await store.puzzles.outcomes(person, list(puzzles.values()))
    marks = {day.isoformat(): _MARKS[outcomes[puzzle]] for day, puzzle in puzzles.items() if puzzle in outcomes}
    return days.calendar([day.isoformat() for day in puzzles], marks)


async def streak(store: Store, person: str) -> int:
    """Return on how many days in a row a person has tried the puzzle of the day."""
    return days.streak(await store.puzzles.days(person))


@get("/api/puzzles")
async def own(store: NamedDependency[Store], person: NamedDependency[str]) -> OwnPuzzles:
    """Return the puzzle of the day and this browser's own figures."""
    day = days.today()
    puzzle_id = await puzzle_of(day)
    done = await store.puzzles.result(person, puzzle_id)
    count = await store.puzzles.of_day(day.isoformat())
    skill = await store.puzzles.skill(person)
    return OwnPuzzles(
        puzzle_id,
        None if done is None else done.outcome,
        count.tried,
        count.solved,
        None if skill is None else standing(skill),
        await store.puzzles.best_runs(person),
        await streak(store, person),
    )


@get("/api/puzzles/days")
async def latest_days(store: NamedDependency[Store], person: NamedDependency[str]) -> list[DayMark]:
    """Return the latest days, today first, with how this browser did with the puzzle of each."""
    return await calendar(store, person)


puzzle_day_routes: Router = Router(
    "/", route_handlers=[*PuzzleOfTheDay().pages(), own, latest_days], cache_control=NOT_KEPT
)

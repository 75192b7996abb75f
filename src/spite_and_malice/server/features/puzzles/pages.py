"""The puzzle of the day: the same for everybody, with the puzzles of the last weeks and the streak."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import date, timedelta
from random import Random, SystemRandom
from typing import Any, Final

from litestar import get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from litestar.status_codes import HTTP_303_SEE_OTHER
from msgspec import Struct

from spite_and_malice.analysis.puzzles import collection
from spite_and_malice.analysis.puzzles.puzzle import DiscardPuzzle, Puzzle
from spite_and_malice.analysis.puzzles.themes import THEMES
from spite_and_malice.rules import PRESETS
from spite_and_malice.texts import N_, _

from ...http.language import use_terms_of
from ...http.routes import Routes
from ...rating import Skill
from ...store import PuzzleResult, Store
from ...store.games.puzzles import MISSED
from .. import daily
from ..daily import CALENDAR, NOT_KEPT, Daily, DayMark
from ..daily.streak import days_in_a_row
from . import choosing
from .api import Standing, find_discard, find_puzzle, standing
from .runs import CLOCK_SECONDS, FIVE, find_run


class OwnPuzzles(Struct):
    """A person's own figures, and the puzzle of the day: ``done`` is its outcome, None before.

    ``streak`` is on how many days in a row they have played a daily game.
    """

    day: str
    done: int | None
    tried: int
    solved: int
    rating: Standing | None
    best: dict[str, int]
    streak: int


class PuzzleOfTheDay(Daily):
    """The daily puzzles: one for every day up to today."""

    path = "/puzzles/day"
    missing = N_("The puzzle of that day is still to come.")

    async def page(self, day: date, person: str) -> Template:
        """Show the puzzle of a day on the table."""
        puzzle = await find_puzzle(await puzzle_of(day))
        use_terms_of(puzzle.preset)
        context = {"puzzle": puzzle.id, "version": puzzle.preset, "theme": _ANY, "day": day.isoformat()}
        return Template("puzzle.html.j2", context=context)


async def puzzle_of(day: date) -> str:
    """Return the id of the puzzle of a day."""
    return await asyncio.to_thread(choosing.of_day, day)


async def calendar(store: Store, person: str) -> list[DayMark]:
    """Return the days up to today, the latest first, with a person's results in their puzzles."""
    today = daily.today()
    latest = [today - timedelta(days=back) for back in range(CALENDAR)]
    puzzles = await asyncio.to_thread(lambda: {day: choosing.of_day(day) for day in latest})
    outcomes = await store.puzzles.outcomes(person, list(puzzles.values()))
    marks = {day.isoformat(): choosing.MARKS[outcomes[puzzle]] for day, puzzle in puzzles.items() if puzzle in outcomes}
    return daily.calendar([day.isoformat() for day in puzzles], marks)


@get("/api/puzzles")
async def own(store: NamedDependency[Store], person: NamedDependency[str]) -> OwnPuzzles:
    """Return the puzzle of the day and this browser's own figures."""
    day = daily.today()
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
        await days_in_a_row(store, person),
    )


@get("/api/puzzles/days")
async def latest_days(store: NamedDependency[Store], person: NamedDependency[str]) -> list[DayMark]:
    """Return the latest days, today first, with this browser's results in their puzzles."""
    return await calendar(store, person)


puzzle_day_routes: Routes = Routes(
    "/", route_handlers=[*PuzzleOfTheDay().pages(), own, latest_days], cache_control=NOT_KEPT
)


_SHOWN: Final = 50
_LATEST: Final = 10
"""How many latest tables are searched for the version of a question."""

_ANY: Final = "any"
"""Stands for a version if the next puzzle may be of any."""

_ENOUGH: Final = 5
"""The least number of puzzles of a theme for its share of misses to mean anything."""
_WEAK: Final = 0.6
"""Somebody who solves a smaller share than this misses many."""

_lot: Final = SystemRandom()


class Progress(Struct):
    """A person's results with the puzzles of a theme, or without an id with those that take a wild card."""

    theme: str
    name: str
    tried: int = 0
    solved: int = 0

    @property
    def part(self) -> float:
        """The share that they solve; 1 as long as there are few."""
        return self.solved / self.tried if self.tried >= _ENOUGH else 1.0


def progress_of(results: Sequence[PuzzleResult]) -> list[Progress]:
    """Return a person's results by theme, ending with those that take wild cards."""
    themes = {theme.id: Progress(theme.id, _(theme.name)) for theme in THEMES.values()}
    wilds = Progress("", _("Wild cards"))
    entries = {entry.id: entry for entry in collection.puzzles().entries}
    for result in results:
        if (entry := entries.get(result.puzzle)) is None:
            continue
        for one in (themes[entry.theme], wilds) if entry.wilds else (themes[entry.theme],):
            one.tried += 1
            one.solved += result.outcome != MISSED
    return [*themes.values(), wilds]


def weakest(progress: Sequence[Progress]) -> Progress | None:
    """Return the kind that a person misses most, if they miss many."""
    least = min(progress, key=lambda each: each.part)
    return least if least.part < _WEAK else None


@get("/puzzles")
async def page(store: NamedDependency[Store], person: NamedDependency[str]) -> Template:
    """Show the puzzle of the day, the ways to others, and this browser's results."""
    day = daily.today()
    of_day = await find_puzzle(await puzzle_of(day))
    about_day = {
        "day": day.isoformat(),
        "of_day": of_day,
        "of_day_game": _(PRESETS[of_day.preset].name),
        "done": await store.puzzles.result(person, of_day.id),
        "count": await store.puzzles.of_day(day.isoformat()),
        "next_at": daily.end_of(day),
        "streak": await days_in_a_row(store, person),
        "days": await calendar(store, person),
    }
    return Template("puzzles.html.j2", context=about_day | await _about_others(store, person))


async def _about_others(store: Store, person: str) -> dict[str, Any]:
    """The data of the page besides the puzzle of the day."""
    skill = await store.puzzles.skill(person)
    results = await store.puzzles.results(person)
    progress = await asyncio.to_thread(progress_of, results)
    moved = await store.puzzles.ratings()
    return {
        "page": "puzzles",
        "grade": lambda puzzle: choosing.grade_of(puzzle, moved.get(puzzle.id)),
        "skill": skill,
        "results": [(each, await _about(each.puzzle)) for each in results[:_SHOWN]],
        "upheld": await store.withdrawals.lately_upheld(person),
        "progress": progress,
        "weakest": weakest(progress),
        "best": await store.puzzles.best_runs(person),
        "presets": list(PRESETS.values()),
        "names": {preset.id: _(preset.name) for preset in PRESETS.values()},
        "usual": choosing.USUAL,
        "seconds": CLOCK_SECONDS,
        "five": FIVE,
    }


@get("/puzzles/next", status_code=HTTP_303_SEE_OTHER)
async def next_page(
    store: NamedDependency[Store],
    person: NamedDependency[str],
    preset: FromQuery[str] = _ANY,
    theme: FromQuery[str] = _ANY,
) -> Redirect:
    """Redirect to a puzzle near the person's rating, of one version and theme or of any."""
    if preset != _ANY and preset not in PRESETS:
        raise NotFoundException(_("There is no game of this name."))
    if theme != _ANY and theme not in THEMES:
        raise NotFoundException(_("There is no such kind of puzzle."))
    rating = choosing.suiting(await store.puzzles.skill(person) or Skill())
    done, moved = await store.puzzles.done(person), await store.puzzles.ratings()
    version = None if preset == _ANY else preset
    chosen = await asyncio.to_thread(choosing.next_id, rating, done, moved, version, _lot, THEMES.get(theme))
    return Redirect(f"/puzzles/{chosen}?preset={preset}&theme={theme}", status_code=HTTP_303_SEE_OTHER)


@get("/puzzles/run/{run_id:str}")
async def run_page(run_id: FromPath[str], store: NamedDependency[Store], person: NamedDependency[str]) -> Template:
    """Show a run on the table."""
    run = await find_run(store, run_id, person)
    return _table_page(choosing.USUAL, puzzle="", run=run.id)


@get("/puzzles/discard", status_code=HTTP_303_SEE_OTHER)
async def next_discard(store: NamedDependency[Store], person: NamedDependency[str]) -> Redirect:
    """Redirect to a question about a discard, in the version of the game last played in this browser."""
    played = (each.table.preset for each in await store.tables.of(person, _LATEST))
    preset = next((each for each in played if each is not None and each in PRESETS), choosing.USUAL)
    done = await store.puzzles.done(person)
    chosen = await asyncio.to_thread(choosing.next_discard, done, preset, Random(_lot.random()))
    return Redirect(f"/puzzles/discard/{chosen}", status_code=HTTP_303_SEE_OTHER)


@get("/puzzles/discard/{puzzle_id:str}")
async def discard_page(puzzle_id: FromPath[str]) -> Template:
    """Show a question about a discard on the table."""
    asked = await find_discard(puzzle_id)
    return _table_page(asked.preset, discard=asked.id)


@get("/puzzles/{puzzle_id:str}")
async def puzzle_page(
    puzzle_id: FromPath[str], preset: FromQuery[str | None] = None, theme: FromQuery[str] = _ANY
) -> Template:
    """Show a puzzle on the table; the next one is of its version, or as ``preset`` says, and of ``theme``."""
    puzzle = await find_puzzle(puzzle_id)
    version = preset if preset in (_ANY, *PRESETS) else puzzle.preset
    kind = theme if theme in THEMES else _ANY
    return _table_page(puzzle.preset, puzzle=puzzle.id, version=version, theme=kind)


async def _about(puzzle_id: str) -> Puzzle | DiscardPuzzle | None:
    """The puzzle of a result, None if its file no longer exists."""
    loaded = await asyncio.to_thread(collection.puzzles)
    return loaded.get(puzzle_id) or (await asyncio.to_thread(collection.discards)).get(puzzle_id)


def _table_page(preset: str, **more: Any) -> Template:
    use_terms_of(preset)
    return Template("puzzle.html.j2", context=more)


def puzzle_pages(*, alone: bool) -> Routes:
    """Return the routes of the pages, for a server or for a person who plays alone."""
    discards = [] if alone else [next_discard, discard_page]
    return Routes(
        "/",
        route_handlers=[page, next_page, run_page, *discards, puzzle_page],
        cache_control=CacheControlHeader(no_store=True),
    )

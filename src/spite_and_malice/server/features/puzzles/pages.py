"""The pages of puzzles: where they are chosen, and the table on which they are solved."""

from __future__ import annotations

import asyncio
from random import Random, SystemRandom
from typing import Any, Final

from litestar import Router, get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from litestar.status_codes import HTTP_303_SEE_OTHER

from spite_and_malice.analysis.puzzles import collection
from spite_and_malice.analysis.puzzles.puzzle import DiscardPuzzle, Puzzle
from spite_and_malice.rules import PRESETS
from spite_and_malice.texts import _

from ...http.language import use_terms_of
from ...rating.skill import Skill
from ...store import Store
from ..daily import days
from . import choosing
from .api import find_discard, find_puzzle
from .day import calendar, puzzle_of, streak
from .runs import CLOCK_SECONDS, FIVE, find_run

_SHOWN: Final = 50
_LATEST: Final = 10
"""Among how many tables the version of a question is looked for."""

_ANY: Final = "any"
"""Stands for a version where the next puzzle may be of any."""

_lot: Final = SystemRandom()


@get("/puzzles")
async def page(store: NamedDependency[Store], person: NamedDependency[str]) -> Template:
    """Show the puzzle of the day, the ways to others, and this browser's results."""
    day = days.today()
    of_day = await find_puzzle(await puzzle_of(day))
    skill = await store.puzzles.skill(person)
    results = await store.puzzles.results(person, _SHOWN)
    moved = await store.puzzles.ratings()
    context: dict[str, Any] = {
        "page": "puzzles",
        "day": day.isoformat(),
        "of_day": of_day,
        "grade": lambda puzzle: choosing.grade_of(puzzle, moved.get(puzzle.id)),
        "of_day_game": _(PRESETS[of_day.preset].name),
        "done": await store.puzzles.result(person, of_day.id),
        "count": await store.puzzles.of_day(day.isoformat()),
        "streak": await streak(store, person),
        "days": await calendar(store, person),
        "skill": skill,
        "results": [(each, await _about(each.puzzle)) for each in results],
        "best": await store.puzzles.best_runs(person),
        "presets": list(PRESETS.values()),
        "names": {preset.id: _(preset.name) for preset in PRESETS.values()},
        "usual": choosing.USUAL,
        "seconds": CLOCK_SECONDS,
        "five": FIVE,
    }
    return Template("puzzles.html.j2", context=context)


@get("/puzzles/next", status_code=HTTP_303_SEE_OTHER)
async def next_page(
    store: NamedDependency[Store], person: NamedDependency[str], preset: FromQuery[str] = _ANY
) -> Redirect:
    """Lead to a puzzle near the person's rating, of one version or of any."""
    if preset != _ANY and preset not in PRESETS:
        raise NotFoundException(_("There is no game of this name."))
    rating = choosing.suiting(await store.puzzles.skill(person) or Skill())
    done, moved = await store.puzzles.done(person), await store.puzzles.ratings()
    version = None if preset == _ANY else preset
    chosen = await asyncio.to_thread(choosing.next_id, rating, done, moved, version, _lot)
    return Redirect(f"/puzzles/{chosen}?preset={preset}", status_code=HTTP_303_SEE_OTHER)


@get("/puzzles/run/{run_id:str}")
async def run_page(run_id: FromPath[str], store: NamedDependency[Store], person: NamedDependency[str]) -> Template:
    """Show a run on the table."""
    run = await find_run(store, run_id, person)
    return _table_page(choosing.USUAL, puzzle="", run=run.id)


@get("/puzzles/discard", status_code=HTTP_303_SEE_OTHER)
async def next_discard(store: NamedDependency[Store], person: NamedDependency[str]) -> Redirect:
    """Lead to a question about a discard, in the version of the game that this browser has played last."""
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
async def puzzle_page(puzzle_id: FromPath[str], preset: FromQuery[str | None] = None) -> Template:
    """Show a puzzle on the table; the next one is of its version, or as ``preset`` says."""
    puzzle = await find_puzzle(puzzle_id)
    version = preset if preset in (_ANY, *PRESETS) else puzzle.preset
    return _table_page(puzzle.preset, puzzle=puzzle.id, version=version)


async def _about(puzzle_id: str) -> Puzzle | DiscardPuzzle | None:
    """The puzzle of a result, None where it is of a file that is not there any more."""
    loaded = await asyncio.to_thread(collection.puzzles)
    return loaded.get(puzzle_id) or (await asyncio.to_thread(collection.discards)).get(puzzle_id)


def _table_page(preset: str, **more: Any) -> Template:
    use_terms_of(preset)
    return Template("puzzle.html.j2", context=more)


puzzle_pages: Router = Router(
    "/",
    route_handlers=[page, next_page, run_page, next_discard, discard_page, puzzle_page],
    cache_control=CacheControlHeader(no_store=True),
)

"""Runs through puzzles: against the clock, and five without a mistake (docs/protocol.md)."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from dataclasses import replace
from typing import Annotated, Final, Literal

from litestar import get, post
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED
from msgspec import Meta, Struct

from spite_and_malice.texts import _

from ...clock import DAY_MS, now_ms
from ...http.errors import ApiError
from ...http.guards import json_only
from ...http.language import use_terms_of
from ...http.routes import Routes
from ...store import Conflict, PuzzleRun, Store
from ...store.games.puzzles import SOLVED, SOLVED_LATER
from . import choosing
from .api import ResultRequest, find_puzzle, outcome_of
from .attempt import way_words

CLOCK_SECONDS: Final = 180
FIVE: Final = 5

_GRACE_MS: Final = 3000
"""How long a last answer may be in transit."""


class RunRequest(Struct, forbid_unknown_fields=True):
    """A new run: against the clock, or five without a mistake."""

    kind: Literal["clock", "five"]


class StepRequest(ResultRequest, kw_only=True, forbid_unknown_fields=True):
    """The attempt at puzzle ``number`` of a run, from 0."""

    number: Annotated[int, Meta(ge=0, le=1000)]


class FriendsRun(Struct):
    """The most that a friend has solved against the clock on a day."""

    name: str
    solved: int


class RunAnswer(Struct):
    """A run: the next puzzle, by its number from 0, or None when it is over.

    ``left_ms`` is None if no clock runs. ``place`` is the rank of a finished run against the clock among the best runs
    of ``people`` that began on its day; 0 for others. ``friends`` are those who had a run then, the best first. ``was``
    is the result of the puzzle before, as in ``outcome``, and ``words`` describes its solution.
    """

    id: str
    kind: str
    number: int
    puzzle: str | None
    solved: int
    missed: int
    left_ms: int | None
    best: int
    place: int = 0
    people: int = 0
    friends: list[FriendsRun] = []
    was: int | None = None
    words: str | None = None


@post("/", status_code=HTTP_201_CREATED, guards=[json_only])
async def begin_run(
    data: Annotated[RunRequest, Body()], store: NamedDependency[Store], person: NamedDependency[str]
) -> RunAnswer:
    """Begin a run; an unfinished one is deleted."""
    seed = secrets.randbits(30)
    done = await store.puzzles.done(person)
    first = await asyncio.to_thread(choosing.of_run, data.kind, seed, 0, done)
    run = PuzzleRun(secrets.token_hex(12), person, data.kind, seed, now_ms(), puzzle=first)
    await store.puzzles.begin_run(run)
    return await _run_answer(store, run)


@get("/{run_id:str}")
async def run_state(run_id: FromPath[str], store: NamedDependency[Store], person: NamedDependency[str]) -> RunAnswer:
    """Return the state of a run."""
    return await _run_answer(store, await find_run(store, run_id, person))


@post("/{run_id:str}", status_code=HTTP_200_OK, guards=[json_only])
async def go_on(
    run_id: FromPath[str],
    data: Annotated[StepRequest, Body()],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> RunAnswer:
    """Count an attempt at the puzzle of a run, and go on to the next."""
    run = await find_run(store, run_id, person)
    number = run.solved + run.missed
    if run.ended_at is not None or data.number != number:
        raise ApiError(409, "run_went_on", _("This run has gone on meanwhile."))
    puzzle = await find_puzzle(run.puzzle or "")
    use_terms_of(puzzle.preset)
    outcome = outcome_of(puzzle, data.moves, data.taken_back, data.gave_up)
    in_time = run.kind != "clock" or now_ms() < run.started_at + 1000 * CLOCK_SECONDS + _GRACE_MS
    # In the run without a mistake, taking a move back is one.
    solved = in_time and (outcome == SOLVED or (outcome == SOLVED_LATER and run.kind == "clock"))
    after = replace(run, solved=run.solved + solved, missed=run.missed + (not solved))
    is_over = not in_time if run.kind == "clock" else bool(after.missed) or after.solved >= FIVE
    done = await store.puzzles.done(person)
    following = None if is_over else await asyncio.to_thread(choosing.of_run, run.kind, run.seed, number + 1, done)
    after = replace(after, ended_at=now_ms() if is_over else None, puzzle=following)
    try:
        await store.puzzles.go_on(run, after)
    except Conflict:
        raise ApiError(409, "run_went_on", _("This run has gone on meanwhile.")) from None
    answer = await _run_answer(store, after)
    answer.was, answer.words = outcome, way_words(puzzle)
    return answer


async def _run_answer(store: Store, run: PuzzleRun) -> RunAnswer:
    """Return the state of a run, ending it if its time is up."""
    left = None
    if run.kind == "clock":
        left = max(0, run.started_at + 1000 * CLOCK_SECONDS - now_ms())
        if not left and run.ended_at is None:
            over = replace(run, ended_at=run.started_at + 1000 * CLOCK_SECONDS, puzzle=None)
            # Another page of theirs may have ended it first.
            with contextlib.suppress(Conflict):
                await store.puzzles.go_on(run, over)
            run = over
    number = run.solved + run.missed
    best = (await store.puzzles.best_runs(run.person)).get(run.kind, 0)
    answer = RunAnswer(run.id, run.kind, number, run.puzzle, run.solved, run.missed, left, best)
    if run.kind == "clock" and run.ended_at is not None:
        began = run.started_at - run.started_at % DAY_MS
        rank = await store.puzzles.rank_run(run.kind, began, run.solved)
        answer.place, answer.people = rank.place, rank.people
        answer.friends = await _friends_runs(store, run, began)
    return answer


async def _friends_runs(store: Store, run: PuzzleRun, began: int) -> list[FriendsRun]:
    """Return the results of the friends of a run's player on its day, which began at a time in UTC milliseconds."""
    friends = {each.person: each.name for each in await store.friends.known(run.person) if each.friendship == "friend"}
    best = await store.puzzles.best_of(run.kind, began, list(friends)) if friends else {}
    found = [FriendsRun(friends[person], solved) for person, solved in best.items()]
    return sorted(found, key=lambda each: (-each.solved, each.name))


async def find_run(store: Store, run_id: str, person: str) -> PuzzleRun:
    """Return somebody's run. Raises `NotFoundException`."""
    run = await store.puzzles.run(run_id) if run_id.isalnum() and run_id.isascii() else None
    if run is None or run.person != person:
        raise NotFoundException(_("There is no such run."))
    return run


puzzle_runs: Routes = Routes(
    "/api/puzzles/runs", route_handlers=[begin_run, run_state, go_on], cache_control=CacheControlHeader(no_store=True)
)

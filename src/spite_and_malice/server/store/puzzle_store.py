"""What `Store` keeps of puzzles, read and written as it reads and writes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from sqlalchemy import Connection

from ..rating.skill import Skill
from . import puzzles
from .access import Read, Write
from .puzzles import DayCount, PuzzleResult, PuzzleRun
from .records import Conflict


class PuzzleStore:
    """Results with puzzles, ratings, and runs. Everything raises `StoreError` where the database cannot be used."""

    def __init__(self, read: Read, write: Write) -> None:
        self._read = read
        self._write = write

    async def add_result(self, owner: str, result: PuzzleResult, begins: Skill | None) -> PuzzleResult:
        """Write somebody's first result with a puzzle (`puzzles.add_result`); return the one that stands."""
        stands: list[PuzzleResult] = []

        def add(connection: Connection) -> None:
            stands.append(puzzles.add_result(connection, owner, result, begins))

        try:
            await self._write("", add)
        except Conflict:
            # Another process was first, with this puzzle or with the rating of it.
            await self._write("", add)
        return stands[-1]

    async def results(self, owner: str, limit: int) -> Sequence[PuzzleResult]:
        """Return how somebody did with puzzles, the latest first. Raises `StoreError`."""
        return await self._read(partial(puzzles.read_results, owner=owner, limit=limit))

    async def result(self, owner: str, puzzle: str) -> PuzzleResult | None:
        """Return somebody's result with a puzzle, None if they have none. Raises `StoreError`."""
        return await self._read(partial(puzzles.read_result, owner=owner, puzzle=puzzle))

    async def done(self, owner: str) -> Collection[str]:
        """Return the puzzles that somebody has a result of. Raises `StoreError`."""
        return await self._read(partial(puzzles.read_done, owner=owner))

    async def outcomes(self, owner: str, some: Collection[str]) -> dict[str, int]:
        """Return somebody's outcomes with those of some puzzles that they have tried. Raises `StoreError`."""
        return await self._read(partial(puzzles.read_outcomes, owner=owner, some=some))

    async def days(self, owner: str) -> Collection[str]:
        """Return the days on which somebody tried the puzzle of the day. Raises `StoreError`."""
        return await self._read(partial(puzzles.read_days, owner=owner))

    async def skill(self, owner: str) -> Skill | None:
        """Return somebody's rating at puzzles, None before their first result. Raises `StoreError`."""
        return await self._read(partial(puzzles.read_skill, owner=owner))

    async def ratings(self) -> dict[str, float]:
        """Return the ratings of the puzzles that somebody has tried. Raises `StoreError`."""
        return await self._read(puzzles.read_moved)

    async def rating(self, puzzle: str) -> float | None:
        """Return the rating to which people have moved a puzzle, None where nobody has. Raises `StoreError`."""
        return await self._read(partial(puzzles.read_rating, puzzle=puzzle))

    async def tried(self, puzzle: str) -> DayCount:
        """Return how many have tried a puzzle, and solved it. Raises `StoreError`."""
        return await self._read(partial(puzzles.read_tried, puzzle=puzzle))

    async def of_day(self, day: str) -> DayCount:
        """Return how many tried the puzzle of a day on that day, and solved it. Raises `StoreError`."""
        return await self._read(partial(puzzles.count_day, day=day))

    async def begin_run(self, run: PuzzleRun) -> None:
        """Write a new run through puzzles. Raises `StoreError`."""
        await self._write("", lambda connection: puzzles.begin_run(connection, run))

    async def run(self, run_id: str) -> PuzzleRun | None:
        """Return a run through puzzles, None if there is none of that id. Raises `StoreError`."""
        return await self._read(partial(puzzles.read_run, run_id=run_id))

    async def go_on(self, before: PuzzleRun, after: PuzzleRun) -> None:
        """Write how a run goes on. Raises `Conflict` if it has gone on otherwise meanwhile, `StoreError`."""
        await self._write("", lambda connection: puzzles.go_on(connection, before, after))

    async def is_in_a_run(self, puzzle: str, since: int) -> bool:
        """Say whether a run that began after a time is at a puzzle. Raises `StoreError`."""
        return await self._read(partial(puzzles.is_in_a_run, puzzle=puzzle, since=since))

    async def best_runs(self, owner: str) -> dict[str, int]:
        """Return the most that somebody solved in a run of each kind. Raises `StoreError`."""
        return await self._read(partial(puzzles.best_runs, owner=owner))

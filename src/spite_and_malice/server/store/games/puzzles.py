"""Puzzles: people's results, ratings of people and puzzles, runs and the puzzles in them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, and_, case, delete, func, insert, select, union, update

from ...clock import DAY_MS
from ...rating import Skill, rated
from ..database.repository import Repository, command, query
from ..database.schema import (
    puzzle_meetings,
    puzzle_objections,
    puzzle_people,
    puzzle_ratings,
    puzzle_results,
    puzzle_runs,
    puzzle_withdrawals,
)
from ..records import Conflict
from . import objections

SOLVED: Final = 2
"""Solved at once, without taking anything back."""
SOLVED_LATER: Final = 1
"""Solved with moves taken back: half a success."""
MISSED: Final = 0

_PROVEN_DAYS: Final = 3
"""People with results on this many days are proven: their results count in public figures."""

_PLACES: Final = {SOLVED: (1, 2), SOLVED_LATER: (1, 1), MISSED: (2, 1)}


@dataclass(frozen=True, slots=True)
class PuzzleResult:
    """Somebody's first result with a puzzle; `skill` is their rating after it, None if it is not rated.

    ``day`` is the day whose puzzle it was, ``at`` is in UTC milliseconds.
    """

    puzzle: str
    outcome: int
    at: int
    day: str | None = None
    skill: Skill | None = None


@dataclass(frozen=True, slots=True)
class DayCount:
    """How many tried the puzzle of a day, and how many of them solved it, with or without moves taken back."""

    tried: int
    solved: int


@dataclass(frozen=True, slots=True)
class RunRank:
    """The place of a person's best run among those of everybody who has ended one since a time."""

    place: int
    people: int


@dataclass(frozen=True, slots=True)
class PuzzleRun:
    """A run through puzzles: against the clock or without a mistake; times in UTC milliseconds.

    ``solved`` and ``missed`` count its puzzles so far, ``ended_at`` is None while it goes on, and ``puzzle`` is the id
    of the one that it is at.
    """

    id: str
    person: str
    kind: str
    seed: int
    started_at: int
    ended_at: int | None = None
    solved: int = 0
    missed: int = 0
    puzzle: str | None = None


def _add_result(connection: Connection, person: str, result: PuzzleResult, begins: Skill | None) -> PuzzleResult:
    """Store somebody's first result with a puzzle; return the valid one, stored now or before.

    ``begins`` is the puzzle's initial rating; None if the result is not rated. The ratings of both change with it; the
    puzzle's, and its public figures, only if the person is proven.
    """
    at = and_(puzzle_results.c.person == person, puzzle_results.c.puzzle == result.puzzle)
    if (row := connection.execute(select(puzzle_results).where(at)).one_or_none()) is not None:
        return _result(row)
    proven = _is_proven(connection, person)
    skill = None if begins is None else _rate(connection, person, result, begins, proven)
    values = {"puzzle": result.puzzle, "outcome": result.outcome, "at": result.at, "day": result.day, "proven": proven}
    values |= {"mu": skill.mu, "sigma": skill.sigma} if skill else {}
    connection.execute(insert(puzzle_results).values(person=person, **values))
    return PuzzleResult(result.puzzle, result.outcome, result.at, result.day, skill)


def _is_proven(connection: Connection, person: str) -> bool:
    """Say whether somebody has results on several days, which a person made up for one result does not."""
    day = puzzle_results.c.at // DAY_MS
    days = select(func.count(day.distinct())).where(puzzle_results.c.person == person)
    return connection.execute(days).scalar_one() >= _PROVEN_DAYS


def _rate(connection: Connection, person: str, result: PuzzleResult, begins: Skill, proven: bool) -> Skill:
    """Change the rating of a person by a result, and that of the puzzle if they are proven; return the person's."""
    own = connection.execute(
        select(puzzle_people).where(puzzle_people.c.person == person).with_for_update()
    ).one_or_none()
    puzzle = connection.execute(
        select(puzzle_ratings).where(puzzle_ratings.c.puzzle == result.puzzle).with_for_update()
    ).one_or_none()
    mine = Skill() if own is None else Skill(own.mu, own.sigma)
    its = begins if puzzle is None else Skill(puzzle.mu, puzzle.sigma)
    ((mine,), (its,)) = rated([[mine], [its]], _PLACES[result.outcome])
    success = int(result.outcome != MISSED)
    if own is None:
        connection.execute(insert(puzzle_people).values(person=person, mu=mine.mu, sigma=mine.sigma, tried=1))
    else:
        connection.execute(
            update(puzzle_people)
            .where(puzzle_people.c.person == person)
            .values(mu=mine.mu, sigma=mine.sigma, tried=puzzle_people.c.tried + 1)
        )
    if not proven:
        return mine
    values = {"mu": its.mu, "sigma": its.sigma}
    if puzzle is None:
        connection.execute(insert(puzzle_ratings).values(puzzle=result.puzzle, tried=1, solved=success, **values))
    else:
        connection.execute(
            update(puzzle_ratings)
            .where(puzzle_ratings.c.puzzle == result.puzzle)
            .values(tried=puzzle_ratings.c.tried + 1, solved=puzzle_ratings.c.solved + success, **values)
        )
    return mine


def _read_skill(connection: Connection, person: str) -> Skill | None:
    """Return somebody's rating, None before their first result."""
    row = connection.execute(select(puzzle_people).where(puzzle_people.c.person == person)).one_or_none()
    return None if row is None else Skill(row.mu, row.sigma)


def _read_results(connection: Connection, person: str, limit: int | None = None) -> Sequence[PuzzleResult]:
    """Return somebody's results with puzzles, the latest first; all of them without a limit."""
    rows = connection.execute(
        select(puzzle_results)
        .where(puzzle_results.c.person == person)
        .order_by(puzzle_results.c.at.desc(), puzzle_results.c.puzzle)
        .limit(limit)
    )
    return [_result(row) for row in rows]


def _read_done(connection: Connection, person: str) -> Collection[str]:
    """Return the puzzles that somebody has a result for, or met in a run, and the withdrawn ones."""
    places = (puzzle_results, puzzle_meetings)
    theirs = [select(each.c.puzzle).where(each.c.person == person) for each in places]
    return set(connection.scalars(union(*theirs, select(puzzle_withdrawals.c.puzzle))))


def _read_result(connection: Connection, person: str, puzzle: str) -> PuzzleResult | None:
    """Return somebody's result with a puzzle, None if they have not tried."""
    at = and_(puzzle_results.c.person == person, puzzle_results.c.puzzle == puzzle)
    row = connection.execute(select(puzzle_results).where(at)).one_or_none()
    return None if row is None else _result(row)


def _read_outcomes(connection: Connection, person: str, some: Collection[str]) -> dict[str, int]:
    """Return somebody's outcomes with those of some puzzles that they have tried."""
    of_some = and_(puzzle_results.c.person == person, puzzle_results.c.puzzle.in_(some))
    rows = connection.execute(select(puzzle_results.c.puzzle, puzzle_results.c.outcome).where(of_some))
    return {row.puzzle: row.outcome for row in rows}


def _read_days(connection: Connection, person: str) -> Collection[str]:
    """Return the days on which somebody tried the puzzle of the day, each as 2026-01-31."""
    on_day = and_(puzzle_results.c.person == person, puzzle_results.c.day.is_not(None))
    return {row.day for row in connection.execute(select(puzzle_results.c.day).where(on_day))}


def _read_tried(connection: Connection, puzzle: str) -> DayCount:
    """Return how many have tried a puzzle, and how many of them solved it."""
    row = connection.execute(select(puzzle_ratings).where(puzzle_ratings.c.puzzle == puzzle)).one_or_none()
    return DayCount(0, 0) if row is None else DayCount(row.tried, row.solved)


def _read_rating(connection: Connection, puzzle: str) -> float | None:
    """Return the rating that people have moved a puzzle to, None if nobody has."""
    return connection.execute(select(puzzle_ratings.c.mu).where(puzzle_ratings.c.puzzle == puzzle)).scalar_one_or_none()


def _read_moved(connection: Connection) -> dict[str, float]:
    """Return the ratings of the puzzles that somebody has tried."""
    return {row.puzzle: row.mu for row in connection.execute(select(puzzle_ratings.c.puzzle, puzzle_ratings.c.mu))}


def _count_day(connection: Connection, day: str) -> DayCount:
    """Return how many proven people tried the puzzle of a day on that day."""
    rows = connection.execute(
        select(puzzle_results.c.outcome, func.count().label("people"))
        .where(puzzle_results.c.day == day, puzzle_results.c.proven)
        .group_by(puzzle_results.c.outcome)
    )
    counts: dict[int, int] = {row.outcome: row.people for row in rows}
    return DayCount(sum(counts.values()), sum(count for outcome, count in counts.items() if outcome != MISSED))


def _begin_run(connection: Connection, run: PuzzleRun) -> None:
    """Write a new run; their unfinished ones are deleted."""
    left = and_(puzzle_runs.c.person == run.person, puzzle_runs.c.ended_at.is_(None))
    connection.execute(delete(puzzle_runs).where(left))
    connection.execute(
        insert(puzzle_runs).values(
            id=run.id,
            person=run.person,
            kind=run.kind,
            seed=run.seed,
            started_at=run.started_at,
            solved=0,
            missed=0,
            puzzle=run.puzzle,
        )
    )
    _meet(connection, run)


def _read_run(connection: Connection, run_id: str) -> PuzzleRun | None:
    """Return a run, None if no run has that id."""
    row = connection.execute(select(puzzle_runs).where(puzzle_runs.c.id == run_id)).one_or_none()
    return None if row is None else _run(row)


def _go_on(connection: Connection, before: PuzzleRun, after: PuzzleRun) -> None:
    """Write the new state of a run. Raises `Conflict` if it has changed meanwhile."""
    as_it_was = and_(
        puzzle_runs.c.id == before.id,
        puzzle_runs.c.ended_at.is_(None),
        puzzle_runs.c.solved == before.solved,
        puzzle_runs.c.missed == before.missed,
    )
    values = {"solved": after.solved, "missed": after.missed, "ended_at": after.ended_at, "puzzle": after.puzzle}
    if connection.execute(update(puzzle_runs).where(as_it_was).values(**values)).rowcount == 0:
        raise Conflict("the run has gone on meanwhile")
    _meet(connection, after)


def _meet(connection: Connection, run: PuzzleRun) -> None:
    """Record that somebody has seen the current puzzle of their run."""
    theirs = select(puzzle_meetings).where(
        puzzle_meetings.c.person == run.person, puzzle_meetings.c.puzzle == run.puzzle
    )
    if run.puzzle is not None and connection.execute(theirs).first() is None:
        connection.execute(insert(puzzle_meetings).values(person=run.person, puzzle=run.puzzle))


def _is_in_a_run(connection: Connection, puzzle: str, since: int) -> bool:
    """Say whether a run that began after a time is at a puzzle."""
    at_it = select(puzzle_runs.c.id).where(puzzle_runs.c.puzzle == puzzle, puzzle_runs.c.started_at >= since)
    return connection.execute(at_it.limit(1)).first() is not None


def _best_runs(connection: Connection, person: str) -> dict[str, int]:
    """Return a person's best score in each kind of run that they have ended."""
    rows = connection.execute(
        select(puzzle_runs.c.kind, func.max(puzzle_runs.c.solved).label("best"))
        .where(puzzle_runs.c.person == person, puzzle_runs.c.ended_at.is_not(None))
        .group_by(puzzle_runs.c.kind)
    )
    return {row.kind: row.best for row in rows}


def _rank_run(connection: Connection, kind: str, since: int, solved: int) -> RunRank:
    """Return the place of a run, by what it solved, among the best runs of people that began since a time."""
    best = (
        select(func.max(puzzle_runs.c.solved).label("solved"))
        .where(puzzle_runs.c.kind == kind, puzzle_runs.c.started_at >= since, puzzle_runs.c.ended_at.is_not(None))
        .group_by(puzzle_runs.c.person)
        .subquery()
    )
    better = func.count(case((best.c.solved > solved, 1)))
    row = connection.execute(select(func.count().label("people"), better.label("better")).select_from(best)).one()
    return RunRank(row.better + 1, row.people)


def _best_of(connection: Connection, kind: str, since: int, people: Collection[str]) -> dict[str, int]:
    """Return the most that each of some people solved in a run that began since a time and is over."""
    over = (puzzle_runs.c.kind == kind, puzzle_runs.c.started_at >= since, puzzle_runs.c.ended_at.is_not(None))
    best = select(puzzle_runs.c.person, func.max(puzzle_runs.c.solved).label("best"))
    rows = connection.execute(best.where(*over, puzzle_runs.c.person.in_(people)).group_by(puzzle_runs.c.person))
    return {row.person: row.best for row in rows}


def join(connection: Connection, old: str, new: str) -> None:
    """Give a person everything of another's: of two results with a puzzle the first counts.

    Two ratings cannot be combined: the one based on more results stays.
    """
    own = {row.puzzle: row.at for row in connection.execute(_results_of(new))}
    for row in connection.execute(_results_of(old)).all():
        this = and_(puzzle_results.c.person == old, puzzle_results.c.puzzle == row.puzzle)
        if row.puzzle in own:
            later = new if row.at < own[row.puzzle] else old
            at = and_(puzzle_results.c.person == later, puzzle_results.c.puzzle == row.puzzle)
            connection.execute(delete(puzzle_results).where(at))
            if later == old:
                continue
        connection.execute(update(puzzle_results).where(this).values(person=new))
    people = select(puzzle_people).where(puzzle_people.c.person.in_([old, new])).order_by(puzzle_people.c.tried.desc())
    ranked = connection.execute(people).all()
    for row in ranked[1:]:
        connection.execute(delete(puzzle_people).where(puzzle_people.c.person == row.person))
    for row in ranked[:1]:
        connection.execute(update(puzzle_people).where(puzzle_people.c.person == row.person).values(person=new))
    met = select(puzzle_meetings.c.puzzle).where(puzzle_meetings.c.person == new)
    both = and_(puzzle_meetings.c.person == old, puzzle_meetings.c.puzzle.in_(met))
    connection.execute(delete(puzzle_meetings).where(both))
    for table in (puzzle_runs, puzzle_meetings, puzzle_objections):
        connection.execute(update(table).where(table.c.person == old).values(person=new))


def forget(connection: Connection, person: str) -> None:
    """Erase a person's stored data here; a puzzle's own rating stays, and reveals nothing about them."""
    for table in (puzzle_results, puzzle_people, puzzle_runs, puzzle_meetings, puzzle_objections):
        connection.execute(delete(table).where(table.c.person == person))


def take(connection: Connection, person: str) -> dict[str, Any]:
    """Return a person's stored data here, as plain values; times in UTC milliseconds."""
    skill = _read_skill(connection, person)
    runs = connection.execute(
        select(puzzle_runs).where(puzzle_runs.c.person == person).order_by(puzzle_runs.c.started_at)
    )
    return {
        "rating": None if skill is None else {"mu": skill.mu, "sigma": skill.sigma},
        "results": [
            {"puzzle": each.puzzle, "outcome": each.outcome, "at": each.at, "day": each.day}
            for each in _read_results(connection, person)
        ],
        "runs": [
            {"kind": row.kind, "started_at": row.started_at, "ended_at": row.ended_at, "solved": row.solved}
            for row in runs
        ],
        "met_in_runs": sorted(
            connection.scalars(select(puzzle_meetings.c.puzzle).where(puzzle_meetings.c.person == person))
        ),
        "objections": objections.take(connection, person),
    }


def _results_of(person: str) -> Select[Any]:
    return select(puzzle_results).where(puzzle_results.c.person == person)


def _result(row: Row[Any]) -> PuzzleResult:
    skill = None if row.mu is None else Skill(row.mu, row.sigma)
    return PuzzleResult(row.puzzle, row.outcome, row.at, row.day, skill)


def _run(row: Row[Any]) -> PuzzleRun:
    return PuzzleRun(
        row.id, row.person, row.kind, row.seed, row.started_at, row.ended_at, row.solved, row.missed, row.puzzle
    )


class PuzzleRepository(Repository):
    """Results with puzzles, ratings, and runs."""

    results = query(_read_results)
    result = query(_read_result)
    done = query(_read_done)
    outcomes = query(_read_outcomes)
    days = query(_read_days)
    skill = query(_read_skill)
    ratings = query(_read_moved)
    rating = query(_read_rating)
    tried = query(_read_tried)
    of_day = query(_count_day)
    begin_run = command(_begin_run)
    run = query(_read_run)
    go_on = command(_go_on)
    is_in_a_run = query(_is_in_a_run)
    best_runs = query(_best_runs)
    rank_run = query(_rank_run)
    best_of = query(_best_of)
    add_objection = command(objections.add)
    _add = command(_add_result)

    async def add_result(self, person: str, result: PuzzleResult, begins: Skill | None) -> PuzzleResult:
        """Store somebody's first result with a puzzle; return the valid one, stored now or before.

        ``begins`` is the puzzle's initial rating; None if the result is not rated.
        """
        try:
            return await self._add(person, result, begins)
        except Conflict:
            # Another process was first, with this puzzle or with its rating.
            return await self._add(person, result, begins)

"""Puzzles that judged a right turn as missed: they are no longer offered, and lost rating points are restored."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from ...clock import DAY_MS, now_ms
from ...rating import Skill, points_of
from ..database.repository import Repository, command, query
from ..database.schema import puzzle_objections, puzzle_people, puzzle_results, puzzle_withdrawals
from .objections import KeptObjection, kept
from .puzzles import MISSED, SOLVED

_NEWS_MS = 30 * DAY_MS
"""How long people are shown that they were right."""


def read(connection: Connection) -> Mapping[str, int]:
    """Return the withdrawn puzzles, each with the time of withdrawal in UTC milliseconds."""
    rows = connection.execute(select(puzzle_withdrawals).order_by(puzzle_withdrawals.c.at, puzzle_withdrawals.c.puzzle))
    return {row.puzzle: row.at for row in rows}


def uphold(connection: Connection, number: int, note: str = "") -> None:
    """Accept an open objection.

    Its puzzle is withdrawn, and everybody who missed it gets back the points that it cost them. For those whose open
    objections are about the same turn it counts as solved; their objections are resolved with this one.
    """
    open_ones = puzzle_objections.c.resolved_at.is_(None)
    this = connection.execute(select(puzzle_objections).where(puzzle_objections.c.id == number, open_ones)).first()
    if this is None:
        return
    now = now_ms()
    if this.puzzle not in read(connection):
        connection.execute(insert(puzzle_withdrawals).values(puzzle=this.puzzle, at=now))
    points = _give_back(connection, this.puzzle)
    alike = and_(puzzle_objections.c.puzzle == this.puzzle, puzzle_objections.c.moves == this.moves, open_ones)
    for row in connection.execute(select(puzzle_objections).where(alike)).all():
        values = {"resolved_at": now, "note": note[:200], "upheld": True, "points": points.get(row.person, 0)}
        connection.execute(update(puzzle_objections).where(puzzle_objections.c.id == row.id).values(**values))
        theirs = and_(puzzle_results.c.person == row.person, puzzle_results.c.puzzle == this.puzzle)
        missed = and_(theirs, puzzle_results.c.outcome == MISSED)
        connection.execute(update(puzzle_results).where(missed).values(outcome=SOLVED))


def _give_back(connection: Connection, puzzle: str) -> Mapping[str, int]:
    """Raise the ratings of people who missed a puzzle by what that cost; return the points for display.

    Their later ratings rise with it. Nothing is lost twice, so nothing is restored twice.
    """
    results = puzzle_results.c
    rated = results.mu.is_not(None)
    found: dict[str, int] = {}
    for row in connection.execute(
        select(puzzle_results).where(results.puzzle == puzzle, results.outcome == MISSED, rated)
    ).all():
        theirs = and_(results.person == row.person, rated)
        latest = select(results.mu, results.sigma).where(theirs, results.at < row.at).order_by(results.at.desc())
        before = connection.execute(latest.limit(1)).first()
        skill = Skill() if before is None else Skill(before.mu, before.sigma)
        # A doubt that grew shows that the two ratings were of different people, who have been merged.
        if skill.mu <= row.mu or skill.sigma < row.sigma:
            continue
        lost = skill.mu - row.mu
        since = and_(theirs, results.at >= row.at)
        connection.execute(update(puzzle_results).where(since).values(mu=results.mu + lost))
        own = puzzle_people.c.person == row.person
        connection.execute(update(puzzle_people).where(own).values(mu=puzzle_people.c.mu + lost))
        found[row.person] = points_of(lost)
    return found


def readmit(connection: Connection, puzzle: str) -> bool:
    """Offer a withdrawn puzzle again, after it was fixed; False if it was not withdrawn."""
    return connection.execute(delete(puzzle_withdrawals).where(puzzle_withdrawals.c.puzzle == puzzle)).rowcount > 0


def _is_withdrawn(connection: Connection, puzzle: str) -> bool:
    count = select(func.count()).where(puzzle_withdrawals.c.puzzle == puzzle)
    return connection.execute(count).scalar_one() > 0


def _lately_upheld(connection: Connection, person: str) -> list[KeptObjection]:
    """Return somebody's turns that were accepted within the last month, the latest first."""
    objections = puzzle_objections.c
    lately = and_(objections.person == person, objections.upheld, objections.resolved_at > now_ms() - _NEWS_MS)
    rows = connection.execute(select(puzzle_objections).where(lately).order_by(objections.resolved_at.desc()))
    return [kept(row) for row in rows]


class WithdrawalRepository(Repository):
    """Withdrawn puzzles, and turns that were right after all."""

    is_withdrawn = query(_is_withdrawn)
    lately_upheld = query(_lately_upheld)
    uphold = command(uphold)

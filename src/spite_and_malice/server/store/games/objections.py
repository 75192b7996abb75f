"""Puzzle turns judged wrong that people claim are right: kept for the operator."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from ...clock import now_ms
from ..database.schema import puzzle_objections
from ..records import Conflict

_OPEN: Final = 20
"""The most open objections by one person."""


@dataclass(frozen=True, slots=True)
class Objection:
    """A turn at a puzzle that somebody claims is right: the view shown, the moves, the question and the answer."""

    person: str
    puzzle: str
    position: dict[str, Any]
    moves: Sequence[str]
    task: str
    verdict: str


@dataclass(frozen=True, slots=True)
class KeptObjection(Objection):
    """An objection as it is stored; ``resolved_at`` is None while no operator has looked at it.

    ``upheld`` says that the turn was right; then ``points`` of their rating were restored. Times are in UTC
    milliseconds.
    """

    number: int
    made_at: int
    resolved_at: int | None
    note: str
    upheld: bool = False
    points: int = 0


def kept(row: Row[Any]) -> KeptObjection:
    """Return an objection from its row."""
    return KeptObjection(
        person=row.person,
        puzzle=row.puzzle,
        position=json.loads(row.position),
        moves=json.loads(row.moves),
        task=row.task,
        verdict=row.verdict,
        number=row.id,
        made_at=row.made_at,
        resolved_at=row.resolved_at,
        note=row.note,
        upheld=row.upheld,
        points=row.points,
    )


def add(connection: Connection, objection: Objection) -> int:
    """Write an objection, the same turn once for each person, and return its number.

    Raises `Conflict` if too many of theirs are open.
    """
    theirs = puzzle_objections.c.person == objection.person
    moves = json.dumps(list(objection.moves))
    alike = select(puzzle_objections.c.id).where(
        theirs, puzzle_objections.c.puzzle == objection.puzzle, puzzle_objections.c.moves == moves
    )
    if (known := connection.execute(alike).scalar_one_or_none()) is not None:
        return int(known)
    waiting = select(func.count()).where(theirs, puzzle_objections.c.resolved_at.is_(None))
    if connection.execute(waiting).scalar_one() >= _OPEN:
        raise Conflict("too many objections of theirs are open")
    values = asdict(objection) | {"position": json.dumps(objection.position), "moves": moves}
    written = connection.execute(
        insert(puzzle_objections).values(made_at=now_ms(), **values).returning(puzzle_objections.c.id)
    )
    return int(written.scalar_one())


def read(connection: Connection, resolved: bool = False) -> Sequence[KeptObjection]:
    """Return the open objections, the oldest first; with ``resolved`` also those that an operator has reviewed."""
    query = select(puzzle_objections).order_by(puzzle_objections.c.id)
    if not resolved:
        query = query.where(puzzle_objections.c.resolved_at.is_(None))
    return [kept(row) for row in connection.execute(query)]


def resolve(connection: Connection, number: int, note: str) -> None:
    """Mark an open objection as reviewed."""
    connection.execute(
        update(puzzle_objections)
        .where(puzzle_objections.c.id == number, puzzle_objections.c.resolved_at.is_(None))
        .values(resolved_at=now_ms(), note=note[:200])
    )


def prune(connection: Connection, before: int) -> None:
    """Delete the objections that were resolved before a time."""
    connection.execute(delete(puzzle_objections).where(puzzle_objections.c.resolved_at < before))


def take(connection: Connection, person: str) -> list[dict[str, Any]]:
    """Return somebody's objections as plain values, without the operator's notes; times in UTC milliseconds."""
    rows = connection.execute(
        select(puzzle_objections).where(puzzle_objections.c.person == person).order_by(puzzle_objections.c.id)
    )
    return [
        {
            "puzzle": row.puzzle,
            "moves": json.loads(row.moves),
            "task": row.task,
            "verdict": row.verdict,
            "made_at": row.made_at,
            "upheld": row.upheld,
            "points": row.points,
        }
        for row in rows
    ]

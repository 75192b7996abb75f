"""What people report: a name, or a line of chat with it, which nothing else keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select, update

from ...clock import now_ms
from ..records import Conflict
from ..schema import reports

_OPEN: Final = 50
"""The most open reports by one person."""


@dataclass(frozen=True, slots=True)
class NewReport:
    """Somebody's name, or with ``line`` what they said, as ``reporter`` reports it; both people by their token's hash.

    ``person`` is None where a name belongs to nobody who is known.
    """

    table_id: str
    reporter: str
    person: str | None
    name: str
    line: str | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """A report as it is stored; ``closed_at`` is None while no operator has looked at it. Times in UTC milliseconds."""

    number: int
    reported_at: int
    table_id: str
    reporter: str
    person: str | None
    name: str
    line: str | None
    closed_at: int | None
    note: str


def add(connection: Connection, report: NewReport) -> None:
    """Write a report, once for each reporter. Raises `Conflict` if too many of theirs are open."""
    alike = select(reports.c.id).where(
        reports.c.table_id == report.table_id,
        reports.c.reporter == report.reporter,
        reports.c.name == report.name,
        reports.c.line.is_(None) if report.line is None else reports.c.line == report.line,
        reports.c.closed_at.is_(None),
    )
    if connection.execute(alike).first() is not None:
        return
    theirs = select(func.count()).where(reports.c.reporter == report.reporter, reports.c.closed_at.is_(None))
    if connection.execute(theirs).scalar_one() >= _OPEN:
        raise Conflict("so many reports of theirs are open")
    connection.execute(
        insert(reports).values(
            reported_at=now_ms(),
            table_id=report.table_id,
            reporter=report.reporter,
            person=report.person,
            name=report.name[:60],
            line=None if report.line is None else report.line[:400],
        )
    )


def read(connection: Connection, closed: bool = False) -> Sequence[Report]:
    """Return the open reports, the oldest first; with ``closed`` also those at which an operator has looked."""
    query = select(reports).order_by(reports.c.id)
    if not closed:
        query = query.where(reports.c.closed_at.is_(None))
    return [
        Report(
            number=row.id,
            reported_at=row.reported_at,
            table_id=row.table_id,
            reporter=row.reporter,
            person=row.person,
            name=row.name,
            line=row.line,
            closed_at=row.closed_at,
            note=row.note,
        )
        for row in connection.execute(query)
    ]


def close(connection: Connection, number: int, note: str) -> bool:
    """Close a report with a note; return whether there was an open one of that number."""
    found = connection.execute(
        update(reports)
        .where(reports.c.id == number, reports.c.closed_at.is_(None))
        .values(closed_at=now_ms(), note=note[:200])
    )
    return found.rowcount > 0


def prune(connection: Connection, before: int) -> None:
    """Delete the reports that were closed before a time."""
    connection.execute(delete(reports).where(reports.c.closed_at < before))

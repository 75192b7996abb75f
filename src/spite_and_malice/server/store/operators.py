"""Operators' actions and cases: blocks, announcements and people's reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final, Literal

from sqlalchemy import Connection, Row, delete, func, insert, or_, select

from ..clock import now_ms
from . import admin
from .admin import Operation, tables
from .database.repository import Repository, command, query
from .database.schema import announcements, blocks, reports
from .games import objections
from .people import erasing
from .records import Conflict
from .switches import Switches, read_switches

BlockKind = Literal["person", "address", "restriction"]


@dataclass(frozen=True, slots=True)
class Block:
    """A blocked person or network, or a muted person (a restriction).

    It is in force up to ``until`` in UTC milliseconds, None for good.
    """

    number: int
    kind: BlockKind
    subject: str
    reason: str
    blocked_at: int
    until: int | None


def read_blocks(connection: Connection, subject: str | None = None) -> Sequence[Block]:
    """Return the active blocks, the oldest first; with ``subject`` only those of one."""
    holding = select(blocks).where(or_(blocks.c.until.is_(None), blocks.c.until > now_ms()))
    if subject is not None:
        holding = holding.where(blocks.c.subject == subject)
    rows = connection.execute(holding.order_by(blocks.c.id))
    return [Block(row.id, row.kind, row.subject, row.reason, row.blocked_at, row.until) for row in rows]


@dataclass(frozen=True, slots=True)
class Announcement:
    """An announcement that every page shows between two times, both in UTC milliseconds."""

    number: int
    text: str
    since: int
    until: int


def read_announcements(connection: Connection) -> Sequence[Announcement]:
    """Return the current and future announcements, the earliest first."""
    shown = select(announcements).where(announcements.c.until > now_ms())
    rows = connection.execute(shown.order_by(announcements.c.since, announcements.c.id))
    return [Announcement(row.id, row.text, row.since, row.until) for row in rows]


_OPEN: Final = 50
"""The most open reports by one person."""


@dataclass(frozen=True, slots=True)
class NewReport:
    """Somebody's name, or with ``line`` their chat line, as ``reporter`` reports it; both people by their token's hash.

    ``person`` is None if a name belongs to nobody known.
    """

    table_id: str
    reporter: str
    person: str | None
    name: str
    line: str | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """A stored report; ``closed_at`` is None until an operator has reviewed it. Times in UTC milliseconds."""

    number: int
    reported_at: int
    table_id: str
    reporter: str
    person: str | None
    name: str
    line: str | None
    closed_at: int | None
    note: str


def add_report(connection: Connection, report: NewReport) -> None:
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


def read_reports(connection: Connection, closed: bool = False) -> Sequence[Report]:
    """Return the open reports, the oldest first; with ``closed`` also those that an operator has reviewed."""
    query = select(reports).order_by(reports.c.id)
    if not closed:
        query = query.where(reports.c.closed_at.is_(None))
    return [_report(row) for row in connection.execute(query)]


def read_report(connection: Connection, number: int) -> Report | None:
    """Return a report, open or closed; None if no report has that number."""
    row = connection.execute(select(reports).where(reports.c.id == number)).one_or_none()
    return None if row is None else _report(row)


def _report(row: Row[Any]) -> Report:
    return Report(
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


def _prune_reports(connection: Connection, before: int) -> None:
    """Delete the reports that were closed before a time, and the objections that were resolved before it."""
    connection.execute(delete(reports).where(reports.c.closed_at < before))
    objections.prune(connection, before)


def _operations(connection: Connection, after: int | None) -> Sequence[Operation]:
    """Return the operators' actions after the operation with a number, or only the latest."""
    return admin.latest(connection, 1) if after is None else admin.since(connection, after)


def _prune(connection: Connection, table_ids: Sequence[str], wanted: tables.Wanted) -> None:
    tables.remove(connection, table_ids, wanted)
    admin.note(connection, "server", "tables pruned", f"{len(table_ids)} tables", table_ids)


class OperatorRepository(Repository):
    """The operators' log, blocks, announcements and reports, switches, and the pruning of old tables."""

    switches = Switches()
    """The state of the switches when last read."""

    operations = query(_operations)
    latest_backup = query(admin.latest_backup)
    blocks = query(read_blocks)
    announcements = query(read_announcements)
    report = command(add_report, table=attrgetter("table_id"))
    _switches = query(read_switches)
    _old = query(tables.ids)
    prune_reports = command(_prune_reports)
    prune_log = command(admin.prune)
    _prune_tables = command(_prune)

    async def read_switches(self) -> None:
        """Bring `switches` up to date."""
        self.switches = await self._switches()

    async def prune(self, before: int) -> int:
        """Delete the tables without activity since a time; return how many."""
        wanted = tables.Wanted(tables.OVER, changed_before=before)
        old = await self._old(wanted)
        for start in range(0, len(old), erasing.CHUNK):
            await self._prune_tables(old[start : start + erasing.CHUNK], wanted)
        return len(old)

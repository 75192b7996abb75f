"""What operators do, and what they have to look at: who is kept out, what is announced, and what people report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, Literal

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from ..clock import now_ms
from . import admin
from .admin import Operation, tables
from .database.repository import Repository, command, query
from .database.schema import announcements, blocks, reports
from .games import objections
from .people import own_data as people
from .records import Conflict

BlockKind = Literal["person", "address"]


@dataclass(frozen=True, slots=True)
class Block:
    """A person or a network that is kept out, up to ``until`` in UTC milliseconds (None: for good)."""

    number: int
    kind: BlockKind
    subject: str
    reason: str
    blocked_at: int
    until: int | None


def add_block(connection: Connection, kind: BlockKind, subject: str, reason: str, until: int | None) -> None:
    """Keep somebody out, in place of any block of the same."""
    connection.execute(delete(blocks).where(blocks.c.kind == kind, blocks.c.subject == subject))
    connection.execute(
        insert(blocks).values(kind=kind, subject=subject, reason=reason[:200], blocked_at=now_ms(), until=until)
    )


def lift_block(connection: Connection, number: int) -> str | None:
    """Let somebody in again; return who it was, None if there is no block of that number."""
    subject: str | None = connection.execute(select(blocks.c.subject).where(blocks.c.id == number)).scalar_one_or_none()
    connection.execute(delete(blocks).where(blocks.c.id == number))
    return subject


def read_blocks(connection: Connection) -> Sequence[Block]:
    """Return the blocks that hold now, the oldest first."""
    rows = connection.execute(
        select(blocks).where(or_(blocks.c.until.is_(None), blocks.c.until > now_ms())).order_by(blocks.c.id)
    )
    return [Block(row.id, row.kind, row.subject, row.reason, row.blocked_at, row.until) for row in rows]


@dataclass(frozen=True, slots=True)
class Announcement:
    """What every page shows from a time to another, both in UTC milliseconds."""

    number: int
    text: str
    since: int
    until: int


def announce(connection: Connection, text: str, since: int, until: int) -> None:
    """Have every page show a text from a time to another."""
    connection.execute(insert(announcements).values(text=text, since=since, until=until))


def withdraw(connection: Connection, number: int) -> None:
    """Take an announcement off all pages."""
    connection.execute(delete(announcements).where(announcements.c.id == number))


def read_announcements(connection: Connection) -> Sequence[Announcement]:
    """Return the announcements that are or will be shown, the first first."""
    shown = select(announcements).where(announcements.c.until > now_ms())
    rows = connection.execute(shown.order_by(announcements.c.since, announcements.c.id))
    return [Announcement(row.id, row.text, row.since, row.until) for row in rows]


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


def close_report(connection: Connection, number: int, note: str) -> bool:
    """Close a report with a note; return whether there was an open one of that number."""
    found = connection.execute(
        update(reports)
        .where(reports.c.id == number, reports.c.closed_at.is_(None))
        .values(closed_at=now_ms(), note=note[:200])
    )
    return found.rowcount > 0


def prune_reports(connection: Connection, before: int) -> None:
    """Delete the reports that were closed before a time."""
    connection.execute(delete(reports).where(reports.c.closed_at < before))


def _operations(connection: Connection, after: int | None) -> Sequence[Operation]:
    """Return what operators did after the operation of a number, or the latest alone."""
    return admin.latest(connection, 1) if after is None else admin.since(connection, after)


def _prune(connection: Connection, table_ids: Sequence[str], wanted: tables.Wanted) -> None:
    tables.remove(connection, table_ids, wanted)
    admin.note(connection, "server", "tables pruned", f"{len(table_ids)} tables", table_ids)


class OperatorRepository(Repository):
    """The log of operators, blocks, announcements and reports, and the pruning of old tables."""

    operations = query(_operations)
    latest_backup = query(admin.latest_backup)
    blocks = query(read_blocks)
    announcements = query(read_announcements)
    report = command(add_report, table=attrgetter("table_id"))
    _old = query(tables.ids)
    _prune_reports = command(prune_reports)
    _prune_objections = command(objections.prune)
    _prune_tables = command(_prune)

    async def prune(self, before: int) -> int:
        """Delete the tables at which no game has gone on since a time, and what operators had looked at before it.

        Returns how many tables.
        """
        await self._prune_reports(before)
        await self._prune_objections(before)
        wanted = tables.Wanted(tables.OVER, changed_before=before)
        old = await self._old(wanted)
        for start in range(0, len(old), people.CHUNK):
            await self._prune_tables(old[start : start + people.CHUNK], wanted)
        return len(old)

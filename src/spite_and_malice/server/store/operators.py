"""What operators do, and what they have to look at."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from sqlalchemy import Connection

from .admin import blocks, erasing, log, reports, tables
from .admin.log import Operation
from .repository import Repository, command, query


def _operations(connection: Connection, after: int | None) -> Sequence[Operation]:
    """Return what operators did after the operation of a number, or the latest alone."""
    return log.latest(connection, 1) if after is None else log.since(connection, after)


def _prune(connection: Connection, table_ids: Sequence[str], wanted: tables.Wanted) -> None:
    tables.remove(connection, table_ids, wanted)
    log.note(connection, "server", "tables pruned", f"{len(table_ids)} tables", table_ids)


class OperatorRepository(Repository):
    """The log of operators, blocks and reports, and the pruning of old tables."""

    operations = query(_operations)
    blocks = query(blocks.read)
    report = command(reports.add, table=attrgetter("table_id"))
    _old = query(tables.ids)
    _prune_reports = command(reports.prune)
    _prune_tables = command(_prune)

    async def prune(self, before: int) -> int:
        """Delete the tables at which no game has gone on since a time, and the reports that were closed before it.

        Returns how many tables.
        """
        await self._prune_reports(before)
        wanted = tables.Wanted(tables.OVER, changed_before=before)
        old = await self._old(wanted)
        for start in range(0, len(old), erasing.CHUNK):
            await self._prune_tables(old[start : start + erasing.CHUNK], wanted)
        return len(old)

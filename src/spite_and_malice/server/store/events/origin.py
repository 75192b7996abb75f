"""The event that the server created a table for, as stored."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, and_, or_, select

from ..database.schema import tables
from ..records import Origin


def origin_of(row: Row[Any]) -> Origin | None:
    """Return the event that the server created a table for, None if a person created it."""
    if row.origin is None:
        return None
    return Origin(
        row.origin, row.origin_id, row.origin_part, row.origin_board, row.contribution, row.starts_at, row.created_at
    )


def is_deal_open(connection: Connection, origin: Origin) -> bool:
    """Say whether all tables that share a first deal are done with it, so that everybody may see its cards."""
    of_part = and_(
        tables.c.origin == origin.subject, tables.c.origin_id == origin.id, tables.c.origin_part == origin.part
    )
    unplayed = or_(tables.c.game == 0, and_(tables.c.game == 1, tables.c.turn.is_not(None)))
    running = select(tables.c.id).where(of_part, tables.c.contribution == origin.contribution, unplayed)
    return connection.execute(running.where(tables.c.closed_at.is_(None)).limit(1)).first() is None

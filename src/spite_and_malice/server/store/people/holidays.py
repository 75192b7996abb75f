"""Holidays: once a month somebody has more time in their games by correspondence."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from ...clock import now_ms
from .. import admin
from ..database.repository import Repository, command, query
from ..database.schema import holidays, seats, tables


def _taken_at(connection: Connection, person: str, month: str) -> int | None:
    """Return when somebody took the holiday of a month, such as "2026-01"; None if they have not."""
    this = select(holidays.c.taken_at).where(holidays.c.person == person, holidays.c.month == month)
    found: int | None = connection.execute(this).scalar_one_or_none()
    return found


def _take(connection: Connection, person: str, month: str, milliseconds: int, table_ids: Sequence[str]) -> int:
    """Give somebody more time at some tables, where they have a clock; return at how many.

    Every process rereads these tables. Raises `Conflict` if the holiday of the month was taken before.
    """
    connection.execute(insert(holidays).values(person=person, month=month, taken_at=now_ms()))
    changed = [each for each in table_ids if _add_time(connection, person, each, milliseconds)]
    admin.note(connection, "server", "holiday", person[:12], changed)
    return len(changed)


def _add_time(connection: Connection, person: str, table_id: str, milliseconds: int) -> bool:
    this = tables.c.id == table_id
    row = connection.execute(select(tables.c.clocks, tables.c.turn).where(this).with_for_update()).one_or_none()
    own = select(seats.c.seat).where(seats.c.table_id == table_id, seats.c.person == person)
    at = set(connection.execute(own).scalars())
    if row is None or row.clocks is None or row.turn is None or not at:
        return False
    left = [each + milliseconds * (seat in at) for seat, each in enumerate(json.loads(row.clocks))]
    connection.execute(update(tables).where(this).values(clocks=json.dumps(left), changes=tables.c.changes + 1))
    return True


def take_along(connection: Connection, person: str) -> list[dict[str, Any]]:
    """Return the holidays that somebody has taken."""
    rows = connection.execute(select(holidays).where(holidays.c.person == person).order_by(holidays.c.month))
    return [{"month": row.month, "taken_at": row.taken_at} for row in rows]


def forget(connection: Connection, person: str) -> None:
    """Erase the holidays that somebody has taken."""
    connection.execute(delete(holidays).where(holidays.c.person == person))


def join(connection: Connection, old: str, new: str) -> None:
    """Give one person's holidays to another: they keep one per month."""
    known = connection.execute(select(holidays.c.month).where(holidays.c.person == new)).scalars().all()
    own = holidays.c.person == old
    connection.execute(update(holidays).where(own, holidays.c.month.not_in(known)).values(person=new))
    connection.execute(delete(holidays).where(own))


class HolidayRepository(Repository):
    """Holidays from games by correspondence."""

    taken_at = query(_taken_at)
    take = command(_take)

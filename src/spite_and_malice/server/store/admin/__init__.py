"""Actions on stored data by operators, and by people themselves, and the log of these actions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection as Connection
from sqlalchemy import Select, delete, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError as SQLAlchemyError

from ...clock import now_ms
from ..database.schema import operations

_NAMED: Final = 1000
"""If more tables than this changed, a process rereads all of its tables."""


@dataclass(frozen=True, slots=True)
class Operation:
    """An operator's action: ``who``, ``what``, and the object in words.

    ``changed`` are the ids of the changed tables, None if any may have.
    """

    number: int
    done_at: int
    who: str
    what: str
    subject: str
    changed: tuple[str, ...] | None


def note(connection: Connection, who: str, what: str, subject: str, changed: Sequence[str] | None = ()) -> None:
    """Log an action in the same transaction."""
    named = None if changed is None or len(changed) > _NAMED else json.dumps(list(changed))
    connection.execute(
        insert(operations).values(done_at=now_ms(), who=who[:120], what=what, subject=subject[:200], changed=named)
    )


SHOWN: Final = 12
"""How much of a person's id the log holds, in digits."""


MODERATOR: Final = "moderator"
"""The prefix in the log before the id of a moderator who acted on a page."""


def forget(connection: Connection, person: str) -> None:
    """Remove a person from the log: the action stays, its subject and the moderator do not."""
    for column, instead in ((operations.c.subject, ""), (operations.c.who, MODERATOR)):
        theirs = column.contains(person[:SHOWN])
        connection.execute(update(operations).where(theirs).values({column.name: instead}))


def join(connection: Connection, old: str, new: str) -> None:
    """Let the log name one person where it named another, so that `forget` finds them under each id they ever had."""
    for column in (operations.c.subject, operations.c.who):
        theirs = column.contains(old[:SHOWN])
        renamed = func.replace(column, old[:SHOWN], new[:SHOWN])
        connection.execute(update(operations).where(theirs).values({column.name: renamed}))


def since(connection: Connection, number: int) -> Sequence[Operation]:
    """Return the entries after the one with a number, the oldest first."""
    return _read(connection, select(operations).where(operations.c.id > number).order_by(operations.c.id))


def latest(connection: Connection, limit: int, who: str | None = None) -> Sequence[Operation]:
    """Return at most that many entries, the latest first; with ``who``, only those of one operator."""
    entries = select(operations) if who is None else select(operations).where(operations.c.who == who)
    return _read(connection, entries.order_by(operations.c.id.desc()).limit(limit))


SERVER: Final = "server"
"""The name in the log for automatic actions, such as a sign-in."""


def latest_deeds(connection: Connection, limit: int) -> Sequence[Operation]:
    """Return at most that many entries of people's actions, the latest first."""
    deeds = select(operations).where(operations.c.who != SERVER)
    return _read(connection, deeds.order_by(operations.c.id.desc()).limit(limit))


def prune(connection: Connection, before: int) -> None:
    """Delete entries from before a time, except the newest, which numbering continues from, and the last backup."""
    kept = select(func.max(operations.c.id)).union(
        select(func.max(operations.c.id)).where(operations.c.what == BACKED_UP)
    )
    newest = [number for number in connection.execute(kept).scalars() if number is not None]
    connection.execute(delete(operations).where(operations.c.done_at < before, operations.c.id.not_in(newest)))


BACKED_UP: Final = "backed up"


def latest_backup(connection: Connection) -> int | None:
    """Return when the last backup was written, in UTC milliseconds; None if none ever was."""
    at: int | None = connection.execute(
        select(func.max(operations.c.done_at)).where(operations.c.what == BACKED_UP)
    ).scalar_one()
    return at


def _read(connection: Connection, entries: Select[Any]) -> Sequence[Operation]:
    return [
        Operation(
            number=row.id,
            done_at=row.done_at,
            who=row.who,
            what=row.what,
            subject=row.subject,
            changed=None if row.changed is None else tuple(json.loads(row.changed)),
        )
        for row in connection.execute(entries)
    ]

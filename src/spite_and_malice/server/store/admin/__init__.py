"""What operators, and people about themselves, can have done to what is stored, and the log of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection as Connection
from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError as SQLAlchemyError

from ...clock import now_ms
from ..database.schema import operations

_NAMED: Final = 1000
"""Of more tables than that a process reads all that it has."""


@dataclass(frozen=True, slots=True)
class Operation:
    """Something that an operator did: ``who``, ``what``, and to what, in words.

    ``changed`` are the ids of the tables that are other than before, None if any may be.
    """

    number: int
    done_at: int
    who: str
    what: str
    subject: str
    changed: tuple[str, ...] | None


def note(connection: Connection, who: str, what: str, subject: str, changed: Sequence[str] | None = ()) -> None:
    """Write into the log what is done in the same transaction."""
    named = None if changed is None or len(changed) > _NAMED else json.dumps(list(changed))
    connection.execute(
        insert(operations).values(done_at=now_ms(), who=who[:120], what=what, subject=subject[:200], changed=named)
    )


SHOWN: Final = 12
"""How much of a person's id the log holds, in digits."""


def forget(connection: Connection, person: str) -> None:
    """Take a person out of the log: what was done stays, to whom does not."""
    theirs = operations.c.subject.startswith(person[:SHOWN])
    connection.execute(update(operations).where(theirs).values(subject=""))


def since(connection: Connection, number: int) -> Sequence[Operation]:
    """Return the entries after that of a number, the first first."""
    return _read(connection, number, None)


def latest(connection: Connection, limit: int) -> Sequence[Operation]:
    """Return that many entries, the latest first."""
    return _read(connection, 0, limit)


BACKED_UP: Final = "backed up"


def latest_backup(connection: Connection) -> int | None:
    """Return when the last backup was written, in UTC milliseconds; None if none ever was."""
    at: int | None = connection.execute(
        select(func.max(operations.c.done_at)).where(operations.c.what == BACKED_UP)
    ).scalar_one()
    return at


def _read(connection: Connection, after: int, latest: int | None) -> Sequence[Operation]:
    order = operations.c.id if latest is None else operations.c.id.desc()
    rows = connection.execute(select(operations).where(operations.c.id > after).order_by(order).limit(latest))
    return [
        Operation(
            number=row.id,
            done_at=row.done_at,
            who=row.who,
            what=row.what,
            subject=row.subject,
            changed=None if row.changed is None else tuple(json.loads(row.changed)),
        )
        for row in rows
    ]

"""Invitations and messages from one person to another, which wait until they are read."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, and_, delete, func, insert, or_, select

from ...clock import DAY_MS, now_ms
from ..database.repository import Repository, command, query
from ..database.schema import friendships, letters, tables
from ..database.schema_evenings import evenings
from ..records import Conflict
from .friends import Profile, read_profile, require_reachable

_FROM_ONE: Final = 3
"""How many letters of one person may wait for another."""
_WAITING: Final = 50
"""How many letters from friends may wait for one person."""
_STRANGERS: Final = 10
"""How many from all others may wait besides: they take no room from friends."""
_PER_HOUR: Final = 20
_HOUR_MS: Final = 3_600_000
KEPT_MS: Final = 30 * DAY_MS
"""How long a letter waits."""
IS_GOOD: Final = and_(
    or_(letters.c.table_id.is_(None), tables.c.game == 0), or_(letters.c.evening_id.is_(None), ~evenings.c.is_over)
)
"""Whether nothing has been dealt at the table of an invitation, and its evening is not over."""


class Full(Conflict):
    """Too many letters wait for somebody to accept more from friends, or from others."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A message, or with the id of a table or an evening an invitation to it.

    ``table_name`` is the game played there, ``evening_name`` the name of the evening.
    """

    id: str
    sender: str
    table_id: str | None
    table_name: str | None
    text: str
    sent_at: int
    evening_id: str | None = None
    evening_name: str | None = None


def read_waiting(connection: Connection, person: str) -> Sequence[Letter]:
    """Return a person's unread letters, the latest first; an invitation as long as it can be accepted."""
    rows = connection.execute(
        select(letters, tables.c.name, evenings.c.name.label("evening_name"))
        .outerjoin(tables, tables.c.id == letters.c.table_id)
        .outerjoin(evenings, evenings.c.id == letters.c.evening_id)
        .where(letters.c.recipient == person, letters.c.sent_at >= now_ms() - KEPT_MS, IS_GOOD)
        .order_by(letters.c.sent_at.desc(), letters.c.id)
    )
    return [
        Letter(row.id, row.sender, row.table_id, row.name, row.text, row.sent_at, row.evening_id, row.evening_name)
        for row in rows
    ]


def _look(connection: Connection, person: str) -> tuple[Profile | None, Sequence[Letter]]:
    """Return a person's unread letters, and their profile."""
    return read_profile(connection, person), read_waiting(connection, person)


def _between(connection: Connection, sender: str, recipient: str) -> Sequence[Letter]:
    """Return the unread letters from one person to another, the latest first."""
    return [letter for letter in read_waiting(connection, recipient) if letter.sender == sender]


def _send(
    connection: Connection,
    sender: str,
    recipient: str,
    table_id: str | None = None,
    text: str = "",
    evening_id: str | None = None,
) -> None:
    """Leave a letter for somebody; who is invited to an evening already is not once more.

    Letters from friends have their own limit. Raises `Avoided`, `Full` at the limit, and `Conflict` if too many of one
    sender wait or were sent.
    """
    require_reachable(connection, sender, recipient)
    waiting = read_waiting(connection, recipient)
    if evening_id is not None and any(each.sender == sender and each.evening_id == evening_id for each in waiting):
        return
    near = _friends_of(connection, recipient)
    room = sum((letter.sender in near) == (sender in near) for letter in waiting)
    if room >= (_WAITING if sender in near else _STRANGERS):
        raise Full("too many letters of others wait already")
    lately = select(func.count()).select_from(letters).where(letters.c.sender == sender)
    if (
        sum(letter.sender == sender for letter in waiting) >= _FROM_ONE
        or connection.execute(lately.where(letters.c.sent_at >= now_ms() - _HOUR_MS)).scalar_one() >= _PER_HOUR
    ):
        raise Conflict("too many letters wait already")
    new = {"sender": sender, "recipient": recipient, "table_id": table_id, "text": text, "evening_id": evening_id}
    connection.execute(insert(letters).values(id=secrets.token_hex(8), sent_at=now_ms(), **new))


def _friends_of(connection: Connection, person: str) -> frozenset[str]:
    """Return somebody's friends."""
    both = friendships.c.accepted_at.is_not(None)
    offered = select(friendships.c.other).where(friendships.c.person == person, both)
    taken = select(friendships.c.person).where(friendships.c.other == person, both)
    return frozenset(connection.execute(offered.union(taken)).scalars())


def _remove(connection: Connection, person: str, letter_id: str) -> bool:
    """Remove a letter; False if none with that id waits for that person."""
    gone = delete(letters).where(letters.c.id == letter_id, letters.c.recipient == person)
    return connection.execute(gone).rowcount > 0


def _sweep(connection: Connection) -> None:
    """Remove letters that have waited too long."""
    connection.execute(delete(letters).where(letters.c.sent_at < now_ms() - KEPT_MS))


class LetterRepository(Repository):
    """Invitations and messages from one person to another."""

    look = query(_look)
    between = query(_between)
    send = command(_send)
    remove = command(_remove)
    sweep = command(_sweep)

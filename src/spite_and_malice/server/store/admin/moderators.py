"""The moderators appointed by operators, and whether their devices have recently proven themselves by a passkey."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, select, update

from ...clock import now_ms
from ..database.schema import accounts, devices


@dataclass(frozen=True, slots=True)
class Moderator:
    """Somebody who moderates; ``since`` in UTC milliseconds."""

    person: str
    name: str | None
    since: int


def read_moderators(connection: Connection) -> Sequence[Moderator]:
    """Return the moderators, the longest-serving first."""
    named = select(accounts.c.person, accounts.c.name, accounts.c.moderates_since)
    rows = connection.execute(named.where(accounts.c.moderates_since.is_not(None)).order_by(accounts.c.moderates_since))
    return [Moderator(row.person, row.name, row.moderates_since) for row in rows]


def proven_at(connection: Connection, device: str) -> int | None:
    """Return when a moderator's device last proved itself, 0 if never, in UTC milliseconds; None for anybody else's."""
    of_device = select(devices.c.proven_at).join(accounts, accounts.c.person == devices.c.person)
    is_theirs = (devices.c.id == device) & devices.c.revoked_at.is_(None) & accounts.c.moderates_since.is_not(None)
    row = connection.execute(of_device.where(is_theirs)).one_or_none()
    return None if row is None else row.proven_at or 0


def prove(connection: Connection, device: str) -> None:
    """Note that a device has proven itself now."""
    connection.execute(update(devices).where(devices.c.id == device).values(proven_at=now_ms()))


def does_moderate(connection: Connection, person: str) -> bool:
    """Say whether a person moderates."""
    theirs = select(accounts.c.moderates_since).where(accounts.c.person == person)
    return connection.execute(theirs).scalar_one_or_none() is not None

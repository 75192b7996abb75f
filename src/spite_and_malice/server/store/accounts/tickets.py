"""What is good once and for a while: challenges, codes, links. Only the SHA-256 of each is stored."""

from __future__ import annotations

from sqlalchemy import Connection, and_, delete, insert, select

from ..queries import now_ms
from ..schema import tickets
from .records import Ticket, TicketKind


def put(connection: Connection, ticket: str, kind: TicketKind, person: str | None, data: str, expires_at: int) -> None:
    """Write a ticket, by the SHA-256 of what is given out; of a person there is one of a kind, the newest."""
    if person is not None:
        connection.execute(delete(tickets).where(tickets.c.kind == kind, tickets.c.person == person))
    connection.execute(insert(tickets).values(id=ticket, kind=kind, person=person, data=data, expires_at=expires_at))


def take(connection: Connection, ticket: str, kind: TicketKind) -> Ticket | None:
    """Take a ticket; None if there is none of that kind, or not any more."""
    this = and_(tickets.c.id == ticket, tickets.c.kind == kind)
    row = connection.execute(select(tickets).where(this)).one_or_none()
    if row is None or connection.execute(delete(tickets).where(this)).rowcount == 0 or row.expires_at < now_ms():
        return None
    return Ticket(row.person, row.data)

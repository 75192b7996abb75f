"""What is good once and for a while: challenges, codes, links. Only the SHA-256 of each is stored."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, and_, delete, func, insert, select

from ...clock import now_ms
from ..records import Conflict
from ..schema import mail_stops, tickets
from .records import Ticket, TicketKind

_MAILED: Final = 3
"""How many that are still good may have been mailed to one mailbox."""


def put(connection: Connection, ticket: str, kind: TicketKind, person: str | None, data: str, expires_at: int) -> None:
    """Write a ticket, by the SHA-256 of what is given out; of a person there is one of a kind, the newest."""
    if person is not None:
        connection.execute(delete(tickets).where(tickets.c.kind == kind, tickets.c.person == person))
    connection.execute(insert(tickets).values(id=ticket, kind=kind, person=person, data=data, expires_at=expires_at))


def put_mail(
    connection: Connection, ticket: str, kind: TicketKind, person: str, box: str, address: str, expires_at: int
) -> None:
    """Write a ticket that is mailed; its data are the mailbox and the address in two lines.

    Raises `Conflict` if enough have been mailed there, or who has the mailbox wants no mails.
    """
    if connection.execute(select(mail_stops.c.mailbox).where(mail_stops.c.mailbox == box)).first() is not None:
        raise Conflict("who has this address wants no mails")
    sent = select(func.count()).where(
        tickets.c.kind == kind, tickets.c.data.startswith(box), tickets.c.expires_at >= now_ms()
    )
    if connection.execute(sent).scalar_one() >= _MAILED:
        raise Conflict("enough has been mailed there")
    connection.execute(
        insert(tickets).values(id=ticket, kind=kind, person=person, data=f"{box}\n{address}", expires_at=expires_at)
    )


def take(connection: Connection, ticket: str, kind: TicketKind) -> Ticket | None:
    """Take a ticket; None if there is none of that kind, or not any more."""
    this = and_(tickets.c.id == ticket, tickets.c.kind == kind)
    row = connection.execute(select(tickets).where(this)).one_or_none()
    if row is None or connection.execute(delete(tickets).where(this)).rowcount == 0 or row.expires_at < now_ms():
        return None
    return Ticket(row.person, row.data)

"""Mails about evenings, tournaments and clubs: where they go, and who said yes to which.

A removed address is forgotten; the SHA-256 of its mailbox stays, so that nobody is asked endlessly.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from ...clock import now_ms
from ..database.repository import Repository, can_be_stored, command, query
from ..database.schema import mail_stops, news_mails, notices
from ..records import Conflict
from .mails import AGAIN_MS, ASKS, Stopped, mailbox
from .notices import MAILED, SentNotice, read_sent


@dataclass(frozen=True, slots=True)
class NewsMail:
    """The address for a person's mails about ``kinds`` of news; ``token`` confirms and stops them."""

    person: str
    address: str
    language: str
    zone: str
    kinds: tuple[str, ...]
    token: str
    is_confirmed: bool


def _read(row: Any) -> NewsMail:
    kinds = tuple(json.loads(row.kinds))
    return NewsMail(
        row.person, row.address or "", row.language, row.zone, kinds, row.token, row.confirmed_at is not None
    )


def _of_person(connection: Connection, person: str) -> NewsMail | None:
    """Return where somebody's mails go, None if nowhere."""
    theirs = and_(news_mails.c.person == person, news_mails.c.address.is_not(None))
    row = connection.execute(select(news_mails).where(theirs)).one_or_none()
    return None if row is None else _read(row)


def _of_token(connection: Connection, token: str) -> NewsMail | None:
    """Return the person of a token, with an empty address if their mails were stopped."""
    if not can_be_stored(token):
        return None
    row = connection.execute(select(news_mails).where(news_mails.c.token == token)).one_or_none()
    return None if row is None else _read(row)


def _put(
    connection: Connection, person: str, address: str | None, language: str, zone: str, kinds: Sequence[str]
) -> None:
    """Write to an address about some kinds of news, once its owner says yes; None changes only the kinds.

    Raises `Stopped`, and `Conflict` if it was left too often without an answer.
    """
    chosen = {"kinds": json.dumps(list(kinds)), "language": language, "zone": zone}
    theirs = and_(news_mails.c.person == person, news_mails.c.address.is_not(None))
    if address is None:
        connection.execute(update(news_mails).where(theirs).values(**chosen))
        return
    box = mailbox(address)
    if connection.execute(select(mail_stops).where(mail_stops.c.mailbox == box)).first() is not None:
        raise Stopped("who has this address wants no mails")
    this = and_(news_mails.c.mailbox == box, news_mails.c.person == person)
    found = connection.execute(select(news_mails).where(this)).one_or_none()
    if found is None:
        waiting = and_(news_mails.c.mailbox == box, news_mails.c.confirmed_at.is_(None), news_mails.c.asked > 0)
        if connection.execute(select(func.count()).where(waiting)).scalar_one() >= ASKS:
            raise Conflict("this address was left too often without an answer")
    connection.execute(update(news_mails).where(theirs, ~this).values(address=None, confirmed_at=None))
    if found is None:
        token = secrets.token_urlsafe(32)
        row = {"mailbox": box, "person": person, "address": address, "token": token}
        connection.execute(insert(news_mails).values(**row, **chosen))
        return
    connection.execute(update(news_mails).where(this).values(address=address, **chosen))
    if found.confirmed_at is None and found.asked < ASKS and (found.asked_at or 0) < now_ms() - AGAIN_MS:
        connection.execute(update(news_mails).where(this).values(asked_at=None))


def _remove(connection: Connection, person: str) -> None:
    """Forget somebody's address."""
    theirs = and_(news_mails.c.person == person, news_mails.c.address.is_not(None))
    connection.execute(update(news_mails).where(theirs).values(address=None, confirmed_at=None))


def _asks(connection: Connection) -> Sequence[NewsMail]:
    """Return the people whose mailboxes are to be asked."""
    unasked = and_(news_mails.c.asked_at.is_(None), news_mails.c.confirmed_at.is_(None))
    rows = connection.execute(select(news_mails).where(unasked, news_mails.c.address.is_not(None)))
    return [_read(row) for row in rows]


def _claim_ask(connection: Connection, token: str) -> None:
    """Record that a mailbox is being asked. Raises `Conflict` if another process does it."""
    found = connection.execute(
        update(news_mails)
        .where(news_mails.c.token == token, news_mails.c.asked_at.is_(None), news_mails.c.address.is_not(None))
        .values(asked_at=now_ms(), asked=news_mails.c.asked + 1)
    )
    if found.rowcount == 0:
        raise Conflict("somebody else writes this mail, or it is not wanted any more")


def _return_ask(connection: Connection, token: str) -> None:
    """Record that a mailbox could not be asked after all."""
    this = news_mails.c.token == token
    connection.execute(update(news_mails).where(this).values(asked_at=None, asked=news_mails.c.asked - 1))


def _receivers(connection: Connection) -> Sequence[NewsMail]:
    """Return everybody who said yes."""
    confirmed = and_(news_mails.c.confirmed_at.is_not(None), news_mails.c.address.is_not(None))
    return [_read(row) for row in connection.execute(select(news_mails).where(confirmed))]


def _sent(connection: Connection) -> Sequence[SentNotice]:
    """Return the mails that were sent."""
    return read_sent(connection, notices.c.subject.startswith(MAILED))


def _forget_unconfirmed(connection: Connection, before: int) -> None:
    """Forget the addresses unconfirmed since a time in UTC milliseconds."""
    unanswered = and_(news_mails.c.confirmed_at.is_(None), news_mails.c.asked_at < before)
    connection.execute(update(news_mails).where(unanswered).values(address=None))


def take(connection: Connection, person: str) -> list[dict[str, Any]]:
    """Return the stored data about the mails to a person. Times are in UTC milliseconds."""
    rows = connection.execute(select(news_mails).where(news_mails.c.person == person))
    return [
        {"address": row.address, "language": row.language, "zone": row.zone, "kinds": json.loads(row.kinds)}
        | {"asked_at": row.asked_at, "confirmed_at": row.confirmed_at}
        for row in rows
    ]


def forget(connection: Connection, person: str) -> None:
    """Erase the stored data about the mails to a person."""
    connection.execute(delete(news_mails).where(news_mails.c.person == person))


def join(connection: Connection, old: str, new: str) -> None:
    """Give somebody the mails of another, if they have none."""
    if _of_person(connection, new) is not None:
        _remove(connection, old)
    own = select(news_mails.c.mailbox).where(news_mails.c.person == new)
    twice = and_(news_mails.c.person == old, news_mails.c.mailbox.in_(connection.execute(own).scalars().all()))
    connection.execute(delete(news_mails).where(twice))
    connection.execute(update(news_mails).where(news_mails.c.person == old).values(person=new))


class NewsMailRepository(Repository):
    """Mails about evenings, tournaments and clubs."""

    of_person = query(_of_person)
    of_token = query(_of_token)
    put = command(_put)
    remove = command(_remove)
    asks = query(_asks)
    claim_ask = command(_claim_ask)
    return_ask = command(_return_ask)
    receivers = query(_receivers)
    sent = query(_sent)
    forget_unconfirmed = command(_forget_unconfirmed)

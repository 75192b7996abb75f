"""Whose mailbox may be written to: who said yes once by a link that was mailed there, and nobody who said no.

Only the SHA-256 of a mailbox is kept here, so that a no outlives the address.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from ..clock import now_ms
from .records import Conflict
from .repository import can_be_stored
from .schema import mail_consents, mail_stops, mails

_ASKS: Final = 3
"""How often a mailbox is asked for one person, and for how many people without an answer: it may be somebody else's."""

_AGAIN_MS: Final = 24 * 3600 * 1000
"""After so long an address that is left again is asked again."""


class Stopped(Conflict):
    """Who has this mailbox wants no mails."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A mailbox that is to be asked whether a person left its address rightly; ``token`` answers."""

    address: str
    language: str
    token: str


def mailbox(address: str) -> str:
    """Return what stands for where an address leads: what follows a plus is its owner's own note."""
    name, _at, domain = address.lower().rpartition("@")
    return hashlib.sha256(f"{name.partition('+')[0]}@{domain}".encode()).hexdigest()


def ask_for(connection: Connection, box: str, owner: str) -> None:
    """Take note that a person left an address. Raises `Stopped`, and `Conflict` if too many have left it unanswered."""
    if connection.execute(select(mail_stops).where(mail_stops.c.mailbox == box)).first() is not None:
        raise Stopped("who has this address wants no mails")
    theirs = and_(mail_consents.c.mailbox == box, mail_consents.c.owner == owner)
    found = connection.execute(select(mail_consents).where(theirs)).one_or_none()
    if found is None:
        unanswered = select(func.count()).where(mail_consents.c.mailbox == box, mail_consents.c.confirmed_at.is_(None))
        if connection.execute(unanswered).scalar_one() >= _ASKS:
            raise Conflict("this address was left too often without an answer")
        connection.execute(insert(mail_consents).values(mailbox=box, owner=owner, token=secrets.token_urlsafe(32)))
    elif found.confirmed_at is None and found.asked < _ASKS and (found.asked_at or 0) < now_ms() - _AGAIN_MS:
        connection.execute(update(mail_consents).where(theirs).values(asked_at=None))


def is_confirmed(connection: Connection, box: str, owner: str) -> bool:
    """Say whether a person has said yes to mails to a mailbox."""
    said = select(mail_consents.c.token).where(
        mail_consents.c.mailbox == box, mail_consents.c.owner == owner, mail_consents.c.confirmed_at.is_not(None)
    )
    return connection.execute(said).first() is not None


def unasked(connection: Connection) -> Sequence[Ask]:
    """Return the mailboxes that are to be asked."""
    rows = connection.execute(
        select(mails.c.address, mails.c.language, mail_consents.c.token)
        .join(mail_consents, and_(mail_consents.c.mailbox == mails.c.mailbox, mail_consents.c.owner == mails.c.owner))
        .where(mail_consents.c.asked_at.is_(None), mail_consents.c.confirmed_at.is_(None))
        .order_by(mails.c.table_id)
    )
    found = {row.token: Ask(row.address, row.language, row.token) for row in rows}
    return list(found.values())


def claim(connection: Connection, ask: Ask) -> None:
    """Take note that a mailbox is asked. Raises `Conflict` if another process does it."""
    found = connection.execute(
        update(mail_consents)
        .where(mail_consents.c.token == ask.token, mail_consents.c.asked_at.is_(None))
        .values(asked_at=now_ms(), asked=mail_consents.c.asked + 1)
    )
    if found.rowcount == 0:
        raise Conflict("somebody else writes this mail, or it is not wanted any more")


def give_back(connection: Connection, ask: Ask) -> None:
    """Take note that a mailbox could not be asked after all."""
    connection.execute(
        update(mail_consents)
        .where(mail_consents.c.token == ask.token)
        .values(asked_at=None, asked=mail_consents.c.asked - 1)
    )


def confirm(connection: Connection, token: str) -> bool:
    """Take note that somebody said yes; False if the link is none any more."""
    if not can_be_stored(token):
        return False
    found = connection.execute(
        update(mail_consents).where(mail_consents.c.token == token).values(confirmed_at=now_ms())
    )
    return found.rowcount > 0


def stop(connection: Connection, token: str) -> None:
    """Write to a mailbox no more, by the token of any mail to it, and forget its addresses."""
    if not can_be_stored(token):
        return
    of_mail = select(mails.c.mailbox).where(mails.c.token == token)
    of_ask = select(mail_consents.c.mailbox).where(mail_consents.c.token == token)
    box = connection.execute(of_mail.union(of_ask)).scalar_one_or_none()
    if box is None:
        return
    connection.execute(insert(mail_stops).values(mailbox=box, token=token, stopped_at=now_ms()))
    for part in (mails, mail_consents):
        connection.execute(delete(part).where(part.c.mailbox == box))


def allow(connection: Connection, token: str) -> None:
    """Let a mailbox be asked again, by the token with which its mails were stopped."""
    if can_be_stored(token):
        connection.execute(delete(mail_stops).where(mail_stops.c.token == token))


def forget_unconfirmed(connection: Connection, before: int) -> None:
    """Forget the addresses to whose question nobody has answered since a time in UTC milliseconds."""
    unanswered = select(mail_consents.c.owner).where(
        mail_consents.c.mailbox == mails.c.mailbox,
        mail_consents.c.owner == mails.c.owner,
        mail_consents.c.confirmed_at.is_(None),
        mail_consents.c.asked_at < before,
    )
    connection.execute(delete(mails).where(unanswered.exists()))

"""The mailboxes that agreed to mails, the addresses that people left at tables, and the due mails.

Only the SHA-256 of a mailbox is kept here, so that a no outlives the address.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import Connection, and_, delete, exists, func, insert, or_, select, update

from ...clock import now_ms
from ..database.repository import Repository, can_be_stored, command, query
from ..database.schema import (
    games,
    mail_consents,
    mail_stops,
    mails,
    moves,
    news_mails,
    notice_choices,
    seats,
    tables,
)
from ..records import Conflict
from .due_notices import deadline_of

ASKS: Final = 3
"""How often a mailbox is asked for one person, and for how many people if it does not answer: it may be somebody
else's."""

AGAIN_MS: Final = 24 * 3600 * 1000
"""After this time an address that is left again is asked again."""


class Stopped(Conflict):
    """The owner of this mailbox wants no mails."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A mailbox to be asked to confirm that a person may use its address; ``token`` answers."""

    address: str
    language: str
    token: str


def mailbox(address: str) -> str:
    """Return a key for an address's mailbox: the part after a plus is its owner's own tag."""
    name, _at, domain = address.lower().rpartition("@")
    return hashlib.sha256(f"{name.partition('+')[0]}@{domain}".encode()).hexdigest()


def ask_for(connection: Connection, box: str, person: str) -> None:
    """Record that a person left an address. Raises `Stopped`, and `Conflict` if too many have left it unanswered."""
    if connection.execute(select(mail_stops).where(mail_stops.c.mailbox == box)).first() is not None:
        raise Stopped("who has this address wants no mails")
    theirs = and_(mail_consents.c.mailbox == box, mail_consents.c.person == person)
    found = connection.execute(select(mail_consents).where(theirs)).one_or_none()
    if found is None:
        unanswered = select(func.count()).where(mail_consents.c.mailbox == box, mail_consents.c.confirmed_at.is_(None))
        if connection.execute(unanswered).scalar_one() >= ASKS:
            raise Conflict("this address was left too often without an answer")
        connection.execute(insert(mail_consents).values(mailbox=box, person=person, token=secrets.token_urlsafe(32)))
    elif found.confirmed_at is None and found.asked < ASKS and (found.asked_at or 0) < now_ms() - AGAIN_MS:
        connection.execute(update(mail_consents).where(theirs).values(asked_at=None))


def is_confirmed(connection: Connection, box: str, person: str) -> bool:
    """Say whether a person has said yes to mails to a mailbox."""
    said = select(mail_consents.c.token).where(
        mail_consents.c.mailbox == box, mail_consents.c.person == person, mail_consents.c.confirmed_at.is_not(None)
    )
    return connection.execute(said).first() is not None


def unasked_mailboxes(connection: Connection) -> Sequence[Ask]:
    """Return the mailboxes to be asked."""
    rows = connection.execute(
        select(mails.c.address, mails.c.language, mail_consents.c.token)
        .join(mail_consents, and_(mail_consents.c.mailbox == mails.c.mailbox, mail_consents.c.person == mails.c.person))
        .where(mail_consents.c.asked_at.is_(None), mail_consents.c.confirmed_at.is_(None))
        .order_by(mails.c.table_id)
    )
    found = {row.token: Ask(row.address, row.language, row.token) for row in rows}
    return list(found.values())


def claim_ask(connection: Connection, ask: Ask) -> None:
    """Record that a mailbox is being asked. Raises `Conflict` if another process does it."""
    found = connection.execute(
        update(mail_consents)
        .where(mail_consents.c.token == ask.token, mail_consents.c.asked_at.is_(None))
        .values(asked_at=now_ms(), asked=mail_consents.c.asked + 1)
    )
    if found.rowcount == 0:
        raise Conflict("somebody else writes this mail, or it is not wanted any more")


def give_back_ask(connection: Connection, ask: Ask) -> None:
    """Record that a mailbox could not be asked after all."""
    connection.execute(
        update(mail_consents)
        .where(mail_consents.c.token == ask.token)
        .values(asked_at=None, asked=mail_consents.c.asked - 1)
    )


def confirm_mailbox(connection: Connection, token: str) -> bool:
    """Record a yes; False if the link has expired."""
    if not can_be_stored(token):
        return False
    turns = update(mail_consents).where(mail_consents.c.token == token)
    news = update(news_mails).where(news_mails.c.token == token, news_mails.c.address.is_not(None))
    return any(connection.execute(each.values(confirmed_at=now_ms())).rowcount for each in (turns, news))


def stop_mails(connection: Connection, token: str) -> None:
    """Stop writing to a mailbox, by the token of any mail to it, and forget its addresses.

    The token of a mail about news that somebody said yes to stops only these.
    """
    if not can_be_stored(token):
        return
    wanted = and_(news_mails.c.token == token, news_mails.c.confirmed_at.is_not(None))
    nothing = {"address": None, "confirmed_at": None, "asked": 0, "asked_at": None}
    if connection.execute(update(news_mails).where(wanted).values(**nothing)).rowcount:
        return
    of_mail = select(mails.c.mailbox).where(mails.c.token == token)
    of_ask = select(mail_consents.c.mailbox).where(mail_consents.c.token == token)
    of_news = select(news_mails.c.mailbox).where(news_mails.c.token == token, news_mails.c.address.is_not(None))
    box = connection.execute(of_mail.union(of_ask, of_news)).scalar_one_or_none()
    if box is None:
        return
    connection.execute(insert(mail_stops).values(mailbox=box, token=token, stopped_at=now_ms()))
    for part in (mails, mail_consents, news_mails):
        connection.execute(delete(part).where(part.c.mailbox == box))


def is_stopped(connection: Connection, token: str) -> bool:
    """Say whether the mails to a mailbox were stopped with a token."""
    found = select(mail_stops.c.mailbox).where(mail_stops.c.token == token)
    return can_be_stored(token) and connection.execute(found).first() is not None


def allow_mails(connection: Connection, token: str) -> None:
    """Allow asking a mailbox again, by the token that stopped its mails."""
    if can_be_stored(token):
        connection.execute(delete(mail_stops).where(mail_stops.c.token == token))


def forget_unconfirmed_mailboxes(connection: Connection, before: int) -> None:
    """Forget the addresses unconfirmed since a time in UTC milliseconds."""
    unanswered = select(mail_consents.c.person).where(
        mail_consents.c.mailbox == mails.c.mailbox,
        mail_consents.c.person == mails.c.person,
        mail_consents.c.confirmed_at.is_(None),
        mail_consents.c.asked_at < before,
    )
    connection.execute(delete(mails).where(unanswered.exists()))


_TABLES: Final = 20
"""The most tables at which an address can be left, since it may be somebody else's."""


@dataclass(frozen=True, slots=True)
class MailRow:
    """The address that a person, ``person``, left at a table; ``token`` stops the mails."""

    table_id: str
    person: str
    address: str
    language: str
    token: str


@dataclass(frozen=True, slots=True)
class DueMail:
    """Somebody whose turn it is and who has not had a mail in this turn, or not been reminded of it (``reminds``).

    The turn began after ``ply`` actions of game ``game``; the table's last change was at ``changed_at``, and their time
    is up at ``deadline`` (None without a clock), in UTC milliseconds. ``zone`` is theirs, if known.
    ``gone`` says that a stand-in plays for somebody else, whose time ran out.
    """

    table_id: str
    person: str
    address: str
    language: str
    token: str
    table_name: str
    game: int
    ply: int
    changed_at: int
    deadline: int | None = None
    zone: str = "UTC"
    settings: Mapping[str, Any] = field(default_factory=dict)
    gone: bool = False
    reminds: bool = False

    @property
    def turn(self) -> str:
        """The number of the table's turn."""
        return f"{self.game}/{self.ply}"


def _state(connection: Connection, table_id: str, person: str) -> tuple[bool, bool]:
    """Say whether a person left an address at a table, and whether they said yes to mails there."""
    if not can_be_stored(table_id):
        return False, False
    found = select(mails.c.mailbox).where(mails.c.table_id == table_id, mails.c.person == person)
    box = connection.execute(found).scalar_one_or_none()
    return box is not None, box is not None and is_confirmed(connection, box, person)


def _put(connection: Connection, row: MailRow) -> None:
    """Write a person's address, replacing any other.

    Raises `mailboxes.Stopped`, and `Conflict` if it is left at too many tables already or too often without an answer.
    """
    _remove(connection, row.table_id, row.person)
    box = mailbox(row.address)
    if connection.execute(select(func.count()).where(mails.c.mailbox == box)).scalar_one() >= _TABLES:
        raise Conflict("this address is left at too many tables")
    ask_for(connection, box, row.person)
    connection.execute(
        insert(mails).values(
            table_id=row.table_id,
            person=row.person,
            address=row.address,
            language=row.language,
            token=row.token,
            mailbox=box,
        )
    )


def _remove(connection: Connection, table_id: str, person: str) -> None:
    """Forget a person's address."""
    if can_be_stored(table_id):
        connection.execute(delete(mails).where(mails.c.table_id == table_id, mails.c.person == person))


def _due(connection: Connection) -> Sequence[DueMail]:
    """Return everybody whose turn it is, who said yes to mails, and who has not had a mail or a reminder in it."""
    began = (
        select(func.coalesce(func.max(moves.c.ply), 0))
        .select_from(moves.join(games))
        .where(games.c.table_id == tables.c.id, games.c.number == tables.c.game, moves.c.seat != tables.c.turn)
        .scalar_subquery()
    )
    other = seats.alias()
    gone = exists().where(other.c.table_id == tables.c.id, other.c.stand_in == "clock")
    rows = connection.execute(
        select(
            *(mails, gone.label("gone"), tables.c.name, tables.c.game, tables.c.settings),
            *(
                tables.c.changed_at,
                tables.c.clocks,
                tables.c.clocks_since,
                seats.c.seat,
                notice_choices.c.zone,
                began.label("ply"),
            ),
        )
        .select_from(
            mails.join(tables)
            .join(seats, seats.c.table_id == tables.c.id)
            .outerjoin(notice_choices, notice_choices.c.person == mails.c.person)
            .join(
                mail_consents,
                and_(mail_consents.c.mailbox == mails.c.mailbox, mail_consents.c.person == mails.c.person),
            )
        )
        .where(mail_consents.c.confirmed_at.is_not(None))
        .where(seats.c.seat == tables.c.turn, seats.c.person == mails.c.person, seats.c.stand_in.is_(None))
        .order_by(tables.c.changed_at)
    ).all()
    return [
        DueMail(
            table_id=row.table_id,
            person=row.person,
            address=row.address,
            language=row.language,
            token=row.token,
            table_name=row.name,
            game=row.game,
            ply=row.ply,
            changed_at=row.changed_at,
            deadline=deadline_of(row, row.seat),
            zone=row.zone or "UTC",
            settings=json.loads(row.settings),
            gone=row.gone,
            reminds=(row.sent_game, row.sent_ply) == (row.game, row.ply),
        )
        for row in rows
        if row.reminded != f"{row.game}/{row.ply}"
    ]


def _claim(connection: Connection, mail: DueMail) -> None:
    """Record that a person gets a mail in this turn. Raises `Conflict` if that is already recorded."""
    if mail.reminds:
        is_new = or_(mails.c.reminded.is_(None), mails.c.reminded != mail.turn)
        values: dict[str, Any] = {"reminded": mail.turn}
    else:
        is_new = or_(mails.c.sent_game.is_(None), mails.c.sent_game != mail.game, mails.c.sent_ply != mail.ply)
        values = {"sent_game": mail.game, "sent_ply": mail.ply}
    found = connection.execute(
        update(mails).where(mails.c.table_id == mail.table_id, mails.c.person == mail.person, is_new).values(**values)
    )
    if found.rowcount == 0:
        raise Conflict("somebody else writes this mail, or it is not wanted any more")


def _give_back(connection: Connection, mail: DueMail) -> None:
    """Record that a person could not be mailed after all."""
    connection.execute(
        update(mails)
        .where(mails.c.table_id == mail.table_id, mails.c.person == mail.person)
        .values(**({"reminded": None} if mail.reminds else {"sent_game": None, "sent_ply": None}))
    )


class MailRepository(Repository):
    """The mails to people whose turn it is, and the mailboxes that agreed to mails."""

    state = query(_state)
    put = command(_put, table=attrgetter("table_id"))
    remove = command(_remove, table=str)
    due = query(_due)
    claim = command(_claim, table=attrgetter("table_id"))
    give_back = command(_give_back, table=attrgetter("table_id"))
    stop = command(stop_mails)
    is_stopped = query(is_stopped)
    allow = command(allow_mails)
    confirm = command(confirm_mailbox)
    asks = query(unasked_mailboxes)
    claim_ask = command(claim_ask)
    return_ask = command(give_back_ask)
    forget_unconfirmed = command(forget_unconfirmed_mailboxes)

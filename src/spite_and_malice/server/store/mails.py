"""The addresses that people left at tables, and who is to be written to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from . import mailboxes
from .records import Conflict
from .repository import Repository, can_be_stored, command, query
from .schema import games, mail_consents, mails, moves, seats, tables

_TABLES: Final = 20
"""At how many tables an address can be left: leaving somebody else's can do no more harm."""


@dataclass(frozen=True, slots=True)
class MailRow:
    """The address that a person, ``owner``, left at a table; ``token`` stops the mails."""

    table_id: str
    owner: str
    address: str
    language: str
    token: str


@dataclass(frozen=True, slots=True)
class DueMail:
    """Somebody whose turn it is and who has not been written to in this turn.

    The turn began after ``ply`` actions of game ``game``; the table's last change was at ``changed_at``, in UTC
    milliseconds.
    """

    table_id: str
    owner: str
    address: str
    language: str
    token: str
    table_name: str
    game: int
    ply: int
    changed_at: int


def _state(connection: Connection, table_id: str, owner: str) -> tuple[bool, bool]:
    """Say whether a person left an address at a table, and whether they said yes to mails there."""
    if not can_be_stored(table_id):
        return False, False
    found = select(mails.c.mailbox).where(mails.c.table_id == table_id, mails.c.owner == owner)
    box = connection.execute(found).scalar_one_or_none()
    return box is not None, box is not None and mailboxes.is_confirmed(connection, box, owner)


def _put(connection: Connection, row: MailRow) -> None:
    """Write a person's address in place of any other.

    Raises `mailboxes.Stopped`, and `Conflict` if it is left at too many tables already or too often without an answer.
    """
    _remove(connection, row.table_id, row.owner)
    box = mailboxes.mailbox(row.address)
    if connection.execute(select(func.count()).where(mails.c.mailbox == box)).scalar_one() >= _TABLES:
        raise Conflict("this address is left at too many tables")
    mailboxes.ask_for(connection, box, row.owner)
    connection.execute(
        insert(mails).values(
            table_id=row.table_id,
            owner=row.owner,
            address=row.address,
            language=row.language,
            token=row.token,
            mailbox=box,
        )
    )


def _remove(connection: Connection, table_id: str, owner: str) -> None:
    """Forget a person's address."""
    if can_be_stored(table_id):
        connection.execute(delete(mails).where(mails.c.table_id == table_id, mails.c.owner == owner))


def _due(connection: Connection) -> Sequence[DueMail]:
    """Return everybody whose turn it is, who said yes to mails, and who has not been written to in this turn."""
    began = (
        select(func.coalesce(func.max(moves.c.ply), 0))
        .select_from(moves.join(games))
        .where(games.c.table_id == tables.c.id, games.c.number == tables.c.game, moves.c.seat != tables.c.turn)
        .scalar_subquery()
    )
    rows = connection.execute(
        select(mails, tables.c.name, tables.c.game, tables.c.changed_at, began.label("ply"))
        .select_from(
            mails.join(tables)
            .join(seats, seats.c.table_id == tables.c.id)
            .join(
                mail_consents,
                and_(mail_consents.c.mailbox == mails.c.mailbox, mail_consents.c.owner == mails.c.owner),
            )
        )
        .where(mail_consents.c.confirmed_at.is_not(None))
        .where(seats.c.seat == tables.c.turn, seats.c.owner == mails.c.owner, seats.c.stand_in.is_(None))
        .order_by(tables.c.changed_at)
    ).all()
    return [
        DueMail(
            table_id=row.table_id,
            owner=row.owner,
            address=row.address,
            language=row.language,
            token=row.token,
            table_name=row.name,
            game=row.game,
            ply=row.ply,
            changed_at=row.changed_at,
        )
        for row in rows
        if (row.sent_game, row.sent_ply) != (row.game, row.ply)
    ]


def _claim(connection: Connection, mail: DueMail) -> None:
    """Take note that a person is written to in this turn. Raises `Conflict` if that was taken note of before."""
    found = connection.execute(
        update(mails)
        .where(
            mails.c.table_id == mail.table_id,
            mails.c.owner == mail.owner,
            or_(mails.c.sent_game.is_(None), mails.c.sent_game != mail.game, mails.c.sent_ply != mail.ply),
        )
        .values(sent_game=mail.game, sent_ply=mail.ply)
    )
    if found.rowcount == 0:
        raise Conflict("somebody else writes this mail, or it is not wanted any more")


def _give_back(connection: Connection, mail: DueMail) -> None:
    """Take note that a person could not be written to after all."""
    connection.execute(
        update(mails)
        .where(mails.c.table_id == mail.table_id, mails.c.owner == mail.owner)
        .values(sent_game=None, sent_ply=None)
    )


class MailRepository(Repository):
    """The mails to those whose turn it is, and whose mailboxes may be written to."""

    state = query(_state)
    put = command(_put, table=attrgetter("table_id"))
    remove = command(_remove, table=str)
    due = query(_due)
    claim = command(_claim, table=attrgetter("table_id"))
    give_back = command(_give_back, table=attrgetter("table_id"))
    stop = command(mailboxes.stop)
    allow = command(mailboxes.allow)
    confirm = command(mailboxes.confirm)
    asks = query(mailboxes.unasked)
    claim_ask = command(mailboxes.claim)
    return_ask = command(mailboxes.give_back)
    forget_unconfirmed = command(mailboxes.forget_unconfirmed)

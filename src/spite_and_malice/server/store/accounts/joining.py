"""Merging two people: everything of one belongs to the other afterwards, and no game is lost."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, and_, delete, func, or_, select, update
from sqlalchemy import Table as SqlTable

from ...clock import now_ms
from .. import admin
from ..database.schema import (
    accounts,
    blocks,
    conditionals,
    contributions,
    devices,
    games,
    house_rules,
    mail_consents,
    mails,
    passkeys,
    reports,
    seats,
    tables,
)
from ..events import evening_people, tournament_people
from ..games import puzzles, ratings
from ..people import friends, holidays, news_mails, notices


def join(connection: Connection, old: str, new: str, table_ids: Sequence[str]) -> list[str]:
    """Give a person everything that belongs to another, at some tables and elsewhere; return the changed tables."""
    changed = [table_id for table_id in table_ids if join_at_table(connection, old, new, table_id)]
    _join_house_rules(connection, old, new)
    puzzles.join(connection, old, new)
    friends.join(connection, old, new)
    evening_people.join(connection, old, new)
    notices.join(connection, old, new)
    news_mails.join(connection, old, new)
    holidays.join(connection, old, new)
    tournament_people.join_people(connection, old, new)
    _join_consents(connection, old, new)
    for column in (reports.c.person, reports.c.reporter):
        connection.execute(update(reports).where(column == old).values({column.name: new}))
    for kind in ("person", "restriction"):
        is_such = blocks.c.kind == kind
        if connection.execute(select(blocks.c.id).where(is_such, blocks.c.subject == new)).first() is None:
            connection.execute(update(blocks).where(is_such, blocks.c.subject == old).values(subject=new))
    admin.join(connection, old, new)
    return changed


def join_accounts(connection: Connection, old: str, new: str, device: str) -> None:
    """Give an account the devices, passkeys and ratings of another, which is deleted; its name and mail become free.

    ``device`` asked for it, and keeps its token until it has used another one.
    """
    # Data still written under the old id is moved later.
    ended = {"made_at": now_ms()} if old == device else {"revoked_at": now_ms()}
    connection.execute(update(devices).where(devices.c.id == old).values(**ended))
    for part in (devices, passkeys):
        connection.execute(update(part).where(part.c.person == old).values(person=new))
    ratings.join(connection, old, new)
    connection.execute(delete(accounts).where(accounts.c.person == old))


def left_behind(connection: Connection, since: int) -> list[tuple[str, str, list[str]]]:
    """Return who was merged with whom since a time, and the tables created under the old id since then.

    A request may have begun before the merge and be written after it.
    """
    joined = connection.execute(
        select(devices.c.id, devices.c.person).where(
            or_(devices.c.revoked_at >= since, devices.c.made_at >= since), devices.c.id != devices.c.person
        )
    ).all()
    found = []
    for row in joined:
        seated = select(seats.c.table_id).where(seats.c.person == row.id)
        there = select(tables.c.id).where(or_(tables.c.host == row.id, tables.c.id.in_(seated)))
        if table_ids := list(connection.execute(there).scalars()):
            found.append((row.id, row.person, table_ids))
    return found


def join_at_table(connection: Connection, old: str, new: str, table_id: str) -> bool:
    """Give a person everything of another's at a table; False if the table does not exist."""
    row = connection.execute(select(tables).where(tables.c.id == table_id).with_for_update()).one_or_none()
    if row is None:
        return False
    at = connection.execute(select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat)).all()
    is_there = row.host == new or any(seat.person == new for seat in at)
    values: dict[str, Any] = {}
    if row.host == old:
        values["host"] = new
        if row.day is not None and not _keeps_day(connection, row, new):
            values["day"] = None
    kicked = [new if each == old else each for each in json.loads(row.kicked)]
    # A seat under either of their ids stays.
    values["kicked"] = json.dumps([each for each in kicked if each != new or not is_there])
    _join_seats(connection, old, new, row, at)
    for part in (conditionals, contributions, mails):
        _join_parts(connection, old, new, part, part.c.table_id == table_id)
    dealt = and_(games.c.table_id == table_id, games.c.seats.contains(old))
    connection.execute(update(games).where(dealt).values(seats=func.replace(games.c.seats, old, new)))
    connection.execute(
        update(tables)
        .where(tables.c.id == table_id)
        .values(**values, revision=tables.c.revision + 1, changes=tables.c.changes + 1)
    )
    return True


def _keeps_day(connection: Connection, row: Any, new: str) -> bool:
    """Say whether a table remains that of a day: of two, the one begun first does; the other becomes ordinary."""
    same = and_(tables.c.day == row.day, tables.c.preset == row.preset, tables.c.host == new)
    other = connection.execute(select(tables.c.id, tables.c.created_at).where(same)).one_or_none()
    if other is None:
        return True
    if other.created_at <= row.created_at:
        return False
    connection.execute(update(tables).where(tables.c.id == other.id).values(day=None, changes=tables.c.changes + 1))
    return True


def _join_seats(connection: Connection, old: str, new: str, row: Any, at: Sequence[Any]) -> None:
    """Give a seat to the merged person; of two seats at one table they keep one and leave the other."""
    has_one = any(seat.person == new for seat in at)
    for seat in at:
        if seat.person != old:
            continue
        values: dict[str, Any] = {"person": new}
        if has_one and row.game == 0:
            empty = dict.fromkeys(("person", "head", "sign", "stand_in"))
            values = {"kind": "open", "name": "", "free": False} | empty
        elif has_one:
            values = {"person": None, "stand_in": "left", "free": row.closed_at is None}
        of_seat = and_(seats.c.table_id == row.id, seats.c.seat == seat.seat)
        connection.execute(update(seats).where(of_seat).values(**values))
        has_one = True


def _join_parts(connection: Connection, old: str, new: str, part: SqlTable, where: Any) -> None:
    """Give a row that somebody has once per table to the merged person, unless they already have one."""
    theirs = select(part).where(where, part.c.person == old)
    kept = set(connection.execute(select(part.c[_key(part)]).where(where, part.c.person == new)).scalars())
    for each in connection.execute(theirs).mappings().all():
        this = and_(where, part.c.person == old, part.c[_key(part)] == each[_key(part)])
        if each[_key(part)] in kept:
            connection.execute(delete(part).where(this))
        else:
            connection.execute(update(part).where(this).values(person=new))


def _key(part: SqlTable) -> str:
    """Return the column that, besides the table and the person, distinguishes rows."""
    return "number" if part is contributions else "table_id"


def _join_house_rules(connection: Connection, old: str, new: str) -> None:
    """Give somebody the saved rules of another; equal ones are kept once, others with the same name get a number."""
    own = {row.name.lower(): row for row in connection.execute(select(house_rules).where(house_rules.c.person == new))}
    ids = {row.id for row in own.values()}
    for row in connection.execute(select(house_rules).where(house_rules.c.person == old)).all():
        this = and_(house_rules.c.person == old, house_rules.c.id == row.id)
        same = own.get(row.name.lower())
        if same is not None and (same.preset, same.rules) == (row.preset, row.rules):
            connection.execute(delete(house_rules).where(this))
            continue
        number, name = 1, row.name
        while name.lower() in own:
            number += 1
            name = f"{row.name[:54]} {number}"
        kept_id = row.id if row.id not in ids else f"{row.id[:14]}{number:02}"
        connection.execute(update(house_rules).where(this).values(person=new, name=name, id=kept_id))
        own[name.lower()] = row
        ids.add(kept_id)


def _join_consents(connection: Connection, old: str, new: str) -> None:
    """Give somebody another's answer for a mailbox; if both answered, a yes stays."""
    own = {row.mailbox: row for row in connection.execute(select(mail_consents).where(mail_consents.c.person == new))}
    for row in connection.execute(select(mail_consents).where(mail_consents.c.person == old)).all():
        this = and_(mail_consents.c.person == old, mail_consents.c.mailbox == row.mailbox)
        same = own.get(row.mailbox)
        if same is None:
            connection.execute(update(mail_consents).where(this).values(person=new))
            continue
        connection.execute(delete(mail_consents).where(this))
        if same.confirmed_at is None and row.confirmed_at is not None:
            own_one = and_(mail_consents.c.person == new, mail_consents.c.mailbox == row.mailbox)
            connection.execute(update(mail_consents).where(own_one).values(confirmed_at=row.confirmed_at))

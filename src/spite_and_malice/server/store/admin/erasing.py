"""Erasing what is stored of a person: their own tables go, and in those of others they become somebody."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update

from .. import puzzles
from ..records import SOMEBODY
from ..schema import accounts, contributions, games, house_rules, mail_consents, mails, moves, reports, seats, tables
from . import tables as all_tables

CHUNK: Final = 100
"""How many tables are erased in one transaction, for others want to write too."""

_NOTE: Final = "played by "


def forget(connection: Connection, owner: str, table_ids: Sequence[str]) -> list[str]:
    """Take a person out of tables; return those that are other than before, or gone.

    A table without another person goes. In others their name and their head become somebody's, their seat is free, and
    what they host goes to one of the others.
    """
    changed = []
    for table_id in table_ids:
        row = connection.execute(select(tables).where(tables.c.id == table_id).with_for_update()).one_or_none()
        if row is None:
            continue
        dealt = connection.execute(select(games.c.id, games.c.seats).where(games.c.table_id == table_id)).all()
        at = connection.execute(select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat)).all()
        others = [seat.owner for seat in at if seat.owner not in (None, owner)]
        if _has_others(owner, row, at, dealt):
            _leave(connection, owner, row, at, dealt, others)
        else:
            all_tables.remove(connection, [table_id])
        changed.append(table_id)
    return changed


def forget_rest(connection: Connection, owner: str) -> None:
    """Erase what is stored of a person beside tables: their account, house rules and puzzles, and reports of them.

    Nobody knows any more what they reported. A block stays: it is what keeps them out.
    """
    # Devices, passkeys, ratings and what was good once go with the account.
    connection.execute(delete(accounts).where(accounts.c.person == owner))
    connection.execute(delete(house_rules).where(house_rules.c.owner == owner))
    puzzles.forget(connection, owner)
    connection.execute(delete(mail_consents).where(mail_consents.c.owner == owner))
    connection.execute(delete(reports).where(reports.c.person == owner))
    connection.execute(update(reports).where(reports.c.reporter == owner).values(reporter=""))


def _has_others(owner: str, row: Any, at: Sequence[Any], dealt: Sequence[Any]) -> bool:
    """Say whether anybody but this person has a part in a table, or had one."""
    if any(seat.kind == "person" and seat.owner != owner for seat in at):
        return True
    was_there = (seat for game in dealt for seat in json.loads(game.seats or "[]") if seat["kind"] == "person")
    if any(seat["owner"] != owner for seat in was_there):
        return True
    # Of some games of version 0.1 nobody knows who was dealt in: its host has a part in it.
    return row.owner not in (owner, "") and bool(dealt)


def _leave(
    connection: Connection,
    owner: str,
    row: Any,
    at: Sequence[Any],
    dealt: Sequence[Any],
    others: Sequence[str],
) -> None:
    """Take a person out of a table at which there are others."""
    called = {seat.name for seat in at if seat.owner == owner}
    for game in dealt:
        sat = json.loads(game.seats or "[]")
        names = {seat["name"] for seat in sat}
        for seat in sat:
            if seat["owner"] == owner:
                called.add(seat["name"])
                seat.update(name=_somebody(names), owner=None, head=None)
                names.add(seat["name"])
        if game.seats is not None:
            connection.execute(update(games).where(games.c.id == game.id).values(seats=json.dumps(sat)))
    # A move by a person who took a seat over says who that was.
    notes = [_NOTE + name for name in called]
    of_table = moves.c.game_id.in_([game.id for game in dealt])
    connection.execute(update(moves).where(of_table, moves.c.note.in_(notes)).values(note=_NOTE + SOMEBODY))
    names = {seat.name for seat in at}
    for seat in at:
        if seat.owner != owner:
            continue
        of_seat = (seats.c.table_id == row.id) & (seats.c.seat == seat.seat)
        connection.execute(delete(seats).where(of_seat))
        if row.game == 0:
            freed: dict[str, Any] = {"kind": "open", "name": ""}
        else:
            freed = {"kind": "person", "name": _somebody(names), "stand_in": "left", "free": row.closed_at is None}
            names.add(freed["name"])
        connection.execute(insert(seats).values(table_id=row.id, seat=seat.seat, **freed))
    for part in (contributions, mails):
        connection.execute(delete(part).where(part.c.table_id == row.id, part.c.owner == owner))
    kicked = [each for each in json.loads(row.kicked) if each != owner]
    host = row.owner if row.owner != owner else others[0] if others else ""
    connection.execute(
        update(tables)
        .where(tables.c.id == row.id)
        .values(owner=host, kicked=json.dumps(kicked), revision=tables.c.revision + 1, changes=tables.c.changes + 1)
    )


def _somebody(names: set[str]) -> str:
    """Return a name for somebody that none of those at the table has."""
    number, name = 1, SOMEBODY
    while name in names:
        number += 1
        name = f"{SOMEBODY} {number}"
    return name

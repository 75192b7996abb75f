"""Erasing a person: their part in tables with others, every other table of theirs, and the rest of their data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update

from .. import admin
from ..admin import tables as all_tables
from ..database.schema import (
    accounts,
    conditionals,
    contributions,
    games,
    house_rules,
    mail_consents,
    mails,
    moves,
    reports,
    seats,
    tables,
)
from ..events import evening_people, tournament_people
from ..games import puzzles
from ..records import SOMEBODY
from . import friends, holidays, news_mails, notices

CHUNK: Final = 100
"""How many tables are erased in one transaction: others need to write too."""

_NOTE: Final = "played by "


def forget_at_tables(connection: Connection, person: str, table_ids: Sequence[str]) -> list[str]:
    """Take a person out of tables; return those that are other than before, or gone.

    A table without another person is deleted. In others their name and head become "Somebody"'s, their seat is free,
    and tables they host go to one of the others.
    """
    changed = []
    for table_id in table_ids:
        row = connection.execute(select(tables).where(tables.c.id == table_id).with_for_update()).one_or_none()
        if row is None:
            continue
        dealt = connection.execute(select(games.c.id, games.c.seats).where(games.c.table_id == table_id)).all()
        at = connection.execute(select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat)).all()
        others = [seat.person for seat in at if seat.person not in (None, person)]
        if _has_others(person, row, at, dealt):
            _leave(connection, person, row, at, dealt, others)
        else:
            all_tables.remove(connection, [table_id])
        changed.append(table_id)
    return changed


def forget_rest(connection: Connection, person: str) -> None:
    """Erase a person's stored data apart from tables: account, house rules, puzzles, friends, notices, and reports.

    Their reports are anonymised. A block stays: it keeps them out.
    """
    # Devices, passkeys, ratings and tickets are deleted with the account.
    connection.execute(delete(accounts).where(accounts.c.person == person))
    connection.execute(delete(house_rules).where(house_rules.c.person == person))
    puzzles.forget(connection, person)
    friends.forget(connection, person)
    evening_people.forget(connection, person)
    notices.forget(connection, person)
    news_mails.forget(connection, person)
    holidays.forget(connection, person)
    tournament_people.forget(connection, person)
    connection.execute(delete(mail_consents).where(mail_consents.c.person == person))
    connection.execute(delete(reports).where(reports.c.person == person))
    connection.execute(update(reports).where(reports.c.reporter == person).values(reporter=""))
    admin.forget(connection, person)


def _has_others(person: str, row: Any, at: Sequence[Any], dealt: Sequence[Any]) -> bool:
    """Say whether anybody but this person has a part in a table, or had one."""
    if any(seat.kind == "person" and seat.person != person for seat in at):
        return True
    was_there = (seat for game in dealt for seat in json.loads(game.seats or "[]") if seat["kind"] == "person")
    if any(seat["owner"] != person for seat in was_there):
        return True
    # For some early games it is unknown who was dealt in: the host counts as a participant.
    return row.host not in (person, "") and bool(dealt)


def _leave(
    connection: Connection,
    person: str,
    row: Any,
    at: Sequence[Any],
    dealt: Sequence[Any],
    others: Sequence[str],
) -> None:
    """Remove a person from a table with others."""
    called = {seat.name for seat in at if seat.person == person}
    for game in dealt:
        sat = json.loads(game.seats or "[]")
        names = {seat["name"] for seat in sat}
        for seat in sat:
            if seat["owner"] == person:
                called.add(seat["name"])
                seat.update(name=_somebody(names), owner=None, head=None, sign=None)
                names.add(seat["name"])
        if game.seats is not None:
            connection.execute(update(games).where(games.c.id == game.id).values(seats=json.dumps(sat)))
    # A move by a person who took over a seat says who that was.
    notes = [_NOTE + name for name in called]
    of_table = moves.c.game_id.in_([game.id for game in dealt])
    connection.execute(update(moves).where(of_table, moves.c.note.in_(notes)).values(note=_NOTE + SOMEBODY))
    names = {seat.name for seat in at}
    for seat in at:
        if seat.person != person:
            continue
        of_seat = (seats.c.table_id == row.id) & (seats.c.seat == seat.seat)
        connection.execute(delete(seats).where(of_seat))
        if row.game == 0:
            freed: dict[str, Any] = {"kind": "open", "name": ""}
        else:
            freed = {"kind": "person", "name": _somebody(names), "stand_in": "left", "free": row.closed_at is None}
            names.add(freed["name"])
        connection.execute(insert(seats).values(table_id=row.id, seat=seat.seat, **freed))
    for part in (conditionals, contributions, mails):
        connection.execute(delete(part).where(part.c.table_id == row.id, part.c.person == person))
    kicked = [each for each in json.loads(row.kicked) if each != person]
    host = row.host if row.host != person else others[0] if others else ""
    connection.execute(
        update(tables)
        .where(tables.c.id == row.id)
        .values(host=host, kicked=json.dumps(kicked), revision=tables.c.revision + 1, changes=tables.c.changes + 1)
    )


def _somebody(names: set[str]) -> str:
    """Return a replacement name for a person that nobody else at the table has."""
    number, name = 1, SOMEBODY
    while name in names:
        number += 1
        name = f"{SOMEBODY} {number}"
    return name


def erase_rest(connection: Connection, person: str, changed: Sequence[str]) -> None:
    """Erase a person's data apart from tables (`forget_rest`), and note it with the tables that changed before."""
    forget_rest(connection, person)
    admin.note(connection, "server", "person erased", "", changed)

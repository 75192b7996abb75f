"""The lines of guests on the sheet of an evening: claimed on another device, and two of one person merged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select, update

from ...clock import now_ms
from ..accounts.joining import join_at_table
from ..database.repository import Repository, command
from ..database.schema import seats
from ..database.schema_evenings import evening_claims, evening_guests, evening_seats, evening_tables
from ..records import Conflict
from .evening_rows import Guest, StoredEvening
from .evenings import lock, touch

_CLAIMS: Final = 50
"""The most claims at one evening of already being a guest."""


def _claim(connection: Connection, evening_id: str, person: str, number: int | None) -> None:
    """Note that somebody says they are the guest of a ``number`` already, or with None that they take it back.

    Raises `Conflict` if the evening is over, there is no such guest, it is them, or there are many claims.
    """
    at = lock(connection, evening_id)
    own = and_(evening_claims.c.evening_id == evening_id, evening_claims.c.person == person)
    connection.execute(delete(evening_claims).where(own))
    if number is not None:
        guest = _guest(at, number)
        if guest.state == "out" or guest.person in (None, person) or len(at.claims) >= _CLAIMS:
            raise Conflict("there is no such guest, or many have said so")
        new = {"evening_id": evening_id, "person": person, "number": number, "made_at": now_ms()}
        connection.execute(insert(evening_claims).values(**new))
    touch(connection, evening_id)


def _confirm(connection: Connection, evening_id: str, person: str) -> Sequence[str]:
    """Let somebody be the guest they say they are; return the tables at which they sit by that.

    Raises `Conflict` if they have not claimed it, or were at a table with that guest.
    """
    at = lock(connection, evening_id)
    claim = next((each for each in at.claims if each.person == person), None)
    if claim is None:
        raise Conflict("nobody says so any more")
    guest, own = _guest(at, claim.number), at.guest_of(person)
    changed: list[str] = []
    if own is not None:
        _join(connection, at, own, guest)
    if guest.person is not None:
        changed += _seat(connection, at, guest.person, person)
        if at.evening.host == guest.person:
            touch(connection, evening_id, host=person)
    _write(connection, at, guest.number, person=person, seen_at=now_ms(), state=_back(guest))
    connection.execute(delete(evening_claims).where(evening_claims.c.evening_id == evening_id, _is(person)))
    touch(connection, evening_id)
    return list(dict.fromkeys(changed))


def _join_lines(connection: Connection, evening_id: str, number: int, into: int) -> Sequence[str]:
    """Merge two guests into the one seen last; return the tables at which they now sit.

    Raises `Conflict` if there are no such guests, or they were at one table.
    """
    at = lock(connection, evening_id)
    guest, other = _guest(at, into), _guest(at, number)
    if guest is other or "out" in (guest.state, other.state):
        raise Conflict("these are not two guests")
    latest = max(guest, other, key=lambda each: each.seen_at if each.person is not None else -1)
    _join(connection, at, other, guest)
    changed: list[str] = []
    if latest.person is not None:
        for each in (guest, other):
            if each.person not in (None, latest.person):
                changed += _seat(connection, at, each.person, latest.person)
        if at.evening.host in (guest.person, other.person):
            touch(connection, evening_id, host=latest.person)
    values = {"person": latest.person, "seen_at": latest.seen_at, "state": _back(latest)}
    _write(connection, at, guest.number, **values)
    touch(connection, evening_id)
    return list(dict.fromkeys(changed))


def _back(guest: Guest) -> str:
    return "waiting" if guest.state == "left" else guest.state


def _is(person: str) -> ColumnElement[bool]:
    return evening_claims.c.person == person


def _guest(at: StoredEvening, number: int) -> Guest:
    found = next((guest for guest in at.guests if guest.number == number), None)
    if found is None:
        raise Conflict("there is no such guest")
    return found


def _join(connection: Connection, at: StoredEvening, gone: Guest, guest: Guest) -> None:
    """Give a guest the games of another, whose line is deleted. Raises `Conflict` if they were at one table."""
    for table in at.tables:
        if {gone.number, guest.number} <= {place.guest for place in table.seats} and table.number > 0:
            raise Conflict("they were at one table")
    played = and_(evening_seats.c.evening_id == at.evening.id, evening_seats.c.guest == gone.number)
    connection.execute(update(evening_seats).where(played).values(guest=guest.number))
    line = and_(evening_guests.c.evening_id == at.evening.id, evening_guests.c.number == gone.number)
    connection.execute(delete(evening_guests).where(line))
    claims = and_(evening_claims.c.evening_id == at.evening.id, evening_claims.c.number == gone.number)
    connection.execute(delete(evening_claims).where(claims))


def _seat(connection: Connection, at: StoredEvening, old: str, new: str) -> list[str]:
    """Seat somebody where they sat under another id at the tables of an evening; return these."""
    of_evening = select(evening_tables.c.table_id).where(evening_tables.c.evening_id == at.evening.id)
    there = select(seats.c.table_id).where(seats.c.person == old, seats.c.table_id.in_(of_evening))
    ids = list(connection.execute(there).scalars())
    return [table_id for table_id in ids if join_at_table(connection, old, new, table_id)]


def _write(connection: Connection, at: StoredEvening, number: int, **values: object) -> None:
    this = and_(evening_guests.c.evening_id == at.evening.id, evening_guests.c.number == number)
    connection.execute(update(evening_guests).where(this).values(**values))


class LineRepository(Repository):
    """The lines of guests on the sheets of evenings."""

    claim = command(_claim)
    confirm = command(_confirm)
    join = command(_join_lines)

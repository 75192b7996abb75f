"""Finding people: a person is an id, and the names of their account and under which they sit at tables."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Select, func, or_, select

from ..schema import accounts, blocks, contributions, devices, games, mail_consents, mails, reports, seats, tables


@dataclass(slots=True)
class FoundPerson:
    """Somebody who sat at tables under some ``names``; the time of the latest change at one is in UTC milliseconds."""

    id: str
    names: set[str] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)
    seen_at: int = 0


def find(connection: Connection, name: str) -> Sequence[FoundPerson]:
    """Return the people who call or called themselves something with ``name`` in it, the latest first.

    Capital letters make no difference.
    """
    found: dict[str, FoundPerson] = {}
    for owner, called, table_id, changed_at in _named(connection, name):
        person = found.setdefault(owner, FoundPerson(owner))
        person.names.add(called)
        if table_id is not None:
            person.tables.add(table_id)
        person.seen_at = max(person.seen_at, changed_at)
    return sorted(found.values(), key=lambda person: (-person.seen_at, person.id))


def beginning_with(connection: Connection, start: str) -> Sequence[str]:
    """Return the people whose id begins so, who made a table or sit at one, or of whom something else is stored."""
    places: tuple[Any, ...] = (
        *(tables.c.owner, seats.c.owner, contributions.c.owner),
        *(mails.c.owner, mail_consents.c.owner, reports.c.person, reports.c.reporter, accounts.c.person),
    )
    found: set[str] = set()
    for place in places:
        beginning = select(place).where(place.startswith(start, autoescape=True)).distinct()
        found.update(connection.execute(beginning).scalars())
    blocked = select(blocks.c.subject).where(blocks.c.kind == "person", blocks.c.subject.startswith(start))
    found.update(connection.execute(blocked).scalars())
    for dealt in connection.scalars(_games_with(start)):
        found.update(seat["owner"] for seat in json.loads(dealt) if (seat["owner"] or "").startswith(start))
    return sorted(found)


def involved(connection: Connection, owner: str) -> list[str]:
    """Return the ids of all tables that say anything of a person: made by them, or they sit or sat there."""
    places = (
        select(tables.c.id).where(or_(tables.c.owner == owner, tables.c.kicked.contains(owner))),
        select(seats.c.table_id).where(seats.c.owner == owner),
        select(contributions.c.table_id).where(contributions.c.owner == owner),
        select(mails.c.table_id).where(mails.c.owner == owner),
        select(games.c.table_id).where(games.c.seats.contains(owner)),
    )
    found: set[str] = set()
    for place in places:
        found.update(connection.execute(place).scalars())
    return sorted(found)


def _named(connection: Connection, name: str) -> Iterator[tuple[str, str, str | None, int]]:
    """Yield owner, name, table and its latest change for every seat with such a name, now or at a deal.

    Of the accounts with such a name the table is None, and the time that of the last use of a device.
    """
    sought = name.casefold()
    used = select(func.max(devices.c.used_at)).where(devices.c.person == accounts.c.person).scalar_subquery()
    named = select(accounts.c.person, accounts.c.name, accounts.c.made_at, used.label("used_at"))
    for row in connection.execute(named.where(accounts.c.name.is_not(None))):
        if sought in row.name.casefold():
            yield row.person, row.name, None, row.used_at or row.made_at
    now = select(seats.c.owner, seats.c.name, seats.c.table_id, tables.c.changed_at).join(tables)
    for row in connection.execute(now.where(seats.c.owner.is_not(None))):
        if sought in row.name.casefold():
            yield row.owner, row.name, row.table_id, row.changed_at
    dealt = select(games.c.seats, games.c.table_id, tables.c.changed_at).join(tables).where(games.c.seats.is_not(None))
    for game in connection.execute(dealt):
        for seat in json.loads(game.seats):
            if seat["owner"] is not None and sought in seat["name"].casefold():
                yield seat["owner"], seat["name"], game.table_id, game.changed_at


def _games_with(start: str) -> Select[Any]:
    """Select the seats of the games at whose deal somebody sat whose id begins so."""
    return select(games.c.seats).where(func.coalesce(games.c.seats, "").contains(f'"owner": "{start}', autoescape=True))

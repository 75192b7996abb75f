"""Finding a person's data: by a name they used, by the beginning of their id, and the tables they have to do with."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Column, Connection, Select, func, or_, select

from ..database.schema import (
    accounts,
    avoidances,
    blocks,
    conditionals,
    contributions,
    devices,
    friendships,
    games,
    house_rules,
    letters,
    mail_consents,
    mails,
    notice_choices,
    passkeys,
    profiles,
    push_subscriptions,
    puzzle_meetings,
    puzzle_objections,
    puzzle_people,
    puzzle_results,
    puzzle_runs,
    rating_changes,
    reports,
    retired_links,
    seats,
    tables,
    tickets,
)
from ..database.schema import holidays as stored_holidays
from ..database.schema import news_mails as stored_news_mails
from ..database.schema import notices as stored_notices
from ..database.schema import ratings as stored_ratings
from ..database.schema_evenings import (
    club_kept_out,
    club_members,
    club_messages,
    club_requests,
    clubs,
    evening_claims,
    evening_guests,
    evening_replies,
    evenings,
)
from ..database.schema_tournaments import entrants, tournament_kept_out, tournament_lines
from ..database.schema_tournaments import tournaments as stored_tournaments


@dataclass(slots=True)
class FoundPerson:
    """Somebody who sat at tables under some ``names``; the time of the latest change at one is in UTC milliseconds."""

    id: str
    names: set[str] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)
    seen_at: int = 0


def find(connection: Connection, name: str) -> Sequence[FoundPerson]:
    """Return the people who call or called themselves something with ``name`` in it, the latest first.

    Case makes no difference.
    """
    found: dict[str, FoundPerson] = {}
    for person_id, called, table_id, changed_at in _named(connection, name):
        person = found.setdefault(person_id, FoundPerson(person_id))
        person.names.add(called)
        if table_id is not None:
            person.tables.add(table_id)
        person.seen_at = max(person.seen_at, changed_at)
    return sorted(found.values(), key=lambda person: (-person.seen_at, person.id))


PERSONS: Final[tuple[Column[Any], ...]] = (
    *(accounts.c.person, avoidances.c.person, avoidances.c.other, blocks.c.subject, club_members.c.person),
    *(
        clubs.c.keeper,
        conditionals.c.person,
        contributions.c.person,
        devices.c.person,
        entrants.c.person,
        evening_guests.c.person,
    ),
    *(evening_claims.c.person, evening_replies.c.person, evenings.c.cancelled_by),
    *(club_requests.c.person, club_kept_out.c.person, club_messages.c.person),
    *(evenings.c.host, friendships.c.person, friendships.c.other, stored_holidays.c.person, house_rules.c.person),
    *(letters.c.sender, letters.c.recipient, mail_consents.c.person, mails.c.person, notice_choices.c.person),
    stored_news_mails.c.person,
    *(stored_notices.c.person, passkeys.c.person, profiles.c.person, push_subscriptions.c.person),
    *(puzzle_meetings.c.person, puzzle_objections.c.person),
    *(puzzle_people.c.person, puzzle_results.c.person, puzzle_runs.c.person, rating_changes.c.person),
    *(stored_ratings.c.person, reports.c.person, reports.c.reporter, retired_links.c.person, seats.c.person),
    *(tables.c.host, tickets.c.person, stored_tournaments.c.host),
    *(tournament_kept_out.c.person, tournament_lines.c.person),
)
"""Every column that holds the id of a person; a block of an address holds that instead."""


ID_DIGITS: Final = 64
"""How many hexadecimal digits a person's id has."""


def may_begin_id(start: str) -> bool:
    """Say whether a text is long enough to search for as the beginning of a person's id: six digits."""
    return len(start) >= 6 and set(start) <= set("0123456789abcdef")


def with_account(connection: Connection, people: Sequence[str]) -> set[str]:
    """Return those of some people who have an account."""
    return set(connection.scalars(select(accounts.c.person).where(accounts.c.person.in_(people))))


def beginning_with(connection: Connection, start: str) -> Sequence[str]:
    """Return the people with stored data whose id begins with a text."""
    found: set[str] = set()
    for place in PERSONS:
        beginning = select(place).where(place.startswith(start, autoescape=True)).distinct()
        if place is blocks.c.subject:
            beginning = beginning.where(blocks.c.kind != "address")
        found.update(connection.execute(beginning).scalars())
    for dealt in connection.scalars(_games_with(start)):
        found.update(seat["owner"] for seat in json.loads(dealt) if (seat["owner"] or "").startswith(start))
    return sorted(found)


def involved(connection: Connection, person: str) -> list[str]:
    """Return the ids of all tables with data about a person: they created them, or sit or sat there."""
    places = (
        select(tables.c.id).where(or_(tables.c.host == person, tables.c.kicked.contains(person))),
        select(seats.c.table_id).where(seats.c.person == person),
        select(contributions.c.table_id).where(contributions.c.person == person),
        select(mails.c.table_id).where(mails.c.person == person),
        select(conditionals.c.table_id).where(conditionals.c.person == person),
        select(games.c.table_id).where(games.c.seats.contains(person)),
    )
    found: set[str] = set()
    for place in places:
        found.update(connection.execute(place).scalars())
    return sorted(found)


def _named(connection: Connection, name: str) -> Iterator[tuple[str, str, str | None, int]]:
    """Yield person, name, table and its latest change for every seat with such a name, now or at a deal.

    For accounts and profiles with such a name the table is None, and the time that of the last use.
    """
    sought = name.casefold()
    used = select(func.max(devices.c.used_at)).where(devices.c.person == accounts.c.person).scalar_subquery()
    named = select(accounts.c.person, accounts.c.name, accounts.c.made_at, used.label("used_at"))
    for row in connection.execute(named.where(accounts.c.name.is_not(None))):
        if sought in row.name.casefold():
            yield row.person, row.name, None, row.used_at or row.made_at
    for shown in connection.execute(select(profiles.c.person, profiles.c.name, profiles.c.seen_at)):
        if sought in shown.name.casefold():
            yield shown.person, shown.name, None, shown.seen_at
    now = select(seats.c.person, seats.c.name, seats.c.table_id, tables.c.changed_at).join(tables)
    for row in connection.execute(now.where(seats.c.person.is_not(None))):
        if sought in row.name.casefold():
            yield row.person, row.name, row.table_id, row.changed_at
    dealt = select(games.c.seats, games.c.table_id, tables.c.changed_at).join(tables).where(games.c.seats.is_not(None))
    for game in connection.execute(dealt):
        for seat in json.loads(game.seats):
            if seat["owner"] is not None and sought in seat["name"].casefold():
                yield seat["owner"], seat["name"], game.table_id, game.changed_at


def _games_with(start: str) -> Select[Any]:
    """Select the seats at the deal of games, for people whose id begins with a text."""
    return select(games.c.seats).where(func.coalesce(games.c.seats, "").contains(f'"owner": "{start}', autoescape=True))

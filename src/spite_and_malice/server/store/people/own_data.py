"""Personal data: found, exported, and erased."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import Column, Connection, Row, Select, delete, func, insert, or_, select, update

from .. import admin
from ..admin import tables as all_tables
from ..database.repository import Repository, command, query
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
    moves,
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
from ..events import evening_people, tournament_people
from ..games import conditionals as laid_down
from ..games import puzzles, ratings
from ..records import SOMEBODY
from . import friends, holidays, news_mails, notices


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


def read_everything(connection: Connection, person: str) -> dict[str, Any]:
    """Return a person's stored data; times in UTC milliseconds.

    For a running game it has only their own moves, and no secret; for a finished one every move and the secret, from
    which the whole game can be replayed.
    """
    games_of_all = read_games_of(connection, person)
    return read_rest(connection, person) | {"tables": read_tables(connection, person, games_of_all)}


def read_games_of(connection: Connection, person: str) -> list[tuple[str, int]]:
    """Return each game that `read_everything` says something of: its table and its number, 0 for a table without one.

    The games of a table come together.
    """
    found: list[tuple[str, int]] = []
    for table_id in involved(connection, person):
        numbers = select(games.c.number).where(games.c.table_id == table_id).order_by(games.c.number)
        found += [(table_id, number) for number in connection.scalars(numbers).all() or [0]]
    return found


def read_tables(connection: Connection, person: str, some: Sequence[tuple[str, int]]) -> list[dict[str, Any]]:
    """Return the tables of some games (`read_games_of`), each with those of its games that are named.

    Anything deleted since the games were read is left out.
    """
    found = []
    for table_id, of_table in groupby(some, itemgetter(0)):
        row = connection.execute(select(tables).where(tables.c.id == table_id)).one_or_none()
        if row is not None:
            found.append(_table(connection, person, row, [number for _table_id, number in of_table]))
    return found


def read_rest(connection: Connection, person: str) -> dict[str, Any]:
    """Return a person's stored data apart from their tables."""
    return {
        "person": person,
        "account": _account(connection, person),
        "ratings": ratings.take(connection, person),
        "house_rules": [
            {"name": row.name, "preset": row.preset, "rules": json.loads(row.rules), "changed_at": row.changed_at}
            for row in connection.execute(
                select(house_rules).where(house_rules.c.person == person).order_by(house_rules.c.name)
            )
        ],
        "mail_addresses": [
            {"table": row.table_id, "address": row.address, "language": row.language}
            for row in connection.execute(select(mails).where(mails.c.person == person).order_by(mails.c.table_id))
        ],
        "mail_consents": [
            {"asked_at": row.asked_at, "confirmed_at": row.confirmed_at}
            for row in connection.execute(select(mail_consents).where(mail_consents.c.person == person))
        ],
        "news_mails": news_mails.take(connection, person),
        "puzzles": puzzles.take(connection, person),
        "people": friends.take(connection, person),
        "company": evening_people.take(connection, person),
        "notices": notices.take(connection, person),
        "holidays": holidays.take_along(connection, person),
        "conditionals": laid_down.take_along(connection, person),
        "tournaments": tournament_people.take(connection, person),
        "reports": [
            {
                "reported_at": row.reported_at,
                "table": row.table_id,
                "by_you": row.reporter == person,
                "name": row.name,
                "line": row.line,
            }
            for row in connection.execute(
                select(reports)
                .where(or_(reports.c.person == person, reports.c.reporter == person))
                .order_by(reports.c.id)
            )
        ],
        "blocks": [
            {"kind": row.kind, "blocked_at": row.blocked_at, "until": row.until, "reason": row.reason}
            for row in connection.execute(
                select(blocks).where(blocks.c.kind != "address", blocks.c.subject == person).order_by(blocks.c.id)
            )
        ],
    }


def _account(connection: Connection, person: str) -> dict[str, Any] | None:
    row = connection.execute(select(accounts).where(accounts.c.person == person)).one_or_none()
    if row is None:
        return None
    signed_in = select(devices).where(
        devices.c.person == person, devices.c.revoked_at.is_(None), devices.c.replaces.is_(None)
    )
    keys = select(passkeys).where(passkeys.c.person == person).order_by(passkeys.c.id)
    return {
        "name": row.name,
        "language": row.language,
        "mail": row.mail,
        "has_recovery_code": row.recovery is not None,
        "settings": json.loads(row.settings),
        "made_at": row.made_at,
        "moderates_since": row.moderates_since,
        "devices": [
            {"browser": each.browser, "system": each.system, "made_at": each.made_at, "used_at": each.used_at}
            for each in connection.execute(signed_in.order_by(devices.c.made_at))
        ],
        "passkeys": [
            {"site": each.site, "browser": each.browser, "system": each.system}
            | {"made_at": each.made_at, "used_at": each.used_at}
            for each in connection.execute(keys)
        ],
    }


def _table(connection: Connection, person: str, row: Row[Any], numbers: Sequence[int]) -> dict[str, Any]:
    at = connection.execute(select(seats).where(seats.c.table_id == row.id).order_by(seats.c.seat)).all()
    named = select(games).where(games.c.table_id == row.id, games.c.number.in_(numbers)).order_by(games.c.number)
    dealt = connection.execute(named).all()
    return {
        "id": row.id,
        "name": row.name,
        "preset": row.preset,
        "made_by_you": row.host == person,
        "asked_to_leave": person in json.loads(row.kicked),
        "created_at": row.created_at,
        "changed_at": row.changed_at,
        "given_up_at": row.given_up_at,
        "rules": json.loads(row.rules),
        "settings": json.loads(row.settings),
        "seats": [
            {"name": seat.name, "player": seat.player, "you": seat.person == person, "head": seat.head} for seat in at
        ],
        "games": [_game(connection, person, game, at) for game in dealt],
    }


def _game(connection: Connection, person: str, game: Row[Any], at: Sequence[Row[Any]]) -> dict[str, Any]:
    sat = json.loads(game.seats or "[]")
    own = {number for number, seat in enumerate(sat) if seat["owner"] == person}
    own |= {seat.seat for seat in at if seat.person == person}
    is_over = game.ended_at is not None
    played = connection.execute(select(moves).where(moves.c.game_id == game.id).order_by(moves.c.ply))
    return {
        "number": game.number,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "dealer": game.dealer,
        "seats": [{"name": seat["name"], "you": seat["owner"] == person} for seat in sat],
        "result": None if game.result is None else json.loads(game.result),
        "figures": None if game.figures is None else json.loads(game.figures),
        "secret": game.secret.hex() if is_over else None,
        "deal": json.loads(game.deal) if is_over and game.deal is not None else None,
        "contributions": json.loads(game.contributions) if is_over else None,
        "actions": [
            {"ply": move.ply, "seat": move.seat, "action": move.text, "note": move.note, "made_at": move.made_at}
            for move in played
            if is_over or move.seat in own
        ],
    }


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


def _erase_rest(connection: Connection, person: str, changed: Sequence[str]) -> None:
    forget_rest(connection, person)
    admin.note(connection, "server", "person erased", "", changed)


class PersonRepository(Repository):
    """Everything stored about a person."""

    export = query(read_everything)
    export_rest = query(read_rest)
    export_tables = query(read_tables)
    games_of = query(read_games_of)
    _involved = query(involved)
    _forget = command(forget_at_tables)
    _erase = command(_erase_rest)

    async def erase(self, person: str) -> list[str]:
        """Erase a person's stored data (`admin.erasing`); return the tables that changed, or are deleted.

        Raises `StoreError`; anything erased before stays erased.
        """
        changed = await self.forget(person, await self._involved(person))
        await self._erase(person, changed)
        return changed

    async def forget(self, person: str, table_ids: Sequence[str]) -> list[str]:
        """Remove a person from some tables (`admin.erasing.forget`); return those that changed, or are deleted."""
        changed: list[str] = []
        for start in range(0, len(table_ids), CHUNK):
            changed += await self._forget(person, table_ids[start : start + CHUNK])
        return changed

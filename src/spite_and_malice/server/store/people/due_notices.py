"""What somebody may get a notice of: a turn that waits, a message, a friend at a table."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, exists, func, select

from ...clock import DAY_MS, now_ms
from ..database.schema import (
    accounts,
    avoidances,
    friendships,
    games,
    letters,
    moves,
    profiles,
    push_subscriptions,
    seats,
    tables,
)
from ..database.schema_evenings import evenings
from .friends import HERE_MS
from .letters import IS_GOOD, KEPT_MS

_TURN_MS: Final = 14 * DAY_MS
"""How long a waiting turn is news."""

_LETTER_MS: Final = 2 * DAY_MS
_AT_TABLE_MS: Final = 5 * 60_000


@dataclass(frozen=True, slots=True)
class DueTurn:
    """Somebody's turn that began after ``ply`` actions; ``others`` are the names of the others at the table.

    ``deadline`` is when their time is up, in UTC milliseconds, None without a clock. ``gone`` are the others who let
    their time run out, so that a stand-in plays for them.
    """

    person: str
    table_id: str
    table_name: str
    game: int
    ply: int
    settings: Mapping[str, Any]
    others: tuple[str, ...]
    deadline: int | None = None
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DueLetter:
    """A message that waits for somebody, or with the id of a table or of an evening an invitation."""

    person: str
    id: str
    sender: str
    table_id: str | None
    table_name: str | None
    evening_id: str | None = None
    evening_name: str | None = None


@dataclass(frozen=True, slots=True)
class DueFriend:
    """A friend of somebody who is at a table; ``who`` identifies them without being an id."""

    person: str
    who: str
    name: str


def whose(column: ColumnElement[Any], person: str | None) -> ColumnElement[bool]:
    """Return the condition that a column holds a person's id, or with None anybody's who gets notices."""
    return column.in_(select(push_subscriptions.c.person)) if person is None else column == person


def deadline_of(table: Any, seat: int) -> int | None:
    """Return when the time of the seat to move is up, in UTC milliseconds; None if no clock runs."""
    if table.clocks is None or table.clocks_since is None:
        return None
    left: int = json.loads(table.clocks)[seat]
    return int(table.clocks_since) + left


def read_due_turns(connection: Connection, person: str | None = None) -> Sequence[DueTurn]:
    """Return the turns of people at tables with others; those of one person, or of all who get notices."""
    began = (
        select(func.coalesce(func.max(moves.c.ply), 0))
        .select_from(moves.join(games))
        .where(games.c.table_id == tables.c.id, games.c.number == tables.c.game, moves.c.seat != tables.c.turn)
        .scalar_subquery()
    )
    other = seats.alias()
    # A seat without a person is not waited for.
    with_others = exists().where(
        other.c.table_id == tables.c.id, other.c.person.is_not(None), other.c.person != seats.c.person
    )
    rows = connection.execute(
        select(
            *(seats.c.person, seats.c.seat, tables.c.id, tables.c.name, tables.c.game, tables.c.settings),
            *(tables.c.clocks, tables.c.clocks_since, began.label("ply")),
        )
        .select_from(seats.join(tables))
        .where(whose(seats.c.person, person), seats.c.seat == tables.c.turn, seats.c.stand_in.is_(None))
        .where(tables.c.changed_at >= now_ms() - _TURN_MS, tables.c.closed_at.is_(None))
        .where(tables.c.given_up_at.is_(None), with_others)
        .order_by(tables.c.changed_at, tables.c.id)
    ).all()
    names: dict[str, list[tuple[str | None, str, bool]]] = {}
    of_tables = select(seats.c.table_id, seats.c.person, seats.c.name, seats.c.stand_in).where(
        seats.c.table_id.in_([row.id for row in rows]), seats.c.kind == "person"
    )
    for seat in connection.execute(of_tables.order_by(seats.c.seat)):
        names.setdefault(seat.table_id, []).append((seat.person, seat.name, seat.stand_in == "clock"))
    return [
        DueTurn(
            person=row.person,
            table_id=row.id,
            table_name=row.name,
            game=row.game,
            ply=row.ply,
            settings=json.loads(row.settings),
            others=tuple(name for other_one, name, _gone in names.get(row.id, ()) if other_one != row.person),
            deadline=deadline_of(row, row.seat),
            gone=tuple(name for other_one, name, gone in names.get(row.id, ()) if gone and other_one != row.person),
        )
        for row in rows
    ]


def read_due_letters(connection: Connection, person: str | None = None) -> Sequence[DueLetter]:
    """Return what waits for people to be read, but from those whom they have muted or blocked.

    For all who get notices it is only the latest, which is news.
    """
    avoided = exists().where(avoidances.c.person == letters.c.recipient, avoidances.c.other == letters.c.sender)
    since = now_ms() - (_LETTER_MS if person is None else KEPT_MS)
    rows = connection.execute(
        select(
            letters.c.id,
            letters.c.recipient,
            letters.c.table_id,
            tables.c.name.label("table_name"),
            letters.c.evening_id,
            evenings.c.name.label("evening_name"),
            func.coalesce(accounts.c.name, profiles.c.name, "").label("sender_name"),
        )
        .select_from(letters)
        .outerjoin(tables, tables.c.id == letters.c.table_id)
        .outerjoin(evenings, evenings.c.id == letters.c.evening_id)
        .outerjoin(profiles, profiles.c.person == letters.c.sender)
        .outerjoin(accounts, accounts.c.person == letters.c.sender)
        .where(whose(letters.c.recipient, person), letters.c.sent_at >= since, ~avoided, IS_GOOD)
        .order_by(letters.c.sent_at, letters.c.id)
    )
    return [
        DueLetter(
            row.recipient, row.id, row.sender_name, row.table_id, row.table_name, row.evening_id, row.evening_name
        )
        for row in rows
    ]


def read_due_friends(connection: Connection) -> Sequence[DueFriend]:
    """Return the friends of people who get notices that are at a table now and let others see it."""
    now = now_ms()
    theirs, mine = seats.alias(), seats.alias()
    found: dict[tuple[str, str], DueFriend] = {}
    for own, friend in ((friendships.c.person, friendships.c.other), (friendships.c.other, friendships.c.person)):
        muted = exists().where(avoidances.c.person == own, avoidances.c.other == friend)
        together = exists().where(mine.c.table_id == theirs.c.table_id, mine.c.person == own)
        rows = connection.execute(
            select(own.label("person"), friend.label("friend"))
            .add_columns(func.coalesce(accounts.c.name, profiles.c.name).label("name"))
            .select_from(friendships)
            .join(profiles, profiles.c.person == friend)
            .join(theirs, theirs.c.person == friend)
            .join(tables, tables.c.id == theirs.c.table_id)
            .outerjoin(accounts, accounts.c.person == friend)
            .where(friendships.c.accepted_at.is_not(None), whose(own, None), ~muted, ~together)
            .where(profiles.c.presence != "nobody", profiles.c.seen_at > now - HERE_MS)
            .where(tables.c.changed_at > now - _AT_TABLE_MS, tables.c.given_up_at.is_(None))
            .where(tables.c.practice.is_(None), tables.c.closed_at.is_(None), theirs.c.stand_in.is_(None))
        )
        for row in rows:
            who = hashlib.sha256(f"{row.person} {row.friend}".encode()).hexdigest()[:16]
            found[row.person, who] = DueFriend(row.person, who, row.name)
    return list(found.values())

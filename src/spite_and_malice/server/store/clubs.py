"""Clubs: their members, house rules, season and evenings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, and_, delete, exists, func, insert, or_, select, update

from ..clock import now_ms
from .evening_people import leave_club
from .evenings import StoredEvening, read_evenings
from .records import Conflict
from .repository import Repository, can_be_stored, command, query
from .schema_evenings import club_members, club_seasons, clubs, evening_tables, evenings

_KEPT: Final = 10
"""How many clubs one person can keep."""
_MEMBERS: Final = 300
_EVENINGS: Final = 200
"""How many evenings a list of a club has."""


@dataclass(frozen=True, slots=True)
class Club:
    """A club as it is set; ``rules_name`` is what its house rules are called, times are in UTC milliseconds."""

    id: str
    name: str
    keeper: str
    preset: str | None
    rules: dict[str, Any]
    rules_name: str = ""
    season: int = 1
    season_since: int = 0
    founded_at: int = 0


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in a club."""

    person: str
    name: str
    head: str | None
    joined_at: int


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a club; times in UTC milliseconds, ``until`` None for the one that goes on."""

    number: int
    since: int
    until: int | None


@dataclass(frozen=True, slots=True)
class StoredClub:
    """A club with its members, the longest first, and its seasons, the latest first."""

    club: Club
    members: tuple[Member, ...]
    seasons: tuple[Season, ...]

    def season(self, number: int) -> Season | None:
        """Return a season by its number, None if there was none or nobody knows when it was."""
        return next((season for season in self.seasons if season.number == number), None)

    def member(self, person: str) -> Member | None:
        """Return somebody as a member."""
        return next((member for member in self.members if member.person == person), None)


def read_club(connection: Connection, club_id: str) -> StoredClub | None:
    """Return a club with its members, None if there is none of that id."""
    if not can_be_stored(club_id):
        return None
    row = connection.execute(select(clubs).where(clubs.c.id == club_id)).one_or_none()
    if row is None:
        return None
    order = (club_members.c.joined_at, club_members.c.person)
    members = connection.execute(select(club_members).where(club_members.c.club_id == club_id).order_by(*order))
    over = select(club_seasons).where(club_seasons.c.club_id == club_id).order_by(club_seasons.c.number.desc())
    values = dict(row._mapping)
    return StoredClub(
        Club(**values | {"rules": json.loads(row.rules)}),
        tuple(Member(each.person, each.name, each.head, each.joined_at) for each in members.all()),
        (
            Season(row.season, row.season_since, None),
            *(Season(each.number, each.since, each.until) for each in connection.execute(over)),
        ),
    )


def _read_of(connection: Connection, person: str) -> Sequence[StoredClub]:
    """Return the clubs of which somebody is a member, by name."""
    own = select(club_members.c.club_id).where(club_members.c.person == person)
    ids = connection.execute(select(clubs.c.id).where(clubs.c.id.in_(own)).order_by(clubs.c.name, clubs.c.id))
    return [club for each in ids.scalars().all() if (club := read_club(connection, each)) is not None]


def _found(connection: Connection, new: Club, name: str, head: str | None) -> None:
    """Write a new club whose keeper is its first member. Raises `Conflict` if they keep too many."""
    kept = select(func.count()).select_from(clubs).where(clubs.c.keeper == new.keeper)
    if connection.execute(kept).scalar_one() >= _KEPT:
        raise Conflict("they keep too many clubs already")
    now = now_ms()
    connection.execute(
        insert(clubs).values(
            id=new.id,
            name=new.name,
            keeper=new.keeper,
            preset=new.preset,
            rules=json.dumps(new.rules),
            rules_name=new.rules_name,
            season=1,
            season_since=now,
            founded_at=now,
        )
    )
    connection.execute(
        insert(club_members).values(club_id=new.id, person=new.keeper, name=name, head=head, joined_at=now)
    )


def _change(connection: Connection, changed: Club) -> None:
    """Write another name, keeper or other rules of a club."""
    values = {"name": changed.name, "keeper": changed.keeper, "preset": changed.preset}
    values |= {"rules": json.dumps(changed.rules), "rules_name": changed.rules_name}
    connection.execute(update(clubs).where(clubs.c.id == changed.id).values(**values))


def _begin_season(connection: Connection, club_id: str, number: int) -> None:
    """Begin the season after one that goes on; nothing where that is over already."""
    now = now_ms()
    this = and_(clubs.c.id == club_id, clubs.c.season == number)
    since = connection.execute(select(clubs.c.season_since).where(this).with_for_update()).scalar()
    if since is not None:
        connection.execute(insert(club_seasons).values(club_id=club_id, number=number, since=since, until=now))
        connection.execute(update(clubs).where(this).values(season=number + 1, season_since=now))


def _join(connection: Connection, club_id: str, person: str, name: str, head: str | None) -> None:
    """Let somebody be a member, or be called otherwise. Raises `Conflict` if the club is full or gone."""
    connection.execute(select(clubs.c.id).where(clubs.c.id == club_id).with_for_update())
    at = read_club(connection, club_id)
    if at is None or (at.member(person) is None and len(at.members) >= _MEMBERS):
        raise Conflict("this club takes nobody more")
    own = and_(club_members.c.club_id == club_id, club_members.c.person == person)
    if connection.execute(update(club_members).where(own).values(name=name, head=head)).rowcount == 0:
        new = {"club_id": club_id, "person": person, "name": name, "head": head, "joined_at": now_ms()}
        connection.execute(insert(club_members).values(**new))


def _evenings(
    connection: Connection, club_id: str, since: int = 0, until: int | None = None
) -> Sequence[StoredEvening]:
    """Return the evenings of a club from a time on, the latest first: those planned, held, or with a game that ended.

    With ``until`` those at which a game ended between the two.
    """
    when = func.coalesce(evenings.c.starts_at, evenings.c.created_at)
    ended = and_(evening_tables.c.evening_id == evenings.c.id, evening_tables.c.ended_at >= since)
    if until is None:
        chosen = or_(when >= since, evenings.c.is_over.is_(False), exists().where(ended))
    else:
        chosen = exists().where(ended, evening_tables.c.ended_at < until)
    rows = select(evenings.c.id).where(evenings.c.club_id == club_id, chosen)
    ids = list(connection.execute(rows.order_by(when.desc(), evenings.c.id).limit(_EVENINGS)).scalars())
    found = read_evenings(connection, ids)
    return [found[each] for each in ids]


def read_all(connection: Connection) -> Sequence[StoredClub]:
    """Return all clubs by name."""
    ids = connection.execute(select(clubs.c.id).order_by(clubs.c.name, clubs.c.id)).scalars().all()
    return [club for each in ids if (club := read_club(connection, each)) is not None]


def remove(connection: Connection, club_id: str) -> None:
    """Delete a club; its evenings stay."""
    connection.execute(delete(clubs).where(clubs.c.id == club_id))


class ClubRepository(Repository):
    """Clubs and their members."""

    get = query(read_club)
    of = query(_read_of)
    evenings = query(_evenings)
    found = command(_found)
    change = command(_change)
    begin_season = command(_begin_season)
    join = command(_join)
    leave = command(leave_club)

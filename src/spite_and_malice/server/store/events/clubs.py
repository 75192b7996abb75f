"""Clubs: their members, house rules, season and evenings."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, exists, func, insert, or_, select, update

from ...clock import DAY_MS, now_ms
from ..database.repository import Repository, can_be_stored, command, query
from ..database.schema_evenings import (
    club_kept_out,
    club_members,
    club_messages,
    club_requests,
    club_seasons,
    clubs,
    evening_tables,
    evenings,
)
from ..records import Conflict
from .evening_people import leave_club
from .evening_rows import StandIns, StoredEvening
from .evenings import read_evenings

_KEPT: Final = 10
"""The most clubs that one person can keep."""
_MEMBERS: Final = 300
_REQUESTS: Final = 100
"""The most waiting requests at a club."""
_KEPT_OUT: Final = 300
_MESSAGES: Final = 20
"""How many of the newest messages to all are kept."""
_PER_DAY: Final = 5
"""How many messages to all go to a club in a day."""
_EVENINGS: Final = 200
"""How many evenings a list of a club has."""


Joining = Literal["open", "request", "link"]
"""Who can join a club: everybody with its address, those accepted by an officer, or those who have its newest link."""
Role = Literal["member", "officer"]
Standing = Literal["keeper", "officer", "member"]


@dataclass(frozen=True, slots=True)
class Club:
    """A club's settings; ``rules_name`` is the name of its house rules, times are in UTC milliseconds.

    ``code`` belongs to the link by which people join, where they need one.
    """

    id: str
    name: str
    keeper: str
    preset: str | None
    rules: dict[str, Any]
    rules_name: str = ""
    season: int = 1
    season_since: int = 0
    founded_at: int = 0
    stand_ins: StandIns = "half"
    joining: Joining = "open"
    code: str = ""


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in a club; ``messages`` says whether they want messages to all members."""

    person: str
    name: str
    head: str | None
    joined_at: int
    role: Role = "member"
    messages: bool = True


@dataclass(frozen=True, slots=True)
class Outsider:
    """Somebody who asks to join a club, or is kept out of it."""

    person: str
    name: str
    head: str | None
    since: int


@dataclass(frozen=True, slots=True)
class ClubMessage:
    """A message to all members of a club."""

    person: str
    name: str
    text: str
    sent_at: int


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a club; times in UTC milliseconds, ``until`` None for the current one."""

    number: int
    since: int
    until: int | None


@dataclass(frozen=True, slots=True)
class StoredClub:
    """A club with its members, the longest-standing first, and its seasons, the latest first.

    ``requests`` are from people who want to join, ``kept_out`` people who cannot come back; ``messages`` are newest
    first.
    """

    club: Club
    members: tuple[Member, ...]
    seasons: tuple[Season, ...]
    requests: tuple[Outsider, ...] = ()
    kept_out: tuple[Outsider, ...] = ()
    messages: tuple[ClubMessage, ...] = ()

    def season(self, number: int) -> Season | None:
        """Return a season by its number, None if there was none or its dates are unknown."""
        return next((season for season in self.seasons if season.number == number), None)

    def member(self, person: str) -> Member | None:
        """Return somebody as a member."""
        return next((member for member in self.members if member.person == person), None)


def read_club(connection: Connection, club_id: str) -> StoredClub | None:
    """Return a club with its members, None if no club has that id."""
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
        tuple(
            Member(each.person, each.name, each.head, each.joined_at, each.role, each.messages)
            for each in members.all()
        ),
        (
            Season(row.season, row.season_since, None),
            *(Season(each.number, each.since, each.until) for each in connection.execute(over)),
        ),
        _outsiders(connection, club_requests, club_id),
        _outsiders(connection, club_kept_out, club_id),
        tuple(
            ClubMessage(each.person, each.name, each.text, each.sent_at)
            for each in connection.execute(
                select(club_messages)
                .where(club_messages.c.club_id == club_id)
                .order_by(club_messages.c.sent_at.desc(), club_messages.c.id)
                .limit(_MESSAGES)
            )
        ),
    )


def _outsiders(connection: Connection, table: Table, club_id: str) -> tuple[Outsider, ...]:
    rows = connection.execute(select(table).where(table.c.club_id == club_id).order_by(table.c.since, table.c.person))
    return tuple(Outsider(row.person, row.name, row.head, row.since) for row in rows)


def _read_of(connection: Connection, person: str) -> Sequence[StoredClub]:
    """Return the clubs of a member, by name."""
    own = select(club_members.c.club_id).where(club_members.c.person == person)
    ids = connection.execute(select(clubs.c.id).where(clubs.c.id.in_(own)).order_by(clubs.c.name, clubs.c.id))
    return [club for each in ids.scalars().all() if (club := read_club(connection, each)) is not None]


def _read_standings(connection: Connection, person: str, ids: Sequence[str]) -> dict[str, Standing]:
    """Return a person's role in each of some clubs; clubs of which they are not a member are left out."""
    rows = connection.execute(
        select(club_members.c.club_id, club_members.c.role, clubs.c.keeper)
        .join(clubs, clubs.c.id == club_members.c.club_id)
        .where(club_members.c.person == person, club_members.c.club_id.in_(ids))
    )
    return {row.club_id: "keeper" if row.keeper == person else row.role for row in rows}


def _read_named(connection: Connection, name: str) -> Sequence[str]:
    """Return the ids of the clubs with a name, ignoring case."""
    return list(connection.execute(select(clubs.c.id).where(func.lower(clubs.c.name) == name.lower())).scalars())


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
            joining=new.joining,
            code=new_code(),
        )
    )
    connection.execute(
        insert(club_members).values(club_id=new.id, person=new.keeper, name=name, head=head, joined_at=now)
    )


def change(connection: Connection, changed: Club) -> None:
    """Write another name, keeper or other rules of a club."""
    values = {"name": changed.name, "keeper": changed.keeper, "preset": changed.preset}
    values |= {"rules": json.dumps(changed.rules), "rules_name": changed.rules_name, "stand_ins": changed.stand_ins}
    values |= {"joining": changed.joining}
    # A club of an older version has no link of its own yet.
    values |= {} if changed.code else {"code": new_code()}
    connection.execute(update(clubs).where(clubs.c.id == changed.id).values(**values))


def _begin_season(connection: Connection, club_id: str, number: int) -> None:
    """Begin the season after the current one; does nothing if that is already over."""
    now = now_ms()
    this = and_(clubs.c.id == club_id, clubs.c.season == number)
    since = connection.execute(select(clubs.c.season_since).where(this).with_for_update()).scalar()
    if since is not None:
        connection.execute(insert(club_seasons).values(club_id=club_id, number=number, since=since, until=now))
        connection.execute(update(clubs).where(this).values(season=number + 1, season_since=now))


def _join(connection: Connection, club_id: str, person: str, name: str, head: str | None) -> None:
    """Make somebody a member, or change their name.

    Raises `Conflict` if the club is full or gone, `KeptOut` if they were removed.
    """
    connection.execute(select(clubs.c.id).where(clubs.c.id == club_id).with_for_update())
    at = read_club(connection, club_id)
    if at is None or (at.member(person) is None and len(at.members) >= _MEMBERS):
        raise Conflict("this club takes nobody more")
    if any(each.person == person for each in at.kept_out):
        raise KeptOut("they were taken out")
    connection.execute(delete(club_requests).where(_of(club_requests, club_id, person)))
    own = and_(club_members.c.club_id == club_id, club_members.c.person == person)
    if connection.execute(update(club_members).where(own).values(name=name, head=head)).rowcount == 0:
        new = {"club_id": club_id, "person": person, "name": name, "head": head, "joined_at": now_ms()}
        connection.execute(insert(club_members).values(**new))


class KeptOut(Conflict):
    """Somebody was removed from a club and cannot come back."""


def new_code() -> str:
    """Return a code for the link of a club."""
    return secrets.token_urlsafe(9).replace("-", "_")


def _of(table: Table, club_id: str, person: str) -> ColumnElement[bool]:
    return and_(table.c.club_id == club_id, table.c.person == person)


def _ask(connection: Connection, club_id: str, person: str, name: str, head: str | None) -> None:
    """Record a request to join. Raises `Conflict` if there are many, `KeptOut` if they were removed."""
    at = read_club(connection, club_id)
    if at is None or len(at.requests) >= _REQUESTS:
        raise Conflict("many ask already")
    if any(each.person == person for each in at.kept_out):
        raise KeptOut("they were taken out")
    connection.execute(delete(club_requests).where(_of(club_requests, club_id, person)))
    new = {"club_id": club_id, "person": person, "name": name, "head": head, "since": now_ms()}
    connection.execute(insert(club_requests).values(**new))


def _decline(connection: Connection, club_id: str, person: str) -> None:
    """Decline a request to join; they can ask again."""
    connection.execute(delete(club_requests).where(_of(club_requests, club_id, person)))


def _take_out(connection: Connection, club_id: str, person: str) -> None:
    """Remove a member for good: they, and people with the current link, cannot join again."""
    at = read_club(connection, club_id)
    member = None if at is None else at.member(person)
    if at is None or member is None:
        return
    leave_club(connection, club_id, person)
    if len(at.kept_out) >= _KEPT_OUT:
        connection.execute(delete(club_kept_out).where(_of(club_kept_out, club_id, at.kept_out[0].person)))
    connection.execute(delete(club_kept_out).where(_of(club_kept_out, club_id, person)))
    new = {"club_id": club_id, "person": person, "name": member.name, "head": member.head, "since": now_ms()}
    connection.execute(insert(club_kept_out).values(**new))
    _renew_link(connection, club_id)


def _pardon(connection: Connection, club_id: str, person: str) -> None:
    """Let a person who was removed join again."""
    connection.execute(delete(club_kept_out).where(_of(club_kept_out, club_id, person)))


def _renew_link(connection: Connection, club_id: str) -> None:
    """Renew the link by which people join; the old one stops working."""
    connection.execute(update(clubs).where(clubs.c.id == club_id).values(code=new_code()))


def _set_role(connection: Connection, club_id: str, person: str, role: Role) -> None:
    """Make a member an officer, or an officer an ordinary member."""
    connection.execute(update(club_members).where(_of(club_members, club_id, person)).values(role=role))


def _want_messages(connection: Connection, club_id: str, person: str, wants: bool) -> None:
    """Record whether a member wants messages to all members."""
    connection.execute(update(club_members).where(_of(club_members, club_id, person)).values(messages=wants))


def _write(connection: Connection, club_id: str, person: str, name: str, text: str) -> None:
    """Leave a message for all members. Raises `Conflict` if there were many today."""
    of_club = club_messages.c.club_id == club_id
    today = select(func.count()).select_from(club_messages).where(of_club, club_messages.c.sent_at > now_ms() - DAY_MS)
    if connection.execute(today).scalar_one() >= _PER_DAY:
        raise Conflict("there were many messages today")
    new = {"id": secrets.token_hex(8), "club_id": club_id, "person": person, "name": name, "text": text}
    connection.execute(insert(club_messages).values(**new, sent_at=now_ms()))
    order = (club_messages.c.sent_at.desc(), club_messages.c.id)
    old = connection.execute(select(club_messages.c.id).where(of_club).order_by(*order).offset(_MESSAGES)).scalars()
    connection.execute(delete(club_messages).where(club_messages.c.id.in_(list(old))))


def _calendar_of(connection: Connection, club_id: str, person: str) -> str:
    """Return the secret in the address of a member's calendar; it is deleted with the membership."""
    own = _of(club_members, club_id, person)
    new = update(club_members).where(own, club_members.c.calendar == "").values(calendar=secrets.token_hex(16))
    connection.execute(new)
    found: str = connection.execute(select(club_members.c.calendar).where(own)).scalar_one_or_none() or ""
    return found


def _has_calendar(connection: Connection, club_id: str, key: str) -> bool:
    """Say whether the address of a calendar is that of a member."""
    if not key or not can_be_stored(key) or not can_be_stored(club_id):
        return False
    of_key = and_(club_members.c.club_id == club_id, club_members.c.calendar == key)
    return connection.execute(select(club_members.c.person).where(of_key)).first() is not None


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
    standings_of = query(_read_standings)
    named = query(_read_named)
    evenings = query(_evenings)
    found = command(_found)
    change = command(change)
    begin_season = command(_begin_season)
    join = command(_join)
    leave = command(leave_club)
    ask = command(_ask)
    decline = command(_decline)
    take_out = command(_take_out)
    pardon = command(_pardon)
    renew_link = command(_renew_link)
    set_role = command(_set_role)
    want_messages = command(_want_messages)
    write = command(_write)
    calendar_of = command(_calendar_of)
    has_calendar = query(_has_calendar)

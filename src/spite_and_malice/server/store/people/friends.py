"""Lasting contacts: friends, recent opponents, avoided people, and a person's standing link."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, delete, func, insert, or_, select, update
from sqlalchemy import Table as SqlTable

from ...clock import now_ms
from ..database.repository import Repository, command, query
from ..database.schema import accounts, avoidances, friendships, games, letters, profiles, retired_links, seats, tables
from ..database.schema_evenings import club_members
from ..records import Conflict, StoreError

LATEST: Final = 10
"""How many recent opponents are remembered, without anybody's consent."""
_TABLES: Final = 200
"""How many of the latest seats of others are searched for them."""
_PER_PERSON: Final = 200
"""How many friends, offers and avoided people one person can have, each."""
_OLD_LINKS: Final = 20
"""How many replaced links are remembered as such."""
HERE_MS: Final = 90_000
"""How long somebody counts as present after their last request."""

_NOTED_MS: Final = 60_000
"""How often a person's presence is recorded."""
_AT_ONCE: Final = 500

Presence = Literal["nobody", "friends", "all"]
"""Who sees that somebody is online: "all" means those they have played with."""

Avoidance = Literal["block", "mute"]

Friendship = Literal["none", "offered", "asked", "friend"]
"""The state of a friendship: somebody has offered it, the other has, or both said yes."""


class Avoided(StoreError):
    """One of two people has blocked the other: nothing goes from one to the other."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What others see of a person: name and head, the code of their standing link, and who sees them online.

    ``seen_at`` is in UTC milliseconds; 0 if nobody may know.
    """

    name: str
    head: str | None
    code: str
    presence: Presence
    seen_at: int


@dataclass(frozen=True, slots=True)
class Shared:
    """The games of two people with each other: their last table, and the games that one of them won."""

    table_id: str
    name: str
    changed_at: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody whom a person knows."""

    person: str
    name: str
    head: str | None
    friendship: Friendship
    avoidance: Avoidance | None
    is_here: bool
    shared: Shared | None


def read_profile(connection: Connection, person: str) -> Profile | None:
    """Return a person's profile, None if they have none."""
    row = connection.execute(select(profiles).where(profiles.c.person == person)).one_or_none()
    return None if row is None else Profile(row.name, row.head, row.code, row.presence, row.seen_at)


def _put_profile(
    connection: Connection, person: str, name: str, head: str | None, code: str, presence: Presence | None
) -> None:
    """Store somebody's public profile; ``code`` is for people without a link, presence None leaves it unchanged."""
    values: dict[str, Any] = {"name": name, "head": head}
    if presence is not None:
        values["presence"] = presence
        if presence == "nobody":
            values["seen_at"] = 0
    if not connection.execute(update(profiles).where(profiles.c.person == person).values(**values)).rowcount:
        new = {"code": code, "presence": "nobody", "seen_at": 0} | values
        connection.execute(insert(profiles).values(person=person, **new))


def _renew_link(connection: Connection, person: str, code: str) -> None:
    """Give somebody another standing link; the old one stops working. Raises `Conflict` without one."""
    old = connection.execute(select(profiles.c.code).where(profiles.c.person == person)).scalar_one_or_none()
    if old is None:
        raise Conflict("there is no link to renew")
    connection.execute(update(profiles).where(profiles.c.person == person).values(code=code))
    _retire(connection, person, old)


def _retire(connection: Connection, person: str, code: str) -> None:
    of_person = retired_links.c.person == person
    kept = connection.execute(select(func.count()).select_from(retired_links).where(of_person)).scalar_one()
    if kept < _OLD_LINKS:
        connection.execute(insert(retired_links).values(code=code, person=person))


def _read_link(connection: Connection, code: str) -> str | None:
    """Return the owner of the standing link with a code; an empty text if it was replaced, None if there is none."""
    person: str | None = connection.execute(select(profiles.c.person).where(profiles.c.code == code)).scalar()
    if person is None and connection.execute(select(retired_links).where(retired_links.c.code == code)).first():
        return ""
    return person


def note_seen(connection: Connection, person: str) -> None:
    """Record that somebody is online, if anybody may know."""
    may_know = and_(profiles.c.person == person, profiles.c.presence != "nobody")
    connection.execute(update(profiles).where(may_know).values(seen_at=now_ms()))


def _note_all_seen(connection: Connection, people: Collection[str]) -> None:
    """Record that some people are online, if anybody may know."""
    may_know = and_(profiles.c.presence != "nobody", profiles.c.seen_at < now_ms() - _NOTED_MS)
    here = sorted(people)
    for start in range(0, len(here), _AT_ONCE):
        these = profiles.c.person.in_(here[start : start + _AT_ONCE])
        connection.execute(update(profiles).where(these, may_know).values(seen_at=now_ms()))


def read_known(connection: Connection, person: str, also: Collection[str] = ()) -> Sequence[Known]:
    """Return the people whom somebody knows: friends, requests, recent opponents, and those they avoid.

    People who wrote to them are included too, members of their clubs, and ``also`` some others. The most recent
    opponents come first.
    """
    bonds = _bonds(connection, person)
    avoided = _avoided(connection, person)
    seated, played = _met(connection, person)
    last = played[:LATEST]
    wrote = connection.execute(select(letters.c.sender).where(letters.c.recipient == person)).scalars()
    clubmates = _clubmates(connection, person)
    others = list(dict.fromkeys([*last, *bonds, *avoided, *wrote, *also, *clubmates]))
    others = [other for other in others if other != person]
    names, shown = _names(connection, others), _profiles(connection, others)
    blockers = _who_block(connection, person)
    shared = _shared(connection, person, [each for each in others if each in last or bonds.get(each) == "friend"])
    found = []
    for other in others:
        profile = shown.get(other)
        name, head = seated.get(other) or clubmates.get(other) or ("", None)
        if profile is not None:
            name, head = profile.name, profile.head
        is_friend = bonds.get(other) == "friend"
        may_know = is_friend or (profile is not None and profile.presence == "all" and other in played)
        # For people who hide their presence, it is not recorded.
        is_here = may_know and profile is not None and profile.seen_at > now_ms() - HERE_MS
        found.append(
            Known(
                person=other,
                name=names.get(other) or name,
                head=head,
                friendship=bonds.get(other, "none"),
                avoidance=avoided.get(other),
                is_here=is_here and other not in blockers and avoided.get(other) != "block",
                shared=shared.get(other),
            )
        )
    return found


def _clubmates(connection: Connection, person: str) -> dict[str, tuple[str, str | None]]:
    """Return the names of the other people who are in a club with somebody."""
    own = select(club_members.c.club_id).where(club_members.c.person == person)
    rows = connection.execute(select(club_members).where(club_members.c.club_id.in_(own)))
    return {row.person: (row.name, row.head) for row in rows if row.person != person}


def _bonds(connection: Connection, person: str) -> dict[str, Friendship]:
    rows = connection.execute(
        select(friendships)
        .where(or_(friendships.c.person == person, friendships.c.other == person))
        .order_by(friendships.c.offered_at.desc())
    )
    found: dict[str, Friendship] = {}
    for row in rows:
        if row.person == person:
            found[row.other] = "friend" if row.accepted_at is not None else "offered"
        else:
            found[row.person] = "friend" if row.accepted_at is not None else "asked"
    return found


def _avoided(connection: Connection, person: str) -> dict[str, Avoidance]:
    rows = connection.execute(select(avoidances).where(avoidances.c.person == person).order_by(avoidances.c.since))
    return {row.other: row.kind for row in rows}


def _who_block(connection: Connection, person: str) -> frozenset[str]:
    found = select(avoidances.c.person).where(avoidances.c.other == person, avoidances.c.kind == "block")
    return frozenset(connection.execute(found).scalars())


_THEIRS: Final = seats.alias()


def _beside(person: str, *columns: ColumnElement[Any]) -> Select[Any]:
    """Select columns of the seats at somebody's tables, `_THEIRS`, and of the tables."""
    mine = seats.alias()
    return (
        select(*columns)
        .select_from(mine)
        .join(_THEIRS, _THEIRS.c.table_id == mine.c.table_id)
        .join(tables, tables.c.id == mine.c.table_id)
        .where(mine.c.person == person)
    )


def _met(connection: Connection, person: str) -> tuple[dict[str, tuple[str, str | None]], Sequence[str]]:
    """Return the names of people at somebody's recent tables, and which of them they played with."""
    rows = connection.execute(
        _beside(person, _THEIRS.c.person, _THEIRS.c.name, _THEIRS.c.head, tables.c.game)
        .where(_THEIRS.c.person != person, tables.c.given_up_at.is_(None))
        .order_by(tables.c.changed_at.desc(), tables.c.id, _THEIRS.c.seat)
        .limit(_TABLES)
    )
    called: dict[str, tuple[str, str | None]] = {}
    played: dict[str, None] = {}
    for row in rows:
        called.setdefault(row.person, (row.name, row.head))
        if row.game > 0:
            played[row.person] = None
    return called, list(played)


def _names(connection: Connection, people: Collection[str]) -> dict[str, str]:
    """Return the names of accounts."""
    rows = connection.execute(select(accounts.c.person, accounts.c.name).where(accounts.c.person.in_(people)))
    return {row.person: row.name for row in rows if row.name is not None}


def _profiles(connection: Connection, people: Collection[str]) -> dict[str, Row[Any]]:
    return {row.person: row for row in connection.execute(select(profiles).where(profiles.c.person.in_(people)))}


def _shared(connection: Connection, person: str, others: Collection[str]) -> dict[str, Shared]:
    rows = connection.execute(
        _beside(person, _THEIRS.c.person, tables.c.id, tables.c.name, tables.c.changed_at)
        .where(_THEIRS.c.person.in_(others), tables.c.game > 0)
        .order_by(tables.c.changed_at, tables.c.id)
    ).all()
    of_tables = {row.id: row for row in rows}
    score: dict[tuple[str, bool], int] = {}
    over = select(games.c.table_id, games.c.seats, games.c.result).where(games.c.table_id.in_(of_tables))
    for game in connection.execute(over.where(games.c.result.is_not(None), games.c.seats.is_not(None))):
        at = [seat["owner"] for seat in json.loads(game.seats)]
        won = {at[seat] for seat in json.loads(game.result)["winners"] if seat < len(at)}
        if person in at:
            # Partners who won together are even.
            for other in set(at) & set(others):
                if (person in won) != (other in won):
                    score[other, person in won] = score.get((other, person in won), 0) + 1
    last = {row.person: row for row in rows}
    return {
        other: Shared(row.id, row.name, row.changed_at, score.get((other, True), 0), score.get((other, False), 0))
        for other, row in last.items()
    }


def has_blocked(connection: Connection, person: str, other: str) -> bool:
    """Say whether somebody keeps another out of their tables."""
    block = and_(avoidances.c.person == person, avoidances.c.other == other, avoidances.c.kind == "block")
    return connection.execute(select(avoidances.c.since).where(block)).first() is not None


def _kept_apart(connection: Connection, person: str) -> frozenset[str]:
    """Return the people somebody has blocked, and those who have blocked them."""
    own = (other for other, kind in _avoided(connection, person).items() if kind == "block")
    return _who_block(connection, person).union(own)


def require_reachable(connection: Connection, person: str, other: str) -> None:
    """Raise `Avoided` if one of two people has blocked the other."""
    if has_blocked(connection, person, other) or has_blocked(connection, other, person):
        raise Avoided("one of them has blocked the other")


def _befriend(connection: Connection, person: str, other: str) -> Friendship:
    """Offer a friendship, or accept the other's offer; return its new state.

    Raises `Avoided`, and `Conflict` if there are too many already.
    """
    require_reachable(connection, person, other)
    theirs = and_(friendships.c.person == other, friendships.c.other == person)
    accepted = update(friendships).where(theirs).values(accepted_at=func.coalesce(friendships.c.accepted_at, now_ms()))
    if connection.execute(accepted).rowcount:
        return "friend"
    own = and_(friendships.c.person == person, friendships.c.other == other)
    if (row := connection.execute(select(friendships).where(own)).first()) is not None:
        return "offered" if row.accepted_at is None else "friend"
    for one in (person, other):
        if len(_bonds(connection, one)) >= _PER_PERSON:
            raise Conflict("one of them has too many friends already")
    connection.execute(insert(friendships).values(person=person, other=other, offered_at=now_ms()))
    return "offered"


def _part(connection: Connection, person: str, other: str) -> bool:
    """End a friendship, or withdraw or decline an offer of one; say whether there was any."""
    return connection.execute(delete(friendships).where(_both(friendships, person, other))).rowcount > 0


def _both(table: SqlTable, person: str, other: str) -> Any:
    one, two = table.c.keys()[:2] if table is not letters else ("sender", "recipient")
    first, second = table.c[one], table.c[two]
    return or_(and_(first == person, second == other), and_(first == other, second == person))


def _avoid(connection: Connection, person: str, other: str, kind: Avoidance | None) -> None:
    """Block or mute somebody, or neither; a blocked person is no longer a friend, and their letters are deleted.

    Raises `Conflict` if too many are avoided.
    """
    connection.execute(delete(avoidances).where(avoidances.c.person == person, avoidances.c.other == other))
    if kind is None:
        return
    if len(_avoided(connection, person)) >= _PER_PERSON:
        raise Conflict("too many people are avoided already")
    connection.execute(insert(avoidances).values(person=person, other=other, kind=kind, since=now_ms()))
    if kind == "block":
        _part(connection, person, other)
        connection.execute(delete(letters).where(_both(letters, person, other)))


def take(connection: Connection, person: str) -> dict[str, Any]:
    """Return a person's stored relations; others appear by the name they chose, without an id."""
    profile = read_profile(connection, person)
    names = {known.person: known.name for known in read_known(connection, person)}

    def called(other: str) -> str:
        return names.get(other, "")

    friends = connection.execute(
        select(friendships).where(or_(friendships.c.person == person, friendships.c.other == person))
    )
    avoided = connection.execute(select(avoidances).where(avoidances.c.person == person))
    sent = select(letters).where(or_(letters.c.sender == person, letters.c.recipient == person))
    old = select(retired_links.c.code).where(retired_links.c.person == person)
    return {
        "profile": None
        if profile is None
        else {"name": profile.name, "head": profile.head, "link": profile.code}
        | {"presence": profile.presence, "seen_at": profile.seen_at},
        "old_links": list(connection.execute(old).scalars()),
        "friends": [
            {"name": called(row.other if row.person == person else row.person), "offered_by_you": row.person == person}
            | {"offered_at": row.offered_at, "accepted_at": row.accepted_at}
            for row in friends
        ],
        "avoided": [{"name": called(row.other), "kind": row.kind, "since": row.since} for row in avoided],
        "messages": [
            {"by_you": row.sender == person, "name": called(row.recipient if row.sender == person else row.sender)}
            | {"table": row.table_id, "evening": row.evening_id, "text": row.text, "sent_at": row.sent_at}
            for row in connection.execute(sent.order_by(letters.c.sent_at))
        ],
    }


PAIRS: Final = ((friendships, "person", "other"), (avoidances, "person", "other"), (letters, "sender", "recipient"))
"""The tables with data between two people."""


def forget(connection: Connection, person: str) -> None:
    """Erase a person's relations, for both sides."""
    for table, one, two in PAIRS:
        connection.execute(delete(table).where(or_(table.c[one] == person, table.c[two] == person)))
    for own in (profiles, retired_links):
        connection.execute(delete(own).where(own.c.person == person))


def join(connection: Connection, old: str, new: str) -> None:
    """Give somebody the friends of another, the people they avoid, their letters, and the link if they have none."""
    for table, one, two in PAIRS:
        for row in list(_rows_of(connection, table, one, two, old)):
            this = and_(*(column == row[column.name] for column in table.primary_key.columns))
            pair = {name: new if row[name] == old else row[name] for name in (one, two)}
            same = and_(table.c[one] == pair[one], table.c[two] == pair[two])
            is_double = table is not letters and connection.execute(select(table).where(same)).first() is not None
            if pair[one] == pair[two] or is_double:
                connection.execute(delete(table).where(this))
                if table is friendships and row["accepted_at"] is not None:
                    accepted = func.coalesce(friendships.c.accepted_at, row["accepted_at"])
                    connection.execute(update(friendships).where(same).values(accepted_at=accepted))
            else:
                connection.execute(update(table).where(this).values(**pair))
    _join_directions(connection, new)
    connection.execute(update(retired_links).where(retired_links.c.person == old).values(person=new))
    if read_profile(connection, new) is None:
        connection.execute(update(profiles).where(profiles.c.person == old).values(person=new))
    elif (own := read_profile(connection, old)) is not None:
        connection.execute(delete(profiles).where(profiles.c.person == old))
        _retire(connection, new, own.code)


def _rows_of(connection: Connection, table: SqlTable, one: str, two: str, person: str) -> Iterator[dict[str, Any]]:
    rows = connection.execute(select(table).where(or_(table.c[one] == person, table.c[two] == person)))
    yield from (dict(row) for row in rows.mappings().all())


def _join_directions(connection: Connection, person: str) -> None:
    """Merge two friendships offered in both directions into one: both said yes."""
    ours, theirs = friendships, friendships.alias()
    crossed = and_(ours.c.person == theirs.c.other, ours.c.other == theirs.c.person)
    for row in connection.execute(select(ours).join(theirs, crossed).where(ours.c.person == person)).all():
        back = and_(friendships.c.person == row.other, friendships.c.other == person)
        connection.execute(delete(friendships).where(back))
        own = and_(friendships.c.person == person, friendships.c.other == row.other)
        connection.execute(update(friendships).where(own).values(accepted_at=row.accepted_at or now_ms()))


class FriendRepository(Repository):
    """Friends, recent opponents, avoided people, and standing links."""

    known = query(read_known)
    profile = query(read_profile)
    put_profile = command(_put_profile)
    renew_link = command(_renew_link)
    of_link = query(_read_link)
    note_seen = command(note_seen)
    note_all_seen = command(_note_all_seen)
    has_blocked = query(has_blocked)
    kept_apart = query(_kept_apart)
    befriend = command(_befriend)
    part = command(_part)
    avoid = command(_avoid)

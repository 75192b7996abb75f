"""Push notices: subscribed devices, people's preferences, and notices due and sent."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, insert, select, update

from ...clock import DAY_MS, now_ms
from ..database.repository import Repository, command, query
from ..database.schema import (
    accounts,
    avoidances,
    devices,
    friendships,
    games,
    instance,
    letters,
    moves,
    notice_choices,
    notices,
    profiles,
    push_subscriptions,
    seats,
    tables,
)
from ..database.schema_evenings import evenings
from ..records import Conflict
from .company import read_due_news
from .friends import HERE_MS
from .letters import IS_GOOD, KEPT_MS

_DEVICES: Final = 10
"""The most devices of one person that get notices; beyond that the least recently renewed one is dropped."""

_UNUSED_MS: Final = 180 * DAY_MS
"""How long a device gets notices without being renewed."""

_TURN_MS: Final = 14 * DAY_MS
"""How long a waiting turn is news."""

_LETTER_MS: Final = 2 * DAY_MS
_SENT_KEPT_MS: Final = 21 * DAY_MS
"""How long sent notices are remembered: longer than anything is news."""

MAILED: Final = "mail/"
"""The prefix of the subject of news sent by mail."""

_AT_TABLE_MS: Final = 5 * 60_000
_AGAIN_MS: Final = 10 * 60_000
"""When a notice is retried that could not be sent, or whose sender was killed."""
_TRIES: Final = 3


@dataclass(frozen=True, slots=True)
class Device:
    """A browser that gets a person's notices: its address at a push service, its keys, and its language."""

    person: str
    device: str
    endpoint: str
    public: str
    secret: str
    language: str
    key: str = ""
    """The private key that signs its notices."""


@dataclass(frozen=True, slots=True)
class Choices:
    """A person's preferences: kinds of notices that differ from the default, and the hours.

    From minute ``quiet_from`` of the day until ``quiet_until``, in ``zone``, nothing is sent; None means never. At most
    ``most`` are sent within 24 hours.
    """

    kinds: Mapping[str, bool] = field(default_factory=dict)
    quiet_from: int | None = 22 * 60
    quiet_until: int | None = 8 * 60
    zone: str = "UTC"
    most: int = 5


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


@dataclass(frozen=True, slots=True)
class SentNotice:
    """A notice that was sent to somebody, or is being sent; ``open`` if it may be retried."""

    person: str
    subject: str
    claimed_at: int
    is_open: bool


def _id(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


def own_key(connection: Connection, new: str) -> str:
    """Return the private key that signs notices; a new one if there is none yet."""
    connection.execute(update(instance).where(instance.c.push_key.is_(None)).values(push_key=new))
    found: str = connection.execute(select(instance.c.push_key).order_by(instance.c.id).limit(1)).scalar_one()
    return found


@dataclass(frozen=True, slots=True)
class PushKeys:
    """The private key that signs notices, and the one before, None unless it still signs for some devices."""

    present: str | None
    earlier: str | None


def push_keys(connection: Connection) -> PushKeys:
    """Return the private keys that sign notices."""
    row = connection.execute(select(instance).order_by(instance.c.id).limit(1)).one()
    return PushKeys(row.push_key, row.earlier_push_key if (row.earlier_push_key_until or 0) > now_ms() else None)


def rotate_key(connection: Connection, new: str, public: str, until: int) -> int:
    """Sign notices with a new private key, and until a time also with the present one, whose public half is given.

    Returns how many devices are still subscribed with the latter. Those of a key before it get no more notices.
    """
    connection.execute(delete(push_subscriptions).where(push_subscriptions.c.signed_by.is_not(None)))
    left = connection.execute(update(push_subscriptions).values(signed_by=public)).rowcount
    earlier = {"earlier_push_key": instance.c.push_key, "earlier_push_key_until": until}
    connection.execute(update(instance).values(push_key=new, **earlier))
    return left


def _put_device(connection: Connection, device: Device, signed_by: str | None = None) -> None:
    """Start or renew sending notices to a device, which belongs only to that person.

    ``signed_by`` is the public half of the earlier key if the browser subscribed with that one.
    """
    now, subscriptions = now_ms(), push_subscriptions
    this = subscriptions.c.id == _id(device.endpoint)
    values = {
        "person": device.person,
        "device": device.device,
        "endpoint": device.endpoint,
        "public": device.public,
        "secret": device.secret,
        "language": device.language,
        "renewed_at": now,
        "signed_by": signed_by,
    }
    if connection.execute(update(subscriptions).where(this).values(**values)).rowcount:
        return
    # A browser has one address at a time.
    connection.execute(delete(subscriptions).where(subscriptions.c.device == device.device))
    of_person = subscriptions.c.person == device.person
    latest = select(subscriptions.c.id).where(of_person).order_by(subscriptions.c.renewed_at.desc())
    too_many = connection.execute(latest.offset(_DEVICES - 1)).scalars().all()
    connection.execute(delete(subscriptions).where(subscriptions.c.id.in_(too_many)))
    connection.execute(insert(subscriptions).values(id=_id(device.endpoint), made_at=now, **values))


def _remove_device(connection: Connection, person: str, endpoint: str) -> bool:
    """Stop notices to a device of a person; False if there were none."""
    this = and_(push_subscriptions.c.id == _id(endpoint), push_subscriptions.c.person == person)
    return connection.execute(delete(push_subscriptions).where(this)).rowcount > 0


def drop_device(connection: Connection, device: str) -> None:
    """Stop notices to a signed-out device."""
    connection.execute(delete(push_subscriptions).where(push_subscriptions.c.device == device))


def move_device(connection: Connection, old: str, new: str) -> None:
    """Give a device's notices to its owner under another token."""
    of_new = select(push_subscriptions.c.id).where(push_subscriptions.c.device == new)
    if connection.execute(of_new).first() is not None:
        drop_device(connection, old)
        return
    person = connection.execute(select(devices.c.person).where(devices.c.id == new)).scalar_one_or_none()
    values = {"device": new} | ({} if person is None else {"person": person})
    connection.execute(update(push_subscriptions).where(push_subscriptions.c.device == old).values(**values))


def devices_of(connection: Connection, person: str) -> Sequence[Device]:
    """Return the devices that get somebody's notices."""
    keys = push_keys(connection)
    rows = connection.execute(select(push_subscriptions).where(push_subscriptions.c.person == person))
    signed = [(row, keys.present if row.signed_by is None else keys.earlier) for row in rows]
    return [
        Device(row.person, row.device, row.endpoint, row.public, row.secret, row.language, key)
        for row, key in signed
        if key is not None
    ]


def _choices(connection: Connection, person: str) -> Choices | None:
    """Return a person's preferences, None if they have set none."""
    row = connection.execute(select(notice_choices).where(notice_choices.c.person == person)).one_or_none()
    return None if row is None else _read(row)


def _read(row: Any) -> Choices:
    return Choices(json.loads(row.kinds), row.quiet_from, row.quiet_until, row.zone, row.most)


def _choose(connection: Connection, person: str, choices: Choices) -> None:
    """Store a person's preferences."""
    connection.execute(delete(notice_choices).where(notice_choices.c.person == person))
    connection.execute(
        insert(notice_choices).values(
            person=person,
            kinds=json.dumps(dict(choices.kinds)),
            quiet_from=choices.quiet_from,
            quiet_until=choices.quiet_until,
            zone=choices.zone,
            most=choices.most,
        )
    )


def _people(connection: Connection) -> dict[str, Choices]:
    """Return everybody who gets notices, with their preferences."""
    chosen = notice_choices.c.person == push_subscriptions.c.person
    with_device = select(push_subscriptions.c.person).distinct()
    found = {person: Choices() for person in connection.execute(with_device).scalars()}
    for row in connection.execute(select(notice_choices).where(exists().where(chosen))):
        found[row.person] = _read(row)
    return found


def _whose(column: ColumnElement[Any], person: str | None) -> ColumnElement[bool]:
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
        .where(_whose(seats.c.person, person), seats.c.seat == tables.c.turn, seats.c.stand_in.is_(None))
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
        .where(_whose(letters.c.recipient, person), letters.c.sent_at >= since, ~avoided, IS_GOOD)
        .order_by(letters.c.sent_at, letters.c.id)
    )
    return [
        DueLetter(
            row.recipient, row.id, row.sender_name, row.table_id, row.table_name, row.evening_id, row.evening_name
        )
        for row in rows
    ]


def _due_friends(connection: Connection) -> Sequence[DueFriend]:
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
            .where(friendships.c.accepted_at.is_not(None), _whose(own, None), ~muted, ~together)
            .where(profiles.c.presence != "nobody", profiles.c.seen_at > now - HERE_MS)
            .where(tables.c.changed_at > now - _AT_TABLE_MS, tables.c.given_up_at.is_(None))
            .where(tables.c.practice.is_(None), tables.c.closed_at.is_(None), theirs.c.stand_in.is_(None))
        )
        for row in rows:
            who = hashlib.sha256(f"{row.person} {row.friend}".encode()).hexdigest()[:16]
            found[row.person, who] = DueFriend(row.person, who, row.name)
    return list(found.values())


def _sent(connection: Connection) -> Sequence[SentNotice]:
    """Return the notices that were sent to the devices of everybody who gets them."""
    return read_sent(connection, and_(_whose(notices.c.person, None), ~notices.c.subject.startswith(MAILED)))


def read_sent(connection: Connection, which: ColumnElement[bool]) -> Sequence[SentNotice]:
    """Return the sent notices among some."""
    now = now_ms()
    rows = connection.execute(select(notices).where(which))
    return [
        SentNotice(
            row.person,
            row.subject,
            row.claimed_at,
            not row.done and row.tries < _TRIES and row.claimed_at < now - _AGAIN_MS,
        )
        for row in rows
    ]


def _claim(connection: Connection, person: str, subject: str) -> None:
    """Record that a notice is being sent. Raises `Conflict` if another process is sending it, or it was sent before."""
    now = now_ms()
    this = and_(notices.c.person == person, notices.c.subject == subject)
    again = and_(this, ~notices.c.done, notices.c.tries < _TRIES, notices.c.claimed_at < now - _AGAIN_MS)
    values = {"claimed_at": now, "tries": notices.c.tries + 1}
    if connection.execute(update(notices).where(again).values(**values)).rowcount:
        return
    if connection.execute(select(notices.c.person).where(this)).first() is not None:
        raise Conflict("somebody else sends this notice, or it was sent before")
    # Of two processes at once the database lets one insert it; for the other that is a conflict too.
    connection.execute(insert(notices).values(person=person, subject=subject, claimed_at=now, tries=1, done=False))


def _finish(connection: Connection, person: str, subject: str, gone: Sequence[str]) -> None:
    """Record that a notice needs no retry, and that some addresses have expired."""
    this = and_(notices.c.person == person, notices.c.subject == subject)
    connection.execute(update(notices).where(this).values(done=True))
    drop(connection, gone)


def drop(connection: Connection, gone: Sequence[str]) -> None:
    """Forget expired addresses at push services."""
    ids = [_id(endpoint) for endpoint in gone]
    connection.execute(delete(push_subscriptions).where(push_subscriptions.c.id.in_(ids)))


def _sweep(connection: Connection) -> None:
    """Delete old notices, and devices that are no longer used."""
    now = now_ms()
    connection.execute(delete(notices).where(notices.c.claimed_at < now - _SENT_KEPT_MS))
    connection.execute(delete(push_subscriptions).where(push_subscriptions.c.renewed_at < now - _UNUSED_MS))
    if connection.execute(select(instance.c.id).where(instance.c.earlier_push_key_until < now)).first() is not None:
        connection.execute(delete(push_subscriptions).where(push_subscriptions.c.signed_by.is_not(None)))
        connection.execute(update(instance).values(earlier_push_key=None, earlier_push_key_until=None))


_OWN: Final = (push_subscriptions, notice_choices, notices)


def take(connection: Connection, person: str) -> dict[str, Any]:
    """Return the stored data about a person's notices. Times are in UTC milliseconds."""
    chosen = _choices(connection, person)
    own = connection.execute(select(push_subscriptions).where(push_subscriptions.c.person == person))
    sent = connection.execute(select(notices).where(notices.c.person == person).order_by(notices.c.claimed_at))
    return {
        "choices": None
        if chosen is None
        else {"kinds": dict(chosen.kinds), "quiet_from": chosen.quiet_from, "quiet_until": chosen.quiet_until}
        | {"zone": chosen.zone, "most": chosen.most},
        "devices": [
            {"address": row.endpoint, "language": row.language, "made_at": row.made_at, "renewed_at": row.renewed_at}
            for row in own
        ],
        "sent": [{"kind": row.subject.partition("/")[0], "at": row.claimed_at} for row in sent],
    }


def forget(connection: Connection, person: str) -> None:
    """Erase the stored data about a person's notices."""
    for table in _OWN:
        connection.execute(delete(table).where(table.c.person == person))


def join(connection: Connection, old: str, new: str) -> None:
    """Give a person the devices of another, and their preferences if the person has set none."""
    connection.execute(update(push_subscriptions).where(push_subscriptions.c.person == old).values(person=new))
    if _choices(connection, new) is None:
        connection.execute(update(notice_choices).where(notice_choices.c.person == old).values(person=new))
    known = select(notices.c.subject).where(notices.c.person == new)
    twice = and_(notices.c.person == old, notices.c.subject.in_(connection.execute(known).scalars().all()))
    connection.execute(delete(notices).where(twice))
    connection.execute(update(notices).where(notices.c.person == old).values(person=new))
    connection.execute(delete(notice_choices).where(notice_choices.c.person == old))


class NoticeRepository(Repository):
    """Notices to the devices of people who want them."""

    own_key = command(own_key)
    keys = query(push_keys)
    put_device = command(_put_device)
    remove_device = command(_remove_device)
    devices_of = query(devices_of)
    choices = query(_choices)
    choose = command(_choose)
    people = query(_people)
    due_turns = query(read_due_turns)
    due_letters = query(read_due_letters)
    due_friends = query(_due_friends)
    due_news = query(read_due_news)
    sent = query(_sent)
    claim = command(_claim)
    finish = command(_finish)
    drop = command(drop)
    sweep = command(_sweep)

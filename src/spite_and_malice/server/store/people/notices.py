"""Push notices: subscribed devices, people's preferences, and notices sent."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, insert, select, update

from ...clock import DAY_MS, now_ms
from ..database.repository import Repository, command, query
from ..database.schema import (
    devices,
    instance,
    notice_choices,
    notices,
    push_subscriptions,
)
from ..records import Conflict
from .company import read_due_news
from .due_notices import read_due_friends, read_due_letters, read_due_turns, whose

_DEVICES: Final = 10
"""The most devices of one person that get notices; beyond that the least recently renewed one is dropped."""

_UNUSED_MS: Final = 180 * DAY_MS
"""How long a device gets notices without being renewed."""

_SENT_KEPT_MS: Final = 21 * DAY_MS
"""How long sent notices are remembered: longer than anything is news."""

MAILED: Final = "mail/"
"""The prefix of the subject of news sent by mail."""

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


def _sent(connection: Connection) -> Sequence[SentNotice]:
    """Return the notices that were sent to the devices of everybody who gets them."""
    return read_sent(connection, and_(whose(notices.c.person, None), ~notices.c.subject.startswith(MAILED)))


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
    due_friends = query(read_due_friends)
    due_news = query(read_due_news)
    sent = query(_sent)
    claim = command(_claim)
    finish = command(_finish)
    drop = command(drop)
    sweep = command(_sweep)

"""Accounts as they are stored, as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import Connection, and_, delete, func, insert, literal, or_, select, update

from ...clock import now_ms
from ..database.schema import accounts, devices, mail_stops, passkeys, tickets
from ..people import notices
from ..records import Conflict

HOUR_MS: Final = 3_600_000
MINUTE_MS: Final = 60_000
"""A last use is recorded to the minute: that is enough."""

TicketKind = Literal["challenge", "link", "mail", "address", "join"]
"""The purposes of tickets: the answer of a passkey, another device, signing in by mail, confirming an address, and
merging two accounts."""


@dataclass(frozen=True, slots=True)
class Agent:
    """A device as it describes itself: its browser and system, empty where unknown."""

    browser: str = ""
    system: str = ""


@dataclass(frozen=True, slots=True)
class Identity:
    """The owner of a device: ``device`` is the SHA-256 of its token.

    ``person`` is the id of a person; that of a stranger is their device's own. ``has_account`` distinguishes the two.
    ``revoked_at`` is the time from which the token is invalid, in UTC ms; None while it is valid. ``replaces`` is the
    device whose token stays valid until this one is first used; None once it was.
    """

    device: str
    person: str
    has_account: bool = False
    revoked_at: int | None = None
    used_at: int = 0
    replaces: str | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """An account without what belongs to it; ``has_recovery`` says whether there is a recovery code."""

    person: str
    name: str | None
    language: str | None
    mail: str | None
    has_recovery: bool
    settings: str
    settings_revision: int
    made_at: int


@dataclass(frozen=True, slots=True)
class Device:
    """A device that is signed in; times in UTC milliseconds, the last use to the minute."""

    id: str
    agent: Agent
    made_at: int
    used_at: int


@dataclass(frozen=True, slots=True)
class NewPasskey:
    """A passkey as a browser made it: its id in URL-safe base64, and the ``site`` it was made for."""

    credential: str
    public_key: bytes
    sign_count: int
    site: str
    agent: Agent


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey of an account; ``used_at`` is None before the first sign-in with it. Times in UTC milliseconds."""

    id: int
    person: str
    credential: str
    public_key: bytes
    sign_count: int
    site: str
    agent: Agent
    made_at: int
    used_at: int | None


@dataclass(frozen=True, slots=True)
class Ticket:
    """A redeemed ticket: its person, and its data."""

    person: str | None
    data: str


class TwoAccounts(Conflict):
    """The browser is signed in to another account: merging them has to be confirmed."""


KEPT_MS: Final = 30 * 24 * HOUR_MS
"""How long a revoked token is remembered; later it is that of a stranger."""

UNUSED_MS: Final = 2 * 365 * 24 * HOUR_MS
"""How long a browser keeps its cookie: a device unused for longer is signed out."""

_DEVICES: Final = 50
"""The most devices signed in to one account; beyond that the least recently used one is signed out."""


def identities(connection: Connection, ids: Sequence[str]) -> dict[str, Identity]:
    """Return the owners of some devices, by id; an unknown device is a stranger's."""
    rows = connection.execute(
        select(devices.c.id, devices.c.person, devices.c.revoked_at, devices.c.used_at, devices.c.replaces).where(
            devices.c.id.in_(ids)
        )
    )
    known = {row.id: Identity(row.id, row.person, True, row.revoked_at, row.used_at, row.replaces) for row in rows}
    return {device: known.get(device, Identity(device, device)) for device in ids}


def open_account(connection: Connection, stranger: str, device: str, agent: Agent) -> None:
    """Make an account of a stranger, who keeps their id; their token stays valid until the new one is used.

    Raises `Conflict` if they already have one.
    """
    if connection.execute(select(accounts.c.person).where(accounts.c.person == stranger)).first() is not None:
        raise Conflict("this person has an account already")
    connection.execute(insert(accounts).values(person=stranger, made_at=now_ms()))
    add_device(connection, stranger, stranger, agent)
    add_device(connection, stranger, device, agent, replaces=stranger)


def invite(connection: Connection, person: str, name: str, name_key: str, recovery: str) -> None:
    """Create an account for a person who signs in with a recovery code; takes the SHA-256 of the code."""
    new = {"person": person, "name": name, "name_key": name_key, "recovery": recovery, "made_at": now_ms()}
    connection.execute(insert(accounts).values(**new))


def add_device(connection: Connection, person: str, device: str, agent: Agent, replaces: str | None = None) -> None:
    """Sign a device in to an account; the one that it ``replaces`` stays signed in until this one is used."""
    now = now_ms()
    held = (devices.c.person == person) & devices.c.revoked_at.is_(None)
    oldest = select(devices.c.id).where(held).order_by(devices.c.used_at.desc(), devices.c.made_at.desc())
    for each in connection.execute(oldest.offset(_DEVICES - 1)).scalars().all():
        sign_out(connection, person, each)
    connection.execute(
        insert(devices).values(
            id=device,
            person=person,
            browser=agent.browser,
            system=agent.system,
            made_at=now,
            used_at=now - now % MINUTE_MS,
            replaces=replaces,
        )
    )


def replace_device(connection: Connection, device: str, replaces: str) -> None:
    """Record the first use of a device: the one it replaces, and others meant to replace it, are signed out."""
    connection.execute(update(devices).where(devices.c.id == device).values(replaces=None))
    notices.move_device(connection, replaces, device)
    gone = or_(devices.c.id == replaces, devices.c.replaces == replaces)
    connection.execute(update(devices).where(gone, devices.c.revoked_at.is_(None)).values(revoked_at=now_ms()))


def sign_out(connection: Connection, person: str, device: str) -> bool:
    """Invalidate a device's token from now on, and one that was to replace it.

    False if it is no device of that person.
    """
    this = or_(devices.c.id == device, devices.c.replaces == device)
    found = connection.execute(
        update(devices)
        .where(this, devices.c.person == person, devices.c.revoked_at.is_(None))
        .values(revoked_at=now_ms())
    )
    if found.rowcount:
        notices.drop_device(connection, device)
    return found.rowcount > 0


def note_use(connection: Connection, device: str) -> None:
    """Record that a device has been used in this hour."""
    now = now_ms()
    connection.execute(update(devices).where(devices.c.id == device).values(used_at=now - now % MINUTE_MS))


@dataclass(frozen=True, slots=True)
class ListedAccount:
    """An account as operators see it; times in UTC milliseconds, ``used_at`` None if no device is signed in."""

    person: str
    name: str | None
    made_at: int
    devices: int
    used_at: int | None


def read_all(connection: Connection) -> Sequence[ListedAccount]:
    """Return all accounts, the newest first."""
    signed_in = devices.c.revoked_at.is_(None) & devices.c.replaces.is_(None)
    rows = connection.execute(
        select(
            accounts.c.person,
            accounts.c.name,
            accounts.c.made_at,
            func.count(devices.c.id).label("devices"),
            func.max(devices.c.used_at).label("used_at"),
        )
        .outerjoin(devices, (devices.c.person == accounts.c.person) & signed_in)
        .group_by(accounts.c.person, accounts.c.name, accounts.c.made_at)
        .order_by(accounts.c.made_at.desc(), accounts.c.person)
    )
    return [ListedAccount(row.person, row.name, row.made_at, row.devices, row.used_at) for row in rows]


def read_account(connection: Connection, person: str) -> Account | None:
    """Return the account of a person, None if they have none."""
    row = connection.execute(select(accounts).where(accounts.c.person == person)).one_or_none()
    return None if row is None else _account(row)


def all_have_one(connection: Connection, persons: Sequence[str]) -> bool:
    """Say whether all of some people have an account."""
    found = select(func.count()).select_from(accounts).where(accounts.c.person.in_(persons))
    return connection.execute(found).scalar_one() == len(set(persons))


def read_devices(connection: Connection, person: str) -> Sequence[Device]:
    """Return the devices that are signed in, the latest used first."""
    rows = connection.execute(
        select(devices)
        .where(devices.c.person == person, devices.c.revoked_at.is_(None), devices.c.replaces.is_(None))
        .order_by(devices.c.used_at.desc(), devices.c.made_at.desc())
    )
    return [Device(row.id, Agent(row.browser, row.system), row.made_at, row.used_at) for row in rows]


def person_of_key(connection: Connection, name_key: str) -> str | None:
    """Return the person whose name compares as ``name_key``, None if nobody's does."""
    found: str | None = connection.execute(
        select(accounts.c.person).where(accounts.c.name_key == name_key)
    ).scalar_one_or_none()
    return found


def person_of_recovery(connection: Connection, recovery: str) -> str | None:
    """Return the person whose recovery code has this SHA-256."""
    found: str | None = connection.execute(
        select(accounts.c.person).where(accounts.c.recovery == recovery)
    ).scalar_one_or_none()
    return found


def by_mailbox(connection: Connection, box: str) -> Account | None:
    """Return the account that a mailbox signs in to."""
    row = connection.execute(select(accounts).where(accounts.c.mailbox == box)).one_or_none()
    return None if row is None else _account(row)


def change(connection: Connection, person: str, values: dict[str, Any]) -> None:
    """Write columns of an account. Raises `Conflict` if a value must be unique and another account has it."""
    if values:
        connection.execute(update(accounts).where(accounts.c.person == person).values(**values))


def put_settings(connection: Connection, person: str, settings: str, revision: int) -> int:
    """Store the settings chosen in a browser on the basis of ``revision``; return the next one.

    Raises `Conflict` for another basis.
    """
    found = connection.execute(
        update(accounts)
        .where(accounts.c.person == person, accounts.c.settings_revision == revision)
        .values(settings=settings, settings_revision=revision + 1)
    )
    if found.rowcount == 0:
        raise Conflict("the settings were changed elsewhere meanwhile")
    return revision + 1


def sweep(connection: Connection) -> None:
    """Delete what is no longer valid: tokens after a month, or long unused, and expired tickets."""
    now = now_ms()
    # The first token of an account is also the person's id: as long as the account exists, the token is kept as
    # invalid.
    old = or_(devices.c.revoked_at < now - KEPT_MS, devices.c.used_at < now - UNUSED_MS)
    connection.execute(delete(devices).where(old, devices.c.id != devices.c.person))
    connection.execute(delete(tickets).where(tickets.c.expires_at < now))


def _account(row: Any) -> Account:
    return Account(
        person=row.person,
        name=row.name,
        language=row.language,
        mail=row.mail,
        has_recovery=row.recovery is not None,
        settings=row.settings,
        settings_revision=row.settings_revision,
        made_at=row.made_at,
    )


_PASSKEYS: Final = 20
"""The most passkeys of one account."""


def add_passkey(connection: Connection, person: str, passkey: NewPasskey) -> None:
    """Add a passkey to an account. Raises `Conflict` if it is somebody's already, or there are too many."""
    count = select(func.count()).where(passkeys.c.person == person)
    if connection.execute(count).scalar_one() >= _PASSKEYS:
        raise Conflict("there are so many passkeys already")
    connection.execute(
        insert(passkeys).values(
            person=person,
            credential=passkey.credential,
            public_key=passkey.public_key,
            sign_count=passkey.sign_count,
            site=passkey.site,
            browser=passkey.agent.browser,
            system=passkey.agent.system,
            made_at=now_ms(),
        )
    )


def read_passkeys(connection: Connection, person: str) -> Sequence[Passkey]:
    """Return the passkeys of an account, the oldest first."""
    rows = connection.execute(select(passkeys).where(passkeys.c.person == person).order_by(passkeys.c.id))
    return [_passkey(row) for row in rows]


def passkey_by_credential(connection: Connection, credential: str) -> Passkey | None:
    """Return the passkey with an id, None if nobody has it."""
    row = connection.execute(select(passkeys).where(passkeys.c.credential == credential)).one_or_none()
    return None if row is None else _passkey(row)


def note_passkey_use(connection: Connection, credential: str, sign_count: int) -> None:
    """Record a sign-in with a passkey, and its counter.

    Raises `Conflict` if the counter is not higher than at another sign-in, as with a copied passkey: only one without a
    counter has 0 forever.
    """
    goes_on = or_(passkeys.c.sign_count < sign_count, and_(passkeys.c.sign_count == 0, literal(sign_count) == 0))
    noted = connection.execute(
        update(passkeys)
        .where(passkeys.c.credential == credential, goes_on)
        .values(sign_count=sign_count, used_at=now_ms())
    )
    if noted.rowcount != 1:
        raise Conflict("another sign-in with this passkey has counted as far")


def remove_passkey(connection: Connection, person: str, number: int) -> Passkey | None:
    """Delete a passkey and return it; None if it does not belong to that person."""
    of_person = and_(passkeys.c.person == person, passkeys.c.id == number)
    row = connection.execute(select(passkeys).where(of_person)).one_or_none()
    connection.execute(delete(passkeys).where(of_person))
    return None if row is None else _passkey(row)


def _passkey(row: Any) -> Passkey:
    return Passkey(
        id=row.id,
        person=row.person,
        credential=row.credential,
        public_key=row.public_key,
        sign_count=row.sign_count,
        site=row.site,
        agent=Agent(row.browser, row.system),
        made_at=row.made_at,
        used_at=row.used_at,
    )


_MAILED: Final = 3
"""The most valid tickets mailed to one mailbox."""


def put_ticket(
    connection: Connection, ticket: str, kind: TicketKind, person: str | None, data: str, expires_at: int
) -> None:
    """Write a ticket, by the SHA-256 of its secret; a person has one of each kind, the newest."""
    if person is not None:
        connection.execute(delete(tickets).where(tickets.c.kind == kind, tickets.c.person == person))
    connection.execute(insert(tickets).values(id=ticket, kind=kind, person=person, data=data, expires_at=expires_at))


def put_mail(
    connection: Connection, ticket: str, kind: TicketKind, person: str, box: str, address: str, expires_at: int
) -> None:
    """Write a ticket that is mailed; its data are the mailbox and the address in two lines.

    Raises `Conflict` if enough have been mailed there, or its owner wants no mails.
    """
    if connection.execute(select(mail_stops.c.mailbox).where(mail_stops.c.mailbox == box)).first() is not None:
        raise Conflict("who has this address wants no mails")
    sent = select(func.count()).where(
        tickets.c.kind == kind, tickets.c.data.startswith(box), tickets.c.expires_at >= now_ms()
    )
    if connection.execute(sent).scalar_one() >= _MAILED:
        raise Conflict("enough has been mailed there")
    connection.execute(
        insert(tickets).values(id=ticket, kind=kind, person=person, data=f"{box}\n{address}", expires_at=expires_at)
    )


def take_ticket(connection: Connection, ticket: str, kind: TicketKind) -> Ticket | None:
    """Redeem a ticket; None if there is none of that kind, or it is no longer valid."""
    this = and_(tickets.c.id == ticket, tickets.c.kind == kind)
    row = connection.execute(select(tickets).where(this)).one_or_none()
    if row is None or connection.execute(delete(tickets).where(this)).rowcount == 0 or row.expires_at < now_ms():
        return None
    return Ticket(row.person, row.data)

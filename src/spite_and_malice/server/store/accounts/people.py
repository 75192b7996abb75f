"""Accounts and the devices that are signed in to them; each function a piece of a transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from ...clock import now_ms
from ..records import Conflict
from ..schema import accounts, devices, tickets
from .records import HOUR_MS, MINUTE_MS, Account, Agent, Device, Identity

KEPT_MS: Final = 30 * 24 * HOUR_MS
"""For so long it is known that a token is worth nothing; later it is that of a stranger."""

UNUSED_MS: Final = 2 * 365 * 24 * HOUR_MS
"""So long a browser keeps its cookie: a device that nobody has used since is signed out."""

_DEVICES: Final = 50
"""How many devices can be signed in to one account; beyond that the one goes that was used longest ago."""


def identities(connection: Connection, ids: Sequence[str]) -> dict[str, Identity]:
    """Return whose some devices are, by their id; a device that is not known is a stranger's."""
    rows = connection.execute(
        select(devices.c.id, devices.c.person, devices.c.revoked_at, devices.c.used_at, devices.c.replaces).where(
            devices.c.id.in_(ids)
        )
    )
    known = {row.id: Identity(row.id, row.person, True, row.revoked_at, row.used_at, row.replaces) for row in rows}
    return {device: known.get(device, Identity(device, device)) for device in ids}


def open_account(connection: Connection, stranger: str, device: str, agent: Agent) -> None:
    """Make an account of a stranger, who keeps their id; their token holds until the new one is used.

    Raises `Conflict` if they have one already.
    """
    if connection.execute(select(accounts.c.person).where(accounts.c.person == stranger)).first() is not None:
        raise Conflict("this person has an account already")
    connection.execute(insert(accounts).values(person=stranger, made_at=now_ms()))
    add_device(connection, stranger, stranger, agent)
    add_device(connection, stranger, device, agent, replaces=stranger)


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
    """Note the first use of a device: the one that it replaces, and others that were to replace it, are signed out."""
    connection.execute(update(devices).where(devices.c.id == device).values(replaces=None))
    gone = or_(devices.c.id == replaces, devices.c.replaces == replaces)
    connection.execute(update(devices).where(gone, devices.c.revoked_at.is_(None)).values(revoked_at=now_ms()))


def sign_out(connection: Connection, person: str, device: str) -> bool:
    """Let a device's token be worth nothing from now on, and one that was to replace it.

    False if it is no device of that person.
    """
    this = or_(devices.c.id == device, devices.c.replaces == device)
    found = connection.execute(
        update(devices)
        .where(this, devices.c.person == person, devices.c.revoked_at.is_(None))
        .values(revoked_at=now_ms())
    )
    return found.rowcount > 0


def note_use(connection: Connection, device: str) -> None:
    """Note that a device has been used in this hour."""
    now = now_ms()
    connection.execute(update(devices).where(devices.c.id == device).values(used_at=now - now % MINUTE_MS))


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
    """Return who has the name that is compared as ``name_key``, None if nobody."""
    found: str | None = connection.execute(
        select(accounts.c.person).where(accounts.c.name_key == name_key)
    ).scalar_one_or_none()
    return found


def person_of_recovery(connection: Connection, recovery: str) -> str | None:
    """Return whose recovery code has this SHA-256."""
    found: str | None = connection.execute(
        select(accounts.c.person).where(accounts.c.recovery == recovery)
    ).scalar_one_or_none()
    return found


def by_mailbox(connection: Connection, box: str) -> Account | None:
    """Return the account to which a mailbox signs in."""
    row = connection.execute(select(accounts).where(accounts.c.mailbox == box)).one_or_none()
    return None if row is None else _account(row)


def change(connection: Connection, person: str, values: dict[str, Any]) -> None:
    """Write columns of an account. Raises `Conflict` if nobody else may have the same and somebody has."""
    if values:
        connection.execute(update(accounts).where(accounts.c.person == person).values(**values))


def put_settings(connection: Connection, person: str, settings: str, revision: int) -> int:
    """Write what was chosen in a browser upon ``revision``; return the next one. Raises `Conflict` upon another."""
    found = connection.execute(
        update(accounts)
        .where(accounts.c.person == person, accounts.c.settings_revision == revision)
        .values(settings=settings, settings_revision=revision + 1)
    )
    if found.rowcount == 0:
        raise Conflict("the settings were changed elsewhere meanwhile")
    return revision + 1


def sweep(connection: Connection) -> None:
    """Forget what is worth nothing any more: tokens after a month, or unused for long, and tickets after their time."""
    now = now_ms()
    # The first token of an account is also the person's id: as long as there is the account, it is worth nothing.
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

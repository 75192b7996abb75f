"""Accounts: one person on several devices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection

from .. import admin
from ..database.repository import Repository, command, query
from ..people.finding import involved
from . import joining, people
from .people import MINUTE_MS, Account, Agent, Device, Identity, NewPasskey, Passkey, Ticket, TicketKind, TwoAccounts

__all__ = [
    "MINUTE_MS",
    "Account",
    "AccountRepository",
    "Agent",
    "Device",
    "Identity",
    "NewPasskey",
    "Passkey",
    "Ticket",
    "TicketKind",
    "TwoAccounts",
]

_AT_ONCE = 500
_SERVER = "server"


def _replace_device(connection: Connection, new: Identity) -> None:
    """Revoke the device that another one replaces, at the first use of the new one."""
    people.replace_device(connection, new.device, new.replaces or "")
    admin.note(connection, _SERVER, "signed in", new.person[:12])


def _open(connection: Connection, stranger: str, device: str, agent: Agent, passkey: NewPasskey | None = None) -> None:
    """Make an account of a stranger, who keeps their id; ``device`` is the SHA-256 of their new token.

    Raises `Conflict` if they already have an account, or the passkey is somebody's.
    """
    people.open_account(connection, stranger, device, agent)
    if passkey is not None:
        people.add_passkey(connection, stranger, passkey)
    admin.note(connection, _SERVER, "account made", stranger[:12])


def _change_to(connection: Connection, person: str, now: Identity, device: str, agent: Agent) -> None:
    """Sign a browser in to another account; it leaves the old one when it uses its new token. Both accounts remain."""
    people.add_device(connection, person, device, agent, replaces=now.device)
    admin.note(connection, _SERVER, "signed in", person[:12])


def _sign_out(connection: Connection, person: str, device: str) -> bool:
    """Revoke a device's token; False if it is no device of that person."""
    is_device = people.sign_out(connection, person, device)
    admin.note(connection, _SERVER, "signed out", person[:12])
    return is_device


def _follow(connection: Connection, old: str, new: str, table_ids: Sequence[str]) -> None:
    changed = joining.join(connection, old, new, table_ids)
    admin.note(connection, _SERVER, "signed in", new[:12], changed)


class AccountRepository(Repository):
    """Accounts with their devices, passkeys and tickets.

    Changes of a device's owner are noted in the log that tells every process what to reread.
    """

    account = query(people.read_account)
    all_have_one = query(people.all_have_one)
    person_of_name = query(people.person_of_key)
    person_of_recovery = query(people.person_of_recovery)
    of_mailbox = query(people.by_mailbox)
    open = command(_open)
    change_to = command(_change_to)
    sign_out = command(_sign_out)
    put_settings = command(people.put_settings)
    sweep = command(people.sweep)
    devices = query(people.read_devices)
    replace_device = command(_replace_device)
    note_use = command(people.note_use)
    passkey = query(people.passkey_by_credential)
    add_passkey = command(people.add_passkey)
    note_passkey_use = command(people.note_passkey_use)
    remove_passkey = command(people.remove_passkey)
    passkeys = query(people.read_passkeys)
    put_ticket = command(people.put_ticket)
    put_mail_ticket = command(people.put_mail)
    take_ticket = command(people.take_ticket)
    _change = command(people.change)
    _identities = query(people.identities)
    _involved = query(involved)
    _left_behind = query(joining.left_behind)
    _bring = command(_follow)

    async def identities(self, devices: Sequence[str]) -> dict[str, Identity]:
        """Return the owners of devices, by their id; an unknown device is a stranger's."""
        found: dict[str, Identity] = {}
        for start in range(0, len(devices), _AT_ONCE):
            found |= await self._identities(devices[start : start + _AT_ONCE])
        return found

    async def change(self, person: str, **values: Any) -> None:
        """Write columns of an account. Raises `Conflict` if another account has a value that must be unique."""
        await self._change(person, values)

    async def sign_in(self, person: str, now: Identity, device: str, agent: Agent, join: bool = False) -> None:
        """Sign a browser in to an account: ``device`` is the SHA-256 of its new token.

        The old token is the account's too until the new one is used, in case the response is lost. The data of the
        browser's stranger becomes the account's. Two accounts are merged with ``join``; otherwise raises `TwoAccounts`.
        Raises `Conflict` if the account no longer exists.
        """
        is_other = now.person != person and now.revoked_at is None
        if is_other and now.has_account and not join:
            raise TwoAccounts("the browser is signed in to another account")
        table_ids = await self._involved(now.person) if is_other else []

        def work(connection: Connection) -> None:
            changed: list[str] = []
            if is_other:
                changed = joining.join(connection, now.person, person, table_ids)
            if now.has_account and is_other:
                joining.join_accounts(connection, now.person, person, now.device)
            elif not now.has_account:
                people.add_device(connection, person, now.device, agent)
            replaces = now.device if now.revoked_at is None else None
            people.add_device(connection, person, device, agent, replaces)
            admin.note(connection, _SERVER, "signed in", person[:12], changed)

        await self._write(work)

    async def follow_late(self, since: int) -> int:
        """Move what was written under an old id since a time to the joined account; return how much."""
        found = await self._left_behind(since)
        for old, new, table_ids in found:
            await self._bring(old, new, table_ids)
        return len(found)

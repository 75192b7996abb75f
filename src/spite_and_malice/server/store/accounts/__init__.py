"""Accounts: one person on several devices. `Accounts` is to the store's other half what `Store` is to all of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection

from ..access import Read
from ..admin import log
from ..admin.people import involved
from ..writer import Work
from . import joining, passkeys, people, tickets
from .records import (
    MINUTE_MS,
    Account,
    Agent,
    Device,
    Identity,
    NewPasskey,
    Passkey,
    Ticket,
    TicketKind,
    TwoAccounts,
)

__all__ = [
    "MINUTE_MS",
    "Account",
    "Accounts",
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


class Accounts:
    """Accounts with their devices, passkeys and tickets; every coroutine may raise `StoreError`.

    What changes whose a device is, is noted in the log by which every process hears what it has to read again.
    """

    def __init__(self, write: Callable[[Work], Awaitable[None]], read: Read) -> None:
        self._write = write
        self._read = read

    async def identities(self, devices: Sequence[str]) -> dict[str, Identity]:
        """Return whose some devices are, by their id; a device that is not known is a stranger's."""
        found: dict[str, Identity] = {}
        for start in range(0, len(devices), _AT_ONCE):
            found |= await self._read(partial(people.identities, ids=devices[start : start + _AT_ONCE]))
        return found

    async def replace_device(self, new: Identity) -> None:
        """Sign out what a device replaces, which is used for the first time."""

        def work(connection: Connection) -> None:
            people.replace_device(connection, new.device, new.replaces or "")
            log.note(connection, _SERVER, "signed in", new.person[:12])

        await self._write(work)

    async def note_use(self, device: str) -> None:
        """Note that a device has been used in this hour."""
        await self._write(partial(people.note_use, device=device))

    async def account(self, person: str) -> Account | None:
        """Return the account of a person, None if they have none."""
        return await self._read(partial(people.read_account, person=person))

    async def all_have_one(self, persons: Sequence[str]) -> bool:
        """Say whether all of some people have an account."""
        return await self._read(partial(people.all_have_one, persons=persons))

    async def devices(self, person: str) -> Sequence[Device]:
        """Return the devices that are signed in, the latest used first."""
        return await self._read(partial(people.read_devices, person=person))

    async def open(self, stranger: str, device: str, agent: Agent, passkey: NewPasskey | None = None) -> None:
        """Make an account of a stranger, who keeps their id; ``device`` is the SHA-256 of their new token.

        Raises `Conflict` if they have an account, or somebody has the passkey.
        """

        def work(connection: Connection) -> None:
            people.open_account(connection, stranger, device, agent)
            if passkey is not None:
                passkeys.add(connection, stranger, passkey)
            log.note(connection, _SERVER, "account made", stranger[:12])

        await self._write(work)

    async def sign_in(self, person: str, now: Identity, device: str, agent: Agent, join: bool = False) -> None:
        """Sign a browser in to an account: ``device`` is the SHA-256 of its new token.

        The old token is the account's too until the new one is used, in case the answer is lost. What belonged to the
        browser's stranger belongs to the account. Of two accounts, too, one is made with ``join``; otherwise raises
        `TwoAccounts`. Raises `Conflict` if the account is no more.
        """
        is_other = now.person != person and now.revoked_at is None
        if is_other and now.has_account and not join:
            raise TwoAccounts("the browser is signed in to another account")
        table_ids = await self._read(partial(involved, owner=now.person)) if is_other else []

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
            log.note(connection, _SERVER, "signed in", person[:12], changed)

        await self._write(work)

    async def change_to(self, person: str, now: Identity, device: str, agent: Agent) -> None:
        """Sign a browser in to another account; it leaves the old one when it uses its new token. Both stay."""

        def work(connection: Connection) -> None:
            people.add_device(connection, person, device, agent, replaces=now.device)
            log.note(connection, _SERVER, "signed in", person[:12])

        await self._write(work)

    async def sign_out(self, person: str, device: str) -> bool:
        """Let a device's token be worth nothing; False if it is no device of that person."""
        done: list[bool] = []

        def work(connection: Connection) -> None:
            done.append(people.sign_out(connection, person, device))
            log.note(connection, _SERVER, "signed out", person[:12])

        await self._write(work)
        return done[-1]

    async def person_of_name(self, name_key: str) -> str | None:
        """Return who has a name, by what it is compared as; None if nobody with an account has it."""
        return await self._read(partial(people.person_of_key, name_key=name_key))

    async def person_of_recovery(self, recovery: str) -> str | None:
        """Return whose recovery code has this SHA-256, None if nobody's has."""
        return await self._read(partial(people.person_of_recovery, recovery=recovery))

    async def of_mailbox(self, mailbox: str) -> Account | None:
        """Return the account to which links are mailed there, None if there is none."""
        return await self._read(partial(people.by_mailbox, box=mailbox))

    async def change(self, person: str, **values: Any) -> None:
        """Write columns of an account. Raises `Conflict` if another account has what only one may have."""
        await self._write(partial(people.change, person=person, values=values))

    async def put_settings(self, person: str, settings: str, revision: int) -> int:
        """Write what was chosen in a browser upon ``revision``; return the next one. Raises `Conflict` upon another."""
        done: list[int] = []
        await self._write(lambda connection: done.append(people.put_settings(connection, person, settings, revision)))
        return done[-1]

    async def passkeys(self, person: str) -> Sequence[Passkey]:
        """Return the passkeys of an account, the oldest first."""
        return await self._read(partial(passkeys.read, person=person))

    async def passkey(self, credential: str) -> Passkey | None:
        """Return the passkey with an id, None if nobody has it."""
        return await self._read(partial(passkeys.by_credential, credential=credential))

    async def add_passkey(self, person: str, passkey: NewPasskey) -> None:
        """Add a passkey to an account. Raises `Conflict` if it is somebody's already, or there are too many."""
        await self._write(partial(passkeys.add, person=person, passkey=passkey))

    async def note_passkey_use(self, credential: str, sign_count: int) -> None:
        """Note a sign-in with a passkey, and its count of them."""
        await self._write(partial(passkeys.note_use, credential=credential, sign_count=sign_count))

    async def remove_passkey(self, person: str, number: int) -> Passkey | None:
        """Forget a passkey and return it; None if it is none of that person's."""
        done: list[Passkey | None] = []
        await self._write(lambda connection: done.append(passkeys.remove(connection, person, number)))
        return done[-1]

    async def put_ticket(self, ticket: str, kind: TicketKind, person: str | None, data: str, expires_at: int) -> None:
        """Write what is good once, by its SHA-256; of a person there is one of a kind, the newest."""
        await self._write(lambda connection: tickets.put(connection, ticket, kind, person, data, expires_at))

    async def put_mail_ticket(
        self, ticket: str, kind: TicketKind, person: str, box: str, address: str, expires_at: int
    ) -> None:
        """Write what is mailed and good once. Raises `Conflict` if that would be one mail too many."""
        await self._write(
            lambda connection: tickets.put_mail(connection, ticket, kind, person, box, address, expires_at)
        )

    async def take_ticket(self, ticket: str, kind: TicketKind) -> Ticket | None:
        """Take what is good once, by its SHA-256; None if there is none of that kind, or not any more."""
        taken: list[Ticket | None] = []
        await self._write(lambda connection: taken.append(tickets.take(connection, ticket, kind)))
        return taken[-1]

    async def bring_after(self, since: int) -> int:
        """Give those who were joined since a time what was written under their old id meanwhile; return how much."""
        found = await self._read(partial(joining.left_behind, since=since))
        for old, new, table_ids in found:
            await self._write(partial(self._bring_after, old, new, table_ids))
        return len(found)

    @staticmethod
    def _bring_after(old: str, new: str, table_ids: Sequence[str], connection: Connection) -> None:
        changed = joining.join(connection, old, new, table_ids)
        log.note(connection, _SERVER, "signed in", new[:12], changed)

    async def sweep(self) -> None:
        """Forget what is worth nothing any more."""
        await self._write(people.sweep)

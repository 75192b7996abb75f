"""What `Store` keeps of the mails to those whose turn it is, read and written as it reads and writes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from . import mailboxes, mails
from .access import Read, Write, can_be_stored
from .mailboxes import Ask
from .mails import DueMail, MailRow


class MailStore:
    """Everything raises `StoreError` where the database cannot be used."""

    def __init__(self, read: Read, write: Write) -> None:
        self._read = read
        self._write = write

    async def state(self, table_id: str, owner: str) -> tuple[bool, bool]:
        """Say whether a person left an address at a table, and whether they said yes to mails there."""
        if not can_be_stored(table_id):
            return False, False
        return await self._read(partial(mails.state, table_id=table_id, owner=owner))

    async def put(self, row: MailRow) -> None:
        """Write the address that a person leaves. Raises what `mails.put` raises, and `StoreError`."""
        await self._write(row.table_id, lambda connection: mails.put(connection, row))

    async def remove(self, table_id: str, owner: str) -> None:
        """Forget a person's address. Raises `StoreError`."""
        if not can_be_stored(table_id):
            return
        await self._write(table_id, lambda connection: mails.remove(connection, table_id, owner))

    async def stop(self, token: str) -> None:
        """Write no more to the mailbox to which a token was mailed. Raises `StoreError`."""
        if can_be_stored(token):
            await self._write("", lambda connection: mailboxes.stop(connection, token))

    async def allow(self, token: str) -> None:
        """Let the mailbox be asked again whose mails a token stopped. Raises `StoreError`."""
        if can_be_stored(token):
            await self._write("", lambda connection: mailboxes.allow(connection, token))

    async def confirm(self, token: str) -> bool:
        """Take note that who has a mailbox said yes to mails; False if the link is none any more."""
        done = [False]
        if can_be_stored(token):
            await self._write("", lambda connection: done.append(mailboxes.confirm(connection, token)))
        return done[-1]

    async def asks(self) -> Sequence[Ask]:
        """Return the mailboxes that are to be asked whether mails are wanted. Raises `StoreError`."""
        return await self._read(mailboxes.unasked)

    async def claim_ask(self, ask: Ask) -> None:
        """Take note that a mailbox is asked. Raises `Conflict` if another process does, `StoreError`."""
        await self._write("", lambda connection: mailboxes.claim(connection, ask))

    async def return_ask(self, ask: Ask) -> None:
        """Take note that a mailbox could not be asked. Raises `StoreError`."""
        await self._write("", lambda connection: mailboxes.give_back(connection, ask))

    async def forget_unconfirmed(self, before: int) -> None:
        """Forget the addresses to whose question nobody has answered since a time. Raises `StoreError`."""
        await self._write("", lambda connection: mailboxes.forget_unconfirmed(connection, before))

    async def due(self) -> Sequence[DueMail]:
        """Return everybody whose turn it is and who wants a mail and has got none in this turn."""
        return await self._read(mails.due)

    async def claim(self, mail: DueMail) -> None:
        """Take note that a mail is written. Raises `Conflict` if another process writes it, `StoreError`."""
        await self._write(mail.table_id, lambda connection: mails.claim(connection, mail))

    async def give_back(self, mail: DueMail) -> None:
        """Take note that a mail could not be sent. Raises `StoreError`."""
        await self._write(mail.table_id, lambda connection: mails.give_back(connection, mail))

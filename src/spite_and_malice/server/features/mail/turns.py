"""Finding out who is to be written to, now and then, and writing to them once."""

from __future__ import annotations

import asyncio
import logging
import smtplib
import time
from collections.abc import Awaitable, Callable
from email.message import EmailMessage
from typing import Final

from spite_and_malice.server.clock import now_ms
from spite_and_malice.server.metrics import MAILS
from spite_and_malice.server.store import Ask, Conflict, DueMail, Store, StoreError

from ...logs import of_table
from .letters import letter, question, send
from .settings import MailSettings

_log = logging.getLogger(__name__)

MINUTES: Final = 5
"""How long it has been somebody's turn, and they away, before they get a mail."""

_ROUND_SECONDS: Final = 30.0

_UNCONFIRMED_MS: Final = 7 * 24 * 3600 * 1000
"""For so long an address is kept to whose question nobody answers."""

IsHere = Callable[[str, str], Awaitable[bool]]
"""Says whether a person, by the SHA-256 of the browser's token, has a page open at a table."""


class TurnMails:
    """Writes to everybody whose turn it is, who left an address, and who has been away for some minutes."""

    def __init__(self, store: Store, settings: MailSettings, is_here: IsHere, seconds: float = MINUTES * 60) -> None:
        self._store = store
        self._settings = settings
        self._is_here = is_here
        self._seconds = seconds
        self._away_since: dict[tuple[str, str], float] = {}
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to look for people to write to."""
        self._task = asyncio.create_task(self._work(), name="turn mails")

    async def close(self) -> None:
        """Stop; a mail that is just being sent is sent."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def round(self) -> None:
        """Write to everybody who is to be written to now. Raises `StoreError`."""
        await self._store.mails.forget_unconfirmed(now_ms() - _UNCONFIRMED_MS)
        for ask in await self._store.mails.asks():
            await self._ask(ask)
        due = await self._store.mails.due()
        here = await asyncio.gather(*map(self._looks_on, due))
        now = time.monotonic()
        away = [mail for mail, looks_on in zip(due, here, strict=True) if not looks_on]
        self._away_since = {
            (mail.table_id, mail.owner): self._away_since.get((mail.table_id, mail.owner), now) for mail in away
        }
        latest = now_ms() - self._seconds * 1000
        for mail in away:
            if mail.changed_at <= latest and now - self._away_since[mail.table_id, mail.owner] >= self._seconds:
                await self._write(mail)

    async def _looks_on(self, mail: DueMail) -> bool:
        """Say whether somebody has the table open, or nobody can say."""
        try:
            return await self._is_here(mail.table_id, mail.owner)
        except (StoreError, ValueError):
            return True

    async def _work(self) -> None:
        while True:
            await asyncio.sleep(_ROUND_SECONDS)
            try:
                await self.round()
            except StoreError as error:
                _log.warning("turn mails wait: %s", error)

    async def _write(self, mail: DueMail) -> None:
        """Write to one person, unless another process does."""
        try:
            await self._store.mails.claim(mail)
        except Conflict:
            return
        if not await self._send(letter(mail, self._settings), mail.table_id):
            await self._store.mails.give_back(mail)

    async def _ask(self, ask: Ask) -> None:
        """Ask whether mails are wanted at an address, unless another process does."""
        try:
            await self._store.mails.claim_ask(ask)
        except Conflict:
            return
        if not await self._send(question(ask, self._settings), None):
            await self._store.mails.return_ask(ask)

    async def _send(self, message: EmailMessage, table_id: str | None) -> bool:
        """Send a mail, about a table if it is about one; return whether nothing is to be tried again."""
        try:
            await asyncio.to_thread(send, message, self._settings)
        except (OSError, smtplib.SMTPException) as error:
            # The mail server's own words may name the address.
            extra = None if table_id is None else of_table(table_id)
            _log.warning("a turn mail could not be sent: %s", type(error).__name__, extra=extra)
            MAILS.labels("failed").inc()
            return isinstance(error, smtplib.SMTPRecipientsRefused)
        MAILS.labels("sent").inc()
        return True

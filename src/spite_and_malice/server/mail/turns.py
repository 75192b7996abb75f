"""Finding out who is to be written to, now and then, and writing to them once."""

from __future__ import annotations

import asyncio
import logging
import smtplib
import time
from collections.abc import Awaitable, Callable
from typing import Final

from spite_and_malice.server.metrics import MAILS
from spite_and_malice.server.store import Conflict, DueMail, Store, StoreError
from spite_and_malice.server.store.queries import now_ms

from ..logs import of_table
from .letters import letter, send
from .settings import MailSettings

_log = logging.getLogger(__name__)

MINUTES: Final = 5
"""How long it has been somebody's turn, and they away, before they get a mail."""

_ROUND_SECONDS: Final = 30.0

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
        due = await self._store.due_mails()
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
            await self._store.claim_mail(mail)
        except Conflict:
            return
        try:
            await asyncio.to_thread(send, letter(mail, self._settings), self._settings)
        except (OSError, smtplib.SMTPException) as error:
            # The mail server's own words may name the address.
            _log.warning("a turn mail could not be sent: %s", type(error).__name__, extra=of_table(mail.table_id))
            MAILS.labels("failed").inc()
            if not isinstance(error, smtplib.SMTPRecipientsRefused):
                await self._store.return_mail(mail)
        else:
            MAILS.labels("sent").inc()

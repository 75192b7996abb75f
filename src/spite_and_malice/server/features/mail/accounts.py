"""Mails about an account: a link to sign in by, and one that says yes to an address."""

from __future__ import annotations

import asyncio
import logging
import smtplib
from collections.abc import Coroutine
from email.message import EmailMessage
from typing import Any

from spite_and_malice.server.metrics import MAILS
from spite_and_malice.server.store import StoreError
from spite_and_malice.texts import _, in_language

from .letters import letter_of, send
from .settings import MailSettings

_log = logging.getLogger(__name__)


class AccountMails:
    """Sends mails about accounts in the background: how long that takes says nothing about who has one."""

    def __init__(self, settings: MailSettings) -> None:
        self._settings = settings
        self._sending: set[asyncio.Task[None]] = set()

    def send_link(self, address: str, language: str, token: str) -> None:
        """Send the link by which somebody signs in once."""
        with in_language(language):
            subject = _("Sign in to Spite and Malice")
            paragraphs = (
                _("Somebody, you we hope, wants to sign in with this address."),
                _("Open this link in the browser in which you want to play. It is good once, for fifteen minutes:"),
                f"{self._settings.url}/sign-in#mail={token}",
                _("If it was not you, you need do nothing."),
            )
        self._begin(letter_of(address, subject, paragraphs, self._settings))

    def send_question(self, address: str, language: str, token: str) -> None:
        """Send the link by which who has a mailbox says that it is theirs."""
        with in_language(language):
            subject = _("Is this your address?")
            paragraphs = (
                _("Somebody, you we hope, wants links to sign in to Spite and Malice sent to this address."),
                _("If that was you, say so here, within a day, in the browser in which you play:"),
                f"{self._settings.url}/me#mail={token}",
                _("If not, you need do nothing: no other mail will come."),
            )
        self._begin(letter_of(address, subject, paragraphs, self._settings))

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background; a `StoreError` is logged."""

        async def done() -> None:
            try:
                await work
            except StoreError as error:
                _log.warning("a mail about an account could not be prepared: %s", error)

        task = asyncio.create_task(done())
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    def _begin(self, message: EmailMessage) -> None:
        self.do(self._send(message))

    async def _send(self, message: EmailMessage) -> None:
        try:
            await asyncio.to_thread(send, message, self._settings)
        except (OSError, smtplib.SMTPException) as error:
            # The mail server's own words may name the address.
            _log.warning("a mail about an account could not be sent: %s", type(error).__name__)
            MAILS.labels("failed").inc()
        else:
            MAILS.labels("sent").inc()

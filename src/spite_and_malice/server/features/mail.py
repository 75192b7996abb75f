"""How mails are sent, from the environment variables SPITE_SMTP_* and SPITE_URL."""

from __future__ import annotations

import asyncio
import logging
import smtplib
import ssl
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from spite_and_malice.server.metrics import MAILS
from spite_and_malice.server.store import Ask, DueMail, StoreError
from spite_and_malice.texts import _, in_language

Security = Literal["starttls", "tls", "none"]

_PORTS: Final[dict[Security, int]] = {"starttls": 587, "tls": 465, "none": 25}


class MailSettingsError(Exception):
    """The variables do not say how mails are to be sent; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class MailSettings:
    """A mail server, who the mails are from, and the public address of this server for the links in them."""

    host: str
    port: int
    security: Security
    user: str | None
    password: str | None
    sender: str
    url: str

    @classmethod
    def read(cls, variables: Mapping[str, str]) -> MailSettings | None:
        """Return what the variables say, None if they name no mail server. Raises `MailSettingsError`."""
        host = variables.get("SPITE_SMTP_HOST")
        if not host:
            return None
        said = variables.get("SPITE_SMTP_SECURITY", "starttls")
        security: Security | None = next((known for known in _PORTS if known == said), None)
        if security is None:
            raise MailSettingsError(f"SPITE_SMTP_SECURITY is starttls, tls or none, not {said!r}.")
        port = variables.get("SPITE_SMTP_PORT", str(_PORTS[security]))
        if not port.isascii() or not port.isdigit() or not 0 < int(port) < 65_536:
            raise MailSettingsError(f"SPITE_SMTP_PORT is a number from 1 to 65535, not {port!r}.")
        url = variables.get("SPITE_URL", "").rstrip("/")
        if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc:
            raise MailSettingsError(
                "Mails need the public address of this server for their links: set SPITE_URL, for example to "
                "https://cards.example."
            )
        return cls(
            host=host,
            port=int(port),
            security=security,
            user=variables.get("SPITE_SMTP_USER") or None,
            password=variables.get("SPITE_SMTP_PASSWORD") or None,
            sender=_sender(variables.get("SPITE_SMTP_FROM", "")),
            url=url,
        )


def _sender(text: str) -> str:
    try:
        address = Address(addr_spec=text)
    except (ValueError, IndexError):
        address = Address()
    if not address.username or not address.domain:
        raise MailSettingsError("SPITE_SMTP_FROM is the address that mails come from, such as table@cards.example.")
    return str(address)


_SECONDS: Final = 30
"""How long the mail server may take for each answer."""


def question(ask: Ask, settings: MailSettings) -> EmailMessage:
    """Return the mail that asks whether mails are wanted at an address; it holds nothing that anybody wrote."""
    with in_language(ask.language):
        subject = _("Mails when it is your turn?")
        paragraphs = (
            _("Somebody has left this address at a table of Spite and Malice, for a mail when it is their turn."),
            _("Was it you, and do you want such mails? Say yes here, once for all your tables:"),
            f"{settings.url}/mail/confirm/{ask.token}",
            _("If not, you need do nothing: no other mail will come. Nor can anybody ask again, if you say so here:"),
            f"{settings.url}/mail/stop/{ask.token}",
        )
    return _mail(ask.address, subject, paragraphs, f"{settings.url}/mail/stop/{ask.token}", settings)


def letter(due: DueMail, settings: MailSettings) -> EmailMessage:
    """Return the mail that tells somebody that it is their turn, in their language.

    It holds nothing that a player wrote, so that nobody can have a text of their own mailed to somebody.
    """
    stop = f"{settings.url}/mail/stop/{due.token}"
    with in_language(due.language):
        table = _(due.table_name)
        subject = _("Your turn: {table}").format(table=table)
        paragraphs = (
            _("It is your turn at the table “{table}”.").format(table=table),
            _("Open it in the browser in which you play:"),
            f"{settings.url}/table/{due.table_id}",
            _("You get one mail for each of your turns, while you are away from the table. No more mails from here:"),
            stop,
        )
    return _mail(due.address, subject, paragraphs, stop, settings)


def _mail(address: str, subject: str, paragraphs: Sequence[str], stop: str, settings: MailSettings) -> EmailMessage:
    message = letter_of(address, subject, paragraphs, settings)
    # RFC 8058: mail programs show a button of their own that stops the mails.
    message["List-Unsubscribe"] = f"<{stop}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return message


def letter_of(address: str, subject: str, paragraphs: Sequence[str], settings: MailSettings) -> EmailMessage:
    """Return a mail to one address."""
    message = EmailMessage()
    message["Subject"] = subject
    message.set_content("\n\n".join(paragraphs) + "\n")
    message["From"] = Address("Spite and Malice", addr_spec=settings.sender)
    message["To"] = Address(addr_spec=address)
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=settings.sender.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    return message


def send(message: EmailMessage, settings: MailSettings) -> None:
    """Hand a mail to the mail server; takes its time. Raises `OSError` or `smtplib.SMTPException`."""
    context = ssl.create_default_context()
    if settings.security == "tls":
        connection: smtplib.SMTP = smtplib.SMTP_SSL(settings.host, settings.port, timeout=_SECONDS, context=context)
    else:
        connection = smtplib.SMTP(settings.host, settings.port, timeout=_SECONDS)
    with connection:
        if settings.security == "starttls":
            connection.starttls(context=context)
        if settings.user is not None:
            connection.login(settings.user, settings.password or "")
        connection.send_message(message)


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

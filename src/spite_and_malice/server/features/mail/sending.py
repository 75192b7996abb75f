"""How mails are sent, from the environment variables SPITE_SMTP_* and SPITE_URL."""

from __future__ import annotations

import asyncio
import base64
import itertools
import logging
import smtplib
import ssl
import time
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate, make_msgid
from typing import Any, Final, Literal
from urllib.parse import quote, urlsplit

from spite_and_malice.server.clock import DAY_MS, now_ms
from spite_and_malice.server.logs import of_table
from spite_and_malice.server.metrics import MAILS
from spite_and_malice.server.store import Ask, DueMail, StoreError
from spite_and_malice.server.supervision import do_once, note_failure
from spite_and_malice.texts import _, in_language

from ..correspondence.deadlines import when

Security = Literal["starttls", "tls", "none"]

_PORTS: Final[dict[Security, int]] = {"starttls": 587, "tls": 465, "none": 25}


class MailSettingsError(Exception):
    """The variables do not configure how mails are sent; the message says what is missing."""


@dataclass(slots=True)
class MailSettings:
    """A mail server, who the mails are from, and the public address of this server for the links in them.

    The password may change while the server runs.
    """

    host: str
    port: int
    security: Security
    user: str | None
    password: str | None
    sender: str
    url: str

    @classmethod
    def read(cls, variables: Mapping[str, str]) -> MailSettings | None:
        """Return the settings from the variables, None if they name no mail server. Raises `MailSettingsError`."""
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
            url=_plain_url(url),
        )


def _sender(text: str) -> str:
    try:
        address = Address(addr_spec=text)
        # The local part of an address has no ASCII form.
        plain = Address(username=address.username, domain=_plain_name(address.domain))
    except (ValueError, IndexError):
        plain = Address()
    if not plain.username.isascii() or not plain.username or not plain.domain:
        raise MailSettingsError("SPITE_SMTP_FROM is the address that mails come from, such as table@cards.example.")
    return str(plain)


def _plain_name(host: str) -> str:
    """Return a host name in characters allowed in mails. Raises `ValueError`."""
    return host if host.isascii() else host.encode("idna").decode()


def _plain_url(url: str) -> str:
    """Return the address of a site in characters allowed in a mail header. Raises `MailSettingsError`."""
    parts = urlsplit(url)
    try:
        netloc = _plain_name(parts.hostname or "") + (f":{parts.port}" if parts.port else "")
    except ValueError:
        raise MailSettingsError(f"SPITE_URL names no host: {url!r}.") from None
    return url if url.isascii() else f"{parts.scheme}://{netloc}{quote(parts.path)}"


_SECONDS: Final = 30
"""How long the mail server may take for each answer."""

_MINUTE: Final = 60.0
_RESTS: Final = tuple(_MINUTE * minutes for minutes in (0, 1, 5, 15, 30, 60, 120, 240))
"""The delays before a rejected mail is retried; the last one is repeated."""
LONGEST: Final = 48 * 60 * _MINUTE
"""After how many seconds a mail is given up."""
UNCONFIRMED_MS: Final = 7 * DAY_MS
"""How long an unconfirmed address is kept."""


def rest_after(tries: int) -> float:
    """Return the seconds until a mail that was refused ``tries`` times is tried again; 0 is at the next round."""
    return _RESTS[min(tries, len(_RESTS)) - 1]


def is_final(error: Exception) -> bool:
    """Say whether a mail server will not take a mail later either: it refused it, or whom it is for, with 5xx.

    A server that cannot be reached, or refuses the login, says nothing about the mail.
    """
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= _NEVER for code, _words in error.recipients.values())
    if isinstance(error, smtplib.SMTPSenderRefused | smtplib.SMTPDataError):
        return error.smtp_code >= _NEVER
    return isinstance(error, smtplib.SMTPNotSupportedError)


_NEVER: Final = 500


class _WholeHeaders(EmailPolicy):
    """Leaves headers on one line that are in plain letters: Python folds a long address into encoded words.

    RFC 5322 allows 998 characters; some programs do not recognise an address in encoded words.
    """

    def fold(self, name: str, value: str) -> str:
        """Return a header as it is sent."""
        text = str(value)
        whole = f"{name}: {text}"
        return f"{whole}{self.linesep}" if text.isascii() and len(whole) < _LONGEST_LINE else super().fold(name, value)

    def fold_binary(self, name: str, value: str) -> bytes:
        """Return a header as it is sent, in bytes."""
        return self.fold(name, value).encode("ascii", "surrogateescape")


_LONGEST_LINE: Final = 998
_POLICY: Final = _WholeHeaders(cte_type="7bit")


def question(ask: Ask, settings: MailSettings) -> EmailMessage:
    """Return the mail that asks whether mails are wanted at an address; it contains nothing written by others."""
    with in_language(ask.language):
        subject = _("Mails when it is your turn?")
        paragraphs = (
            _("Somebody has left this address at a table of Spite and Malice, for a mail when it is their turn."),
            _("Was it you, and do you want such mails? Say yes here, once for all your tables:"),
            f"{settings.url}/mail/confirm/{ask.token}",
            _("If not, you need do nothing: no other mail will come. Nor can anybody ask again, if you say so here:"),
            f"{settings.url}/mail/stop/{ask.token}",
        )
    return mail_with_stop(ask.address, subject, paragraphs, f"{settings.url}/mail/stop/{ask.token}", settings)


def letter(due: DueMail, settings: MailSettings) -> EmailMessage:
    """Return the mail that tells somebody that it is their turn, in their language.

    It contains nothing written by a player, so that nobody can use it to mail a text to somebody.
    """
    stop = f"{settings.url}/mail/stop/{due.token}"
    with in_language(due.language):
        table = _(due.table_name)
        subject = _("Your time runs out: {table}") if due.reminds else _("Your turn: {table}")
        subject = subject.format(table=table)
        paragraphs = (
            _("It is your turn at the table “{table}”.").format(table=table),
            *([_("Somebody else let their time run out: a computer player plays for them.")] if due.gone else []),
            _("Open it in the browser in which you play:"),
            f"{settings.url}/table/{due.table_id}",
            *([] if due.deadline is None else [_ends(due.deadline, due.zone)]),
            _(
                "You get one mail for each of your turns, while you are away from the table, and another if your time "
                "for it runs out. No more mails from here:"
            ),
            stop,
        )
    return mail_with_stop(due.address, subject, paragraphs, stop, settings)


def _ends(deadline: int, zone: str) -> str:
    told = _("Your time for this move ends {when}").format(when=when(deadline, now_ms(), zone))
    # If somebody's zone is unknown, the mail names the zone used.
    return f"{told} (UTC)." if zone == "UTC" else f"{told}."


def mail_with_stop(
    address: str, subject: str, paragraphs: Sequence[str], stop: str, settings: MailSettings
) -> EmailMessage:
    """Return a mail to one address that can be unsubscribed from, by one click, at ``stop``."""
    message = letter_of(address, subject, paragraphs, settings)
    # RFC 8058: mail programs show an unsubscribe button of their own.
    message["List-Unsubscribe"] = f"<{stop}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return message


def letter_of(address: str, subject: str, paragraphs: Sequence[str], settings: MailSettings) -> EmailMessage:
    """Return a mail to one address."""
    message = EmailMessage(policy=_POLICY)
    message["Subject"] = subject
    message.set_content("\n\n".join(paragraphs) + "\n")
    message["From"] = Address("Spite and Malice", addr_spec=settings.sender)
    message["To"] = Address(addr_spec=address)
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=settings.sender.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    return message


def send(message: EmailMessage, settings: MailSettings) -> None:
    """Hand a mail to the mail server; blocking. Raises `OSError` or `smtplib.SMTPException`."""
    context = ssl.create_default_context()
    if settings.security == "tls":
        connection: smtplib.SMTP = smtplib.SMTP_SSL(settings.host, settings.port, timeout=_SECONDS, context=context)
    else:
        connection = smtplib.SMTP(settings.host, settings.port, timeout=_SECONDS)
    try:
        if settings.security == "starttls":
            connection.starttls(context=context)
        if settings.user is not None:
            _log_in(connection, settings.user, settings.password or "")
        connection.send_message(message)
    finally:
        # The mail is accepted or not, whatever the server replies to QUIT.
        with suppress(OSError, smtplib.SMTPException):
            connection.quit()
        connection.close()


def _log_in(connection: smtplib.SMTP, user: str, password: str) -> None:
    """Log in; Python itself knows only ASCII in names and passwords. Raises `smtplib.SMTPException`."""
    if f"{user}{password}".isascii():
        connection.login(user, password)
        return
    connection.ehlo_or_helo_if_needed()
    ways = connection.esmtp_features.get("auth", "").upper().split()
    if "PLAIN" in ways:
        said = _base64("\0".join(("", user, password)))
        answer = connection.docmd("AUTH", f"PLAIN {said}")
    elif "LOGIN" in ways:
        answer = connection.docmd("AUTH", f"LOGIN {_base64(user)}")
        if answer[0] == _GO_ON:
            answer = connection.docmd(_base64(password))
    else:
        raise smtplib.SMTPException("the mail server offers neither PLAIN nor LOGIN")
    if answer[0] not in _LOGGED_IN:
        raise smtplib.SMTPAuthenticationError(*answer)


_GO_ON: Final = 334
_LOGGED_IN: Final = (235, 503)
"""The server's replies to a login, and to a login that was done before."""


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


_log = logging.getLogger(__name__)


class AccountMails:
    """Sends mails about accounts in the background: the response time never reveals who has an account."""

    def __init__(self, settings: MailSettings) -> None:
        self._settings = settings

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
        self._begin(letter_of(address, subject, paragraphs, self._settings), 15 * _MINUTE)

    def send_question(self, address: str, language: str, token: str) -> None:
        """Send the link that confirms the ownership of a mailbox."""
        with in_language(language):
            subject = _("Is this your address?")
            paragraphs = (
                _("Somebody, you we hope, wants links to sign in to Spite and Malice sent to this address."),
                _("If that was you, say so here, within a day, in the browser in which you play:"),
                f"{self._settings.url}/me#mail={token}",
                _("If not, you need do nothing: no other mail will come."),
            )
        self._begin(letter_of(address, subject, paragraphs, self._settings), 24 * 60 * _MINUTE)

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background; a `StoreError` is logged."""

        async def done() -> None:
            try:
                await work
            except StoreError as error:
                _log.warning("a mail about an account could not be prepared: %s", error)

        do_once("account mails", done())

    def _begin(self, message: EmailMessage, good_for: float) -> None:
        self.do(self._send(message, good_for))

    async def _send(self, message: EmailMessage, good_for: float) -> None:
        """Send a mail, and retry as long as its content is valid."""
        began = time.monotonic()
        for tries in itertools.count(1):
            failed = await sent(message, self._settings, "a mail about an account could not be sent")
            rest = max(_AGAIN_SECONDS, rest_after(tries))
            if failed is None or is_final(failed) or time.monotonic() + rest - began > good_for:
                return
            await asyncio.sleep(rest)


_AGAIN_SECONDS: Final = 30.0


async def sent(
    message: EmailMessage, settings: MailSettings, words: str, table_id: str | None = None
) -> Exception | None:
    """Hand a mail to the mail server; return why it was not taken, which is logged after ``words``, or None."""
    try:
        await asyncio.to_thread(send, message, settings)
    except Exception as error:
        # The mail server's own words may name the address.
        extra = None if table_id is None else of_table(table_id)
        if isinstance(error, OSError | smtplib.SMTPException):
            _log.warning("%s: %s", words, type(error).__name__, extra=extra)
        else:
            note_failure("mails", error, table_id)
        MAILS["failed"].inc()
        return error
    MAILS["sent"].inc()
    return None

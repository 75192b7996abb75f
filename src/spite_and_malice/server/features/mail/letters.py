"""The text of a turn mail, and handing it to the mail server."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Sequence
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final

from spite_and_malice.server.store import Ask, DueMail
from spite_and_malice.texts import _, in_language

from .settings import MailSettings

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

"""``spite admin trial …``: whether mails and notices arrive."""

from __future__ import annotations

import asyncio
import smtplib
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from spite_and_malice.cli.admin.group import (
    admin,
    configuration,
    games,
    json_option,
    note,
    say_json,
    say_rows,
    short,
    the_person,
)
from spite_and_malice.cli.common import CommandFailed, refused, say
from spite_and_malice.texts import _

if TYPE_CHECKING:
    from spite_and_malice.server.features.notices.delivery import Outcome
    from spite_and_malice.server.store import NoticeDevice


@admin.group()
def trial() -> None:
    """Send a mail or a notification to see whether it arrives, with the settings of the environment."""


@trial.command("mail")
@click.argument("address")
@json_option
@click.pass_context
def trial_mail(context: click.Context, address: str, as_json: bool) -> None:
    """Send a mail to ADDRESS now, and say what the mail server says."""
    from spite_and_malice.server.features.mail.sending import MailSettingsError, letter_of, send

    with refused(MailSettingsError):
        settings = configuration(context).mail
    if settings is None:
        raise CommandFailed(_("No mail server is set: SPITE_SMTP_HOST names one."))
    paragraphs = (
        _("The operator of {url} wants to see whether mails arrive. This one did.").format(url=settings.url),
        _("You need do nothing."),
    )
    try:
        message = letter_of(address, _("A trial mail from Spite and Malice"), paragraphs, settings)
    except (ValueError, IndexError) as error:
        raise CommandFailed(_("{address} is no mail address.").format(address=address)) from error
    failed: Exception | None = None
    try:
        send(message, settings)
    except (OSError, smtplib.SMTPException) as error:
        failed = error
    with games(context) as database, database.engine.begin() as connection:
        # The owner of the address does not belong in the log.
        note(connection, "trial mail", "sent" if failed is None else "failed")
    if failed is not None:
        said = " ".join(str(failed).split()).rstrip(".") or type(failed).__name__
        where = f"{settings.host}:{settings.port}"
        refusal = _("The mail was not taken by {server}: {error}.").format(server=where, error=said)
        raise CommandFailed(refusal) from failed
    if as_json:
        say_json({"outcome": "sent", "server": f"{settings.host}:{settings.port}"})
        return
    say(_("{server} has taken the mail.").format(server=f"{settings.host}:{settings.port}"))


@trial.command("push")
@click.argument("person", metavar="PERSON")
@json_option
@click.pass_context
def trial_push(context: click.Context, person: str, as_json: bool) -> None:
    """Send a notification to every device of a person now, and say what the push services say."""
    from spite_and_malice.server.store.people import notices

    with games(context) as database:
        with database.readers.connect() as connection:
            who = the_person(connection, person)
            devices = notices.devices_of(connection, who)
        if not devices:
            raise CommandFailed(_("No device of {person} gets notifications.").format(person=short(who)))
        came = asyncio.run(_sent(context, who, devices))
        counted = Counter(outcome for _device, outcome in came)
        with database.engine.begin() as connection:
            # A device that the push service no longer knows gets no further notifications.
            notices.drop(connection, [device.endpoint for device, outcome in came if outcome == "gone"])
            outcomes = ", ".join(f"{number} {outcome}" for outcome, number in sorted(counted.items()))
            note(connection, "trial push", f"{short(who)} {outcomes}")
    # An address at a push service is as good as a key.
    rows = [(urlsplit(device.endpoint).hostname or "–", outcome) for device, outcome in came]
    if as_json:
        say_json([{"service": service, "outcome": outcome} for service, outcome in rows])
    else:
        say_rows((_("push service"), _("outcome")), rows, "")
    context.exit(0 if set(counted) == {"sent"} else 1)


async def _sent(
    context: click.Context, person: str, devices: Sequence[NoticeDevice]
) -> list[tuple[NoticeDevice, Outcome]]:
    from spite_and_malice.server.features.notices.delivery import Deliveries
    from spite_and_malice.server.features.notices.kinds import TRIAL, Notice
    from spite_and_malice.server.features.notices.push import subject_of
    from spite_and_malice.server.features.notices.rounds import send_to

    settings = configuration(context)
    if settings.push == "off":
        raise CommandFailed(_("SPITE_PUSH is off: this server sends no notifications."))
    deliveries = Deliveries(subject_of(settings.contact, settings.url), private=settings.push == "private")
    try:
        return await send_to(deliveries, devices, Notice(person, TRIAL, TRIAL.name, "/notices", {}), 0)
    finally:
        deliveries.close()

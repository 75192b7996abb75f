"""``spite admin announcements …``."""

from __future__ import annotations

import time
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Final

import click

from spite_and_malice.cli.admin.group import (
    admin,
    carry_out,
    games,
    json_option,
    operator,
    reading,
    say_json,
    say_rows,
    told,
    told_option,
    when,
    yes_option,
)
from spite_and_malice.cli.common import CommandFailed
from spite_and_malice.texts import _

if TYPE_CHECKING:
    from spite_and_malice.server.store.admin import Connection
    from spite_and_malice.server.store.operators import Announcement

_TIME: Final = click.DateTime(["%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M"])


@admin.group()
def announcements() -> None:
    """Announce something on every page, from a time to another."""


@announcements.command("list")
@json_option
@click.pass_context
def list_announcements(context: click.Context, as_json: bool) -> None:
    """List what is or will be announced."""
    from spite_and_malice.server.store.operators import read_announcements

    with reading(context) as connection:
        found = read_announcements(connection)
    if as_json:
        say_json([asdict(each) for each in found])
        return
    say_rows(
        (_("number"), _("since"), _("until"), _("text")),
        [(each.number, when(each.since), when(each.until), each.text) for each in found],
        _("Nothing is announced."),
    )


@announcements.command("add")
@click.argument("text")
@click.option("--from", "since", type=_TIME, metavar="TIME", help="Not before this time, such as 2026-12-01 18:00.")
@click.option("--until", type=_TIME, required=True, metavar="TIME", help="No longer than to this time.")
@told_option
@click.pass_context
def add_announcement(context: click.Context, text: str, since: datetime | None, until: datetime) -> None:
    """Show a text at the top of every page that is opened, until somebody closes it there.

    Times are those of this computer. Pages that are open already show it when they are next loaded.
    """
    from spite_and_malice.server.people import visible
    from spite_and_malice.server.store.admin import deeds

    text = visible(text)
    if not text or len(text) > deeds.LONGEST_ANNOUNCEMENT:
        raise CommandFailed(_("An announcement has 1 to {n} letters.").format(n=deeds.LONGEST_ANNOUNCEMENT))
    begins, ends = _milliseconds(since), _milliseconds(until)
    if ends <= max(begins, int(time.time() * 1000)):
        raise CommandFailed(_("It would end before anybody sees it. Give a later --until."))
    with games(context) as database, database.engine.begin() as connection:
        deeds.announce(connection, operator(), text, begins, ends)
    told(context, _("Every page shows this from {since} to {until}.").format(since=when(begins), until=when(ends)))


def _milliseconds(at: datetime | None) -> int:
    return int((time.time() if at is None else at.timestamp()) * 1000)


@announcements.command("withdraw")
@click.argument("number", type=click.IntRange(1, 2**31 - 1))
@yes_option
@click.pass_context
def withdraw_announcement(context: click.Context, number: int, yes: bool) -> None:
    """Take an announcement off all pages, by the number in the list."""
    from spite_and_malice.server.store import operators as stored
    from spite_and_malice.server.store.admin import deeds

    def find(connection: Connection) -> Announcement:
        found = next((each for each in stored.read_announcements(connection) if each.number == number), None)
        if found is None:
            missing = _("There is no announcement of this number. `spite admin announcements list` lists them.")
            raise CommandFailed(missing)
        return found

    carry_out(
        context,
        yes,
        find,
        lambda found: _("Withdraw “{text}”?").format(text=found.text),
        lambda connection, who, found: deeds.withdraw(connection, who, found.number),
    )
    told(context, _("No page shows it any more."))

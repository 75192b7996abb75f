"""``spite admin evenings …`` and ``spite admin clubs …``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from spite_and_malice.cli.admin.group import admin, delete, reading, say_rows, short, when, yes_option
from spite_and_malice.texts import _

if TYPE_CHECKING:
    from spite_and_malice.server.store.admin import Connection


@admin.group(invoke_without_command=True)
@click.pass_context
def evenings(context: click.Context) -> None:
    """List the evenings, the latest first."""
    if context.invoked_subcommand is not None:
        return
    from spite_and_malice.server.store.events.evenings import read_all

    with reading(context) as connection:
        found = read_all(connection)
    say_rows(
        (_("evening"), _("name"), _("host"), _("guests"), _("round"), _("changed"), _("state")),
        [
            (
                at.evening.id,
                at.evening.name,
                short(at.evening.host),
                len(at.guests),
                at.evening.round,
                when(at.evening.changed_at),
                _("over") if at.evening.is_over else _("going on"),
            )
            for at in found
        ],
        _("There are no evenings."),
    )


@evenings.command("delete")
@click.argument("evening_id", metavar="ID")
@yes_option
@click.pass_context
def delete_evening(context: click.Context, evening_id: str, yes: bool) -> None:
    """Delete an evening with its score sheet; its tables stay."""
    from spite_and_malice.server.store.events import evenings as stored

    def name(connection: Connection) -> str | None:
        found = stored.read_evening(connection, evening_id)
        return None if found is None else found.evening.name

    missing = _("There is no evening of this id. `spite admin evenings` lists them.")
    delete(context, yes, evening_id, name, stored.remove, missing, "evening deleted")


@admin.group(invoke_without_command=True)
@click.pass_context
def clubs(context: click.Context) -> None:
    """List the clubs by name."""
    if context.invoked_subcommand is not None:
        return
    from spite_and_malice.server.store.events.clubs import read_all

    with reading(context) as connection:
        found = read_all(connection)
    say_rows(
        (_("club"), _("name"), _("keeper"), _("members"), _("since")),
        [(at.club.id, at.club.name, short(at.club.keeper), len(at.members), when(at.club.founded_at)) for at in found],
        _("There are no clubs."),
    )


@clubs.command("delete")
@click.argument("club_id", metavar="ID")
@yes_option
@click.pass_context
def delete_club(context: click.Context, club_id: str, yes: bool) -> None:
    """Delete a club with its membership; its evenings stay."""
    from spite_and_malice.server.store.events import clubs as stored

    def name(connection: Connection) -> str | None:
        found = stored.read_club(connection, club_id)
        return None if found is None else found.club.name

    missing = _("There is no club of this id. `spite admin clubs` lists them.")
    delete(context, yes, club_id, name, stored.remove, missing, "club deleted")

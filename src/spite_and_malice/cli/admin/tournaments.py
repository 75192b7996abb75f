"""``spite admin tournaments …``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from spite_and_malice.cli.admin.group import (
    admin,
    confirm,
    delete,
    games,
    json_option,
    note,
    reading,
    say_json,
    say_rows,
    short,
    when,
    yes_option,
)
from spite_and_malice.cli.common import CommandFailed, say
from spite_and_malice.texts import N_, _

if TYPE_CHECKING:
    from spite_and_malice.server.store.admin import Connection

_KINDS = {
    "same_address": N_("joined from one address and met"),
    "one_sided": N_("all games went to the second"),
    "left_to": N_("left games against the second"),
    "too_fast": N_("over in seconds"),
}


_MISSING = N_("There is no tournament of this id. `spite admin tournaments` lists them.")


@admin.group(invoke_without_command=True)
@click.pass_context
def tournaments(context: click.Context) -> None:
    """List the tournaments, the latest first, and what in them may be worth a look."""
    if context.invoked_subcommand is None:
        context.invoke(list_tournaments)


@tournaments.command("list")
@json_option
@click.pass_context
def list_tournaments(context: click.Context, as_json: bool = False) -> None:
    """List the tournaments, the latest first."""
    from spite_and_malice.server.store.events.tournaments import read_all

    with reading(context) as connection:
        found = read_all(connection)
    if as_json:
        say_json(
            [
                {
                    "id": each.row.id,
                    "name": each.row.name,
                    "system": each.row.form.system,
                    "state": each.row.state,
                    "round": each.row.round,
                    "taking_part": each.taking_part,
                    "host": each.row.host,
                    "created_at": each.row.created_at,
                }
                for each in found
            ]
        )
        return
    say_rows(
        (_("id"), _("name"), _("system"), _("state"), _("round"), _("taking part"), _("made")),
        [
            (
                each.row.id,
                each.row.name,
                each.row.form.system,
                each.row.state,
                each.row.round,
                each.taking_part,
                when(each.row.created_at),
            )
            for each in found
        ],
        _("There are no tournaments."),
    )


@tournaments.command("suspicions")
@click.option("--id", "tournament_id", metavar="ID", help="Look at this tournament alone; by default at all of them.")
@json_option
@click.pass_context
def suspicions(context: click.Context, tournament_id: str | None, as_json: bool) -> None:
    """List those who may be playing together; nothing is done about it."""
    from spite_and_malice.server.store.admin.collusion import findings
    from spite_and_malice.server.store.events.tournaments import read, read_all

    with reading(context) as connection:
        ids = [each.row.id for each in read_all(connection)] if tournament_id is None else [tournament_id]
        found = [each for each in (read(connection, one) for one in ids) if each is not None]
    if tournament_id is not None and not found:
        raise CommandFailed(_(_MISSING))
    listed = findings(found)
    if as_json:
        say_json(
            [
                {
                    "kind": each.kind,
                    "people": list(each.people),
                    "names": list(each.names),
                    "games": each.games,
                    "tournament": each.tournament_id,
                    "table": each.table_id,
                }
                for each in listed
            ]
        )
        return
    say_rows(
        (_("what"), _("who"), _("and"), _("games"), _("tournament"), _("table")),
        [
            (
                _(_KINDS[each.kind]),
                f"{each.names[0]} ({short(each.people[0])})",
                f"{each.names[1]} ({short(each.people[1])})",
                each.games,
                each.tournament_id,
                each.table_id or "–",
            )
            for each in listed
        ],
        _("Nothing stands out."),
    )


@tournaments.command("end")
@click.argument("tournament_id", metavar="ID")
@yes_option
@click.pass_context
def end_tournament(context: click.Context, tournament_id: str, yes: bool) -> None:
    """End a tournament as it stands; games that are played go on without it."""
    from spite_and_malice.server.store.events.tournaments import finish, read

    with games(context) as database:
        with database.readers.connect() as connection:
            found = read(connection, tournament_id)
        if found is None:
            raise CommandFailed(_(_MISSING))
        confirm(yes, _("End “{name}”?").format(name=found.row.name))
        with database.engine.begin() as connection:
            if not finish(connection, tournament_id, "cancelled" if found.row.state == "gathering" else "over"):
                raise CommandFailed(_("It is over already."))
            note(connection, "tournament ended", tournament_id)
    say(_("“{name}” is over.").format(name=found.row.name))


@tournaments.command("delete")
@click.argument("tournament_id", metavar="ID")
@yes_option
@click.pass_context
def delete_tournament(context: click.Context, tournament_id: str, yes: bool) -> None:
    """Delete a tournament with its standings; its tables stay."""
    from spite_and_malice.server.store.events import tournaments as stored

    def name(connection: Connection) -> str | None:
        found = stored.read(connection, tournament_id)
        return None if found is None else found.row.name

    delete(context, yes, tournament_id, name, stored.remove, _(_MISSING), "tournament deleted")

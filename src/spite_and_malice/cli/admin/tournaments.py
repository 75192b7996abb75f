"""``spite admin tournaments …``."""

from __future__ import annotations

import click

from spite_and_malice.cli.admin.group import (
    admin,
    json_option,
    reading,
    say_json,
    say_rows,
    short,
    when,
    yes_option,
)
from spite_and_malice.cli.admin.named import delete, end, the_event
from spite_and_malice.texts import N_, _

_KINDS = {
    "same_address": N_("joined from one address and met"),
    "one_sided": N_("all games went to the second"),
    "left_to": N_("left games against the second"),
    "too_fast": N_("over in seconds"),
}


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
@click.option("--id", "tournament", metavar="TOURNAMENT", help="Look at this one alone; by default at all of them.")
@json_option
@click.pass_context
def suspicions(context: click.Context, tournament: str | None, as_json: bool) -> None:
    """List those who may be playing together; nothing is done about it."""
    from spite_and_malice.server.store.admin.collusion import findings
    from spite_and_malice.server.store.events.tournaments import read, read_all

    with reading(context) as connection:
        if tournament is None:
            ids = [each.row.id for each in read_all(connection)]
        else:
            ids = [the_event(connection, "tournament", tournament).id]
        found = [each for each in (read(connection, one) for one in ids) if each is not None]
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
@click.argument("tournament", metavar="TOURNAMENT")
@yes_option
@click.pass_context
def end_tournament(context: click.Context, tournament: str, yes: bool) -> None:
    """End a tournament as it stands; games that are played go on without it."""
    end(context, yes, "tournament", tournament)


@tournaments.command("delete")
@click.argument("tournament", metavar="TOURNAMENT")
@yes_option
@click.pass_context
def delete_tournament(context: click.Context, tournament: str, yes: bool) -> None:
    """Delete a tournament with its standings; its tables stay."""
    delete(context, yes, "tournament", tournament)

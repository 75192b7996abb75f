"""``spite admin tables …`` and ``spite admin prune``."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from spite_and_malice.cli.admin.group import (
    ODD_IDS,
    admin,
    before,
    confirm,
    games,
    json_option,
    note,
    reading,
    say_json,
    say_rows,
    short,
    the_person,
    told,
    told_option,
    wants_json,
    when,
    yes_option,
)
from spite_and_malice.cli.common import CommandFailed, say, say_lines
from spite_and_malice.cli.options import OneOf
from spite_and_malice.texts import _, ngettext

STATES = ("gathering", "running", "between", "finished", "given-up", "closed")

_CHUNK = 500


@admin.group()
def tables() -> None:
    """Find, show, close and delete tables."""


@tables.command("list")
@click.option("--state", "states", multiple=True, type=OneOf(STATES), help="Only those that stand so.")
@click.option("--older-than", type=click.IntRange(0), metavar="DAYS", help="Only those unchanged for so long.")
@click.option("--name", metavar="NAME", help="Only those where somebody sits whose name has this in it.")
@click.option("--person", metavar="ID", help="Only those that a person made or sits at.")
@click.option("--preset", metavar="PRESET", help="Only those of a version of the game.")
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, help="The most to list.")
@json_option
@click.pass_context
def list_tables(
    context: click.Context,
    states: tuple[str, ...],
    older_than: int | None,
    name: str | None,
    person: str | None,
    preset: str | None,
    limit: int,
    as_json: bool,
) -> None:
    """List tables, the latest changed first."""
    from spite_and_malice.server.store.admin import tables as stored

    with reading(context) as connection:
        person = None if person is None else the_person(connection, person)
        changed_before = None if older_than is None else before(older_than)
        wanted = stored.Wanted(states, changed_before, name, person, preset)
        found = stored.find(connection, wanted, limit)
        number = sum(stored.count(connection, wanted).values())
    if as_json:
        say_json([asdict(table) for table in found])
        return
    say_rows(
        (_("table"), _("state"), _("game"), _("changed"), _("version"), _("seats")),
        [
            (table.id, table.state, table.game, when(table.changed_at), table.preset or "–", ", ".join(table.seats))
            for table in found
        ],
        _("There is no such table."),
    )
    if number > len(found):
        say(_("{shown} of {number}; --limit shows more.").format(shown=len(found), number=number))


@tables.command(context_settings=ODD_IDS)
@click.argument("table_id", metavar="TABLE")
@json_option
@click.pass_context
def show(context: click.Context, table_id: str, as_json: bool) -> None:
    """Tell all about a table but its cards."""
    from spite_and_malice.server.store.admin import tables as stored

    with reading(context) as connection:
        found = stored.show(connection, table_id)
    if found is None:
        raise _no_table(table_id)
    if as_json:
        say_json(found)
    else:
        _tell(found)


@tables.command(context_settings=ODD_IDS)
@click.argument("table_id", metavar="TABLE")
@click.option("--reason", default="", metavar="TEXT", help="For the log.")
@yes_option
@click.pass_context
def close(context: click.Context, table_id: str, reason: str, yes: bool) -> None:
    """End a table for good as it stands. The records of its finished games stay."""
    from spite_and_malice.server.store.admin import tables as stored

    with games(context) as database:
        with database.readers.connect() as connection:
            found = stored.show(connection, table_id)
        if found is None:
            raise _no_table(table_id)
        if not found["games"]:
            raise CommandFailed(_("Nothing has been dealt at this table: it can only be deleted."))
        if found["closed_at"] is not None:
            raise CommandFailed(_("This table is closed already."))
        confirm(yes, _("Close table {table}, for everybody and for good?").format(table=table_id))
        with database.engine.begin() as connection:
            stored.close(connection, table_id)
            note(connection, "table closed", " ".join((table_id, reason)).strip(), [table_id])
    told(context, _("Table {table} is closed.").format(table=table_id))


@tables.command(context_settings=ODD_IDS)
@click.argument("table_ids", metavar="TABLE…", nargs=-1, required=True)
@yes_option
@click.pass_context
def delete(context: click.Context, table_ids: tuple[str, ...], yes: bool) -> None:
    """Delete tables with all their games."""
    from spite_and_malice.server.store.admin import tables as stored

    with games(context) as database:
        with database.readers.connect() as connection:
            for table_id in table_ids:
                if stored.show(connection, table_id) is None:
                    raise _no_table(table_id)
        question = ngettext(
            "Delete {n} table with all its games?", "Delete {n} tables with all their games?", len(table_ids)
        )
        confirm(yes, question.format(n=len(table_ids)))
        with database.engine.begin() as connection:
            number = stored.remove(connection, table_ids)
            note(connection, "tables deleted", " ".join(table_ids), table_ids)
    told(context, ngettext("{n} table is deleted.", "{n} tables are deleted.", number).format(n=number))


@admin.command()
@click.option("--older-than", required=True, type=click.IntRange(0), metavar="DAYS", help="Unchanged for so long.")
@click.option("--state", "states", multiple=True, type=OneOf(STATES), help="Not all without a game, but these.")
@click.option("--yes", is_flag=True, help="Delete them; without this only tell which.")
@told_option
@click.pass_context
def prune(context: click.Context, older_than: int, states: tuple[str, ...], yes: bool) -> None:
    """Delete old tables. Without --yes it only tells how many that would be."""
    from spite_and_malice.server.store.admin import tables as stored

    wanted = stored.Wanted(states or stored.OVER, before(older_than))
    with games(context) as database:
        with database.readers.connect() as connection:
            by_state = stored.count(connection, wanted)
            old = stored.ids(connection, wanted) if yes else []
        if not yes:
            if wants_json(context):
                say_json(by_state)
                return
            say_rows((_("state"), _("tables")), list(by_state.items()), _("There is no such table."))
            if by_state:
                say(_("Nothing has changed. --yes deletes them."))
            return
        if not old:
            if wants_json(context):
                say_json({"tables": 0})
            else:
                say(_("There is no such table."))
            return
        number = 0
        for start in range(0, len(old), _CHUNK):
            some = old[start : start + _CHUNK]
            with database.engine.begin() as connection:
                number += stored.remove(connection, some, wanted)
                subject = f"{', '.join(wanted.states)}, older than {older_than} days"
                note(connection, "tables pruned", subject, some)
    told(context, ngettext("{n} table is deleted.", "{n} tables are deleted.", number).format(n=number), tables=number)


def _no_table(table_id: str) -> CommandFailed:
    return CommandFailed(_("There is no table {table}. `spite admin tables list` lists them.").format(table=table_id))


def _tell(table: dict[str, Any]) -> None:
    lines = [
        (_("table"), table["id"]),
        (_("name"), table["name"]),
        (_("state"), table["state"]),
        (_("version"), table["preset"] or "–"),
        (_("made by"), short(table["made_by"])),
        (_("made"), when(table["created_at"])),
        (_("changed"), when(table["changed_at"])),
    ]
    if table["closed_at"] is not None:
        lines.append((_("closed"), when(table["closed_at"])))
    if table["day"] is not None:
        lines.append((_("deal of the day"), table["day"]))
    width = max(len(head) for head, _text in lines)
    for head, text in lines:
        say_lines([f"{head.ljust(width)}  {text}"])
    say()
    left, scores = table["cards_left"], table["scores"]
    say_rows(
        (_("seat"), _("name"), _("person"), _("player"), _("stand-in"), _("cards left"), _("points")),
        [
            (
                number,
                seat["name"] or "–",
                short(seat["person"]),
                seat["player"] or "–",
                seat["stand_in"] or "–",
                left[number] if left else "–",
                scores[number] if number < len(scores) else "–",
            )
            for number, seat in enumerate(table["seats"])
        ],
        "",
    )
    say()
    say_rows(
        (_("game"), _("dealt"), _("over"), _("actions"), _("result")),
        [
            (
                game["number"],
                when(game["started_at"]),
                when(game["ended_at"]),
                game["actions"],
                "–" if game["result"] is None else game["result"]["reason"],
            )
            for game in table["games"]
        ],
        _("Nothing has been dealt."),
    )

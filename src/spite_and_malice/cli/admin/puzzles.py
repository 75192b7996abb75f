"""``spite admin puzzles …``: turns at puzzles that were judged missed and that people call right."""

from __future__ import annotations

import click

from spite_and_malice.cli.admin.group import (
    admin,
    confirm,
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
from spite_and_malice.texts import _


@admin.group()
def puzzles() -> None:
    """See which turns at puzzles people call right though they were judged missed."""


@puzzles.command("list")
@click.option("--all", "resolved", is_flag=True, help="Also those that are resolved.")
@json_option
@click.pass_context
def list_objections(context: click.Context, resolved: bool, as_json: bool) -> None:
    """List them, the oldest first; with --json each with its position."""
    from dataclasses import asdict

    from spite_and_malice.server.store.games import objections

    with reading(context) as connection:
        found = objections.read(connection, resolved)
    if as_json:
        say_json([asdict(each) for each in found])
        return
    say_rows(
        (_("number"), _("when"), _("puzzle"), _("person"), _("moves"), _("task"), _("verdict"), _("resolved")),
        [
            (
                each.number,
                when(each.made_at),
                each.puzzle,
                short(each.person),
                " ".join(each.moves),
                each.task,
                each.verdict,
                "–" if each.resolved_at is None else f"{when(each.resolved_at)} {each.note}",
            )
            for each in found
        ],
        _("Nobody calls a turn right that was judged missed."),
    )


@puzzles.command()
@click.argument("number", type=click.IntRange(1, 2**31 - 1))
@click.option("--note", "said", default="", metavar="TEXT", help="What came of it.")
@json_option
@yes_option
@click.pass_context
def resolve(context: click.Context, number: int, said: str, as_json: bool, yes: bool) -> None:
    """Take note that a turn has been looked at; it stays in `list --all` as long as a finished game."""
    from dataclasses import asdict

    from spite_and_malice.server.store.games import objections

    with games(context) as database:
        with database.readers.connect() as connection:
            if all(each.number != number for each in objections.read(connection)):
                raise CommandFailed(_("There is no open turn of this number. `spite admin puzzles list` lists them."))
        confirm(yes, _("Resolve {number}?").format(number=number))
        with database.engine.begin() as connection:
            objections.resolve(connection, number, said)
            note(connection, "puzzle resolved", f"{number} {said}".strip())
            kept = next(each for each in objections.read(connection, resolved=True) if each.number == number)
    if as_json:
        say_json(asdict(kept))
    else:
        say(_("{number} is resolved.").format(number=number))

"""``spite admin puzzles …``: turns judged as missed that people claim are right, and withdrawn puzzles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING

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
    told,
    when,
    yes_option,
)
from spite_and_malice.cli.common import CommandFailed
from spite_and_malice.texts import _

if TYPE_CHECKING:
    from spite_and_malice.server.store.admin import Connection
    from spite_and_malice.server.store.games.objections import KeptObjection


@admin.group()
def puzzles() -> None:
    """See which turns people call right though they were judged missed, and withdraw puzzles that judge wrongly."""


@puzzles.command("list")
@click.option("--all", "resolved", is_flag=True, help="Also those that are resolved.")
@json_option
@click.pass_context
def list_objections(context: click.Context, resolved: bool, as_json: bool) -> None:
    """List them, the oldest first; with --json each with its position."""
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
                "–" if each.resolved_at is None else _resolution(each),
            )
            for each in found
        ],
        _("Nobody calls a turn right that was judged missed."),
    )


def _resolution(each: KeptObjection) -> str:
    assert each.resolved_at is not None
    return " ".join(filter(None, (when(each.resolved_at), _("upheld") if each.upheld else "", each.note)))


@puzzles.command()
@click.argument("number", type=click.IntRange(1, 2**31 - 1))
@click.option("--note", "said", default="", metavar="TEXT", help="What came of it.")
@yes_option
@click.pass_context
def resolve(context: click.Context, number: int, said: str, yes: bool) -> None:
    """Take note that a turn has been looked at and was missed; it stays in `list --all` as long as a finished game."""
    from spite_and_malice.server.store.games import objections

    question = _("Resolve {number}?").format(number=number)
    kept = _settle(context, number, said, yes, question, "puzzle resolved", objections.resolve)
    told(context, _("{number} is resolved.").format(number=number), **asdict(kept))


@puzzles.command()
@click.argument("number", type=click.IntRange(1, 2**31 - 1))
@click.option("--note", "said", default="", metavar="TEXT", help="What was wrong with the puzzle.")
@yes_option
@click.pass_context
def uphold(context: click.Context, number: int, said: str, yes: bool) -> None:
    """Call a turn right: withdraw its puzzle, give back what that cost, and tell those who said so."""
    from spite_and_malice.server.store.games import withdrawals

    question = _("Call {number} right, and withdraw its puzzle?").format(number=number)
    kept = _settle(context, number, said, yes, question, "puzzle withdrawn", withdrawals.uphold)
    said = _("{number} is right: puzzle {puzzle} is withdrawn, and {points} points of rating are given back.")
    told(context, said.format(number=number, puzzle=kept.puzzle, points=kept.points), **asdict(kept))


def _settle(
    context: click.Context,
    number: int,
    said: str,
    yes: bool,
    question: str,
    what: str,
    settle: Callable[[Connection, int, str], None],
) -> KeptObjection:
    """Settle an open objection, after confirmation, and return its new stored form."""
    from spite_and_malice.server.store.games import objections

    with games(context) as database:
        with database.readers.connect() as connection:
            if all(each.number != number for each in objections.read(connection)):
                raise CommandFailed(_("There is no open turn of this number. `spite admin puzzles list` lists them."))
        confirm(yes, question)
        with database.engine.begin() as connection:
            settle(connection, number, said)
            note(connection, what, f"{number} {said}".strip())
            return next(each for each in objections.read(connection, resolved=True) if each.number == number)


@puzzles.command()
@json_option
@click.pass_context
def withdrawn(context: click.Context, as_json: bool) -> None:
    """List the puzzles that are withdrawn, the first one first."""
    from spite_and_malice.server.store.games import withdrawals

    with reading(context) as connection:
        found = withdrawals.read(connection)
    if as_json:
        say_json([{"puzzle": puzzle, "at": at} for puzzle, at in found.items()])
        return
    rows = [(puzzle, when(at)) for puzzle, at in found.items()]
    say_rows((_("puzzle"), _("when")), rows, _("No puzzle is withdrawn."))


@puzzles.command()
@click.argument("puzzle")
@yes_option
@click.pass_context
def readmit(context: click.Context, puzzle: str, yes: bool) -> None:
    """Offer a withdrawn puzzle again, once a later version has mended it. Ratings stay as they are."""
    from spite_and_malice.server.store.games import withdrawals

    with games(context) as database:
        confirm(yes, _("Offer puzzle {puzzle} again?").format(puzzle=puzzle))
        with database.engine.begin() as connection:
            if not withdrawals.readmit(connection, puzzle):
                raise CommandFailed(
                    _("This puzzle is not withdrawn. `spite admin puzzles withdrawn` lists those that are.")
                )
            note(connection, "puzzle readmitted", puzzle)
    told(context, _("Puzzle {puzzle} is offered again.").format(puzzle=puzzle))

"""``spite admin reports …``."""

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
from spite_and_malice.cli.common import CommandFailed
from spite_and_malice.texts import _


@admin.group(invoke_without_command=True)
@click.option("--all", "closed", is_flag=True, help="Also those that are closed.")
@json_option
@click.pass_context
def reports(context: click.Context, closed: bool, as_json: bool) -> None:
    """List what people have reported, the oldest first."""
    if context.invoked_subcommand is not None:
        return
    from dataclasses import asdict

    from spite_and_malice.server.store.admin.reports import read

    with reading(context) as connection:
        found = read(connection, closed)
    if as_json:
        say_json([asdict(report) for report in found])
        return
    say_rows(
        (_("number"), _("when"), _("table"), _("name"), _("person"), _("reported by"), _("what"), _("closed")),
        [
            (
                report.number,
                when(report.reported_at),
                report.table_id,
                report.name,
                short(report.person),
                short(report.reporter),
                _("the name") if report.line is None else report.line,
                "–" if report.closed_at is None else f"{when(report.closed_at)} {report.note}",
            )
            for report in found
        ],
        _("Nothing has been reported."),
    )


@reports.command()
@click.argument("number", type=click.IntRange(1, 2**31 - 1))
@click.option("--note", "said", default="", metavar="TEXT", help="What came of it.")
@yes_option
@click.pass_context
def close(context: click.Context, number: int, said: str, yes: bool) -> None:
    """Take note that a report has been looked at."""
    from spite_and_malice.server.store.admin import reports as stored

    with games(context) as database:
        with database.readers.connect() as connection:
            if all(report.number != number for report in stored.read(connection)):
                raise CommandFailed(_("There is no open report of this number. `spite admin reports` lists them."))
        confirm(yes, _("Close report {number}?").format(number=number))
        with database.engine.begin() as connection:
            stored.close(connection, number, said)
            note(connection, "report closed", f"{number} {said}".strip())
    click.echo(_("Report {number} is closed.").format(number=number))

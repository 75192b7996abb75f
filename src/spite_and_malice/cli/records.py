"""``spite record …`` and ``spite verify``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from spite_and_malice.cli.common import FILE, CommandFailed, read_file, refused, say, say_lines
from spite_and_malice.cli.group import main
from spite_and_malice.cli.options import OneOf
from spite_and_malice.texts import _

if TYPE_CHECKING:
    from spite_and_malice.play import Record
    from spite_and_malice.play.patience import PatienceRecord
    from spite_and_malice.play.record_forms import RecordForm


@main.group()
def record() -> None:
    """Look at records of games, check them and convert them (docs/records.md)."""


@record.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE|-…", type=FILE)
@click.pass_context
def show(context: click.Context, files: tuple[str, ...]) -> None:
    """Tell recorded games turn by turn."""
    code = 0
    for number, file in enumerate(files):
        if len(files) > 1:
            say(f"{'' if number == 0 else chr(10)}{file}\n")
        try:
            form, found = _read(file)
            say_lines(form.tell(found))
        except CommandFailed as error:
            error.show()
            code = CommandFailed.exit_code
        except click.exceptions.Exit as ended:
            code = max(code, ended.exit_code)
    context.exit(code)


@record.command("verify")
@click.argument("files", nargs=-1, required=True, metavar="FILE|-…", type=FILE)
@click.pass_context
def verify_record(context: click.Context, files: tuple[str, ...]) -> None:
    """Check records: the secret, the deal, every shuffle, every action, the result.

    Prints every fault with its line. Exit code 1 if there is one, 2 if a file cannot be read.
    """
    from spite_and_malice.play.record_forms import form_of

    code = 0
    for file in files:
        try:
            data = read_file(file)
        except CommandFailed as error:
            error.show()
            code = CommandFailed.exit_code
            continue
        form = form_of(data)
        reading = form.read(data)
        faults = form.check(reading)
        for fault in faults:
            say_lines([f"{file}:{fault.line}: {fault.message}"])
        if faults:
            code = max(code, 1)
        elif reading.record is not None:
            say(_(form.right).format(file=file, count=len(reading.record.actions)))
    context.exit(code)


main.add_command(verify_record, "verify")


@record.command()
@click.argument("file", metavar="FILE|-", type=FILE)
@click.option("--to", type=OneOf(("text", "json")), default="text", show_default=True, help="The form.")
@click.option("--seat", type=click.IntRange(0, 7), metavar="N", help="Only what seat N (from 0) saw.")
def convert(file: str, to: str, seat: int | None) -> None:
    """Print a record in the one way it is written, as JSON, or as one seat saw the game."""
    form, converted = _read(file)
    if seat is not None:
        with refused(ValueError):
            converted = _seen_by(converted, seat)
    if to == "json":
        say(json.dumps(converted.to_json(), ensure_ascii=False, indent=2), exact=True)
    else:
        say(form.write(converted), nl=False, exact=True)


@record.command()
@click.argument("file", metavar="FILE|-", type=FILE)
def achievements(file: str) -> None:
    """List what everybody achieved in a recorded game, and in which of its moves."""
    from spite_and_malice.analysis.achievements import ACHIEVEMENTS, Story, achieved_in
    from spite_and_malice.play import Record

    _form, found = _read(file)
    if not isinstance(found, Record):
        raise CommandFailed(_("There are no achievements in patience."))
    with refused(ValueError):
        story = Story.of(found)
    for seat, who in enumerate(found.seats):
        say_lines([who.name])
        for key, span in achieved_in(story, seat).items():
            each = ACHIEVEMENTS[key]
            moves = _("moves {first} to {last}").format(first=span.since + 1, last=span.at)
            say(f"  {_(each.title)} ({moves}): {_(each.words)}")


def _read(file: str) -> tuple[RecordForm[Any], Any]:
    """Read a record; return the form of its game, and the record.

    Prints the faults of its text and ends with exit code 1 if it has any.
    """
    from spite_and_malice.play.record_forms import form_of

    data = read_file(file)
    form = form_of(data)
    reading = form.read(data)
    if reading.record is None:
        for fault in reading.faults:
            say_lines([f"{file}:{fault.line}: {fault.message}"], err=True)
        raise click.exceptions.Exit(1)
    return form, reading.record


def _seen_by(record: Record | PatienceRecord, seat: int) -> Record:
    """Return a seat's view. Raises ValueError if there are no seats, and as `Record.seen_by` does."""
    from spite_and_malice.play import Record

    if not isinstance(record, Record):
        raise ValueError(_("Patience has no seats: leave --seat out."))
    return record.seen_by(seat)

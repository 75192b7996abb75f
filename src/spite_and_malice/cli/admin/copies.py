"""``spite admin backup`` and ``spite admin restore``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from spite_and_malice.cli.admin.group import (
    admin,
    confirm,
    games,
    json_option,
    location,
    note,
    say_json,
    told,
    yes_option,
)
from spite_and_malice.cli.common import CommandFailed, progress, refused, say
from spite_and_malice.texts import _, ngettext

if TYPE_CHECKING:
    from spite_and_malice.server.store.admin import Connection

_FILE = click.Path(path_type=Path, dir_okay=False)


@admin.command()
@click.argument("file", metavar="FILE|FOLDER", type=click.Path(path_type=Path))
@click.option(
    "--keep",
    type=click.IntRange(1),
    metavar="N",
    help="Name the file by the time, in a FOLDER; of those there only the newest N stay.",
)
@json_option
@click.pass_context
def backup(context: click.Context, file: Path, keep: int | None, as_json: bool) -> None:
    """Write all games into a new file, while servers may go on, and read it again.

    Whatever the database, the file is an SQLite database: a server can be started on it.
    """
    from spite_and_malice.server.clock import now_ms
    from spite_and_malice.server.store.admin import BACKED_UP
    from spite_and_malice.server.store.admin import backup as stored

    if keep is not None:
        if not file.is_dir():
            raise CommandFailed(_("There is no folder {folder}.").format(folder=file))
        file = stored.named_by_time(file, now_ms())
    with games(context) as database:
        with database.readers.connect() as connection:
            length = stored.rows(connection)
        with progress(0 if as_json else length, _("Copying")) as bar:
            copied = stored.back_up(database, file, bar.update)
        with database.engine.begin() as connection:
            note(connection, BACKED_UP, str(file.absolute()))
        deleted = [] if keep is None else stored.thin(file.parent, keep)
    if as_json:
        say_json({"file": str(file.absolute()), "rows": copied, "deleted": [str(each.absolute()) for each in deleted]})
        return
    said = ngettext("{n} row is in {file}.", "{n} rows are in {file}.", copied)
    say(said.format(n=copied, file=file))
    for each in deleted:
        say(_("{file} is deleted.").format(file=each))


@admin.command()
@click.argument("file", type=_FILE)
@yes_option
@click.pass_context
def restore(context: click.Context, file: Path, yes: bool) -> None:
    """Put the games of a backup in place of all that there are. Stop every server before.

    Into an empty database it brings the games of another: so a file of games moves to PostgreSQL, or back.
    """
    from spite_and_malice.server.store import StoreError
    from spite_and_malice.server.store.admin import backup as stored
    from spite_and_malice.server.store.database import open_database

    with refused(StoreError):
        if not file.is_file():
            raise StoreError(_("There is no file {file}.").format(file=file))
        where = open_database(location(context))
        try:
            with where.readers.connect() as connection:
                lost = stored.rows(connection)
            question = ngettext(
                "Replace what is in {database}, {n} row?", "Replace what is in {database}, {n} rows?", lost
            )
            confirm(yes or lost == 0, question.format(database=where.name, n=lost))

            def log(connection: Connection) -> None:
                note(connection, "restored", str(file), None)

            with progress(0, _("Copying")) as bar:
                copied = stored.restore(where, file, bar.update, log)
        finally:
            where.close()
    said = ngettext("{n} row is restored.", "{n} rows are restored.", copied)
    told(context, said.format(n=copied), rows=copied)

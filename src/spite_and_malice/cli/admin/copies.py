"""``spite admin backup`` and ``spite admin restore``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from spite_and_malice.cli.admin.group import admin, confirm, games, location, note, yes_option
from spite_and_malice.cli.common import progress, refused, say
from spite_and_malice.texts import _, ngettext

if TYPE_CHECKING:
    from spite_and_malice.server.store.admin import Connection

_FILE = click.Path(path_type=Path, dir_okay=False)


@admin.command()
@click.argument("file", type=_FILE)
@click.pass_context
def backup(context: click.Context, file: Path) -> None:
    """Write all games into a new file, while servers may go on.

    Whatever the database, the file is an SQLite database: a server can be started on it.
    """
    from spite_and_malice.server.store.admin import BACKED_UP
    from spite_and_malice.server.store.admin import backup as stored

    with games(context) as database:
        with database.readers.connect() as connection:
            length = stored.rows(connection)
        with progress(length, _("Copying")) as bar:
            copied = stored.back_up(database, file, bar.update)
        with database.engine.begin() as connection:
            note(connection, BACKED_UP, str(file.absolute()))
    said = ngettext("{n} row is in {file}.", "{n} rows are in {file}.", copied)
    say(said.format(n=copied, file=file))


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
    say(said.format(n=copied))

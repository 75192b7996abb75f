"""``spite admin dataset``."""

from __future__ import annotations

from pathlib import Path

import click

from spite_and_malice.cli.admin.group import admin, json_option, reading, say_json
from spite_and_malice.cli.common import refused, say
from spite_and_malice.texts import _, ngettext


@admin.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--licence", default="CC0-1.0", show_default=True, metavar="NAME", help=_("What others may do with the data set.")
)
@json_option
@click.pass_context
def dataset(context: click.Context, folder: Path, licence: str, as_json: bool) -> None:
    """Write the games of people who agreed to it into a new FOLDER, without names.

    They have an account, and have chosen in the settings to give their games to research. A game is left out if anybody
    at the table has not.
    """
    from spite_and_malice.server.games.spite.dataset import write_dataset
    from spite_and_malice.server.games.spite.game import SPITE
    from spite_and_malice.server.store.admin.dataset import agreed_games

    with refused(OSError), reading(context) as connection:
        parts = write_dataset(agreed_games(connection, SPITE.kind), folder, licence)
    if as_json:
        say_json({"folder": str(folder), "parts": dict(parts)})
        return
    count = sum(parts.values())
    said = ngettext("{n} game is in {folder}: {parts}.", "{n} games are in {folder}: {parts}.", count)
    shares = ", ".join(f"{name} {number}" for name, number in parts.items())
    say(said.format(n=count, folder=folder, parts=shares))

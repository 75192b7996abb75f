"""``spite serve``, which is ``spite`` alone."""

from __future__ import annotations

from pathlib import Path

import click

from spite_and_malice.cli.common import CommandFailed, core_note
from spite_and_malice.cli.group import main
from spite_and_malice.texts import ENGLISH, _, in_language


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Where the server listens.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="If busy, the next free one."
)
@click.option(
    "--data", type=click.Path(path_type=Path), metavar="FILE", help="The file of games, if not in your data folder."
)
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
def serve(host: str, port: int, data: Path | None, no_browser: bool) -> None:
    """Start the table server and open it in the browser."""
    try:
        from spite_and_malice.server import run
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("spite_and_malice"):
            raise
        raise CommandFailed(
            _(
                "The table server is not installed, only the engine and the command:"
                ' `pip install "spite-and-malice[server]"` brings it; `spite --help` lists what is there.'
            )
        ) from error

    if note := core_note():
        click.echo(note)
    # What the server makes for nobody in particular is in English.
    with in_language(ENGLISH):
        run.serve(host=host, port=port, data=data, open_browser=not no_browser)

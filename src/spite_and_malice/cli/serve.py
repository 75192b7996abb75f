"""``spite serve``, the same as ``spite`` alone, and ``spite config``, which shows the settings it would use."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from spite_and_malice.cli.common import Closed, CommandFailed, core_note, say
from spite_and_malice.cli.group import main
from spite_and_malice.cli.options import OneOf
from spite_and_malice.texts import ENGLISH, N_, _, in_language

_SOURCES = {
    "option": N_("the command line, {name}"),
    "variable": N_("the environment"),
    "file": N_("the file that {name} names"),
    "credential": N_("systemd's credential"),
    "default": N_("default"),
}


@contextmanager
def with_server() -> Iterator[None]:
    """Import the server inside; raises CommandFailed with a sentence if it is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("spite_and_malice"):
            raise
        raise CommandFailed(
            _(
                "The table server is not installed, only the engine and the command:"
                ' `pip install "spite-and-malice[server]"` brings it; `spite --help` lists what is there.'
            )
        ) from error


@main.command()
@click.option("--host", show_default="127.0.0.1", metavar="ADDRESS", help="Where the server listens.")
@click.option(
    "--port", show_default="8000", type=click.IntRange(0, 65535), help="If none is named, the next free one will do."
)
@click.option(
    "--data", type=click.Path(path_type=Path), metavar="FILE", help="The file of games, if not in your data folder."
)
@click.option("--browser/--no-browser", default=None, help="Whether to open the browser.")
@click.option("--log-format", type=OneOf(["text", "json"]), help="How lines of the log are written.")
def serve(host: str | None, port: int | None, data: Path | None, browser: bool | None, log_format: str | None) -> None:
    """Start the table server and open it in the browser.

    Every setting can come from the environment too; `spite config` shows them.
    """
    with with_server():
        from spite_and_malice.server import run

    file = None if data is None else str(data)
    if isinstance(sys.stdout, Closed):
        # A service may close the output: it is for people who watch the server.
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
    if note := core_note():
        say(note)
    # Output of the server not meant for a particular person is in English.
    with in_language(ENGLISH):
        run.serve({"host": host, "port": port, "data": file, "browser": browser, "log_format": log_format})


@main.command()
def config() -> None:
    """Show the server's settings that are in force here, and where each comes from."""
    with with_server():
        from spite_and_malice.server import configuration
        from spite_and_malice.server.features.mail.sending import MailSettingsError
        from spite_and_malice.server.features.notices.push import subject_of

    try:
        found = configuration.Configuration.read(os.environ)
        lines = [
            (
                variable,
                configuration.shown(found, name, about) if found.source(variable).kind != "default" else about.default,
                _(_SOURCES[found.source(variable).kind]).format(name=found.source(variable).name),
            )
            for name, variable, about in configuration.settings()
        ]
        mail, games = found.mail, found.games
    except (configuration.ConfigurationError, MailSettingsError) as error:
        raise CommandFailed(str(error)) from error
    widths = [max(len(line[column]) for line in lines) for column in (0, 1)]
    for variable, value, source in lines:
        say(f"{variable:<{widths[0]}}  {value:<{widths[1]}}  {source}")
    where = games if isinstance(games, Path) else configuration.shown_address(games)
    say()
    say(_("Games are kept in {file}.").format(file=where))
    say(_("Turn mails are sent.") if mail is not None else _("No mails are sent: there is no SPITE_SMTP_HOST."))
    if found.push != "off" and subject_of(found.contact, found.url) is None:
        say(
            _(
                "Apple's devices get no notifications: its push service takes none without a mail address in"
                " SPITE_CONTACT, or an address with https in SPITE_URL."
            )
        )
    for name in configuration.passed_over(os.environ):
        told = _("{variable} is {value}, as Kubernetes sets it for a service called “spite”: it is passed over.")
        say(told.format(variable=name, value=os.environ[name]))
    for name in configuration.unknown(os.environ):
        say(_("{name} is no setting: it may be misspelt.").format(name=name))

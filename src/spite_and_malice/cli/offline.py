"""``spite offline …``."""

from __future__ import annotations

from pathlib import Path

import click

from spite_and_malice.cli.common import CommandFailed, refused, say
from spite_and_malice.cli.group import main
from spite_and_malice.cli.serve import with_server
from spite_and_malice.texts import _, written_number


@main.group(invoke_without_command=True)
@click.pass_context
def offline(context: click.Context) -> None:
    """Let the game be played offline (docs/offline.md); without a command, as `build` does."""
    if context.invoked_subcommand is None:
        context.invoke(build)


@offline.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False), metavar="[FOLDER]")
@click.option("--runtime", type=click.Path(path_type=Path, exists=True), multiple=True, metavar="PATH")
@click.option("--wheels", type=click.Path(path_type=Path, exists=True), metavar="PATH")
def build(folder: Path | None, runtime: tuple[Path, ...] = (), wheels: Path | None = None) -> None:
    """Make the kit with which a browser runs the server itself; the server offers it from its next start on.

    FOLDER is where to, if not in your data folder. npm brings what it needs, and pip; --runtime and --wheels name
    folders or files that have it already: Pyodide and fzstd, as npm packs them (--runtime once for each), and the
    libraries that are compiled for it.
    """
    with with_server():
        from spite_and_malice.offline.kit import KitFailed
        from spite_and_malice.offline.kit import build as build_kit
        from spite_and_malice.server.configuration import ConfigurationError, default_kit

    with refused(ConfigurationError):
        place = folder or default_kit()
    with refused(KitFailed):
        say(_("The kit is being made; that takes about a minute."))
        build_kit(place, runtime, wheels)
    size = sum(path.stat().st_size for path in place.iterdir()) / 1_000_000
    say(_("The kit lies in {folder}: {size} MB.").format(folder=place, size=written_number(size, 1)))


@offline.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER")
@click.option("--kit", type=click.Path(path_type=Path, exists=True, file_okay=False), metavar="FOLDER")
def export(folder: Path, kit: Path | None) -> None:
    """Write the whole game into a folder that any web host serves, at any address; no server is needed.

    --kit is where the kit lies, if not where `spite offline build` puts it.
    """
    with with_server():
        from spite_and_malice.offline.kit import usable
        from spite_and_malice.server.configuration import KIT_FILE, ConfigurationError, default_kit
        from spite_and_malice.server.features.offline import Site
        from spite_and_malice.server.http.templates import templates

    with refused(ConfigurationError):
        kit = kit or default_kit()
    if not (kit / KIT_FILE).is_file():
        raise CommandFailed(_("There is no kit in {folder}: make one with `spite offline build`.").format(folder=kit))
    if not usable(kit):
        told = _("The kit in {folder} is of another version: make it anew with `spite offline build`.")
        raise CommandFailed(told.format(folder=kit))
    if folder.exists() and any(folder.iterdir()):
        raise CommandFailed(_("{folder} is not empty: name another folder, or empty it first.").format(folder=folder))
    site = Site(kit, templates("static"))
    try:
        site.write(folder)
    except OSError as error:
        raise CommandFailed(_("{folder} cannot be written: {why}.").format(folder=folder, why=error.strerror)) from None
    say(_("The game lies in {folder}: any web host can serve it, at any address.").format(folder=folder))

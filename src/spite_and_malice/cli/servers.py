"""Which server the commands of the terminal speak to, and as whom."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from spite_and_malice.cli.common import CommandFailed, refused
from spite_and_malice.cli.serve import with_server
from spite_and_malice.texts import _

if TYPE_CHECKING:
    from spite_and_malice.terminal.identity import Identity
    from spite_and_malice.terminal.server import Server


def settings_folder() -> Path:
    """Return where this person's settings are; raises CommandFailed where they have no home."""
    folder = Path(click.get_app_dir("spite-and-malice"))
    if not folder.is_absolute():
        raise CommandFailed(_("There is no home folder to keep your settings in: set HOME to one."))
    return folder


@contextmanager
def kept() -> Iterator[None]:
    """Keep inside what is remembered; raises CommandFailed where that cannot be written."""
    try:
        yield
    except OSError as error:
        said = _("Who you are could not be kept in {file}: {reason}.")
        raise CommandFailed(said.format(file=error.filename, reason=error.strerror)) from error


@contextmanager
def own_server(identity: Identity, data: Path | None) -> Iterator[tuple[Server, str]]:
    """Yield a server on the games of this computer, and by what name its token is kept.

    Raises CommandFailed with a sentence, also for what is refused inside.
    """
    with with_server():
        from spite_and_malice.terminal.house import NoHouse, house, settings_of

    with refused(NoHouse):
        settings = settings_of({"data": None if data is None else str(data)})
        with house(settings) as address, known_at(identity, address, str(settings.games)) as server:
            yield server, str(settings.games)


@contextmanager
def known_at(identity: Identity, address: str, place: str) -> Iterator[Server]:
    """Yield the server at an address, spoken to with the token that is kept for a place.

    Raises CommandFailed with a sentence, also for what is refused inside; where the server does not know this terminal
    any more, the next command begins as somebody new.
    """
    with with_server():
        from spite_and_malice.terminal.place import NoAnswer
        from spite_and_malice.terminal.server import Server

    with kept():
        token = identity.token(place)
    try:
        yield Server(address, token)
    except NoAnswer as error:
        if error.error.get("code") != "signed_out":
            raise CommandFailed(str(error)) from error
        with kept():
            identity.forget(place)
        raise CommandFailed(
            _(
                "This terminal has been signed out there. From now on it is somebody new; `spite link CODE` signs it in"
                " again, by a code that your browser shows under “Your account”."
            )
        ) from error

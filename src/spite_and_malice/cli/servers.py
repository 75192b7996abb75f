"""The server that terminal commands talk to, and the person's identity there; ``spite link``, which links both."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from spite_and_malice.cli.common import CommandFailed, is_confirmed, refused, say
from spite_and_malice.cli.group import main
from spite_and_malice.cli.serve import with_server
from spite_and_malice.texts import _

if TYPE_CHECKING:
    from spite_and_malice.terminal.identity import Identity
    from spite_and_malice.terminal.server import Server


def settings_folder() -> Path:
    """Return the folder of this person's settings; raises CommandFailed if they have no home folder."""
    folder = _config_home() / "spite-and-malice"
    if not folder.is_absolute():
        raise CommandFailed(_("There is no home folder to keep your settings in: set HOME to one."))
    return folder


def _config_home() -> Path:
    if sys.platform in ("win32", "darwin"):
        return Path(click.get_app_dir("spite-and-malice")).parent
    # An empty or relative one counts as none.
    named = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    # Without a home folder the path stays relative.
    return named if named.is_absolute() else Path(os.path.expanduser("~/.config"))  # noqa: PTH111


@contextmanager
def kept() -> Iterator[None]:
    """Turn a failure to write the identity file inside the context into CommandFailed."""
    try:
        yield
    except OSError as error:
        said = _("Who you are could not be kept in {file}: {reason}.")
        raise CommandFailed(said.format(file=error.filename, reason=error.strerror)) from error


@contextmanager
def own_server(identity: Identity, data: Path | None) -> Iterator[tuple[Server, str]]:
    """Yield a server on the games of this computer, and by what name its token is kept.

    Raises CommandFailed with a sentence, also for refusals inside the context.
    """
    with with_server():
        from spite_and_malice.terminal.local_server import NoLocalServer, local_server, settings_of

    with refused(NoLocalServer):
        settings = settings_of({"data": None if data is None else str(data)})
        with local_server(settings) as address, known_at(identity, address, str(settings.games)) as server:
            yield server, str(settings.games)


@contextmanager
def known_at(identity: Identity, address: str, place: str) -> Iterator[Server]:
    """Yield the server at an address, using the token kept for a place.

    Raises CommandFailed with a sentence, also for refusals inside the context; if the server no longer knows this
    terminal, the next command starts as somebody new.
    """
    with with_server():
        from spite_and_malice.terminal.backend import NoAnswer
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


@main.command()
@click.argument("code", required=False, metavar="[CODE]")
@click.option("--at", "address", metavar="URL", help="The server, if not the games of this computer.")
@click.option(
    "--data", type=click.Path(path_type=Path), metavar="FILE", help="The file of games, if not in your data folder."
)
def link(code: str | None, address: str | None, data: Path | None) -> None:
    """Be one person here and in your browser, with the same games.

    Without a code it shows an address to open in the browser. With a code, which the browser shows under “Your
    account”, this terminal signs in.
    """
    from spite_and_malice.terminal.identity import Identity

    identity = Identity(settings_folder())
    if address is not None:
        place = address.rstrip("/")
        with known_at(identity, place, place) as server:
            _link(server, identity, place, code)
        return
    with own_server(identity, data) as (server, place):
        _link(server, identity, place, code)


def _link(server: Server, identity: Identity, place: str, code: str | None) -> None:
    if code is not None:
        _take(identity, place, _signed_in(server, code))
        say(_("This terminal is signed in: your games are the same here and there."))
        return
    if server.ask("/api/me")["account"] is None:
        server = server.as_known_by(_take(identity, place, server.ask("/api/me", {})))
    shown = server.ask("/api/me/link", {})
    say(_("Open this address in your browser, within ten minutes:"))
    say(f"  {shown['url']}")
    say(_("Or type the code {code} there, under “Sign in”.").format(code=shown["code"]))
    if sys.stdin.isatty():
        # The address may be that of a server that ends with this command.
        click.prompt(
            _("Press Enter when your browser is signed in"), default="", show_default=False, prompt_suffix=". "
        )


def _signed_in(server: Server, code: str) -> dict[str, Any]:
    """Sign in by a code; if this terminal has another account, ask whether to merge them."""
    from spite_and_malice.terminal.backend import NoAnswer

    try:
        answer: dict[str, Any] = server.ask("/api/sign-in/code", {"code": code})
    except NoAnswer as error:
        if error.error.get("code") != "two_accounts":
            raise
        names = [error.error.get(side) or _("no name") for side in ("here", "there")]
        say(_("Here you have the account {here}, there {there}.").format(here=names[0], there=names[1]))
        if not is_confirmed(_("Make one account of both, with the games and devices of each?")):
            raise CommandFailed(_("Nothing has changed.")) from error
        answer = server.ask("/api/sign-in/decide", {"ticket": error.error["ticket"], "then": "join"})
    return answer


def _take(identity: Identity, place: str, answer: dict[str, Any]) -> str:
    """Continue with the token from signing in."""
    token = str(answer["token"])
    with kept():
        identity.keep(place, token)
    return token

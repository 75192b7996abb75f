"""``spite events``: tournaments and evenings in the terminal, with what there is for you (docs/terminal.md)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import click

from spite_and_malice.cli.common import CommandFailed, quoted, say_lines
from spite_and_malice.cli.group import main
from spite_and_malice.cli.kept import at_option, server_at
from spite_and_malice.cli.place import Place, name_option, plain_option
from spite_and_malice.cli.play import data_option, known_as
from spite_and_malice.texts import _

if TYPE_CHECKING:
    from spite_and_malice.terminal.server import Server

_SHOWN: Final = 20
_EVENING, _TOURNAMENT = "/evening/", "/tournaments/"


@main.command()
@click.argument("which", required=False, metavar="[NUMBER|URL]")
@click.option("--join", is_flag=True, help="Take part in the tournament, or come in at the evening.")
@at_option
@data_option
@name_option
@plain_option
def events(
    which: str | None, join: bool, address: str | None, data: Path | None, name: str | None, plain: bool
) -> None:
    """List tournaments and evenings, or go to one.

    Without an argument it lists them with what there is for you in each. With the number that stands before one, or its
    address, it says so of that one, and sits down where your table waits for you.
    """
    if which is None:
        with server_at(address, data) as server:
            found = _events(server)
        say_lines(_listed(found))
        return
    path = None
    if not which.isdecimal():
        parts = urlsplit(which)
        address, path = f"{parts.scheme}://{parts.netloc}", parts.path
        if parts.scheme not in ("http", "https") or not path.startswith((_EVENING, _TOURNAMENT)):
            raise CommandFailed(_("This is neither a number of `spite events` nor the address of an event."))
    identity = known_as(name)
    table: str | None = None
    with server_at(address, data) as server:
        event = _chosen(server, which) if path is None else {"url": path}
        if join:
            _join(server, event["url"], identity.name)
        now = _now(server, event["url"])
        say_lines(_told(now))
        if now["url"] is not None:
            table = f"{server.address}{now['url']}"
            place = Place(plain)
            found_table = server.table(str(now["url"]).removeprefix("/table/"))
            place.run(lambda: place.sit_down(found_table, identity.name, f"spite join {quoted(str(table))}"))


def _events(server: Server) -> list[dict[str, Any]]:
    evenings = [each for each in server.ask("/api/evenings") if not each["over"]]
    return [*server.ask("/api/tournaments"), *evenings][:_SHOWN]


def _chosen(server: Server, which: str) -> dict[str, Any]:
    found = _events(server)
    if not 0 < int(which) <= len(found):
        raise CommandFailed(_("There is no event of this number: `spite events` lists them."))
    return found[int(which) - 1]


def _join(server: Server, path: str, name: str) -> None:
    if path.startswith(_EVENING):
        server.ask(f"/api/evenings/{path.removeprefix(_EVENING)}/me", {"name": name}, "PUT")
    else:
        server.ask(f"/api{path}/join", {"name": name})


def _now(server: Server, path: str) -> dict[str, Any]:
    """Return what there is for oneself at an event."""
    if path.startswith(_EVENING):
        found: dict[str, Any] = server.ask(f"/api/evenings/{path.removeprefix(_EVENING)}")["now"]
    else:
        found = server.ask(f"/api{path}/now")["situation"]
    return found


def _listed(found: list[dict[str, Any]]) -> Iterator[str]:
    if not found:
        yield _("There is no tournament or evening for you here just now.")
        return
    for number, event in enumerate(found, start=1):
        yield f"{number:>3}  {event['name']}"
        yield from (f"     {line}" for line in _told(event["now"]))
    yield _("`spite events 1` goes to the first, `spite events 1 --join` takes part.")


def _told(now: dict[str, Any]) -> Iterator[str]:
    from spite_and_malice.terminal.words import situation_sentence

    yield situation_sentence({"now": now}, int(time.time() * 1000))

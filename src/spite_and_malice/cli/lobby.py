"""Playing with others from the terminal: inviting them, and waiting tables (docs/terminal.md)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from spite_and_malice.cli.common import CommandFailed, quoted, say_lines
from spite_and_malice.cli.group import main
from spite_and_malice.cli.kept import at_option, server_at
from spite_and_malice.cli.options import changed_fields, chosen_rules
from spite_and_malice.cli.place import Place, name_option, plain_option
from spite_and_malice.cli.play import data_option, known_as
from spite_and_malice.texts import _, ngettext

if TYPE_CHECKING:
    from spite_and_malice.terminal.identity import Identity


@main.command()
@click.argument("number", type=click.IntRange(1), required=False, metavar="[NUMBER]")
@at_option
@data_option
@name_option
@plain_option
def lobby(number: int | None, address: str | None, data: Path | None, name: str | None, plain: bool) -> None:
    """List the open tables of a server, or sit down at one.

    Without NUMBER it lists the tables at which somebody waits; with the number that stands before one it sits down.
    """
    if number is None:
        with server_at(address, data) as server:
            found = server.ask("/api/tables/open")
        say_lines(_listed(found))
        return
    identity = known_as(name)
    place = Place(plain)

    def sit_down() -> None:
        with server_at(address, data) as server:
            found = server.ask("/api/tables/open")
            if number > len(found):
                raise CommandFailed(_("No table of this number is open: `spite lobby` lists those that are."))
            table_id = str(found[number - 1]["id"])
            way_back = f"spite join {quoted(f'{server.address}/table/{table_id}')}"
            place.sit_down(server.table(table_id), identity.name, way_back)

    place.run(sit_down)


def _listed(tables: list[dict[str, Any]]) -> Iterator[str]:
    if not tables:
        yield _("Nobody waits at a table just now: `spite play --invite` makes one.")
        return
    for number, table in enumerate(tables, start=1):
        names = ", ".join(seat["name"] for seat in table["seats"] if seat["name"])
        free = ngettext("{n} free seat", "{n} free seats", table["free"]).format(n=table["free"])
        name = _(table["name"])
        if (table["target"] or 1) > 1:
            points = _("to {target} points").format(target=table["target"])
            name = f"{name}, {points}"
        yield f"{number:>3}  {name}: {names} – {free}"
    yield _("`spite lobby 1` sits down at the first.")


def invite(
    place: Place,
    identity: Identity,
    asked: tuple[str, tuple[str, ...], int | None, tuple[str, ...], int | None],
    address: str | None,
    data: Path | None,
) -> None:
    """Make a table with free seats, show its link, and sit down there.

    ``asked`` are the preset, the computer players, the number of players, the house rules and the points of a match.
    Raises CommandFailed.
    """
    preset, against, players, settings, target = asked
    from spite_and_malice.players.roster import PLAYERS, no_player

    for player in against:
        if player not in PLAYERS:
            raise CommandFailed(no_player(player))
    if target is not None or "target" not in changed_fields(settings):
        settings = (*settings, f"target={target or 1}")
    rules = chosen_rules(preset, players or max(2, len(against) + 2), settings)
    free = rules.players - 1 - len(against)
    if free < 1:
        raise CommandFailed(_("No seat is left for others: name fewer computer players."))
    you = {"kind": "person", **({"name": identity.name} if identity.name else {})}
    seats = [you, *[{"kind": "open"}] * free, *({"kind": "computer", "player": player} for player in against)]
    request = {
        "preset": preset,
        "rules": changed_fields(settings),
        "seats": seats,
        "settings": {"start": "full"},
    }
    with server_at(address, data) as server:
        made = server.ask("/api/tables", request)
        link = f"{server.address}/table/{made['id']}"
        place.show_invitation(link, is_here=server.is_here)
        place.sit_down(server.table(str(made["id"])), identity.name, f"spite join {quoted(link)}")

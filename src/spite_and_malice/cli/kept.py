"""``spite games`` and ``spite statistics``: a person's games, to continue and to look at (docs/terminal.md)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from spite_and_malice.cli.common import CommandFailed, quoted, say_lines
from spite_and_malice.cli.group import main
from spite_and_malice.cli.options import OneOf
from spite_and_malice.cli.place import Place, plain_option
from spite_and_malice.cli.play import data_option, known_as
from spite_and_malice.cli.servers import known_at, own_server
from spite_and_malice.texts import N_, _, listed, ngettext, written_share

if TYPE_CHECKING:
    from spite_and_malice.terminal.server import Server

_SHOWN = 20

_STATES = {
    "gathering": N_("waits for players"),
    "running": N_("goes on"),
    "game_over": N_("the next game is to be dealt"),
    "match_over": N_("over"),
}
"""The states of tables, as in docs/protocol.md."""

at_option = click.option("--at", "address", metavar="URL", help="The server, if not the games of this computer.")


@contextmanager
def server_at(address: str | None, data: Path | None, name: str | None = None) -> Iterator[Server]:
    """Yield the server at an address, or one on the games of this computer. Raises CommandFailed."""
    identity = known_as(name)
    if address is None:
        with own_server(identity, data) as (server, _games):
            yield server
    else:
        origin = (address if "://" in address else f"http://{address}").rstrip("/")
        with known_at(identity, origin, origin) as server:
            yield server


@main.command()
@click.argument("number", type=click.IntRange(1), required=False, metavar="[NUMBER]")
@click.option("--replay", is_flag=True, help="Look at the last game of the table that is over, move by move.")
@click.option("--game", type=click.IntRange(1), metavar="NUMBER", help="With --replay, which game of the table.")
@click.option("--all", "all_of_them", is_flag=True, help="List all of them, not the latest 20 alone.")
@at_option
@data_option
@plain_option
def games(
    number: int | None,
    replay: bool,
    game: int | None,
    all_of_them: bool,
    address: str | None,
    data: Path | None,
    plain: bool,
) -> None:
    """List your games, go on with one, or look at one again.

    Without NUMBER it lists your tables, the latest first; with the number that stands before a table it goes on there,
    and with --replay it shows a finished game move by move, with a review.
    """
    if number is None:
        with server_at(address, data) as server:
            tables = server.ask("/api/tables")
        say_lines(_listed(tables if all_of_them else tables[:_SHOWN], len(tables)))
        return
    place = Place(plain)

    def sit_down() -> None:
        with server_at(address, data) as server:
            tables = server.ask("/api/tables")
            if number > len(tables):
                raise CommandFailed(_("There is no game of this number: `spite games` lists yours."))
            table = tables[number - 1]
            _open(place, server, table, replay or game is not None, game, _way_back(number, address, data))

    place.run(sit_down)


def _way_back(number: int, address: str | None, data: Path | None) -> str:
    words = ["spite games", str(number)]
    words += [f"--at {quoted(address)}"] if address else []
    words += [f"--data {quoted(str(data))}"] if data else []
    return " ".join(words)


def _open(place: Place, server: Server, table: dict[str, Any], replay: bool, game: int | None, way_back: str) -> None:
    if table["solo"] and not replay:
        where = f"{server.address}{table['url']}"
        raise CommandFailed(_("This game is played in the browser: {address}").format(address=where))
    found = server.table(str(table["id"]))
    if not replay:
        place.sit_down(found, known_as(None).name, way_back)
        return
    is_over = table["state"] in ("game_over", "match_over")
    last = table["game"] if is_over else table["game"] - 1
    if game is None and last < 1:
        raise CommandFailed(_("No game of this table is over yet."))
    if table["solo"]:
        from spite_and_malice.play.patience.record_text import parse

        place.replay_patience(parse(found.record(game or last, whole=True)))
        return
    place.replay(found, game or last, found.replay(game or last))


def _listed(tables: list[dict[str, Any]], count: int) -> Iterator[str]:
    from spite_and_malice.terminal.words import situation_sentence

    if not tables:
        yield _("You have no games yet: `spite play` begins one.")
        return
    for number, table in enumerate(tables, start=1):
        yield f"{number:>3}  {_line(table)}"
        if table["state"] == "running" and (told := situation_sentence(table, int(time.time() * 1000))):
            yield f"     {told}"
    if count > len(tables):
        yield _("{n} more: `spite games --all` lists them.").format(n=count - len(tables))
    yield _("`spite games 1` goes on with the first, `spite games 1 --replay` shows a game that is over.")


def _line(table: dict[str, Any]) -> str:
    """Describe a table: the game, its players, the score, and since when."""
    names = [_("You") if seat["you"] else seat["name"] or _("Free seat") for seat in table["seats"]]
    state = _("your turn") if table["your_turn"] else _(_STATES[table["state"]])
    if table["state"] == "match_over":
        state = _over(table)
    if table["progress"]:
        state = f"{state}, {table['progress']}"
    day = datetime.fromtimestamp(table["changed_at"] / 1000).astimezone().date().isoformat()
    who = "" if table["solo"] else f": {listed(names)}"
    return f"{_(table['name'])}{who} – {state} ({day})"


def _over(table: dict[str, Any]) -> str:
    seats, winners = table["seats"], table["winners"]
    if not winners:
        return _("over")
    if any(seats[seat]["you"] for seat in winners):
        return _("you have won")
    names = [seats[seat]["name"] for seat in winners]
    return ngettext("{names} has won", "{names} have won", len(names)).format(names=listed(names))


@main.command()
@click.option("--days", type=OneOf(["30", "90", "365"]), metavar="DAYS", help="Only those of 30, 90 or 365 days.")
@at_option
@data_option
def statistics(days: str | None, address: str | None, data: Path | None) -> None:
    """Print statistics of your games: how many you won, and against whom."""
    with server_at(address, data) as server:
        found = server.ask(f"/api/statistics?days={days or 0}")
    say_lines(_figures(found))


def _figures(found: dict[str, Any]) -> Iterator[str]:
    total = found["all"]
    if not total["games"]:
        yield _("No game is over yet.")
        return
    yield _row(_("All games"), total)
    if found["longest"] > 1:
        yield _("Won in a row: {n} now, {most} at the most.").format(n=found["running"], most=found["longest"])
    for title, rows in (
        (_("By opponent"), found["by_opponent"]),
        (_("By version"), found["by_version"]),
        (_("By number of players"), found["by_players"]),
    ):
        yield ""
        yield title
        for each in rows:
            yield f"  {_row(each['name'], each)}"


def _row(name: str, total: dict[str, Any]) -> str:
    games = ngettext("{n} game", "{n} games", total["games"]).format(n=total["games"])
    share = "" if total["share"] is None else f" ({written_share(total['share'])})"
    return _("{name}: {games}, {won} won, {lost} lost{share}").format(
        name=name, games=games, won=total["won"], lost=total["lost"], share=share
    )

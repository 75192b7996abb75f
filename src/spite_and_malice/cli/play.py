"""``spite play`` and ``spite join``: the table in the terminal (docs/terminal.md)."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from spite_and_malice.cli.common import CommandFailed, quoted, refused
from spite_and_malice.cli.group import main
from spite_and_malice.cli.options import (
    changed_fields,
    chosen_patience,
    chosen_rules,
    complete_all_presets,
    complete_players,
    is_patience,
    players_option,
    set_option,
)
from spite_and_malice.cli.serve import with_server
from spite_and_malice.cli.servers import kept, known_at, own_server, settings_folder
from spite_and_malice.texts import _

if TYPE_CHECKING:
    from spite_and_malice.patience import Rules as PatienceRules
    from spite_and_malice.rules import Rules
    from spite_and_malice.terminal.backend import Backend
    from spite_and_malice.terminal.identity import Identity
    from spite_and_malice.terminal.server import Server

_OPPONENT = "club"


def _readable(_context: click.Context, _parameter: click.Parameter, name: str | None) -> str | None:
    """Refuse a name of bytes that are no text."""
    if name is not None and any("\ud800" <= letter <= "\udfff" for letter in name):
        raise CommandFailed(_("This name is not written in UTF-8: set your terminal and its language to UTF-8."))
    return name


_NAME = click.option(
    "--name", metavar="NAME", callback=_readable, help="What you are called at the table; remembered for the next time."
)


@main.command()
@click.argument("preset", required=False, metavar="[PRESET]", shell_complete=complete_all_presets)
@click.option(
    "--against",
    multiple=True,
    metavar="LEVEL",
    shell_complete=complete_players,
    help="A computer player to play against; may be repeated, one for each of the others.",
)
@players_option()
@set_option
@click.option(
    "--target", type=click.IntRange(1), metavar="POINTS", help="Play a match to that many points; else a single game."
)
@click.option("--deal", type=click.IntRange(0, 2**53 - 1), metavar="NUMBER", help="The deal of a game of patience.")
@click.option("--new", is_flag=True, help="Begin another game, even where one waits for you.")
@click.option(
    "--data", type=click.Path(path_type=Path), metavar="FILE", help="The file of games, if not in your data folder."
)
@_NAME
def play(
    preset: str | None,
    against: tuple[str, ...],
    players: int | None,
    settings: tuple[str, ...],
    target: int | None,
    deal: int | None,
    new: bool,
    data: Path | None,
    name: str | None,
) -> None:
    """Play in this terminal against computer players, or patience.

    Without a preset or options it goes on with your last game that is not over, or begins a standard one. The games are
    kept with those of the browser's tables.

    With a preset of patience it goes on with your last game by these rules, or deals one that can be won; these games
    are kept as records in the folder of your settings.
    """
    from spite_and_malice.terminal.identity import Identity

    is_solitary = preset is not None and is_patience(preset)
    if is_solitary and (against or target or data):
        raise CommandFailed(_("--against, --target and --data are not for patience."))
    if deal is not None and not is_solitary:
        raise CommandFailed(_("--deal is for patience: name one of its games, for example `spite play klondike-1`."))
    wanted = None
    if not is_solitary and (preset or against or players or settings or target or new):
        wanted = _wanted(preset or "standard", against, players, settings, target)
    identity = Identity(settings_folder())
    if name is not None:
        with kept():
            identity.name = name
    if preset is not None and is_solitary:
        _play_patience(preset, chosen_patience(preset, players, settings), settings, deal, new, identity.name)
    elif _has_server():
        _play_at_a_server(wanted, identity, data)
    elif data is None:
        _play_alone(wanted, identity)
    else:
        raise CommandFailed(_("Without the table server there is no file of games: leave --data out."))


@main.command()
@click.argument("address", metavar="URL")
@_NAME
def join(address: str, name: str | None) -> None:
    """Sit down at a table of a server, in this terminal.

    URL is the address of a table, as its page shows it: anyone who has it takes a free seat or watches.
    """
    from spite_and_malice.terminal.identity import Identity

    found = urlsplit(address if "://" in address else f"http://{address}")
    folder, _table, table_id = found.path.rstrip("/").rpartition("/table/")
    if not found.hostname or found.scheme not in ("http", "https") or not table_id or "/" in table_id:
        example = "https://cards.example/table/kX3vJ0bqTn2y"
        raise CommandFailed(
            _("{address} is not the address of a table: it looks like {example}.").format(
                address=repr(address), example=example
            )
        )
    place = f"{found.scheme}://{found.netloc}{folder}"
    identity = Identity(settings_folder())
    if name is not None:
        with kept():
            identity.name = name
    with known_at(identity, place, place) as server:
        # Is there a server, and does it know this terminal?
        server.ask("/api/me")
        _sit_down(server.table(table_id), identity.name, f"spite join {quoted(address)}")


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The game that is wanted: its rules, as a preset with changes, and the computer players."""

    preset: str
    changes: dict[str, Any]
    rules: Rules
    opponents: tuple[str, ...]


def _wanted(
    preset: str, against: tuple[str, ...], players: int | None, settings: tuple[str, ...], target: int | None
) -> _Wanted:
    """Return the game that is wanted; raises CommandFailed with the engine's sentence for rules that cannot be."""
    from spite_and_malice.players.roster import PLAYERS, no_player

    for player in against:
        if player not in PLAYERS:
            raise CommandFailed(no_player(player))
    if players is None and len(against) > 1:
        players = len(against) + 1
    if target is not None or "target" not in changed_fields(settings):
        settings = (*settings, f"target={target or 1}")
    rules = chosen_rules(preset, players, settings)
    others = rules.players - 1
    if len(against) not in (0, 1, others):
        said = _("{count} computer players are named for {others} seats: name one for each, or one for all.")
        raise CommandFailed(said.format(count=len(against), others=others))
    opponents = against if len(against) == others else (against or (_OPPONENT,)) * others
    return _Wanted(preset, changed_fields(settings), rules, opponents)


def _has_server() -> bool:
    try:
        with with_server():
            from spite_and_malice.terminal import local_server  # noqa: F401
    except CommandFailed:
        return False
    return True


def _play_at_a_server(wanted: _Wanted | None, identity: Identity, data: Path | None) -> None:
    """Play at a table of the server on the file of games."""
    with own_server(identity, data) as (server, _place):
        table_id = None if wanted is not None else _going_on(server)
        if table_id is None:
            table_id = _new_table(server, wanted or _standard(), identity.name)
        way_back = "spite play" + (f" --data {quoted(str(data))}" if data is not None else "")
        _sit_down(server.table(table_id), identity.name, way_back)


def _play_alone(wanted: _Wanted | None, identity: Identity) -> None:
    """Play without a server, the records kept in a folder."""
    from spite_and_malice.terminal.alone import Alone
    from spite_and_malice.terminal.backend import NoAnswer

    folder = settings_folder() / "games"
    with refused(NoAnswer):
        table = None if wanted is not None else Alone.going_on(folder)
        if table is not None:
            _say_going_on()
        else:
            game = wanted or _standard()
            table = Alone.begin(folder, game.preset, game.rules, identity.name, game.opponents)
        _sit_down(table, identity.name, "spite play")


def _play_patience(
    preset: str, rules: PatienceRules, settings: tuple[str, ...], deal: int | None, new: bool, name: str
) -> None:
    """Play a game of patience, its record kept in a folder."""
    from spite_and_malice.terminal.console import Output, terminal_encoding
    from spite_and_malice.terminal.patience.game import KeptGame
    from spite_and_malice.terminal.patience.session import Patience
    from spite_and_malice.terminal.session import Keyboard

    folder = settings_folder() / "games" / "patience"

    def begin(number: int | None = None) -> KeptGame:
        return KeptGame.begin(folder, rules, number, name or None)

    game = None if new or deal is not None else KeptGame.going_on(folder, rules)
    if game is not None:
        click.echo(
            _("You go on with your last game; `spite play {preset} --new` begins another.").format(preset=preset)
        )
    way_back = " ".join(["spite play", preset, *(f"--set {quoted(setting)}" for setting in settings)])
    keyboard = Keyboard(sys.stdin, sys.stdin.isatty())
    output = Output(sys.stdout, terminal_encoding())
    Patience(game or begin(deal), begin, keyboard, output, way_back=way_back).run()


def _standard() -> _Wanted:
    return _wanted("standard", (), None, (), None)


def _new_table(server: Server, wanted: _Wanted, name: str) -> str:
    you = {"kind": "person", **({"name": name} if name else {})}
    seats = [you, *({"kind": "computer", "player": player} for player in wanted.opponents)]
    request = {"preset": wanted.preset, "rules": wanted.changes, "seats": seats}
    return str(server.ask("/api/tables", request)["id"])


def _say_going_on() -> None:
    click.echo(_("You go on with your last game; `spite play --new` begins another."))


def _going_on(server: Server) -> str | None:
    """Return the table at which one's last game against computer players goes on."""
    for table in server.ask("/api/tables"):
        if not table["solo"] and table["alone"] and table["state"] in ("gathering", "running", "game_over"):
            _say_going_on()
            return str(table["id"])
    return None


def _sit_down(backend: Backend, name: str, way_back: str) -> None:
    from spite_and_malice.terminal.console import Output, terminal_encoding
    from spite_and_malice.terminal.session import Keyboard, Session

    output = Output(sys.stdout, terminal_encoding())
    keyboard = Keyboard(sys.stdin, sys.stdin.isatty())
    Session(backend, keyboard, output, name=name, way_back=way_back).run()

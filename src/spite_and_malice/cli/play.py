"""``spite play`` and ``spite join``: the table in the terminal (docs/terminal.md)."""

from __future__ import annotations

import sys
from collections.abc import Callable
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
    from spite_and_malice.terminal.console import Keyboard, Output
    from spite_and_malice.terminal.identity import Identity
    from spite_and_malice.terminal.patience.game import KeptGame
    from spite_and_malice.terminal.patience.session import Next
    from spite_and_malice.terminal.screen.app import Screen
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


_PLAIN = click.option(
    "--plain", is_flag=True, help="Write plain lines, as for a screen reader, where a whole table could be drawn."
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
@_PLAIN
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
    plain: bool,
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
    place = _Place(plain)
    if preset is not None and is_solitary:
        rules = chosen_patience(preset, players, settings)
        place.run(lambda: _play_patience(place, preset, rules, settings, deal, new, identity.name))
    else:
        place.run(lambda: _play_match(place, wanted, identity, data))


@main.command()
@click.argument("address", metavar="URL")
@_NAME
@_PLAIN
def join(address: str, name: str | None, plain: bool) -> None:
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
    origin = f"{found.scheme}://{found.netloc}{folder}"
    identity = Identity(settings_folder())
    if name is not None:
        with kept():
            identity.name = name
    place = _Place(plain)

    def sit_down() -> None:
        with known_at(identity, origin, origin) as server:
            # Is there a server, and does it know this terminal?
            server.ask("/api/me")
            place.sit_down(server.table(table_id), identity.name, f"spite join {quoted(address)}")

    place.run(sit_down)


class _Place:
    """Where one plays: at a table drawn on the whole terminal where it fits, else in plain lines."""

    def __init__(self, plain: bool) -> None:
        from spite_and_malice.terminal.console import Keyboard, Output, terminal_encoding
        from spite_and_malice.terminal.fits import is_full_screen

        self._screen: Screen | None = None
        self.output: Output = Output(sys.stdout, terminal_encoding())
        self.keyboard: Keyboard = Keyboard(sys.stdin, sys.stdin.isatty())
        if not plain and is_full_screen():
            from spite_and_malice.terminal.screen.app import Screen

            self._screen = Screen(self.output)
            self.output, self.keyboard = self._screen.output, self._screen.keyboard

    def run(self, play: Callable[[], None]) -> None:
        """Carry out what is played here."""
        if self._screen is None:
            play()
        else:
            self._screen.run(play)

    def sit_down(self, backend: Backend, name: str, way_back: str) -> None:
        """Play at a table of Spite and Malice."""
        from spite_and_malice.terminal.session import Session

        session = Session(backend, self.keyboard, self.output, name=name, way_back=way_back)
        if self._screen is not None:
            from spite_and_malice.terminal.commands import COMMANDS, words_of
            from spite_and_malice.terminal.screen.spite import scene_of

            self._screen.show(lambda: scene_of(session.table), words_of(COMMANDS))
        session.run()

    def play_patience(self, game: KeptGame, deal_next: Next, way_back: str) -> None:
        """Play patience."""
        from spite_and_malice.terminal.patience.session import COMMANDS, Patience

        patience = Patience(game, deal_next, self.keyboard, self.output, way_back=way_back)
        if self._screen is not None:
            from spite_and_malice.terminal.commands import words_of
            from spite_and_malice.terminal.screen.patience import scene_of

            self._screen.show(lambda: scene_of(patience), words_of(COMMANDS))
        patience.run()


def _play_match(place: _Place, wanted: _Wanted | None, identity: Identity, data: Path | None) -> None:
    if _has_server():
        _play_at_a_server(place, wanted, identity, data)
    elif data is None:
        _play_alone(place, wanted, identity)
    else:
        raise CommandFailed(_("Without the table server there is no file of games: leave --data out."))


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


def _play_at_a_server(place: _Place, wanted: _Wanted | None, identity: Identity, data: Path | None) -> None:
    """Play at a table of the server on the file of games."""
    with own_server(identity, data) as (server, _games):
        table_id = None if wanted is not None else _going_on(place, server)
        if table_id is None:
            table_id = _new_table(server, wanted or _standard(), identity.name)
        way_back = "spite play" + (f" --data {quoted(str(data))}" if data is not None else "")
        place.sit_down(server.table(table_id), identity.name, way_back)


def _play_alone(place: _Place, wanted: _Wanted | None, identity: Identity) -> None:
    """Play without a server, the records kept in a folder."""
    from spite_and_malice.terminal.alone import Alone
    from spite_and_malice.terminal.backend import NoAnswer

    folder = settings_folder() / "games"
    with refused(NoAnswer):
        table = None if wanted is not None else Alone.going_on(folder)
        if table is not None:
            _say_going_on(place)
        else:
            game = wanted or _standard()
            table = Alone.begin(folder, game.preset, game.rules, identity.name, game.opponents)
        place.sit_down(table, identity.name, "spite play")


def _play_patience(
    place: _Place,
    preset: str,
    rules: PatienceRules,
    settings: tuple[str, ...],
    deal: int | None,
    new: bool,
    name: str,
) -> None:
    """Play a game of patience, its record kept in a folder."""
    from spite_and_malice.terminal.patience.game import KeptGame

    folder = settings_folder() / "games" / "patience"

    def begin(number: int | None = None) -> KeptGame:
        return KeptGame.begin(folder, rules, number, name or None)

    game = None if new or deal is not None else KeptGame.going_on(folder, rules)
    if game is not None:
        said = _("You go on with your last game; `spite play {preset} --new` begins another.")
        place.output.copy(f"{said.format(preset=preset)}\n")
    way_back = " ".join(["spite play", preset, *(f"--set {quoted(setting)}" for setting in settings)])
    place.play_patience(game or begin(deal), begin, way_back)


def _standard() -> _Wanted:
    return _wanted("standard", (), None, (), None)


def _new_table(server: Server, wanted: _Wanted, name: str) -> str:
    you = {"kind": "person", **({"name": name} if name else {})}
    seats = [you, *({"kind": "computer", "player": player} for player in wanted.opponents)]
    request = {"preset": wanted.preset, "rules": wanted.changes, "seats": seats}
    return str(server.ask("/api/tables", request)["id"])


def _say_going_on(place: _Place) -> None:
    place.output.copy(f"{_('You go on with your last game; `spite play --new` begins another.')}\n")


def _going_on(place: _Place, server: Server) -> str | None:
    """Return the table at which one's last game against computer players goes on."""
    for table in server.ask("/api/tables"):
        if not table["solo"] and table["alone"] and table["state"] in ("gathering", "running", "game_over"):
            _say_going_on(place)
            return str(table["id"])
    return None

"""``spite play``, ``day``, ``join`` and ``watch``: the table in the terminal (docs/terminal.md)."""

from __future__ import annotations

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
    named_patience,
    players_option,
    set_option,
)
from spite_and_malice.cli.place import Place, name_option, plain_option
from spite_and_malice.cli.serve import with_server
from spite_and_malice.cli.servers import kept, known_at, own_server, settings_folder
from spite_and_malice.texts import _

if TYPE_CHECKING:
    from spite_and_malice.patience import Rules as PatienceRules
    from spite_and_malice.patience.microsoft import Numbers
    from spite_and_malice.play.patience.record import PatienceRecord
    from spite_and_malice.rules import Rules
    from spite_and_malice.terminal.identity import Identity
    from spite_and_malice.terminal.patience.game import KeptGame
    from spite_and_malice.terminal.server import Server

_OPPONENT = "club"
data_option = click.option(
    "--data",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The file of games, if not in your data folder.",
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
@click.option(
    "--number",
    type=click.IntRange(1, 1_000_000),
    metavar="NUMBER",
    help="The deal of FreeCell or its kin that has this number in Microsoft's game.",
)
@click.option("--replay", is_flag=True, help="Look at your last game of that patience that is over, move by move.")
@click.option("--new", is_flag=True, help="Begin another game, even where one waits for you.")
@click.option("--invite", is_flag=True, help="Make a table with free seats, and show its link.")
@click.option("--at", "address", metavar="URL", help="With --invite, the server at which the table is to be.")
@data_option
@name_option
@plain_option
def play(
    preset: str | None,
    against: tuple[str, ...],
    players: int | None,
    settings: tuple[str, ...],
    target: int | None,
    deal: int | None,
    number: int | None,
    replay: bool,
    new: bool,
    invite: bool,
    address: str | None,
    data: Path | None,
    name: str | None,
    plain: bool,
) -> None:
    """Play in this terminal against computer players, or patience.

    Without a preset or options it goes on with your last game that is not over, or begins a standard one. The games are
    kept with those of the browser's tables.

    With a preset of patience it goes on with your last game by these rules, or deals one that can be won; these games
    are kept as records in the folder of your settings.

    With --invite it makes a table with free seats, shows its link and sits down; the game begins when all seats are
    taken.
    """
    preset = None if preset is None else named_patience(preset)
    is_solitary = preset is not None and is_patience(preset)
    if address is not None and not invite:
        raise CommandFailed(_("--at is for --invite; `spite join` sits down at a table of a server."))
    if invite and is_solitary:
        raise CommandFailed(_("Patience is for one: --invite is for the other games."))
    if is_solitary and (against or target or data):
        raise CommandFailed(_("--against, --target and --data are not for patience."))
    if number is not None and (not is_solitary or deal is not None):
        raise CommandFailed(_("--number is for FreeCell and its kin, and goes without --deal."))
    if replay and not is_solitary:
        raise CommandFailed(_("--replay is for patience; `spite games` lists your other games."))
    if deal is not None and not is_solitary:
        raise CommandFailed(_("--deal is for patience: name one of its games, for example `spite play klondike-1`."))
    wanted = None
    if not (is_solitary or invite) and (preset or against or players or settings or target or new):
        wanted = _wanted(preset or "standard", against, players, settings, target)
    identity = known_as(name)
    place = Place(plain)
    if invite:
        from spite_and_malice.cli.lobby import invite as invited

        asked = (preset or "standard", against, players, settings, target)
        place.run(lambda: invited(place, identity, asked, address, data))
    elif preset is not None and is_solitary:
        rules = chosen_patience(preset, players, settings)
        chosen = _chosen_deal(rules, deal, number)
        if replay:
            record = _last_over(rules, chosen)
            place.run(lambda: place.replay_patience(record))
            return
        place.run(lambda: _play_patience(place, preset, rules, settings, chosen, new, identity.name))
    else:
        place.run(lambda: _play_match(place, wanted, identity, data))


@main.command()
@click.argument("address", metavar="URL")
@name_option
@plain_option
def join(address: str, name: str | None, plain: bool) -> None:
    """Sit down at a table of a server, in this terminal.

    URL is the address of a table, as its page shows it: anyone who has it takes a free seat or watches.
    """
    _go_to(address, name, Place(plain), "join")


@main.command()
@click.argument("address", metavar="URL")
@plain_option
def watch(address: str, plain: bool) -> None:
    """Watch a table of a server, in this terminal, without taking a seat.

    URL is the address of a table, as its page shows it. “sit” takes a free seat after all.
    """
    _go_to(address, None, Place(plain), "watch")


@main.command()
@data_option
@name_option
@plain_option
def day(data: Path | None, name: str | None, plain: bool) -> None:
    """Play the deal of the day, which is the same for everybody.

    Where you have begun it, here or in your browser, you go on.
    """
    identity = known_as(name)
    place = Place(plain)

    def sit_down() -> None:
        with own_server(identity, data) as (server, _games):
            table = server.ask("/api/day", {"name": identity.name, "day": None})
            way_back = "spite day" + (f" --data {quoted(str(data))}" if data is not None else "")
            place.sit_down(server.table(str(table["id"])), identity.name, way_back)

    place.run(sit_down)


def _go_to(address: str, name: str | None, place: Place, command: str) -> None:
    """Sit down at the table at an address, or watch it."""
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
    identity = known_as(name)

    def sit_down() -> None:
        with known_at(identity, origin, origin) as server:
            # Is there a server, and does it know this terminal?
            server.ask("/api/me")
            way_back = f"spite {command} {quoted(address)}"
            place.sit_down(server.table(table_id), identity.name, way_back, sits=command == "join")

    place.run(sit_down)


def known_as(name: str | None) -> Identity:
    """Return the person's identity, from now on under another name if one is given."""
    from spite_and_malice.terminal.identity import Identity

    identity = Identity(settings_folder())
    if name is not None:
        with kept():
            identity.name = name
    return identity


def _play_match(place: Place, wanted: _Wanted | None, identity: Identity, data: Path | None) -> None:
    if has_server():
        _play_at_a_server(place, wanted, identity, data)
    elif data is None:
        _play_alone(place, wanted, identity)
    else:
        raise CommandFailed(_("Without the table server there is no file of games: leave --data out."))


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The requested game: its rules, as a preset with changes, and the computer players."""

    preset: str
    changes: dict[str, Any]
    rules: Rules
    opponents: tuple[str, ...]


def _wanted(
    preset: str, against: tuple[str, ...], players: int | None, settings: tuple[str, ...], target: int | None
) -> _Wanted:
    """Return the requested game; raises CommandFailed with the engine's sentence for impossible rules."""
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


def has_server() -> bool:
    """Say whether the table server's libraries are installed."""
    try:
        with with_server():
            from spite_and_malice.terminal import local_server  # noqa: F401
    except CommandFailed:
        return False
    return True


def _play_at_a_server(place: Place, wanted: _Wanted | None, identity: Identity, data: Path | None) -> None:
    """Play at a table of the server on the file of games."""
    with own_server(identity, data) as (server, _games):
        table_id = None if wanted is not None else _going_on(place, server)
        if table_id is None:
            table_id = _new_table(server, wanted or _standard(), identity.name)
        way_back = "spite play" + (f" --data {quoted(str(data))}" if data is not None else "")
        place.sit_down(server.table(table_id), identity.name, way_back)


def _play_alone(place: Place, wanted: _Wanted | None, identity: Identity) -> None:
    """Play without a server, keeping the records in a folder."""
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
    place: Place,
    preset: str,
    rules: PatienceRules,
    settings: tuple[str, ...],
    deal: tuple[int, Numbers] | None,
    new: bool,
    name: str,
) -> None:
    """Play a game of patience, keeping its record in a folder."""
    from spite_and_malice.terminal.patience.game import KeptGame

    folder = _patience_folder()

    def begin(number: int | None = None, numbers: Numbers = "own") -> KeptGame:
        return KeptGame.begin(folder, rules, number, name or None, numbers=numbers)

    game = None if new or deal is not None else KeptGame.going_on(folder, rules)
    if game is not None:
        said = _("You go on with your last game; `spite play {preset} --new` begins another.")
        place.output.copy(f"{said.format(preset=preset)}\n")
    way_back = " ".join(["spite play", preset, *(f"--set {quoted(setting)}" for setting in settings)])
    place.play_patience(game or begin(*(deal or ())), begin, way_back)


def _last_over(rules: PatienceRules, deal: tuple[int, Numbers] | None) -> PatienceRecord:
    """Return the last finished game by these rules, of a deal if one is given; raises CommandFailed for none."""
    from spite_and_malice.terminal.patience.game import finished_games

    for record in finished_games(_patience_folder(), rules):
        if deal in (None, (record.deal.number, record.deal.numbers)):
            return record
    raise CommandFailed(_("No such game of yours is over yet."))


def _patience_folder() -> Path:
    return settings_folder() / "games" / "patience"


def _chosen_deal(rules: PatienceRules, deal: int | None, number: int | None) -> tuple[int, Numbers] | None:
    """Return a deal by its number and the numbering scheme; raises CommandFailed if Microsoft has no such game."""
    from spite_and_malice.patience.microsoft import is_microsofts

    if number is None:
        return None if deal is None else (deal, "own")
    if not is_microsofts(rules):
        raise CommandFailed(_("Only FreeCell and its kin are dealt by Microsoft's numbers."))
    return number, "microsoft"


def _standard() -> _Wanted:
    return _wanted("standard", (), None, (), None)


def _new_table(server: Server, wanted: _Wanted, name: str) -> str:
    you = {"kind": "person", **({"name": name} if name else {})}
    seats = [you, *({"kind": "computer", "player": player} for player in wanted.opponents)]
    request = {"preset": wanted.preset, "rules": wanted.changes, "seats": seats}
    return str(server.ask("/api/tables", request)["id"])


def _say_going_on(place: Place) -> None:
    words = _("You go on with your last game; `spite play --new` begins another.")
    place.output.copy(f"{words}\n")


def _going_on(place: Place, server: Server) -> str | None:
    """Return the table of the person's last unfinished game against computer players."""
    for table in server.ask("/api/tables"):
        if not table["solo"] and table["alone"] and table["state"] in ("gathering", "running", "game_over"):
            _say_going_on(place)
            return str(table["id"])
    return None

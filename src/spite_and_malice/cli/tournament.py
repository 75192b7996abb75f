"""``spite tournament``: a Swiss tournament of computer players without a server."""

from __future__ import annotations

import csv
import hashlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from spite_and_malice.cli.common import CommandFailed, progress, refused, say
from spite_and_malice.cli.group import main
from spite_and_malice.cli.options import chosen_rules, complete_players, preset_option, set_option
from spite_and_malice.cli.serve import with_server
from spite_and_malice.texts import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spite_and_malice.play.tournaments import Pairing, Standing
    from spite_and_malice.rules import Rules


@main.command()
@click.argument("rounds", type=click.IntRange(1, 100), metavar="ROUNDS")
@click.argument("players", nargs=-1, required=True, metavar="PLAYER…", shell_complete=complete_players)
@preset_option
@set_option
@click.option("--seed", default=0, show_default=True, type=click.IntRange(min=0), help="The same seed, the same deals.")
@click.option(
    "--seconds", default=1.0, show_default=True, type=click.FloatRange(0.01, 600), help="The clock of a move."
)
@click.option("--shared", is_flag=True, help="All games of a round have the same deal.")
@click.option(
    "--records", type=click.Path(file_okay=False, path_type=Path), help="Write the record of every game to this folder."
)
@click.option("--csv", "as_csv", is_flag=True, help="Print a row for each game, as CSV.")
def tournament(
    rounds: int,
    players: tuple[str, ...],
    preset: str,
    settings: tuple[str, ...],
    seed: int,
    seconds: float,
    shared: bool,
    records: Path | None,
    as_csv: bool,
) -> None:
    """Let computer players play a Swiss tournament, and print the standings (docs/tournaments.md).

    A PLAYER is a computer player's name, with *N after it for N of them: `spite tournament 3 club*4 expert*4`.
    """
    from spite_and_malice.play.tournaments import Entrant, NoPairing, pair_swiss, standings

    names = _names(players)
    rules = chosen_rules(preset, 2, settings)
    entrants, played = [Entrant(number) for number in range(1, len(names) + 1)], list["Pairing"]()
    if records is not None:
        with refused(OSError):
            records.mkdir(parents=True, exist_ok=True)
    # Rounds with repeated opponents are paired by a library that comes with the server.
    with with_server(), progress(rounds * (len(names) // 2), _("games")) as bar, refused(OSError):
        for number in range(1, rounds + 1):
            try:
                paired = pair_swiss(entrants, played, number)
            except NoPairing as error:
                text = _("With {players} players no round {round} is possible in which nobody meets anybody again.")
                raise CommandFailed(text.format(players=len(names), round=number)) from error
            for pairing in paired:
                if pairing.second is not None:
                    lot = f"{seed} {number} {0 if shared else pairing.board}"
                    played.append(_played(pairing, names, rules, preset, lot, seconds, records))
                    bar.update(1)
                else:
                    played.append(pairing)
    if as_csv:
        _print_csv(played, names)
    else:
        _print_table(standings("swiss", entrants, played), names)


def _names(players: Sequence[str]) -> list[tuple[str, str]]:
    """Return everybody's name and computer player. Raises `CommandFailed`."""
    from spite_and_malice.players import PLAYERS

    found: list[str] = []
    for player in players:
        name, _star, times = player.partition("*")
        if name not in PLAYERS or (times and not times.isdecimal()):
            raise CommandFailed(
                _("{player} is no computer player; there are {players}.").format(
                    player=repr(player), players=", ".join(PLAYERS)
                )
            )
        found.extend([name] * int(times or 1))
    if len(found) < 2:
        raise CommandFailed(_("A tournament takes at least two players."))
    if len(found) > 1000:
        raise CommandFailed(_("A tournament takes at most 1,000 players."))
    counts = {name: found.count(name) for name in found}
    numbers: dict[str, int] = {}
    named = []
    for name in found:
        numbers[name] = numbers.get(name, 0) + 1
        named.append((f"{name} {numbers[name]}" if counts[name] > 1 else name, name))
    return named


def _played(
    pairing: Pairing,
    names: Sequence[tuple[str, str]],
    rules: Rules,
    preset: str,
    lot: str,
    seconds: float,
    records: Path | None,
) -> Pairing:
    """Play the game of a pairing to its end, and write its record into a folder if there is one."""
    from dataclasses import replace

    from spite_and_malice.play import FairDeal, Game, RecordedAction, RecordedSeat, record_game, write
    from spite_and_malice.players import PLAYERS

    both = [names[number - 1] for number in pairing.both]
    fair = FairDeal(hashlib.sha256(lot.encode()).digest(), ("", ""))
    game = Game.deal(rules, fair.dealer(2), fair)
    seats = [PLAYERS[player].make(pairing.round * 1000 + pairing.board) for _name, player in both]
    while not game.is_over:
        seat = game.turn
        thought = seats[seat].choose(game.view(seat), list(game.log), seconds)
        game.act(seat, str(getattr(thought, "move", thought)))
    if records is not None:
        recorded = [RecordedSeat("computer", name, player) for name, player in both]
        actions = [RecordedAction(action.seat, action.text) for action in game.actions]
        text = write(record_game(rules, recorded, fair.dealer(2), fair, actions, preset=preset))
        (records / f"round-{pairing.round}-board-{pairing.board}.txt").write_text(text, encoding="utf-8")
    winners = () if game.outcome is None else game.outcome.winners
    core = game.position.core
    margin = core.cards_left(rules.side_of(1)) - core.cards_left(rules.side_of(0))
    return replace(
        pairing, outcome="draw" if len(winners) != 1 else "first" if winners[0] == 0 else "second", margin=margin
    )


def _print_table(lines: Sequence[Standing], names: Sequence[tuple[str, str]]) -> None:
    heads = (_("rank"), _("name"), _("points"), "BH", "SB", _("wins"), _("draws"), _("losses"), _("cards"))
    rows = [
        (
            line.rank,
            names[line.number - 1][0],
            f"{line.points / 2:g}",
            f"{line.buchholz / 2:g}",
            f"{line.berger / 4:g}",
            line.wins,
            line.draws,
            line.losses,
            f"{line.cards:+}",
        )
        for line in lines
    ]
    cells = [[str(cell) for cell in row] for row in (heads, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(heads))]
    for row in cells:
        aligned = [
            cell.ljust(width) if at == 1 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        say("  ".join(aligned).rstrip())


def _print_csv(played: Sequence[Pairing], names: Sequence[tuple[str, str]]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["round", "board", "first", "first_name", "second", "second_name", "outcome", "margin"])
    for each in played:
        second = "" if each.second is None else names[each.second - 1][0]
        first = names[each.first - 1][0]
        row = [each.round, each.board, each.first, first, each.second or "", second, each.outcome, each.margin]
        writer.writerow(row)

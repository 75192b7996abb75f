"""``spite simulate`` and ``spite arena``: many games without a server."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from spite_and_malice.cli.common import progress, refused
from spite_and_malice.cli.group import main
from spite_and_malice.cli.options import chosen_rules, complete_players, players_option, preset_option, set_option
from spite_and_malice.texts import N_, _

POLICIES = ("eager", "uniform", "beginner", "casual", "club", "expert", "master", "greedy", "planner")


_ENDS = {
    "payoff": N_("pay-off"),
    "stock": N_("[stock]"),
    "stalemate": N_("stalemate"),
    "undecided": N_("undecided"),
}
_FIGURES = {
    "games": N_("games"),
    "moves": N_("moves"),
    "seconds": N_("seconds"),
    "moves_per_second": N_("moves per second"),
    "ended": N_("ended"),
    "began": N_("began"),
    "won": N_("won"),
    "began_and_won": N_("began and won"),
    "mean_moves": N_("mean moves"),
    "mean_turns": N_("mean turns"),
}


class _Seconds(click.FloatRange):
    """A number of seconds, 0 or more; what is not a number (nan) lies in no range but passes Click's own."""

    def __init__(self) -> None:
        super().__init__(min=0)

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> float:
        """Read the seconds; refuses with Click's own error."""
        seconds: float = super().convert(value, parameter, context)
        if not math.isfinite(seconds):
            self.fail(_("{value} is no number of seconds.").format(value=repr(value)), parameter, context)
        return seconds


@main.command()
@preset_option
@players_option()
@set_option
@click.option("--games", default=100, show_default=True, type=click.IntRange(min=1), metavar="G")
@click.option("--policy", default="eager", show_default=True, type=click.Choice(POLICIES), help="Who plays every seat.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(min=0), help="The same seed, the same games.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def simulate(
    preset: str, players: int | None, settings: tuple[str, ...], games: int, policy: str, seed: int, as_json: bool
) -> None:
    """Play games without a server and print how they went."""
    from spite_and_malice.analysis.simulate import simulate as play_games

    rules = chosen_rules(preset, players, settings)
    with progress(games, _("games")) as bar:
        figures = play_games(rules, games, policy, seed, lambda: bar.update(1)).to_json()
    if as_json:
        click.echo(json.dumps(figures))
        return
    figures["ended"] = ", ".join(f"{_(_ENDS[reason])} {count}" for reason, count in figures["ended"].items())
    for name in ("began", "won", "began_and_won"):
        counts = enumerate(figures[name])
        figures[name] = ", ".join(_("seat {seat}: {count}").format(seat=seat, count=count) for seat, count in counts)
    width = max(len(_(label)) for label in _FIGURES.values()) + 2
    for name, label in _FIGURES.items():
        figure = figures[name]
        shown = round(figure, 3) if isinstance(figure, float) else figure
        click.echo(f"{_(label):<{width}}{shown}")


@main.command()
@click.argument("players", nargs=-1, required=True, metavar="PLAYER PLAYER…", shell_complete=complete_players)
@preset_option
@players_option("seats")
@set_option
@click.option(
    "--games", default=100, show_default=True, type=click.IntRange(min=1), help="Of each pair, in whole deals."
)
@click.option("--seed", default=0, show_default=True, type=click.IntRange(min=0), help="The same seed, the same deals.")
@click.option("--seconds", default=1.0, show_default=True, type=_Seconds(), help="The clock of a move.")
@click.option(
    "--clock",
    default="wall",
    show_default=True,
    type=click.Choice(("wall", "cpu")),
    help="What a second is: of the wall, or of a core's own work (not for programs).",
)
@click.option("--processes", type=click.IntRange(min=1), help="Games at a time, if not one per core.")
@click.option("--cluster", metavar="ADDRESS", help="Play on a Ray cluster: auto, HOST:PORT, or local to start one.")
@click.option(
    "--file", type=click.Path(dir_okay=False, path_type=Path), help="Keep the games there, and go on with those kept."
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def arena(
    players: tuple[str, ...],
    preset: str,
    seats: int | None,
    settings: tuple[str, ...],
    games: int,
    seed: int,
    seconds: float,
    clock: str,
    processes: int | None,
    cluster: str | None,
    file: Path | None,
    as_json: bool,
) -> None:
    """Let players play against each other, every deal from every seat.

    A PLAYER is a computer player's name or `cmd:PROGRAM ARGS` for a program of your own (docs/players.md).
    """
    from spite_and_malice.analysis.arena import ArenaError, Plan, run
    from spite_and_malice.analysis.pools import Cluster, PoolMissing, Processes
    from spite_and_malice.analysis.standings import standings

    rules = chosen_rules(preset, seats, settings)
    with refused(ArenaError, PoolMissing, OSError):
        pool = Cluster(cluster) if cluster is not None else Processes(processes)
        plan = Plan(rules, players, deals=1, seed=seed, seconds=seconds, clock=clock)
        plan = replace(plan, deals=-(-games // len(plan.seatings)))
        total = sum(1 for _ in plan.games())
        with progress(total, _("games")) as bar:
            records = []
            for record in run(plan, file, pool):
                records.append(record)
                bar.update(1)
        result = standings(plan, records)
    click.echo(json.dumps(result.to_json()) if as_json else result.to_text())

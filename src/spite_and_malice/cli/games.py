"""``spite simulate`` and ``spite arena``: many games without a server."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Collection
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import click

from spite_and_malice.cli.common import CommandFailed, progress, refused, say
from spite_and_malice.cli.group import main
from spite_and_malice.cli.options import (
    OneOf,
    chosen_rules,
    complete_players,
    players_option,
    preset_option,
    set_option,
)
from spite_and_malice.texts import N_, _

if TYPE_CHECKING:
    from spite_and_malice.analysis.arena import GameRecord, Plan, Task

POLICIES = ("eager", "uniform", "beginner", "casual", "club", "expert", "master", "greedy", "planner", "learned")


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
    "won": N_("wins"),
    "began_and_won": N_("began and won"),
    "mean_moves": N_("mean moves"),
    "mean_turns": N_("mean turns"),
}


class _Seconds(click.FloatRange):
    """A number of seconds, 0 or more; nan lies in no range but passes Click's check."""

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
@click.option(
    "--policy",
    "policies",
    multiple=True,
    type=OneOf(POLICIES),
    help="Who plays every seat, if not eager; given several times, who plays each.",
)
@click.option("--seed", default=0, show_default=True, type=click.IntRange(min=0), help="The same seed, the same games.")
@click.option(
    "--processes", default=1, show_default=True, type=click.IntRange(min=1), help="Games at a time; the same games."
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def simulate(
    preset: str,
    players: int | None,
    settings: tuple[str, ...],
    games: int,
    policies: tuple[str, ...],
    seed: int,
    processes: int,
    as_json: bool,
) -> None:
    """Play games without a server and print how they went."""
    from spite_and_malice.analysis.pools import Here, Processes
    from spite_and_malice.analysis.simulate import simulate as play_games

    rules = chosen_rules(preset, players, settings)
    pool = Processes(processes) if processes > 1 else Here()
    policy = policies[0] if len(policies) == 1 else policies or "eager"
    with refused(ValueError), progress(games, _("games")) as bar:
        figures = play_games(rules, games, policy, seed, bar.update, pool, keep_results=False).to_json()
    if as_json:
        say(json.dumps(figures))
        return
    figures["ended"] = ", ".join(f"{_(_ENDS[reason])} {count}" for reason, count in figures["ended"].items())
    for name in ("began", "won", "began_and_won"):
        counts = enumerate(figures[name])
        figures[name] = ", ".join(_("seat {seat}: {count}").format(seat=seat, count=count) for seat, count in counts)
    width = max(len(_(label)) for label in _FIGURES.values()) + 2
    for name, label in _FIGURES.items():
        figure = figures[name]
        shown = round(figure, 3) if isinstance(figure, float) else figure
        say(f"{_(label):<{width}}{shown}")


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
    type=OneOf(("wall", "cpu")),
    help="What a second is: of the wall, or of a core's own work (not for programs).",
)
@click.option("--processes", type=click.IntRange(min=1), help="Games at a time, if not one per core.")
@click.option("--cluster", metavar="ADDRESS", help="Play on a Ray cluster: auto, HOST:PORT, or local to start one.")
@click.option(
    "--file", type=click.Path(dir_okay=False, path_type=Path), help="Keep the games there, and go on with those kept."
)
@click.option("--skip-damaged", is_flag=True, help="Leave damaged lines of the file aside, and play their games again.")
@click.option(
    "--records", type=click.Path(file_okay=False, path_type=Path), help="Write the record of every game to this folder."
)
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), help="Write the results as a page.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print a row for each game, as CSV.")
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
    skip_damaged: bool,
    records: Path | None,
    html: Path | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Let players play against each other, every deal from every seat.

    A PLAYER is a computer player's name or `cmd:PROGRAM ARGS` for a program of your own (docs/players.md), which
    `bob=cmd:PROGRAM ARGS` calls bob; one that is named twice plays against itself. Ctrl-C ends it; what was played
    counts, and with --file the same command goes on.
    """
    from spite_and_malice.analysis.arena import ArenaError, Plan, run
    from spite_and_malice.analysis.arena_file import GamesFile
    from spite_and_malice.analysis.arena_page import is_page_of
    from spite_and_malice.analysis.pools import Cluster, PoolMissing, Processes

    if as_json and as_csv:
        raise CommandFailed(_("Take --json or --csv, not both."))
    rules = chosen_rules(preset, seats, settings)
    found: list[GameRecord] = []
    stopped = False
    with refused(ArenaError, PoolMissing, OSError), ExitStack() as stack:
        pool = Cluster(cluster, processes) if cluster is not None else Processes(processes)
        plan = Plan(rules, players, deals=1, seed=seed, seconds=seconds, clock=clock)
        plan = replace(plan, deals=-(-games // len(plan.seatings)))
        total = sum(1 for _game in plan.games())
        if file is None:
            played = run(plan, pool=pool)
        else:
            kept = stack.enter_context(GamesFile(plan, file, skip_damaged=skip_damaged))
            for sentence in kept.damaged:
                say(f"{file}: {sentence}", err=True)
            plan, played = kept.plan, kept.run(pool)
        done = frozenset() if file is None else frozenset(game.task for game in kept.known)
        show = _keeper(plan, records, done)
        if html is not None and html.exists() and not (done and is_page_of(plan, html)):
            raise CommandFailed(_("{file} exists already: name another file.").format(file=html))
        bar = stack.enter_context(progress(total, _("games")))
        try:
            for record in played:
                found.append(record)
                show(record)
                bar.update(1)
        except KeyboardInterrupt:
            stopped = True
        finally:
            played.close()
    with refused(OSError):
        _show_results(plan, found, as_json, as_csv, records, html)
    if stopped:
        told = (
            _("Stopped after {count} of {total} games.")
            if file is None
            else _("Stopped after {count} of {total} games, which are in {file}; the same command goes on.")
        )
        say(told.format(count=len(found), total=total, file=file), err=True)
        raise click.exceptions.Exit(130)


def _keeper(plan: Plan, folder: Path | None, done: Collection[Task]) -> Callable[[GameRecord], object]:
    """What writes the record of each game, if there is a folder to write to.

    Only the records of games that are ``done`` may already be there; raises CommandFailed for others.
    """
    from spite_and_malice.analysis.arena import check_records, record_name, record_of

    if folder is None:
        return lambda played: None
    check_records(plan)
    folder.mkdir(parents=True, exist_ok=True)
    refusal = _("{file} exists already: name another folder for the records.")
    for task in plan.games():
        if task not in done and (path := folder / record_name(task)).exists():
            raise CommandFailed(refusal.format(file=path))

    def write(played: GameRecord) -> None:
        path, text = folder / record_name(played), str(record_of(plan, played)).encode()
        # The record of an unfinished game may be truncated.
        if path.exists() and not text.startswith(path.read_bytes()):
            raise CommandFailed(refusal.format(file=path))
        path.write_bytes(text)

    return write


def _show_results(
    plan: Plan, found: list[GameRecord], as_json: bool, as_csv: bool, records: Path | None, html: Path | None
) -> None:
    from spite_and_malice.analysis.arena import record_name
    from spite_and_malice.analysis.arena_page import arena_page
    from spite_and_malice.analysis.standings import games_csv, standings

    result = standings(plan, found)
    if as_csv:
        say(games_csv(plan, found), nl=False)
    else:
        say(json.dumps(result.to_json()) if as_json else result.to_text())
    if html is not None:
        folder = None if records is None else Path(os.path.relpath(records, html.parent)).as_posix()

        def address(played: GameRecord) -> str:
            return quote(f"{folder}/{record_name(played)}")

        page = arena_page(plan, found, result, None if folder is None else address)
        html.write_text(page, encoding="utf-8")

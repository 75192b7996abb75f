"""The command ``spite``.

Every command imports what it needs only when it runs, so that each of them starts at once.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from spite_and_malice import __version__

if TYPE_CHECKING:
    from spite_and_malice.engine import Position
    from spite_and_malice.play import Record
    from spite_and_malice.rules import Rules

POLICIES = ("eager", "uniform", "beginner", "casual", "club", "expert", "master", "greedy", "planner")


class CommandFailed(click.ClickException):
    """The command cannot be carried out; shown as one sentence, exit code 2."""

    exit_code = 2


@contextmanager
def refused(*errors: type[Exception]) -> Iterator[None]:
    """Turn these errors, whose messages are sentences, into the command's own."""
    try:
        yield
    except errors as error:
        raise CommandFailed(str(error)) from error


@contextmanager
def stopped_at_once() -> Iterator[None]:
    """Let Ctrl-C end the command even inside the compiled core, which never asks Python whether it was pressed."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def core_note() -> str:
    """Say that the engine's core is not compiled, and why; nothing if it is."""
    from spite_and_malice.engine.loader import PURE_BECAUSE

    return f"The engine's core runs uncompiled, some hundred times slower: {PURE_BECAUSE}." if PURE_BECAUSE else ""


def say_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    """Print the version, and a note where the core is not compiled."""
    if wanted and not context.resilient_parsing:
        click.echo("\n".join(filter(None, (f"spite, version {__version__}", core_note()))))
        context.exit()


class ServeByDefault(click.Group):
    """The group of commands; options without a command are those of `serve`."""

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        """Put `serve` before arguments that name no command."""
        own = {name for option in self.get_params(context) for name in option.opts}
        if not arguments or (arguments[0].startswith("-") and arguments[0] not in own):
            arguments = ["serve", *arguments]
        return super().parse_args(context, arguments)


@click.group(cls=ServeByDefault, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=say_version,
    help="Show the version, and whether the engine is not compiled.",
)
def main() -> None:
    """Spite and Malice, in every version of its rules.

    Without a command it starts the table server, like `spite serve`.
    """


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Where the server listens.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="If busy, the next free one."
)
@click.option(
    "--data", type=click.Path(path_type=Path), metavar="FILE", help="The file of games.  [default: in your data folder]"
)
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
def serve(host: str, port: int, data: Path | None, no_browser: bool) -> None:
    """Start the table server and open it in the browser."""
    from spite_and_malice.server import run

    if note := core_note():
        click.echo(note)
    run.serve(host=host, port=port, data=data, open_browser=not no_browser)


def chosen_rules(preset: str, players: int | None, settings: tuple[str, ...]) -> Rules:
    """Return the rules of a preset with ``field=value`` changes; raises CommandFailed with the engine's sentence.

    A value is JSON (``payoff=13``, ``wilds=["K","*"]``, ``centre=null``); what is not JSON is taken as a word
    (``first=dealer``).
    """
    from spite_and_malice.rules import InvalidRules, preset_rules

    changes: dict[str, Any] = {}
    for setting in settings:
        field, equals, text = setting.partition("=")
        if not equals:
            raise CommandFailed(f"--set takes field=value, for example --set payoff=13, not {setting!r}.")
        try:
            changes[field] = json.loads(text)
        except (ValueError, RecursionError):
            changes[field] = text
    with refused(InvalidRules):
        return preset_rules(preset, players, changes)


@main.command()
@click.argument("preset", required=False)
@click.option("--players", type=int, metavar="N", help="The number of players [default: the fewest it allows].")
@click.option("--set", "settings", multiple=True, metavar="FIELD=VALUE", help="Change a field; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="Print the fields instead of the words.")
def rules(preset: str | None, players: int | None, settings: tuple[str, ...], as_json: bool) -> None:
    """List the presets, or say the rules of one in words."""
    if preset is None:
        if players is not None or settings:
            raise CommandFailed("--players and --set change a preset: name one, for example `spite rules standard`.")
        list_presets(as_json)
        return
    from spite_and_malice.rules import describe

    chosen = chosen_rules(preset, players, settings)
    if as_json:
        click.echo(json.dumps(chosen.to_json(), ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(describe(chosen)))


def list_presets(as_json: bool) -> None:
    """Print every preset with its character and its numbers of players."""
    from spite_and_malice.rules import PRESETS

    if as_json:
        listed = [
            {"id": each.id, "name": each.name, "summary": each.summary, "players": each.players, "source": each.source}
            for each in PRESETS.values()
        ]
        click.echo(json.dumps(listed, ensure_ascii=False, indent=2))
        return
    width = max(map(len, PRESETS))
    for each in PRESETS.values():
        click.echo(f"{each.id:<{width}}  {number_of_players(each.players):<11}  {each.summary}")


def number_of_players(allowed: tuple[int, ...]) -> str:
    """Return the numbers of players a preset allows: ``2 players``, ``2–4 players``, ``4, 6 players``."""
    if len(allowed) > 1 and allowed == tuple(range(allowed[0], allowed[-1] + 1)):
        return f"{allowed[0]}–{allowed[-1]} players"
    return f"{', '.join(map(str, allowed))} players"


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_context
def conformance(context: click.Context, files: tuple[Path, ...]) -> None:
    """Check the engine against conformance vectors: FILES of JSON lines (RULES.md section 10).

    Prints every failure with what was expected, then how many passed and failed. Exit code 1 if any failed.
    """
    from spite_and_malice.engine.conformance import run_file

    passed = failed = 0
    for file in files:
        with refused(OSError):
            for name, failures in run_file(file):
                for failure in failures:
                    click.echo(f"{name}: {failure}")
                passed, failed = (passed, failed + 1) if failures else (passed + 1, failed)
    click.echo(f"{passed} passed, {failed} failed")
    context.exit(1 if failed else 0)


@main.command()
@click.argument("file", metavar="FILE|-")
@click.option("--depth", required=True, type=click.IntRange(0, 99), metavar="N", help="The number of moves.")
@click.option("--divide", "divided", is_flag=True, help="Also print the count of each first move.")
def perft(file: str, depth: int, divided: bool) -> None:
    """Count the move sequences of exactly N moves from a position (JSON in FILE, or on standard input)."""
    from spite_and_malice.engine import perft as counting

    position = read_position(file)
    with stopped_at_once():
        counts = counting.divide(position, depth) if divided and depth > 0 else {}
        total = sum(counts.values()) if counts else counting.perft(position, depth)
    for move, count in counts.items():
        click.echo(f"{move} {count}")
    click.echo(total)


def read_position(file: str) -> Position:
    """Read a position as JSON from a file, or from standard input for ``-``; raises CommandFailed."""
    from spite_and_malice.engine import Position

    source = "Standard input" if file == "-" else file
    try:
        with click.open_file(file, encoding="utf-8") as stream:
            found = json.load(stream)
    except OSError as error:
        raise CommandFailed(f"{source} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise CommandFailed(f"{source} holds no JSON: {error}.") from error
    with refused(ValueError):
        return Position.from_json(found)


@main.group()
def record() -> None:
    """Look at records of games, check them and convert them (docs/records.md)."""


@record.command()
@click.argument("file", metavar="FILE|-")
def show(file: str) -> None:
    """Tell a recorded game turn by turn."""
    from spite_and_malice.play.record_words import tell

    click.echo("\n".join(tell(read_record(file))))


@record.command("verify")
@click.argument("file", metavar="FILE|-")
@click.pass_context
def verify_record(context: click.Context, file: str) -> None:
    """Check a record: the secret, the deal, every shuffle, every action, the result.

    Prints every fault with its line. Exit code 1 if there is one.
    """
    from spite_and_malice.play.record_check import check
    from spite_and_malice.play.record_read import read

    reading = read(read_bytes(file))
    faults = check(reading)
    for fault in faults:
        click.echo(f"{file}:{fault.line}: {fault.message}")
    if reading.record is not None and not faults:
        count = len(reading.record.actions)
        click.echo(f"{file}: right in all {count} actions, in the deal and in every shuffle")
    context.exit(1 if faults else 0)


main.add_command(verify_record, "verify")


@record.command()
@click.argument("file", metavar="FILE|-")
@click.option("--to", type=click.Choice(("text", "json")), default="text", show_default=True, help="The form.")
@click.option("--seat", type=click.IntRange(0, 7), metavar="N", help="Only what seat N (from 0) saw.")
def convert(file: str, to: str, seat: int | None) -> None:
    """Print a record in the one way it is written, as JSON, or as one seat saw the game."""
    from spite_and_malice.play import write

    converted = read_record(file)
    if seat is not None:
        with refused(ValueError):
            converted = converted.seen_by(seat)
    if to == "json":
        click.echo(json.dumps(converted.to_json(), ensure_ascii=False, indent=2))
    else:
        click.echo(write(converted), nl=False)


def read_bytes(file: str) -> bytes:
    """Read a file, or standard input for ``-``; raises CommandFailed."""
    try:
        with click.open_file(file, "rb") as stream:
            text: bytes = stream.read()
    except OSError as error:
        raise CommandFailed(f"{file} cannot be read: {error.strerror}.") from error
    return text


def read_record(file: str) -> Record:
    """Read a record; prints the faults of its text and ends with exit code 1 if it has any."""
    from spite_and_malice.play import InvalidRecord, parse

    try:
        return parse(read_bytes(file))
    except InvalidRecord as error:
        for fault in error.faults:
            click.echo(f"{file}:{fault.line}: {fault.message}", err=True)
        raise click.exceptions.Exit(1) from error


@main.command()
@click.option("--preset", default="standard", show_default=True, metavar="PRESET", help="The version of the game.")
@click.option("--players", type=int, metavar="N", help="The number of players.  [default: the fewest it allows]")
@click.option("--set", "settings", multiple=True, metavar="FIELD=VALUE", help="Change a field; may be repeated.")
@click.option("--games", default=100, show_default=True, type=click.IntRange(min=1), metavar="G")
@click.option("--policy", default="eager", show_default=True, type=click.Choice(POLICIES), help="Who plays every seat.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(min=0), help="The same seed, the same games.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def simulate(
    preset: str, players: int | None, settings: tuple[str, ...], games: int, policy: str, seed: int, as_json: bool
) -> None:
    """Play games without a server and print how they went."""
    from spite_and_malice.analysis.simulate import simulate as play_games

    figures = play_games(chosen_rules(preset, players, settings), games, policy, seed).to_json()
    if as_json:
        click.echo(json.dumps(figures))
        return
    figures["ended"] = ", ".join(f"{reason} {count}" for reason, count in figures["ended"].items())
    for name, figure in figures.items():
        shown = round(figure, 3) if isinstance(figure, float) else figure
        click.echo(f"{name.replace('_', ' '):<18}{shown}")


@main.command()
@click.argument("players", nargs=-1, required=True, metavar="PLAYER PLAYER…")
@click.option("--preset", default="standard", show_default=True, metavar="PRESET", help="The version of the game.")
@click.option("--players", "seats", type=int, metavar="N", help="The number of seats.  [default: the fewest it allows]")
@click.option("--set", "settings", multiple=True, metavar="FIELD=VALUE", help="Change a field; may be repeated.")
@click.option(
    "--games", default=100, show_default=True, type=click.IntRange(min=1), help="Of each pair, in whole deals."
)
@click.option("--seed", default=0, show_default=True, type=click.IntRange(min=0), help="The same seed, the same deals.")
@click.option("--seconds", default=1.0, show_default=True, type=click.FloatRange(min=0), help="The clock of a move.")
@click.option(
    "--clock",
    default="wall",
    show_default=True,
    type=click.Choice(("wall", "cpu")),
    help="What a second is: of the wall, or of a core's own work (not for programs).",
)
@click.option("--processes", type=click.IntRange(min=1), help="Games at a time.  [default: one per core]")
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
        with click.progressbar(length=total, label="games", file=sys.stderr) as bar:
            records = []
            for record in run(plan, file, pool):
                records.append(record)
                bar.update(1)
        result = standings(plan, records)
    click.echo(json.dumps(result.to_json()) if as_json else result.to_text())


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def bench(as_json: bool) -> None:
    """Measure how fast the engine's core is here; takes about half a minute."""
    from spite_and_malice.analysis.bench import measure

    report = measure()
    if as_json:
        click.echo(json.dumps(report.to_json()))
        return
    share = f"the core has {report.share_of_c:.0%} of it" if report.share_of_c else ""
    lines = [
        ("eager `standard` games inside the core", report.standard, "compiled" if report.compiled else "not compiled"),
        ("the same by a C program written by hand", report.c_program, share),
        ("the same with the core not compiled", report.uncompiled, ""),
        ("from Python, move by move, by number", report.by_number, ""),
        ("from Python, with Position and Move", report.by_move, ""),
        (f"the slowest preset, {report.slowest}", report.presets[report.slowest], ""),
    ]
    for what, speed, remark in lines:
        click.echo(f"{what:<42}{f'{speed:,.0f} moves/s' if speed else 'no C compiler':>22}  {remark}".rstrip())
    click.echo(f"{'cloning a position from Python':<42}{f'{report.clone:,.0f} ns':>22}")
    click.echo(f"{'copying a position inside the core':<42}{f'{report.copy:,.0f} ns':>22}")

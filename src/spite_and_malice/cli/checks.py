"""``spite conformance``, ``spite perft`` and ``spite bench``: whether the engine is right, and how fast it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from spite_and_malice.cli.common import FILE, CommandFailed, named, progress, read_file, refused, say, stopped_at_once
from spite_and_malice.cli.group import main
from spite_and_malice.texts import _, written_number, written_share

if TYPE_CHECKING:
    from spite_and_malice import patience
    from spite_and_malice.engine import Position


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_context
def conformance(context: click.Context, files: tuple[Path, ...]) -> None:
    """Check the engines against conformance vectors: FILES of JSON lines (RULES.md, section 10; PATIENCE.md, 7).

    Prints every failure with what was expected, then how many passed and failed. Exit code 1 if any failed.
    """
    from spite_and_malice.engine.conformance import run_file
    from spite_and_malice.patience.conformance import GAMES, run_vector

    passed = failed = 0
    for file in files:
        with refused(OSError):
            for name, failures in run_file(file, dict.fromkeys(GAMES, run_vector)):
                for failure in failures:
                    say(f"{name}: {failure}")
                passed, failed = (passed, failed + 1) if failures else (passed + 1, failed)
    say(f"{passed} passed, {failed} failed")
    context.exit(1 if failed else 0)


@main.command()
@click.argument("file", metavar="FILE|-", type=FILE)
@click.option("--depth", required=True, type=click.IntRange(0, 99), metavar="N", help="The number of moves.")
@click.option("--divide", "divided", is_flag=True, help="Also print the count of each first move.")
def perft(file: str, depth: int, divided: bool) -> None:
    """Count the move sequences of exactly N moves from a position (JSON in FILE, or on standard input)."""
    position = read_position(file)
    counts: dict[str, int] = {}
    with stopped_at_once():
        if depth == 0:
            total = 1
        else:
            with progress(len(position.legal_moves), _("first moves")) as bar:
                for move, count in divided_counts(position, depth):
                    counts[move] = count
                    bar.update(1)
            total = sum(counts.values())
    if divided:
        for move, count in counts.items():
            say(f"{move} {count}")
    say(total)


def divided_counts(position: Position | patience.Position, depth: int) -> Iterator[tuple[str, int]]:
    """Yield the count of each first move, in a position of either game."""
    from spite_and_malice import patience
    from spite_and_malice.engine.conformance import divided
    from spite_and_malice.patience import perft as counting_patience

    if isinstance(position, patience.Position):
        return counting_patience.divided(position, depth)
    return divided(position, depth)


def read_position(file: str) -> Position | patience.Position:
    """Read a position of either game as JSON from a file, or from standard input for ``-``; raises CommandFailed.

    Only patience has a tableau.
    """
    from spite_and_malice import patience
    from spite_and_malice.engine import Position

    try:
        found = json.loads(read_file(file), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        refusal = _("{file} holds no JSON: {reason}.").format(file=named(file), reason=error)
        raise CommandFailed(_with_form(refusal)) from error
    except CommandFailed as error:
        raise CommandFailed(_with_form(error.message)) from error
    try:
        if isinstance(found, dict) and "tableau" in found:
            return patience.Position.from_json(found)
        return Position.from_json(found)
    except ValueError as error:
        raise CommandFailed(_with_form(str(error))) from error


_EXAMPLE: Final = (
    "python -c 'import json, spite_and_malice as sm; "
    'print(json.dumps(sm.deal(sm.preset_rules("standard"), 0, sm.SeededChance(1)).to_json()))\' > position.json'
)


def _with_form(refusal: str) -> str:
    """Return why a position cannot be read, what a file holds, and a command that writes one."""
    form = _("A file holds one position, as this command writes it: {command}").format(command=_EXAMPLE)
    return f"{refusal} {form}"


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number")


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def bench(as_json: bool) -> None:
    """Measure how fast the engine's core is here; takes about half a minute."""
    from spite_and_malice.analysis.bench import STEPS, measure

    with progress(STEPS, _("measuring")) as bar:
        report = measure(lambda: bar.update(1))
    if as_json:
        say(json.dumps(report.to_json()))
        return
    share = _("the core has {share} of it").format(share=written_share(report.share_of_c)) if report.share_of_c else ""
    slowest = _("the slowest preset, {preset}").format(preset=report.slowest)
    speeds = [
        (
            _("eager `standard` games inside the core"),
            report.standard,
            _("compiled") if report.compiled else _("not compiled"),
        ),
        (_("the same by a C program written by hand"), report.c_program, share),
        (_("the same with the core not compiled"), report.uncompiled, ""),
        (_("from Python, move by move, by number"), report.by_number, ""),
        (_("from Python, with Position and Move"), report.by_move, ""),
        (slowest, report.presets[report.slowest], ""),
    ]
    times = [
        (_("cloning a position from Python"), report.clone),
        (_("copying a position inside the core"), report.copy),
    ]
    width = max(len(what) for what in [*(row[0] for row in speeds), *(row[0] for row in times)]) + 2
    for what, speed, remark in speeds:
        figure = _("{speed} moves/s").format(speed=written_number(speed)) if speed else _("no C compiler")
        say(f"{what:<{width}}{figure:>22}  {remark}".rstrip())
    for what, nanoseconds in times:
        say(f"{what:<{width}}{f'{written_number(nanoseconds)} ns':>22}")

"""Measure the solvers of patience: ``.venv/bin/python -m benchmarks.patience_solvers``; written beside this file.

How many deals can be won, and how long a way to win is, goes into the package too (`patience/rules/measured.py`).

Every preset, the deals with the numbers 0, 1, 2, …; seconds are processor time on one core, and every win is played
move by move. If `fc-solve` (Debian: freecell-solver-bin) is installed, it solves the same deals of the games that it
knows, and its processor time, including start-up, is shown next to ours.

The result of each deal is a line in a file, so that a measurement can be stopped and resumed.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import shutil
import statistics
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from math import sqrt
from pathlib import Path

import click

from spite_and_malice.patience import PRESETS, Position, deal_number, preset_rules, solve
from spite_and_malice.patience.rules import measured

RESULTS = Path(__file__).with_suffix(".md")
FIGURES = Path(measured.__file__)
"""The package's figures on its games: its lines of `MEASURED` are rewritten."""
KEPT = Path("build/patience_solvers.jsonl")

NEARLY = {
    "canfield": "71.245 ± 0.031, runs moving",
    "canfield-strict": "67.562 ± 0.034, any card in gaps",
    "fan": "48.776 ± 0.099, dealt 3 × 16 and 2 × 2",
    "east-haven": "82.844 ± 0.100, single cards",
    "simple-simon": "97.450 ± 0.034",
    "spiderette": "99.620 ± 0.018, dealt on gaps too",
    "will-o-the-wisp": "99.9240 ± 0.0027, all open, dealt on gaps too",
}
"""Published shares that no preset has: for slightly different rules, or differing from ours (PATIENCE.md section
10)."""

RIVAL = {
    "freecell": ("freecell",),
    "bakers-game": ("bakers_game",),
    "eight-off": ("eight_off",),
    "seahaven": ("seahaven_towers",),
    "forecell": ("forecell",),
    "simple-simon": ("simple_simon",),
}
"""The games that `fc-solve` knows, by its names."""


@dataclass(frozen=True)
class Solved:
    """The result for a deal within a limit, in processor seconds, and the memory of its process in MB.

    `moves` is the length of the win.
    """

    preset: str
    deal: int
    limit: float
    verdict: str
    seconds: float
    memory: float
    rival: bool | None = None
    rival_seconds: float = 0.0
    moves: int = 0


@click.command()
@click.option("--deals", default=100, show_default=True, help="How many deals of each preset are solved.")
@click.option("--seconds", default=1.0, show_default=True, help="How long each may take.")
@click.option("--processes", default=1, show_default=True, help="How many deals are solved at a time.")
@click.option("--kept", default=KEPT, show_default=True, type=click.Path(path_type=Path), help="What was found so far.")
@click.option("--again", is_flag=True, help="Solve deals again of which something is kept.")
@click.argument("presets", nargs=-1)
def main(deals: int, seconds: float, processes: int, kept: Path, again: bool, presets: tuple[str, ...]) -> None:
    """Measure, print and write the results: those of all presets with stored ones."""
    wanted = presets or tuple(PRESETS)
    found = {(each.preset, each.deal): each for each in read(kept) if each.limit == seconds}
    if again:
        found = {at: each for at, each in found.items() if each.preset not in wanted}
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.open("a", encoding="utf-8") as file:
        for preset in wanted:
            missing = [deal for deal in range(deals) if (preset, deal) not in found]
            # A pool for each: its memory must not count for the next.
            with ProcessPoolExecutor(processes) as pool:
                for each in pool.map(partial(solve_one, preset, seconds), missing):
                    found[preset, each.deal] = each
                    file.write(json.dumps(asdict(each)) + "\n")
                    file.flush()
            print(row(preset, [each for at, each in found.items() if at[0] == preset]), flush=True)
    rows = [
        row(preset, of_preset)
        for preset in PRESETS
        if (of_preset := [each for at, each in sorted(found.items()) if at[0] == preset])
    ]
    RESULTS.write_text("\n".join([*head(seconds), *rows]) + "\n", encoding="utf-8")
    FIGURES.write_text(figures(FIGURES.read_text(encoding="utf-8"), list(found.values())), encoding="utf-8")


def figures(before: str, found: list[Solved]) -> str:
    """Return the source of the module of measurements, with new lines for the measured presets."""
    known = dict(measured.MEASURED)
    for preset in PRESETS:
        of_preset = [each for each in found if each.preset == preset]
        if of_preset:
            counts = Counter(each.verdict for each in of_preset)
            ways = [each.moves for each in of_preset if each.verdict == "won"]
            moves = round(statistics.median(ways)) if ways else 0
            known[preset] = measured.Measured(len(of_preset), counts["won"], counts["lost"], moves)
    lines = [f'    "{preset}": Measured{tuple(known[preset])},' for preset in PRESETS if preset in known]
    start, end = before.index("= {\n") + len("= {\n"), before.rindex("}\n")
    return before[:start] + "\n".join(lines) + "\n" + before[end:]


def read(kept: Path) -> Iterator[Solved]:
    """Yield the stored results; for a deal that was solved again the newest comes last."""
    if kept.exists():
        for line in kept.read_text(encoding="utf-8").splitlines():
            yield Solved(**json.loads(line))


def head(seconds: float) -> list[str]:
    """The text above the rows."""
    return [
        "# Solvers of patience",
        "",
        f"Written by `.venv/bin/python -m benchmarks.patience_solvers`: at most {seconds:g} s of the processor a deal.",
        "",
        f"{platform.machine()}, CPython {platform.python_version()}, {os.cpu_count()} cores, shared with other work. "
        "*Can be won* is an interval of 95 % (Wilson), the undecided deals counted either way.",
        "",
        "| preset | deals | won | lost | open | decided | can be won, % | published, % | median ms | 99 % ms | MB "
        "| fc-solve |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]


def solve_one(preset: str, limit: float, number: int) -> Solved:
    """Solve a deal within the limit, and play its win; let the rival solve it too."""
    position = deal_number(preset_rules(preset), number)
    began = time.process_time()
    solution = solve(position, limit, clock=time.process_time)
    taken = time.process_time() - began
    for move in solution.moves:
        position.play(move)
    assert position.is_won == (solution.verdict == "won"), f"{preset}, deal {number}: the solution does not win"
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    found = preset, number, limit, solution.verdict, round(taken, 6), round(memory, 1)
    return Solved(*found, *rival(preset, number), len(solution.moves))


def row(preset: str, found: list[Solved]) -> str:
    """A row of the table."""
    counts = Counter(each.verdict for each in found)
    deals = len(found)
    low, _high = wilson(counts["won"], deals)
    _low, high = wilson(counts["won"] + counts["unknown"], deals)
    times = sorted(1000 * each.seconds for each in found)
    rivals = [each for each in found if each.rival is not None]
    parts = [
        f"`{preset}`",
        str(deals),
        *(str(counts[verdict]) for verdict in ("won", "lost", "unknown")),
        f"{1 - counts['unknown'] / deals:.1%}",
        f"{100 * low:.1f} – {100 * high:.1f}",
        published(preset),
        f"{statistics.median(times):.1f}",
        f"{times[min(int(0.99 * deals), deals - 1)]:.0f}",
        f"{max(each.memory for each in found):.0f}",
        f"{sum(each.rival is True for each in rivals)} won, median "
        f"{1000 * statistics.median(each.rival_seconds for each in rivals):.1f} ms"
        if rivals
        else "",
    ]
    return f"| {' | '.join(parts)} |"


def published(preset: str) -> str:
    """The published share, in per cent."""
    share = PRESETS[preset].winnable
    if share is None:
        return NEARLY.get(preset, "")
    return f"{share.share} ± {share.margin}" if share.margin else str(share.share)


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The interval of 95 % for a share."""
    z = 1.96
    share = successes / trials
    middle = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / (1 + z * z / trials)
    return max(0.0, middle - half), min(1.0, middle + half)


def rival(preset: str, number: int) -> tuple[bool | None, float]:
    """Whether `fc-solve` solves a deal, and its seconds of processor time; None if it does not play it."""
    program = shutil.which("fc-solve")
    if program is None or preset not in RIVAL:
        return None, 0.0
    board = rival_board(deal_number(preset_rules(preset), number))
    command = [program, "--game", *RIVAL[preset], "-mi", "200000", "-"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, input=board, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    taken = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return "This game is solveable." in done.stdout, taken


def rival_board(position: Position) -> str:
    """A position in the format of `fc-solve`."""
    data = position.to_json()
    cells = [card or "-" for card in data.get("cells", [])]
    lines = [f"FC: {' '.join(cells)}"] if any(data.get("cells", [])) else []
    lines += [" ".join(pile["up"]) for pile in data["tableau"]]
    return "\n".join(lines).replace("s", "S").replace("h", "H").replace("d", "D").replace("c", "C") + "\n"


if __name__ == "__main__":
    main()

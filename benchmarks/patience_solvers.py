"""Measure the solvers of patience: ``.venv/bin/python -m benchmarks.patience_solvers``; written beside this file.

Every preset, the deals of the numbers 0, 1, 2, …; a second is one of the processor's work on one core, and every win is
played move by move. Where `fc-solve` (Debian: freecell-solver-bin) is installed it solves the same deals of the games
that it knows, and its wall time stands beside.
"""

from __future__ import annotations

import os
import platform
import resource
import shutil
import statistics
import subprocess
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from math import sqrt
from pathlib import Path

import click

from spite_and_malice.patience import PRESETS, Position, deal_number, preset_rules, solve

RESULTS = Path(__file__).with_suffix(".md")

PUBLISHED = {
    "klondike-3": "81.945 ± 0.084",
    "klondike-1": "90.48 ± 0.12",
    "freecell": "99.9988",
    "spider-4": "98.487 ± 1.513",
}
"""Shares that can be won, in per cent, with their sources in PATIENCE.md section 10; what is uncertain is left out."""

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
    """What was found of a deal, in seconds of the processor, and the memory of the process so far in MB."""

    verdict: str
    seconds: float
    memory: float


@click.command()
@click.option("--deals", default=100, show_default=True, help="How many deals of each preset are solved.")
@click.option("--seconds", default=1.0, show_default=True, help="How long each may take.")
@click.option("--processes", default=1, show_default=True, help="How many deals are solved at a time.")
@click.argument("presets", nargs=-1)
def main(deals: int, seconds: float, processes: int, presets: tuple[str, ...]) -> None:
    """Measure, print and write the results."""
    load = os.getloadavg()[0]
    lines = [
        "# Solvers of patience",
        "",
        f"Written by `.venv/bin/python -m benchmarks.patience_solvers`: {deals} deals of each preset, "
        f"at most {seconds:g} s each.",
        "",
        f"{platform.machine()}, CPython {platform.python_version()}, {os.cpu_count()} cores, load {load:.1f} at the "
        "start. *Can be won* is an interval of 95 % (Wilson), the undecided deals counted either way.",
        "",
        "| preset | won | lost | open | decided | can be won, % | published, % | median ms | 99 % ms | MB | fc-solve |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    print("\n".join(lines), flush=True)
    for preset in presets or PRESETS:
        # A pool for each: its memory is not to count for the next.
        with ProcessPoolExecutor(processes) as pool:
            found = list(pool.map(solve_one, repeat(preset), range(deals), repeat(seconds)))
        lines.append(row(preset, found))
        print(lines[-1], flush=True)
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def solve_one(preset: str, number: int, limit: float) -> Solved:
    """Solve a deal within the limit, and play its win."""
    position = deal_number(preset_rules(preset), number)
    began = time.process_time()
    solution = solve(position, limit, clock=time.process_time)
    taken = time.process_time() - began
    for move in solution.moves:
        position.play(move)
    assert position.is_won == (solution.verdict == "won"), f"{preset}, deal {number}: the solution does not win"
    return Solved(solution.verdict, taken, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def row(preset: str, found: list[Solved]) -> str:
    """A row of the table."""
    counts = Counter(each.verdict for each in found)
    deals = len(found)
    low, _high = wilson(counts["won"], deals)
    _low, high = wilson(counts["won"] + counts["unknown"], deals)
    times = sorted(1000 * each.seconds for each in found)
    parts = [
        f"`{preset}`",
        *(str(counts[verdict]) for verdict in ("won", "lost", "unknown")),
        f"{1 - counts['unknown'] / deals:.1%}",
        f"{100 * low:.1f} – {100 * high:.1f}",
        PUBLISHED.get(preset, ""),
        f"{statistics.median(times):.1f}",
        f"{times[min(int(0.99 * deals), deals - 1)]:.0f}",
        f"{max(each.memory for each in found):.0f}",
        rival(preset, deals),
    ]
    return f"| {' | '.join(parts)} |"


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The interval of 95 % for a share."""
    z = 1.96
    share = successes / trials
    middle = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / (1 + z * z / trials)
    return max(0.0, middle - half), min(1.0, middle + half)


def rival(preset: str, deals: int) -> str:
    """How many of the deals `fc-solve` solves, and its milliseconds a deal, starting it included."""
    program = shutil.which("fc-solve")
    if program is None or preset not in RIVAL:
        return ""
    solved = 0
    began = time.perf_counter()
    for number in range(deals):
        board = rival_board(deal_number(preset_rules(preset), number))
        command = [program, "--game", *RIVAL[preset], "-mi", "200000", "-"]
        done = subprocess.run(command, input=board, capture_output=True, text=True, check=False)
        solved += "This game is solveable." in done.stdout
    return f"{solved} won, {1000 * (time.perf_counter() - began) / deals:.0f} ms"


def rival_board(position: Position) -> str:
    """A position as `fc-solve` reads it."""
    data = position.to_json()
    cells = [card or "-" for card in data.get("cells", [])]
    lines = [f"FC: {' '.join(cells)}"] if any(data.get("cells", [])) else []
    lines += [" ".join(pile["up"]) for pile in data["tableau"]]
    return "\n".join(lines).replace("s", "S").replace("h", "H").replace("d", "D").replace("c", "C") + "\n"


if __name__ == "__main__":
    main()

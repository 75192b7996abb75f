"""Measure how long computer players think and how much memory that takes: ``.venv/bin/python -m benchmarks.thinking``.

Every level chooses in the same positions of every preset, one process for each level: a worker like the server's,
except for its pipe. Times are a core's own (`time.thread_time`), so that a busy machine makes them no longer. Writes
benchmarks/thinking.md.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import platform
import resource
import statistics
import time
from pathlib import Path
from typing import Final

from spite_and_malice.engine import View, deal
from spite_and_malice.engine.core import IS_NATIVE
from spite_and_malice.play import SeededChance
from spite_and_malice.players import PLAYERS
from spite_and_malice.rules import PRESETS, preset_rules

RESULTS: Final = Path(__file__).with_name("thinking.md")
LEVELS: Final = ("beginner", "casual", "club", "expert", "master")
BETWEEN: Final = 7
"""Moves from one examined position to the next."""

Question = tuple[View, tuple[str, ...]]


def questions(preset: str, count: int) -> list[Question]:
    """Views with more than one legal move, and the log so far, from games of `club` with itself."""
    found: list[Question] = []
    seed = 0
    while len(found) < count:
        seed += 1
        chance = SeededChance(seed)
        position = deal(preset_rules(preset), 0, chance)
        player = PLAYERS["club"].make(seed)
        log: list[str] = []
        while not position.is_over and len(found) < count:
            view = position.view(position.turn)
            if len(log) % BETWEEN == 0 and len(view.legal) > 1:
                found.append((view, tuple(log)))
            move = player.choose(view, log, 1.0)
            log.append(f"{position.turn} {move}")
            position.play(move, chance)
    return found


def times_of(level: str, asked: dict[str, list[Question]], seconds: float) -> tuple[dict[str, list[float]], float]:
    """A level's times by preset, sorted, and the most memory that its process had, in MB."""
    times: dict[str, list[float]] = {}
    for preset, views in asked.items():
        times[preset] = []
        for view, log in views:
            began = time.thread_time()
            PLAYERS[level].make(1, time.thread_time).choose(view, log, seconds)
            times[preset].append(time.thread_time() - began)
        times[preset].sort()
    return times, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def cell(times: list[float]) -> str:
    """The median and the 99th percentile in milliseconds."""
    last = times[math.ceil(0.99 * len(times)) - 1]
    return f"{statistics.median(times) * 1000:.3g}, {last * 1000:.3g}"


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=20, help="of each preset")
    parser.add_argument("--seconds", type=float, default=1.0, help="the clock of a move")
    given = parser.parse_args()
    asked = {preset: questions(preset, given.positions) for preset in PRESETS}
    found = {}
    for level in LEVELS:
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            found[level] = pool.apply(times_of, (level, asked, given.seconds))
        print(level, flush=True)
    memory = ", ".join(f"`{level}` {found[level][1]:.0f} MB" for level in LEVELS)
    lines = [
        "# How long computer players think",
        "",
        f"Written by `.venv/bin/python -m benchmarks.thinking --positions {given.positions}`.",
        "",
        "Milliseconds of a core for a move, the median and",
        f"the 99th percentile of {given.positions} positions of each preset in which there is a choice"
        f"{' (of so few it is the longest)' if given.positions < 100 else ''}; "
        f"the clock is {given.seconds:g} s a move.",
        "",
        f"- CPython {platform.python_version()}, {platform.system()} {platform.machine()}; the engine's core "
        f"{'compiled' if IS_NATIVE else 'not compiled'}",
        f"- the most memory of a process, the positions to answer included: {memory}",
        "",
        f"| preset | {' | '.join(f'`{level}`' for level in LEVELS)} |",
        f"| --- |{' ---: |' * len(LEVELS)}",
    ]
    for preset in PRESETS:
        lines.append(f"| `{preset}` | {' | '.join(cell(found[level][0][preset]) for level in LEVELS)} |")
    every = {level: sorted(time for times in found[level][0].values() for time in times) for level in LEVELS}
    lines.append(f"| all | {' | '.join(cell(every[level]) for level in LEVELS)} |")
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

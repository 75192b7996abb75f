"""Make the baselines of docs/baselines.md again: ``python -m tools.baselines``; it takes PyTorch (docs/baselines.md).

Measurements are kept in build/baselines.json, so that a run can be stopped and resumed; without that file everything is
measured again. ``--page`` only draws and writes the existing results.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tools.baselines.measuring import measure
from tools.baselines.page import write
from tools.baselines.results import Results, Run

ROOT: Final = Path(__file__).parents[2]
KEPT: Final = ROOT / "build" / "baselines.json"


def machine(processes: int) -> str:
    """The day, this machine, and its load."""
    kind, found = platform.machine(), Path("/proc/cpuinfo")
    if found.exists():
        names = [line.partition(":")[2] for line in found.read_text("utf-8").splitlines() if "model name" in line]
        kind = " ".join((names or [kind])[0].split())
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, {kind}, {os.cpu_count()} cores, {processes} of them used, Python "
        f"{platform.python_version()}, load average {os.getloadavg()[0]:.1f} when it began"
    )


def main() -> None:
    """Measure the missing figures, draw the curves and write the page."""
    parser = argparse.ArgumentParser(prog="python -m tools.baselines", description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, metavar="TIMES", help="how many times as long to learn")
    parser.add_argument("--processes", type=int, default=1, metavar="NUMBER", help="how many learn at a time")
    parser.add_argument("--page", action="store_true", help="measure nothing, write the page of what there is")
    options = parser.parse_args()
    results = Results.load(KEPT)
    if not options.page:
        results.machine = results.machine or machine(options.processes)
        for measured in measure(results, options.scale, options.processes):
            results.save(KEPT)
            if isinstance(measured, Run):
                sys.stdout.write(f"{measured.game} {measured.learner} {measured.seed}: {measured.points[-1]}\n")
                sys.stdout.flush()
    write(results)


if __name__ == "__main__":
    main()

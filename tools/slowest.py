"""Write tests/slowest.txt, the slowest tests with their seconds: ``python -m tools.slowest``, which takes hours.

Among tests that are not nightly for another reason it lists the fewest that together need most of the time, apart for
those with and without a browser or a server: the former wait for a change that reaches them, the latter for a run of
all layers. Among the others it lists those so slow that the budget of a run has to know them.
``python -m tools.slowest build/every-run.xml build/nightly.xml`` reads the times of such runs instead.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple
from xml.etree import ElementTree

ROOT: Final = Path(__file__).parents[1]
FILE: Final = ROOT / "tests" / "slowest.txt"
SHARE: Final = 0.6
"""The share of the time of every run that the listed tests take."""
DEAR_SECONDS: Final = 20.0
"""The seconds from which on a nightly test is listed."""
ALWAYS: Final = "tests/hands/"
"""Tests that stay in every run: no other test notices that a move has no gesture."""

RUNS: Final = {
    "every-run": ("--nightly", "none", "-o", "junit_duration_report=call"),
    # The cost of something that a test makes for itself and later ones, such as the kit, cannot be avoided.
    "nightly": ("-m", "nightly", "-o", "junit_duration_report=total"),
}
"""The measurements, each with arguments of pytest; the first with no test listed in the file."""


class Measured(NamedTuple):
    """How many seconds a test took, and its layer."""

    seconds: float
    layer: str


def main() -> None:
    """Run the tests, or read the times of two runs, and write the file."""
    reports = [Path(word) for word in sys.argv[1:]] or measured()
    usual, nightly = (measured_in(report.read_text("utf-8")) for report in reports)
    FILE.write_text("".join(f"{line}\n" for line in lines(usual, nightly)), "utf-8")


def measured() -> list[Path]:
    """Run the tests of every run and the nightly ones, and return the reports of both."""
    before = FILE.read_text("utf-8")
    FILE.write_text("", "utf-8")
    reports = [ROOT / "build" / f"{name}.xml" for name in RUNS]
    for report, words in zip(reports, RUNS.values(), strict=True):
        if subprocess.run([sys.executable, "play.py", "test", *words, "--junit-xml", str(report)], cwd=ROOT).returncode:
            FILE.write_text(before, "utf-8")
            sys.exit("Some tests failed: mend them first, their times say nothing.")
    return reports


def lines(usual: Mapping[str, Measured], nightly: Mapping[str, Measured]) -> list[str]:
    """Return the lines of the file: the slowest tests of every run and the expensive nightly ones, ordered by name."""
    fast = {name: each for name, each in usual.items() if each.layer == "fast"}
    others = {name: each for name, each in usual.items() if each.layer != "fast"}
    named = {name: usual[name].seconds for name in (*slowest(fast), *slowest(others))}
    named |= {name: each.seconds for name, each in nightly.items() if each.seconds >= DEAR_SECONDS}
    return [f"{named[name]:.{0 if named[name] >= 5 else 1}f} {name}" for name in sorted(named)]


def measured_in(report: str) -> dict[str, Measured]:
    """Return what a report in JUnit's form says of each test, by its name for pytest."""
    found = {}
    for case in ElementTree.fromstring(report).iter("testcase"):
        path = case.attrib["classname"].replace(".", "/") + ".py"
        layer = next(each.attrib["value"] for each in case.iter("property") if each.attrib["name"] == "layer")
        found[f"{path}::{case.attrib['name']}"] = Measured(float(case.attrib["time"]), layer)
    return found


def slowest(measured: Mapping[str, Measured]) -> list[str]:
    """Return the fewest tests that take `SHARE` of the time together, in order of their names."""
    left = SHARE * sum(each.seconds for each in measured.values())
    found = []
    for name in sorted(measured, key=lambda name: (-measured[name].seconds, name)):
        if left <= 0:
            break
        if not name.startswith(ALWAYS):
            found.append(name)
            left -= measured[name].seconds
    return sorted(found)


if __name__ == "__main__":
    main()

"""Write tests/slowest.txt, the tests that wait for a change which reaches them: ``python -m tools.slowest``.

It runs every test that is not nightly for another reason and takes the fewest that together need half of the time.
``python -m tools.slowest build/times.xml`` reads the times of such a run instead.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

ROOT: Final = Path(__file__).parents[1]
FILE: Final = ROOT / "tests" / "slowest.txt"
SHARE: Final = 0.5
ALWAYS: Final = "tests/hands/"
"""What stays in every run: no other test notices that a move has no gesture."""


def main() -> None:
    """Run the tests, or read the times of a run, and write the file."""
    if len(sys.argv) > 1:
        times = Path(sys.argv[1])
    else:
        times = ROOT / "build" / "times.xml"
        before = FILE.read_text("utf-8")
        FILE.write_text("", "utf-8")
        words = ("--nightly", "none", "--junit-xml", str(times), "-o", "junit_duration_report=call")
        if subprocess.run([sys.executable, "play.py", "test", *words], cwd=ROOT).returncode != 0:
            FILE.write_text(before, "utf-8")
            sys.exit("Some tests failed: mend them first, their times say nothing.")
    lines = slowest(seconds_of(times.read_text("utf-8")))
    FILE.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def seconds_of(report: str) -> dict[str, float]:
    """Return how many seconds each test of a report in JUnit's form took, by its name for pytest."""
    found = {}
    for case in ElementTree.fromstring(report).iter("testcase"):
        path = case.attrib["classname"].replace(".", "/") + ".py"
        found[f"{path}::{case.attrib['name']}"] = float(case.attrib["time"])
    return found


def slowest(seconds: Mapping[str, float]) -> list[str]:
    """Return the fewest tests that take `SHARE` of the time together, in order of their names."""
    left = SHARE * sum(seconds.values())
    found = []
    for name in sorted(seconds, key=lambda name: (-seconds[name], name)):
        if left <= 0:
            break
        if not name.startswith(ALWAYS):
            found.append(name)
            left -= seconds[name]
    return sorted(found)


if __name__ == "__main__":
    main()

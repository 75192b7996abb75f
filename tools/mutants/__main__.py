"""Insert small faults into the code and see which of them no test notices: ``python -m tools.mutants AREA ...``.

A sample of faults is drawn for each area (the same with the same seed), each inserted on its own into a copy of the
repository, and the tests that run its line are run until one fails, the narrowest first. Survivors are listed in
build/mutants with their lines: each calls for a test, or for removing the code. Which tests run a line is measured
once, and again with ``--measure``; a fault counts as caught only if those tests pass without it.
"""

from __future__ import annotations

import argparse
import os
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from tools.mutants.changes import Change, changes
from tools.mutants.reach import Reach
from tools.mutants.trial import Copy, Verdict

ROOT: Final = Path(__file__).parents[2]
BUILD: Final = ROOT / "build" / "mutants"
SOURCE: Final = "src/spite_and_malice"
UNCOMPILED: Final = {"SPITE_PURE": "1"}


class Area(NamedTuple):
    """The files for faults, and the tests that may notice them."""

    sources: str
    """A pattern below the package."""
    tests: str
    environment: Mapping[str, str] = MappingProxyType({})
    apart: str = ""
    """The beginning of the paths, below the package, that another area has."""


TESTS: Final = {
    "engine": ("tests/engine", "tests/rules", "tests/play", "-m", "not nightly"),
    "engine-core": ("tests/engine", "tests/rules", "tests/play", "tests/players", "tests/interop", "-m", "not nightly"),
    **dict.fromkeys(("patience", "patience-core"), ("tests/patience", "-m", "not nightly")),
    "play": ("tests/play", "tests/analysis", "-m", "not nightly"),
    "server": ("tests/server", "-m", "not nightly"),
    "node": ("tests/web", "-m", "fast or slower", "-p", "tools.mutants.in_node"),
}
"""The tests measured together; `node` are those that run the browser's modules without a browser.

A fault in a core needs its source uncompiled, with which tests take much longer, and many of them too long.
"""
AREAS: Final = {
    "engine": Area("engine/**/*.py", "engine", apart="engine/core/"),
    "engine/core": Area("engine/core/**/*.py", "engine-core", UNCOMPILED),
    "patience": Area("patience/**/*.py", "patience", apart="patience/core/"),
    "patience/core": Area("patience/core/**/*.py", "patience-core", UNCOMPILED),
    "play": Area("play/**/*.py", "play"),
    "tables": Area("server/tables/*.py", "server"),
    "store": Area("server/store/**/*.py", "server"),
    "features": Area("server/features/**/*.py", "server"),
    "web/kernel": Area("web/kernel/**/*.js", "node"),
    "web/patience": Area("web/patience/**/*.js", "node"),
    "web/spite": Area("web/spite/**/*.js", "node"),
}


def main() -> None:
    """Try the faults of the requested areas, and write the results."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("areas", nargs="+", choices=[*AREAS, "all"], metavar="AREA", help=", ".join([*AREAS, "all"]))
    parser.add_argument("--sample", type=int, default=100, metavar="N", help="how many faults of an area (100)")
    parser.add_argument("--seed", type=int, default=1, help="which sample (1)")
    parser.add_argument(
        "--seconds", type=float, default=60, metavar="S", help="how long the tests of a fault may be (60)"
    )
    parser.add_argument(
        "--longest", type=float, default=20, metavar="S", help="measure no test that takes more processor time (20)"
    )
    parser.add_argument("--only", default="", metavar="TEXT", help="only files whose path has this text")
    parser.add_argument("--measure", action="store_true", help="measure again which tests run which line")
    chosen = parser.parse_args()
    for name in AREAS if "all" in chosen.areas else chosen.areas:
        area = AREAS[name]
        found = [change for path in files_of(area) if chosen.only in path for change in changes(ROOT, path)]
        sample = random.Random(chosen.seed).sample(found, min(chosen.sample, len(found)))
        copy = Copy(ROOT, BUILD / f"copy-{os.getpid()}", area.environment)
        reach = reach_of(area.tests, copy, chosen.measure, chosen.longest)
        verdicts = [(change, verdict) for change, verdict in tried(copy, reach, sorted(sample), chosen.seconds)]
        write(name, len(found), verdicts)
        copy.remove()


def files_of(area: Area) -> list[str]:
    """Return the source files of an area, from the root."""
    found = sorted(path.relative_to(ROOT / SOURCE).as_posix() for path in (ROOT / SOURCE).glob(area.sources))
    return [f"{SOURCE}/{path}" for path in found if not (area.apart and path.startswith(area.apart))]


def reach_of(name: str, copy: Copy, again: bool, longest: float) -> Reach:
    """Return the lines that each of those tests runs, measured now or before."""
    file = BUILD / f"reach-{name}.json"
    if again or not file.exists():
        print(f"{name}: measuring which tests run which line", flush=True)
        return copy.measure(TESTS[name], file, longest)
    return Reach.read(file, ROOT)


def tried(copy: Copy, reach: Reach, sample: list[Change], seconds: float) -> Iterator[tuple[Change, Verdict]]:
    """Try faults one after another, and report each result."""
    for number, change in enumerate(sample, 1):
        tests = reach.tests_of(change.path, change.line, seconds)
        # Importing the tests' dependencies takes time too.
        verdict = copy.try_out(change, tests, 30 + 3 * sum(reach.seconds[test] for test in tests))
        print(f"{number:4} {verdict:12} {change.path}:{change.line}: {change.what}", flush=True)
        yield change, verdict


def write(name: str, among: int, verdicts: list[tuple[Change, Verdict]]) -> None:
    """Write the report of an area and print its sum."""
    counts = Counter(verdict for _, verdict in verdicts)
    caught = counts["caught"] + counts["timed out"]
    known = len(verdicts) - counts["fails anyway"]
    share = f"{caught} of {known} caught ({100 * caught / max(known, 1):.0f} %), drawn from {among}"
    lines = [f"- {change.path}:{change.line} {verdict}: `{change.what}`" for change, verdict in verdicts]
    left = [line for line, (_, verdict) in zip(lines, verdicts, strict=True) if verdict not in ("caught", "timed out")]
    report = BUILD / f"{name.replace('/', '-')}.md"
    report.write_text("\n".join([f"# {name}: {share}", "", *left, ""]), encoding="utf-8")
    print(f"{name}: {share}; {report.relative_to(ROOT)}")


if __name__ == "__main__":
    main()

"""Which tests run a line: a pytest plugin that measures each test separately, and its results.

What the package has cached is forgotten before each test: else a line that fills a cache would count only for the test
that happened to come first.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from pathlib import Path
from types import FrameType
from typing import Any, Final

import coverage
import pytest

WHERE: Final = "SPITE_TEST_REACH"
"""The variable that names the file the plugin writes."""
LONGEST: Final = "SPITE_TEST_LONGEST"
"""The variable with the most seconds of processor time that a measured test may take."""
IN_NODE: Final = "SPITE_NODE_REACH"
"""The variable that names the file in which Node.js records the lines that ran (reach.mjs)."""


_SETUP: Final = 1.0
"""How many seconds sharing within a file may save."""
_DEFINED: Final = re.compile(r"(?:export )?(?:const )?(\w+)(?:: .*)? = ")
"""A line that defines a name of a module."""
_WITHIN: Final = re.compile(r"[\s)\]}]")
"""A line that belongs to what begins above it."""


class Reach:
    """How many seconds each test took, and which tests run each line of each file."""

    def __init__(
        self, seconds: dict[str, float], lines: dict[str, dict[int, list[str]]], root: Path | None = None
    ) -> None:
        """``root`` has the sources, in which the uses of a constant are looked for."""
        self.seconds = seconds
        self.lines = lines
        self._root = root
        self._breadth = Counter(test for of_file in lines.values() for tests in of_file.values() for test in tests)
        self._of_setup: dict[str, float] = defaultdict(float)
        """What the first test of a file takes at least, since it sets up what others share; estimated."""
        for test, taken in seconds.items():
            file = test.partition("::")[0]
            self._of_setup[file] = max(self._of_setup[file], min(taken, _SETUP))

    @classmethod
    def read(cls, file: Path, root: Path | None = None) -> Reach:
        """Read the file written by the plugin."""
        stored = json.loads(file.read_text(encoding="utf-8"))
        tests: list[str] = stored["tests"]
        lines = {
            path: {int(line): [tests[number] for number in numbers] for line, numbers in of_file.items()}
            for path, of_file in stored["lines"].items()
        }
        return cls(dict(zip(tests, stored["seconds"], strict=True)), lines, root)

    def tests_of(self, path: str, line: int, seconds: float) -> list[str]:
        """Return the tests that run a line, as many as fit in that time (at least one), the narrowest first.

        Those that run the fewest lines look closest at it. A line that runs when its module is imported belongs to the
        tests that run a line with the constant it defines, or else to all that run anything of the file, first those of
        the module's own test file; where that is nothing but definitions, to the tests named after these and those in
        files that name it. Tests of one file are next to each other, as they share what it sets up.
        """
        of_file = self.lines.get(path, {})
        tests = of_file.get(line) or self._of_uses(path, line)
        if tests:
            tests = sorted(tests, key=lambda test: (self._breadth[test], test))
        elif tests := {test for tests in of_file.values() for test in tests}:
            own = f"/test_{Path(path).stem}.py::"
            tests = sorted(tests, key=lambda test: (own not in f"/{test}", self._breadth[test], test))
        else:
            tests = self._of_mentions(Path(path).stem)
        if not any(of_file.values()):
            # A test that is named after definitions looks at all of them, whoever uses one.
            kind = Path(path).stem.partition("_")[0]
            named = [test for test in self.seconds if kind in re.split(r"[\W_]", test.partition("::")[2])]
            tests = list(dict.fromkeys([*sorted(named, key=self._breadth.__getitem__), *tests]))
        chosen = list(self._within(tests, seconds))
        files = {test.partition("::")[0]: None for test in chosen}
        return [test for file in files for test in chosen if test.partition("::")[0] == file]

    def _of_uses(self, path: str, line: int) -> set[str]:
        """Return the tests that run a line with the name that is defined in a line, or by the table it is in."""
        if self._root is None:
            return set()
        lines = (self._root / path).read_text(encoding="utf-8").split("\n")[:line]
        while len(lines) > 1 and _WITHIN.match(lines[-1]):
            lines.pop()
        defined = _DEFINED.match(lines[-1])
        if defined is None:
            return set()
        used = re.compile(rf"\b{defined[1]}\b")
        found: set[str] = set()
        for file in [path] if defined[1].startswith("_") else self.lines:
            for number, text in enumerate((self._root / file).read_text(encoding="utf-8").split("\n"), 1):
                if used.search(text):
                    found.update(self.lines[file].get(number, ()))
        return found

    def _of_mentions(self, name: str) -> list[str]:
        """Return the tests in files that have a module's name as a word: first those that are named so themselves."""
        if self._root is None:
            return []
        word = re.compile(rf"\b{re.escape(name)}\b")
        files = {test.partition("::")[0] for test in self.seconds}
        mention = {file for file in files if word.search((self._root / file).read_text(encoding="utf-8"))}
        found = [test for test in self.seconds if test.partition("::")[0] in mention]
        return sorted(found, key=lambda test: (name not in test.partition("::")[2], self._breadth[test], test))

    def _within(self, tests: list[str], seconds: float) -> Iterator[str]:
        spent = 0.0
        files: set[str] = set()
        for test in tests:
            file = test.partition("::")[0]
            cost = self.seconds[test] if file in files else max(self.seconds[test], self._of_setup[file])
            files.add(file)
            spent += cost
            if spent > seconds and spent > cost:
                return
            yield test


class TookTooLong(BaseException):
    """Ends a test that would take too long to be asked about a fault; no `Exception`, as tests catch those."""


def _end_test(_number: int, frame: FrameType | None) -> None:
    # Coverage would keep its lock, and pytest shows no place between two lines.
    if frame and frame.f_lineno and not frame.f_code.co_filename.startswith(str(Path(coverage.__file__).parent)):
        raise TookTooLong


class Plugin:
    """Measures which lines each test runs, in every thread of this process."""

    def __init__(self, file: Path, root: Path, longest: float) -> None:
        self._file = file
        self._longest = longest
        self._root = root
        self._coverage = coverage.Coverage(
            data_file=None, config_file=False, source=[str(root / "src")], concurrency=["thread"]
        )
        # Tests that only use the browser's modules run nothing of the package.
        self._coverage.set_option("run:disable_warnings", ["no-data-collected"])
        self._seconds: dict[str, float] = defaultdict(float)
        self._failed: set[str] = set()
        self._in_node = file.with_suffix(".node")
        self._in_node.touch()
        os.environ[IN_NODE] = str(self._in_node)
        os.environ["NODE_OPTIONS"] = f"--import {Path(__file__).with_suffix('.mjs').as_uri()}"
        self._node_lines: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        self._sources = f"{root / 'src'}{os.sep}"
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        """Record the lines that run from here on under the test's name."""
        self._clear_caches()
        self._coverage.switch_context(item.nodeid)
        try:
            return (yield)
        finally:
            for note in self._in_node.read_text(encoding="utf-8").splitlines():
                for path, lines in json.loads(note).items():
                    for line in lines:
                        self._node_lines[path][line].add(item.nodeid)
            self._in_node.write_text("", encoding="utf-8")

    def _clear_caches(self) -> None:
        for module in list(sys.modules.values()):
            if (getattr(module, "__file__", None) or "").startswith(self._sources):
                for value in list(vars(module).values()):
                    for each in [value, *(vars(value).values() if isinstance(value, type) else ())]:
                        if isinstance(each, _lru_cache_wrapper):
                            each.cache_clear()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[Any]:
        """End a test that takes too long, without the core's compiled form perhaps an hour: it counts as failed."""
        signal.signal(signal.SIGVTALRM, _end_test)
        signal.setitimer(signal.ITIMER_VIRTUAL, self._longest, 0.05)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up the time of a test's three phases."""
        self._seconds[report.nodeid] += report.duration
        if report.failed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write the measurements; a test that fails without a fault would seem to catch every one."""
        self._coverage.stop()
        data = self._coverage.get_data()
        tests = sorted(self._seconds.keys() - self._failed)
        numbers = {test: number for number, test in enumerate(tests)}
        lines = {
            Path(file).relative_to(self._root).as_posix(): {
                line: [numbers[test] for test in contexts if test in numbers]
                for line, contexts in data.contexts_by_lineno(file).items()
            }
            for file in data.measured_files()
        }
        for path, of_file in self._node_lines.items():
            lines[path] = {
                line: [numbers[test] for test in tests if test in numbers] for line, tests in of_file.items()
            }
        self._in_node.unlink()
        stored = {"tests": tests, "seconds": [round(self._seconds[test], 4) for test in tests], "lines": lines}
        self._file.write_text(json.dumps(stored), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Measure if the environment variable names an output file."""
    if where := os.environ.get(WHERE):
        config.pluginmanager.register(Plugin(Path(where), config.rootpath.resolve(), float(os.environ[LONGEST])))

"""Copies of the repository in which faults are tried."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, Literal
from xml.etree import ElementTree

from tools.mutants.changes import Change
from tools.mutants.reach import LONGEST, WHERE, Reach

PARTS: Final = ("src", "tests", "tools", "examples", "docs", "deploy", "benchmarks")
"""The folders that tests read besides the files of the root."""

_WORDS: Final = ("-n", "0", "-q", "-p", "no:cacheprovider")

Verdict = Literal["caught", "timed out", "survived", "reached by no test", "fails anyway"]


class Copy:
    """A copy of the repository that takes one fault at a time."""

    def __init__(self, root: Path, folder: Path, environment: Mapping[str, str]) -> None:
        self.folder = folder
        self._environment = {**os.environ, **environment, "PYTHONPATH": str(folder / "src")}
        # After two changes within a second the compiled file would seem up to date by its time.
        self._time = 1_000_000_000
        self._sound: dict[tuple[str, ...], bool] = {}
        """Whether tests pass in an order; if they do, so do the first ones of them."""
        self._forks: subprocess.Popen[bytes] | None = None
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for file in (file for file in root.iterdir() if file.is_file()):
            shutil.copy2(file, folder)
        for part in PARTS:
            shutil.copytree(root / part, folder / part, ignore=shutil.ignore_patterns("node_modules"))
        modules = Path("tests", "web", "node_modules")
        if (root / modules).exists():
            (folder / modules).symlink_to((root / modules).resolve())

    def measure(self, tests: Iterable[str], file: Path, longest: float) -> Reach:
        """Run tests without a fault, write which lines each of them runs, and return that.

        Those that take more seconds of processor time than `longest` are left out.
        """
        self._pytest(("-p", "tools.mutants.reach", *tests), {WHERE: str(file), LONGEST: str(longest)})
        return Reach.read(file, self.folder)

    def try_out(self, change: Change, tests: list[str], seconds: float) -> Verdict:
        """Insert a fault, run tests until one fails, and remove it again."""
        if not tests:
            return "reached by no test"
        path = self.folder / change.path
        source = path.read_bytes()
        try:
            self._write(path, change.applied(source))
            code, count = self._until_one_fails(tests, seconds)
        finally:
            self._write(path, source)
        if code is None:
            # A busy machine is slow even without a fault.
            enough = 3 * self._seconds_without_fault(tests)
            return "timed out" if enough <= seconds else self.try_out(change, tests, enough)
        if code == 0:
            return "survived"
        # Those of other files share nothing with the one that failed.
        file = tests[count - 1].partition("::")[0]
        together = tuple(test for test in tests[:count] if test.partition("::")[0] == file)
        return "caught" if self._are_sound(together) else "fails anyway"

    def remove(self) -> None:
        """Remove the copy."""
        if self._forks is not None:
            self._forks.terminate()
            self._forks.wait()
        shutil.rmtree(self.folder)

    def _seconds_without_fault(self, tests: list[str]) -> float:
        """Return how long tests take at present."""
        start = time.monotonic()
        self._until_one_fails(tests, None)
        return time.monotonic() - start

    def _are_sound(self, tests: tuple[str, ...]) -> bool:
        """Return whether tests pass in this order without a fault."""
        if any(is_sound and known[: len(tests)] == tests for known, is_sound in self._sound.items()):
            return True
        if tests not in self._sound:
            self._sound[tests] = self._until_one_fails(tests, None)[0] == 0
        return self._sound[tests]

    def _until_one_fails(self, tests: Iterable[str], seconds: float | None) -> tuple[int | None, int]:
        """Run tests until one fails; return the exit code, None after that time, and how many were run."""
        names = self.folder / "chosen-tests.txt"
        names.write_text("\n".join(tests), encoding="utf-8")
        report = self.folder / "chosen-tests.xml"
        report.unlink(missing_ok=True)
        code = self._fork(("--exitfirst", f"--junit-xml={report.name}", f"@{names.name}"), seconds)
        count = int(ElementTree.parse(report).getroot()[0].get("tests", 0)) if report.exists() else 0
        return code, count

    def _write(self, path: Path, source: bytes) -> None:
        path.write_bytes(source)
        self._time += 10
        os.utime(path, (self._time, self._time))

    def _pytest(self, words: Iterable[str], environment: Mapping[str, str]) -> None:
        """Run pytest in the copy, in a process of its own."""
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", *_WORDS, *words],
            cwd=self.folder,
            env={**self._environment, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        process.wait()
        _end(process.pid)

    def _fork(self, words: Iterable[str], seconds: float | None) -> int | None:
        """Run pytest in a fork of the process with the libraries; return its exit code, None after that time."""
        if self._forks is None:
            self._forks = subprocess.Popen(
                [sys.executable, "-m", "tools.mutants.forks"],
                cwd=self.folder,
                env=self._environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
            )
        requests, answers = self._forks.stdin, self._forks.stdout
        assert requests is not None
        assert answers is not None
        requests.write(json.dumps([*_WORDS, *words]).encode() + b"\n")
        requests.flush()
        fork = int(answers.readline())
        in_time = bool(select.select([answers], [], [], seconds)[0])
        # Processes started by a test end with it.
        _end(fork)
        code = int(answers.readline())
        return code if in_time else None


def _end(process: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process, 9)

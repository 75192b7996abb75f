"""Copies of the repository in which faults are tried."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, Literal

from tools.mutants.changes import Change
from tools.mutants.reach import WHERE, Reach

PARTS: Final = ("src", "tests", "tools", "examples", "docs", "deploy", "benchmarks")
"""What tests read beside the files of the root."""

Verdict = Literal["caught", "timed out", "survived", "reached by no test"]


class Copy:
    """A copy of the repository that takes one fault at a time."""

    def __init__(self, root: Path, folder: Path, environment: Mapping[str, str]) -> None:
        self.folder = folder
        self._environment = {**os.environ, **environment, "PYTHONPATH": str(folder / "src")}
        # A file that changes back and forth within a second is told apart from what was compiled of it by its time.
        self._time = 1_000_000_000
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for file in (file for file in root.iterdir() if file.is_file()):
            shutil.copy2(file, folder)
        for part in PARTS:
            shutil.copytree(root / part, folder / part, ignore=shutil.ignore_patterns("node_modules"))
        modules = Path("tests", "web", "node_modules")
        if (root / modules).exists():
            (folder / modules).symlink_to((root / modules).resolve())

    def measure(self, tests: Iterable[str], file: Path) -> Reach:
        """Run tests without a fault, write which lines each of them runs, and return that."""
        self._pytest(("-p", "tools.mutants.reach", *tests), None, {WHERE: str(file)})
        return Reach.read(file)

    def try_out(self, change: Change, tests: list[str], seconds: float) -> Verdict:
        """Put a fault in, run tests until one fails, and take it out again."""
        if not tests:
            return "reached by no test"
        path = self.folder / change.path
        source = path.read_bytes()
        names = self.folder / "chosen-tests.txt"
        names.write_text("\n".join(tests), encoding="utf-8")
        try:
            self._write(path, change.applied(source))
            code = self._pytest(("--exitfirst", f"@{names.name}"), seconds, {})
        finally:
            self._write(path, source)
        return "timed out" if code is None else "survived" if code == 0 else "caught"

    def _write(self, path: Path, source: bytes) -> None:
        path.write_bytes(source)
        self._time += 10
        os.utime(path, (self._time, self._time))

    def _pytest(self, words: Iterable[str], seconds: float | None, environment: Mapping[str, str]) -> int | None:
        """Run pytest in the copy and return its exit code, None after that time."""
        command = [sys.executable, "-m", "pytest", "-n", "0", "-q", "-p", "no:cacheprovider", *words]
        with subprocess.Popen(
            command,
            cwd=self.folder,
            env={**self._environment, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as process:
            try:
                return process.wait(seconds)
            except subprocess.TimeoutExpired:
                return None
            finally:
                # What a test started ends with it.
                _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, 9)

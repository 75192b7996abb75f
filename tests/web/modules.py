"""The browser's modules in Node.js: computations need no page, and a function takes milliseconds."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from threading import Timer
from typing import Any, Final

import pytest

PROGRAM: Final = Path(__file__).with_name("evaluate.mjs")


class Modules:
    """A Node.js process that runs functions on the modules until it is closed; without Node.js it skips the test."""

    def __init__(self, seconds: float = 120.0) -> None:
        """Start; ``seconds`` is the longest that a function may take."""
        node = shutil.which("node")
        if node is None:
            pytest.skip("no Node.js on this machine, which runs the browser's modules here")
        # Pages are short-lived: with more room for new objects fewer are copied.
        self._command = [node, "--no-warnings", "--max-semi-space-size=64", str(PROGRAM)]
        self.seconds = seconds
        self._node = self._start()

    def _start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def evaluate(self, source: str, argument: object = None) -> Any:
        """Run a JavaScript function and return what it returns, as `Page.evaluate` does.

        One that waits in vain fails after a time, and the next one gets a new Node.js process.
        """
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        self._node.stdin.write(json.dumps({"source": source, "argument": argument}) + "\n")
        self._node.stdin.flush()
        late = Timer(self.seconds, self._node.kill)
        late.start()
        line = self._node.stdout.readline()
        late.cancel()
        if not line:
            self.close()
            self._node = self._start()
            pytest.fail(f"Node.js has ended, or not answered within {self.seconds:g} seconds:\n{source}")
        answer = json.loads(line)
        assert "error" not in answer, answer["error"]
        return answer.get("value")

    def close(self) -> None:
        """End it."""
        # Only the end of its input ends it.
        self._node.communicate()

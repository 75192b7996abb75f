"""The browser's modules in Node.js: for what they compute no page is needed, and a function takes milliseconds."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

PROGRAM: Final = Path(__file__).with_name("evaluate.mjs")


class Modules:
    """A Node.js that runs functions over the modules, until it is closed; without Node.js it skips the test."""

    def __init__(self) -> None:
        node = shutil.which("node")
        if node is None:
            pytest.skip("no Node.js on this machine, which runs the browser's modules here")
        self._node = subprocess.Popen(
            [node, "--no-warnings", str(PROGRAM)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )

    def evaluate(self, source: str, argument: object = None) -> Any:
        """Run a JavaScript function and return what it returns, as `Page.evaluate` does."""
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        self._node.stdin.write(json.dumps({"source": source, "argument": argument}) + "\n")
        self._node.stdin.flush()
        answer = json.loads(self._node.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer.get("value")

    def close(self) -> None:
        """End it."""
        # Beside the end of its input nothing ends it.
        self._node.communicate()

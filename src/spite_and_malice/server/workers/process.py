"""Workers: separate processes, or the current one on systems without subprocesses, such as a browser.

A worker module started as a process reads questions, one per line, and writes answers; it also has a function `answer`
that takes such a line and returns the output.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec

HAS_PROCESSES: Final = sys.platform != "emscripten"
"""Whether this system can start processes."""

LONGEST: Final = 1 << 26
"""The longest answer, in bytes."""
_MOMENT: Final = 0.01
"""In seconds."""
_LAST_WORDS: Final = 4096
"""How many bytes of a process's error output are kept."""
_ENDING_SECONDS: Final = 2.0
"""How long to wait for the last output of a process that has stopped answering."""


class WorkerProcess(Protocol):
    """A worker that answers one question at a time."""

    @property
    def has_ended(self) -> bool:
        """Whether it no longer answers."""

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a question. Raises `OSError` or `ValueError` if there is none."""

    def close(self) -> None:
        """Let it stop when it has answered."""

    def end(self) -> None:
        """Stop it at once."""

    async def wait(self) -> None:
        """Wait until it has stopped."""


BESIDE: Final[dict[str, Callable[[], WorkerProcess]]] = {}
"""Workers of other kinds on systems without processes, by module."""


async def start(command: Sequence[str]) -> WorkerProcess:
    """Start a worker like the command ``python -m module`` with arguments, and return it. Raises `OSError`."""
    if not HAS_PROCESSES:
        module = module_of(command)
        return BESIDE[module]() if module in BESIDE else Here(module)
    process = await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment(), limit=LONGEST
    )
    return _Elsewhere(process)


def module_of(command: Sequence[str]) -> str:
    """Return the module that a command starts. Raises ValueError if it starts none."""
    return command[command.index("-m") + 1]


class Here:
    """Computes in this process: everything else waits meanwhile."""

    has_ended = False

    def __init__(self, module: str) -> None:
        self._module = module

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a question; both are plain data, as with a process."""
        # Messages queued before are sent first.
        await asyncio.sleep(0)
        told = msgspec.json.encode(importlib.import_module(self._module).answer(msgspec.json.encode(question)))
        # Messages received meanwhile are handled before the next question, including a request to stop: a browser
        # delivers messages only to code that waits for some time.
        await asyncio.sleep(_MOMENT)
        answer: dict[str, Any] = msgspec.json.decode(told)
        return answer

    def close(self) -> None:
        """Do nothing: there is no process to stop."""

    def end(self) -> None:
        """Do nothing: answers are always complete."""

    async def wait(self) -> None:
        """Return at once."""


class _Elsewhere:
    """Computes in a separate process."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._said = b""
        self._listening = asyncio.create_task(self._listen(), name="what a process says")

    @property
    def has_ended(self) -> bool:
        """Whether the process has ended."""
        return self._process.returncode is not None

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Send one question and return the answer. Raises `OSError` or `ValueError` if there is none."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(msgspec.json.encode(question) + b"\n")
            await self._process.stdin.drain()
            line = await self._process.stdout.readline()
        except ConnectionError:
            line = b""
        if not line:
            raise OSError(await self._why_it_ended())
        answer = msgspec.json.decode(line)
        if not isinstance(answer, dict):
            raise ValueError("its answer is not an object")
        return answer

    def close(self) -> None:
        """Close its input."""
        if self._process.stdin is not None:
            self._process.stdin.close()

    def end(self) -> None:
        """Kill the process."""
        if not self.has_ended:
            self._process.kill()

    async def wait(self) -> None:
        """Wait until the process has ended."""
        await self._process.wait()
        await self._listening

    async def _listen(self) -> None:
        """Store the end of the process's standard error."""
        assert self._process.stderr is not None
        while piece := await self._process.stderr.read(_LAST_WORDS):
            self._said = (self._said + piece)[-_LAST_WORDS:]

    async def _why_it_ended(self) -> str:
        """Return how the process ended, and the last line of its error output."""
        try:
            async with asyncio.timeout(_ENDING_SECONDS):
                await asyncio.shield(self._listening)
                code = await self._process.wait()
        except TimeoutError:
            return "it closed its output"
        said = self._said.decode(errors="replace").strip()
        how = f"it ended with exit code {code}" if code >= 0 else f"it was ended by {_signal(code)}"
        return f"{how}: {said.splitlines()[-1]}" if said else how


def _signal(code: int) -> str:
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def environment() -> dict[str, str]:
    """Return our environment, extended so that the process finds this package even if it is not installed."""
    path = [str(Path(__file__).parents[3]), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))}

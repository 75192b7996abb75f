"""The processes in which computer players think, and hints too: started when needed, replaced when they die or hang."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from ..metrics import WAITING, WORKERS
from .queue import Asker, FairQueue

COMMAND: Final = (sys.executable, "-m", "spite_and_malice.server.thinking.thinker")

_CLOSING_SECONDS: Final = 2.0

_LONGEST: Final = 1 << 26
"""The longest answer, in bytes."""

_ANYBODY: Final = Asker()


class ThinkingFailed(Exception):
    """A computer player gave no usable answer: its process died, took too long or reported an error."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a computer player is asked: everything it may know, as plain data."""

    player_id: str
    view: dict[str, Any]
    log: list[str]
    seconds: float
    seed: int


@dataclass(frozen=True, slots=True)
class HelpRequest:
    """What is asked for a person: everything that the person may know, as plain data.

    `task` is ``"hint"`` or ``"reach"``; the answer is in `language`, with the seats called by `names` and the
    piles by `terms`.
    """

    task: str
    view: dict[str, Any]
    log: list[str]
    seconds: float
    seed: int
    names: list[str]
    language: str
    terms: dict[str, str]


class _Lane:
    """Some processes that are asked one after another; None stands for one that is still to be started."""

    def __init__(self, count: int) -> None:
        self._idle: list[Process | None] = [None] * count
        self._waiting: FairQueue[asyncio.Future[Process | None]] = FairQueue()

    def __len__(self) -> int:
        """Return how many wait."""
        return len(self._waiting)

    async def take(self, asker: Asker) -> Process | None:
        """Return a process that is idle, when it is the asker's turn."""
        if self._idle:
            return self._idle.pop()
        turn: asyncio.Future[Process | None] = asyncio.get_running_loop().create_future()
        self._waiting.put(asker, turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give(turn.result())
            raise

    def give(self, process: Process | None) -> None:
        """Give a process back."""
        while (turn := self._waiting.pop()) is not None:
            if not turn.done():
                turn.set_result(process)
                return
        self._idle.append(process)


class Workers:
    """A fixed number of processes, each answering one question at a time.

    One more has the questions that take next to no time: they never wait for one that takes long.
    """

    def __init__(self, count: int | None = None, command: Sequence[str] = COMMAND, name: str = "thinking") -> None:
        """Prepare ``count`` processes (one core is left to the server if there are several); none is started yet.

        The figures have them under ``name``.
        """
        self._command = command
        self._processes: set[Process] = set()
        self._lane = _Lane(count or min(8, max(1, (os.cpu_count() or 2) - 1)))
        self._quick_lane = _Lane(1)
        WORKERS.labels(name).set_function(lambda: sum(each.returncode is None for each in self._processes))
        WAITING.labels(name).set_function(lambda: len(self._lane) + len(self._quick_lane))

    async def choose(self, request: Request, timeout: float, asker: Asker = _ANYBODY, quick: bool = False) -> str:
        """Return the move that a computer player chose. Raises `ThinkingFailed` as `ask` does."""
        answer = await self.ask({"task": "choose", **asdict(request)}, timeout, asker, quick)
        move = answer.get("move")
        if not isinstance(move, str):
            raise ThinkingFailed("it named no move")
        return move

    async def ask(
        self, question: dict[str, Any], timeout: float, asker: Asker = _ANYBODY, quick: bool = False
    ) -> dict[str, Any]:
        """Return the answer to a question, as `thinker` gives it.

        ``quick`` is one that takes next to no time. Raises `ThinkingFailed` if no answer came within ``timeout``
        seconds of being asked, or none that can be used.
        """
        lane = self._quick_lane if quick else self._lane
        process = await lane.take(asker)
        try:
            async with asyncio.timeout(timeout):
                if process is None or process.returncode is not None:
                    process = await self._start()
                answer = await _ask(process, question)
        except BaseException as error:
            # After an answer that did not come in full the next one could be taken for it: start afresh.
            self._end(process)
            process = None
            if isinstance(error, TimeoutError):
                raise ThinkingFailed(f"no answer within {timeout:g} seconds") from error
            if isinstance(error, (OSError, ValueError)):
                raise ThinkingFailed(f"its process failed: {error}") from error
            raise
        finally:
            lane.give(process)
        if "error" in answer:
            raise ThinkingFailed(str(answer["error"]))
        return answer

    async def close(self) -> None:
        """End all processes."""
        for process in self._processes:
            if process.stdin is not None:
                process.stdin.close()
        for process in list(self._processes):
            try:
                async with asyncio.timeout(_CLOSING_SECONDS):
                    await process.wait()
            except TimeoutError:
                self._end(process)
                await process.wait()
        self._processes.clear()

    async def _start(self) -> Process:
        # The processes that have ended are forgotten here, where one is replaced.
        self._processes = {process for process in self._processes if process.returncode is None}
        process = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, env=_environment(), limit=_LONGEST
        )
        self._processes.add(process)
        return process

    def _end(self, process: Process | None) -> None:
        if process is not None and process.returncode is None:
            process.kill()


def _environment() -> dict[str, str]:
    """Return our environment, in which the process finds this very package even where it is not installed."""
    path = [str(Path(__file__).parents[3]), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))}


async def _ask(process: Process, question: dict[str, Any]) -> dict[str, Any]:
    """Send one question and return the answer. Raises `OSError` or `ValueError` if there is none."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(msgspec.json.encode(question) + b"\n")
    await process.stdin.drain()
    line = await process.stdout.readline()
    if not line:
        raise OSError("it ended")
    answer = msgspec.json.decode(line)
    if not isinstance(answer, dict):
        raise ValueError("its answer is not an object")
    return answer

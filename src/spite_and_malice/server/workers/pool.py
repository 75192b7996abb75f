"""The workers for computer players and hints: fair queueing, and replacing processes that die or hang."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections import OrderedDict, deque
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from enum import IntEnum
from typing import Any, Final, Generic, Protocol, TypeVar

from spite_and_malice.players import Thought

from ..logs import Trouble
from ..metrics import THOUGHT_AGAIN, WAITING, WORKERS
from .process import WorkerProcess, module_of, start

T = TypeVar("T")


class Urgency(IntEnum):
    """The urgency of a question, the most urgent first."""

    PEOPLE = 0
    """Somebody plays and waits."""
    WATCHED = 1
    """Only computers play, and somebody is watching."""
    LEISURE = 2
    """A finished game is being reviewed."""


@dataclass(frozen=True, slots=True)
class Asker:
    """The person for whom a question is asked: frequent and infrequent users wait equally long."""

    person: str = ""
    urgency: Urgency = Urgency.PEOPLE


class FairQueue(Generic[T]):
    """A queue. Within the same urgency, the first item of each asker comes before anybody's second."""

    def __init__(self) -> None:
        self._waiting: dict[Urgency, OrderedDict[str, deque[T]]] = {urgency: OrderedDict() for urgency in Urgency}

    def __len__(self) -> int:
        """Return the number of queued items."""
        return sum(len(items) for askers in self._waiting.values() for items in askers.values())

    def put(self, asker: Asker, item: T) -> None:
        """Queue an item."""
        self._waiting[asker.urgency].setdefault(asker.person, deque()).append(item)

    def pop(self) -> T | None:
        """Return the next item, None if the queue is empty."""
        for askers in self._waiting.values():
            if askers:
                person, items = askers.popitem(last=False)
                item = items.popleft()
                if items:
                    askers[person] = items
                return item
        return None


_log = logging.getLogger(__name__)

COMMAND: Final = (sys.executable, "-m", "spite_and_malice.server.workers.thinker")

_CLOSING_SECONDS: Final = 2.0

_DEATHS: Final = 3
"""When this many processes have died without an answer in between, something keeps all of them from working."""

_ANYBODY: Final = Asker()

_LEAVING: Final = frozenset({"choose", "patience", "solve", "rescue", "rate"})
"""Questions that may be asked on another machine: they contain a view and a log, or a deal and its moves, and nobody's
name."""


class ThinkingFailed(Exception):
    """No usable answer came: the process died, took too long or reported an error.

    The message tells which, and contains no card.
    """


class TookTooLong(ThinkingFailed):
    """No answer came in time: the question need not be at fault."""


class WorkerDied(ThinkingFailed):
    """The process ended, or could not be started: the question need not be at fault."""


def why(error: Exception) -> str:
    """Return the loggable part of an error: the text of any but a failed computation may name a card."""
    return str(error) if isinstance(error, ThinkingFailed) else type(error).__name__


@dataclass(frozen=True, slots=True)
class Request:
    """A question for a computer player: everything it may know, as plain data."""

    player_id: str
    view: dict[str, Any]
    log: list[str]
    seconds: float
    seed: int


@dataclass(frozen=True, slots=True)
class HelpRequest:
    """A question asked for a person: everything that the person may know, as plain data.

    `task` is ``"hint"`` or ``"reach"``; the answer is in `language`, with the seats called by `names` and the piles by
    `terms`. `begun` is the rest of the line that the last hint advised, if it was followed;
    `heard` is what the game's hints have said.
    """

    task: str
    view: dict[str, Any]
    log: list[str]
    seconds: float
    seed: int
    names: list[str]
    language: str
    terms: dict[str, str]
    begun: list[str] = field(default_factory=list)
    heard: dict[str, Any] = field(default_factory=dict)


class Elsewhere(Protocol):
    """Workers on other machines, as implemented by `far`."""

    @property
    def size(self) -> int:
        """The number of workers there now."""

    def begin(self) -> None:
        """Connect to them, if that has not begun."""

    async def ask(self, module: str, question: dict[str, Any], timeout: float, asker: Asker) -> dict[str, Any]:
        """Return the answer of a remote module. Raises `WorkerDied` if it has to be computed here, `ThinkingFailed`."""

    async def close(self) -> None:
        """Stop everything that belongs to this server."""


class Lane(Generic[T]):
    """Workers that take turns, and the queue for them."""

    def __init__(self, idle: list[T]) -> None:
        self._idle = idle
        self._waiting: FairQueue[asyncio.Future[T]] = FairQueue()
        self.deaths = 0
        """How many have died since the last answer."""

    def __len__(self) -> int:
        """Return the number of waiting askers."""
        return len(self._waiting)

    async def take(self, asker: Asker) -> T:
        """Return an idle worker when it is the asker's turn. Raises the error given to `fail`."""
        if self._idle:
            return self._idle.pop()
        turn: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.put(asker, turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self.give(turn.result())
            raise

    def give(self, one: T) -> None:
        """Return a worker to the pool, or add one."""
        while (turn := self._waiting.pop()) is not None:
            if not turn.done():
                turn.set_result(one)
                return
        self._idle.append(one)

    def leave(self, one: T) -> None:
        """Remove a worker that may be idle."""
        if one in self._idle:
            self._idle.remove(one)

    def fail(self, error: Exception) -> None:
        """Fail all waiting askers: no worker is left."""
        while (turn := self._waiting.pop()) is not None:
            if not turn.done():
                turn.set_exception(error)


class Workers:
    """A fixed number of processes, each answering one question at a time.

    An extra process answers quick questions, which never wait for a slow one.
    """

    def __init__(
        self,
        count: int | None = None,
        command: Sequence[str] = COMMAND,
        name: str = "thinking",
        elsewhere: Elsewhere | None = None,
    ) -> None:
        """Prepare ``count`` processes (one core is left to the server if there are several); none is started yet.

        Metrics list them under ``name``. Slow questions that may leave this computer go to ``elsewhere`` as long as it
        has workers.
        """
        self._command = command
        self._workers: set[WorkerProcess] = set()
        self._lane: Lane[WorkerProcess | None] = Lane([None] * (count or min(8, max(1, (os.cpu_count() or 2) - 1))))
        self._quick_lane: Lane[WorkerProcess | None] = Lane([None])
        self.name = name
        self.elsewhere = elsewhere
        self._trouble = Trouble(_log, f"the processes for {name} answer again")
        self.failing: str | None = None
        """Why no process works, once several have died in a row; None while they work."""
        WORKERS.labels(name).set_function(lambda: sum(not each.has_ended for each in self._workers))
        WAITING.labels(name).set_function(lambda: len(self._lane) + len(self._quick_lane))

    async def choose(self, request: Request, timeout: float, asker: Asker = _ANYBODY, quick: bool = False) -> Thought:
        """Return the move chosen by a computer player. Raises `ThinkingFailed` as `ask` does."""
        answer = await self.ask({"task": "choose", **asdict(request)}, timeout, asker, quick)
        move, worlds, pause = (answer.get(name) for name in ("move", "worlds", "pause"))
        if not isinstance(move, str):
            raise ThinkingFailed("it named no move")
        return Thought(move, worlds if isinstance(worlds, int) else 0, pause if isinstance(pause, int) else 0)

    async def ask(
        self, question: dict[str, Any], timeout: float, asker: Asker = _ANYBODY, quick: bool = False
    ) -> dict[str, Any]:
        """Return the answer to a question, as from `thinker`.

        ``quick`` marks one that takes almost no time. Raises `ThinkingFailed` if no usable answer came within
        ``timeout`` seconds of being asked, and `WorkerDied` if no worker was available.
        """
        answer = None
        if self.elsewhere is not None and not quick and question["task"] in _LEAVING:
            answer = await self._ask_elsewhere(self.elsewhere, question, timeout, asker)
        if answer is None:
            answer = await self._ask_here(question, timeout, asker, quick)
        if "error" in answer:
            raise ThinkingFailed(str(answer["error"]))
        return answer

    async def _ask_elsewhere(
        self, elsewhere: Elsewhere, question: dict[str, Any], timeout: float, asker: Asker
    ) -> dict[str, Any] | None:
        """Return the answer of another machine, None if it has to be computed here."""
        elsewhere.begin()
        if not elsewhere.size:
            return None
        try:
            return await elsewhere.ask(module_of(self._command), question, timeout, asker)
        except WorkerDied:
            THOUGHT_AGAIN.labels(self.name).inc()
            return None

    async def _ask_here(self, question: dict[str, Any], timeout: float, asker: Asker, quick: bool) -> dict[str, Any]:
        lane = self._quick_lane if quick else self._lane
        process = await lane.take(asker)
        try:
            async with asyncio.timeout(timeout):
                if process is None or process.has_ended:
                    process = await self._start()
                answer = await process.ask(question)
        except BaseException as error:
            # After an incomplete answer the next one could be mistaken for it: restart the process.
            if process is not None:
                process.end()
            process = None
            if isinstance(error, TimeoutError):
                raise TookTooLong(f"no answer within {timeout:g} seconds") from error
            if isinstance(error, (OSError, ValueError)):
                self._note_death(lane, str(error))
                raise WorkerDied(f"its process failed: {error}") from error
            raise
        finally:
            lane.give(process)
        self._note_answer(lane)
        return answer

    async def close(self) -> None:
        """Stop all processes."""
        if self.elsewhere is not None:
            await self.elsewhere.close()
        for process in self._workers:
            process.close()
        for process in self._workers:
            try:
                async with asyncio.timeout(_CLOSING_SECONDS):
                    await process.wait()
            except TimeoutError:
                process.end()
                await process.wait()
        self._workers.clear()

    def _note_death(self, lane: Lane[WorkerProcess | None], cause: str) -> None:
        lane.deaths += 1
        if lane.deaths >= _DEATHS:
            self.failing = cause
            self._trouble.comes(f"the processes for {self.name} die one after another: {cause}")

    def _note_answer(self, lane: Lane[WorkerProcess | None]) -> None:
        lane.deaths = 0
        if self.failing is not None and all(each.deaths < _DEATHS for each in (self._lane, self._quick_lane)):
            self.failing = None
            self._trouble.is_over()

    async def _start(self) -> WorkerProcess:
        # Processes that have ended are removed here, where one is replaced.
        self._workers = {process for process in self._workers if not process.has_ended}
        process = await start(self._command)
        self._workers.add(process)
        return process

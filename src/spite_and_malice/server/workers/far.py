"""Workers on other machines, reached through the only process that uses Ray (`courier`).

Failures there are noticed within five seconds and raised as `WorkerDied`: the question is then answered here.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec

from ..logs import Trouble
from ..metrics import WAITING, WORKERS
from ..supervision import end, keep_doing
from .pool import Asker, Lane, TookTooLong, WorkerDied
from .process import LONGEST, environment

_log = logging.getLogger(__name__)

COURIER: Final = (sys.executable, "-m", "spite_and_malice.server.workers.courier")

NAME: Final = "cluster"
"""Their name in the metrics."""

_CONNECTING_SECONDS: Final = 90.0
_SILENCE_SECONDS: Final = 4.0
"""How long the courier, which reports every second, may be silent."""
_AGAIN_SECONDS: Final = 15.0
"""How long until another courier is started after one has failed."""
_CLOSING_SECONDS: Final = 2.0


class _Mind:
    """A remote worker, which answers one question at a time."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.answer: asyncio.Future[dict[str, Any]] | None = None

    def settle(self, answer: dict[str, Any]) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_result(answer)

    def fail(self, why: str) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(WorkerDied(why))


class Far:
    """The machines of a Ray cluster: they receive a view and a log, or a patience deal and its moves, and no names."""

    def __init__(self, address: str, command: Sequence[str] = COURIER, silence: float = _SILENCE_SECONDS) -> None:
        """``address`` is ``ray://HOST:PORT``; nothing is started before the first question.

        A courier that is silent for ``silence`` seconds is given up.
        """
        self._command = (*command, address)
        self._silence = silence
        self._minds: dict[int, _Mind] = {}
        self._lane: Lane[_Mind] = Lane([])
        self._process: Process | None = None
        self._running: asyncio.Task[None] | None = None
        self._trouble = Trouble(_log, f"the cluster at {address} thinks again")
        WORKERS.labels(NAME).set_function(lambda: len(self._minds))
        WAITING.labels(NAME).set_function(lambda: len(self._lane))

    @property
    def size(self) -> int:
        """The number of workers there now."""
        return len(self._minds)

    def begin(self) -> None:
        """Connect to the cluster, if that has not begun; it takes some seconds."""
        if self._running is None:
            self._running = keep_doing("cluster", self._run)

    async def ask(self, module: str, question: dict[str, Any], timeout: float, asker: Asker) -> dict[str, Any]:
        """Return the answer of a remote module. Raises `WorkerDied` if it has to be computed here, `TookTooLong`."""
        mind = await self._lane.take(asker)
        if self._minds.get(mind.number) is not mind:
            raise WorkerDied("it has gone")
        try:
            mind.answer = asyncio.get_running_loop().create_future()
            self._write({"mind": mind.number, "module": module, "question": question})
            async with asyncio.timeout(timeout):
                answer = await mind.answer
        except BaseException as error:
            if self._minds.pop(mind.number, None) is not None:
                # The worker is still computing this, and nobody waits for the answer.
                self._write({"mind": mind.number, "end": True})
            if isinstance(error, TimeoutError):
                raise TookTooLong(f"no answer within {timeout:g} seconds") from error
            raise
        finally:
            mind.answer = None
        self._give(mind)
        return answer

    async def close(self) -> None:
        """Stop the courier, and with it all its workers."""
        await end(self._running)
        self._running = None

    def _write(self, message: dict[str, Any]) -> None:
        if self._process is not None and self._process.stdin is not None and not self._process.stdin.is_closing():
            self._process.stdin.write(msgspec.json.encode(message) + b"\n")

    def _give(self, mind: _Mind) -> None:
        if self._minds.get(mind.number) is mind:
            self._lane.give(mind)

    async def _run(self) -> None:
        while True:
            try:
                why = await self._listen()
            except OSError as error:
                why = str(error)
            self._trouble.comes(f"no cluster thinks, this computer does: {why}")
            await asyncio.sleep(_AGAIN_SECONDS)

    async def _listen(self) -> str:
        """Start a courier and read its output; return the reason when it ends. Raises `OSError`."""
        process = self._process = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment(), limit=LONGEST
        )
        said = asyncio.create_task(_last_line(process), name="what a courier says")
        assert process.stdout is not None
        patience = _CONNECTING_SECONDS
        try:
            while True:
                async with asyncio.timeout(patience):
                    line = await process.stdout.readline()
                if not line:
                    return await said or "its courier has ended"
                self._hear(msgspec.json.decode(line))
                patience = self._silence
        except TimeoutError:
            return f"its courier said nothing for {patience:g} seconds"
        finally:
            minds, self._minds = self._minds, {}
            for mind in minds.values():
                self._lane.leave(mind)
                mind.fail("its courier has gone")
            self._lane.fail(WorkerDied("its courier has gone"))
            await _end(process)
            said.cancel()

    def _hear(self, message: dict[str, Any]) -> None:
        number = message.get("mind")
        if number is None:
            return
        if "where" in message:
            _log.info("%s thinks", message["where"])
            self._trouble.is_over()
            self._minds[number] = mind = _Mind(number)
            self._give(mind)
        elif "answer" in message:
            if number in self._minds:
                self._minds[number].settle(message["answer"])
        elif (gone := self._minds.pop(number, None)) is not None:
            _log.warning("one who thought on the cluster has gone: %s", message["gone"])
            self._lane.leave(gone)
            gone.fail(f"it has gone: {message['gone']}")
            if not self._minds:
                self._lane.fail(WorkerDied("the last has gone"))
        elif "gone" in message:
            self._trouble.comes(f"the cluster cannot think: {message['gone']}")


async def _last_line(process: Process) -> str:
    """Return the last line that a process writes to standard error, once it has closed it."""
    assert process.stderr is not None
    last = b""
    while piece := await process.stderr.read(LONGEST):
        last = (last + piece)[-4096:]
    return "".join(last.decode(errors="replace").strip().splitlines()[-1:])


async def _end(process: Process) -> None:
    """Close a process's input, and kill it if it does not stop."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        async with asyncio.timeout(_CLOSING_SECONDS):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()

"""The process that carries questions to a Ray cluster and brings answers back: the server itself never loads Ray.

``python -m spite_and_malice.server.workers.courier ray://HOST:PORT`` reads lines of JSON and writes such lines:

- read ``{"mind": 3, "module": "…", "question": {…}}``: a question for a worker; or ``{"mind": 3, "end": true}``
- written ``{"mind": 3, "where": "host:pid"}``: a worker is ready; ``{"mind": 3, "answer": {…}}``; ``{"mind": 3,
  "gone": "…"}``: it has died, or does not respond; ``{}``, every second: the courier itself is alive

It has one worker for each core of the cluster, and notices new machines. Workers reserve no core: couriers of several
servers use the same cores, and share them. It stops when its input ends or the cluster cannot be reached.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable
from typing import Any, Final

from spite_and_malice import __version__

from .mind import Mind

BEAT_SECONDS: Final = 1.0
SILENCE_SECONDS: Final = 3.0
"""How long a busy worker may be silent."""

_LOOK_BEATS: Final = 5
"""The number of beats after which the cores of the cluster are counted again."""
_LONGEST: Final = 1 << 26

Say = Callable[[dict[str, Any]], None]


class Courier:
    """Manages the workers on a cluster."""

    def __init__(self, ray: Any, say: Say) -> None:
        """``ray`` is the library, connected; ``say`` writes one message."""
        self._ray = ray
        self._say = say
        # A core that is reserved by one server's courier would be there for no other server.
        self._remote = ray.remote(num_cpus=0, max_concurrency=2, max_restarts=0)(Mind)
        self._minds: dict[int, Any] = {}
        self._machines: dict[int, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._made = 0

    async def run(self) -> None:
        """Keep one worker for each core, and report every second that this process is alive. Raises what Ray does."""
        beats = 0
        while True:
            if beats % _LOOK_BEATS == 0:
                async with asyncio.timeout(SILENCE_SECONDS):
                    machines = await asyncio.to_thread(self._ray.nodes)
                for machine in machines:
                    if machine["Alive"]:
                        self._fill(machine["NodeID"], int(machine["Resources"].get("CPU", 0)))
            self._say({})
            beats += 1
            await asyncio.sleep(BEAT_SECONDS)

    def take(self, line: str | bytes) -> None:
        """Handle a line from the server."""
        message = json.loads(line)
        number = message["mind"]
        if message.get("end"):
            self._lose(number, "it was ended")
        elif number in self._minds:
            self._do(self._ask(number, message["module"], message["question"]))

    def _fill(self, machine: str, cores: int) -> None:
        """Start workers on a machine until it has one for each core."""
        there = self._ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(machine, soft=False)
        for _missing in range(cores - sum(each == machine for each in self._machines.values())):
            self._made += 1
            self._minds[self._made] = self._remote.options(scheduling_strategy=there).remote(__version__)
            self._machines[self._made] = machine
            self._do(self._keep(self._made))

    def _do(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _keep(self, number: int) -> None:
        """Report when a worker is ready, and when it stops responding."""
        mind = self._minds[number]
        try:
            self._say({"mind": number, "where": await mind.pulse.remote()})
            while number in self._minds:
                await asyncio.sleep(BEAT_SECONDS)
                async with asyncio.timeout(SILENCE_SECONDS):
                    await mind.pulse.remote()
        except Exception as error:
            self._lose(number, _kind_of(error))

    async def _ask(self, number: int, module: str, question: dict[str, Any]) -> None:
        try:
            self._say({"mind": number, "answer": await self._minds[number].answer.remote(module, question)})
        except Exception as error:
            self._lose(number, _kind_of(error))

    def _lose(self, number: int, why: str) -> None:
        if (mind := self._minds.pop(number, None)) is not None:
            del self._machines[number]
            self._say({"mind": number, "gone": why})
            self._ray.kill(mind)


def _kind_of(error: Exception) -> str:
    """Return the error; the text of a game's error may name a card, and is left out."""
    return "it says nothing" if isinstance(error, TimeoutError) else type(error).__name__


async def _carry(ray: Any, say: Say) -> None:
    courier, lines = Courier(ray, say), asyncio.StreamReader(limit=_LONGEST)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin.buffer)
    running = asyncio.create_task(courier.run(), name="courier")
    running.add_done_callback(lambda _task: lines.feed_eof())
    while line := await lines.readline():
        courier.take(line)
    if running.done():
        # This process's last output is the error.
        running.result()
    running.cancel()


def main(address: str) -> None:
    """Carry questions to the cluster at an address until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers, sys.stdout = sys.stdout, sys.stderr
    # The questions in progress when the connection broke have long been answered elsewhere.
    os.environ["RAY_CLIENT_RECONNECT_GRACE_PERIOD"] = "0"
    import ray
    import ray.util.scheduling_strategies

    ray.init(address, log_to_driver=False, logging_level="error")

    def say(message: dict[str, Any]) -> None:
        answers.write(json.dumps(message) + "\n")
        answers.flush()

    asyncio.run(_carry(ray, say))
    ray.shutdown()


if __name__ == "__main__":
    main(sys.argv[1])

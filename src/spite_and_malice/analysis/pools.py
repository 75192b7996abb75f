"""Pools for independent work: this process, several processes, or a cluster of machines."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import islice
from typing import Any, Final, Protocol, TypeVar

from spite_and_malice.players.external import kill_programs

_QUEUED: Final = 64
"""Tasks given out at a time for each worker: a few spare ones keep all busy without queueing everything."""

_LEAVING_SECONDS: Final = 0.5

Task = TypeVar("Task")
Result = TypeVar("Result")


class PoolMissing(ValueError):
    """A pool that is not available here; the message says what to do."""


class Pool(Protocol):
    """Runs work in parallel."""

    def map(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the result of `work` for every task, as they end; both are pickled if the work is done elsewhere."""


class Here:
    """Runs one task after the other in this process."""

    def map(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the results in the order of the tasks."""
        return map(work, tasks)


class Processes:
    """`count` processes of the standard library (default: one per core).

    Stopping early, by Ctrl-C for instance, does not wait for unfinished work: the processes are ended, and the programs
    that they started (`spite_and_malice.players.external`) with them.
    """

    def __init__(self, count: int | None = None) -> None:
        self._count = count

    def map(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the results as they end."""
        left = iter(tasks)
        pool = ProcessPoolExecutor(self._count, initializer=_begin)
        try:
            running = {pool.submit(work, task) for task in islice(left, _QUEUED)}
            while running:
                ended, running = wait(running, return_when=FIRST_COMPLETED)
                for future in ended:
                    yield future.result()
                    running.update(pool.submit(work, task) for task in islice(left, 1))
        except BaseException:
            _end(pool)
            raise
        pool.shutdown()


def _begin() -> None:
    """Leave Ctrl-C to the parent process, and end this process's programs when it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)


def _leave(*_signal: object) -> None:
    kill_programs()
    os._exit(1)


def _end(pool: ProcessPoolExecutor) -> None:
    """End a pool's processes at once, by force where one is busy in the compiled core."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(_LEAVING_SECONDS)
        if process.is_alive():
            process.kill()


class Cluster:
    """A Ray cluster at `address` (``auto``, ``HOST:PORT``), or one of `workers` started on this machine for ``local``.

    If a worker dies, another repeats its work. Its machines need the same versions of this package and of Python.
    Raises `PoolMissing` without the extra ``cluster``.
    """

    def __init__(self, address: str, workers: int | None = None) -> None:
        try:
            import ray
        except ImportError as error:
            raise PoolMissing(
                "A cluster needs Ray: install this package with its extra `cluster` (docs/players.md)."
            ) from error
        self._ray: Any = ray
        self._address = address
        self._workers = workers

    def map(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the results as they end."""
        ray, left = self._ray, iter(tasks)
        try:
            if self._address == "local":
                # Otherwise it would join a cluster already running on this computer.
                ray.init(address="local", num_cpus=self._workers, include_dashboard=False, log_to_driver=False)
            else:
                ray.init(address=self._address, log_to_driver=False)
        except ConnectionError as error:
            raise PoolMissing(f"There is no Ray cluster at {self._address!r}: start one with `ray start`.") from error
        try:
            remote = ray.remote(work_on)
            queued = _QUEUED + int(ray.cluster_resources().get("CPU", 0))
            running = [remote.remote(work, task) for task in islice(left, queued)]
            while running:
                ended, running = ray.wait(running)
                for each in ended:
                    yield ray.get(each)
                    running.extend(remote.remote(work, task) for task in islice(left, 1))
        finally:
            ray.shutdown()


def work_on(work: Callable[[Task], Result], task: Task) -> Result:
    """Run one task; this is what the machines of a cluster receive."""
    return work(task)

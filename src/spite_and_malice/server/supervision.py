"""Background tasks: none ends silently, and those meant to run forever are restarted."""

from __future__ import annotations

import asyncio
import logging
import time
import traceback
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final

from .logs import of_table
from .metrics import TASK_FAILURES

_log = logging.getLogger(__name__)

FIRST_REST: Final = 1.0
"""The seconds until a failed task is first restarted."""
LONGEST_REST: Final = 60.0
"""The pause grows up to this as long as it keeps failing."""
CANCELLED_AGAIN: Final = 0.5
"""The seconds until a task that keeps running is cancelled again."""

_once: Final[set[asyncio.Task[Any]]] = set()
"""References to tasks until they are done: the event loop alone does not keep them alive."""


def note_failure(name: str, error: BaseException, table_id: str | None = None) -> None:
    """Log and count a failure in the background: the type and the place only, since its text may name a card."""
    TASK_FAILURES.labels(name).inc()
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    extra = None if table_id is None else of_table(table_id)
    _log.error("%s failed: %s%s", name, type(error).__name__, where, extra=extra)


def keep_doing(
    name: str, work: Callable[[], Coroutine[Any, Any, None]], table_id: str | None = None
) -> asyncio.Task[None]:
    """Do something in a task for as long as it wants to: when it fails it begins again after a rest.

    Cancelling the task also ends it for good.
    """
    # Alarms watch a metric's increase: it has to exist before anything fails.
    TASK_FAILURES.labels(name)

    async def go_on() -> None:
        rest = FIRST_REST
        while True:
            began = time.monotonic()
            try:
                await work()
                return
            except asyncio.CancelledError as error:
                if _is_being_cancelled():
                    raise
                note_failure(name, error, table_id)
            except Exception as error:
                note_failure(name, error, table_id)
            rest = FIRST_REST if time.monotonic() - began > LONGEST_REST else rest
            await asyncio.sleep(rest)
            rest = min(2 * rest, LONGEST_REST)

    return asyncio.create_task(go_on(), name=name if table_id is None else f"{name} at {table_id}")


async def end(task: asyncio.Task[Any] | None) -> None:
    """Cancel a task, if there is one, and wait until it has ended.

    A cancellation is lost if a library catches it, or a wait ends at the same moment: so it is repeated.
    """
    while task is not None and not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=CANCELLED_AGAIN)


def do_once(name: str, work: Coroutine[Any, Any, None], table_id: str | None = None) -> asyncio.Task[None]:
    """Do something once in a task that nobody waits for; a failure is logged and counted."""
    TASK_FAILURES.labels(name)

    async def do() -> None:
        try:
            await work
        except Exception as error:
            note_failure(name, error, table_id)

    task = asyncio.create_task(do(), name=name if table_id is None else f"{name} at {table_id}")
    _once.add(task)
    task.add_done_callback(_once.discard)
    # A task cancelled before it began has not started the coroutine.
    task.add_done_callback(lambda _: work.close())
    return task


def _is_being_cancelled() -> bool:
    task = asyncio.current_task()
    return task is None or task.cancelling() > 0

"""Tasks in the background: none ends without a word, and those that are to go on for good begin again."""

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
"""After how many seconds a task that failed begins again the first time."""
LONGEST_REST: Final = 60.0
"""The rest grows up to this as long as it goes on failing."""
CANCELLED_AGAIN: Final = 0.5
"""After how many seconds a task that goes on is cancelled again."""

_once: Final[set[asyncio.Task[Any]]] = set()
"""Tasks that are held on to until they are done: the loop alone would let them go."""


def note_failure(name: str, error: BaseException, table_id: str | None = None) -> None:
    """Log and count that something in the background failed: what of it and where, for its text may name a card."""
    TASK_FAILURES.labels(name).inc()
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    extra = None if table_id is None else of_table(table_id)
    _log.error("%s failed: %s%s", name, type(error).__name__, where, extra=extra)


def keep_doing(
    name: str, work: Callable[[], Coroutine[Any, Any, None]], table_id: str | None = None
) -> asyncio.Task[None]:
    """Do something in a task for as long as it wants to: when it fails it begins again after a rest.

    Cancelling the task ends it for good, and so does work that returns.
    """
    # An alarm sees how a figure grows: it is there before anything fails.
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


async def end(task: asyncio.Task[None] | None) -> None:
    """Cancel a task, if there is one, and wait until it has ended.

    A cancellation is lost where a library catches it, or a wait ends at the same moment: it is repeated.
    """
    while task is not None and not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=CANCELLED_AGAIN)


def do_once(name: str, work: Coroutine[Any, Any, None], table_id: str | None = None) -> asyncio.Task[None]:
    """Do something once in a task that nobody waits for; should it fail, that is logged and counted."""
    TASK_FAILURES.labels(name)

    async def do() -> None:
        try:
            await work
        except Exception as error:
            note_failure(name, error, table_id)

    task = asyncio.create_task(do(), name=name if table_id is None else f"{name} at {table_id}")
    _once.add(task)
    task.add_done_callback(_once.discard)
    # One that was cancelled before it began has not taken it up.
    task.add_done_callback(lambda _: work.close())
    return task


def _is_being_cancelled() -> bool:
    task = asyncio.current_task()
    return task is None or task.cancelling() > 0

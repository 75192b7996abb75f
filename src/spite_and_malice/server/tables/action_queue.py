"""Taking turns at a table: whatever reads or changes it is carried out one piece after another."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from ..logs import of_table
from ..store import StoreError

_log = logging.getLogger(__name__)

T = TypeVar("T")

Action = Callable[[], Awaitable[T]]
"""Something that reads or changes a table."""


class ActionQueue:
    """Gives the table to one action at a time, in the order in which they were asked for.

    An action runs in the task of its caller, and so in their language: a task of the table's own would have to
    be woken for each, and to wake who asked.
    """

    def __init__(self, table_id: str, on_idle: Callable[[], None]) -> None:
        """``on_idle`` is called whenever nothing is carried out and nothing waits for it."""
        self.is_closed: bool = False
        """Whether nothing more is carried out: the table has to be loaded again."""
        self._table_id = table_id
        self._on_idle = on_idle
        self._lock = asyncio.Lock()
        self._asked = 0
        self._at_work: asyncio.Task[object] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether an action is carried out or waits for it."""
        return self._asked > 0

    async def take(self, action: Action[T]) -> T:
        """Carry out an action in its turn and return its result.

        Raises what it raises, and `StoreError` when the table is closed.
        Who cancels it before it begins has changed nothing. In the middle, nobody knows what of it is done: then the
        table is closed.
        """
        self._asked += 1
        try:
            async with self._lock:
                return await self._carry_out(action)
        finally:
            self._asked -= 1
            if not self.is_busy:
                self._on_idle()

    def close(self) -> None:
        """Carry out nothing more but what has begun."""
        self.is_closed = True

    def stop(self) -> None:
        """Close the table and end what has begun; callers that wait for it get `StoreError`."""
        self.close()
        if self._at_work is not None:
            self._at_work.cancel()

    async def _carry_out(self, action: Action[T]) -> T:
        if self.is_closed:
            raise _given_up()
        self._at_work = task = asyncio.current_task()
        try:
            return await action()
        except asyncio.CancelledError:
            if self.is_closed and task is not None and task.uncancel() == 0:
                raise _given_up() from None
            self.close()
            raise
        except Exception:
            _log.exception("an action failed", extra=of_table(self._table_id))
            raise
        finally:
            self._at_work = None


class GivenUp(StoreError):
    """Nothing is carried out at this table any more: the next caller has it loaded again."""


def _given_up() -> GivenUp:
    return GivenUp("the table has to be loaded again")

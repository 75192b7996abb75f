"""Serialized access to a table: everything that reads or changes it runs one item after another."""

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
    """Runs one action at a time on the table, in the order of the requests.

    An action runs in the task of its caller, and so in their language: a separate task for the table would have to be
    woken for each action, and to wake its caller.
    """

    def __init__(self, table_id: str, on_idle: Callable[[], None]) -> None:
        """``on_idle`` is called whenever nothing is running or waiting."""
        self.is_closed: bool = False
        """Whether no more actions are run: the table has to be reloaded."""
        self._table_id = table_id
        self._on_idle = on_idle
        self._lock = asyncio.Lock()
        self._asked = 0
        self._at_work: asyncio.Task[object] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether an action is running or waiting."""
        return self._asked > 0

    async def take(self, action: Action[T]) -> T:
        """Carry out an action in its turn and return its result.

        Raises what it raises, and `StoreError` when the table is closed. Cancelling it before it begins changes
        nothing. Cancelled while running, its effects are unknown, so the table is closed.
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
        """Run no further actions except the one in progress."""
        self.is_closed = True

    def stop(self) -> None:
        """Close the table and cancel the action in progress; waiting callers get `StoreError`."""
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
    """Nothing more runs at this table: the next caller has it reloaded."""


def _given_up() -> GivenUp:
    return GivenUp("the table has to be loaded again")

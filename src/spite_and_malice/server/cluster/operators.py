"""What operators do by `spite admin`, as a server hears it: the log that they write is asked for again and again.

Redis is not asked, and of a file of games nobody else tells: so every process hears it in the same way.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from spite_and_malice.server.store import Operation, Store, StoreError

from .poll import SECONDS

_log = logging.getLogger(__name__)


class OperatorNews:
    """Tells what operators have done since the process began."""

    def __init__(self, store: Store, hear: Callable[[Operation], Awaitable[None]], seconds: float = SECONDS) -> None:
        """Tell ``hear``, which may raise `StoreError`, of one operation after another, the first first."""
        self._store = store
        self._hear = hear
        self._seconds = seconds
        self._newest: int | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Find out up to where, and begin to listen. Raises `StoreError`."""
        await self.look()
        self._task = asyncio.create_task(self._listen(), name="news of operators")

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def look(self) -> None:
        """Tell what has been done since the last look; at the first only find out up to where. Raises `StoreError`."""
        done = await self._store.operators.operations(self._newest)
        if self._newest is None:
            self._newest = done[0].number if done else 0
            return
        for operation in done:
            self._newest = operation.number
            await self._hear(operation)

    async def _listen(self) -> None:
        while True:
            await asyncio.sleep(self._seconds)
            try:
                await self.look()
            except StoreError as error:
                # That the database is away others say too.
                _log.debug("operators could not be heard: %s", error)
            except Exception as error:
                # Its text may name a card.
                _log.error("what an operator did could not be followed: %s", type(error).__name__)

"""News without a messenger: every few seconds the database is asked which tables have changed."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from spite_and_malice.server.store import StoreError

from .alone import Listener, News

_log = logging.getLogger(__name__)

SECONDS: Final = 2.0
"""How often the database is asked; who has no Redis waits so long for the others at most."""

_LEFT_TO_OTHERS: Final = 3 * SECONDS
"""For how long after another process played at a table its programs are left to that process."""

_AT_ONCE: Final = 500
"""Tables asked for in one query."""

_GONE: Final = (-1, -1)
"""What is seen of a table that is no longer there."""

Changes = Callable[[Sequence[str]], Awaitable[dict[str, tuple[int, int]]]]
"""Tells for each of some tables numbers that are others after each change; see `Store.changes`."""


class PolledNews(News):
    """Hears of changes by looking; who is there elsewhere and what is said there it cannot know."""

    def __init__(self, changes: Changes, seconds: float = SECONDS) -> None:
        self._changes = changes
        self._seconds = seconds
        self._listeners: dict[str, Listener] = {}
        self._seen: dict[str, tuple[int, int]] = {}
        self._played_elsewhere: dict[str, float] = {}
        self._polling: asyncio.Task[None] | None = None

    @property
    def knows_presence(self) -> bool:
        """Who is at another process cannot be known."""
        return False

    async def start(self) -> None:
        """Begin to look."""
        self._polling = asyncio.create_task(self._poll(), name="news by polling")

    async def close(self) -> None:
        """Stop looking."""
        if self._polling is not None:
            self._polling.cancel()
            await asyncio.gather(self._polling, return_exceptions=True)

    def watch(self, table_id: str, listener: Listener) -> None:
        """Tell ``listener`` of changes from now on, those included that it may just have missed."""
        self._listeners[table_id] = listener

    def forget(self, table_id: str) -> None:
        """Stop looking after a table."""
        self._listeners.pop(table_id, None)
        self._seen.pop(table_id, None)
        self._played_elsewhere.pop(table_id, None)

    def changed(self, table_id: str) -> None:
        """Take note that this process is the one that plays at the table."""
        self._played_elsewhere.pop(table_id, None)

    def found(self, table_id: str) -> None:
        """Take note that another process plays at the table."""
        self._played_elsewhere[table_id] = time.monotonic()

    async def may_think(self, table_id: str) -> bool:
        """Say whether the other process that played last at the table has had time to think."""
        return time.monotonic() - self._played_elsewhere.get(table_id, -_LEFT_TO_OTHERS) >= _LEFT_TO_OTHERS

    async def look(self) -> None:
        """Ask the database which tables have changed, and tell their listeners."""
        try:
            await self._look()
        except StoreError as error:
            _log.info("the database could not be asked for news: %s", error)

    async def _look(self) -> None:
        watched = list(self._listeners)
        for start in range(0, len(watched), _AT_ONCE):
            some = watched[start : start + _AT_ONCE]
            found = await self._changes(some)
            for table_id in some:
                listener, changes = self._listeners.get(table_id), found.get(table_id, _GONE)
                seen = self._seen.get(table_id)
                # One that is gone before it was ever seen here went between two looks.
                if listener is not None and seen != changes:
                    self._seen[table_id] = changes
                    listener.hear_change()

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(self._seconds)
            await self.look()

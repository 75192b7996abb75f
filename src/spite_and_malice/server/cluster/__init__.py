"""Communication between server processes that serve the same tables.

The database is authoritative; news only announce changes, presence and unstored state. Lost messages only cost time.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence, Set
from dataclasses import dataclass
from typing import Any, Final, Protocol

from spite_and_malice.server.store import Operation, Store, StoreError

from ..supervision import end, keep_doing, note_failure


@dataclass(frozen=True, slots=True)
class Presence:
    """The pages open at a table: the seats that have one, and how many have no seat.

    ``host`` says whether one of them is the host's.
    """

    seats: frozenset[int] = frozenset()
    watching: int = 0
    host: bool = False


NOBODY = Presence()


class NewsError(Exception):
    """The configured Redis cannot be used; the message says what to do."""


class Listener(Protocol):
    """A table that listens to other processes; none of these methods may raise or take long."""

    def hear_change(self) -> None:
        """Another process may have written to the table."""

    def hear(self, message: dict[str, Any]) -> None:
        """Another process has sent a message."""

    def hear_presence(self) -> None:
        """The people present in other processes have changed."""


class News:
    """The messages between this process and the others; in this implementation there are no others."""

    @property
    def state(self) -> str:
        """The state of the news: "ok", "away" (for now they are late), or "none" (there is no transport)."""
        return "none"

    @property
    def knows_presence(self) -> bool:
        """Whether `elsewhere` is reliable."""
        return True

    async def start(self) -> None:
        """Start listening."""

    async def close(self) -> None:
        """Tell the others that nobody is present here any longer, and stop."""

    def watch(self, table_id: str, listener: Listener) -> None:
        """Notify ``listener`` from now on of what other processes do at a table."""

    def forget(self, table_id: str) -> None:
        """Stop listening to a table."""

    def changed(self, table_id: str) -> None:
        """Tell the others that a table was written. Never waits, never raises."""

    def found(self, table_id: str) -> None:
        """Record that another process has played at a table."""

    def tell(self, table_id: str, message: dict[str, Any]) -> None:
        """Send unstored state to the same table's listeners in other processes. Never waits, never raises."""

    def present(self, table_id: str, presence: Presence) -> None:
        """Tell the others who is present at a table in this process."""

    def elsewhere(self, _table_id: str) -> Presence:
        """Return who is present at a table in the other processes."""
        return NOBODY

    async def settle(self) -> None:
        """Wait until the others have had time to report who is present at a newly watched table."""

    async def may_think(self, _table_id: str) -> bool:
        """Return whether this process is the one that runs a table's programs; if not, ask again in a moment.

        This only saves work: if two processes compute a move, the database takes the first one.
        """
        return True

    async def may_lead(self, _subject: str) -> bool:
        """Return whether this process is the one that looks after something, as long as it asks every few seconds.

        This only saves work, as `may_think` does.
        """
        return True

    async def admits(self, _key: str, _most: int, _seconds: int) -> bool | None:
        """Count an event, unless all processes together have reached the limit within a number of seconds.

        Return whether it was counted; None if the processes cannot count together.
        """
        return None

    def done_thinking(self, table_id: str) -> None:
        """Leave a table's programs to the next process that asks."""


_log = logging.getLogger(__name__)

SECONDS: Final = 2.0
"""How often the database is polled; without Redis, this is the longest delay of others' changes."""

_LEFT_TO_OTHERS: Final = 3 * SECONDS
"""How long after another process played at a table its programs are left to that process."""

_AT_ONCE: Final = 500
"""The most tables in one query."""

_GONE: Final = (-1, -1)
"""The value for a table that no longer exists."""

Changes = Callable[[Sequence[str]], Awaitable[dict[str, tuple[int, int]]]]
"""Returns numbers for some tables that differ after each change; see `Store.changes`."""


class PolledNews(News):
    """Polls for changes; it does not know who is connected to other processes or what they send."""

    def __init__(self, changes: Changes, seconds: float = SECONDS) -> None:
        self._changes = changes
        self._seconds = seconds
        self._listeners: dict[str, Listener] = {}
        self._seen: dict[str, tuple[int, int]] = {}
        self._played_elsewhere: dict[str, float] = {}
        self._written: set[str] = set()
        """The tables that this process has written since the last poll."""
        self._polling: asyncio.Task[None] | None = None

    @property
    def knows_presence(self) -> bool:
        """Presence in other processes is unknown."""
        return False

    async def start(self) -> None:
        """Start polling."""
        self._polling = keep_doing("news by polling", self._poll)

    async def close(self) -> None:
        """Stop polling."""
        await end(self._polling)

    def watch(self, table_id: str, listener: Listener) -> None:
        """Notify ``listener`` of changes from now on, including any that it may just have missed."""
        self._listeners[table_id] = listener

    def forget(self, table_id: str) -> None:
        """Stop polling for a table."""
        self._listeners.pop(table_id, None)
        self._seen.pop(table_id, None)
        self._played_elsewhere.pop(table_id, None)

    def changed(self, table_id: str) -> None:
        """Record that this process is the one that plays at the table."""
        self._played_elsewhere.pop(table_id, None)
        self._written.add(table_id)

    def found(self, table_id: str) -> None:
        """Record that another process plays at the table."""
        self._played_elsewhere[table_id] = time.monotonic()

    async def may_think(self, table_id: str) -> bool:
        """Return whether the other process that last played at the table has had time to think."""
        return time.monotonic() - self._played_elsewhere.get(table_id, -_LEFT_TO_OTHERS) >= _LEFT_TO_OTHERS

    async def look(self, *, passes_own: bool = False) -> None:
        """Ask the database which tables have changed, and notify their listeners.

        With ``passes_own`` those that this process has written since the last poll wait for the next: had another one
        written too, a conflict would have shown it.
        """
        written, self._written = self._written, set()
        try:
            await self._look(written if passes_own else set())
        except StoreError as error:
            _log.info("the database could not be asked for news: %s", error)

    async def _look(self, passed: Set[str]) -> None:
        watched = [table_id for table_id in self._listeners if table_id not in passed]
        for start in range(0, len(watched), _AT_ONCE):
            some = watched[start : start + _AT_ONCE]
            found = await self._changes(some)
            for table_id in some:
                listener, changes = self._listeners.get(table_id), found.get(table_id, _GONE)
                seen = self._seen.get(table_id)
                # A table that is gone before it was ever seen here was deleted between two polls.
                if listener is not None and seen != changes:
                    self._seen[table_id] = changes
                    listener.hear_change()

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(self._seconds)
            await self.look()


class OperatorNews:
    """Reports the operators' actions since the process started.

    It polls the database and does not use Redis, so that every process learns of them in the same way.
    """

    def __init__(self, store: Store, hear: Callable[[Operation], Awaitable[None]], seconds: float = SECONDS) -> None:
        """Call ``hear``, which may raise `StoreError`, for each operation, the oldest first."""
        self._store = store
        self._hear = hear
        self._seconds = seconds
        self._newest: int | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Find the latest operation, and start listening. Raises `StoreError`."""
        await self.look()
        self._task = keep_doing("news of operators", self._listen)

    async def close(self) -> None:
        """Stop listening."""
        await end(self._task)

    async def look(self) -> None:
        """Report the operations since the last poll; the first poll only finds the latest. Raises `StoreError`."""
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
                # Other tasks report that the database is unavailable.
                _log.debug("operators could not be heard: %s", error)
            except Exception as error:
                note_failure("news of operators", error)


def news_for(store: Store, redis: str | None) -> News:
    """Return suitable news: over Redis at an address, by polling a shared database, or none for one process.

    Raises `NewsError` with a sentence if the address is invalid.
    """
    if redis:
        # Installations without Redis do not need its library.
        from .redis import RedisNews

        return RedisNews(store.tables.changes, redis)
    return PolledNews(store.tables.changes) if store.is_shared else News()

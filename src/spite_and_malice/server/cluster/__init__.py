"""What several server processes that serve the same tables tell each other.

The database settles everything; news only say that there is something to read, who is there, and what is never stored.
Whatever is lost on the way costs time and nothing else.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from spite_and_malice.server.store import Operation, Store, StoreError

from ..supervision import end, keep_doing, note_failure


@dataclass(frozen=True, slots=True)
class Presence:
    """The pages open at a table: the seats that have one, and how many belong to no seat.

    ``host`` says whether one of them is the host's.
    """

    seats: frozenset[int] = frozenset()
    watching: int = 0
    host: bool = False


NOBODY = Presence()


class NewsError(Exception):
    """Redis cannot be used as it is named; the message says what to do."""


class Listener(Protocol):
    """A table that wants to hear what other processes do at it; none of these may raise or take long."""

    def hear_change(self) -> None:
        """Another process may have written to the table."""

    def hear(self, message: dict[str, Any]) -> None:
        """Another process told something."""

    def hear_presence(self) -> None:
        """Who is there in other processes has changed."""


class News:
    """What this process tells the others and hears from them; this one has no others."""

    @property
    def state(self) -> str:
        """How the news are: "ok", "away" (for now they come late), or "none" (nobody brings any)."""
        return "none"

    @property
    def knows_presence(self) -> bool:
        """Whether `elsewhere` can be believed."""
        return True

    async def start(self) -> None:
        """Begin to hear."""

    async def close(self) -> None:
        """Tell the others that nobody is here any more, and end."""

    def watch(self, table_id: str, listener: Listener) -> None:
        """Tell ``listener`` from now on what other processes do at a table."""

    def forget(self, table_id: str) -> None:
        """Stop listening to a table."""

    def changed(self, table_id: str) -> None:
        """Tell the others that something was written about a table. Never waits, never raises."""

    def found(self, table_id: str) -> None:
        """Take note that another process has played at a table."""

    def tell(self, table_id: str, message: dict[str, Any]) -> None:
        """Tell the same table's listeners in other processes what is not stored. Never waits, never raises."""

    def present(self, table_id: str, presence: Presence) -> None:
        """Tell the others who is at a table in this process."""

    def elsewhere(self, _table_id: str) -> Presence:
        """Return who is at a table in the other processes."""
        return NOBODY

    async def settle(self) -> None:
        """Wait until the others have had time to say who is at a table that is watched as of now."""

    async def may_think(self, _table_id: str) -> bool:
        """Say whether this process is the one in which a table's programs think; if not, ask again in a moment.

        It is a matter of thrift: if two processes think at once, the database takes the first answer.
        """
        return True

    async def admits(self, _key: str, _most: int, _seconds: int) -> bool | None:
        """Count something, unless all processes together have counted as many in a number of seconds.

        Say whether it was counted; None where the processes cannot count together.
        """
        return None

    def done_thinking(self, table_id: str) -> None:
        """Leave the thinking to the process that is asked next."""


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
    """Polls for changes; it cannot know who is connected to other processes or what they say."""

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
        self._polling = keep_doing("news by polling", self._poll)

    async def close(self) -> None:
        """Stop looking."""
        await end(self._polling)

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


class OperatorNews:
    """Tells what operators have done since the process began.

    Redis is not asked, and of a file of games nobody else tells: so every process hears it in the same way.
    """

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
        self._task = keep_doing("news of operators", self._listen)

    async def close(self) -> None:
        """Stop listening."""
        await end(self._task)

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
                note_failure("news of operators", error)


def news_for(store: Store, redis: str | None) -> News:
    """Return what fits: news over the Redis at an address, by looking into a shared database, or none for one process.

    Raises `NewsError` with a sentence if the address is none.
    """
    if redis:
        # Who has no Redis need not have its library.
        from .redis import RedisNews

        return RedisNews(store.tables.changes, redis)
    return PolledNews(store.tables.changes) if store.is_shared else News()

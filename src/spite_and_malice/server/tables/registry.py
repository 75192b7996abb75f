"""The live tables: loaded when somebody opens one, dropped when nobody watches and nothing runs automatically."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

from ..clock import now_ms
from ..cluster import News
from ..metrics import TABLES
from ..protocol.outgoing import Called, SettingsChanged
from ..store import Store, StoreError
from ..store.accounts import Identity
from ..supervision import end
from .game import ServedGame
from .presence import Forbids, send_blocked, send_changed
from .room import TableRoom

OUTAGE_MS: Final = 90_000
"""If no process has run a game's clocks for longer than this, the servers were down: nobody loses that time."""


class Rooms:
    """Every live table of this process, by its id."""

    def __init__(self, store: Store, news: News, games: Iterable[ServedGame]) -> None:
        self._store = store
        self._news = news
        self._games = {game.kind: (game, open_room) for game, open_room in games}
        self._rooms: dict[str, TableRoom[Any]] = {}
        self._users: Counter[str] = Counter()
        self._loading: dict[str, asyncio.Task[TableRoom[Any] | None]] = {}
        self._lost: set[str] = set()
        self._restorers = ThreadPoolExecutor(1, thread_name_prefix="table-loader")

    def __contains__(self, table_id: object) -> bool:
        return table_id in self._rooms

    @asynccontextmanager
    async def open(self, table_id: str) -> AsyncIterator[TableRoom[Any] | None]:
        """Keep a table live for the duration of the context; None if the table does not exist."""
        self._users[table_id] += 1
        try:
            room = self._rooms.get(table_id)
            yield room if room is not None and not room.is_lost else await self._load(table_id)
        finally:
            self._users[table_id] -= 1
            self._tidy(table_id)

    async def wake(self, table_id: str) -> None:
        """Load a table, so that its programs move and its time limits apply."""
        async with self.open(table_id):
            pass

    async def wake_lost(self) -> None:
        """Reload tables that were lost to a database failure, since nobody may be watching them.

        Raises `StoreError`.
        """
        while self._lost:
            table_id = self._lost.pop()
            try:
                await self.wake(table_id)
            except StoreError:
                self._lost.add(table_id)
                raise

    def waiting(self) -> list[str]:
        """Return the ids of the tables where somebody is present and waiting for the first game."""
        return [table_id for table_id, room in self._rooms.items() if room.is_waiting]

    def clocked(self) -> dict[str, tuple[int, int] | None]:
        """Return the tables with a running clock, each with its change of start time (`follow_wall`)."""
        return {table_id: room.follow_wall() for table_id, room in self._rooms.items() if room.has_clock}

    async def keep_clocks(self) -> None:
        """Record that this process runs the clocks of its tables. Raises `StoreError`."""
        if clocked := self.clocked():
            await self._store.tables.keep_clocks(clocked, now_ms())

    async def is_here(self, table_id: str, person: str) -> bool:
        """Return whether a seated person has a page open, in this process or another.

        Raises `StoreError` or ValueError.
        """
        async with self.open(table_id) as room:
            if room is None:
                return False
            await self._news.settle()
            return room.is_here(person)

    def is_seen_at(self, table_id: str, person: str) -> bool | None:
        """Return whether a seated person has a page open there, None if this process cannot tell at once."""
        room = self._rooms.get(table_id)
        if room is not None and self._news.knows_presence:
            return room.is_here(person)
        return None if self._store.is_shared or room is not None else False

    def stand_in_at(self, table_id: str, person: str) -> int | None:
        """Return when a stand-in plays for a seated person who is away, in UTC milliseconds; None if not known."""
        room = self._rooms.get(table_id)
        return None if room is None else room.stand_in_at(person)

    async def renew(self, table_ids: Sequence[str] | None) -> None:
        """Reload the given tables from the store, or without ids all of them. Raises `StoreError`."""
        for table_id in list(self._rooms) if table_ids is None else table_ids:
            room = self._rooms.get(table_id)
            if room is not None and not room.is_lost:
                try:
                    await room.renew()
                except StoreError:
                    # A preceding action may have found that the table is gone, and closed the room already.
                    if not room.is_lost:
                        raise
                self._tidy(table_id)

    def send_blocked(self, forbids: Forbids) -> None:
        """Disconnect blocked people."""
        for room in self._rooms.values():
            send_blocked(room.clients, forbids)

    def devices(self) -> list[str]:
        """Return the devices that have a page open in this process."""
        return list({page.device for room in self._rooms.values() for page in room.clients if page.device is not None})

    def send_changed(self, identities: Mapping[str, Identity]) -> None:
        """Disconnect pages whose device now belongs to another person."""
        for room in self._rooms.values():
            send_changed(room.clients, identities)

    def people(self) -> frozenset[str]:
        """Return everybody who has a page open at a table in this process."""
        pages = (page for room in self._rooms.values() for page in room.clients)
        return frozenset(page.person for page in pages if page.person is not None)

    def send(self, person: str, message: Called | SettingsChanged) -> None:
        """Send every page of a person a message that is not about its table."""
        for room in self._rooms.values():
            for page in room.clients:
                if page.person == person:
                    page.send(message)

    async def is_closed(self, table_id: str) -> bool:
        """Return whether an operator has closed a table for good. Raises `StoreError`."""
        return await self._store.tables.is_closed(table_id)

    async def close(self) -> None:
        """Close all rooms; everything that was shown is stored."""
        await asyncio.gather(*map(end, list(self._loading.values())))
        self._restorers.shutdown(wait=False, cancel_futures=True)
        with contextlib.suppress(StoreError):
            await self.keep_clocks()
        rooms = list(self._rooms.values())
        self._rooms.clear()
        await asyncio.gather(*(end(task) for room in rooms for task in room.stop()))

    async def _load(self, table_id: str) -> TableRoom[Any] | None:
        """Read a table, once for all who open it at the same time."""
        task = self._loading.get(table_id)
        if task is None:
            task = self._loading[table_id] = asyncio.create_task(self._read(table_id), name=f"loading {table_id}")
            task.add_done_callback(lambda _: self._loaded(table_id))
        return await asyncio.shield(task)

    def _loaded(self, table_id: str) -> None:
        del self._loading[table_id]
        # The caller may have been cancelled in the meantime.
        self._tidy(table_id)

    async def _read(self, table_id: str) -> TableRoom[Any] | None:
        stored = await self._store.tables.get(table_id)
        if stored is not None and stored.clocks is not None and stored.games[-1].result is None:
            await self._store.tables.discount_downtime(table_id, now_ms(), OUTAGE_MS)
            stored = await self._store.tables.get(table_id)
        if stored is None or stored.is_closed:
            return None
        game, open_room = self._games[stored.table.kind]
        table = await asyncio.get_running_loop().run_in_executor(self._restorers, game.restore, stored)
        lost = self._rooms.get(table_id)
        if lost is not None:
            lost.stop()
        on_idle = partial(self._tidy, table_id)
        room = self._rooms[table_id] = open_room(table, on_idle)
        TABLES.set(len(self._rooms))
        return room

    def _tidy(self, table_id: str) -> None:
        """Drop an unused table."""
        if self._users[table_id] > 0:
            return
        del self._users[table_id]
        room = self._rooms.get(table_id)
        if room is not None and not room.is_busy:
            del self._rooms[table_id]
            if room.is_lost:
                self._lost.add(table_id)
            TABLES.set(len(self._rooms))
            room.stop()

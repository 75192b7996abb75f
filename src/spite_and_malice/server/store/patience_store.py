"""What `Store` keeps of patience, read and written as it reads and writes."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from functools import partial

from . import patience
from .access import Read, Write
from .patience import PlayedDeal, ReadyDeal
from .records import Conflict, StoreError


class PatienceStore:
    """Everything raises `StoreError` where the database cannot be used."""

    def __init__(self, read: Read, write: Write) -> None:
        self._read = read
        self._write = write

    async def add_deal(self, deal: ReadyDeal) -> None:
        """Keep a deal of patience ready. Raises `Conflict` for one that has been ready before, `StoreError`."""
        await self._write("", lambda connection: patience.add_deal(connection, deal))

    async def ready_deals(self) -> dict[tuple[str, str], int]:
        """Return how many deals of patience are ready, by preset and level. Raises `StoreError`."""
        return await self._read(patience.count_deals)

    async def take_deal(self, preset: str, level: str | None) -> ReadyDeal | None:
        """Take a deal of patience that is ready, None if there is none. Raises `StoreError`."""
        taken: list[ReadyDeal | None] = []
        await self._write("", lambda connection: taken.append(patience.take_deal(connection, preset, level)))
        return taken[-1]

    async def day(self, day: str, preset: str) -> int | None:
        """Return the number of the deal of patience of a day, None if none is chosen. Raises `StoreError`."""
        return await self._read(partial(patience.read_day, day=day, preset=preset))

    async def choose_day(self, day: str, preset: str, number: int) -> int:
        """Choose the deal of patience of a day, unless one is chosen already; return which it is."""
        with contextlib.suppress(Conflict):
            await self._write("", lambda connection: patience.choose_day(connection, day, preset, number))
            return number
        chosen = await self.day(day, preset)
        if chosen is None:
            raise StoreError(f"the database has no deal of {day}")
        return chosen

    async def days(self, limit: int) -> Sequence[str]:
        """Return the days that have a deal of patience, the latest first. Raises `StoreError`."""
        return await self._read(partial(patience.read_days, limit=limit))

    async def day_table(self, day: str, preset: str, owner: str) -> str | None:
        """Return the id of the table at which a browser token plays the deal of a day, or None."""
        return await self._read(partial(patience.read_day_table, day=day, preset=preset, owner=owner))

    async def day_games(self, day: str, preset: str, owner: str | None = None) -> Sequence[PlayedDeal]:
        """Return everybody's game of a day's deal of patience, or somebody's, over or not. Raises `StoreError`."""
        return await self._read(partial(patience.read_day_games, day=day, preset=preset, owner=owner))

    async def own_days(self, owner: str) -> Sequence[PlayedDeal]:
        """Return somebody's games of the days' deals of patience, over or not. Raises `StoreError`."""
        return await self._read(partial(patience.read_own_days, owner=owner))

    async def records(self, owner: str, preset: str, limit: int = 5000) -> Sequence[PlayedDeal]:
        """Return somebody's games of patience that are over, the latest first. Raises `StoreError`."""
        return await self._read(partial(patience.read_records, owner=owner, preset=preset, limit=limit))

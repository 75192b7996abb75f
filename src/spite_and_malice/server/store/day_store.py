"""What `Store` keeps of the deals of the days, read and written as it reads and writes."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from functools import partial
from typing import Final

from ..clock import now_ms
from . import days
from .access import Read, Write
from .days import DayGame, DayTries
from .records import Conflict, StoreError

_TRIES: Final = 4
"""How often something is written that others may write at the same time."""


class DayStore:
    """Everything raises `StoreError` where the database cannot be used."""

    def __init__(self, read: Read, write: Write) -> None:
        self._read = read
        self._write = write

    async def secret(self, day: str) -> bytes:
        """Return the secret of a day's deal; the first of all processes to ask settles it. Raises `StoreError`."""
        secret = await self.settled_secret(day)
        for _try in range(_TRIES):
            if secret is not None:
                return secret
            with contextlib.suppress(Conflict):
                await self._write("", lambda connection: days.settle(connection, day))
            secret = await self.settled_secret(day)
        raise StoreError(f"the database has no secret of {day}")

    async def settled_secret(self, day: str) -> bytes | None:
        """Return the secret of a day's deal, None while it is not settled. Raises `StoreError`."""
        return await self._read(partial(days.read_secret, day=day))

    async def done(self, owner: str, day: str) -> tuple[bool, bool]:
        """Return whether somebody is done with the deal and with the puzzle of a day. Raises `StoreError`."""
        return await self._read(partial(days.read_done, owner=owner, day=day))

    async def tries(self, day: str) -> DayTries | None:
        """Return how a day's deal is chosen, None if nobody has begun to. Raises `StoreError`."""
        return await self._read(partial(days.read_tries, day=day))

    async def begin_tries(self, day: str) -> None:
        """Draw from what a day's deal is to be chosen, unless it is. Raises `StoreError`."""
        with contextlib.suppress(Conflict):
            await self._write("", lambda connection: days.begin_tries(connection, day))

    async def claim_tries(self, day: str, until: int) -> None:
        """Take note that a day's deal is tried. Raises `Conflict` if another process does, `StoreError`."""
        await self._write("", lambda connection: days.claim_tries(connection, day, now_ms(), until))

    async def note_try(self, found: DayTries, won: bool, table_id: str | None) -> None:
        """Write how a try came out (`days.note_try`). Raises `Conflict`, `StoreError`."""
        await self._write("", lambda connection: days.note_try(connection, found, won, table_id))

    async def pass_candidate_over(self, found: DayTries) -> None:
        """Go on with the next candidate (`days.pass_candidate_over`). Raises `Conflict`, `StoreError`."""
        await self._write("", lambda connection: days.pass_candidate_over(connection, found))

    async def settled(self, limit: int) -> Sequence[str]:
        """Return the days whose deal is settled, the latest first. Raises `StoreError`."""
        return await self._read(partial(days.read_days, limit=limit))

    async def own(self, owner: str) -> Sequence[DayGame]:
        """Return somebody's games of the days' deals, over or not. Raises `StoreError`."""
        return await self._read(lambda connection: days.read_games(connection, None, owner=owner))

    async def table(self, day: str, owner: str) -> str | None:
        """Return the id of the table at which a browser token plays the deal of a day, or None."""
        return await self._read(partial(days.read_table, day=day, owner=owner))

    async def games(self, day: str) -> Sequence[DayGame]:
        """Return everybody's game of a day's deal, over or not, the first begun first. Raises `StoreError`."""
        return await self._read(partial(days.read_games, day=day))

    async def game(self, day: str, owner: str) -> DayGame | None:
        """Return somebody's own game of a day's deal, None if they have none. Raises `StoreError`."""
        found = await self._read(partial(days.read_games, day=day, owner=owner))
        return found[0] if found else None

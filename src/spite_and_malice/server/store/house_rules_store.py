"""What `Store` keeps of house rules, read and written as it reads and writes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ..clock import now_ms
from . import house_rules
from .access import Read, Write
from .house_rules import HouseRules


class HouseRulesStore:
    """Everything raises `StoreError` where the database cannot be used."""

    def __init__(self, read: Read, write: Write) -> None:
        self._read = read
        self._write = write

    async def of(self, owner: str) -> Sequence[HouseRules]:
        """Return the rules that a browser token keeps under names of its own."""
        return await self._read(partial(house_rules.read, owner=owner))

    async def keep(self, owner: str, kept: HouseRules) -> None:
        """Write rules that somebody keeps. Raises `Conflict` if they keep too many already, `StoreError`."""
        await self._write("", lambda connection: house_rules.put(connection, owner, kept, now_ms()))

    async def rename(self, owner: str, kept_id: str, name: str) -> bool:
        """Give rules another name, and return whether there are such. Raises `Conflict`, `StoreError`."""
        done: list[bool] = []
        now = now_ms()
        await self._write("", lambda connection: done.append(house_rules.rename(connection, owner, kept_id, name, now)))
        return done[-1]

    async def remove(self, owner: str, kept_id: str) -> bool:
        """Forget rules that somebody keeps, and return whether there were such. Raises `StoreError`."""
        done: list[bool] = []
        await self._write("", lambda connection: done.append(house_rules.remove(connection, owner, kept_id)))
        return done[-1]

    async def played(self, since: int) -> dict[str, int]:
        """Return for each preset how many tables have been played with it since a time."""
        return await self._read(partial(house_rules.count_played, since=since))

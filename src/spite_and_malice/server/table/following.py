"""Keeping a live table up to date with what other processes do at it."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from ..news import News
from ..protocol.outgoing import Said
from ..store import Store, StoreError

if TYPE_CHECKING:
    from .rooms import Room

_log = logging.getLogger(__name__)


class Follower:
    """Hears for one room what the other processes tell, and reads what they have written."""

    def __init__(self, room: Room, store: Store, news: News) -> None:
        self._room = room
        self._store = store
        self._news = news
        self._is_due = False
        self._task: asyncio.Task[None] | None = None

    def hear_change(self) -> None:
        """Have the room read what was written, once for all changes heard of meanwhile."""
        if not self._is_due:
            self._is_due = True
            self._task = asyncio.create_task(self._catch_up(), name=f"catching up {self._room.table.row.id}")

    def hear(self, message: dict[str, Any]) -> None:
        """Pass on what is not stored: a line of the chat, or that a seat's page is open elsewhere."""
        match message:
            case {"said": said}:
                # What a process of another version says may have another form.
                with suppress(msgspec.ValidationError):
                    self._room.hear_line(msgspec.convert(said, Said))
            case {"taken": int(seat)}:
                self._room.taken_elsewhere(seat)

    def hear_presence(self) -> None:
        """Show who is there."""
        self._room.people_changed()

    async def _catch_up(self) -> None:
        try:
            await self._room.do(self.catch_up)
        except StoreError as error:
            _log.warning("table %s could not follow the others: %s", self._room.table.row.id, error)

    async def catch_up(self) -> None:
        """Read what the room has missed and have it shown; to be called in the room's turn."""
        self._is_due = False
        room, table = self._room, self._room.table
        found = await self._store.since(table.row.id, table.number, table.ply, table.row.revision)
        if found is None or found.game != table.number:
            await room.reload()
            return
        if found.table is not None:
            # With actions to follow, the clocks are those after the last of them.
            room.rearrange(found.table, None, None if found.moves else found.clocks)
        if found.moves:
            self._news.found(table.row.id)
        for move in found.moves:
            room.follow(move, found.clocks if move is found.moves[-1] else None)
        await room.follow_to(found.clocks, found.contributions)

"""A cache of tournaments for pages: those without a new write are not read again."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from litestar.exceptions import NotFoundException

from spite_and_malice.texts import _

from ...clock import late_at
from ...store import Store
from .situation import Field, OwnTable
from .teams import Part, part_of

_NOTED_SECONDS: Final = 60.0
_KEPT = 32
"""How many tournaments are kept in memory."""
_SHARE: Final = 4
"""The pause after reading a tournament as a multiple of its duration: as a thousand play, it changes all the time."""
_LONGEST_REST: Final = 1.0
"""The longest pause in seconds."""


class _Look:
    """A tournament as it was read last, and when it may be read again."""

    def __init__(self, store: Store, tournament_id: str) -> None:
        self._store = store
        self._id = tournament_id
        self._field: Field | None = None
        self._rests_until = 0.0
        self._one = asyncio.Lock()
        self._next: asyncio.Task[Field | None] | None = None

    async def now(self) -> Field | None:
        """Return the tournament as it is now or a moment later, None if there is none: all who wait share a reading."""
        if self._next is None:
            self._next = asyncio.create_task(self._read(), name=f"reading tournament {self._id}")
        return await asyncio.shield(self._next)

    async def _read(self) -> Field | None:
        async with self._one:
            await asyncio.sleep(self._rests_until - time.monotonic())
            # Who comes from now on may have written something that this reading misses.
            self._next = None
            began = time.monotonic()
            changes = await self._store.tournaments.changes(self._id)
            if changes is None:
                self._field = None
            elif self._field is None or self._field.tournament.row.changes != changes:
                found = await self._store.tournaments.get(self._id)
                self._field = None if found is None else Field(found)
                ended = time.monotonic()
                self._rests_until = ended + min(_LONGEST_REST, _SHARE * (ended - began))
            return self._field


class TournamentLooks:
    """The cached tournaments: with a thousand people in one, each asks every few seconds."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._looks: dict[str, _Look] = {}
        self._hosts: dict[str, float] = {}

    async def look(self, tournament_id: str) -> Field:
        """Return the current state of a tournament. Raises `NotFoundException`."""
        look = self._looks.pop(tournament_id, None) or _Look(self._store, tournament_id)
        self._looks[tournament_id] = look
        if len(self._looks) > _KEPT:
            del self._looks[next(iter(self._looks))]
        field = await look.now()
        if field is None:
            raise NotFoundException(_("There is no tournament at this address."))
        return field

    async def note_host(self, field: Field, person: str) -> None:
        """Record now and then that the host of a gathering tournament is present."""
        row, now = field.tournament.row, time.monotonic()
        is_noted = now - self._hosts.get(row.id, -_NOTED_SECONDS) < _NOTED_SECONDS
        if row.state != "gathering" or row.host != person or is_noted:
            return
        self._hosts = {each: at for each, at in self._hosts.items() if now - at < _NOTED_SECONDS} | {row.id: now}
        await self._store.tournaments.note_host(row.id)

    async def part_of(self, field: Field, person: str) -> Part:
        """Return a person's role in the clubs of a tournament."""
        return await part_of(self._store, field.tournament, person)

    async def table_of(self, field: Field, person: str) -> OwnTable | None:
        """Return the table at which a person is awaited, None if there is none."""
        game = field.open_game(person)
        if game is None or game.table_id is None:
            return None
        found = await self._store.tables.gathering(game.table_id)
        if found is None:
            return None
        return OwnTable(found.is_dealt, found.came, late_at(found.made_at, field.tournament.row.form.grace))

"""A cache of tournaments for pages: those without a new write are not read again."""

from __future__ import annotations

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


class TournamentLooks:
    """The cached tournaments: with a thousand people in one, each asks every few seconds."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._fields: dict[str, Field] = {}
        self._hosts: dict[str, float] = {}

    async def look(self, tournament_id: str) -> Field:
        """Return the current state of a tournament. Raises `NotFoundException`."""
        changes = await self._store.tournaments.changes(tournament_id)
        field = self._fields.pop(tournament_id, None)
        if changes is not None and (field is None or field.tournament.row.changes != changes):
            found = await self._store.tournaments.get(tournament_id)
            field = None if found is None else Field(found)
        if changes is None or field is None:
            raise NotFoundException(_("There is no tournament at this address."))
        self._fields[tournament_id] = field
        if len(self._fields) > _KEPT:
            del self._fields[next(iter(self._fields))]
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

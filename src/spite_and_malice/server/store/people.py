"""What is stored of people: taken along, and erased."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from .admin import erasing, log
from .admin.people import involved
from .admin.taking import take
from .repository import Repository, command, query


def _erase_rest(connection: Connection, owner: str, changed: Sequence[str]) -> None:
    erasing.forget_rest(connection, owner)
    log.note(connection, "server", "person erased", "", changed)


class PersonRepository(Repository):
    """Everything that is stored of a person."""

    export = query(take)
    _involved = query(involved)
    _forget = command(erasing.forget)
    _erase = command(_erase_rest)

    async def erase(self, owner: str) -> list[str]:
        """Erase what is stored of a person (`admin.erasing`); return the tables that are other than before, or gone.

        Raises `StoreError`; what was erased before it is.
        """
        changed = await self.forget(owner, await self._involved(owner))
        await self._erase(owner, changed)
        return changed

    async def forget(self, owner: str, table_ids: Sequence[str]) -> list[str]:
        """Take a person out of some tables (`admin.erasing.forget`); return those that changed, or are gone."""
        changed: list[str] = []
        for start in range(0, len(table_ids), erasing.CHUNK):
            changed += await self._forget(owner, table_ids[start : start + erasing.CHUNK])
        return changed

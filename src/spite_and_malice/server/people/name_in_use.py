"""Names that belong to people with accounts: where others see them, nobody else is called so."""

from __future__ import annotations

from spite_and_malice.texts import N_

from ..store import Store, TableRow
from .names import alike, own_name

NAME_IN_USE = N_(
    "This name belongs to somebody with an account. If that is you, sign in; otherwise choose another name."
)


async def is_name_in_use(store: Store, name: str | None, owner: str) -> bool:
    """Say whether a name is that of somebody else's account. Raises `StoreError`."""
    shown = own_name(name or "")
    return shown != "" and await store.accounts.person_of_name(alike(shown)) not in (None, owner)


def is_among_others(row: TableRow, owner: str) -> bool:
    """Say whether anybody but one person sits at a table, made it, or may sit down at it."""
    return row.owner != owner or any(seat.kind != "computer" and seat.owner != owner for seat in row.seats)

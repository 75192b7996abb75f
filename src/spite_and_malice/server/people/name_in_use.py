"""Names that belong to people with accounts: where others see them, nobody else is called so."""

from __future__ import annotations

from spite_and_malice.texts import N_, _

from ..http.errors import ApiError
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


async def require_free(store: Store, name: str | None, owner: str) -> None:
    """Raise `ApiError` if a name is that of somebody else's account."""
    if await is_name_in_use(store, name, owner):
        raise ApiError(409, "name_taken", _(NAME_IN_USE))

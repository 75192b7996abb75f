"""Names where others see them: nobody is called what somebody else with an account is."""

from __future__ import annotations

from spite_and_malice.texts import _

from ...http.errors import ApiError
from ...people.name_in_use import NAME_IN_USE, is_name_in_use
from ...store import Store


async def require_free(store: Store, name: str | None, owner: str) -> None:
    """Raise `ApiError` if a name is that of somebody else's account."""
    if await is_name_in_use(store, name, owner):
        raise ApiError(409, "name_taken", _(NAME_IN_USE))

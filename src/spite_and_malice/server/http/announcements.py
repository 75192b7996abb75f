"""What the operator announces on every page."""

from __future__ import annotations

from collections.abc import Sequence

from ..clock import now_ms
from ..store import Store
from ..store.operators import Announcement


class Announcements:
    """The announcements of this time and of later, as the store had them last."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._all: Sequence[Announcement] = ()

    async def read(self) -> None:
        """Read which there are by now. Raises `StoreError`."""
        self._all = await self._store.operators.announcements()

    def current(self) -> list[str]:
        """Return the texts that pages show now."""
        now = now_ms()
        return [each.text for each in self._all if each.since <= now < each.until]

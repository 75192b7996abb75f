"""What the operator announces on every page."""

from __future__ import annotations

from collections.abc import Sequence

from spite_and_malice.texts import _

from ..clock import now_ms
from ..store import Store
from ..store.operators import Announcement
from .switches import READ_ONLY


class Announcements:
    """The announcements of this time and of later, as the store had them last."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._all: Sequence[Announcement] = ()

    async def read(self) -> None:
        """Read which there are by now. Raises `StoreError`."""
        self._all = await self._store.operators.announcements()

    def current(self) -> list[str]:
        """Return the texts that pages show now, before them that nothing new can be begun while that is so."""
        now = now_ms()
        said = [each.text for each in self._all if each.since <= now < each.until]
        return [_(READ_ONLY), *said] if self._store.operators.switches.is_read_only else said

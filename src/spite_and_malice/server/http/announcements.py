"""The operator's announcements, shown on every page."""

from __future__ import annotations

from collections.abc import Sequence

from spite_and_malice.texts import _

from ..clock import now_ms
from ..store import Store
from ..store.operators import Announcement
from .switches import READ_ONLY


class Announcements:
    """The current and future announcements, as last read from the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._all: Sequence[Announcement] = ()

    async def read(self) -> None:
        """Reread the announcements. Raises `StoreError`."""
        self._all = await self._store.operators.announcements()

    def current(self) -> list[str]:
        """Return the texts that pages show now, beginning with the read-only notice if it applies."""
        now = now_ms()
        said = [each.text for each in self._all if each.since <= now < each.until]
        return [_(READ_ONLY), *said] if self._store.operators.switches.is_read_only else said

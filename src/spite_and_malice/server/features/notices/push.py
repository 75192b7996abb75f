"""The sender of notices while the server runs: its key, its deliveries and its rounds."""

from __future__ import annotations

from typing import Final

from ...store import Store
from ...tables.registry import Rooms
from .delivery import Deliveries
from .encryption import new_key
from .rounds import NoticeRounds

_MAILTO: Final = "mailto:"


class Push:
    """Sends notices once started, unless it is off."""

    def __init__(self, store: Store, rooms: Rooms, mode: str, subject: str | None) -> None:
        """``mode`` is the setting SPITE_PUSH, ``subject`` what `subject_of` returns."""
        self._store = store
        self._rooms = rooms
        self._mode = mode
        self._subject = subject
        self._rounds: NoticeRounds | None = None
        self.deliveries: Deliveries | None = None
        self.names_somebody: bool = subject is not None
        """Whether the notices say how to reach the operator, which Apple's push service requires."""

    async def start(self) -> None:
        """Start sending; the first time a key is made. Raises `StoreError`."""
        if self._mode == "off":
            return
        await self._store.notices.own_key(new_key())
        self.deliveries = Deliveries(self._subject, private=self._mode == "private")
        self._rounds = NoticeRounds(self._store, self.deliveries, self._rooms.is_here, self._rooms.people)
        await self._rounds.start()

    async def close(self) -> None:
        """Stop sending."""
        if self._rounds is not None:
            await self._rounds.close()

    def hurry(self) -> None:
        """Check soon for notices that are due."""
        if self._rounds is not None:
            self._rounds.hurry()


def subject_of(contact: str, url: str) -> str | None:
    """Return how a push service can reach the operator: by mail, else by the public address, if either is known.

    Some services, Apple's among them, refuse notices without it.
    """
    if "@" in contact and " " not in contact:
        return contact if contact.startswith(_MAILTO) else _MAILTO + contact
    return url if url.startswith("https://") else None

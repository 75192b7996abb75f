"""Whose the devices are that ask, as the store had it last: kept for those who ask again and again."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import replace
from typing import Final

from ..clock import now_ms
from ..store import Store, StoreError
from ..store.accounts import MINUTE_MS, Identity

_log = logging.getLogger(__name__)

_KEPT: Final = 50_000


class People:
    """Whose the devices are."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, Identity] = OrderedDict()
        self._age = 0
        self._noting: set[asyncio.Task[None]] = set()

    async def identity(self, device: str) -> Identity:
        """Return whose a device is. Raises `StoreError`."""
        found = self._known.get(device)
        if found is None:
            age = self._age
            found = (await self._store.accounts.identities([device]))[device]
            if age == self._age:
                self._keep(found)
        else:
            self._known.move_to_end(device)
        if found.replaces is not None and found.revoked_at is None:
            await self._replace(found)
        if found.has_account and found.revoked_at is None and now_ms() - found.used_at >= MINUTE_MS:
            self._keep(replace(found, used_at=now_ms()))
            self._note_use(device)
        return found

    async def _replace(self, new: Identity) -> None:
        """Sign out the device that a new one replaces, now that its answer has arrived."""
        try:
            await self._store.accounts.replace_device(new)
        except StoreError as error:
            _log.info("a new token's first use could not be noted: %s", error)
        else:
            self.forget()

    def forget(self) -> None:
        """Ask the store again from now on: devices were signed in or out."""
        self._age += 1
        self._known.clear()

    def _keep(self, identity: Identity) -> None:
        self._known[identity.device] = identity
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)

    def _note_use(self, device: str) -> None:
        async def note() -> None:
            try:
                await self._store.accounts.note_use(device)
            except StoreError as error:
                _log.info("a last use could not be noted: %s", error)

        task = asyncio.create_task(note())
        self._noting.add(task)
        task.add_done_callback(self._noting.discard)

"""Counting the finished games of which nobody has: those of older versions, one after another, the latest first."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from ..logs import of_table
from ..store import GameFigures, Store
from ..workers.pool import why
from .archive import Archive, Busy

_log = logging.getLogger(__name__)

_FIRST_SECONDS: Final = 5.0
"""A server that begins has other things to do at first."""
_EVERY_SECONDS: Final = 3600.0
"""Then again so often: a process of an older version may still end games."""
_AT_ONCE: Final = 50
_BUSY_SECONDS: Final = 1.0

_NOT_TOLD: Final = GameFigures("", 0, 0, [])
"""Of a game that cannot be played again any more."""


async def counting_loop(store: Store, archive: Archive) -> None:
    """Count games until cancelled."""
    await asyncio.sleep(_FIRST_SECONDS)
    while True:
        try:
            while await count_some(store, archive):
                pass
        except Exception as error:
            _log.warning("finished games could not be counted: %s", why(error))
        await asyncio.sleep(_EVERY_SECONDS)


async def count_some(store: Store, archive: Archive) -> int:
    """Count some finished games and return how many were looked at. Raises `StoreError`."""
    found = await store.uncounted_games(_AT_ONCE)
    for table_id, number in found:
        stored = await store.game(table_id, number)
        if stored is None:
            continue
        try:
            figures = await archive.count(stored)
        except Busy:
            await asyncio.sleep(_BUSY_SECONDS)
            continue
        except RuntimeError:
            _log.warning("game %d cannot be played again", number, extra=of_table(table_id))
            figures = _NOT_TOLD
        await store.keep_figures(table_id, number, figures)
    return len(found)

"""What has to be done from time to time: games that time moves on are kept live, and abandoned tables are closed."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from .clock import DAY_MS, now_ms
from .logs import of_table, sweep_logs
from .metrics import STORED_GAMES, STORED_TABLES
from .store import Store, StoreError
from .table.registry import Rooms

_log = logging.getLogger(__name__)


ABANDONED_MS: Final = DAY_MS
"""A table at which nothing was dealt is closed when nobody has been there for so long."""

_EVERY_SECONDS: Final = 30.0
_LATE_MS: Final = 300_000
"""For so long after a browser was signed in it may still write as the stranger that it was."""
_COUNT_EVERY: Final = 20
"""Once in so many rounds, ten minutes, it is counted what is stored: of a million tables that takes a moment."""
_SWEEP_EVERY: Final = 120
"""Once in so many rounds, an hour, all tables are looked at."""


async def keep_house(store: Store, rooms: Rooms, keep_days: int = 0) -> None:
    """Look after the tables until cancelled, and after the log.

    Those at which no game goes on are deleted after ``keep_days``, with 0 never.
    """
    number = 0
    while True:
        try:
            if number % _SWEEP_EVERY == 0:
                await sweep(store, rooms)
                await store.accounts.sweep()
                if keep_days:
                    await store.prune(now_ms() - keep_days * DAY_MS)
            if number % _COUNT_EVERY == 0:
                await count(store)
            await store.accounts.bring_after(now_ms() - _LATE_MS)
            await rooms.wake_lost()
            for table_id in rooms.waiting():
                await store.keep_open(table_id)
            if clocked := rooms.clocked():
                await store.keep_clocks(clocked, now_ms())
        except Exception as error:
            # Whatever is wrong with one table or for a moment, the others are looked after in the next round.
            # The text of any other error may name a card.
            said = error if isinstance(error, StoreError) else type(error).__name__
            _log.error("the tables could not be looked after: %s", said)
        sweep_logs()
        number += 1
        await asyncio.sleep(_EVERY_SECONDS)


async def count(store: Store) -> None:
    """Bring the figures of what is stored up to date."""
    found = await store.count()
    STORED_TABLES.set(found.tables)
    for state, games in (("running", found.games - found.finished), ("over", found.finished)):
        STORED_GAMES[state].set(games)


async def sweep(store: Store, rooms: Rooms, now: int | None = None) -> None:
    """Close abandoned tables, and wake those whose game goes on by itself; ``now`` in UTC milliseconds."""
    await store.close_abandoned((now_ms() if now is None else now) - ABANDONED_MS)
    for table_id in await store.moving_tables():
        try:
            await rooms.wake(table_id)
        except Exception as error:
            # Its text may name a card.
            _log.error("cannot be opened: %s", type(error).__name__, extra=of_table(table_id))

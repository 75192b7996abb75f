"""The background work: advance live games, close abandoned tables, follow operators' commands."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

from .archive.archive import counting_loop
from .clock import DAY_MS, now_ms
from .cluster import OperatorNews
from .configuration import Retention
from .features.kernel import Kernel
from .http.announcements import Announcements
from .http.feature import Feature
from .http.identity import Blocks, People
from .http.language import choose_language
from .http.limits import ConnectionLimit
from .logs import of_table, sweep_logs
from .metrics import BACKUP_SECONDS, DATABASE_BYTES, STORED_GAMES, STORED_TABLES
from .store import Operation, Store, StoreError
from .supervision import do_once, note_failure
from .tables.registry import Rooms
from .tables.socket import table_socket
from .workers.pool import Workers

_log = logging.getLogger(__name__)


ABANDONED_MS: Final = DAY_MS
"""A table without a deal is closed when nobody has been there for this long."""

_PAGES: Final = 1_000_000
"""The total of pages is bounded by the limit on connections."""

_EVERY_SECONDS: Final = 30.0
_LATE_MS: Final = 300_000
"""How long after signing in a browser may still write as the stranger it was."""
_COUNT_EVERY: Final = 20
"""The stored data is counted once in this many rounds, ten minutes: with a million tables that takes a moment."""
_SWEEP_EVERY: Final = 120
"""All tables are checked once in this many rounds, an hour."""
_GAMES_AT_ONCE: Final = 100
_RESTS: Final = 19
"""The pause after checking some tables, as a multiple of the time it took: there may be a lot of data, and a server
that has just started has people to serve."""


async def housekeeping_loop(store: Store, rooms: Rooms, retention: Retention) -> None:
    """Maintain the tables and the log until cancelled, and delete old data according to the retention."""
    sweeping: asyncio.Task[None] | None = None
    number = 0
    while True:
        try:
            if number % _SWEEP_EVERY == 0 and (sweeping is None or sweeping.done()):
                sweeping = do_once("sweep", sweep(store, rooms, rests=_RESTS))
            # Work that grows with the stored data does not run as soon as a server starts.
            if number % _SWEEP_EVERY == 1:
                await store.accounts.sweep()
                await store.letters.sweep()
                await store.evenings.sweep(_before(retention.events))
                await store.notices.sweep()
                await store.tournaments.sweep(_before(retention.events))
                for days, prune in (
                    (retention.reports, store.operators.prune_reports),
                    (retention.log, store.operators.prune_log),
                    (retention.tables, store.operators.prune),
                ):
                    if (before := _before(days)) is not None:
                        await prune(before)
            if number % _COUNT_EVERY == 1:
                await count(store)
            await store.accounts.follow_late(now_ms() - _LATE_MS)
            await rooms.wake_lost()
            for table_id in await store.tables.starting(now_ms() + 2 * int(_EVERY_SECONDS * 1000)):
                await rooms.wake(table_id)
            for table_id in rooms.waiting():
                await store.tables.keep_open(table_id)
            await rooms.keep_clocks()
            # People who get their letters over a table's connection do not poll for them, and would not be seen online.
            if here := rooms.people():
                await store.friends.note_all_seen(here)
        except asyncio.CancelledError:
            if sweeping is not None:
                sweeping.cancel()
            raise
        except Exception as error:
            _say(error)
        sweep_logs()
        number += 1
        await asyncio.sleep(_EVERY_SECONDS)


def _before(days: int) -> int | None:
    """Return the time a number of days ago, in UTC milliseconds; None for 0, which is never."""
    return now_ms() - days * DAY_MS if days else None


async def count(store: Store) -> None:
    """Update the metrics of the stored data."""
    found = await store.tables.count()
    STORED_TABLES.set(found.tables)
    for state, games in (("running", found.games - found.finished), ("over", found.finished)):
        STORED_GAMES[state].set(games)
    DATABASE_BYTES.set(await store.size())
    BACKUP_SECONDS.set((await store.operators.latest_backup() or 0) / 1000)


async def sweep(store: Store, rooms: Rooms, now: int | None = None, rests: float = 0) -> None:
    """Close abandoned tables, and wake those whose game goes on automatically; ``now`` in UTC milliseconds.

    Starts with the games dealt last, and after each part pauses for ``rests`` times as long as that took.
    """
    await store.tables.close_abandoned((now_ms() if now is None else now) - ABANDONED_MS)
    for end in range(await store.tables.newest_game(), 0, -_GAMES_AT_ONCE):
        began = time.monotonic()
        for table_id in await store.tables.moving(range(end - _GAMES_AT_ONCE + 1, end + 1)):
            try:
                await rooms.wake(table_id)
            except Exception as error:
                # Its text may name a card.
                _log.error("cannot be opened: %s", type(error).__name__, extra=of_table(table_id))
        await asyncio.sleep(rests * (time.monotonic() - began))


def _say(error: Exception) -> None:
    """Log a failure, at one table or temporary, so that the next round still handles the others."""
    if isinstance(error, StoreError):
        _log.error("the tables could not be looked after: %s", error)
    else:
        note_failure("housekeeper", error)


def follow_operators(
    store: Store, rooms: Rooms, blocks: Blocks, people: People, announcements: Announcements
) -> OperatorNews:
    """Return the news of `spite admin` and of devices that were signed in or out, carried out in this process.

    Tables are read again, and blocked people are sent away. Pages whose device has become another person's are sent
    away too: they come back as that person.
    """

    async def hear(operation: Operation) -> None:
        people.forget()
        await blocks.read()
        await announcements.read()
        await store.operators.read_switches()
        rooms.send_blocked(blocks.forbids)
        await rooms.renew(operation.changed)
        if devices := rooms.devices():
            rooms.send_changed(await store.accounts.identities(devices))

    return OperatorNews(store, hear)


def core(kernel: Kernel, workers: Workers, blocks: Blocks, people: People) -> Feature:
    """Return the feature with the work of every server: it starts before all others and closes after them."""
    store, rooms, news, settings = kernel.store, kernel.rooms, kernel.news, kernel.configuration
    announcements = Announcements(store)
    kernel.templates.globals["announcements"] = announcements.current
    operators = follow_operators(store, rooms, blocks, people, announcements)
    loops = {"housekeeper": lambda: housekeeping_loop(store, rooms, settings.retention)}
    if settings.works_ahead:
        loops["counting games"] = lambda: counting_loop(store, kernel.archive)

    async def start() -> None:
        await news.start()
        await operators.start()
        await blocks.read()
        await announcements.read()
        await store.operators.read_switches()

    async def close() -> None:
        await operators.close()
        await rooms.close()
        await news.close()

    services = {
        "store": store,
        "rooms": rooms,
        "news": news,
        "operators": operators,
        "page_limit": ConnectionLimit(_PAGES, settings.pages_of_one),
    }
    return Feature([table_socket, choose_language], services, start, loops, close, [workers, kernel.archive.workers])

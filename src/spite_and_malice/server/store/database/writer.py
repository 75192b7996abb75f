"""The only writer, with group commit: a thread, or the caller itself where there are no threads.

Work handed over while the last commit ran goes into the next transaction together, so that many tables share one wait
for the disk, and their moves the same two statements. If there is a lot, the next transaction waits a moment longer for
more: fewer transactions mean a higher throughput. A failing piece of work does not affect the others.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError, SQLAlchemyError

from ...logs import Trouble
from ...metrics import COMMIT_SECONDS, COMMIT_WORKS, CONFLICTS, WRITES
from ...supervision import note_failure
from ..games.statements import AddMove, add_moves
from ..records import Conflict, StoreError
from . import cause_of, is_passing

_log = logging.getLogger(__name__)

Work = Callable[[Connection], Any]
"""Statements about one table, and their result; may raise `StoreError` to have them undone."""

_GROUP: Final = 256
"""The most pieces of work in one transaction: keeps the wait of the first one short."""

_MANY: Final = 32
_GATHERING: Final = 0.02
"""Work right after a transaction of this many pieces waits this many seconds for more, as with PostgreSQL's
commit_delay. If everybody takes a second per move, that needs 1,600 people."""

GONE: Final = "the file of games is no longer where it was; put it back and start again"

_REST: Final = 1.0
"""A connection that was not used for this many seconds is returned to the pool; it is checked before its next use."""

_TRIES: Final = 3
"""How often a transaction is tried that fails because of another process's."""


@dataclass(slots=True, eq=False)
class _Item:
    """Submitted work, and the future for its outcome; ``loop`` is the event loop of the waiting caller."""

    table_id: str
    work: Work
    loop: asyncio.AbstractEventLoop
    outcome: asyncio.Future[Any]
    result: Any = None
    """The result of the work."""

    @property
    def is_given_up(self) -> bool:
        """Whether nobody wants it carried out any longer."""
        return self.outcome.cancelled()


class Writer:
    """Carries out work on the database: work on one table in the order it was handed over."""

    def __init__(self, engine: Engine, is_there: Callable[[], bool], *, has_thread: bool = True) -> None:
        """Write by ``engine`` as long as the database ``is_there``; without a thread immediately, in the caller's."""
        self._engine = engine
        self._is_there = is_there
        self._trouble = Trouble(_log, "the database can be written again")
        self._kept: Connection | None = None
        self._used_at = 0.0
        self._is_closed = False
        self._queue: SimpleQueue[_Item | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="store-writer", daemon=True) if has_thread else None
        if self._thread is not None:
            self._thread.start()

    def submit(self, table_id: str, work: Work, outcome: asyncio.Future[Any]) -> None:
        """Hand over work on a table; its outcome is set in the running loop. Raises `StoreError` after `close`.

        It gets the result of the work once that is durable, or carries `StoreError` or `Conflict`; if it is cancelled
        before the work begins, the work is skipped.
        """
        if self._is_closed:
            raise StoreError("the database is closed")
        item = _Item(table_id, work, asyncio.get_running_loop(), outcome)
        if self._thread is None:
            self._settle([item])
        else:
            self._queue.put(item)

    @property
    def is_failing(self) -> bool:
        """Whether the last transaction failed."""
        return self._trouble.has_come

    def close(self) -> None:
        """Finish the work already handed over and end the thread."""
        self._is_closed = True
        if self._thread is None:
            self._let_go()
        else:
            self._queue.put(None)
            self._thread.join()

    def _run(self) -> None:
        closing = False
        group: list[_Item | None] = []
        while not closing:
            was_many = len(group) >= _MANY
            group = [self._queue.get()]
            if was_many and time.monotonic() - self._used_at < _GATHERING:
                time.sleep(_GATHERING)
            while len(group) < _GROUP and not self._queue.empty():
                group.append(self._queue.get())
            if None in group:
                closing = True
            items = [item for item in group if item is not None and not item.is_given_up]
            if items:
                # Processes that lock the tables in the same order never deadlock.
                try:
                    self._settle(sorted(items, key=lambda item: item.table_id))
                except Exception as error:
                    # Otherwise nobody could write any longer: whatever the error, serve the next ones.
                    note_failure("store-writer", error)
                    _answer(items, dict.fromkeys(items, StoreError("the database could not be written")))
        self._let_go()

    def _settle(self, group: Sequence[_Item]) -> None:
        """Carry out a group and deliver the outcomes, in one call to each waiting loop."""
        failed: dict[_Item, Exception] = {}
        try:
            began = time.perf_counter()
            failed = self._commit(group)
            COMMIT_SECONDS.observe(time.perf_counter() - began)
            WRITES["stored"].inc()
            self._trouble.is_over()
        except Exception as error:
            cause = StoreError(f"the database could not be written: {cause_of(error)}")
            WRITES["failed"].inc()
            self._trouble.comes(str(cause))
            failed = dict.fromkeys(group, cause)
        COMMIT_WORKS.observe(len(group))
        CONFLICTS.inc(sum(isinstance(error, Conflict) for error in failed.values()))
        _answer(group, failed)

    def _commit(self, group: Sequence[_Item]) -> dict[_Item, Exception]:
        """Carry out a group in one transaction and return the failed pieces.

        Raises the error that rolled back all of it.
        """
        if not self._is_there():
            raise StoreError(GONE)
        for attempt in range(_TRIES):
            try:
                return self._together(group)
            except DBAPIError as error:
                if attempt + 1 == _TRIES or not is_passing(error):
                    raise
        raise AssertionError("the last try returns or raises")

    def _together(self, group: Sequence[_Item]) -> dict[_Item, Exception]:
        """Carry out a group without savepoints, which cost more than the statements of a move, or else with them."""
        try:
            with self._transaction() as connection:
                _carry_out(connection, group)
        except Exception as error:
            if not _is_of_one(error):
                raise
            return self._one_by_one(group)
        return {}

    def _one_by_one(self, group: Sequence[_Item]) -> dict[_Item, Exception]:
        """Carry out a group, each piece in a savepoint of its own, and return the pieces that failed."""
        failed: dict[_Item, Exception] = {}
        with self._transaction() as connection:
            for item in group:
                try:
                    with connection.begin_nested():
                        _carry_out(connection, [item])
                except Exception as error:
                    if not _is_of_one(error):
                        raise
                    failed[item] = _as_told(error)
        return failed

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """Begin a transaction on the cached connection, since taking a new one costs more than a move."""
        if time.monotonic() - self._used_at > _REST:
            self._let_go()
        if self._kept is None:
            self._kept = self._engine.connect()
        try:
            with self._kept.begin():
                yield self._kept
        except BaseException:
            self._let_go()
            raise
        self._used_at = time.monotonic()

    def _let_go(self) -> None:
        """Return the connection to the pool."""
        if self._kept is not None:
            self._kept.close()
            self._kept = None


def _carry_out(connection: Connection, group: Sequence[_Item]) -> None:
    """Carry out pieces of work, the moves among them together; a table has at most one of each."""
    moves = [item.work.move for item in group if isinstance(item.work, AddMove)]
    if moves:
        add_moves(connection, moves)
    for item in group:
        if not isinstance(item.work, AddMove):
            item.result = item.work(connection)


def _answer(group: Sequence[_Item], failed: Mapping[_Item, Exception]) -> None:
    """Deliver every outcome to its waiting loop."""
    for loop in {item.loop for item in group}:
        # The loop may be gone together with the caller that waited.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(_tell, [item for item in group if item.loop is loop], failed)


def _tell(group: Sequence[_Item], failed: Mapping[_Item, Exception]) -> None:
    """Set the outcomes of a finished group."""
    for item in group:
        outcome, error = item.outcome, failed.get(item)
        if outcome.done():
            continue
        if error is not None:
            outcome.set_exception(error)
        else:
            outcome.set_result(item.result)


def _is_of_one(error: Exception) -> bool:
    """Say whether one piece of work is at fault, and not the database, the disk or the connection."""
    return isinstance(error, IntegrityError | DataError | ProgrammingError) or not isinstance(error, SQLAlchemyError)


def _as_told(error: Exception) -> Exception:
    """Return the error for the caller who handed the work over."""
    if isinstance(error, IntegrityError):
        return Conflict(str(error.orig))
    if isinstance(error, SQLAlchemyError):
        _log.error("the database does not take a piece of work", exc_info=error)
        return StoreError(f"the database does not take this: {error}")
    return error

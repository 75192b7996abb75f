"""The server's counters and measurements for Prometheus (docs/operations.md explains each metric)."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Final

from spite_and_malice import __version__


class _NullMetric:
    """A metric that is not collected."""

    def __init__(self, *_about: object, **_more: object) -> None: ...

    def labels(self, *_values: object) -> _NullMetric:
        """Return the metric with labels."""
        return self

    def _take(self, *_values: Any) -> None: ...

    set: Final = _take
    inc: Final = _take
    dec: Final = _take
    observe: Final = _take
    set_function: Final = _take

    def time(self) -> AbstractContextManager[None]:
        """Return a context that measures nothing."""
        return nullcontext()


try:
    from prometheus_client import Counter, Gauge, Histogram
except ImportError:  # pragma: no cover - only in a browser, where nobody reads figures
    Counter = Gauge = Histogram = _NullMetric  # type: ignore[misc, assignment]

_FAST: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0)
_SLOW: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)

Gauge("spite_version", "The version that runs, as a label", ["version"]).labels(__version__).set(1)
TABLES: Final = Gauge("spite_tables", "Tables that are live in this process")
PAGES: Final = Gauge("spite_pages", "Pages that are connected to this process")
_PEOPLE: Final = Gauge("spite_people", "People who have a page open at a table in this process")
STORED_TABLES: Final = Gauge("spite_stored_tables", "Tables in the database, as of some minutes ago")
_STORED_GAMES: Final = Gauge("spite_stored_games", "Games in the database, as of some minutes ago", ["state"])
STORED_GAMES: Final = {state: _STORED_GAMES.labels(state) for state in ("running", "over")}
WORKERS: Final = Gauge("spite_workers", "Processes that have been started to think, or to tell games again", ["of"])
WAITING: Final = Gauge("spite_waiting", "Questions that wait for such a process", ["of"])
THOUGHT_AGAIN: Final = Counter(
    "spite_thought_again", "Questions that were thought about again here: who had them on the cluster went", ["of"]
)
_MOVES: Final = Counter("spite_moves", "Actions that this process stored and showed", ["by"])
MOVES_BY: Final = {False: _MOVES.labels("person"), True: _MOVES.labels("program")}
"""Counters of actions, by whether a program made them."""
MOVE_SECONDS: Final = Histogram(
    "spite_move_seconds", "From reading a page's message to having answered it, stored and shown", buckets=_FAST
)
COMMIT_SECONDS: Final = Histogram("spite_commit_seconds", "One transaction of the writer", buckets=_FAST)
COMMIT_WORKS: Final = Histogram(
    "spite_commit_works", "Pieces of work in one transaction", buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256)
)
_WRITES: Final = Counter("spite_writes", "Transactions of the writer", ["outcome"])
WRITES: Final = {outcome: _WRITES.labels(outcome) for outcome in ("stored", "failed")}
READ_FAILURES: Final = Counter("spite_read_failures", "Times that the database could not be read")
NEWS_AWAY: Final = Gauge("spite_news_away", "1 while the news between processes (Redis) cannot be reached")
DATABASE_BYTES: Final = Gauge("spite_database_bytes", "Size of the database, as of some minutes ago")
DISK_FREE: Final = Gauge("spite_disk_free_bytes", "Room on the disk of the file of games; none with PostgreSQL", ["of"])
BACKUP_SECONDS: Final = Gauge("spite_backup_timestamp_seconds", "When `spite admin backup` last wrote one, 0: never")
_ANSWERS: Final = Counter("spite_answers", "Answers to requests, by the class of their status", ["class"])
ANSWERS: Final = {number: _ANSWERS.labels(f"{number}xx") for number in range(1, 6)}
PAGE_SECONDS: Final = Histogram(
    "spite_page_seconds",
    "From a request to the beginning of its answer, by the route",
    ["route"],
    buckets=(0.005, 0.025, 0.1, 0.5, 2.0, 10.0),
)
CONFLICTS: Final = Counter("spite_conflicts", "Writes that another process was faster with")
THINKING_SECONDS: Final = Histogram(
    "spite_thinking_seconds", "One move of a computer player, waiting included", ["player"], buckets=_SLOW
)
THINKING_FAILURES: Final = Counter("spite_thinking_failures", "Moves that a computer player did not name", ["player"])
REFUSED: Final = Counter("spite_refused_requests", "Requests that are refused, by the limit or the switch", ["why"])
_MAILS: Final = Counter("spite_mails", "Mails", ["outcome"])
MAILS: Final = {outcome: _MAILS.labels(outcome) for outcome in ("sent", "failed")}
TASK_FAILURES: Final = Counter("spite_task_failures", "Times that something in the background failed", ["task"])
NOTICES: Final = Counter("spite_notices", "Notices to devices", ["kind", "outcome"])

_here: Final[Count[str | None]] = Count()


@contextmanager
def at_a_table(person: str | None) -> Iterator[None]:
    """Count a page as long as it is open, and its person once, however many pages they have."""
    _here[person] += 1
    PAGES.inc()
    _PEOPLE.set(len(_here))
    try:
        yield
    finally:
        _here[person] -= 1
        if not _here[person]:
            del _here[person]
        PAGES.dec()
        _PEOPLE.set(len(_here))

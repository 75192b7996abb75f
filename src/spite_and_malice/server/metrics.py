"""What the server counts and measures, for Prometheus (docs/operations.md says what each figure is good for)."""

from __future__ import annotations

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

from spite_and_malice import __version__

_FAST: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0)
_SLOW: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)

Gauge("spite_version", "The version that runs, as a label", ["version"]).labels(__version__).set(1)
TABLES: Final = Gauge("spite_tables", "Tables that are live in this process")
PAGES: Final = Gauge("spite_pages", "Pages that are connected to this process")
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
CONFLICTS: Final = Counter("spite_conflicts", "Writes that another process was faster with")
THINKING_SECONDS: Final = Histogram(
    "spite_thinking_seconds", "One move of a computer player, waiting included", ["player"], buckets=_SLOW
)
THINKING_FAILURES: Final = Counter("spite_thinking_failures", "Moves that a computer player did not name", ["player"])
MAILS: Final = Counter("spite_mails", "Turn mails", ["outcome"])

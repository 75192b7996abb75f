"""What the server counts and measures, for Prometheus (docs/operations.md says what each figure is good for)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

import prometheus_client
from prometheus_client import REGISTRY, Counter, Gauge
from prometheus_client.metrics_core import HistogramMetricFamily
from prometheus_client.registry import Collector

_FAST: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0)
_SLOW: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)


class Histogram(Collector):
    """A histogram that one thread alone fills, so that it needs none of the locks of prometheus_client's."""

    def __init__(self, name: str, documentation: str, buckets: Sequence[float]) -> None:
        """Count values up to each of ``buckets``, and all."""
        self._name = name
        self._documentation = documentation
        self._bounds = tuple(buckets)
        self._counts = [0] * (len(self._bounds) + 1)
        self._sum = 0.0
        REGISTRY.register(self)

    def observe(self, value: float) -> None:
        """Count a value."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """Return what was counted, for Prometheus."""
        bounds = (*map(str, self._bounds), "+Inf")
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        yield HistogramMetricFamily(self._name, self._documentation, buckets, self._sum)


TABLES: Final = Gauge("spite_tables", "Tables that are live in this process")
PAGES: Final = Gauge("spite_pages", "Pages that are connected to this process")
_MOVES: Final = Counter("spite_moves", "Actions that this process stored and showed", ["by"])
MOVES_BY: Final = {False: _MOVES.labels("person"), True: _MOVES.labels("program")}
"""Counters of actions, by whether a program made them."""
MOVE_SECONDS: Final = Histogram(
    "spite_move_seconds", "From reading a page's message to having answered it, stored and shown", _FAST
)
COMMIT_SECONDS: Final = Histogram("spite_commit_seconds", "One transaction of the writer", _FAST)
COMMIT_WORKS: Final = Histogram(
    "spite_commit_works", "Pieces of work in one transaction", (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0)
)
CONFLICTS: Final = Counter("spite_conflicts", "Writes that another process was faster with")
THINKING_SECONDS: Final = prometheus_client.Histogram(
    "spite_thinking_seconds", "One move of a computer player, waiting included", ["player"], buckets=_SLOW
)
THINKING_FAILURES: Final = Counter("spite_thinking_failures", "Moves that a computer player did not name", ["player"])
MAILS: Final = Counter("spite_mails", "Turn mails", ["outcome"])

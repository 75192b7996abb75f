"""The time by which everything is stored."""

from __future__ import annotations

import time


def now_ms() -> int:
    """Return the time in whole UTC milliseconds since 1970."""
    return time.time_ns() // 1_000_000

"""The time by which everything is stored."""

from __future__ import annotations

import time
from typing import Final

DAY_MS: Final = 24 * 3_600_000
"""A day in milliseconds."""


def now_ms() -> int:
    """Return the time in whole UTC milliseconds since 1970."""
    return time.time_ns() // 1_000_000

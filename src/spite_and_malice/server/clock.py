"""The time by which everything is stored."""

from __future__ import annotations

import time
from datetime import UTC, datetime, tzinfo
from typing import Final
from zoneinfo import ZoneInfo

MINUTE_MS: Final = 60_000
"""A minute in milliseconds."""

DAY_MS: Final = 24 * 3_600_000
"""A day in milliseconds."""

NEVER_MS: Final = 2**63
"""Later than any time, to order what has none after all that has."""


def now_ms() -> int:
    """Return the time in whole UTC milliseconds since 1970."""
    return time.time_ns() // 1_000_000


BEGAN_AT: Final = now_ms()
"""When this process began, in UTC milliseconds."""


def late_at(made_at: int, grace: int) -> int:
    """Return when an absent player is late: ``grace`` seconds after the call, not counting when no server ran."""
    return max(made_at, BEGAN_AT) + grace * 1000


def moment(milliseconds: int) -> str:
    """Return a time in UTC milliseconds as programs read it: 2026-01-31T18:05:00Z."""
    return datetime.fromtimestamp(milliseconds // 1000, UTC).isoformat().replace("+00:00", "Z")


def zone_of(name: str) -> tzinfo:
    """Return a zone by its name, UTC for one that is not known."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        # A system without the names of zones, or with others than the browser's.
        return UTC

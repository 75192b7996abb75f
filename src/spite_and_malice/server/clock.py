"""The clock for all stored times."""

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
"""Later than any time, to sort entries without a time last."""


def now_ms() -> int:
    """Return the time in whole UTC milliseconds since 1970."""
    return time.time_ns() // 1_000_000


BEGAN_AT: Final = now_ms()
"""When this process started, in UTC milliseconds."""


def late_at(made_at: int, grace: int) -> int:
    """Return when an absent player is late: ``grace`` seconds after the call, not counting time when no server ran."""
    return max(made_at, BEGAN_AT) + grace * 1000


def moment(milliseconds: int) -> str:
    """Return a time in UTC milliseconds in the format for programs: 2026-01-31T18:05:00Z."""
    return datetime.fromtimestamp(milliseconds // 1000, UTC).isoformat().replace("+00:00", "Z")


def zone_of(name: str) -> tzinfo:
    """Return a zone by its name, UTC if it is unknown."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        # A system without zone names, or with different ones than the browser's.
        return UTC

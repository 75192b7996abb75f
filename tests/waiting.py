"""Waiting for an event. Tests let time pass in no other way, unless they are about time itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

SECONDS: Final = 30.0
"""The time a test waits for anything before it fails."""

EVERY_SECONDS: Final = 0.02


def wait_until(
    holds: Callable[[], object],
    fault: Callable[[], str] = lambda: "it has not happened",
    *,
    seconds: float = SECONDS,
    pause: Callable[[float], None] = time.sleep,
) -> None:
    """Wait until a condition holds; after ``seconds`` fail with the fault.

    ``pause`` lets seconds pass; a page must handle events meanwhile.
    """
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, fault()
        pause(EVERY_SECONDS)

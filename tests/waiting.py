"""Waiting for what is to happen. Tests let no time pass otherwise, but where time itself is what they are about."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

SECONDS: Final = 30.0
"""How long a test waits for anything before it fails."""

EVERY_SECONDS: Final = 0.02


def wait_until(
    holds: Callable[[], object],
    fault: Callable[[], str] = lambda: "it has not happened",
    *,
    seconds: float = SECONDS,
    pause: Callable[[float], None] = time.sleep,
) -> None:
    """Wait until something holds; after ``seconds`` fail and say the fault.

    ``pause`` lets seconds pass; a page must have events handled meanwhile.
    """
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, fault()
        pause(EVERY_SECONDS)

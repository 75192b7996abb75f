"""The clock on the wall and that of a process, which a test can set."""

from __future__ import annotations

import time

from spite_and_malice.server.clock import now_ms


class Time:
    """The server's clock, which a test can set forward."""

    def __init__(self) -> None:
        self.forward = 0.0
        self.set_by = 0.0
        """By how much the clock on the wall was set, while no time went by."""
        self._real = time.monotonic

    def monotonic(self) -> float:
        return self._real() + self.forward

    def now_ms(self) -> int:
        return now_ms() + int((self.forward + self.set_by) * 1000)

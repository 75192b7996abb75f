"""The wall clock and a process's clock, which a test can set."""

from __future__ import annotations

import time

from spite_and_malice.server.clock import now_ms


class Time:
    """The server's clock, which a test can set forward."""

    def __init__(self) -> None:
        self.forward = 0.0
        self.set_by = 0.0
        """The change to the wall clock while no time passed."""
        self._real = time.monotonic

    def monotonic(self) -> float:
        return self._real() + self.forward

    def now_ms(self) -> int:
        return now_ms() + int((self.forward + self.set_by) * 1000)

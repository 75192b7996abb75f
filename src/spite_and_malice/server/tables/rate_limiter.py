"""How much somebody may do at a table in a time."""

from __future__ import annotations

import time
from collections import deque


class Pace:
    """Allows so many things at once, and no more of them in so many seconds."""

    def __init__(self, at_once: int, seconds: float) -> None:
        self._seconds = seconds
        self._done: deque[float] = deque(maxlen=at_once)

    @property
    def is_over(self) -> bool:
        """Whether nothing was done for so long that nothing need be remembered."""
        return not self._done or time.monotonic() - self._done[-1] >= self._seconds

    def allows(self) -> bool:
        """Count something that is to be done; False if there was too much a moment ago."""
        now = time.monotonic()
        if len(self._done) == self._done.maxlen and now - self._done[0] < self._seconds:
            return False
        self._done.append(now)
        return True

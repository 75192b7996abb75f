"""The only rate limiter: how much somebody may do in a period, in memory or, with several processes, in Redis.

The library `limits` takes at least four times as long per request, and needs a thread of its own.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Final

Shared = Callable[[str, int, int], Awaitable[bool | None]]
"""Counts for all processes together (`cluster.News.admits`); None while they cannot count together."""

_MOMENT: Final = 0.001


class RateLimiter:
    """Lets each key do at most N things per T seconds.

    The whole current window counts, and the part of the previous window within the last T seconds. That takes two
    numbers for each key, and anything older is forgotten immediately.
    """

    def __init__(
        self,
        most: int | None,
        seconds: int,
        *,
        clock: Callable[[], float] | None = None,
        name: str = "",
        shared: Shared | None = None,
    ) -> None:
        """Allow ``most`` in any ``seconds``, None for any number.

        ``name`` distinguishes the limiter from others that use the same ``shared``.
        """
        self._most = most
        self._seconds = seconds
        self._clock = clock or time.monotonic
        self._name = name
        self._shared = shared
        self._window = -1.0
        self._now: dict[str, float] = {}
        self._before: dict[str, float] = {}

    @property
    def known(self) -> int:
        """The number of keys being counted."""
        return len(self._now.keys() | self._before.keys())

    def allows(self, key: str = "", cost: float = 1.0) -> bool:
        """Count an action before it is done; False if there were too many already."""
        if self._most is None:
            return True
        left = 1.0 - self._begun()
        now = self._now.get(key, 0.0)
        if now + self._before.get(key, 0.0) * left >= self._most:
            return False
        self._now[key] = now + cost
        return True

    async def allows_in_all(self, key: str) -> bool:
        """Count for all processes together; only for this one if they cannot count together."""
        counted = None
        if self._shared is not None and self._most is not None:
            counted = await self._shared(f"{self._name}:{key}", self._most, self._seconds)
        return self.allows(key) if counted is None else counted

    def seconds_until(self, key: str) -> float:
        """Return how long a key has to wait until it may do something again."""
        if self._most is None:
            return 0.0
        begun = self._begun()
        now, before = self._now.get(key, 0.0), self._before.get(key, 0.0)
        if now + before * (1.0 - begun) < self._most:
            return 0.0
        # The elapsed part of a window at which enough of the previous one no longer counts.
        enough = 1.0 - (self._most - now) / before if now < self._most else 2.0 - self._most / now
        return (enough - begun) * self._seconds + _MOMENT

    def _begun(self) -> float:
        """Return the elapsed fraction of the current window."""
        window, begun = divmod(self._clock() / self._seconds, 1.0)
        if window != self._window:
            self._before = self._now if window == self._window + 1.0 else {}
            self._now = {}
            self._window = window
        return begun

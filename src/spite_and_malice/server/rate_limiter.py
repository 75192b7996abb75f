"""How much somebody may do in a period: the one rate limiter, in memory or, with several processes, in Redis.

The library `limits` takes at least four times as long for a request as this, and needs a thread of its own.
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

    All of the window of time that runs counts, and of the window before the part that lies within the last seconds.
    That takes two numbers for each key, and whatever is older is forgotten at once.
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

        ``name`` tells the limiter from others that count by the same ``shared``.
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
        """How many keys are kept count of."""
        return len(self._now.keys() | self._before.keys())

    def allows(self, key: str = "", cost: float = 1.0) -> bool:
        """Count something that is to be done; False if there was too much already."""
        if self._most is None:
            return True
        left = 1.0 - self._begun()
        now = self._now.get(key, 0.0)
        if now + self._before.get(key, 0.0) * left >= self._most:
            return False
        self._now[key] = now + cost
        return True

    async def allows_in_all(self, key: str) -> bool:
        """Count likewise for all processes together; for this one alone where they cannot count together."""
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
        # What is over of a window when enough of the one before it counts no more.
        enough = 1.0 - (self._most - now) / before if now < self._most else 2.0 - self._most / now
        return (enough - begun) * self._seconds + _MOMENT

    def _begun(self) -> float:
        """Return how much of the window that runs is over, as a part of it."""
        window, begun = divmod(self._clock() / self._seconds, 1.0)
        if window != self._window:
            self._before = self._now if window == self._window + 1.0 else {}
            self._now = {}
            self._window = window
        return begun

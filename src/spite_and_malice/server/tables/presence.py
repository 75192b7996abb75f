"""Who of the people at a table is there: which seats have an open page, and since when the others have none."""

from __future__ import annotations

import time
from collections.abc import Iterable

from ..clock import now_ms


class Presence:
    """The pages' coming and going at one table, seat by seat."""

    def __init__(self) -> None:
        self.here: frozenset[int] = frozenset()
        """The seats whose people have a page open."""
        self._opened = time.monotonic()
        self._left: dict[int, tuple[float, int]] = {}

    def update(self, here: Iterable[int]) -> bool:
        """Take note of the seats that have a page now; say whether that is a change."""
        now_here = frozenset(here)
        if now_here == self.here:
            return False
        for seat in self.here - now_here:
            self._left[seat] = time.monotonic(), now_ms()
        for seat in now_here:
            self._left.pop(seat, None)
        self.here = now_here
        return True

    def forget(self, seat: int) -> None:
        """Count the absence of the person at a seat from now on: it is somebody else, or they have just gone."""
        self._left[seat] = time.monotonic(), now_ms()

    def away_since(self, seat: int) -> int | None:
        """Return since when the person has been away, in UTC milliseconds; None if they are there, or nobody knows."""
        return None if seat in self.here or seat not in self._left else self._left[seat][1]

    def away_for(self, seat: int) -> float:
        """Return for how many seconds a person has been away, since this table is live at most; 0 if they are there."""
        if seat in self.here:
            return 0.0
        return time.monotonic() - (self._left[seat][0] if seat in self._left else self._opened)

"""Who of the people at a table is ready for the next game, and when it is dealt."""

from __future__ import annotations

import time
from collections.abc import Set as AbstractSet
from typing import Final

from msgspec import Struct

from ...tables.presence import Presence
from .table import Table

COUNTDOWN_SECONDS: Final = 30.0
"""After how long the next game is dealt once somebody is ready for it."""


class Ready(Struct):
    """What processes tell each other of who is ready; ``left`` are the seconds of the countdown."""

    game: int
    owners: tuple[str, ...]
    left: float | None
    stopped: bool


class Readiness:
    """The people who are ready for the game after one that is over.

    With the first of them a countdown begins, which each of them can stop for good: then all who are there have to be
    ready. Those who have left are not waited for, those who are away no longer than the countdown takes.
    """

    def __init__(self) -> None:
        self._game = 0
        self._owners: frozenset[str] = frozenset()
        self._until: float | None = None
        self._is_stopped = False

    def add(self, table: Table, owner: str) -> None:
        """Take note that somebody is ready; the first one starts the countdown."""
        self._begin(table)
        self._owners |= {owner}
        if self._until is None and not self._is_stopped:
            self._until = time.monotonic() + COUNTDOWN_SECONDS

    def stop(self, table: Table, owner: str) -> None:
        """Stop the countdown for somebody, who is not ready any more if they were."""
        self._begin(table)
        self._owners -= {owner}
        self._until, self._is_stopped = None, True

    def seats(self, table: Table) -> frozenset[int]:
        """Return the seats whose people are ready."""
        if self._game != table.number or table.turn is not None:
            return frozenset()
        return frozenset(number for number, seat in enumerate(table.row.seats) if seat.owner in self._owners)

    def countdown(self, table: Table) -> float | None:
        """Return the seconds that the countdown still takes, None if none runs."""
        if self._until is None or not self.seats(table):
            return None
        return max(0.0, self._until - time.monotonic())

    def due(self, table: Table, presence: Presence) -> float | None:
        """Return after how many seconds the next game is to be dealt, None while it is waited for somebody."""
        ready = self.seats(table)
        if not ready & presence.here:
            return None
        missing = awaited(table) - ready
        if not missing:
            return 0.0
        if not self._is_stopped:
            return self.countdown(table)
        if missing & presence.here:
            return None
        return max(0.0, *(COUNTDOWN_SECONDS - presence.away_for(seat) for seat in missing))

    def told(self) -> Ready:
        """Return what other processes have to know."""
        left = None if self._until is None else self._until - time.monotonic()
        return Ready(self._game, tuple(sorted(self._owners)), left, self._is_stopped)

    def hear(self, told: Ready) -> None:
        """Take over what another process has told."""
        self._game, self._owners, self._is_stopped = told.game, frozenset(told.owners), told.stopped
        self._until = None if told.left is None else time.monotonic() + told.left

    def _begin(self, table: Table) -> None:
        if self._game != table.number:
            self._game, self._owners, self._until, self._is_stopped = table.number, frozenset(), None, False


def awaited(table: Table) -> AbstractSet[int]:
    """Return the seats of the people who are asked before the next game is dealt: all who have not left."""
    return {number for number, seat in enumerate(table.row.seats) if seat.kind == "person" and seat.stand_in != "left"}

"""What time does at a table: the clock of the seat to move, and how long people may be away."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

from ...clock import now_ms
from ...cluster import News
from ...store import ClocksRow, TableRow
from ...tables.presence import Presence
from .readiness import Readiness
from .table import Table

Late = tuple[int, str]
"""A seat and why a stand-in has to play for it: ``clock`` or ``away``."""


ClockSet = tuple[int, int]
"""From when a clock was counted, and from when it is now that the clock on the wall was set."""

_SET_MS: Final = 1000
"""By less the clock on the wall is only kept right."""

GONE_SECONDS: Final = 600.0
"""Who has been away for so long may find a computer player on their seat, and can take it back."""


class Timing:
    """The clocks and absences of one table; asked again whenever something has changed."""

    def __init__(self, table: Table, news: News) -> None:
        self.presence: Presence = Presence()
        self.readiness: Readiness = Readiness()
        self._news = news
        self._table = table
        self._began = time.monotonic()
        self._known: tuple[int, float] | None = None
        """When the clocks were written that are counted from, by the clock on the wall and by this process's own."""
        self._since = self._counted_from(table)

    def take_over(self, table: Table) -> None:
        """Go on with another game, or with the table as it is stored."""
        self._table = table
        self._began = time.monotonic()
        self._since = self._counted_from(table)

    def resume(self, table: Table) -> None:
        """Go on with the same game and with the clocks that are stored."""
        self._table = table
        self._since = self._counted_from(table)

    def rearrange(self, table: Table) -> None:
        """Go on with other seats or settings, and the clocks that were `arranged` for them."""
        before, self._table = self._table, table
        for seat, (was, now) in enumerate(zip(before.row.seats, table.row.seats, strict=True)):
            if was.owner != now.owner:
                self.presence.forget(seat)
        self._since = self._counted_from(table)

    def arranged(self, row: TableRow) -> ClocksRow | None:
        """Return the clocks of the table when it is arranged as in ``row``, None if they stay as they are.

        Who leaves their seat in their turn has used their time so far: it is not given back when they return.
        """
        table, turn, clock = self._table, self._table.turn, self._table.settings.clock
        if turn is None or clock is None or table.clocks is None:
            return None
        if table.program_at(turn) == table.arranged(row).program_at(turn):
            return None
        was, now, left = table.row.seats[turn], row.seats[turn], table.clocks.left
        starts_anew = clock.kind == "move" and (was.stand_in == "clock" or was.owner != now.owner)
        mine = clock.seconds * 1000 if starts_anew else max(0, left[turn] - self.elapsed())
        return ClocksRow((*left[:turn], mine, *left[turn + 1 :]), now_ms())

    def restart(self) -> None:
        """Begin to count for the seat that is to move now."""
        if self._table.settings.clock is not None:
            self._since = self._counted_from(self._table)

    def elapsed(self) -> int:
        """Return how long the person to move has taken so far, in milliseconds; 0 if there is none."""
        turn = self._table.turn
        if turn is None or self._table.program_at(turn) is not None:
            return 0
        return int((time.monotonic() - self._since) * 1000)

    def follow_wall(self) -> ClockSet | None:
        """Count from another time if the clock on the wall has been set, and return both; None if it has not.

        What is stored is a time by the wall: counted from it after a restart, what was set would be taken for time.
        """
        clocks, turn = self._table.clocks, self._table.turn
        if clocks is None or turn is None or self._table.program_at(turn) is not None:
            return None
        since = now_ms() - self.elapsed()
        if abs(since - clocks.since) < _SET_MS:
            return None
        self._table.clocks = replace(clocks, since=since)
        self._known = since, self._since
        return clocks.since, since

    def left(self) -> tuple[int, ...] | None:
        """Return what the clocks show now, in milliseconds; None without clocks."""
        turn = self._table.turn
        if turn is None or (clocks := self._table.newest.clocks) is None:
            return None
        return (*clocks[:turn], max(0, clocks[turn] - self.elapsed()), *clocks[turn + 1 :])

    def gone(self) -> frozenset[int]:
        """Return the seats whose people have been away for long."""
        if not self._news.knows_presence:
            return frozenset()
        people = (seat for seat, at in enumerate(self._table.row.seats) if at.kind == "person")
        return frozenset(seat for seat in people if self.presence.away_for(seat) >= GONE_SECONDS)

    @property
    def is_waiting_for_all(self) -> bool:
        """Whether no clock runs and none of the people is there: the game waits for them, who keep nobody waiting."""
        return self._table.settings.clock is None and not self.presence.here

    def due(self) -> float | None:
        """Return after how many seconds the next time runs out or the next game is to be dealt, None if none is."""
        if self._table.turn is None:
            return self.readiness.due(self._table, self.presence)
        limits = self._limits()
        return min(limits)[0] if limits else None

    def late(self) -> Late | None:
        """Return a seat whose time has run out, None if there is none."""
        return next((late for seconds, late in self._limits() if seconds <= 0), None)

    def _limits(self) -> list[tuple[float, Late]]:
        """Return every time that runs: the seconds until it runs out, and what happens then."""
        table, turn = self._table, self._table.turn
        limits: list[tuple[float, Late]] = []
        if turn is None:
            return limits
        if table.newest.clocks is not None and table.program_at(turn) is None and (left := self.left()) is not None:
            limits.append((left[turn] / 1000, (turn, "clock")))
        limit, here = table.settings.away_seconds, self.presence.here
        if limit is None or len(here) == len(table.row.seats) or not self._news.knows_presence:
            return limits
        if self.is_waiting_for_all:
            return limits
        for seat, at in enumerate(table.row.seats):
            if seat not in here and at.kind == "person" and at.stand_in is None:
                playing = time.monotonic() - self._began
                limits.append((limit - min(playing, self.presence.away_for(seat)), (seat, "away")))
        return limits

    def _counted_from(self, table: Table) -> float:
        """Return when the clock of the seat to move began to count, on this process's own clock.

        Every process counts from the time that is stored, so they agree, and one that ends gives no time back. That
        time is looked at once: should the clock on the wall be set meanwhile, nobody loses or wins time by it.
        """
        clocks, now = table.clocks, time.monotonic()
        if clocks is None:
            return now
        if self._known is None or self._known[0] != clocks.since:
            self._known = clocks.since, now - max(0, now_ms() - clocks.since) / 1000
        return self._known[1]

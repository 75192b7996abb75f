"""What time does at a table: the clock of the seat to move, and how long people may be away."""

from __future__ import annotations

import time
from collections.abc import Iterator

from .news import News
from .presence import Presence
from .tables import Table

Late = tuple[int, str]
"""A seat and why a stand-in has to play for it: ``clock`` or ``away``."""


class Timing:
    """The clocks and absences of one table; asked again whenever something has changed."""

    def __init__(self, table: Table, news: News) -> None:
        self.presence = Presence()
        self._news = news
        self._table = table
        self._began = self._since = time.monotonic()

    def take_over(self, table: Table) -> None:
        """Go on with another game, or with the table as it is stored."""
        self._table = table
        self._began = self._since = time.monotonic()

    def resume(self, table: Table) -> None:
        """Go on with the same game, read again from the store."""
        self._table = table

    def rearrange(self, table: Table) -> None:
        """Go on with other seats or settings.

        Who leaves his seat in his turn has used his time so far: it is not given back when he returns.
        """
        before, taken = self._table, self.elapsed()
        self._table = table
        for seat, (was, now) in enumerate(zip(before.row.seats, table.row.seats, strict=True)):
            if was.owner != now.owner:
                self.presence.forget(seat)
        turn, clock = table.turn, table.settings.clock
        if turn is not None and before.program_at(turn) != table.program_at(turn):
            self._since = time.monotonic()
            if clock is not None and (left := table.newest.clocks) is not None:
                was, now = before.row.seats[turn], table.row.seats[turn]
                starts_anew = clock.kind == "move" and (was.stand_in == "clock" or was.owner != now.owner)
                mine = clock.seconds * 1000 if starts_anew else max(0, left[turn] - taken)
                table.newest.clocks = (*left[:turn], mine, *left[turn + 1 :])

    def restart(self) -> None:
        """Begin to count for the seat that is to move now."""
        self._since = time.monotonic()

    def elapsed(self) -> int:
        """Return how long the person to move has taken so far, in milliseconds; 0 if there is none."""
        turn = self._table.turn
        if turn is None or self._table.program_at(turn) is not None:
            return 0
        return int((time.monotonic() - self._since) * 1000)

    def left(self) -> tuple[int, ...] | None:
        """Return what the clocks show now, in milliseconds; None without clocks."""
        turn = self._table.turn
        if turn is None or (clocks := self._table.newest.clocks) is None:
            return None
        return (*clocks[:turn], max(0, clocks[turn] - self.elapsed()), *clocks[turn + 1 :])

    def due(self) -> float | None:
        """Return after how many seconds the next time runs out, None if none does."""
        return min((seconds for seconds, _ in self._limits()), default=None)

    def late(self) -> Late | None:
        """Return a seat whose time has run out, None if there is none."""
        return next((late for seconds, late in self._limits() if seconds <= 0), None)

    def _limits(self) -> Iterator[tuple[float, Late]]:
        """Yield every time that runs: the seconds until it runs out, and what happens then."""
        table, turn = self._table, self._table.turn
        if turn is None:
            return
        if table.program_at(turn) is None and (left := self.left()) is not None:
            yield left[turn] / 1000, (turn, "clock")
        if (limit := table.settings.away_seconds) is None or not self._news.knows_presence:
            return
        playing = time.monotonic() - self._began
        for seat, at in enumerate(table.row.seats):
            if at.kind == "person" and at.stand_in is None and seat not in self.presence.here:
                yield limit - min(playing, self.presence.away_for(seat)), (seat, "away")

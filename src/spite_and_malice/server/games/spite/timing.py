"""Time at a table: the clock of the seat to move, how long people may be away, and when the next deal is due."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Final

from msgspec import Struct

from ...clock import now_ms
from ...cluster import News
from ...store import ClocksRow, TableRow
from ...supervision import do_once
from ...tables.presence import Presence
from .correspondence import MORE_MS
from .table import Table


class Alarm:
    """Runs a function once after a delay; setting a new time replaces the previous one."""

    def __init__(self, table_id: str, act: Callable[[], Awaitable[None]], on_idle: Callable[[], None]) -> None:
        """``act`` is run in a task; ``on_idle`` is called when it has finished."""
        self._table_id = table_id
        self._act = act
        self._on_idle = on_idle
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def is_set(self) -> bool:
        """Whether a time is pending, or the function is running."""
        return self._timer is not None or self._task is not None

    def set(self, seconds: float | None) -> None:
        """Wait that long from now; None cancels."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        if seconds is not None:
            self._timer = asyncio.get_running_loop().call_later(max(0.0, seconds), self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._task = do_once("alarm", self._carry_out(), self._table_id)

    async def _carry_out(self) -> None:
        try:
            await self._act()
        finally:
            self._task = None
            self._on_idle()


COUNTDOWN_SECONDS: Final = 30.0
"""How long after somebody is ready the next game is dealt."""


class Ready(Struct):
    """The readiness data exchanged by processes; ``left`` is the countdown in seconds."""

    game: int
    people: tuple[str, ...]
    left: float | None
    stopped: bool


class Readiness:
    """The people who are ready for the game after a finished one.

    The first of them starts a countdown, which anybody can stop for good: then everybody present has to be ready. The
    deal does not wait for people who have left, and waits for absent people only until the countdown ends.
    """

    def __init__(self) -> None:
        self._game = 0
        self._people: frozenset[str] = frozenset()
        self._until: float | None = None
        self._is_stopped = False

    def add(self, table: Table, person: str) -> None:
        """Record that a person is ready; the first one starts the countdown."""
        self._begin(table)
        self._people |= {person}
        if self._until is None and not self._is_stopped:
            self._until = time.monotonic() + COUNTDOWN_SECONDS

    def stop(self, table: Table, person: str) -> None:
        """Stop the countdown for a person, who is no longer ready if they were."""
        self._begin(table)
        self._people -= {person}
        self._until, self._is_stopped = None, True

    def seats(self, table: Table) -> frozenset[int]:
        """Return the seats of the people who are ready."""
        if self._game != table.number or table.turn is not None:
            return frozenset()
        return frozenset(number for number, seat in enumerate(table.row.seats) if seat.person in self._people)

    def countdown(self, table: Table) -> float | None:
        """Return the seconds left in the countdown, None if it is not running."""
        if self._until is None or not self.seats(table):
            return None
        return max(0.0, self._until - time.monotonic())

    def due(self, table: Table, presence: Presence) -> float | None:
        """Return the seconds until the next game is to be dealt, None while the table waits for a person."""
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
        """Return the state that other processes need to know."""
        left = None if self._until is None else self._until - time.monotonic()
        return Ready(self._game, tuple(sorted(self._people)), left, self._is_stopped)

    def hear(self, told: Ready) -> None:
        """Adopt the state received from another process."""
        self._game, self._people, self._is_stopped = told.game, frozenset(told.people), told.stopped
        self._until = None if told.left is None else time.monotonic() + told.left

    def _begin(self, table: Table) -> None:
        if self._game != table.number:
            self._game, self._people, self._until, self._is_stopped = table.number, frozenset(), None, False


def awaited(table: Table) -> AbstractSet[int]:
    """Return the seats of the people who have to agree to the next game: all who have not left."""
    return {number for number, seat in enumerate(table.row.seats) if seat.kind == "person" and seat.stand_in != "left"}


Late = tuple[int, str]
"""A seat and why a stand-in has to play for it: ``clock`` or ``away``."""


ClockSet = tuple[int, int]
"""The start of a running clock before and after the system clock was set."""

_SET_MS: Final = 1000
"""A smaller difference is only a usual correction of the system clock."""

GONE_SECONDS: Final = 600.0
"""After an absence of this length a computer player may take a person's seat, who can retake it."""


class Timing:
    """The clocks and absences of one table, recalculated whenever something has changed."""

    def __init__(self, table: Table, news: News) -> None:
        self.presence: Presence = Presence()
        self.readiness: Readiness = Readiness()
        self._news = news
        self._table = table
        self._began = time.monotonic()
        self._began_at = now_ms()
        self._known: tuple[int, float] | None = None
        """When the current clocks were written, by the system clock and by this process's own."""
        self._since = self._counted_from(table)

    def take_over(self, table: Table) -> None:
        """Switch to another game, or to the table as stored."""
        self._table = table
        self._began = time.monotonic()
        self._began_at = now_ms()
        self._since = self._counted_from(table)

    def resume(self, table: Table) -> None:
        """Continue the same game with the stored clocks."""
        self._table = table
        self._since = self._counted_from(table)

    def rearrange(self, table: Table) -> None:
        """Switch to other seats or settings, with the clocks that were `arranged` for them."""
        before, self._table = self._table, table
        for seat, (was, now) in enumerate(zip(before.row.seats, table.row.seats, strict=True)):
            is_waited_for = was.stand_in is not None and now.stand_in is None and seat not in self.presence.here
            if was.person != now.person or is_waited_for:
                self.presence.forget(seat)
        self._since = self._counted_from(table)

    def arranged(self, row: TableRow, given: int | None = None) -> ClocksRow | None:
        """Return the clocks of the table when it is arranged as in ``row``, None if they do not change.

        ``given`` is the seat that gets more time for its next move, None for no seat. A person who leaves during
        their turn has used their time so far: they do not get it back when they return.
        """
        table, turn, clock = self._table, self._table.turn, self._table.settings.clock
        if turn is None or clock is None or table.clocks is None:
            return None
        if given is not None:
            left = table.clocks.left
            more = max(MORE_MS, clock.seconds * 1000)
            since = now_ms() if given == turn else table.clocks.since
            return ClocksRow((*left[:given], more, *left[given + 1 :]), since)
        if table.program_at(turn) == table.arranged(row).program_at(turn):
            return None
        was, now, left = table.row.seats[turn], row.seats[turn], table.clocks.left
        starts_again = clock.kind == "move" and (was.stand_in == "clock" or was.person != now.person)
        mine = clock.seconds * 1000 if starts_again else max(0, left[turn] - self.elapsed())
        return ClocksRow((*left[:turn], mine, *left[turn + 1 :]), now_ms())

    def restart(self) -> None:
        """Start counting for the seat to move."""
        if self._table.settings.clock is not None:
            self._since = self._counted_from(self._table)

    def elapsed(self) -> int:
        """Return how long the person to move has taken so far, in milliseconds; 0 if no person is to move."""
        turn = self._table.turn
        if turn is None or self._table.program_at(turn) is not None:
            return 0
        return int((time.monotonic() - self._since) * 1000)

    def follow_wall(self) -> ClockSet | None:
        """Adjust the start time if the system clock has been set, and return both times; None if it has not.

        The stored start is a system time: after a restart, the clock change would otherwise count as elapsed time.
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
        """Return the time left on the clocks, in milliseconds; None without clocks."""
        turn = self._table.turn
        if turn is None or (clocks := self._table.newest.clocks) is None:
            return None
        return (*clocks[:turn], max(0, clocks[turn] - self.elapsed()), *clocks[turn + 1 :])

    def gone(self) -> frozenset[int]:
        """Return the seats whose people have been away long: by correspondence, longer than the time for a move."""
        if not self._news.knows_presence:
            return frozenset()
        settings = self._table.settings
        clock = settings.clock
        long = GONE_SECONDS if clock is None or not settings.is_by_correspondence else float(clock.seconds)
        people = (seat for seat, at in enumerate(self._table.row.seats) if at.kind == "person")
        return frozenset(seat for seat in people if self.presence.away_for(seat) >= long)

    @property
    def is_waiting_for_all(self) -> bool:
        """Whether no clock runs and no person is present: the game waits, since nobody is kept waiting."""
        return self._table.settings.clock is None and not self.presence.here

    def due(self) -> float | None:
        """Return the seconds until the next time limit expires or the next game is due, None if there is neither."""
        if self._table.turn is None:
            return self.readiness.due(self._table, self.presence)
        limits = self._limits()
        return min(limits)[0] if limits else None

    def late(self) -> Late | None:
        """Return a seat whose time has expired, None if there is none."""
        return next((late for seconds, late in self._limits() if seconds <= 0), None)

    def until(self) -> dict[int, int]:
        """Return the known starts of stand-ins by absent seat, in UTC milliseconds."""
        limit = self._table.settings.away_seconds
        if self._table.turn is None or limit is None or not self._news.knows_presence or self.is_waiting_for_all:
            return {}
        found = {}
        for seat, at in enumerate(self._table.row.seats):
            since = self.presence.away_since(seat)
            if at.kind == "person" and at.stand_in is None and since is not None:
                found[seat] = max(since, self._began_at) + limit * 1000
        return found

    def _limits(self) -> list[tuple[float, Late]]:
        """Return all running time limits: the seconds left, and the consequence."""
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
        """Return when the clock of the seat to move started, by this process's monotonic clock.

        Every process counts from the stored time, so they agree, and a process that stops gives no time back. The
        stored time is read only once: if the system clock is set meanwhile, nobody loses or gains time.
        """
        clocks, now = table.clocks, time.monotonic()
        if clocks is None:
            return now
        if self._known is None or self._known[0] != clocks.since:
            self._known = clocks.since, now - max(0, now_ms() - clocks.since) / 1000
        return self._known[1]

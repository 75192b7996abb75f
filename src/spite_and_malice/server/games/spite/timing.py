"""Time at a table: the clock of the seat to move, how long people may be away, when the next deal comes."""

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
    """Has something done after a time, once; a new time takes the place of the one before."""

    def __init__(self, table_id: str, act: Callable[[], Awaitable[None]], on_idle: Callable[[], None]) -> None:
        """``act`` is what is done, in a task, ``on_idle`` is called when it is."""
        self._table_id = table_id
        self._act = act
        self._on_idle = on_idle
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def is_set(self) -> bool:
        """Whether a time is waited for, or what was to be done then is being done."""
        return self._timer is not None or self._task is not None

    def set(self, seconds: float | None) -> None:
        """Wait that long from now; None stops waiting."""
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
"""After how long the next game is dealt once somebody is ready for it."""


class Ready(Struct):
    """What processes tell each other of who is ready; ``left`` are the seconds of the countdown."""

    game: int
    people: tuple[str, ...]
    left: float | None
    stopped: bool


class Readiness:
    """The people who are ready for the game after one that is over.

    With the first of them a countdown begins, which each of them can stop for good: then all who are there have to be
    ready. Those who have left are not waited for, those who are away no longer than the countdown takes.
    """

    def __init__(self) -> None:
        self._game = 0
        self._people: frozenset[str] = frozenset()
        self._until: float | None = None
        self._is_stopped = False

    def add(self, table: Table, person: str) -> None:
        """Note that somebody is ready; the first one starts the countdown."""
        self._begin(table)
        self._people |= {person}
        if self._until is None and not self._is_stopped:
            self._until = time.monotonic() + COUNTDOWN_SECONDS

    def stop(self, table: Table, person: str) -> None:
        """Stop the countdown for somebody, who is not ready any more if they were."""
        self._begin(table)
        self._people -= {person}
        self._until, self._is_stopped = None, True

    def seats(self, table: Table) -> frozenset[int]:
        """Return the seats whose people are ready."""
        if self._game != table.number or table.turn is not None:
            return frozenset()
        return frozenset(number for number, seat in enumerate(table.row.seats) if seat.person in self._people)

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
        return Ready(self._game, tuple(sorted(self._people)), left, self._is_stopped)

    def hear(self, told: Ready) -> None:
        """Take over what another process has told."""
        self._game, self._people, self._is_stopped = told.game, frozenset(told.people), told.stopped
        self._until = None if told.left is None else time.monotonic() + told.left

    def _begin(self, table: Table) -> None:
        if self._game != table.number:
            self._game, self._people, self._until, self._is_stopped = table.number, frozenset(), None, False


def awaited(table: Table) -> AbstractSet[int]:
    """Return the seats of the people who are asked before the next game is dealt: all who have not left."""
    return {number for number, seat in enumerate(table.row.seats) if seat.kind == "person" and seat.stand_in != "left"}


Late = tuple[int, str]
"""A seat and why a stand-in has to play for it: ``clock`` or ``away``."""


ClockSet = tuple[int, int]
"""From when a clock was counted, and from when it is now that the clock on the wall was set."""

_SET_MS: Final = 1000
"""A smaller difference is only the wall clock's usual correction."""

GONE_SECONDS: Final = 600.0
"""After this long an absence a computer player may sit on a person's seat, who can take it back."""


class Timing:
    """The clocks and absences of one table; asked again whenever something has changed."""

    def __init__(self, table: Table, news: News) -> None:
        self.presence: Presence = Presence()
        self.readiness: Readiness = Readiness()
        self._news = news
        self._table = table
        self._began = time.monotonic()
        self._began_at = now_ms()
        self._known: tuple[int, float] | None = None
        """When the clocks were written that are counted from, by the clock on the wall and by this process's own."""
        self._since = self._counted_from(table)

    def take_over(self, table: Table) -> None:
        """Go on with another game, or with the table as it is stored."""
        self._table = table
        self._began = time.monotonic()
        self._began_at = now_ms()
        self._since = self._counted_from(table)

    def resume(self, table: Table) -> None:
        """Go on with the same game and with the clocks that are stored."""
        self._table = table
        self._since = self._counted_from(table)

    def rearrange(self, table: Table) -> None:
        """Go on with other seats or settings, and the clocks that were `arranged` for them."""
        before, self._table = self._table, table
        for seat, (was, now) in enumerate(zip(before.row.seats, table.row.seats, strict=True)):
            is_waited_for = was.stand_in is not None and now.stand_in is None and seat not in self.presence.here
            if was.person != now.person or is_waited_for:
                self.presence.forget(seat)
        self._since = self._counted_from(table)

    def arranged(self, row: TableRow, given: int | None = None) -> ClocksRow | None:
        """Return the clocks of the table when it is arranged as in ``row``, None if they stay as they are.

        ``given`` is the seat of somebody who is given more time for their next move, None for nobody.
        Who leaves their seat in their turn has used their time so far: it is not given back when they return.
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
        """Return the seats whose people have been away for long; by correspondence that is longer than for a move."""
        if not self._news.knows_presence:
            return frozenset()
        settings = self._table.settings
        clock = settings.clock
        long = GONE_SECONDS if clock is None or not settings.is_by_correspondence else float(clock.seconds)
        people = (seat for seat, at in enumerate(self._table.row.seats) if at.kind == "person")
        return frozenset(seat for seat in people if self.presence.away_for(seat) >= long)

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

    def until(self) -> dict[int, int]:
        """Return when a stand-in begins for each of those who are away, in UTC milliseconds, as far as known."""
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

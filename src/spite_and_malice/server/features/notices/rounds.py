"""Finding due notices periodically, and sending each once, whichever process does it."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import datetime, tzinfo
from typing import Any, Final

from ...clock import DAY_MS, MINUTE_MS, now_ms, zone_of
from ...metrics import NOTICES
from ...protocol.settings import Settings
from ...store import (
    Choices,
    Conflict,
    DueFriend,
    DueLetter,
    DueTurn,
    NoticeDevice,
    SentNotice,
    Store,
    StoreError,
)
from ...supervision import end, keep_doing, note_failure
from .. import daily
from ..correspondence.deadlines import is_running_out
from ..daily.streak import kept_days, streak
from .delivery import Deliveries, Outcome, Receiver
from .kinds import FRIEND, LETTER, NEWS, REMINDER, STREAK, TURN, Kind, Notice, is_wanted

_log = logging.getLogger(__name__)

EVERY_SECONDS: Final = 30.0
STREAK_MS: Final = 4 * 3_600_000
"""How long before a day ends people are reminded, in waking hours."""
_NIGHT: Final = (0, 6 * 60)
"""The sleeping hours of people who have set no quiet hours, in minutes of their day."""
_STEP_MS: Final = 15 * MINUTE_MS
"""Every zone differs from UTC by a multiple of this."""
_LEAST_ROW: Final = 2
_HOUR: Final = 3600
_AT_ONCE: Final = 16
"""How many people are served at a time, so that one slow push service does not hold up the others."""

IsHere = Callable[[str, str], Awaitable[bool]]
"""Says whether a person has a page open at a table, here or in another process."""
AtTables = Callable[[], frozenset[str]]
"""Returns the people who have a page open at any table in this process."""


def is_unhurried(settings: Mapping[str, Any]) -> bool:
    """Say whether there is an hour or more per move, and nobody has to stay: a notice comes in time."""
    read = Settings.from_json(dict(settings))
    if read.away_seconds is not None and read.away_seconds < _HOUR:
        return False
    return read.clock is None or read.clock.seconds >= _HOUR


def is_quiet(choices: Choices, now: int) -> bool:
    """Say whether it is a time when somebody wants no notices; ``now`` in UTC milliseconds."""
    hours = _quiet_hours(choices)
    return hours is not None and _lies_in(hours, now, zone_of(choices.zone))


def is_last_chance(choices: Choices, now: int, end: int) -> bool:
    """Say whether somebody has only some waking hours left until ``end``, and is awake; both in UTC milliseconds.

    If a UTC day ends while they sleep, these are the last hours of the evening before.
    """
    night, zone = _quiet_hours(choices) or _NIGHT, zone_of(choices.zone)
    asleep = (night[1] - night[0]) % (24 * 60) * MINUTE_MS
    # Clocks are also set forward at night: allow an extra hour.
    if not 0 < end - now <= STREAK_MS + asleep + 60 * MINUTE_MS or _lies_in(night, now, zone):
        return False
    left = sum(not _lies_in(night, at, zone) for at in range(now, end, _STEP_MS)) * _STEP_MS
    return left <= STREAK_MS


def _quiet_hours(choices: Choices) -> tuple[int, int] | None:
    begin, end = choices.quiet_from, choices.quiet_until
    return None if begin is None or end is None or begin == end else (begin, end)


def _lies_in(hours: tuple[int, int], at: int, zone: tzinfo) -> bool:
    """Say whether a time, in UTC milliseconds, is between two minutes of the day in a zone."""
    begin, end = hours
    there = datetime.fromtimestamp(at / 1000, zone)
    minute = there.hour * 60 + there.minute
    return begin <= minute < end if begin < end else minute >= begin or minute < end


class NoticeRounds:
    """Sends notices to everybody who subscribed, until it is closed."""

    def __init__(self, store: Store, deliveries: Deliveries, is_here: IsHere, at_tables: AtTables) -> None:
        self._store = store
        self._deliveries = deliveries
        self._is_here = is_here
        self._at_tables = at_tables
        self._soon = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._rows: dict[str, int] = {}
        """The streaks of people who have done nothing yet on the day ``_rows_of``; 0 for none worth mentioning."""
        self._rows_of = ""

    async def start(self) -> None:
        """Start the rounds that look for notices to send."""
        self._task = keep_doing("notices", self._work)

    async def close(self) -> None:
        """Stop; a notice in flight is sent, or retried by another process."""
        await end(self._task)
        self._deliveries.close()

    def hurry(self) -> None:
        """Check soon: something has just arrived for somebody."""
        self._soon.set()

    async def round(self, now: int | None = None) -> None:
        """Send everything that is due; ``now`` in UTC milliseconds. Raises `StoreError`."""
        now = now_ms() if now is None else now
        people = await self._store.notices.people()
        if not people:
            return
        sent = await self._store.notices.sent()
        turns, letters = await self._store.notices.due_turns(), await self._store.notices.due_letters()
        friends, day = await self._store.notices.due_friends(), daily.today().isoformat()
        news = [
            Notice(
                each.person,
                NEWS[each.kind],
                f"{each.kind}/{each.key}",
                each.path,
                {**each.about, "now": now, "zone": people.get(each.person, Choices()).zone},
            )
            for each in await self._store.notices.due_news()
        ]
        # If thousands wait this takes a while, and nobody should wait for it.
        gate = await asyncio.to_thread(_Gate, people, sent, now)
        zones = {person: choices.zone for person, choices in people.items()}
        plan, badges = await asyncio.to_thread(_plan, gate, turns, letters, friends, day, news, zones, now)
        end, subject = daily.end_of(daily.today()), f"{STREAK.name}/{day}"
        warned = await asyncio.to_thread(
            lambda: [
                one for one, chosen in people.items() if gate(one, STREAK, subject) and is_last_chance(chosen, now, end)
            ]
        )
        for person, row in await self._ending(day, warned):
            about = {"days": row, "ends": end, "now": now, "zone": people[person].zone}
            plan.setdefault(person, []).append(Notice(person, STREAK, subject, "/day", about))
        at_tables = self._at_tables()
        at_once = asyncio.Semaphore(_AT_ONCE)

        async def serve(person: str, notices: list[Notice]) -> None:
            """Send one person the due notices, but no more than they want."""
            left = gate.left(person)
            async with at_once:
                for notice in notices:
                    is_again = gate.was_tried(notice)
                    if (left > 0 or is_again) and await self._serve(notice, badges[person]):
                        left -= not is_again

        awaited = (serve(person, notices) for person, notices in plan.items() if person not in at_tables)
        for failed in await asyncio.gather(*awaited, return_exceptions=True):
            if isinstance(failed, BaseException):
                raise failed

    async def _serve(self, notice: Notice, badge: int) -> bool:
        """Send a notice, unless its person has the page open or another process sends it; say whether this one did."""
        if await self._looks_on(notice):
            return False
        try:
            await self._store.notices.claim(notice.person, notice.subject)
        except Conflict:
            return False
        await self._send(notice, badge)
        return True

    async def _ending(self, day: str, people: Iterable[str]) -> list[tuple[str, int]]:
        """Return the people, among some, whose streak ends with a day, and its length."""
        if self._rows_of != day:
            self._rows, self._rows_of = {}, day
        found = []
        for person in people:
            if self._rows.get(person) == 0:
                continue
            kept = await kept_days(self._store, person)
            row = 0 if day in kept else streak(kept, daily.today())
            self._rows[person] = row if row >= _LEAST_ROW else 0
            if self._rows[person]:
                found.append((person, row))
        return found

    async def _looks_on(self, notice: Notice) -> bool:
        """Say whether somebody has the table open, and so sees it anyway, or that is unknown."""
        if notice.table_id is None:
            return False
        try:
            return await self._is_here(notice.table_id, notice.person)
        except (StoreError, ValueError):
            return True

    async def _send(self, notice: Notice, badge: int) -> None:
        """Send a notice to every device of its person."""
        outcomes = await send_to(self._deliveries, await self._store.notices.devices_of(notice.person), notice, badge)
        gone = [device.endpoint for device, outcome in outcomes if outcome == "gone"]
        if any(outcome == "sent" for _device, outcome in outcomes) or len(gone) == len(outcomes):
            await self._store.notices.finish(notice.person, notice.subject, gone)
        else:
            await self._store.notices.drop(gone)

    async def _work(self) -> None:
        while True:
            try:
                async with asyncio.timeout(EVERY_SECONDS):
                    await self._soon.wait()
            except TimeoutError:
                pass
            self._soon.clear()
            try:
                await self.round()
            except StoreError as error:
                _log.warning("notices wait: %s", error)
            except Exception as error:
                # The others are served in the next round.
                note_failure("notices", error)


async def send_to(
    deliveries: Deliveries, devices: Iterable[NoticeDevice], notice: Notice, badge: int
) -> list[tuple[NoticeDevice, Outcome]]:
    """Send a notice to some devices at once, each in its language, and return the outcomes."""

    async def send(device: NoticeDevice) -> tuple[NoticeDevice, Outcome]:
        receiver = Receiver(device.endpoint, device.public, device.secret, device.key)
        outcome = await deliveries.send(receiver, notice.message(device.language, badge), notice.topic)
        NOTICES.labels(notice.kind.name, outcome).inc()
        return device, outcome

    return list(await asyncio.gather(*map(send, devices)))


def _plan(
    gate: _Gate,
    turns: Sequence[DueTurn],
    letters: Iterable[DueLetter],
    friends: Iterable[DueFriend],
    day: str,
    news: Iterable[Notice],
    zones: Mapping[str, str],
    now: int,
) -> tuple[dict[str, list[Notice]], Counter[str]]:
    """Return the notices that may be sent now, by person, and the total number waiting."""
    due, badges = _compose(turns, letters, friends, day, zones, now)
    plan: dict[str, list[Notice]] = {}
    # Notices about to expire come first.
    for notice in (*news, *due):
        if gate(notice.person, notice.kind, notice.subject):
            plan.setdefault(notice.person, []).append(notice)
    return plan, badges


def _compose(
    turns: Sequence[DueTurn],
    letters: Iterable[DueLetter],
    friends: Iterable[DueFriend],
    day: str,
    zones: Mapping[str, str],
    now: int,
) -> tuple[list[Notice], Counter[str]]:
    """Return the notices to be sent, and the total number waiting."""
    found, badges = [], Counter[str]()
    for turn in turns:
        if is_unhurried(turn.settings):
            subject = f"{TURN.name}/{turn.table_id}/{turn.game}/{turn.ply}"
            about: dict[str, Any] = {"game": turn.table_name, "names": turn.others, "gone": turn.gone}
            path = f"/table/{turn.table_id}"
            found.append(Notice(turn.person, TURN, subject, path, about, turn.table_id))
            if is_running_out(turn.settings, turn.deadline, now):
                about = about | {"deadline": turn.deadline, "now": now, "zone": zones.get(turn.person, "UTC")}
                found.append(Notice(turn.person, REMINDER, f"{subject}/{REMINDER.name}", path, about, turn.table_id))
            badges[turn.person] += 1
    for letter in letters:
        path = "/people" if letter.table_id is None else f"/table/{letter.table_id}"
        if letter.evening_id is not None:
            path = f"/evening/{letter.evening_id}"
        told = {"name": letter.sender, "game": letter.table_name, "evening": letter.evening_name}
        found.append(Notice(letter.person, LETTER, f"{LETTER.name}/{letter.id}", path, told))
        badges[letter.person] += 1
    for friend in friends:
        subject = f"{FRIEND.name}/{friend.who}/{day}"
        found.append(Notice(friend.person, FRIEND, subject, "/people", {"name": friend.name}))
    return found, badges


class _Gate:
    """The notices that may be sent to each person now, by their preferences and the notices sent before."""

    def __init__(self, people: Mapping[str, Choices], sent: Iterable[SentNotice], now: int) -> None:
        self._awake = {person: choices for person, choices in people.items() if not is_quiet(choices, now)}
        self._sent: dict[str, dict[str, SentNotice]] = defaultdict(dict)
        self._lately: Counter[str] = Counter()
        for each in sent:
            self._sent[each.person][each.subject] = each
            self._lately[each.person] += each.claimed_at > now - DAY_MS

    def __call__(self, person: str, kind: Kind, subject: str) -> bool:
        choices = self._awake.get(person)
        if choices is None or not is_wanted(kind, choices):
            return False
        before = self._sent[person].get(subject)
        return self.left(person) > 0 if before is None else before.is_open

    def left(self, person: str) -> int:
        """Return how many more somebody wants within these 24 hours."""
        return self._awake[person].most - self._lately[person]

    def was_tried(self, notice: Notice) -> bool:
        """Say whether a notice could not be sent before: it has been counted already."""
        return notice.subject in self._sent[notice.person]

"""When a day's deal is tried once more, passed over or left alone, without a process that plays it."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from spite_and_malice.analysis.tries import TRIES
from spite_and_malice.play.fair import candidate_secret
from spite_and_malice.server.features.daily import deal
from spite_and_malice.server.store import Conflict, Store, StoreError
from spite_and_malice.server.store.events.days import DayTries
from spite_and_malice.server.workers.pool import Workers

DAY = "2027-01-15"
NOW = 1_800_000_000_000
BEGUN = DayTries(DAY, b"root")


class Days:
    """The stored tries of a day, and a process that plays."""

    def __init__(self, found: DayTries | None, *, won: bool = False, is_settled: bool = False) -> None:
        self.found = found
        self.won = won
        self.is_settled = is_settled
        self.is_claimed = False
        self.done: list[Any] = []
        self.asked: list[Any] = []
        self.closed = 0

    async def begin_tries(self, day: str) -> None:
        self.done.append(("begin", day))

    async def tries(self, _day: str) -> DayTries | None:
        return self.found

    async def settled_secret(self, _day: str) -> bytes | None:
        return b"secret" if self.is_settled else None

    async def claim_tries(self, _day: str, until: int) -> None:
        if self.is_claimed:
            raise Conflict("another process tries this deal")
        self.done.append(("claim", until))

    async def pass_candidate_over(self, found: DayTries) -> None:
        self.done.append(("pass", found.candidate))

    async def note_try(self, found: DayTries, won: bool, table_id: str | None) -> None:
        self.done.append(("note", found.tries, won, table_id))

    async def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        self.asked.append((question, seconds))
        return {"won": self.won, "log": ["0 P-C1"]}

    async def close(self) -> None:
        self.closed += 1

    async def once(self) -> bool:
        return await deal.try_once(cast("Store", SimpleNamespace(days=self)), cast("Workers", self), DAY)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal, "now_ms", lambda: NOW)

    async def keep(_store: Store, found: DayTries, secret: bytes, log: list[str]) -> str:
        assert (secret, log) == (candidate_secret(found.root, DAY, found.candidate), ["0 P-C1"])
        return "t9"

    monkeypatch.setattr(deal, "_keep", keep)


CLAIM = ("claim", NOW + 180_000)


@pytest.mark.parametrize(
    ("found", "won", "is_settled", "goes_on", "done"),
    [
        (None, False, True, False, []),
        (BEGUN, False, False, True, [CLAIM, ("note", 0, False, None)]),
        (BEGUN, True, False, True, [CLAIM, ("note", 0, True, "t9")]),
        # Only the first won try is kept as a game.
        (DayTries(DAY, b"root", 1, 3, 1, "t1"), True, True, True, [CLAIM, ("note", 3, True, None)]),
        (DayTries(DAY, b"root", 1, TRIES - 1), False, False, True, [CLAIM, ("note", TRIES - 1, False, None)]),
        # What nobody has won in all tries gives way to the next candidate, unless it is the day's already.
        (DayTries(DAY, b"root", 1, TRIES), False, False, True, [CLAIM, ("pass", 1)]),
        (DayTries(DAY, b"root", 1, TRIES), False, True, False, []),
        (DayTries(DAY, b"root", 1, TRIES, 1, "t1"), False, False, False, []),
    ],
)
async def test_a_deal_is_tried_until_it_has_all_tries_and_was_won_once(
    found: DayTries | None, won: bool, is_settled: bool, goes_on: bool, done: list[Any]
) -> None:
    days = Days(found, won=won, is_settled=is_settled)
    assert await days.once() is goes_on
    assert days.done == [("begin", DAY), *done]


async def test_a_deal_that_another_process_tries_is_left_to_it() -> None:
    days = Days(BEGUN)
    days.is_claimed = True
    assert not await days.once()
    assert days.asked == []


async def test_a_try_is_asked_for_with_all_that_decides_it() -> None:
    days = Days(DayTries(DAY, b"root", 2, 4))
    await days.once()
    [(question, seconds)] = days.asked
    assert (question["task"], question["day"], question["number"], seconds) == ("try", DAY, 4, 180)
    assert question["secret"] == candidate_secret(b"root", DAY, 2).hex()
    assert question["contributions"] == deal.contributions(DAY)
    assert (question["rules"], question["opponent"]) == (deal.day_rules().to_json(), deal.OPPONENT)


async def test_the_deals_of_today_and_tomorrow_are_tried_and_failures_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    pauses: list[float] = []
    days = Days(None)

    async def once(_store: Store, _tester: Workers, day: str) -> bool:
        tried.append(day)
        if len(pauses) == 2:
            raise StoreError("away")
        return tried.count(day) < 2

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 4:
            raise asyncio.CancelledError

    monkeypatch.setattr(deal, "try_once", once)
    monkeypatch.setattr(deal, "asyncio", SimpleNamespace(sleep=pause))
    with pytest.raises(asyncio.CancelledError):
        await deal.deal_testing_loop(cast("Store", SimpleNamespace(days=days)), cast("Workers", days))
    today, tomorrow = tried[0], tried[2]
    assert today < tomorrow
    assert tried == [today, today, tomorrow, tomorrow, today, today, tomorrow]
    # Its process is let go whenever there is no more to do.
    assert (pauses, days.closed) == ([1, 60, 60, 60], 2)

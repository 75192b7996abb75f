"""The puzzles of the days: those of the last weeks with how one did, and the days in a row on which one tried."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from typing import Final

from ...store import Store
from ...store.puzzles import MISSED, SOLVED, SOLVED_LATER
from ..puzzles import choosing
from .days import DayMark
from .results import days_in_a_row

_CALENDAR: Final = 30
"""So many days are offered to be tried later."""

_MARKS: Final = {SOLVED: "solved", SOLVED_LATER: "later", MISSED: "missed"}


async def calendar(store: Store, owner: str, today: date) -> list[DayMark]:
    """Return the days up to today, the latest first, with how somebody did with the puzzle of each."""
    days = [today - timedelta(days=back) for back in range(_CALENDAR)]
    ids = await asyncio.to_thread(lambda: [choosing.of_day(day) for day in days])
    outcomes = await store.puzzles.outcomes(owner, ids)
    marks = (None if puzzle not in outcomes else _MARKS[outcomes[puzzle]] for puzzle in ids)
    return [DayMark(day.isoformat(), mark) for day, mark in zip(days, marks, strict=True)]


async def streak(store: Store, owner: str, today: date) -> int:
    """Return on how many days in a row somebody has tried the puzzle of the day, up to today or yesterday."""
    return days_in_a_row(await store.puzzles.days(owner), today)

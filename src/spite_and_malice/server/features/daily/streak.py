"""The days on which a person played any of the day's games, and how many in a row."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, timedelta
from typing import Final

from ...games.patience.results import days_won
from ...games.spite.game import SPITE
from ...store import DayGame, Store
from ...tables.leaderboards import began_late
from .. import daily

FORGIVING_DAYS: Final = 7
"""One day a week may be missed."""


async def days_in_a_row(store: Store, person: str) -> int:
    """Return how many days in a row a person has played, as counted by `streak`."""
    return streak(await kept_days(store, person), daily.today())


async def kept_days(store: Store, person: str) -> set[str]:
    """Return the days on which a person finished the deal, won a game of patience or tried the puzzle."""
    deals = done(await store.days.own(SPITE.kind, person))
    return deals | days_won(await store.patience.own_days(person)) | set(await store.puzzles.days(person))


def done(games: Sequence[DayGame]) -> set[str]:
    """Return the days whose deal a person finished on the day itself."""
    return {
        game.day
        for game in games
        if game.result is not None and not began_late(game.day, game) and game.seat not in game.stand_ins
    }


def streak(kept: Collection[str], until: date) -> int:
    """Return how many days were kept in a row up to a day, which may still be kept itself.

    A missed day does not count, and does not end the streak if the day before it was played and no other day was missed
    in the week after it.
    """
    day = until if until.isoformat() in kept else until - timedelta(days=1)
    length, forgiven = 0, date.max
    while True:
        if day.isoformat() in kept:
            length += 1
        elif (forgiven - day).days >= FORGIVING_DAYS and _day_before(day).isoformat() in kept:
            forgiven = day
        else:
            return length
        day = _day_before(day)


def _day_before(day: date) -> date:
    return day - timedelta(days=1)

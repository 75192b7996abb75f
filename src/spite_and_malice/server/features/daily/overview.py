"""The day as a whole: its games, a person's progress, and a month of days, each with its four suits."""

from __future__ import annotations

import asyncio
from calendar import Calendar
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final, Literal

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from spite_and_malice.patience import PRESETS
from spite_and_malice.players import PLAYERS
from spite_and_malice.rules import PRESETS as SPITE_PRESETS
from spite_and_malice.texts import _, dates

from ...archive.day_picture import day_picture
from ...games.patience.results import games_of_day
from ...games.spite.game import SPITE
from ...http.routes import Routes
from ...store import Store
from ...tables.registry import Rooms
from .. import daily
from ..evenings.answers import evening_answer
from ..puzzles import choosing
from ..puzzles.api import find_puzzle
from ..tables import TableAnswer, is_by_correspondence, table_answer
from ..waiting import LOOKED_AT, situations
from . import FIRST_DAY, NOT_KEPT, can_be_played, day_of_text, end_of
from .deal import OPPONENT, DealOfTheDay
from .streak import days_in_a_row

Suit = Literal["spades", "hearts", "clubs", "diamonds"]
SUITS: Final[Mapping[Suit, str]] = {"spades": "♠", "hearts": "♥", "clubs": "♣", "diamonds": "♦"}
"""The four suits of a day: the deal, a won game of patience, a second one, and the puzzle."""
_HOLLOW: Final[Mapping[Suit, str]] = {"spades": "♤", "hearts": "♡", "clubs": "♧", "diamonds": "♢"}

_WEEK: Final = 7
"""How many days a picture shows."""


@dataclass(frozen=True, slots=True)
class PatienceOfDay:
    """A day's game of patience: ``mark`` is ``running``, ``won``, ``given_up`` or, before it is begun, None."""

    preset: str
    name: str
    mark: str | None


@dataclass(frozen=True, slots=True)
class Day:
    """A person's progress in a day: ``deal`` is ``running`` or ``over``, ``puzzle`` the result of the puzzle."""

    day: date
    deal: str | None
    patience: Sequence[PatienceOfDay]
    puzzle: choosing.Mark | None

    @property
    def won(self) -> int:
        """How many games of patience were won."""
        return sum(game.mark == "won" for game in self.patience)

    @property
    def suits(self) -> Mapping[str, bool]:
        """Which suits of the day are filled."""
        return {
            "spades": self.deal == "over",
            "hearts": self.won >= 1,
            "clubs": self.won >= 2,
            "diamonds": self.puzzle is not None,
        }

    @property
    def signs(self) -> str:
        """The four suits as text, hollow where not filled; empty if none is filled."""
        filled = self.suits
        return "".join(SUITS[suit] if filled[suit] else _HOLLOW[suit] for suit in SUITS) if any(filled.values()) else ""


async def days_of(store: Store, person: str, days: Sequence[date]) -> list[Day]:
    """Return a person's progress in some days."""
    deals = {
        game.day: "running" if game.result is None else "over" for game in await store.days.own(SPITE.kind, person)
    }
    patience: dict[str, dict[str, str]] = defaultdict(dict)
    for game in await store.patience.own_days(person):
        patience[game.deal["day"]][game.preset] = "running" if game.result is None else str(game.result["reason"])
    puzzles = await asyncio.to_thread(lambda: [choosing.of_day(day) for day in days])
    tried = await store.puzzles.outcomes(person, puzzles)

    def games(day: date) -> list[PatienceOfDay]:
        marks = patience[day.isoformat()]
        presets = {*games_of_day(day), *marks}
        return [
            PatienceOfDay(preset.id, _(preset.name), marks.get(preset.id))
            for preset in PRESETS.values()
            if preset.id in presets
        ]

    return [
        Day(day, deals.get(day.isoformat()), games(day), choosing.MARKS[tried[puzzle]] if puzzle in tried else None)
        for day, puzzle in zip(days, puzzles, strict=True)
    ]


async def the_day(store: Store, person: str, day: date) -> dict[str, Any]:
    """Return the data about a day for its page and the first page."""
    [now] = await days_of(store, person, [day])
    return await _shown(store, person, now)


async def _shown(store: Store, person: str, now: Day) -> dict[str, Any]:
    return {"suits": SUITS, "now": now, "streak": await days_in_a_row(store, person), "next_at": end_of(daily.today())}


def month_of_text(text: str | None, day: date) -> date:
    """Return the first day of a month written as 2026-01, or else of a day's month.

    Raises `NotFoundException` for an invalid month, or one before the first day or after today.
    """
    found = day.replace(day=1) if text is None else day_of_text(f"{text}-01")
    if not can_be_played(found):
        raise NotFoundException(_("There is no such day."))
    return found


async def waiting_tables(store: Store, rooms: Rooms, person: str) -> list[TableAnswer]:
    """Return a person's live tables that wait for them, with the consequences of waiting, the soonest first."""
    listed = {each.table.id: each for each in await store.tables.of(person, LOOKED_AT, "going_on")}
    slow = [each for each in listed.values() if not is_by_correspondence(each.table)]
    found = []
    for table_id, told in (await situations(store, rooms, person, slow)).items():
        answer = table_answer(listed[table_id], person)
        answer.now = told
        found.append(answer)
    return found


async def _page(
    store: Store, deals: DealOfTheDay, person: str, day: date, month: date, waiting: Sequence[TableAnswer] = ()
) -> Template:
    weeks = Calendar(dates()["first_weekday"]).monthdatescalendar(month.year, month.month)
    shown = [each for week in weeks for each in week if each.month == month.month and each <= daily.today()]
    now, *days = await days_of(store, person, [day, *shown])
    done = {each.day: each for each in days}
    after = (month + timedelta(days=31)).replace(day=1)
    friends = [each.person for each in await store.friends.known(person) if each.friendship == "friend"]
    planned = await store.evenings.planned(person)
    context = {
        **await _shown(store, person, now),
        "evenings": await asyncio.to_thread(lambda: [evening_answer(each, person) for each in planned]),
        "waiting": waiting,
        "page": "day",
        "is_today": day == daily.today(),
        "opponent": PLAYERS[OPPONENT],
        "person": person,
        "among_friends": await deals.among(day.isoformat(), person, friends) if friends else [],
        "month": month,
        "weeks": [[(each, done.get(each)) if each.month == month.month else None for each in week] for week in weeks],
        "before": month - timedelta(days=1) if month > FIRST_DAY else None,
        "after": after if after <= daily.today() else None,
    }
    puzzle = await find_puzzle(await asyncio.to_thread(choosing.of_day, day))
    context |= {
        "puzzle": puzzle,
        "puzzle_game": _(SPITE_PRESETS[puzzle.preset].name),
        "puzzle_kind": _(puzzle.theme.name),
    }
    return Template("today.html.j2", context=context)


def day_routes(store: Store, deals: DealOfTheDay, rooms: Rooms, *, alone: bool) -> Routes:
    """Return the routes of the page of the day."""

    @get("/today")
    async def this_day(person: NamedDependency[str], month: FromQuery[str | None] = None) -> Template:
        """Show today, and this month or another."""
        waiting = [] if alone else await waiting_tables(store, rooms, person)
        return await _page(store, deals, person, daily.today(), month_of_text(month, daily.today()), waiting)

    @get("/today/{day:str}")
    async def one_day(day: FromPath[str], person: NamedDependency[str]) -> Template:
        """Show a day that can still be played, in its month."""
        found = day_of_text(day)
        if not can_be_played(found):
            raise NotFoundException(_("There is no such day."))
        return await _page(store, deals, person, found, found.replace(day=1))

    @get("/today/{day:str}/picture.svg")
    async def picture(day: FromPath[str], person: NamedDependency[str]) -> Response[str]:
        """Return a picture of this person's progress on a day and in the week up to it."""
        last = day_of_text(day)
        if not can_be_played(last):
            raise NotFoundException(_("There is no such day."))
        days = [last - timedelta(days=back) for back in reversed(range(_WEEK))]
        week = await days_of(store, person, [each for each in days if each >= FIRST_DAY])
        in_a_row = await days_in_a_row(store, person) if last == daily.today() else 0
        return Response(day_picture([each.suits for each in week], in_a_row), media_type="image/svg+xml")

    return Routes("/", route_handlers=[this_day, one_day, picture], cache_control=NOT_KEPT)

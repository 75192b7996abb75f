"""The patience deals of a day: the same for everybody, with results shown to all who have finished."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from datetime import date
from typing import Final

from litestar import get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template
from msgspec import Struct

from spite_and_malice.patience import PRESETS
from spite_and_malice.play.patience.played import Deal
from spite_and_malice.texts import _

from ...games.patience.dealer import Dealer
from ...games.patience.results import DayBoards, DayLine, DayResult, Goal, day_line, games_of_day, goal_of
from ...http.routes import Routes
from ...people import require_free
from ...store import PlayedDeal, Store, is_day_running
from ...tables.leaderboards import REGULAR_DAYS, Board
from .. import daily
from . import NOT_KEPT, Daily

_DAYS: Final = 400
"""How far the calendar goes back."""


class OwnGame(Struct):
    """A person's own game of a day's deal: running, won or given up."""

    table: str
    url: str
    state: str


class PresetDay(Struct):
    """A day's deal of one preset; lines are secret until the person's own game is over, the number until the day is.

    ``goal`` describes the additional goal in words, ``reached`` whether they have reached it; null while their game
    goes on.
    """

    own: OwnGame | None
    players: int
    lines: list[DayLine] | None
    number: int | None
    goal: str
    reached: bool | None


class DayAnswer(Struct):
    """The deals of a day."""

    day: str
    is_today: bool
    next_at: int
    presets: dict[str, PresetDay]


class Calendar(Struct):
    """The days with deals, the latest first, each with a person's marks for its games."""

    first: str | None
    today: str
    days: list[dict[str, str | None]]


class PatienceDays(Daily):
    """The daily patience deals in a store, and everybody's results."""

    path = "/patience/day"

    def __init__(self, store: Store, dealer: Dealer, boards: DayBoards) -> None:
        self._store = store
        self._dealer = dealer
        self._boards = boards

    async def presets(self, day: date) -> list[str]:
        """Return the presets of a day: those that have a deal, and those that get one when first played."""
        return _in_order([*await self._store.patience.day_presets(day.isoformat()), *games_of_day(day)])

    async def page(self, day: date, person: str) -> Template:
        """Show the deals of a day; the results come over the API."""
        context = {
            "page": "patience",
            "day": day.isoformat(),
            "is_today": day == daily.today(),
            "next_at": daily.end_of(day),
            "least_days": REGULAR_DAYS,
            "presets": [PRESETS[preset] for preset in await self.presets(day)],
        }
        return Template("patience_day.html.j2", context=context)

    async def table(
        self,
        day: str,
        preset: str,
        name: str,
        person: str,
        store_table: Callable[[Deal], Awaitable[str]],
        *,
        as_today: bool = False,
    ) -> tuple[str, int]:
        """Return the id of a person's table of a day's deal, stored with the deal if they have none, and the status.

        Raises `NotFoundException`, `ApiError` and `Refusal`.
        """
        found = self.find(day)
        if preset not in await self.presets(found):
            raise NotFoundException(_(self.missing))
        text = found.isoformat()

        async def set_up() -> str:
            if as_today:
                self.require_current(found)
            await require_free(self._store, name, person)
            return await store_table(Deal(await self._dealer.of_day(text, preset), "day", day=text))

        return await daily.table_of_day(lambda: self._store.patience.day_table(text, preset, person), set_up)

    async def answer(self, day: date, person: str) -> DayAnswer:
        """Return everybody's results in the deals of a day, as far as a person may see them."""
        text = day.isoformat()
        presets = {}
        for preset in await self.presets(day):
            board = await self._boards.board((text, preset), person)
            presets[preset] = _preset_day(board, person, goal_of(day, PRESETS[preset]))
        return DayAnswer(text, day == daily.today(), daily.end_of(day), presets)

    async def calendar(self, person: str) -> Calendar:
        """Return the days whose deals can be played, with a person's marks."""
        marks = {(game.deal["day"], game.preset): _mark(game) for game in await self._store.patience.own_days(person)}
        today = daily.today()
        found = {today.isoformat(): await self.presets(today), **await self._store.patience.days(_DAYS)}
        found[today.isoformat()] = await self.presets(today)
        lines = [
            {"day": day, **{preset: marks.get((day, preset)) for preset in _in_order(presets)}}
            for day, presets in sorted(found.items(), reverse=True)
        ]
        return Calendar(first=min(found), today=today.isoformat(), days=lines)


def _in_order(presets: Iterable[str]) -> list[str]:
    """Return presets in the usual order, without duplicates or presets that no longer exist."""
    return [preset for preset in PRESETS if preset in set(presets)]


def _preset_day(board: Board[PlayedDeal, DayResult], person: str, goal: Goal) -> PresetDay:
    own, over = board.own, len(board.lines)
    if own is None or own.result is None:
        return PresetDay(None if own is None else _own(own), over, None, None, goal.words, None)
    lines, number = [day_line(line, person) for line in board.shown(person)], own.deal["number"]
    number = None if is_day_running(own.deal["day"]) else number
    return PresetDay(_own(own), over, lines, number, goal.words, goal.is_reached(own.result))


def _own(game: PlayedDeal) -> OwnGame:
    return OwnGame(game.table_id, f"/table/{game.table_id}", _mark(game))


def _mark(game: PlayedDeal) -> str:
    return "running" if game.result is None else str(game.result["reason"])


def patience_day_routes(patience_days: PatienceDays) -> Routes:
    """Return the routes of the daily patience deals."""

    @get("/api/patience/days")
    async def calendar(person: NamedDependency[str]) -> Calendar:
        """Return the days whose deals can be played, with the marks of this browser."""
        return await patience_days.calendar(person)

    @get("/api/patience/days/{day:str}")
    async def one_day(day: FromPath[str], person: NamedDependency[str]) -> DayAnswer:
        """Return everybody's results in the deals of a day, for a browser that has finished them."""
        return await patience_days.answer(patience_days.find(day), person)

    return Routes("/", route_handlers=[*patience_days.pages(), calendar, one_day], cache_control=NOT_KEPT)

"""Shared by all daily features: pages, the calendar, streaks, and one table per person.

Days are in UTC. The deal of the day, the patience deals and the puzzle of the day are such features.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import ClassVar, Final

from litestar import get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED
from msgspec import Struct

from spite_and_malice.texts import N_, _

from ...http.errors import ApiError
from ...store import Conflict
from ...store import today as today

FIRST_DAY: Final = date(2026, 1, 1)
"""From this day on every day can be played: its deals are drawn when somebody first asks for them."""

CALENDAR: Final = 30
"""How many past days can still be played."""

NOT_KEPT: Final = CacheControlHeader(no_store=True)
"""Going back in the browser from the table must not offer to play a day once more."""


class DayMark(Struct):
    """A day of the calendar; ``mark`` is null until it has begun, then ``running``, ``won``, ``drawn`` or ``lost``.

    For a puzzle it is ``solved``, ``later`` (with moves taken back) or ``missed``.
    """

    day: str
    mark: str | None


class Daily(ABC):
    """A daily feature: what distinguishes it from the others."""

    path: ClassVar[str]
    """The address of its pages: today's is there, those of other days below it."""
    missing: ClassVar[str] = N_("There is no deal of that day here.")
    """The sentence for a day that cannot be played."""

    @abstractmethod
    async def page(self, day: date, person: str) -> Template:
        """Return the page of a day."""

    def find(self, text: str | None) -> date:
        """Return a day that can be played, today without a text. Raises `NotFoundException`."""
        day = today() if text is None else day_of_text(text)
        if not can_be_played(day):
            raise NotFoundException(_(self.missing))
        return day

    def require_current(self, day: date) -> None:
        """Refuse a day that ended since a page showed it as today's. Raises `ApiError`."""
        if day != today():
            words = _("A new day has begun. This deal can still be played, but without a place among the others.")
            raise ApiError(409, "new_day", words, today=today().isoformat())

    def pages(self) -> list[HTTPRouteHandler]:
        """Return the routes of its pages."""

        @get(self.path, cache_control=NOT_KEPT)
        async def current_day(person: NamedDependency[str]) -> Template:
            """Show today's."""
            return await self.page(today(), person)

        @get(f"{self.path}/{{day:str}}", cache_control=NOT_KEPT)
        async def one_day(day: FromPath[str], person: NamedDependency[str]) -> Template:
            """Show the patience of a day: today's, or an earlier one that can be played here."""
            return await self.page(self.find(day), person)

        return [current_day, one_day]


def can_be_played(day: date) -> bool:
    """Say whether there is a day here, and it has come."""
    return FIRST_DAY <= day <= today()


def day_of_text(text: str) -> date:
    """Return a day as it is written in an address. Raises `NotFoundException`."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        found = None
    # Other spellings of a day would put the same page at two addresses.
    if found is None or found.isoformat() != text:
        raise NotFoundException(_("There is no such day."))
    return found


def end_of(day: date) -> int:
    """Return when a day ends and the next one begins, in UTC milliseconds."""
    return int(datetime.combine(day + timedelta(days=1), time(), UTC).timestamp()) * 1000


def calendar(days: Sequence[str], marks: Mapping[str, str]) -> list[DayMark]:
    """Return the latest of some days up to today, given latest first, with a person's marks."""
    return [DayMark(day, marks.get(day)) for day in days if day <= today().isoformat()][:CALENDAR]


async def table_of_day(
    find: Callable[[], Awaitable[str | None]], set_up: Callable[[], Awaitable[str]]
) -> tuple[str, int]:
    """Return the id of a person's one table of a day, set up if they have none, and the status to answer with."""
    table_id = await find()
    if table_id is not None:
        return table_id, HTTP_200_OK
    try:
        return await set_up(), HTTP_201_CREATED
    except Conflict:
        # The same browser has sent two requests at once.
        table_id = await find()
        if table_id is None:
            raise
        return table_id, HTTP_200_OK

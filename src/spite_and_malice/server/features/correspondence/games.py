"""Games by correspondence: a day or more per move, listed by whose turn it is and how much time is left."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Final

from litestar import get, post
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.params import Body
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK
from msgspec import Struct

from spite_and_malice.texts import _

from ...clock import DAY_MS, NEVER_MS
from ...cluster import OperatorNews
from ...http.errors import ApiError
from ...http.feature import Feature
from ...http.guards import json_only
from ...http.routes import Routes
from ...store import Conflict, Store
from ...store.accounts import Identity
from ..accounts.account import Empty
from ..kernel import Kernel
from ..people.who import PersonAnswer, person_answer
from ..tables import TableAnswer, is_by_correspondence, table_answer

HOLIDAY_DAYS: Final = 5
"""How many days a holiday adds to a person's time in every game; there is one per calendar month (UTC)."""
DAYS: Final = (1, 3)
"""How many days a move may take at a table that is set up on the page."""


async def by_correspondence(store: Store, person: str) -> list[TableAnswer]:
    """Return somebody's current games by correspondence: their turns first, those with the least time left on top.

    Raises `StoreError`.
    """
    listed = await store.tables.of(person, part="clocked")
    tables = [table_answer(each, person) for each in listed if is_by_correspondence(each.table)]
    return sorted(tables, key=_urgency)


def _urgency(table: TableAnswer) -> tuple[bool, bool, int]:
    return not table.your_turn, table.state == "gathering", table.deadline or NEVER_MS


@get("/correspondence")
async def page(store: NamedDependency[Store], identity: NamedDependency[Identity]) -> Template:
    """Show your own games by correspondence, and set one up."""
    tables = await by_correspondence(store, identity.person)
    context: dict[str, Any] = {
        "page": "games",
        "tables": tables,
        "days": DAYS,
        "holiday_days": HOLIDAY_DAYS,
        "people": await _people(store, identity.person),
        "holiday_at": await store.holidays.taken_at(identity.person, _month()),
    }
    return Template("correspondence.html.j2", context=context)


async def _people(store: Store, person: str) -> list[PersonAnswer]:
    """Return the people somebody may invite: friends, then recent opponents."""
    known = [person_answer(person, each) for each in await store.friends.known(person) if each.avoidance is None]
    found = [each for each in known if each.friendship == "friend" or each.last is not None]
    return sorted(found, key=lambda each: each.friendship != "friend")


class Holiday(Struct):
    """How many days were added, and in how many games."""

    days: int
    games: int


@post("/api/correspondence/holiday", guards=[json_only], status_code=HTTP_200_OK)
async def take_holiday(
    data: Annotated[Empty, Body()],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    operators: NamedDependency[OperatorNews],
) -> Holiday:
    """Take a holiday: more time for the next move in every running game by correspondence."""
    running = [table.id for table in await by_correspondence(store, person) if table.turn is not None]
    if not running:
        raise ApiError(409, "no_games", _("You play no correspondence game just now."))
    try:
        games = await store.holidays.take(person, _month(), HOLIDAY_DAYS * DAY_MS, running)
    except Conflict:
        raise ApiError(409, "holiday_taken", _("You have taken this month’s holiday already.")) from None
    await operators.look()
    return Holiday(HOLIDAY_DAYS, games)


def _month() -> str:
    return datetime.now(UTC).strftime("%Y-%m")


correspondence: Final = Routes(
    "/", route_handlers=[page, take_holiday], cache_control=CacheControlHeader(no_cache=True)
)
"""The page of your games by correspondence, and holidays from them."""


def feature(_kernel: Kernel) -> Feature:
    """Return the feature of games by correspondence."""
    return Feature([correspondence])

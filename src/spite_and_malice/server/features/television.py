"""A page for a whole room: a table with large cards and no controls, as spectators see it."""

from __future__ import annotations

from typing import Final

from litestar import get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Template
from msgspec import Struct

from spite_and_malice.texts import _

from ..games import GAMES
from ..http.feature import Feature
from ..http.routes import Routes
from ..store import Store, StoredEvening
from ..tables.registry import Rooms
from .evenings.answers import EveningAnswer, evening_answer
from .evenings.rounds import advance
from .kernel import Kernel


class Shown(Struct):
    """The target of a television: a table, null where none is played yet, from the seat ``below``, null for any.

    ``evening`` is the evening that it follows, null if the code is that of a table.
    """

    table: str | None
    below: int | None
    evening: EveningAnswer | None


async def shown(store: Store, rooms: Rooms, code: str, guest: int | None, table: int | None) -> Shown:
    """Return the target of a code: that of a table, or of an evening with one of its guests or table numbers to follow.

    Raises `NotFoundException`.
    """
    at = await advance(store, rooms, code)
    if at is not None:
        table_id, below = _followed(at, guest, table)
        return Shown(table_id, below, evening_answer(at, ""))
    listed = await store.tables.listed(code)
    if listed is None or GAMES[listed.table.kind].is_solo:
        raise NotFoundException(_("There is no table at this address."))
    return Shown(code, None, None)


def _followed(at: StoredEvening, guest: int | None, number: int | None) -> tuple[str | None, int | None]:
    """Return the table of the newest round to watch, and from which seat; none between two rounds."""
    of_round = [table for table in at.tables if table.round == at.evening.round and table.number > 0]
    for table in of_round:
        for place in table.seats:
            if guest is not None and place.guest == guest:
                return (table.table_id, place.seat) if table.ended_at is None else (None, None)
    playing = [table for table in of_round if table.ended_at is None]
    if number is not None:
        playing = [table for table in playing if table.number == number] or playing
    return (playing[0].table_id, None) if playing else (None, None)


@get("/api/tv/{code:str}")
async def what(
    code: FromPath[str],
    store: NamedDependency[Store],
    rooms: NamedDependency[Rooms],
    guest: FromQuery[int | None] = None,
    table: FromQuery[int | None] = None,
) -> Shown:
    """Return the current picture of a television."""
    return await shown(store, rooms, code, guest, table)


@get("/tv/{code:str}")
async def television(
    code: FromPath[str],
    store: NamedDependency[Store],
    rooms: NamedDependency[Rooms],
    guest: FromQuery[int | None] = None,
    table: FromQuery[int | None] = None,
    seat: FromQuery[int | None] = None,
) -> Template:
    """Show a table to a whole room, or between two rounds of an evening its score sheet."""
    found = await shown(store, rooms, code, guest, table)
    below = seat if seat is not None and seat >= 0 else found.below
    context = {"code": code, "evening": found.evening, "table_id": found.table, "watch": True, "below": below}
    if found.table is None:
        return Template("tv_sheet.html.j2", context=context)
    listed = await store.tables.listed(found.table)
    target = 1 if listed is None else listed.table.rules.get("target")
    return Template("tv.html.j2", context=context | {"target": target})


television_routes: Final = Routes(
    "/", route_handlers=[what, television], cache_control=CacheControlHeader(no_cache=True)
)


def feature(_kernel: Kernel) -> Feature:
    """Return the feature of televisions."""
    return Feature([television_routes])

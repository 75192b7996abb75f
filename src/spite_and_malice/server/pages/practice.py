"""Practice over HTTP: a finished game is played once more from some place in it."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Response, Router, post
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.params import Body, FromPath
from litestar.status_codes import HTTP_201_CREATED
from msgspec import Struct

from spite_and_malice.texts import _

from ..http.errors import ApiError
from ..http.guards import json_only
from ..store import Store
from ..table.practice import NoPractice, practice_table
from ..table.setup import Name
from ..table.tables import fair_deal
from .api import NewTableAnswer
from .records import finished_game, seen_from


class PracticeRequest(Struct, forbid_unknown_fields=True):
    """Where to begin: after so many actions, in the place of a seat (one's own, if none is named), under a name."""

    ply: int
    seat: int | None = None
    name: Name = ""


@post("/{table_id:str}/games/{number:int}/practice", guards=[json_only])
async def practise(
    data: Annotated[PracticeRequest, Body()],
    table_id: FromPath[str],
    number: FromPath[int],
    store: NamedDependency[Store],
    owner: NamedDependency[str],
) -> Response[NewTableAnswer]:
    """Set up a table at which a finished game goes on from a place in it, and return where it is."""
    stored = await finished_game(store, table_id, number, owner)
    seat = seen_from(stored, owner, data.seat)
    try:
        # A long game takes a moment to be played again.
        table, played = await asyncio.to_thread(practice_table, stored, seat, data.ply, owner, data.name)
    except NoPractice as error:
        raise ApiError(422, "no_practice", _("From there nobody could play on. Choose an earlier move.")) from error
    await store.add_table(table.row, table.seal, table.summary, table.newest.row, played)
    answer = NewTableAnswer(table.row.id, table.row.url, fair_deal(stored.game).commitment)
    return Response(answer, status_code=HTTP_201_CREATED, headers={"location": answer.url})


practice_routes = Router("/api/tables", route_handlers=[practise], cache_control=CacheControlHeader(no_cache=True))

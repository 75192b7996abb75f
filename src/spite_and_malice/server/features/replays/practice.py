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

from ...games import GAMES
from ...games.spite.setup import Name
from ...http.errors import ApiError
from ...http.guards import json_only
from ...store import Store
from ...tables.game import NoPractice, PracticeStart
from ..lobby.setup import NewTableAnswer
from .records import finished_game, seen_from


class PracticeRequest(Struct, forbid_unknown_fields=True):
    """Where to begin: after a number of actions, in the place of a seat (your own, if none is named), under a name.

    At patience ``straight`` counts only the moves that stood at the end.
    """

    ply: int
    straight: bool = False
    seat: int | None = None
    name: Name = ""


@post("/{table_id:str}/games/{number:int}/practice", guards=[json_only])
async def practise(
    data: Annotated[PracticeRequest, Body()],
    table_id: FromPath[str],
    number: FromPath[int],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> Response[NewTableAnswer]:
    """Set up a table at which a finished game goes on from a place in it, and return where it is."""
    stored = await finished_game(store, table_id, number, person)
    start = PracticeStart(data.ply, seen_from(stored, person, data.seat), data.straight, data.name)
    try:
        # A long game takes a moment to be played again.
        table = await asyncio.to_thread(GAMES[stored.table.kind].practice, stored, start, person)
    except NoPractice as error:
        message = _("From there nobody could play on. Choose an earlier move.")
        raise ApiError(422, "no_practice", message) from error
    await store.tables.add(table.row, table.seal, table.summary, table.game, table.moves)
    return _made(table.row.id, table.commitment)


def _made(table_id: str, commitment: str) -> Response[NewTableAnswer]:
    answer = NewTableAnswer(table_id, f"/table/{table_id}", commitment)
    return Response(answer, status_code=HTTP_201_CREATED, headers={"location": answer.url})


practice_routes: Router = Router(
    "/api/tables", route_handlers=[practise], cache_control=CacheControlHeader(no_cache=True)
)

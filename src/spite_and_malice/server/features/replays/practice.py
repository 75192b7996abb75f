"""Practice over HTTP: a finished game is played once more from some place in it."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

from litestar import Response, Router, post
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.params import Body, FromPath
from litestar.status_codes import HTTP_201_CREATED
from msgspec import Struct

from spite_and_malice.texts import _

from ...features.patience import finished_patience
from ...games.patience.practice import practice_table as practice_of_patience
from ...games.patience.table import KIND
from ...games.spite.practice import NoPractice, practice_table
from ...games.spite.setup import Name
from ...games.spite.table import fair_deal
from ...http.errors import ApiError
from ...http.guards import json_only
from ...store import Store, StoredGame
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
    if await store.tables.kind_of(table_id) == KIND:
        return await _practise_patience(data, await finished_patience(store, table_id, number, person), store, person)
    stored = await finished_game(store, table_id, number, person)
    seat = seen_from(stored, person, data.seat)
    try:
        # A long game takes a moment to be played again.
        table, played = await asyncio.to_thread(practice_table, stored, seat, data.ply, person, data.name)
    except NoPractice as error:
        raise _no_practice() from error
    await store.tables.add(table.row, table.seal, table.summary, table.newest.row, played)
    return _made(table.row.id, fair_deal(stored.game).commitment)


async def _practise_patience(
    data: PracticeRequest, stored: StoredGame, store: Store, person: str
) -> Response[NewTableAnswer]:
    work = partial(practice_of_patience, stored, data.ply, data.straight, person, data.name)
    try:
        table, played = await asyncio.to_thread(work)
    except NoPractice as error:
        raise _no_practice() from error
    await store.tables.add(table.row, table.seal, table.summary, table.game, played)
    return _made(table.row.id, table.commitment)


def _no_practice() -> ApiError:
    return ApiError(422, "no_practice", _("From there nobody could play on. Choose an earlier move."))


def _made(table_id: str, commitment: str) -> Response[NewTableAnswer]:
    answer = NewTableAnswer(table_id, f"/table/{table_id}", commitment)
    return Response(answer, status_code=HTTP_201_CREATED, headers={"location": answer.url})


practice_routes: Router = Router(
    "/api/tables", route_handlers=[practise], cache_control=CacheControlHeader(no_cache=True)
)

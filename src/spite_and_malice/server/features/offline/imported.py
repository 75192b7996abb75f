"""Games that were played in a browser without a server, taken in here."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import Response, Router, post
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.params import Body
from litestar.status_codes import HTTP_201_CREATED
from msgspec import Struct

from spite_and_malice.texts import _

from ...archive.archive import Archive
from ...http.errors import ApiError
from ...http.guards import json_only
from ...people.names import require_free
from ...store import Store

_LONGEST: Final = 1_000_000
"""The longest body, in bytes: a game of six with many cards has a record of some 200,000."""


class ImportRequest(Struct, forbid_unknown_fields=True):
    """The whole record of a game."""

    record: str


class ImportedGame(Struct):
    """The table that has the game here, and the page on which it is watched again."""

    id: str
    url: str


@post("/brought", guards=[json_only], request_max_body_size=_LONGEST)
async def bring(
    data: Annotated[ImportRequest, Body()],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    archive: NamedDependency[Archive],
) -> Response[ImportedGame]:
    """Take in a game that was played without a server, once, after playing it through."""
    unpacked = await archive.unpack(data.record, person)
    game = unpacked.game
    if game is None:
        raise ApiError(422, "not_taken", unpacked.refused)
    if await store.tables.is_played_here(game):
        raise ApiError(409, "played_here", _("This game was played here, and counts for the people who played it."))
    for seat in game.table.seats:
        await require_free(store, None if seat.kind == "computer" else seat.name, person)
    if await store.tables.bring(game) != person:
        raise ApiError(409, "taken_before", _("Somebody else has brought this game already."))
    answer = ImportedGame(game.table.id, f"{game.table.url}/games/{game.game.number}/replay")
    return Response(answer, status_code=HTTP_201_CREATED, headers={"location": answer.url})


import_routes: Router = Router("/api", route_handlers=[bring], cache_control=CacheControlHeader(no_store=True))

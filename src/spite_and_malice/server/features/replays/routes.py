"""The page of a game, and its replay: what one seat saw after each action, in order (docs/protocol.md)."""

from __future__ import annotations

import gzip
from typing import Any, Final

from litestar import MediaType, Request, Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK

from ...archive.archive import Archive
from ...games import GAMES
from ...games.spite.replay import ReplayAnswer
from ...games.spite.table import fair_deal, shown_name
from ...http.language import use_terms_of
from ...store import Store
from ..lobby.previews import preview_of_game
from .records import finished_game, seat_of, seen_from, stored_game

COMPRESSED: Final = "compressed"
"""The option of a handler whose answers are compressed already where that is wanted."""


@get(
    "/{table_id:str}/games/{number:int}/replay",
    responses={HTTP_200_OK: ResponseSpec(ReplayAnswer, generate_examples=False)},
    opt={COMPRESSED: True},
)
async def replay_game(
    request: Request[Any, Any, Any],
    table_id: FromPath[str],
    number: FromPath[int],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    archive: NamedDependency[Archive],
    seat: FromQuery[int | None] = None,
    straight: FromQuery[bool] = False,
) -> Response[bytes]:
    """Return a finished game as a seat saw it: by default this browser's own, for who watched the first.

    It may be ``straight``, without the moves that were taken back, where a game knows that.
    """
    stored = await finished_game(store, table_id, number, person)
    use_terms_of(stored.table.preset)
    seen, you = seen_from(stored, person, seat), seat_of(stored, person)
    packed = await archive.replay(stored, seen, you, person, straight=straight)
    # There are megabytes of it: they stay as they are packed wherever that is understood.
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(packed, media_type=MediaType.JSON, headers=headers)
    return Response(gzip.decompress(packed), media_type=MediaType.JSON, headers={"vary": "accept-encoding"})


@get("/table/{table_id:str}/games/{number:int}")
async def game_page(
    table_id: FromPath[str], number: FromPath[int], store: NamedDependency[Store], person: NamedDependency[str]
) -> Template:
    """Show one game of a table: its record, and the check of it step by step in the browser."""
    stored = await stored_game(store, table_id, number, person)
    use_terms_of(stored.table.preset)
    return Template(
        "game.html.j2",
        context={
            "preview": preview_of_game(stored),
            "page": "games",
            "table": stored.table,
            "names": [shown_name(who) for who in stored.seats],
            "number": stored.game.number,
            "newest": stored.newest,
            "result": stored.game.result,
            "commitment": fair_deal(stored.game).commitment,
            "at": stored.times[-1] if stored.game.result and stored.times else stored.started_at,
            "seat": seat_of(stored, person),
            "contributions": stored.game.contributions,
        },
    )


@get("/table/{table_id:str}/games/{number:int}/replay")
async def replay_page(
    table_id: FromPath[str],
    number: FromPath[int],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    seat: FromQuery[int | None] = None,
) -> Template:
    """Show a finished game on the table again, as a seat saw it; its moves come over the API."""
    stored = await finished_game(store, table_id, number, person)
    return Template(
        GAMES[stored.table.kind].replay_page,
        context={
            "table_id": table_id,
            "number": number,
            "names": [shown_name(who) for who in stored.seats],
            "you": seat_of(stored, person),
            "seat": seen_from(stored, person, seat),
        },
    )


replay_routes: Router = Router(
    "/api/tables", route_handlers=[replay_game], cache_control=CacheControlHeader(no_cache=True)
)

replay_pages: Router = Router(
    "/", route_handlers=[game_page, replay_page], cache_control=CacheControlHeader(no_cache=True)
)

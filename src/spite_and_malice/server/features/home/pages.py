"""The pages of a table, of its games and their replays.

Each template names the variables that it expects in the comment at its top.
"""

from __future__ import annotations

from typing import Final

from litestar import Router, get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from spite_and_malice.texts import _

from ...games import GAMES
from ...games.spite.table import fair_deal, shown_name
from ...http.language import use_terms_of
from ...store import Store
from ..lobby.previews import preview_of, preview_of_game
from ..replays.records import finished_game, seat_of, seen_from, stored_game

_FIRST: Final = 8
"""A person who has sat at this many tables, be they all of patience, knows how things are done here."""


@get("/table/{table_id:str}")
async def table(table_id: FromPath[str], store: NamedDependency[Store], person: NamedDependency[str]) -> Template:
    """Show a table; what is on it comes over its websocket, to the browser's own seat by the cookie set here."""
    listed = await store.tables.listed(table_id)
    if listed is None:
        raise NotFoundException(_("There is no table at this address."))
    context = {
        "preview": preview_of(listed),
        "table_id": table_id,
        "day": listed.table.day,
        "practice": listed.table.practice,
        "is_newcomer": await _is_first(store, person, table_id),
        "target": listed.table.rules.get("target"),
    }
    return Template(GAMES[listed.table.kind].table_page, context=context)


@get("/table/{table_id:str}/games/{number:int}")
async def game(
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
async def replay(
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


async def _is_first(store: Store, person: str, table_id: str) -> bool:
    """Return whether somebody has sat at no other table than this, but for some of a game for one."""
    latest = [*await store.tables.of(person, _FIRST), *await store.tables.of(person, 1, "given_up")]
    return len(latest) < _FIRST and all(each.table.id == table_id or GAMES[each.table.kind].is_solo for each in latest)


pages: Router = Router("/", route_handlers=[table, game, replay], cache_control=CacheControlHeader(no_cache=True))

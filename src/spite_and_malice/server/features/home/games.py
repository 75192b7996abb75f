"""The page of a browser's games: its tables, each with its finished games one by one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from litestar import get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromQuery
from litestar.response import Template

from spite_and_malice.texts import _

from ...games import GAMES
from ...store import ListedTable, Place, Store
from ...store.accounts import Identity
from ..lobby.tables import table_answer

_OVER_AT_ONCE: Final = 30
_GIVEN_UP: Final = 50
"""How many tables that are over, or were taken off the lists, are on one page."""


async def game_summaries(store: Store, tables: Sequence[ListedTable], person: str) -> Mapping[str, Any]:
    """Return the finished games of tables, and the deals of those of patience, each by the id of the table.

    Raises `StoreError`.
    """
    found = await store.tables.games_of(listed.table.id for listed in tables)
    played, deals = {}, {}
    for listed in tables:
        game, games = GAMES[listed.table.kind], found.get(listed.table.id, [])
        played[listed.table.id] = [game.summary_of(listed, each, person) for each in games if each.result is not None]
        deals[listed.table.id] = game.deal_of(games[0]) if games else None
    return {"played": played, "deals": deals}


@get("/games", cache_control=CacheControlHeader(no_cache=True))
async def games_page(
    store: NamedDependency[Store],
    identity: NamedDependency[Identity],
    before: FromQuery[str | None] = None,
) -> Template:
    """Show the tables of this browser; a page of those that are over continues ``before`` the last one of another."""
    person = identity.person
    last = None if before is None else _place(before)
    over = await store.tables.of(person, _OVER_AT_ONCE + 1, "over", last)
    is_first, shown = last is None, over[:_OVER_AT_ONCE]
    going_on = await store.tables.of(person, part="going_on") if is_first else []
    given_up = await store.tables.of(person, _GIVEN_UP, "given_up") if is_first else []
    context: dict[str, Any] = {
        "page": "games",
        "has_account": identity.has_account,
        "is_first": is_first,
        "tables": [table_answer(each, person) for each in (*going_on, *shown)],
        "older": f"{shown[-1].changed_at}.{shown[-1].table.id}" if len(over) > len(shown) else None,
        "given_up": [table_answer(each, person) for each in given_up if each.summary.game > 0],
        **await game_summaries(store, [*going_on, *shown, *given_up], person),
    }
    return Template("games.html.j2", context=context)


def _place(text: str) -> Place:
    """Read where a page of games ended. Raises `NotFoundException`."""
    found = re.fullmatch(r"(\d{1,15})\.([\w-]{1,32})", text)
    if found is None:
        raise NotFoundException(_("There is no such page of games. The latest ones are at /games."))
    return int(found[1]), found[2]

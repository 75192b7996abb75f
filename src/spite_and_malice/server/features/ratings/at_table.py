"""Ratings at a rated table: those of who sits there, and what a game made of them (docs/ratings.md)."""

from __future__ import annotations

from litestar import Router, get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec import Struct

from spite_and_malice.texts import _

from ...http.errors import ApiError
from ...store import ListedTable, Store
from ...store.ratings import GameChange
from ..lobby.pairing import SeatRating, seat_ratings, skills_at


class Change(Struct):
    """A rating before and after a game, in whole points, and the doubt after it.

    ``place`` is that on the board as it stands now, null for who is not on it.
    """

    before: int
    after: int
    give_or_take: int
    place: int | None


class GameRatings(Struct):
    """What a game made of ratings, seat by seat; all null for one that did not count."""

    changes: list[Change | None]


@get("/tables/{table_id:str}/ratings")
async def table_ratings(
    table_id: FromPath[str], store: NamedDependency[Store], person: NamedDependency[str]
) -> list[SeatRating | None]:
    """Return the ratings of who sits at a rated table, seat by seat; null for who has none."""
    listed = await _rated(store, table_id)
    return seat_ratings(listed, await skills_at(store, [listed], person))


@get("/tables/{table_id:str}/games/{number:int}/ratings")
async def game_ratings(table_id: FromPath[str], number: FromPath[int], store: NamedDependency[Store]) -> GameRatings:
    """Return what a game made of the ratings of who played it, seat by seat."""
    listed = await _rated(store, table_id)
    made = {change.seat: change for change in await store.ratings.of_game(table_id, number)}
    return GameRatings([_change(made.get(seat)) for seat in range(len(listed.table.seats))])


async def _rated(store: Store, table_id: str) -> ListedTable:
    listed = await store.tables.listed(table_id)
    if listed is None or not listed.table.settings.get("rated"):
        raise ApiError(404, "not_rated", _("The games at this table are not rated."))
    return listed


def _change(made: GameChange | None) -> Change | None:
    if made is None:
        return None
    return Change(made.before.points, made.after.points, made.after.give_or_take, made.place)


table_rating_routes: Router = Router(
    "/api", route_handlers=[table_ratings, game_ratings], cache_control=CacheControlHeader(no_cache=True)
)

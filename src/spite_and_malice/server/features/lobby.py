"""Finding others to play with: tables with somebody waiting, and seats with people who want the same game."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any, Final

from litestar import get, post
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.params import Body
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK
from msgspec import Struct, structs

from spite_and_malice.rules import PRESETS, Rules
from spite_and_malice.texts import _

from ..clock import now_ms
from ..cluster import News
from ..games.spite.setup import OPEN, Name, build_rules, person_seat
from ..games.spite.table import new_table
from ..http.errors import ApiError
from ..http.feature import Feature
from ..http.guards import json_only
from ..http.routes import Routes
from ..people import require_free
from ..protocol.settings import AMONG_PEOPLE, Settings, SettingsRequest
from ..store import ListedTable, Store, Undeletable
from ..tables.registry import Rooms
from .kernel import Kernel
from .ratings import SeatRating, nearest_first, seat_ratings, skills_at
from .setup import NewTableAnswer, require_ratable
from .tables import TableAnswer, table_answer

WAITING_MS: Final = 90_000
"""How long a table counts as waiting after somebody was last seen there; the housekeeper checks more often."""

STRANGERS: Final = structs.replace(AMONG_PEOPLE, start="full", listed=True)
"""The settings of a table for people who want the same game."""


class OpenTableAnswer(TableAnswer):
    """A table at which somebody waits for others; ``free`` seats are open, ``ratings`` has one per seat."""

    settings: dict[str, Any]
    free: int
    ratings: list[SeatRating | None]


class PlayRequest(Struct, forbid_unknown_fields=True):
    """A game to play with anybody: a preset, for a number of players, under a name, rated or not."""

    preset: str
    players: int | None = None
    name: Name = ""
    rated: bool = False


class AgainRequest(Struct, forbid_unknown_fields=True):
    """The table at which somebody waits alone for others who want the same rated game."""

    table: str


@get("/open", sync_to_thread=False, cache_control=CacheControlHeader(no_cache=True))
def open_page() -> Template:
    """Show the tables with a free seat, and "Play anyone"."""
    return Template("open.html.j2", context={"page": "open", "presets": list(PRESETS.values())})


@get("/tables/open")
async def open_tables(store: NamedDependency[Store], person: NamedDependency[str]) -> list[OpenTableAnswer]:
    """Return the listed tables at which somebody is waiting for others, the latest first."""
    tables = await _open_to(store, person)
    skills = await skills_at(store, tables, person)
    return [_open_table(listed, person, seat_ratings(listed, skills)) for listed in tables]


@post("/play", status_code=HTTP_200_OK, guards=[json_only])
async def play(
    data: Annotated[PlayRequest, Body()],
    store: NamedDependency[Store],
    rooms: NamedDependency[Rooms],
    person: NamedDependency[str],
) -> NewTableAnswer:
    """Seat somebody with others who want the same game, or at a new table to wait for them."""
    rules = build_rules(data.preset, data.players, {"target": 1})
    await require_free(store, data.name, person)
    seats = [person_seat(data.name, 0, [], person), *[OPEN] * (rules.players - 1)]
    table = new_table(person, data.preset, rules, seats, SettingsRequest(rated=data.rated).upon(STRANGERS))
    await require_ratable(store, table.row)
    tables = [each for each in await _open_to(store, person) if _is_for(each, rules, data.rated)]
    if (found := await _seated(store, rooms, tables, person, data.name)) is not None:
        return found
    await store.tables.add(table.row, table.seal, table.summary)
    return NewTableAnswer(table.row.id, table.row.url, table.next_commitment)


@post("/play/again", status_code=HTTP_200_OK, guards=[json_only])
async def play_again(
    data: Annotated[AgainRequest, Body()],
    store: NamedDependency[Store],
    rooms: NamedDependency[Rooms],
    news: NamedDependency[News],
    person: NamedDependency[str],
) -> NewTableAnswer:
    """Look again for others of near ratings: who has waited takes those who are further away too.

    Somebody who waits alone at a table moves to one opened earlier, if there is one by now, and their own is deleted;
    otherwise they stay.
    """
    own = await store.tables.listed(data.table)
    if own is None or own.table.host != person or own.summary.game > 0 or not own.table.settings.get("rated"):
        raise ApiError(404, "not_waiting", _("You do not wait for a rated game at this table."))
    rules = Rules.from_json(own.table.rules)
    tables = [
        each
        for each in await _open_to(store, person)
        if _is_for(each, rules, rated=True) and (each.created_at, each.table.id) < (own.created_at, own.table.id)
    ]
    stays = NewTableAnswer(own.table.id, own.table.url, "")
    async with rooms.open(own.table.id) as room:
        if room is None:
            return stays
        stays.commitment = room.next_commitment
        near = nearest_first(tables, person, await skills_at(store, tables, person))
        name = next((seat.name for seat in own.table.seats if seat.person == person), None)
        # Nobody may sit at two tables: a game would begin without their knowing of it.
        if not near or name is None or not await room.withdraw(person):
            return stays
        found = await _seated(store, rooms, near, person, name)
        if found is None:
            await room.admit(person, name)
            return stays
    with suppress(Undeletable):
        await store.tables.delete(own.table.id, person)
        news.changed(own.table.id)
        await rooms.renew([own.table.id])
    return found


async def _open_to(store: Store, person: str) -> list[ListedTable]:
    """Return the listed tables at which somebody is waiting, except those of people this person is kept apart from."""
    apart = await store.friends.kept_apart(person)
    tables = await store.tables.open(now_ms() - WAITING_MS)
    return [each for each in tables if not any(seat.person in apart for seat in each.table.seats)]


async def _seated(
    store: Store, rooms: Rooms, tables: Sequence[ListedTable], person: str, name: str
) -> NewTableAnswer | None:
    """Seat somebody at the first of some tables that has a seat for them, the nearest ratings first."""
    for listed in nearest_first(tables, person, await skills_at(store, tables, person)):
        async with rooms.open(listed.table.id) as room:
            if room is not None and await room.admit(person, name):
                return NewTableAnswer(room.table_id, listed.table.url, room.next_commitment)
    return None


def _is_for(listed: ListedTable, rules: Rules, rated: bool) -> bool:
    """Say whether a table is for people who want a game by these rules: it starts automatically, without a clock.

    The first to come decides whether a match follows the game.
    """
    settings = Settings.from_json(listed.table.settings)
    return (
        listed.table.rules | {"target": rules.target} == rules.to_json()
        and settings.start == "full"
        and settings.clock is None
        and settings.rated == rated
    )


def _open_table(listed: ListedTable, person: str, ratings: list[SeatRating | None]) -> OpenTableAnswer:
    free = sum(seat.kind == "open" for seat in listed.table.seats)
    shown = structs.asdict(table_answer(listed, person))
    return OpenTableAnswer(**shown, settings=listed.table.settings, free=free, ratings=ratings)


lobby: Routes = Routes(
    "/api", route_handlers=[open_tables, play, play_again], cache_control=CacheControlHeader(no_cache=True)
)


def feature(_kernel: Kernel) -> Feature:
    """Return the feature of open tables."""
    return Feature([open_page, lobby])

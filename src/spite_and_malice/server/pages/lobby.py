"""Finding others to play with: the tables at which somebody waits, and a seat among people who want the same game."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import Router, get, post
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.params import Body
from litestar.status_codes import HTTP_200_OK
from msgspec import Struct, structs

from spite_and_malice.rules import Rules

from ..http.guards import json_only
from ..protocol.settings import AMONG_PEOPLE, Settings
from ..store import ListedTable, Store
from ..store.queries import now_ms
from ..table.registry import Rooms
from ..table.rooms import Room
from ..table.setup import OPEN, Name, build_rules, person
from ..table.tables import new_table
from .api import NewTableAnswer, TableAnswer, table_answer
from .names import require_free

WAITING_MS: Final = 90_000
"""For how long a table counts as waiting after somebody was last seen there; the housekeeper looks more often."""

STRANGERS: Final = structs.replace(AMONG_PEOPLE, start="full", listed=True)
"""The settings of a table at which people meet who want the same game."""


class OpenTableAnswer(TableAnswer):
    """A table at which somebody waits for others; ``free`` seats are open."""

    settings: dict[str, Any]
    free: int


class PlayRequest(Struct, forbid_unknown_fields=True):
    """A game to play with anybody: a preset, for so many players, under a name."""

    preset: str
    players: int | None = None
    name: Name = ""


@get("/tables/open")
async def open_tables(store: NamedDependency[Store], owner: NamedDependency[str]) -> list[OpenTableAnswer]:
    """Return the listed tables at which somebody waits for others just now, the latest first."""
    return [_open_table(listed, owner) for listed in await store.open_tables(now_ms() - WAITING_MS)]


@post("/play", status_code=HTTP_200_OK, guards=[json_only])
async def play(
    data: Annotated[PlayRequest, Body()],
    store: NamedDependency[Store],
    rooms: NamedDependency[Rooms],
    owner: NamedDependency[str],
) -> NewTableAnswer:
    """Seat somebody with others who want the same game, or at a new table to wait for them."""
    rules = build_rules(data.preset, data.players, {"target": 1})
    await require_free(store, data.name, owner)
    for listed in await store.open_tables(now_ms() - WAITING_MS):
        if _is_for(listed, rules):
            async with rooms.open(listed.table.id) as room:
                if isinstance(room, Room) and await room.admit(owner, data.name):
                    return NewTableAnswer(room.table.row.id, room.table.row.url, room.table.next_commitment)
    seats = [person(data.name, 0, [], owner), *[OPEN] * (rules.players - 1)]
    table = new_table(owner, data.preset, rules, seats, STRANGERS)
    await store.add_table(table.row, table.seal, table.summary)
    return NewTableAnswer(table.row.id, table.row.url, table.next_commitment)


def _is_for(listed: ListedTable, rules: Rules) -> bool:
    """Say whether a table is for whoever wants a game by these rules: it starts by itself, without a clock.

    Whether a match follows on the game is up to who came first.
    """
    settings = Settings.from_json(listed.table.settings)
    return (
        listed.table.rules | {"target": rules.target} == rules.to_json()
        and settings.start == "full"
        and settings.clock is None
    )


def _open_table(listed: ListedTable, owner: str) -> OpenTableAnswer:
    free = sum(seat.kind == "open" for seat in listed.table.seats)
    return OpenTableAnswer(**structs.asdict(table_answer(listed, owner)), settings=listed.table.settings, free=free)


lobby = Router("/api", route_handlers=[open_tables, play], cache_control=CacheControlHeader(no_cache=True))

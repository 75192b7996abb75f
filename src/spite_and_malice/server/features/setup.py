"""Setting a table up: the pages for choosing its rules and seats, and the table itself (docs/protocol.md)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any, Final

from litestar import Response, get, post
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath, FromQuery
from litestar.response import Template
from litestar.status_codes import HTTP_201_CREATED
from msgspec import Meta, Struct

from spite_and_malice.players import LEVELS
from spite_and_malice.rules import GROUPS, PRESETS, describe_by_topic, differences, preset_rules
from spite_and_malice.rules.cards import MOST_COPIES, MOST_JOKERS, MOST_PACKS
from spite_and_malice.texts import _

from ..games import GAMES
from ..games.spite.game import SPITE
from ..games.spite.setup import (
    OPEN,
    InvalidSeat,
    Name,
    SeatRequest,
    build_rules,
    build_seats,
    named_by_host,
    require_rated,
)
from ..games.spite.table import new_table
from ..http.errors import ApiError
from ..http.feature import Feature
from ..http.guards import json_only
from ..http.language import use_terms_of
from ..http.routes import Routes
from ..people import require_free
from ..protocol.settings import AMONG_PEOPLE, AT_ONE_DEVICE, Settings, SettingsRequest
from ..store import SeatRow, Store, TableRow
from ..tables.game import NoPractice, PracticeStart, Refusal
from .kernel import Kernel
from .replays.replays import finished_game, seen_from
from .rules import PopularPresets, house_rules_answer, kept_rules, known_preset, players_of

OPPONENT: Final = "club"
"""The default computer player: it knows the game, and a careful person beats it."""

NEWCOMERS: Final = "beginner"
"""The default for people who have not played against any yet."""

_LATEST: Final = 20

_ONE_GAME: Final = {"target": 1}
"""The default of every version: a match has to be chosen."""

_EDITOR: Final = {
    "groups": GROUPS,
    "most": {"packs": MOST_PACKS, "copies": MOST_COPIES, "jokers": MOST_JOKERS},
    "usual_settings": AMONG_PEOPLE.to_json(),
}
"""The data for drawing the rules editor and the settings."""


class TableRequest(Struct, forbid_unknown_fields=True):
    """A new table: rules as in `RulesRequest`, as many seats as players, the points that end a match, settings."""

    seats: Annotated[list[SeatRequest], Meta(min_length=2, max_length=8)]
    preset: str | None = None
    rules: dict[str, Any] = {}
    target: int | None = None
    settings: SettingsRequest = SettingsRequest()


class NewTableAnswer(Struct):
    """The address of a new table, and the SHA-256 of the secret of its first game, in hexadecimal."""

    id: str
    url: str
    commitment: str


@get("/new", cache_control=CacheControlHeader(no_cache=True))
async def new(
    store: NamedDependency[Store],
    person: NamedDependency[str],
    popular: NamedDependency[PopularPresets],
    preset: FromQuery[str | None] = None,
    players: FromQuery[int | None] = None,
    friends: FromQuery[bool] = False,
    house: FromQuery[str | None] = None,
) -> Template:
    """Show every preset, or the set-up of a table with one of them; for friends if they are to have the other seats.

    With ``house`` it starts with the rules saved for this browser under that id.
    """
    if preset is None:
        kept = [house_rules_answer(each) for each in await store.house_rules.of(person)]
        context = {"page": "new", "presets": list(PRESETS.values()), "popular": await popular.presets(), "kept": kept}
        return Template("presets.html.j2", context=context)
    kept = await kept_rules(store, person, PRESETS)
    own = next((each for each in kept if each.id == house), None)
    if own is not None:
        players = own.rules["players"]
    chosen = known_preset(preset)
    use_terms_of(chosen.id)
    number = players_of(chosen, players)
    rules = preset_rules(chosen.id, number, _ONE_GAME)
    return Template(
        "setup.html.j2",
        context={
            "page": "new",
            "preset": chosen,
            "players": number,
            "rules": rules.to_json(),
            "topics": describe_by_topic(rules),
            "differences": differences(rules),
            **_EDITOR,
            "computers": LEVELS,
            "opponent": await first_opponent(store, person),
            "friends": friends,
            "kept": kept,
            "house": own,
        },
    )


@get("/new/form", cache_control=CacheControlHeader(no_cache=True))
async def host_form(
    preset: FromQuery[str],
    players: FromQuery[int],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> Template:
    """Show what the host of a gathering table can choose, as a part for the table's page.

    A preset that is not for this number of players is replaced by the first that is.
    """
    fitting = [each for each in PRESETS.values() if players in each.allowed]
    if not fitting:
        raise NotFoundException(_("There is no game for this number of players."))
    chosen = next((each for each in fitting if each.id == preset), fitting[0])
    use_terms_of(chosen.id)
    return Template(
        "host_form.html.j2",
        context={
            "presets": fitting,
            "preset": chosen,
            "players": players,
            "rules": preset_rules(chosen.id, players, _ONE_GAME).to_json(),
            **_EDITOR,
            "computers": LEVELS,
            "kept": [each for each in await kept_rules(store, person, PRESETS) if each.rules["players"] == players],
        },
    )


@post("/tables", guards=[json_only])
async def create_table(
    data: Annotated[TableRequest, Body()], store: NamedDependency[Store], person: NamedDependency[str]
) -> Response[NewTableAnswer]:
    """Set up a table and return its address; against computer players only, its first game is dealt at once."""
    changes = data.rules if data.target is None else data.rules | {"target": data.target}
    rules = build_rules(data.preset, len(data.seats), changes)
    seats = _seats(data.seats, person)
    if OPEN in seats:
        for seat in data.seats:
            await require_free(store, seat.name, person)
    settings = data.settings.upon(_usual_settings(seats))
    table = new_table(person, data.preset, rules, seats, settings)
    table.row = await named_by_host(store, table.row)
    await require_ratable(store, table.row)
    commitment = table.next_commitment
    if all(seat.kind == "computer" for seat in seats) and settings.start == "full":
        table = table.next_game(frozenset())
    await store.tables.add(table.row, table.seal, table.summary, None if table.dealt is None else table.dealt.row)
    answer = NewTableAnswer(table.row.id, table.row.url, commitment)
    return Response(answer, status_code=HTTP_201_CREATED, headers={"location": answer.url})


async def first_opponent(store: Store, person: str) -> str:
    """Return the computer player to begin with for somebody who has not chosen one.

    Patience and games with friends do not matter for that, however many there are.
    """
    for part in ("all", "given_up"):
        for listed in await store.tables.of(person, _LATEST, part, kind=SPITE.kind):
            if any(seat.kind == "computer" for seat in listed.table.seats):
                return OPPONENT
    return NEWCOMERS


async def is_newcomer(store: Store, person: str) -> bool:
    """Return whether somebody has played nothing here yet, on their lists or off them."""
    return not await store.tables.of(person, 1) and not await store.tables.of(person, 1, "given_up")


async def require_ratable(store: Store, row: TableRow) -> None:
    """Raise `ApiError` if the games of a new table are to be rated but cannot be."""
    try:
        await require_rated(store, row)
    except Refusal as refusal:
        raise ApiError(403 if refusal.code == "no_account" else 422, refusal.code, str(refusal)) from refusal


def _usual_settings(seats: Sequence[SeatRow]) -> Settings:
    if OPEN in seats:
        return AMONG_PEOPLE
    return AT_ONE_DEVICE if any(seat.kind == "guest" for seat in seats) else Settings()


def _seats(requests: list[SeatRequest], person: str) -> list[SeatRow]:
    kinds = [request.kind for request in requests]
    if kinds.count("person") > 1:
        raise ApiError(422, "one_person", _("One seat can be yours; others are open or take computer players."))
    if "guest" in kinds and "person" not in kinds:
        raise ApiError(422, "one_person", _("Sit down yourself where others play on your device."))
    try:
        return build_seats(requests, person)
    except InvalidSeat as error:
        raise ApiError(422, "invalid_seat", str(error), seat=error.seat) from error


class PracticeRequest(Struct, forbid_unknown_fields=True):
    """Where to begin: after a number of actions, in the place of a seat (your own, if none is named), under a name.

    At patience ``straight`` counts only the moves not taken back.
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
    """Set up a table at which a finished game continues from a position in it, and return its address."""
    stored = await finished_game(store, table_id, number, person)
    start = PracticeStart(data.ply, seen_from(stored, person, data.seat), data.straight, data.name)
    try:
        # A long game takes a moment to replay.
        table = await asyncio.to_thread(GAMES[stored.table.kind].practice, stored, start, person)
    except NoPractice as error:
        message = _("From there nobody could play on. Choose an earlier move.")
        raise ApiError(422, "no_practice", message) from error
    await store.tables.add(table.row, table.seal, table.summary, table.game, table.moves)
    return _made(table.row.id, table.commitment)


def _made(table_id: str, commitment: str) -> Response[NewTableAnswer]:
    answer = NewTableAnswer(table_id, f"/table/{table_id}", commitment)
    return Response(answer, status_code=HTTP_201_CREATED, headers={"location": answer.url})


practice_routes: Routes = Routes(
    "/api/tables", route_handlers=[practise], cache_control=CacheControlHeader(no_cache=True)
)


def feature(kernel: Kernel) -> Feature:
    """Return the feature of setting up tables, and practice from a position in a game."""
    return Feature([new, practice_routes] if kernel.alone else [new, practice_routes, host_form])

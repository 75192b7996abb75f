"""The deal of the day: everybody who comes plays the same cards against the same computer player, once, and compares.

A day is one of UTC. Its secret lies in the database before anybody plays, and what the seats contribute is fixed: the
date for the person, nothing for the computer player (docs/fair-deals.md).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Any, Final

from litestar import Response, Router, get, post
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED
from msgspec import Struct

from spite_and_malice.play import FairDeal
from spite_and_malice.players import PLAYERS
from spite_and_malice.rules import PRESETS, Rules, preset_rules
from spite_and_malice.texts import N_, _

from ..http.guards import json_only
from ..protocol.settings import Settings
from ..store import Conflict, SealRow, Store, today
from ..table.setup import Name, computer, person
from ..table.tables import Table, new_table
from .api import NewTableAnswer
from .day_results import PRESET, DayBoards
from .names import require_free

NAME: Final = N_("The deal of the day")

PAYOFF: Final = 10
"""Half a pay-off pile: some twenty turns each, for a quarter of an hour."""

OPPONENT: Final = "club"
"""It plays at once and always alike: who thinks for a time would play otherwise on a busy machine."""

_SETTINGS: Final = Settings(help=False, undo_turns=False)
_SHOWN: Final = 100
"""The most lines of a list of results; one's own comes after them if it is not among them."""

_NEVER_KEPT: Final = CacheControlHeader(no_store=True)
"""Who comes back from the table by the browser's own way is not offered to play once more."""


class DayRequest(Struct, forbid_unknown_fields=True):
    """A seat at the deal of the day, under a name."""

    name: Name = ""


class OwnResult(Struct):
    """How somebody did with the deal of a day: null before they have finished, among so many who have."""

    rank: int | None
    played: int


def day_of_text(text: str) -> date:
    """Return a day as it is written in an address. Raises `NotFoundException`."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        found = None
    # Other ways to write a day would make the same page at two addresses.
    if found is None or found.isoformat() != text:
        raise NotFoundException(_("There is no such day."))
    return found


def day_rules() -> Rules:
    """Return the rules of the deal of the day: the standard ones with fewer cards, one game a match."""
    return preset_rules(PRESET, 2, {"payoff": PAYOFF, "target": 1})


def day_table(owner: str, name: str, day: str, secret: bytes) -> Table:
    """Return a table for one person with the deal of a day dealt. Nothing is stored yet."""
    seats = [person(name, 0, [], owner)]
    seats.append(computer(OPPONENT, seats, free=False))
    table = new_table(owner, PRESET, day_rules(), seats, _SETTINGS)
    row = replace(table.row, name=NAME, day=day)
    return replace(table, row=row, seal=SealRow(1, secret, {owner: day})).next_game(frozenset())


@get("/day", cache_control=_NEVER_KEPT)
async def current_day(
    store: NamedDependency[Store], boards: NamedDependency[DayBoards], owner: NamedDependency[str]
) -> Template:
    """Show the deal of today."""
    return await _page(today(), store, boards, owner)


@get("/day/{day:str}", cache_control=_NEVER_KEPT)
async def one_day(
    day: FromPath[str],
    store: NamedDependency[Store],
    boards: NamedDependency[DayBoards],
    owner: NamedDependency[str],
) -> Template:
    """Show the deal of a day: today, or one before on which somebody played."""
    wanted = day_of_text(day)
    is_over = wanted < today()
    if wanted > today() or (is_over and (await boards.board(wanted.isoformat())).is_empty):
        raise NotFoundException(_("Nobody has played a deal of that day here."))
    return await _page(wanted, store, boards, owner)


@post("/api/day", guards=[json_only])
async def play(
    data: Annotated[DayRequest, Body()], store: NamedDependency[Store], owner: NamedDependency[str]
) -> Response[NewTableAnswer]:
    """Return where this browser plays the deal of today: at a new table, dealt at once, or where it already does."""
    day = today().isoformat()
    secret = await store.day_secret(day)
    table_id, status = await store.day_table(day, owner), HTTP_200_OK
    if table_id is None:
        await require_free(store, data.name, owner)
        table = day_table(owner, data.name, day, secret)
        try:
            await store.add_table(table.row, table.seal, table.summary, table.newest.row)
            table_id, status = table.row.id, HTTP_201_CREATED
        except Conflict:
            # The same browser has asked twice at once.
            if (table_id := await store.day_table(day, owner)) is None:
                raise
    answer = NewTableAnswer(table_id, f"/table/{table_id}", FairDeal(secret, ()).commitment)
    return Response(answer, status_code=status, headers={"location": answer.url})


@get("/api/day/{day:str}", cache_control=_NEVER_KEPT)
async def own_result(day: FromPath[str], boards: NamedDependency[DayBoards], owner: NamedDependency[str]) -> OwnResult:
    """Return how this browser did with the deal of a day, among all who have finished it."""
    lines = (await boards.board(day_of_text(day).isoformat(), owner)).lines
    rank = next((line.rank for line in lines if line.owner == owner), None)
    return OwnResult(rank, len(lines))


async def _page(day: date, store: Store, boards: DayBoards, owner: str) -> Template:
    board = await boards.board(day.isoformat(), owner)
    before = (day - timedelta(days=1)).isoformat()
    context: dict[str, Any] = {
        "page": "day",
        "day": day.isoformat(),
        "is_today": day == today(),
        "next_at": int(datetime.combine(day + timedelta(days=1), time(), UTC).timestamp()) * 1000,
        "payoff": PAYOFF,
        "opponent": PLAYERS[OPPONENT],
        "game": _(PRESETS[PRESET].name),
        "commitment": FairDeal(await store.day_secret(day.isoformat()), ()).commitment,
        "lines": [line for at, line in enumerate(board.lines) if at < _SHOWN or line.owner == owner],
        "owner": owner,
        "unfinished": board.unfinished,
        "own": board.own,
        "before": before,
        "best_before": [line for line in (await boards.board(before)).lines if line.rank == 1],
    }
    return Template("day.html.j2", context=context)


day_routes = Router(
    "/", route_handlers=[current_day, one_day, own_result, play], cache_control=CacheControlHeader(no_cache=True)
)

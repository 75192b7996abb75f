"""The deal of the day: everybody who comes plays the same cards against the same computer player, once, and compares.

A day is one of UTC. Its secret lies in the database before anybody plays, and what the seats contribute is fixed: the
date for the person, nothing for the computer player (docs/fair-deals.md).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
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

from spite_and_malice.analysis.tries import TRIES, player_of_try
from spite_and_malice.play import FairDeal
from spite_and_malice.players import PLAYERS
from spite_and_malice.rules import PRESETS, Rules, preset_rules
from spite_and_malice.texts import N_, _

from ...games.spite.setup import Name, computer, person
from ...games.spite.table import Table, new_table
from ...http.guards import json_only
from ...protocol.settings import Settings
from ...store import Conflict, DayGame, DayTries, SealRow, Store, today
from ..accounts.names import require_free
from ..lobby.api import NewTableAnswer
from .results import PRESET, DayBoards, streak

NAME: Final = N_("The deal of the day")

PAYOFF: Final = 10
"""Half a pay-off pile: some twenty turns each, for a quarter of an hour."""

OPPONENT: Final = "club"
"""It plays at once and always alike: who thinks for a time would play otherwise on a busy machine."""

SETTINGS: Final = Settings(help=False, undo_turns=False)
_CALENDAR: Final = 30
"""So many days are offered to be played later."""
_SHOWN: Final = 100
"""The most lines of a list of results; one's own comes after them if it is not among them."""

_NEVER_KEPT: Final = CacheControlHeader(no_store=True)
"""Who comes back from the table by the browser's own way is not offered to play once more."""


class DayRequest(Struct, forbid_unknown_fields=True):
    """A seat at the deal of a day, today's if none is named, under a name."""

    name: Name = ""
    day: str | None = None


class TriesAnswer(Struct):
    """How many tries of computer players won a deal before it was played."""

    tries: int
    won: int


class OwnResult(Struct):
    """How somebody did with the deal of a day, among so many who have finished it; null before they have.

    ``rank`` is null too for who began on a later day. ``streak`` are the days in a row on which they have played, and
    ``tries`` is null while the deal is tried.
    """

    rank: int | None
    played: int
    outcome: str | None
    margin: int | None
    turns: int | None
    streak: int
    tries: TriesAnswer | None


class DayMark(Struct):
    """A day of the calendar; ``mark`` is null until one has begun, then ``running``, ``won``, ``drawn``, ``lost``.

    Of a puzzle it is ``solved``, ``later`` (with moves taken back) or ``missed``.
    """

    day: str
    mark: str | None


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


def contributions(day: str) -> list[str]:
    """Return what the seats add to the deal of a day: the date for the person, nothing for the computer player."""
    return [day, ""]


def day_table(owner: str, name: str, day: str, secret: bytes) -> Table:
    """Return a table for one person with the deal of a day dealt. Nothing is stored yet."""
    seats = [person(name, 0, [], owner)]
    seats.append(computer(OPPONENT, seats, free=False))
    table = new_table(owner, PRESET, day_rules(), seats, SETTINGS)
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
    """Show the deal of a day: today, or one before that was dealt here."""
    return await _page(await _known_day(store, day), store, boards, owner)


@post("/api/day", guards=[json_only])
async def play(
    data: Annotated[DayRequest, Body()], store: NamedDependency[Store], owner: NamedDependency[str]
) -> Response[NewTableAnswer]:
    """Return where this browser plays the deal of a day: at a new table, dealt at once, or where it already does."""
    day = (today() if data.day is None else await _known_day(store, data.day)).isoformat()
    secret = await store.days.secret(day)
    table_id, status = await store.days.table(day, owner), HTTP_200_OK
    if table_id is None:
        await require_free(store, data.name, owner)
        table = day_table(owner, data.name, day, secret)
        try:
            await store.add_table(table.row, table.seal, table.summary, table.newest.row)
            table_id, status = table.row.id, HTTP_201_CREATED
        except Conflict:
            # The same browser has asked twice at once.
            if (table_id := await store.days.table(day, owner)) is None:
                raise
    answer = NewTableAnswer(table_id, f"/table/{table_id}", FairDeal(secret, ()).commitment)
    return Response(answer, status_code=status, headers={"location": answer.url})


@get("/api/day/{day:str}", cache_control=_NEVER_KEPT)
async def own_result(
    day: FromPath[str],
    store: NamedDependency[Store],
    boards: NamedDependency[DayBoards],
    owner: NamedDependency[str],
) -> OwnResult:
    """Return how this browser did with the deal of a day, among all who have finished it."""
    wanted = day_of_text(day).isoformat()
    lines = (await boards.board(wanted, owner)).lines
    own = next((line for line in lines if line.owner == owner), None)
    return OwnResult(
        rank=None if own is None else own.rank,
        played=len(lines),
        outcome=None if own is None else own.outcome,
        margin=None if own is None else own.margin,
        turns=None if own is None else own.turns,
        streak=streak(await store.days.own(owner), today()),
        tries=_told(await store.days.tries(wanted)),
    )


@get("/api/days", cache_control=_NEVER_KEPT)
async def calendar(store: NamedDependency[Store], owner: NamedDependency[str]) -> list[DayMark]:
    """Return the days whose deals can be played, the latest first, with how this browser did."""
    return _marks(await store.days.settled(_CALENDAR + 1), await store.days.own(owner))


async def _known_day(store: Store, text: str) -> date:
    """Return a day whose deal can be played: today, or one before that was dealt here. Raises `NotFoundException`."""
    day = day_of_text(text)
    if day != today() and (day > today() or await store.days.settled_secret(text) is None):
        raise NotFoundException(_("There is no deal of that day here."))
    return day


async def _page(day: date, store: Store, boards: DayBoards, owner: str) -> Template:
    text = day.isoformat()
    board = await boards.board(text, owner)
    secret, tries = await store.days.settled_secret(text), await store.days.tries(text)
    own_days = await store.days.own(owner)
    before, after = (day - timedelta(days=1)).isoformat(), (day + timedelta(days=1)).isoformat()
    is_today = day == today()
    # What shows the cards is for who cannot play them any more, or not in the ranking.
    is_open = board.own.result is not None if board.own is not None else not is_today
    tomorrow = await store.days.tries(after) if is_today else None
    context: dict[str, Any] = {
        "page": "day",
        "day": text,
        "is_today": is_today,
        "is_open": is_open,
        "next_at": int(datetime.combine(day + timedelta(days=1), time(), UTC).timestamp()) * 1000,
        "payoff": PAYOFF,
        "opponent": PLAYERS[OPPONENT],
        "game": _(PRESETS[PRESET].name),
        "commitment": None if secret is None else FairDeal(secret, ()).commitment,
        "tries": _told(tries),
        "testers": [PLAYERS[player_of_try(number)] for number in (0, 1)],
        "shown_try": await _shown_try(store, tries) if is_open else None,
        "root": None if tries is None else _root(tries, is_over=day < today()),
        "next_root": None if tomorrow is None else _root(tomorrow, is_over=False)["commitment"],
        "lines": [line for at, line in enumerate(board.lines) if at < _SHOWN or line.owner == owner],
        "played": len(board.lines),
        "owner": owner,
        "unfinished": board.unfinished,
        "own": board.own,
        "streak": streak(own_days, today()),
        "days": _marks(await store.days.settled(_CALENDAR + 1), own_days),
        "before": before,
        "best_before": [line for line in (await boards.board(before)).lines if line.rank == 1],
    }
    return Template("day.html.j2", context=context)


def _told(tries: DayTries | None) -> TriesAnswer | None:
    return None if tries is None or tries.tries < TRIES else TriesAnswer(tries.tries, tries.won)


def _root(tries: DayTries, is_over: bool) -> dict[str, Any]:
    """Return what shows that a day's deal was chosen as it should: all of it once the day is over."""
    shown = {"commitment": hashlib.sha256(tries.root).hexdigest(), "candidate": tries.candidate}
    return {**shown, "root": tries.root.hex() if is_over else None}


async def _shown_try(store: Store, tries: DayTries | None) -> str | None:
    """Return where a try that was won can be watched, None if it is not kept any more."""
    if tries is None or tries.table_id is None or await store.kind_of(tries.table_id) is None:
        return None
    return f"/table/{tries.table_id}/games/1"


def _marks(days: Sequence[str], own: Sequence[DayGame]) -> list[DayMark]:
    marks = {game.day: _mark(game) for game in own}
    return [DayMark(day, marks.get(day)) for day in days if day <= today().isoformat()][:_CALENDAR]


def _mark(game: DayGame) -> str:
    if game.result is None:
        return "running"
    winners = game.result["winners"]
    return "won" if game.seat in winners else "lost" if winners else "drawn"


day_routes: Router = Router(
    "/",
    route_handlers=[current_day, one_day, own_result, calendar, play],
    cache_control=CacheControlHeader(no_cache=True),
)

"""The page of a browser's games: its tables, each with its finished games one by one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from litestar import get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromQuery
from litestar.response import Template

from spite_and_malice.texts import _

from ...store import ListedGame, ListedTable, Place, Store
from ...store.accounts import Identity
from ..lobby.tables import table_answer

_OVER_AT_ONCE: Final = 30
_GIVEN_UP: Final = 50
"""How many tables that are over, or were taken off the lists, are on one page."""

Outcome = Literal["won", "lost", "drawn", "given_up", "over"]


@dataclass(frozen=True, slots=True)
class DealSummary:
    """Which deal of patience a game is, as far as its player may know: the number once it is over, or if chosen."""

    number: int | None
    level: str | None
    day: str | None


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A finished game: ``over`` for who only watched; ``steps`` are one's turns, or at patience the moves.

    ``time`` is as a clock shows it, ``ended_at`` in UTC milliseconds; None where it is not known.
    """

    number: int
    url: str
    outcome: Outcome
    steps: int | None
    time: str | None
    ended_at: int | None
    deal: DealSummary | None


async def game_summaries(store: Store, tables: Sequence[ListedTable], person: str) -> Mapping[str, Any]:
    """Return the finished games of tables, and the deals of those of patience, each by the id of the table.

    Raises `StoreError`.
    """
    found = await store.tables.games_of(listed.table.id for listed in tables)
    played = {
        listed.table.id: [
            _game_summary(listed, game, person) for game in found.get(listed.table.id, ()) if game.result is not None
        ]
        for listed in tables
    }
    newest = {table_id: games[0] for table_id, games in found.items()}
    return {"played": played, "deals": {table_id: _deal_summary(game) for table_id, game in newest.items()}}


def _game_summary(listed: ListedTable, game: ListedGame, person: str) -> GameSummary:
    table, result = listed.table, game.result or {}
    seat = next((number for number, at in enumerate(table.seats) if at.owner == person), None)
    winners = result["winners"]
    url = f"{table.url}/games/{game.number}"
    if table.kind == "patience":
        outcome: Outcome = "won" if winners else "given_up"
        url = f"{url}/replay"
        time = _clock(result["time"])
        return GameSummary(game.number, url, outcome, result["moves"], time, game.ended_at, _deal_summary(game))
    outcome = "over" if seat is None else "won" if seat in winners else "lost" if winners else "drawn"
    figures = game.figures
    steps = None if figures is None or seat is None or not figures.seats else figures.seats[seat].turns
    played = None if figures is None else _clock(figures.time)
    return GameSummary(game.number, url, outcome, steps, played, game.ended_at, None)


def _clock(milliseconds: int) -> str:
    """Return a time as a clock shows it: "4:05", "1:12:00"."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _deal_summary(game: ListedGame) -> DealSummary | None:
    deal = game.deal
    if deal is None:
        return None
    is_known = game.result is not None or deal["choice"] == "number"
    level = deal["level"] if game.result is not None or deal["is_level_asked"] else None
    return DealSummary(deal["number"] if is_known else None, level, deal["day"])


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

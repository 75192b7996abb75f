"""Statistics over finished games: the page, its figures, and the records that a game has beaten."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, timedelta, tzinfo
from typing import Final, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from litestar import get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from spite_and_malice.texts import _, ngettext

from ...clock import DAY_MS
from ...games.spite.game import SPITE
from ...games.spite.played import Played, played_by
from ...http.routes import Routes
from ...store import FinishedGame, Store
from . import (
    BeatenRecord,
    Line,
    Period,
    RulesRecords,
    Step,
    Totals,
    beaten,
    line_of,
    opponents_name,
    periods,
    records_by_rules,
    runs,
    span,
    totals,
    totals_by,
    version_name,
)

_LISTED: Final = 100
_WEEKLY: Final = timedelta(days=183)

Days = Literal[0, 30, 90, 365]
"""How many days back games are counted; 0: all."""


_OFFLINE: Final = "offline"

Place = Literal["", "here", "offline"]
"""Where the games were played: at a server, or in a browser without one."""


class Choice(Struct):
    """A filter for the games, and how many of all games it leaves."""

    id: str
    name: str
    games: int


class Choices(Struct):
    """All filters for the games."""

    version: list[Choice]
    opponent: list[Choice]
    players: list[Choice]
    place: list[Choice]


class Statistics(Struct):
    """The statistics of a person's filtered games.

    ``by`` says how they are grouped over time. ``stood_in`` counts those in which a stand-in took part: they count for
    nothing else; ``uncounted`` those of older versions that are still to be counted: they are not in averages and
    records. ``games`` are the latest of all, one by one. ``running`` is the current winning streak, ``longest`` the
    longest one.
    """

    by: Step
    all: Totals
    stood_in: int
    uncounted: int
    running: int
    longest: int
    by_opponent: list[Totals]
    by_version: list[Totals]
    by_players: list[Totals]
    records: list[RulesRecords]
    periods: list[Period]
    periods_by_opponent: dict[str, list[Period]]
    choices: Choices
    games: list[Line]


class BeatenRecords(Struct):
    """The records that a game has beaten."""

    records: list[BeatenRecord]


@get("/api/statistics")
async def own_statistics(
    store: NamedDependency[Store],
    person: NamedDependency[str],
    version: FromQuery[str] = "",
    opponent: FromQuery[str] = "",
    players: FromQuery[int] = 0,
    place: FromQuery[Place] = "",
    days: FromQuery[Days] = 0,
    by: FromQuery[Step | None] = None,
    without_help: FromQuery[bool] = False,
    zone: FromQuery[str] = "UTC",
) -> Statistics:
    """Return the statistics of this browser's finished games; an empty text or 0 filters nothing.

    Up to half a year is grouped by week, more by month, unless ``by`` is given.
    ``zone`` is the time zone in which a week begins, such as "Europe/Berlin".
    """
    since = time.time() * 1000 - days * DAY_MS if days else 0

    def wanted(game: Played) -> bool:
        return (
            version in ("", game.version)
            and opponent in ("", game.opponents)
            and players in (0, game.players)
            and place in ("", _place(game))
            and game.game.ended_at >= since
            and not (without_help and game.is_helped)
        )

    finished = await store.figures.finished(SPITE.kind, person)
    # With thousands of games this takes a moment, in which others would wait.
    return await asyncio.to_thread(lambda: _statistics(person, finished, wanted, by, _zone(zone)))


@get("/api/tables/{table_id:str}/games/{number:int}/records")
async def records_beaten(
    table_id: FromPath[str],
    number: FromPath[int],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> BeatenRecords:
    """Return the records of this browser that a game has beaten."""
    finished = await store.figures.finished(SPITE.kind, person)
    return BeatenRecords(await asyncio.to_thread(lambda: beaten(played_by(person, finished), table_id, number)))


def statistics_of(games: Sequence[Played], step: Step | None = None, zone: tzinfo = UTC) -> Statistics:
    """Return the statistics of one person's games, given latest first; the choices are left empty."""
    own = [game for game in games if not game.stood_in]
    by_opponent = totals_by(own, lambda game: game.opponents, opponents_name)
    running, longest = runs(own)
    first_and_last = span(own, zone) if own else None
    if step is None:
        step = "week" if first_and_last is None or first_and_last[1] - first_and_last[0] < _WEEKLY else "month"
    return Statistics(
        by=step,
        all=totals(own),
        stood_in=len(games) - len(own),
        uncounted=sum(game.game.figures is None and not game.game.given_up for game in own),
        running=running,
        longest=longest,
        by_opponent=by_opponent,
        by_version=totals_by(own, lambda game: game.version, version_name),
        by_players=totals_by(own, lambda game: str(game.players), _players_name),
        records=records_by_rules(own),
        periods=periods(own, step, first_and_last, zone) if first_and_last else [],
        periods_by_opponent={
            each.id: periods([game for game in own if game.opponents == each.id], step, first_and_last, zone)
            for each in by_opponent
            if first_and_last
        },
        choices=Choices([], [], [], []),
        games=[line_of(game) for game in games[:_LISTED]],
    )


def _statistics(
    person: str,
    finished: Sequence[FinishedGame],
    wanted: Callable[[Played], bool],
    step: Step | None,
    zone: tzinfo,
) -> Statistics:
    games = played_by(person, finished)
    found = statistics_of([game for game in games if wanted(game)], step, zone)
    found.choices = Choices(
        version=_choices(games, lambda game: game.version, version_name),
        opponent=_choices(games, lambda game: game.opponents, opponents_name),
        players=sorted(_choices(games, lambda game: str(game.players), _players_name), key=lambda each: int(each.id)),
        place=_choices(games, _place, lambda of: _("Offline") if of == _OFFLINE else _("At this server")),
    )
    return found


def _zone(name: str) -> tzinfo:
    """Return a time zone; UTC for a name that this machine does not know, since it may not know all of them."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def _choices(games: Sequence[Played], key: Callable[[Played], str], name: Callable[[str], str]) -> list[Choice]:
    return [Choice(of, name(of), count) for of, count in Counter(map(key, games)).most_common()]


def _place(game: Played) -> str:
    return _OFFLINE if game.game.offline else "here"


def _players_name(players: str) -> str:
    return ngettext("{n} player", "{n} players", int(players)).format(n=players)


statistics_routes: Routes = Routes(
    "/",
    route_handlers=[own_statistics, records_beaten],
    cache_control=CacheControlHeader(no_store=True),
)

"""Patience: the deals in the pool, the daily deals, and the games played."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, exists, func, insert, select, update

from ..database.repository import Repository, command, query
from ..database.schema import games, patience_days, patience_deals, seats, tables
from ..records import Conflict, StoreError


@dataclass(frozen=True, slots=True)
class ReadyDeal:
    """A deal that is proved winnable: its number under the rules of a preset, and how hard it is."""

    preset: str
    number: int
    level: str


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """Somebody's game of patience: how it was dealt and, if it is over, how it ended; times in UTC milliseconds.

    ``offline`` says that it was played in a browser without a server, ``again`` that its cards were dealt again as the
    table's next game.
    """

    table_id: str
    number: int
    person: str
    name: str
    preset: str
    deal: dict[str, Any]
    result: dict[str, Any] | None
    started_at: int
    ended_at: int
    offline: bool = False
    again: bool = False


def _add_deal(connection: Connection, deal: ReadyDeal) -> None:
    """Add a deal to the pool; the database refuses one that it has."""
    connection.execute(insert(patience_deals).values(preset=deal.preset, number=deal.number, level=deal.level))


def _count_deals(connection: Connection) -> dict[tuple[str, str], int]:
    """Return how many deals are ready, by preset and level."""
    rows = connection.execute(
        select(patience_deals.c.preset, patience_deals.c.level, func.count())
        .where(patience_deals.c.taken.is_(False))
        .group_by(patience_deals.c.preset, patience_deals.c.level)
    )
    return {(preset, level): count for preset, level, count in rows}


def _take_deal(connection: Connection, preset: str, level: str | None) -> ReadyDeal | None:
    """Take a ready deal, of one level or of any; None if there is none. Nobody else gets it."""
    ready = and_(patience_deals.c.preset == preset, patience_deals.c.taken.is_(False))
    wanted = ready if level is None else and_(ready, patience_deals.c.level == level)
    row = connection.execute(
        select(patience_deals.c.number, patience_deals.c.level).where(wanted).order_by(patience_deals.c.number).limit(1)
    ).one_or_none()
    if row is None:
        return None
    connection.execute(
        update(patience_deals)
        .where(patience_deals.c.preset == preset, patience_deals.c.number == row.number)
        .values(taken=True)
    )
    return ReadyDeal(preset, row.number, row.level)


def _read_day(connection: Connection, day: str, preset: str) -> int | None:
    """Return the number of the deal of a day, None if none has been chosen."""
    number: int | None = connection.execute(
        select(patience_days.c.number).where(patience_days.c.day == day, patience_days.c.preset == preset)
    ).scalar_one_or_none()
    return number


def _choose_day(connection: Connection, day: str, preset: str, number: int) -> None:
    """Write the deal of a day; the database refuses a second one."""
    connection.execute(insert(patience_days).values(day=day, preset=preset, number=number))


def _read_days(connection: Connection, limit: int) -> dict[str, list[str]]:
    """Return the days that have a deal, the latest first, each with the presets of its deals."""
    latest = select(patience_days.c.day).distinct().order_by(patience_days.c.day.desc()).limit(limit).subquery()
    rows = connection.execute(
        select(patience_days.c.day, patience_days.c.preset)
        .where(patience_days.c.day.in_(select(latest.c.day)))
        .order_by(patience_days.c.day.desc(), patience_days.c.preset)
    )
    found: dict[str, list[str]] = {}
    for day, preset in rows:
        found.setdefault(day, []).append(preset)
    return found


def _read_day_presets(connection: Connection, day: str) -> Sequence[str]:
    """Return the presets of the deals of a day that have been chosen."""
    rows = connection.execute(select(patience_days.c.preset).where(patience_days.c.day == day))
    return [row.preset for row in rows]


def _read_day_table(connection: Connection, day: str, preset: str, person: str) -> str | None:
    """Return the id of the table at which somebody plays the deal of a day, or None."""
    found: str | None = connection.execute(
        select(tables.c.id).where(tables.c.day == day, tables.c.host == person, tables.c.preset == preset)
    ).scalar_one_or_none()
    return found


def _read_day_games(connection: Connection, day: str, preset: str, person: str | None = None) -> Sequence[PlayedDeal]:
    """Return everybody's game of a day's deal, or somebody's, over or not: the first game of each table of the day."""
    of_day = and_(tables.c.day == day, tables.c.preset == preset, games.c.number == 1)
    if person is not None:
        of_day = and_(of_day, tables.c.host == person)
    return _read(connection, of_day, None)


def _read_own_days(connection: Connection, person: str) -> Sequence[PlayedDeal]:
    """Return somebody's games of the days' deals, over or not."""
    return _read(connection, and_(tables.c.host == person, tables.c.day.is_not(None), games.c.number == 1), None)


def _read_records(connection: Connection, person: str, preset: str, limit: int = 5000) -> Sequence[PlayedDeal]:
    """Return a person's finished games under the rules of a preset, the latest first, without practice."""
    over = and_(
        tables.c.host == person, tables.c.preset == preset, games.c.result.is_not(None), tables.c.practice.is_(None)
    )
    return _read(connection, over, limit)


def _read_presets(connection: Connection, person: str, kind: str, *, finished: bool = False) -> Sequence[str]:
    """Return the presets of one kind of game for which somebody has tables or finished games, the latest first."""
    latest = func.max(tables.c.changed_at)
    wanted = select(tables.c.preset).where(tables.c.host == person, tables.c.kind == kind, tables.c.preset.is_not(None))
    if finished:
        wanted = wanted.where(exists().where(games.c.table_id == tables.c.id, games.c.result.is_not(None)))
    rows = connection.execute(wanted.group_by(tables.c.preset).order_by(latest.desc()))
    return [row.preset for row in rows]


def _read(connection: Connection, wanted: Any, limit: int | None) -> Sequence[PlayedDeal]:
    following = games.alias()
    next_game = and_(following.c.table_id == games.c.table_id, following.c.number == games.c.number + 1)
    rows = connection.execute(
        select(
            tables.c.id,
            tables.c.host,
            tables.c.preset,
            seats.c.name,
            games.c.number,
            games.c.deal,
            games.c.result,
            games.c.started_at,
            games.c.ended_at,
            games.c.offline,
            following.c.deal.label("next_deal"),
        )
        .select_from(
            tables.join(games)
            .join(seats, and_(seats.c.table_id == tables.c.id, seats.c.seat == 0))
            .outerjoin(following, next_game)
        )
        .where(games.c.deal.is_not(None), wanted)
        .order_by(games.c.ended_at.desc(), games.c.id.desc())
        .limit(limit)
    )
    return [_played(row) for row in rows]


def _played(row: Any) -> PlayedDeal:
    deal = json.loads(row.deal)
    return PlayedDeal(
        table_id=row.id,
        number=row.number,
        person=row.host,
        name=row.name,
        preset=row.preset,
        deal=deal,
        result=None if row.result is None else json.loads(row.result),
        started_at=row.started_at,
        ended_at=row.ended_at or 0,
        offline=row.offline,
        again=row.next_deal is not None and _cards(json.loads(row.next_deal)) == _cards(deal),
    )


def _cards(deal: dict[str, Any]) -> tuple[int, str]:
    """Return a key for the cards dealt."""
    return deal["number"], deal.get("numbers", "own")


class PatienceRepository(Repository):
    """The deals of patience: the ready ones, the daily ones, and those played."""

    add_deal = command(_add_deal)
    ready_deals = query(_count_deals)
    take_deal = command(_take_deal)
    day = query(_read_day)
    days = query(_read_days)
    day_presets = query(_read_day_presets)
    day_table = query(_read_day_table)
    day_games = query(_read_day_games)
    own_days = query(_read_own_days)
    records = query(_read_records)
    played_presets = query(_read_presets)
    _choose = command(_choose_day)

    async def choose_day(self, day: str, preset: str, number: int) -> int:
        """Choose the deal of a day, unless it is already chosen; return it."""
        with suppress(Conflict):
            await self._choose(day, preset, number)
            return number
        chosen = await self.day(day, preset)
        if chosen is None:
            raise StoreError(f"the database has no deal of {day}")
        return chosen

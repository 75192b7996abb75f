"""How much is played: games and people, by day and by version of the rules."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sqlalchemy import Connection, func, select

from ..schema import games, moves, seats, tables


@dataclass(slots=True)
class Tally:
    """Games that were dealt, those of them that were finished, and the people who were dealt in."""

    dealt: int = 0
    finished: int = 0
    people: set[str] = field(default_factory=set)

    def count(self, is_finished: bool, people: set[str]) -> None:
        """Add a game."""
        self.dealt += 1
        self.finished += is_finished
        self.people |= people


@dataclass(slots=True)
class Figures:
    """What is stored in all, and what was dealt since a time: in all, by UTC day, and by preset (None: house rules)."""

    tables: int = 0
    games: int = 0
    actions: int = 0
    people: int = 0
    since: Tally = field(default_factory=Tally)
    days: dict[str, Tally] = field(default_factory=dict)
    presets: dict[str | None, Tally] = field(default_factory=dict)


def read(connection: Connection, since: int) -> Figures:
    """Return what is stored in all, and what was dealt since a time in UTC milliseconds."""
    found = Figures(
        tables=_count(connection, select(func.count()).select_from(tables)),
        games=_count(connection, select(func.count()).select_from(games)),
        actions=_count(connection, select(func.count()).select_from(moves)),
        people=_count(connection, select(func.count(func.distinct(seats.c.owner)))),
    )
    rows = connection.execute(
        select(games.c.started_at, games.c.ended_at, games.c.seats, tables.c.preset)
        .join(tables)
        .where(games.c.started_at >= since)
        .order_by(games.c.started_at)
    )
    for row in rows:
        people = {seat["owner"] for seat in json.loads(row.seats or "[]") if seat["owner"] is not None}
        day = datetime.fromtimestamp(row.started_at / 1000, UTC).date().isoformat()
        by_day, by_preset = found.days.setdefault(day, Tally()), found.presets.setdefault(row.preset, Tally())
        for tally in (found.since, by_day, by_preset):
            tally.count(row.ended_at is not None, people)
    return found


def _count(connection: Connection, query: object) -> int:
    number: int = connection.execute(query).scalar_one()  # type: ignore[call-overload]
    return number

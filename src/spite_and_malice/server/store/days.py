"""The deal of the day: its secret, and who has played it how."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import Connection, and_, func, insert, or_, select

from spite_and_malice.play import new_secret

from .schema import days, games, moves, seats, tables

_AT_ONCE: Final = 500
"""Games whose turns are counted in one query."""


@dataclass(frozen=True, slots=True)
class DayGame:
    """Somebody's game of a day's deal: the seat of ``owner`` (a token's SHA-256) and how it ended.

    ``result`` is None while it is played; ``turns`` are theirs, 0 until then; ``ended_at`` is in UTC milliseconds.
    """

    table_id: str
    owner: str
    name: str
    seat: int
    result: dict[str, Any] | None = None
    stand_ins: tuple[int, ...] = ()
    turns: int = 0
    ended_at: int = 0


def today() -> date:
    """Return the day that it is in UTC."""
    return datetime.now(UTC).date()


def read_secret(connection: Connection, day: str) -> bytes | None:
    """Return the secret of a day, None if none has been drawn."""
    secret: bytes | None = connection.execute(select(days.c.secret).where(days.c.day == day)).scalar_one_or_none()
    return secret


def draw_secret(connection: Connection, day: str) -> None:
    """Draw the secret of a day and write it; the database refuses a second one."""
    connection.execute(insert(days).values(day=day, secret=new_secret()))


def read_table(connection: Connection, day: str, owner: str) -> str | None:
    """Return the id of somebody's table of a day, or None."""
    found: str | None = connection.execute(
        select(tables.c.id).where(tables.c.day == day, tables.c.owner == owner, tables.c.kind == "spite")
    ).scalar_one_or_none()
    return found


def read_games(
    connection: Connection, day: str, turns: dict[str, int] | None = None, owner: str | None = None
) -> Sequence[DayGame]:
    """Return the first game of every table of a day, the first dealt first; with ``owner``, of theirs alone.

    ``turns`` are those of finished games by their tables, as far as they have been counted; what is counted is added.
    """
    of_day = and_(tables.c.day == day, tables.c.kind == "spite")
    rows = connection.execute(
        select(
            tables.c.id,
            tables.c.owner,
            seats.c.name,
            seats.c.seat,
            games.c.result,
            games.c.stand_ins,
            games.c.ended_at,
            games.c.id.label("game_id"),
        )
        .select_from(
            tables.join(seats, and_(seats.c.table_id == tables.c.id, seats.c.owner == tables.c.owner)).join(
                games, and_(games.c.table_id == tables.c.id, games.c.number == 1)
            )
        )
        .where(of_day if owner is None else and_(of_day, tables.c.owner == owner))
    ).all()
    # To have them in order SQLite would go through all games there are: it takes the days for more alike than they are.
    rows = sorted(rows, key=attrgetter("game_id"))
    turns = {} if turns is None else turns
    uncounted = [row.id for row in rows if row.result is not None and row.id not in turns]
    for start in range(0, len(uncounted), _AT_ONCE):
        turns.update(_turns(connection, uncounted[start : start + _AT_ONCE]))
    return [
        DayGame(
            table_id=row.id,
            owner=row.owner,
            name=row.name,
            seat=row.seat,
            result=None if row.result is None else json.loads(row.result),
            stand_ins=tuple(json.loads(row.stand_ins or "[]")),
            turns=0 if row.result is None else turns.get(row.id, 0),
            ended_at=row.ended_at or 0,
        )
        for row in rows
    ]


def _turns(connection: Connection, table_ids: Sequence[str]) -> dict[str, int]:
    """Count the turns that the owners of tables took in the first games there."""
    before = moves.alias()
    # A turn begins with each move of the seat that does not follow another of the same seat.
    rows = connection.execute(
        select(tables.c.id, func.count())
        .select_from(
            tables.join(seats, and_(seats.c.table_id == tables.c.id, seats.c.owner == tables.c.owner))
            .join(games, and_(games.c.table_id == tables.c.id, games.c.number == 1))
            .join(moves, and_(moves.c.game_id == games.c.id, moves.c.seat == seats.c.seat))
            .outerjoin(before, and_(before.c.game_id == moves.c.game_id, before.c.ply == moves.c.ply - 1))
        )
        .where(tables.c.id.in_(table_ids), or_(before.c.seat.is_(None), before.c.seat != moves.c.seat))
        .group_by(tables.c.id)
    )
    return {row[0]: row[1] for row in rows}

"""The games that somebody has finished: what statistics count."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, or_, select

from .records import SeatRow
from .schema import games, seats, tables


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """Who sat where at the deal of a game, who won, and the seats for which a stand-in played."""

    seats: tuple[SeatRow, ...]
    winners: tuple[int, ...]
    stand_ins: tuple[int, ...]


def read_finished(connection: Connection, owner: str, limit: int) -> Sequence[FinishedGame]:
    """Return the finished games of the tables that a browser token made or sits at, the latest first.

    Games that were dealt before revision 0002 do not say who played; they are left out.
    """
    seated = select(seats.c.table_id).where(seats.c.owner == owner)
    rows = connection.execute(
        select(games.c.seats, games.c.result, games.c.stand_ins)
        .join(tables)
        .where(games.c.result.is_not(None), games.c.seats.is_not(None))
        .where(or_(tables.c.owner == owner, tables.c.id.in_(seated)))
        .order_by(games.c.ended_at.desc(), games.c.id.desc())
        .limit(limit)
    )
    return [
        FinishedGame(
            seats=tuple(SeatRow(**seat) for seat in json.loads(row.seats)),
            winners=tuple(json.loads(row.result)["winners"]),
            stand_ins=tuple(json.loads(row.stand_ins or "[]")),
        )
        for row in rows
    ]

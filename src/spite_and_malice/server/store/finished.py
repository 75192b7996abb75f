"""The games of Spite and Malice that somebody has finished or given up: what statistics count."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, and_, exists, func, or_, select

from .records import SeatRow
from .schema import games, moves, seats, tables


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """Who sat where at the deal of a game, who won, and the seats for which a stand-in played.

    ``given_up`` says that it was not played to its end.
    """

    seats: tuple[SeatRow, ...]
    winners: tuple[int, ...]
    stand_ins: tuple[int, ...]
    given_up: bool = False


def read_finished(connection: Connection, owner: str, limit: int) -> Sequence[FinishedGame]:
    """Return the games of the tables that a browser token made or sits at, the latest first.

    They are finished, or were given up after a first move.

    Practice counts for nothing. Games that were dealt before revision 0002 do not say who played; they are left out.
    """
    seated = select(seats.c.table_id).where(seats.c.owner == owner)
    begun = exists().where(moves.c.game_id == games.c.id, moves.c.message_id.is_not(None))
    given_up = and_(games.c.result.is_(None), tables.c.given_up_at.is_not(None), begun)
    rows = connection.execute(
        select(games.c.seats, games.c.result, games.c.stand_ins)
        .join(tables)
        .where(or_(games.c.result.is_not(None), given_up), games.c.seats.is_not(None))
        .where(tables.c.practice.is_(None), tables.c.kind == "spite")
        .where(or_(tables.c.owner == owner, tables.c.id.in_(seated)))
        .order_by(func.coalesce(games.c.ended_at, tables.c.given_up_at).desc(), games.c.id.desc())
        .limit(limit)
    )
    return [
        FinishedGame(
            seats=tuple(SeatRow(**seat) for seat in json.loads(row.seats)),
            winners=() if row.result is None else tuple(json.loads(row.result)["winners"]),
            stand_ins=tuple(json.loads(row.stand_ins or "[]")),
            given_up=row.result is None,
        )
        for row in rows
    ]

"""The games of Spite and Malice that somebody has finished or given up: what statistics count."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
from sqlalchemy import Connection, and_, exists, func, or_, select

from .figures import FIGURES
from .records import GameFigures, SeatRow
from .schema import games, moves, seats, tables

_SEATS: Final = msgspec.json.Decoder(list[SeatRow])


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """Who sat where at the deal of a game, who won, and the seats for which a stand-in played.

    ``given_up`` says that it was not played to its end. ``figures`` are None for such a game, and while nobody has
    counted one that an older version ended. ``preset`` names the version, None for rules of one's own, and ``ended_at``
    is in UTC milliseconds. ``offline`` says that it was played without a server.
    """

    seats: tuple[SeatRow, ...]
    winners: tuple[int, ...]
    stand_ins: tuple[int, ...]
    given_up: bool = False
    table_id: str = ""
    number: int = 1
    preset: str | None = None
    ended_at: int = 0
    figures: GameFigures | None = None
    offline: bool = False


def read_finished(connection: Connection, owner: str, limit: int) -> Sequence[FinishedGame]:
    """Return the games of the tables that a browser token made or sits at, the latest first.

    They are finished, or were given up after a first move.

    Practice counts for nothing. Games that were dealt before revision 0002 do not say who played; they are left out.
    """
    seated = select(seats.c.table_id).where(seats.c.owner == owner)
    begun = exists().where(moves.c.game_id == games.c.id, moves.c.message_id.is_not(None))
    given_up = and_(games.c.result.is_(None), tables.c.given_up_at.is_not(None), begun)
    ended_at = func.coalesce(games.c.ended_at, tables.c.given_up_at)
    rows = connection.execute(
        select(
            games.c.seats,
            games.c.result,
            games.c.stand_ins,
            games.c.table_id,
            games.c.number,
            games.c.figures,
            games.c.offline,
            tables.c.preset,
            ended_at.label("ended_at"),
        )
        .join(tables)
        .where(or_(games.c.result.is_not(None), given_up), games.c.seats.is_not(None))
        .where(tables.c.practice.is_(None), tables.c.kind == "spite")
        .where(or_(tables.c.owner == owner, tables.c.id.in_(seated)))
        .order_by(ended_at.desc(), games.c.id.desc())
        .limit(limit)
    )
    return [
        FinishedGame(
            seats=tuple(_SEATS.decode(row.seats)),
            winners=() if row.result is None else tuple(json.loads(row.result)["winners"]),
            stand_ins=tuple(json.loads(row.stand_ins or "[]")),
            given_up=row.result is None,
            table_id=row.table_id,
            number=row.number,
            preset=row.preset,
            ended_at=row.ended_at,
            figures=None if row.figures is None else FIGURES.decode(row.figures),
            offline=row.offline,
        )
        for row in rows
    ]

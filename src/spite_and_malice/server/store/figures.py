"""What finished games came to: written with their end, or later for games that ended before it was counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, and_, delete, insert, select, update

from .records import GameFigures, NewMove
from .schema import games, helps, tables

FIGURES: Final = msgspec.json.Decoder(GameFigures)
"""Reads the figures of a game as they are stored."""

_ENCODER: Final = msgspec.json.Encoder()


def add_hint(connection: Connection, table_id: str, number: int, seat: int) -> None:
    """Count that a seat has got help in a game; the database refuses the first of two at once."""
    game_id = select(games.c.id).where(games.c.table_id == table_id, games.c.number == number).scalar_subquery()
    of_seat = and_(helps.c.game_id == game_id, helps.c.seat == seat)
    if connection.execute(update(helps).where(of_seat).values(hints=helps.c.hints + 1)).rowcount == 0:
        connection.execute(insert(helps).values(game_id=game_id, seat=seat, hints=1))


def with_hints(connection: Connection, end: NewMove) -> str:
    """Return the figures of a game that ends as they are stored: with the hints, which are forgotten elsewhere."""
    found = end.figures
    assert found is not None
    game_id = select(games.c.id).where(games.c.table_id == end.table_id, games.c.number == end.number)
    of_game = helps.c.game_id == game_id.scalar_subquery()
    asked = {row.seat: row.hints for row in connection.execute(select(helps).where(of_game))}
    if asked:
        connection.execute(delete(helps).where(of_game))
    seats = [replace(seat, hints=asked.get(number, 0)) for number, seat in enumerate(found.seats)]
    return _ENCODER.encode(replace(found, seats=seats)).decode()


def read_uncounted(connection: Connection, limit: int) -> Sequence[tuple[str, int]]:
    """Return finished games of which nothing was counted, each by its table and number, the latest first."""
    rows = connection.execute(
        select(games.c.table_id, games.c.number)
        .join(tables)
        .where(games.c.figures.is_(None), games.c.result.is_not(None), tables.c.kind == "spite")
        .order_by(games.c.id.desc())
        .limit(limit)
    )
    return [(row.table_id, row.number) for row in rows]


def keep(connection: Connection, table_id: str, number: int, found: GameFigures) -> None:
    """Write what was counted of a finished game, unless somebody has meanwhile."""
    connection.execute(
        update(games)
        .where(games.c.table_id == table_id, games.c.number == number, games.c.figures.is_(None))
        .values(figures=_ENCODER.encode(found).decode())
    )

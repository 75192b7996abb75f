"""What rows of the database say, as records."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Row, select

from ..clock import now_ms
from .records import ClocksRow, GameRow, MoveRow, SeatRow, TableRow
from .schema import seats


def table_row(row: Row[Any], at: tuple[SeatRow, ...]) -> TableRow:
    """Return a table with its seats."""
    rules, settings, kicked = json.loads(row.rules), json.loads(row.settings), tuple(json.loads(row.kicked))
    return TableRow(
        id=row.id,
        owner=row.owner,
        name=row.name,
        preset=row.preset,
        rules=rules,
        seats=at,
        settings=settings,
        revision=row.revision,
        kicked=kicked,
        day=row.day,
        practice=row.practice,
        kind=row.kind,
    )


def seats_of(connection: Connection, table_ids: Iterable[str]) -> dict[str, tuple[SeatRow, ...]]:
    """Return the seats of several tables in one query, each in order."""
    rows = connection.execute(
        select(seats).where(seats.c.table_id.in_(list(table_ids))).order_by(seats.c.table_id, seats.c.seat)
    ).all()
    found: dict[str, list[SeatRow]] = {}
    for row in rows:
        found.setdefault(row.table_id, []).append(
            SeatRow(row.kind, row.name, row.player, row.owner, row.free, row.stand_in, row.head, row.stand_in_since)
        )
    return {table_id: tuple(at) for table_id, at in found.items()}


def game_row(game: Row[Any]) -> GameRow:
    """Return a game."""
    return GameRow(
        number=game.number,
        match=game.match,
        dealer=game.dealer,
        secret=game.secret,
        contributions=tuple(json.loads(game.contributions)),
        result=None if game.result is None else json.loads(game.result),
        seats=tuple(SeatRow(**seat) for seat in json.loads(game.seats or "[]")),
        stand_ins=tuple(json.loads(game.stand_ins or "[]")),
        deal=None if game.deal is None else json.loads(game.deal),
        offline=game.offline,
    )


def move_row(move: Row[Any]) -> MoveRow:
    """Return an action."""
    return MoveRow(move.ply, move.seat, move.text, move.message_id, move.note, move.made_at)


def clocks_row(row: Row[Any]) -> ClocksRow | None:
    """Return the clocks of a table, None if it has none."""
    if row.clocks is None:
        return None
    # Some games of version 0.1 do not say since when.
    return ClocksRow(tuple(json.loads(row.clocks)), now_ms() if row.clocks_since is None else row.clocks_since)

"""Tables that the server created for named people, as for a tournament: found by their origin, with their results."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, func, select

from ..database.schema import contributions, games, moves, tables
from ..games.figures import FIGURES
from ..games.lists import seats_of
from ..records import STAND_IN, GameFigures, Origin, SeatRow
from .origin import origin_of


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A finished game at a table that the server created; times in UTC milliseconds.

    ``seats`` are those at the deal, ``winners`` and ``scores`` the result, ``stand_ins`` the seats for which a stand-in
    has played; ``figures`` are None if the game was not counted.
    """

    number: int
    seats: tuple[SeatRow, ...]
    reason: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    stand_ins: tuple[int, ...]
    figures: GameFigures | None
    started_at: int
    ended_at: int


@dataclass(frozen=True, slots=True)
class OriginTable:
    """The current state of a table that the server created.

    ``is_over`` says that its match is over, or that an operator has closed it; ``came`` are the people who have
    contributed to the first deal of a table whose ``game``, the number of the newest, is still 0.
    """

    id: str
    origin: Origin
    seats: tuple[SeatRow, ...]
    game: int
    is_over: bool
    is_closed: bool
    came: frozenset[str]
    ended: tuple[EndedGame, ...]


def read(
    connection: Connection, subject: str, subject_id: str, parts: Collection[int] | None = None
) -> Sequence[OriginTable]:
    """Return the tables that the server created for an event, or for some parts of it, by part and board."""
    of_subject = and_(tables.c.origin == subject, tables.c.origin_id == subject_id)
    if parts is not None:
        of_subject = and_(of_subject, tables.c.origin_part.in_(parts))
    rows = connection.execute(
        select(tables).where(of_subject).order_by(tables.c.origin_part, tables.c.origin_board)
    ).all()
    ids = [row.id for row in rows]
    at = seats_of(connection, ids)
    of_these = select(tables.c.id).where(of_subject).scalar_subquery()
    ended: dict[str, list[EndedGame]] = {}
    over = select(games).where(games.c.table_id.in_(of_these), games.c.result.is_not(None)).order_by(games.c.number)
    for game in connection.execute(over):
        ended.setdefault(game.table_id, []).append(_ended(game))
    came: dict[str, set[str]] = {}
    first = select(contributions).where(contributions.c.table_id.in_(of_these), contributions.c.number == 1)
    for each in connection.execute(first):
        came.setdefault(each.table_id, set()).add(each.person)
    found = []
    for row in rows:
        origin = origin_of(row)
        if origin is not None:
            found.append(
                OriginTable(
                    row.id,
                    origin,
                    at[row.id],
                    row.game,
                    row.match_over or row.closed_at is not None,
                    row.closed_at is not None,
                    frozenset(came.get(row.id, ())),
                    tuple(ended.get(row.id, ())),
                )
            )
    return found


@dataclass(frozen=True, slots=True)
class Gathering:
    """What is known about the visitors of a table: whether a game was dealt, who has come, when it was made."""

    is_dealt: bool
    came: frozenset[str]
    made_at: int


def read_gathering(connection: Connection, table_id: str) -> Gathering | None:
    """Return the people who have come to a table, None if no table has that id."""
    at = select(tables.c.game, tables.c.created_at).where(tables.c.id == table_id)
    row = connection.execute(at).one_or_none()
    if row is None:
        return None
    first = select(contributions.c.person).where(contributions.c.table_id == table_id, contributions.c.number == 1)
    return Gathering(row.game > 0, frozenset(connection.execute(first).scalars()), row.created_at)


def read_stand_ins(connection: Connection, table_id: str) -> dict[int, int]:
    """Return the percentage of moves by a stand-in at a table, for each seat with one."""
    by_one = func.count(moves.c.note).filter(moves.c.note == STAND_IN)
    rows = connection.execute(
        select(moves.c.seat, func.count().label("made"), by_one.label("by_one"))
        .select_from(moves.join(games))
        .where(games.c.table_id == table_id)
        .group_by(moves.c.seat)
    )
    return {row.seat: max(1, 100 * row.by_one // row.made) for row in rows if row.by_one}


def _ended(game: Any) -> EndedGame:
    result = json.loads(game.result)
    return EndedGame(
        game.number,
        tuple(SeatRow.from_json(seat) for seat in json.loads(game.seats or "[]")),
        result["reason"],
        tuple(result["winners"]),
        tuple(result["scores"]),
        tuple(json.loads(game.stand_ins or "[]")),
        None if game.figures is None else FIGURES.decode(game.figures),
        game.started_at,
        game.ended_at,
    )


def read_starting(connection: Connection, before: int) -> Sequence[str]:
    """Return the tables whose first game is to be dealt before a time and has not been."""
    due = and_(tables.c.starts_at <= before, tables.c.game == 0)
    return list(connection.execute(select(tables.c.id).where(due)).scalars())


def drop_undealt(connection: Connection, table_id: str) -> bool:
    """Delete a table that the server created, if nothing has been dealt; say whether it was one."""
    gone = delete(tables).where(tables.c.id == table_id, tables.c.game == 0, tables.c.origin.is_not(None))
    return connection.execute(gone).rowcount > 0

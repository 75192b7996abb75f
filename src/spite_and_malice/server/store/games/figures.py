"""Finished games and their figures: written with their end, or later for games that ended before figures were kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, and_, delete, exists, func, insert, or_, select, update

from ..database.repository import Repository, command, query
from ..database.schema import games, helps, moves, seats, tables
from ..records import Conflict, GameFigures, MissedMoment, NewMove, SeatCounted, SeatRow

FIGURES: Final = msgspec.json.Decoder(GameFigures)
"""Decodes the stored figures of a game."""

_ENCODER: Final = msgspec.json.Encoder()
_SEATS: Final = msgspec.json.Decoder(list[dict[str, Any]])


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """The people dealt into a game by seat, the winners, and the seats for which a stand-in played.

    ``given_up`` says that it was not played to its end. ``figures`` are None for such a game, and for one ended by an
    older version until it is counted. ``preset`` names the version, None for house rules, and ``ended_at`` is in UTC
    milliseconds. ``offline`` says that it was played without a server.
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
    day: str | None = None
    """The day whose deal it was, as 2026-01-31; None for others."""


def _add_hint(connection: Connection, table_id: str, number: int, seat: int) -> None:
    """Count a seat's help in a game; the database refuses the first of two simultaneous writes."""
    game_id = select(games.c.id).where(games.c.table_id == table_id, games.c.number == number).scalar_subquery()
    of_seat = and_(helps.c.game_id == game_id, helps.c.seat == seat)
    if connection.execute(update(helps).where(of_seat).values(hints=helps.c.hints + 1)).rowcount == 0:
        connection.execute(insert(helps).values(game_id=game_id, seat=seat, hints=1))


def with_hints(connection: Connection, end: NewMove) -> str:
    """Return the figures of a game that ends in their stored form: with the hints, which are deleted elsewhere."""
    found = end.figures
    assert found is not None
    game_id = select(games.c.id).where(games.c.table_id == end.table_id, games.c.number == end.number)
    of_game = helps.c.game_id == game_id.scalar_subquery()
    asked = {row.seat: row.hints for row in connection.execute(select(helps).where(of_game))}
    if asked:
        connection.execute(delete(helps).where(of_game))
    seats = [replace(seat, hints=asked.get(number, 0)) for number, seat in enumerate(found.seats)]
    return _ENCODER.encode(replace(found, seats=seats)).decode()


def _read_uncounted(connection: Connection, kind: str, limit: int) -> Sequence[tuple[str, int]]:
    """Return finished games that were not counted, each by its table and number, the latest first."""
    rows = connection.execute(
        select(games.c.table_id, games.c.number)
        .join(tables)
        .where(games.c.figures.is_(None), games.c.result.is_not(None), tables.c.kind == kind)
        .order_by(games.c.id.desc())
        .limit(limit)
    )
    return [(row.table_id, row.number) for row in rows]


def _keep(connection: Connection, table_id: str, number: int, found: GameFigures) -> None:
    """Write the figures of a finished game, unless another process has done so meanwhile."""
    connection.execute(
        update(games)
        .where(games.c.table_id == table_id, games.c.number == number, games.c.figures.is_(None))
        .values(figures=_ENCODER.encode(found).decode())
    )


def _achieve(
    connection: Connection, table_id: str, number: int, seat: int, achieved: dict[str, tuple[int, int]]
) -> None:
    """Replace the achievements of a seat in a finished game that was counted."""

    def change(counted: SeatCounted) -> None:
        counted.achieved = achieved

    _change(connection, table_id, number, seat, change)


def _miss(connection: Connection, table_id: str, number: int, seat: int, missed: list[MissedMoment]) -> None:
    """Store a seat's mistakes in a counted finished game, unless they are already stored."""

    def change(counted: SeatCounted) -> None:
        if counted.missed is None:
            counted.missed = missed

    _change(connection, table_id, number, seat, change)


def _try_again(connection: Connection, table_id: str, number: int, seat: int, move: int, found: bool) -> None:
    """Store whether somebody has found a better turn in an exercise; the first try counts."""

    def change(counted: SeatCounted) -> None:
        for moment in counted.missed or ():
            if moment.number == move and moment.found is None:
                moment.found = found

    _change(connection, table_id, number, seat, change)


def _change(
    connection: Connection, table_id: str, number: int, seat: int, change: Callable[[SeatCounted], None]
) -> None:
    """Change the figures of a seat in a finished game, if it was counted."""
    of_game = and_(games.c.table_id == table_id, games.c.number == number)
    stored = connection.execute(select(games.c.figures).where(of_game).with_for_update()).scalar_one_or_none()
    if stored is None:
        return
    found = FIGURES.decode(stored)
    if seat < len(found.seats):
        change(found.seats[seat])
        connection.execute(update(games).where(of_game).values(figures=_ENCODER.encode(found).decode()))


def _read_finished(connection: Connection, kind: str, person: str, limit: int = 5000) -> Sequence[FinishedGame]:
    """Return the games of the tables that a browser token made or sits at, the latest first.

    They are finished, or were given up after a first move.

    Practice does not count. Some early games do not say who played; they are left out.
    """
    seated = select(seats.c.table_id).where(seats.c.person == person)
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
            tables.c.day,
            ended_at.label("ended_at"),
        )
        .join(tables)
        .where(or_(games.c.result.is_not(None), given_up), games.c.seats.is_not(None))
        .where(tables.c.practice.is_(None), tables.c.kind == kind)
        .where(or_(tables.c.host == person, tables.c.id.in_(seated)))
        .order_by(ended_at.desc(), games.c.id.desc())
        .limit(limit)
    )
    return [
        FinishedGame(
            seats=tuple(map(SeatRow.from_json, _SEATS.decode(row.seats))),
            winners=() if row.result is None else tuple(json.loads(row.result)["winners"]),
            stand_ins=tuple(json.loads(row.stand_ins or "[]")),
            given_up=row.result is None,
            table_id=row.table_id,
            number=row.number,
            preset=row.preset,
            ended_at=row.ended_at,
            figures=None if row.figures is None else FIGURES.decode(row.figures),
            offline=row.offline,
            day=row.day,
        )
        for row in rows
    ]


class FigureRepository(Repository):
    """Finished games of a kind, and their figures."""

    uncounted = query(_read_uncounted)
    keep = command(_keep, table=str)
    achieve = command(_achieve, table=str)
    miss = command(_miss, table=str)
    try_again = command(_try_again, table=str)
    finished = query(_read_finished)
    _add = command(_add_hint, table=str)

    async def add_hint(self, table_id: str, number: int, seat: int) -> None:
        """Count a seat's help in a game."""
        try:
            await self._add(table_id, number, seat)
        except Conflict:
            # Another process counted the first one of this seat at the same time.
            await self._add(table_id, number, seat)

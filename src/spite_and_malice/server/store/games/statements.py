"""The statements that write a table, its deals and its moves: run most often, and so optimised."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import (
    Connection,
    Delete,
    Dialect,
    Insert,
    Update,
    bindparam,
    delete,
    insert,
    literal_column,
    select,
    update,
)

from ...clock import now_ms
from ..database.schema import contributions, games, moves, seals, seats, tables
from ..records import ClocksRow, Conflict, GameRow, MoveRow, NewMove, SealRow, SeatRow, Summary, TableRow
from . import figures, ratings

# The two statements of every move, and the order of the values in their rows.
_MOVE: Final = ("of_table", "of_number", "ply", "seat", "text", "message_id", "note", "made_at")
_INSERT_MOVE: Final = (
    insert(moves)
    .values(
        game_id=select(games.c.id)
        .where(games.c.table_id == bindparam("of_table"), games.c.number == bindparam("of_number"))
        .scalar_subquery(),
        **{name: bindparam(name) for name in _MOVE[2:]},
    )
    .inline()
)
_SUMMARY: Final = ("changed_at", "game", "turn", "scores", "match_over", "clocks", "clocks_since", "cards_left")
_UPDATE_SUMMARY: Final = (
    update(tables)
    .where(tables.c.id == bindparam("of_table"), tables.c.closed_at.is_(None))
    .values({name: bindparam(name) for name in _SUMMARY})
    .values(changes=tables.c.changes + literal_column("1"))
)

# The statements of every deal: building them takes longer than executing them.
_ARRANGE: Final = (
    update(tables)
    .where(tables.c.id == bindparam("of_table"), tables.c.revision == bindparam("of_revision"))
    .values(changes=tables.c.changes + literal_column("1"))
)
_SEAT: Final = tuple(field.name for field in fields(SeatRow))
_DELETE_SEATS: Final = delete(seats).where(seats.c.table_id == bindparam("of_table"))
_INSERT_SEATS: Final = insert(seats)
_INSERT_GAME: Final = insert(games).inline()
_END_GAME: Final = update(games).where(
    games.c.table_id == bindparam("of_table"), games.c.number == bindparam("of_number")
)
_UPDATE_SEAL: Final = update(seals).where(seals.c.table_id == bindparam("of_table"))
_DELETE_CONTRIBUTIONS_OF_OTHERS: Final = delete(contributions).where(
    contributions.c.table_id == bindparam("of_table"),
    contributions.c.person.not_in(bindparam("there", expanding=True)),
)
_DELETE_OLD_CONTRIBUTIONS: Final = delete(contributions).where(
    contributions.c.table_id == bindparam("of_table"), contributions.c.number < bindparam("of_number")
)


@lru_cache(maxsize=64)
def _driver_sql(
    statement: Insert | Update | Delete, names: tuple[str, ...], dialect: Dialect
) -> tuple[str, tuple[str, ...]]:
    """Return a statement with parameters of those names in a database's dialect, and the order of the values."""
    compiled = statement.compile(dialect=dialect, column_keys=names)
    if compiled.positiontup is None:
        raise AssertionError("this driver takes values by name")
    return str(compiled), tuple(compiled.positiontup)


def _execute(connection: Connection, statement: Insert | Update | Delete, values: dict[str, Any]) -> int:
    """Carry out a statement with values that the driver takes as they are; return how many rows it wrote.

    `Connection.execute` would examine the statement and every value, which takes longer than executing it.
    """
    sql, order = _driver_sql(statement, tuple(values), connection.dialect)
    return connection.exec_driver_sql(sql, tuple(values[name] for name in order)).rowcount


def _execute_many(
    connection: Connection, statement: Insert | Update, names: tuple[str, ...], rows: list[tuple[Any, ...]]
) -> None:
    """Execute a statement the same way for many rows, with their values in the order of the names."""
    sql, order = _driver_sql(statement, names, connection.dialect)
    if order != names:
        raise AssertionError("the values are in another order")
    connection.exec_driver_sql(sql, rows)


@lru_cache(maxsize=1024)
def _as_json(numbers: tuple[int, ...]) -> str:
    return json.dumps(numbers)


def add_table(
    connection: Connection,
    table: TableRow,
    seal: SealRow,
    summary: Summary,
    game: GameRow | None = None,
    played: Sequence[MoveRow] = (),
) -> None:
    """Write a new table with its seats and the seal of its next game.

    With ``game`` the first is already dealt, with ``played`` it has begun with these actions.
    """
    now = now_ms()
    connection.execute(
        insert(tables).values(
            id=table.id,
            host=table.host,
            created_at=now,
            changed_at=now,
            day=table.day,
            practice=table.practice,
            kind=table.kind,
            **_origin(table),
            **_arrangement(table),
            **_summary_values(summary),
        )
    )
    _insert_seats(connection, table)
    connection.execute(insert(seals).values(table_id=table.id, number=seal.number, secret=seal.secret))
    if game is None:
        return
    _insert_game(connection, table.id, game, now)
    if played:
        rows = [(table.id, game.number, m.ply, m.seat, m.text, m.message_id, m.note, m.made_at or now) for m in played]
        _execute_many(connection, _INSERT_MOVE, _MOVE, rows)


def arrange(
    connection: Connection, table: TableRow, clocks: ClocksRow | None = None, before: ClocksRow | None = None
) -> None:
    """Write other seats, rules or settings of a table. Raises `Conflict` if its revision is not the one before.

    ``clocks`` are written too unless they differ from ``before``: a move in the meantime wrote newer ones.
    """
    of_table = {"of_table": table.id}
    of_revision = {**of_table, "of_revision": table.revision - 1}
    if _execute(connection, _ARRANGE, {**of_revision, "changed_at": now_ms(), **_arrangement(table)}) == 0:
        raise Conflict("the table was arranged otherwise in the meantime")
    _execute(connection, _DELETE_SEATS, of_table)
    _insert_seats(connection, table)
    # Somebody's contribution to the next deal is deleted with them: strangers who come and go leave nothing behind.
    there = [seat.person for seat in table.seats if seat.person is not None]
    connection.execute(_DELETE_CONTRIBUTIONS_OF_OTHERS, {**of_table, "there": there})
    if clocks is not None and before is not None:
        connection.execute(
            update(tables)
            .where(tables.c.id == table.id, tables.c.clocks_since == before.since)
            .values(_clocks_values(clocks))
        )


def contribute(connection: Connection, table_id: str, number: int, person: str, contribution: str) -> None:
    """Write a person's contribution to the deal of game ``number``; the database refuses a second one."""
    connection.execute(
        insert(contributions).values(table_id=table_id, number=number, person=person, contribution=contribution)
    )
    connection.execute(update(tables).where(tables.c.id == table_id).values(changes=tables.c.changes + 1))


def add_game(connection: Connection, table: TableRow, game: GameRow, seal: SealRow, summary: Summary) -> None:
    """Write the next game of a table, its seats for it, and the seal of the game after.

    The database refuses a number that the table already has.
    """
    now = now_ms()
    arrange(connection, table)
    _insert_game(connection, table.id, game, now)
    _update_summary(connection, table.id, summary, now)
    _execute(connection, _UPDATE_SEAL, {"of_table": table.id, "number": seal.number, "secret": seal.secret})
    _execute(connection, _DELETE_OLD_CONTRIBUTIONS, {"of_table": table.id, "of_number": seal.number})


@dataclass(frozen=True, slots=True)
class AddMove:
    """Work that appends one action; the writer executes those of a group together."""

    move: NewMove

    def __call__(self, connection: Connection) -> None:
        """Append the action."""
        add_moves(connection, [self.move])


def add_moves(connection: Connection, new: Sequence[NewMove]) -> None:
    """Append actions to games of different tables, with the results of those that ended and the new list data.

    The database refuses a ply that a game already has: the first to write it has moved.
    """
    now = now_ms()
    rows = [
        (one.table_id, one.number, move.ply, move.seat, move.text, move.message_id, move.note, move.made_at or now)
        for one in new
        for move in (one.move,)
    ]
    _execute_many(connection, _INSERT_MOVE, _MOVE, rows)
    for one in new:
        if one.result is not None:
            ended = {
                "ended_at": now,
                "result": json.dumps(one.result),
                "stand_ins": json.dumps(one.stand_ins),
                "figures": None if one.figures is None else figures.with_hints(connection, one),
            }
            _execute(connection, _END_GAME, {"of_table": one.table_id, "of_number": one.number, **ended})
            if one.rated is not None:
                ratings.rate(connection, one, one.rated, now)
    summaries = [_summary_row(one.table_id, one.summary, now) for one in new if one.summary is not None]
    if summaries:
        _execute_many(connection, _UPDATE_SUMMARY, (*_SUMMARY, "of_table"), summaries)


def _origin(table: TableRow) -> dict[str, Any]:
    origin = table.origin
    if origin is None:
        return {}
    return {
        "origin": origin.subject,
        "origin_id": origin.id,
        "origin_part": origin.part,
        "origin_board": origin.board,
        "contribution": origin.contribution,
        "starts_at": origin.starts_at,
    }


def _arrangement(table: TableRow) -> dict[str, Any]:
    settings = table.settings
    return {
        "name": table.name,
        "preset": table.preset,
        "rules": json.dumps(table.rules),
        "settings": json.dumps(settings),
        "listed": bool(settings.get("listed")),
        "timed": settings.get("clock") is not None or settings.get("away_seconds") is not None,
        "revision": table.revision,
        "kicked": json.dumps(table.kicked),
    }


def _insert_seats(connection: Connection, table: TableRow) -> None:
    rows = [(table.id, number, *_seat_values(seat).values()) for number, seat in enumerate(table.seats)]
    _execute_many(connection, _INSERT_SEATS, ("table_id", "seat", *_SEAT), rows)


def _seat_values(seat: SeatRow) -> dict[str, Any]:
    return {name: getattr(seat, name) for name in _SEAT}


def _insert_game(connection: Connection, table_id: str, game: GameRow, now: int) -> None:
    _execute(
        connection,
        _INSERT_GAME,
        {
            "table_id": table_id,
            "number": game.number,
            "match": game.match,
            "dealer": game.dealer,
            "secret": game.secret,
            "contributions": json.dumps(game.contributions),
            "seats": json.dumps([seat.to_json() for seat in game.seats]),
            "started_at": now,
            "deal": None if game.deal is None else json.dumps(game.deal),
        },
    )


def _summary_values(summary: Summary) -> dict[str, Any]:
    return {
        "game": summary.game,
        "turn": summary.turn,
        "scores": _as_json(summary.scores),
        "match_over": summary.match_over,
        "cards_left": None if summary.cards_left is None else _as_json(summary.cards_left),
        **_clocks_values(summary.clocks),
    }


def _summary_row(table_id: str, summary: Summary, now: int) -> tuple[str | int | bool | None, ...]:
    """Return the values of `_UPDATE_SUMMARY` in their order."""
    left = since = None
    if summary.clocks is not None:
        left, since = json.dumps(summary.clocks.left), summary.clocks.since
    cards = None if summary.cards_left is None else _as_json(summary.cards_left)
    return now, summary.game, summary.turn, _as_json(summary.scores), summary.match_over, left, since, cards, table_id


def _clocks_values(clocks: ClocksRow | None) -> dict[str, Any]:
    if clocks is None:
        return {"clocks": None, "clocks_since": None}
    return {"clocks": json.dumps(clocks.left), "clocks_since": clocks.since}


def _update_summary(connection: Connection, table_id: str, summary: Summary, now: int) -> None:
    _execute(connection, _UPDATE_SUMMARY, {"of_table": table_id, "changed_at": now, **_summary_values(summary)})

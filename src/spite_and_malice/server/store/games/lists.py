"""Lists of tables: somebody's own, those with room, the running ones; and which of them may be deleted."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

from sqlalchemy import Connection, Row, and_, case, exists, func, or_, select, update

from ...clock import now_ms
from ..database.repository import can_be_stored
from ..database.schema import games, moves, seats, tables
from ..events.days import today
from ..events.origin import origin_of
from ..people import erasing
from ..records import (
    ClocksRow,
    GameRow,
    ListedGame,
    ListedTable,
    MoveRow,
    Place,
    SeatRow,
    StoreError,
    Summary,
    TableRow,
    TablesPart,
)
from .figures import FIGURES


def table_row(row: Row[Any], at: tuple[SeatRow, ...]) -> TableRow:
    """Return a table with its seats."""
    rules, settings, kicked = json.loads(row.rules), json.loads(row.settings), tuple(json.loads(row.kicked))
    return TableRow(
        id=row.id,
        host=row.host,
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
        origin=origin_of(row),
    )


def seats_of(connection: Connection, table_ids: Iterable[str]) -> dict[str, tuple[SeatRow, ...]]:
    """Return the seats of several tables in one query, each in order."""
    rows = connection.execute(
        select(seats).where(seats.c.table_id.in_(list(table_ids))).order_by(seats.c.table_id, seats.c.seat)
    ).all()
    found: dict[str, list[SeatRow]] = {}
    for row in rows:
        found.setdefault(row.table_id, []).append(
            SeatRow(
                *(row.kind, row.name, row.player, row.person, row.free, row.stand_in, row.head, row.stand_in_since),
                sign=row.sign,
            )
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
        seats=tuple(SeatRow.from_json(seat) for seat in json.loads(game.seats or "[]")),
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
    # Some early games do not have a start time.
    return ClocksRow(tuple(json.loads(row.clocks)), now_ms() if row.clocks_since is None else row.clocks_since)


def read_tables_of(
    connection: Connection,
    person: str,
    limit: int = 200,
    part: TablesPart = "all",
    before: Place | None = None,
    kind: str | None = None,
) -> list[ListedTable]:
    """Return the tables that a browser token made or sits at, the latest changed first.

    They are those on its lists, or of these only the running ones, with the person's turns first and practice last, or
    only finished matches; or those taken off the lists. With ``before`` they come after that place in the list, with
    ``kind`` they are those of one of the server's games.
    """
    seated = select(seats.c.table_id).where(seats.c.person == person)
    latest = tables.c.changed_at.desc(), tables.c.id
    # For a person with thousands of tables only a few are read in full: rows are long, and sorting them is slowest.
    newest = (
        select(tables.c.id)
        .where(or_(tables.c.host == person, tables.c.id.in_(seated)))
        .where(tables.c.given_up_at.is_not(None) if part == "given_up" else tables.c.given_up_at.is_(None))
        .order_by(*latest)
        .limit(limit)
    )
    if part in ("going_on", "over"):
        newest = newest.where(tables.c.match_over == (part == "over"))
    if part == "clocked":
        newest = newest.where(~tables.c.match_over, tables.c.timed, tables.c.settings.contains('"clock": {'))
    if part == "going_on":
        at_turn = and_(seats.c.table_id == tables.c.id, seats.c.seat == tables.c.turn, seats.c.stand_in.is_(None))
        own_turn = case((exists().where(at_turn, seats.c.person == person), 0), else_=1)
        newest = newest.order_by(None).order_by(tables.c.practice.is_not(None), own_turn, *latest)
    if kind is not None:
        newest = newest.where(tables.c.kind == kind)
    if before is not None:
        changed_at, table_id = before
        later = and_(tables.c.changed_at == changed_at, tables.c.id > table_id)
        newest = newest.where(or_(tables.c.changed_at < changed_at, later))
    rows = connection.execute(select(tables).where(tables.c.id.in_(newest)).order_by(*latest)).all()
    return _listed(connection, rows)


def read_listed(connection: Connection, table_id: str) -> ListedTable | None:
    """Return a table as a list entry, or None if there is none with that id."""
    if not can_be_stored(table_id):
        return None
    rows = connection.execute(select(tables).where(tables.c.id == table_id)).all()
    return next(iter(_listed(connection, rows)), None)


def read_open_tables(connection: Connection, since: int, limit: int = 100) -> list[ListedTable]:
    """Return the listed tables with an open seat at which somebody waited at the time ``since``, the latest first."""
    with_room = select(seats.c.table_id).where(seats.c.kind == "open")
    rows = connection.execute(
        select(tables)
        .where(tables.c.game == 0, tables.c.changed_at >= since, tables.c.listed, tables.c.id.in_(with_room))
        .where(tables.c.given_up_at.is_(None))
        .order_by(tables.c.changed_at.desc(), tables.c.id)
        .limit(limit)
    ).all()
    return _listed(connection, rows)


_OF_GAMES: Final = ("table_id", "number", "deal", "result", "figures", "ended_at", "stand_ins")


def read_games(connection: Connection, table_ids: Iterable[str]) -> dict[str, list[ListedGame]]:
    """Return the games of several tables in one query, for each table the latest first."""
    rows = connection.execute(
        select(*(games.c[name] for name in _OF_GAMES))
        .where(games.c.table_id.in_(list(table_ids)))
        .order_by(games.c.table_id, games.c.number.desc())
    )
    found: dict[str, list[ListedGame]] = {}
    for row in rows:
        deal, result = (None if text is None else json.loads(text) for text in (row.deal, row.result))
        figures = None if row.figures is None else FIGURES.decode(row.figures)
        stand_ins = tuple(json.loads(row.stand_ins or "[]"))
        found.setdefault(row.table_id, []).append(
            ListedGame(row.number, deal, result, figures, row.ended_at, stand_ins)
        )
    return found


def read_newest_game(connection: Connection) -> int:
    """Return the number of the game dealt last, 0 if there is none."""
    return connection.execute(select(func.max(games.c.id))).scalar_one() or 0


def read_moving_tables(connection: Connection, dealt: range | None = None) -> list[str]:
    """Return the ids of the tables whose game goes on automatically: time may run out, or a program is to move.

    Without people that applies only to tables that the server created. ``dealt`` limits the games, by their numbers.
    """
    to_move = and_(seats.c.table_id == tables.c.id, seats.c.seat == tables.c.turn)
    person = seats.alias()
    has_people = exists().where(person.c.table_id == tables.c.id, person.c.kind == "person")
    query = (
        select(tables.c.id)
        .select_from(tables.join(seats, to_move))
        .where(or_(tables.c.timed, seats.c.player.is_not(None), seats.c.stand_in.is_not(None)))
        .where(or_(has_people, tables.c.origin.is_not(None)))
        .order_by(tables.c.changed_at.desc())
    )
    if dealt is not None:
        of_table = and_(games.c.table_id == tables.c.id, games.c.number == tables.c.game)
        query = query.join(games, of_table).where(games.c.id >= dealt.start, games.c.id < dealt.stop)
    rows = connection.execute(query)
    return [row.id for row in rows]


def give_up(connection: Connection, table_id: str, person: str) -> bool:
    """Take a table off the lists of the only person at it; False if it is not such a table.

    They play against programs, or wait for others.
    """
    people = select(seats.c.person).where(seats.c.table_id == table_id, seats.c.kind == "person")
    if [row.person for row in connection.execute(people)] != [person]:
        return False
    connection.execute(update(tables).where(tables.c.id == table_id).values(given_up_at=now_ms()))
    return True


def _listed(connection: Connection, rows: Sequence[Row[Any]]) -> list[ListedTable]:
    ids = [row.id for row in rows]
    at = seats_of(connection, ids)
    has_moves = exists().where(moves.c.game_id == games.c.id)
    newest = select(games.c.table_id, games.c.result).join(tables).where(games.c.number == tables.c.game)
    results = {row.table_id: row.result for row in connection.execute(newest.where(tables.c.id.in_(ids)))}
    begun = set(connection.scalars(select(games.c.table_id).where(games.c.table_id.in_(ids), has_moves)))
    return [
        ListedTable(
            table=table_row(row, at[row.id]),
            summary=Summary(
                row.game,
                row.turn,
                tuple(json.loads(row.scores)),
                row.match_over,
                cards_left=None if row.cards_left is None else tuple(json.loads(row.cards_left)),
            ),
            created_at=row.created_at,
            changed_at=row.changed_at,
            is_given_up=row.given_up_at is not None,
            is_begun=row.id in begun,
            result=None if (result := results.get(row.id)) is None else json.loads(result),
            clocks=clocks_row(row),
        )
        for row in rows
    ]


Hindrance = Literal["unknown_table", "not_yours", "of_today", "not_over", "game_running", "rated_running"]
"""Why somebody cannot delete a table: it does not exist, others have it, its deal is today's and would be dealt to them
again, its match goes on with others, or it has a running game that they can give up, or that is rated."""

Deletable = Literal["table", "name"]
"""The scope of a deletion: the whole table, or the person's name and seat at one that others keep."""


class Undeletable(StoreError):
    """A table cannot be deleted."""

    def __init__(self, why: Hindrance) -> None:
        super().__init__(f"the table cannot be deleted: {why}")
        self.why: Final = why


def hindrance(listed: ListedTable, person: str) -> Hindrance | None:
    """Return why somebody cannot delete a table, None if they can."""
    table, summary = listed.table, listed.summary
    people = {seat.person for seat in table.seats if seat.kind == "person"}
    is_host = table.host == person
    if not is_host and (person not in people or summary.game == 0):
        return "not_yours"
    if table.day is not None and table.day >= today().isoformat():
        return "of_today"
    if not summary.match_over and not people <= {person}:
        return "not_over"
    if summary.turn is not None and table.settings.get("rated"):
        return "rated_running"
    if summary.turn is not None and not listed.is_given_up:
        return "game_running"
    return None


def deletable(listed: ListedTable, person: str) -> Deletable | None:
    """Return the scope of somebody's deletion of a table, None if they cannot delete it."""
    if hindrance(listed, person) is not None:
        return None
    people = {seat.person for seat in listed.table.seats if seat.kind == "person"}
    return "table" if listed.table.host == person and people <= {person} else "name"


def delete(connection: Connection, table_id: str, person: str) -> Deletable:
    """Delete a table for somebody, or remove them from one that others keep. Raises `Undeletable`."""
    if not can_be_stored(table_id):
        raise Undeletable("unknown_table")
    # Nobody sits down or deals between the check and the deletion.
    connection.execute(select(tables.c.id).where(tables.c.id == table_id).with_for_update())
    listed = read_listed(connection, table_id)
    why: Hindrance | None = "unknown_table" if listed is None else hindrance(listed, person)
    if why is not None:
        raise Undeletable(why)
    erasing.forget_at_tables(connection, person, [table_id])
    return "table" if read_listed(connection, table_id) is None else "name"

"""Tables with their games: everything that is read and written about them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from operator import attrgetter

import msgspec
from sqlalchemy import Connection, and_, delete, func, select, update

from ...clock import now_ms
from ..database.repository import Repository, can_be_stored, command, query
from ..database.schema import contributions, games, moves, seals, seats, tables
from ..events import origins
from ..events.origin import is_deal_open
from ..records import Conflict, Counted, ImportedGame, NewMove, SealRow, Since, StoredGame, StoredTable
from . import lists
from .figures import FIGURES
from .lists import clocks_row, game_row, move_row, seats_of, table_row
from .statements import AddMove, add_game, add_table, arrange, contribute


def _read_kind(connection: Connection, table_id: str) -> str | None:
    """Return which game a table is for, None if no table has that id."""
    if not can_be_stored(table_id):
        return None
    kind: str | None = connection.execute(select(tables.c.kind).where(tables.c.id == table_id)).scalar_one_or_none()
    return kind


def _count(connection: Connection) -> Counted:
    """Return the amounts of stored data."""
    dealt, over = connection.execute(select(func.count(), func.count(games.c.ended_at)).select_from(games)).one()
    return Counted(connection.execute(select(func.count()).select_from(tables)).scalar_one(), dealt, over)


def _is_closed(connection: Connection, table_id: str) -> bool:
    """Say whether an operator has closed a table for good."""
    if not can_be_stored(table_id):
        return False
    closed = select(tables.c.id).where(tables.c.id == table_id, tables.c.closed_at.is_not(None))
    return connection.execute(closed).first() is not None


def read_table(connection: Connection, table_id: str) -> StoredTable | None:
    """Return a table with everything needed to continue its game, or None if no table has that id."""
    if not can_be_stored(table_id):
        return None
    row = connection.execute(select(tables).where(tables.c.id == table_id)).one_or_none()
    if row is None:
        return None
    seal = connection.execute(select(seals).where(seals.c.table_id == table_id)).one()
    game_rows = connection.execute(select(games).where(games.c.table_id == table_id).order_by(games.c.number)).all()
    newest = game_rows[-1].id if game_rows else None
    earlier = connection.execute(
        select(func.count()).select_from(moves).where(moves.c.game_id.in_([game.id for game in game_rows[:-1]]))
    ).scalar_one()
    move_rows = connection.execute(select(moves).where(moves.c.game_id == newest).order_by(moves.c.ply)).all()
    return StoredTable(
        table=table_row(row, seats_of(connection, [table_id])[table_id]),
        seal=SealRow(seal.number, seal.secret, _read_contributions(connection, table_id, seal.number)),
        games=tuple(map(game_row, game_rows)),
        moves=tuple(map(move_row, move_rows)),
        earlier_moves=earlier,
        clocks=clocks_row(row),
        is_closed=row.closed_at is not None,
    )


def _read_changes(connection: Connection, table_ids: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Return how often the row of each of these tables was written, and the number of actions of its newest game."""
    newest = and_(games.c.table_id == tables.c.id, games.c.number == tables.c.game)
    plies = select(func.max(moves.c.ply)).select_from(moves.join(games)).where(newest).scalar_subquery()
    rows = connection.execute(
        select(tables.c.id, tables.c.changes, func.coalesce(plies, 0).label("ply")).where(tables.c.id.in_(table_ids))
    )
    return {row.id: (row.changes, row.ply) for row in rows}


def _read_since(connection: Connection, table_id: str, number: int, ply: int, revision: int) -> Since | None:
    """Return what happened at a table after ``ply`` actions of game ``number``; None if it no longer exists.

    Its seats, rules and settings are returned if their revision is not ``revision``.
    """
    row = connection.execute(select(tables).where(tables.c.id == table_id)).one_or_none()
    if row is None:
        return None
    following = connection.execute(
        select(moves)
        .join(games)
        .where(games.c.table_id == table_id, games.c.number == number, moves.c.ply > ply)
        .order_by(moves.c.ply)
    )
    arranged = row.revision != revision
    return Since(
        game=row.game,
        table=table_row(row, seats_of(connection, [table_id])[table_id]) if arranged else None,
        contributions=_read_contributions(connection, table_id, row.game + 1),
        moves=tuple(map(move_row, following.all())),
        clocks=clocks_row(row),
    )


def read_game(connection: Connection, table_id: str, number: int) -> StoredGame | None:
    """Return one game of a table with all its actions, or None if no game has that number."""
    if not can_be_stored(table_id):
        return None
    row = connection.execute(select(tables).where(tables.c.id == table_id)).one_or_none()
    game = connection.execute(select(games).where(games.c.table_id == table_id, games.c.number == number)).one_or_none()
    if row is None or game is None:
        return None
    move_rows = connection.execute(select(moves).where(moves.c.game_id == game.id).order_by(moves.c.ply)).all()
    return StoredGame(
        table=table_row(row, seats_of(connection, [table_id])[table_id]),
        game=game_row(game),
        newest=row.game,
        started_at=game.started_at,
        moves=tuple(map(move_row, move_rows)),
        times=tuple(move.made_at for move in move_rows),
        figures=None if game.figures is None else FIGURES.decode(game.figures),
    )


def _read_some(connection: Connection, some: Sequence[tuple[str, int]]) -> list[StoredGame]:
    """Return the existing games among some, each given by its table and number."""
    found = (read_game(connection, table_id, number) for table_id, number in some)
    return [game for game in found if game is not None]


def _keep_open(connection: Connection, table_id: str) -> None:
    """Record that somebody is still waiting at a table for its first game."""
    connection.execute(update(tables).where(tables.c.id == table_id, tables.c.game == 0).values(changed_at=now_ms()))


def _keep_clocks(connection: Connection, clocked: Mapping[str, tuple[int, int] | None], now: int) -> None:
    """Record that a process runs the clocks of tables.

    Each comes with the start of its clock before and after the system clock was set. Of several processes only the
    first changes that.
    """
    for table_id, was_set in clocked.items():
        if was_set is not None:
            before, since = was_set
            of_table = and_(tables.c.id == table_id, tables.c.clocks_since == before)
            connection.execute(update(tables).where(of_table).values(clocks_since=since))
    connection.execute(update(tables).where(tables.c.id.in_(list(clocked))).values(clocks_seen=now))


def _discount_downtime(connection: Connection, table_id: str, now: int, longest: int) -> None:
    """Do not count a clock's time since a process last ran it, if that is over ``longest`` milliseconds.

    Time is not given back either if the system clock has been set back since. Of several processes that do so at once
    only one changes anything.
    """
    of_table = tables.c.id == table_id
    row = connection.execute(select(tables.c.clocks_since, tables.c.clocks_seen).where(of_table)).one_or_none()
    if row is None or row.clocks_since is None:
        return
    seen = max(row.clocks_since, row.clocks_seen or 0)
    if now - seen > longest or now < seen:
        connection.execute(
            update(tables)
            .where(of_table, tables.c.clocks_since == row.clocks_since)
            .values(clocks_since=row.clocks_since + now - seen, clocks_seen=now)
        )


def _close_abandoned(connection: Connection, before: int) -> None:
    """Remove the tables without a deal where nobody has been since the time ``before``."""
    of_somebody = tables.c.origin.is_(None)
    connection.execute(delete(tables).where(and_(tables.c.game == 0, tables.c.changed_at < before, of_somebody)))


def _read_contributions(connection: Connection, table_id: str, number: int) -> dict[str, str]:
    """Return the contributions to the deal of a game, by person."""
    given = connection.execute(
        select(contributions.c.person, contributions.c.contribution).where(
            contributions.c.table_id == table_id, contributions.c.number == number
        )
    )
    return {one.person: one.contribution for one in given}


def _read_host(connection: Connection, table_id: str) -> str | None:
    """Return the owner of an imported game's table, None if there is none with that id."""
    found = select(tables.c.host).where(tables.c.id == table_id)
    person: str | None = connection.execute(found).scalar_one_or_none()
    return person


def _read_last_against(connection: Connection, person: str, player: str) -> bool | None:
    """Say whether somebody won the last game that they finished against a computer player.

    None without one, or if neither of the two won it.
    """
    other = seats.alias()
    row = connection.execute(
        select(games.c.result, seats.c.seat, other.c.seat.label("other"))
        .join(seats, seats.c.table_id == games.c.table_id)
        .join(other, and_(other.c.table_id == games.c.table_id, other.c.player == player))
        .join(tables, tables.c.id == games.c.table_id)
        .where(seats.c.person == person, games.c.result.is_not(None), tables.c.practice.is_(None))
        .order_by(games.c.ended_at.desc(), games.c.id.desc())
        .limit(1)
    ).one_or_none()
    winners = [] if row is None else json.loads(row.result)["winners"]
    return None if row is None or not {row.seat, row.other} & set(winners) else row.seat in winners


def _is_known(connection: Connection, imported: ImportedGame) -> bool:
    """Say whether a game was played at a table here: another one has its secret."""
    same = select(games.c.id).where(games.c.secret == imported.game.secret, games.c.table_id != imported.table.id)
    return connection.execute(same.limit(1)).first() is not None


def _import_game(connection: Connection, imported: ImportedGame) -> None:
    """Write a table with its only game. The database refuses it the second time."""
    table_id, game = imported.table.id, imported.game
    add_table(connection, imported.table, imported.seal, imported.summary, game, imported.moves)
    times = {"created_at": imported.started_at, "changed_at": imported.ended_at}
    connection.execute(update(tables).where(tables.c.id == table_id).values(times))
    connection.execute(
        update(games)
        .where(games.c.table_id == table_id, games.c.number == game.number)
        .values(
            started_at=imported.started_at,
            ended_at=imported.ended_at,
            result=json.dumps(game.result),
            stand_ins="[]",
            offline=True,
            figures=None if imported.figures is None else msgspec.json.encode(imported.figures).decode(),
        )
    )


class TableRepository(Repository):
    """Tables, their games and their actions."""

    of_origin = query(origins.read)
    gathering = query(origins.read_gathering)
    stand_ins = query(origins.read_stand_ins)
    starting = query(origins.read_starting)
    is_deal_open = query(is_deal_open)
    drop_undealt = command(origins.drop_undealt, table=str)

    add = command(add_table, table=attrgetter("id"))
    arrange = command(arrange, table=attrgetter("id"))
    contribute = command(contribute, table=str)
    add_game = command(add_game, table=attrgetter("id"))
    give_up = command(lists.give_up, table=str)
    delete = command(lists.delete, table=str)
    keep_open = command(_keep_open, table=str)
    keep_clocks = command(_keep_clocks)
    discount_downtime = command(_discount_downtime, table=str)
    close_abandoned = command(_close_abandoned)
    kind_of = query(_read_kind)
    is_closed = query(_is_closed)
    count = query(_count)
    get = query(read_table)
    game = query(read_game)
    some = query(_read_some)
    since = query(_read_since)
    changes = query(_read_changes)
    of = query(lists.read_tables_of)
    listed = query(lists.read_listed)
    open = query(lists.read_open_tables)
    moving = query(lists.read_moving_tables)
    newest_game = query(lists.read_newest_game)
    games_of = query(lists.read_games)
    is_played_here = query(_is_known)
    last_against = query(_read_last_against)
    _bring = command(_import_game, table=attrgetter("table.id"))
    _host = query(_read_host)

    async def add_move(self, move: NewMove) -> None:
        """Append one action. Raises `Conflict` if it does not follow the newest."""
        await self._write(AddMove(move), move.table_id)

    async def import_game(self, game: ImportedGame) -> str:
        """Write a game that was played without this server, unless it was imported before.

        Return its owner: the first person to import it.
        """
        try:
            await self._bring(game)
        except Conflict:
            return await self._host(game.table.id) or game.table.host
        return game.table.host

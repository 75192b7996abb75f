"""Games that were played in a browser without a server, and are brought here when they are over."""

from __future__ import annotations

import json

import msgspec
from sqlalchemy import Connection, select, update

from .queries import add_table
from .records import BroughtGame
from .schema import games, tables


def read_owner(connection: Connection, table_id: str) -> str | None:
    """Return whose table it is at which a game was brought, None if there is none of that id."""
    found = select(tables.c.owner).where(tables.c.id == table_id)
    owner: str | None = connection.execute(found).scalar_one_or_none()
    return owner


def is_known(connection: Connection, brought: BroughtGame) -> bool:
    """Say whether a game was played at a table here: another one has its secret."""
    same = select(games.c.id).where(games.c.secret == brought.game.secret, games.c.table_id != brought.table.id)
    return connection.execute(same.limit(1)).first() is not None


def bring(connection: Connection, brought: BroughtGame) -> None:
    """Write a table with the one game that was played at it. The database refuses it the second time."""
    table_id, game = brought.table.id, brought.game
    add_table(connection, brought.table, brought.seal, brought.summary, game, brought.moves)
    times = {"created_at": brought.started_at, "changed_at": brought.ended_at}
    connection.execute(update(tables).where(tables.c.id == table_id).values(times))
    connection.execute(
        update(games)
        .where(games.c.table_id == table_id, games.c.number == game.number)
        .values(
            started_at=brought.started_at,
            ended_at=brought.ended_at,
            result=json.dumps(game.result),
            stand_ins="[]",
            offline=True,
            figures=None if brought.figures is None else msgspec.json.encode(brought.figures).decode(),
        )
    )

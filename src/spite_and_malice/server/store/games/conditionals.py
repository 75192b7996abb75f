"""What people lay down at tables by correspondence for their next turn; only they may ever see it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from ..database.repository import Repository, command, query
from ..database.schema import conditionals


@dataclass(frozen=True, slots=True)
class ConditionalsRow:
    """The ``lines`` of one person for their next turn in a game, and what they held then.

    ``told`` is what became of the lines before these.
    """

    id: str
    game: int
    hand: tuple[str, ...]
    lines: list[Any]
    told: str = ""


def _of(connection: Connection, table_id: str, person: str) -> ConditionalsRow | None:
    """Return what somebody has laid down at a table, None for nothing."""
    row = connection.execute(select(conditionals).where(*_is(table_id, person))).one_or_none()
    if row is None:
        return None
    return ConditionalsRow(row.id, row.game, tuple(json.loads(row.hand)), json.loads(row.lines), row.told)


def _put(connection: Connection, table_id: str, person: str, laid: ConditionalsRow) -> None:
    """Write what somebody lays down at a table in place of what they had there; no lines are nothing."""
    connection.execute(delete(conditionals).where(*_is(table_id, person)))
    if laid.lines:
        connection.execute(
            insert(conditionals).values(
                table_id=table_id,
                person=person,
                id=laid.id,
                game=laid.game,
                hand=json.dumps(laid.hand),
                lines=json.dumps(laid.lines),
                told=laid.told,
            )
        )


def _end(connection: Connection, table_id: str, person: str, laid_id: str, told: str) -> None:
    """Note what became of lines, which are for that turn alone."""
    this = update(conditionals).where(*_is(table_id, person), conditionals.c.id == laid_id)
    connection.execute(this.values(hand="[]", lines="[]", told=told))


def _is(table_id: str, person: str) -> tuple[Any, Any]:
    return conditionals.c.table_id == table_id, conditionals.c.person == person


def take_along(connection: Connection, person: str) -> Sequence[dict[str, Any]]:
    """Return what somebody has laid down, by table."""
    own = select(conditionals).where(conditionals.c.person == person).order_by(conditionals.c.table_id)
    return [
        {"table": row.table_id, "game": row.game, "lines": json.loads(row.lines)} for row in connection.execute(own)
    ]


class ConditionalsRepository(Repository):
    """What people lay down for their next turn."""

    of = query(_of)
    put = command(_put, table=str)
    end = command(_end, table=str)

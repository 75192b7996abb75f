"""Clubs, evenings and tournaments, found by operators by id or by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import Connection, select

from ..database.schema_evenings import clubs, evenings
from ..database.schema_tournaments import tournaments

EventKind = Literal["club", "evening", "tournament"]

_TABLES: Final = {"club": clubs, "evening": evenings, "tournament": tournaments}


@dataclass(frozen=True, slots=True)
class Event:
    """A club, an evening or a tournament."""

    id: str
    name: str


def find(connection: Connection, kind: EventKind, called: str) -> Sequence[Event]:
    """Return the one with that id, else all with that name, ignoring case."""
    table = _TABLES[kind]
    rows = [
        Event(row.id, row.name) for row in connection.execute(select(table.c.id, table.c.name).order_by(table.c.id))
    ]
    of_id = [event for event in rows if event.id == called]
    return of_id or [event for event in rows if event.name.casefold() == called.casefold()]

"""The finished games that may go into a data set: those whose people have all agreed, under their own account."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, or_, select

from ..database.schema import accounts, games, tables
from ..events.days import today
from ..games.tables import read_game
from ..records import StoredGame

SETTINGS = "spite.settings"
CONSENT = "research"
"""The settings of an account that allow its person's games to be given to research (web/kernel/settings)."""


def agreed(connection: Connection) -> frozenset[str]:
    """Return the people who currently agree to their games being given to research."""
    rows = connection.execute(select(accounts.c.person, accounts.c.settings))
    return frozenset(row.person for row in rows if agrees(row.settings))


def agreed_games(connection: Connection, kind: str) -> Iterator[StoredGame]:
    """Yield the finished games of a kind whose people all agree, in the order they began.

    Practice games are left out, as are games with a stand-in or anybody who was not dealt in, and games with guests at
    one device or people who have left their seat: nobody can ask them.
    """
    people = agreed(connection)
    finished = (
        select(games.c.table_id, games.c.number)
        .join(tables)
        .where(games.c.result.is_not(None), games.c.seats.is_not(None), tables.c.kind == kind)
        .where(tables.c.practice.is_(None), games.c.offline.is_(False))
        # The deal of a day is secret until the day is over.
        .where(or_(tables.c.day.is_(None), tables.c.day < today().isoformat()))
        .order_by(games.c.id)
    )
    for row in connection.execute(finished).all() if people else ():
        stored = read_game(connection, row.table_id, row.number)
        if stored is not None and _may_be_given(stored, people):
            yield stored


def _may_be_given(stored: StoredGame, people: frozenset[str]) -> bool:
    seats = stored.game.seats or ()
    asked = [seat for seat in seats if seat.kind != "computer"]
    all_agree = bool(asked) and all(seat.kind == "person" and seat.person in people for seat in asked)
    return all_agree and not stored.game.stand_ins and not any(move.note for move in stored.moves)


def agrees(settings: str) -> bool:
    """Say whether the settings of an account, a text for each name, contain a yes; other values are ignored."""
    try:
        chosen: Any = json.loads(json.loads(settings)[SETTINGS])
    except (ValueError, KeyError, TypeError):
        return False
    return isinstance(chosen, dict) and chosen.get(CONSENT) is True

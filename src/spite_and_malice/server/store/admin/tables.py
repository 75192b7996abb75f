"""Tables as an operator sees them: found, shown, closed, deleted, counted. Their cards are never shown."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, case, delete, func, literal, select, update

from ...clock import now_ms
from ..database.schema import games, moves, seats, tables

STATES: Final = ("gathering", "running", "between", "finished", "given-up", "closed")
"""The state of a table: before its first deal, in a game, between two games of a match, after the match; taken off its
one person's lists; closed by an operator."""

OVER: Final = ("finished", "between", "given-up")
"""The states without a running game: pruned by default."""

_STATE: Final = case(
    (tables.c.closed_at.is_not(None), "closed"),
    (tables.c.given_up_at.is_not(None), "given-up"),
    (tables.c.game == 0, "gathering"),
    (tables.c.turn.is_not(None), "running"),
    (tables.c.match_over, "finished"),
    else_="between",
)

_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class Wanted:
    """The tables to look for; None matches anything. Times are UTC milliseconds."""

    states: tuple[str, ...] = ()
    changed_before: int | None = None
    name: str | None = None
    person: str | None = None
    preset: str | None = None


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A line of a list of tables; ``seats`` are the names at it."""

    id: str
    state: str
    name: str
    preset: str | None
    game: int
    seats: tuple[str, ...]
    created_at: int
    changed_at: int


def find(connection: Connection, wanted: Wanted, limit: int | None = None) -> Sequence[FoundTable]:
    """Return the tables that match, the latest changed first."""
    rows = connection.execute(
        select(tables, _STATE.label("state"))
        .where(_is(wanted))
        .order_by(tables.c.changed_at.desc(), tables.c.id)
        .limit(limit)
    ).all()
    names: dict[str, list[str]] = {}
    for start in range(0, len(rows), _AT_ONCE):
        some = [row.id for row in rows[start : start + _AT_ONCE]]
        at = select(seats.c.table_id, seats.c.name, seats.c.kind).where(seats.c.table_id.in_(some))
        for seat in connection.execute(at.order_by(seats.c.table_id, seats.c.seat)):
            names.setdefault(seat.table_id, []).append("–" if seat.kind == "open" else seat.name)
    return [
        FoundTable(
            id=row.id,
            state=row.state,
            name=row.name,
            preset=row.preset,
            game=row.game,
            seats=tuple(names.get(row.id, ())),
            created_at=row.created_at,
            changed_at=row.changed_at,
        )
        for row in rows
    ]


def ids(connection: Connection, wanted: Wanted) -> list[str]:
    """Return the ids of the tables that match."""
    return list(connection.execute(select(tables.c.id).where(_is(wanted)).order_by(tables.c.id)).scalars())


def count(connection: Connection, wanted: Wanted) -> dict[str, int]:
    """Count the tables that match, by state."""
    states = select(_STATE.label("state")).where(_is(wanted)).subquery()
    found = connection.execute(select(states.c.state, func.count().label("number")).group_by(states.c.state))
    by_state = {row.state: row.number for row in found}
    return {state: by_state[state] for state in STATES if state in by_state}


def show(connection: Connection, table_id: str) -> dict[str, Any] | None:
    """Return everything about a table except cards and secrets, None if no table has that id."""
    row = connection.execute(select(tables, _STATE.label("state")).where(tables.c.id == table_id)).one_or_none()
    if row is None:
        return None
    plies = select(func.count()).where(moves.c.game_id == games.c.id).scalar_subquery()
    dealt = connection.execute(
        select(games, plies.label("actions")).where(games.c.table_id == table_id).order_by(games.c.number)
    )
    at = connection.execute(select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat))
    return {
        "id": row.id,
        "name": row.name,
        "state": row.state,
        "preset": row.preset,
        "made_by": row.host,
        "created_at": row.created_at,
        "changed_at": row.changed_at,
        "closed_at": row.closed_at,
        "day": row.day,
        "settings": json.loads(row.settings),
        "rules": json.loads(row.rules),
        "turn": row.turn,
        "cards_left": None if row.cards_left is None else json.loads(row.cards_left),
        "scores": json.loads(row.scores),
        "seats": [
            {
                "kind": seat.kind,
                "name": seat.name,
                "player": seat.player,
                "person": seat.person,
                "stand_in": seat.stand_in,
            }
            for seat in at
        ],
        "games": [
            {
                "number": game.number,
                "match": game.match,
                "started_at": game.started_at,
                "ended_at": game.ended_at,
                "actions": game.actions,
                "result": None if game.result is None else json.loads(game.result),
            }
            for game in dealt
        ],
    }


def close(connection: Connection, table_id: str) -> bool:
    """End a table for good as it stands; its finished games stay.

    Return whether it could be: a table without a game cannot.
    """
    found = connection.execute(
        update(tables)
        .where(tables.c.id == table_id, tables.c.game > 0, tables.c.closed_at.is_(None))
        .values(
            closed_at=now_ms(),
            turn=None,
            match_over=True,
            listed=False,
            timed=False,
            clocks=None,
            clocks_since=None,
            changes=tables.c.changes + 1,
        )
    )
    return found.rowcount > 0


def remove(connection: Connection, table_ids: Sequence[str], wanted: Wanted | None = None) -> int:
    """Delete tables with everything that belongs to them, but only those still ``wanted``; return how many."""
    deleted = 0
    for start in range(0, len(table_ids), _AT_ONCE):
        some = tables.c.id.in_(table_ids[start : start + _AT_ONCE])
        is_wanted = some if wanted is None else and_(some, _is(wanted))
        deleted += connection.execute(delete(tables).where(is_wanted)).rowcount
    return deleted


def _is(wanted: Wanted) -> ColumnElement[bool]:
    parts: list[ColumnElement[bool]] = [literal(value=True)]
    if wanted.states:
        parts.append(_STATE.in_(wanted.states))
    if wanted.changed_before is not None:
        parts.append(tables.c.changed_at < wanted.changed_before)
    if wanted.preset is not None:
        parts.append(tables.c.preset == wanted.preset)
    if wanted.name is not None:
        named = select(seats.c.table_id).where(func.lower(seats.c.name).contains(wanted.name.lower(), autoescape=True))
        parts.append(tables.c.id.in_(named))
    if wanted.person is not None:
        seated = select(seats.c.table_id).where(seats.c.person == wanted.person)
        parts.append((tables.c.host == wanted.person) | tables.c.id.in_(seated))
    return and_(*parts)


@dataclass(slots=True)
class Tally:
    """The numbers of games dealt, of games finished, and of people dealt in."""

    dealt: int = 0
    finished: int = 0
    people: set[str] = field(default_factory=set)

    def count(self, is_finished: bool, people: set[str]) -> None:
        """Add a game."""
        self.dealt += 1
        self.finished += is_finished
        self.people |= people


@dataclass(slots=True)
class Figures:
    """Stored data in total, and games dealt since a time: in total, by UTC day, and by preset (None: house rules)."""

    tables: int = 0
    games: int = 0
    actions: int = 0
    people: int = 0
    since: Tally = field(default_factory=Tally)
    days: dict[str, Tally] = field(default_factory=dict)
    presets: dict[str | None, Tally] = field(default_factory=dict)


def read_figures(connection: Connection, since: int) -> Figures:
    """Return totals of the stored data, and of games dealt since a time in UTC milliseconds."""
    found = Figures(
        tables=_count(connection, select(func.count()).select_from(tables)),
        games=_count(connection, select(func.count()).select_from(games)),
        actions=_count(connection, select(func.count()).select_from(moves)),
        people=_count(connection, select(func.count(func.distinct(seats.c.person)))),
    )
    rows = connection.execute(
        select(games.c.started_at, games.c.ended_at, games.c.seats, tables.c.preset)
        .join(tables)
        .where(games.c.started_at >= since)
        .order_by(games.c.started_at)
    )
    for row in rows:
        people = {seat["owner"] for seat in json.loads(row.seats or "[]") if seat["owner"] is not None}
        day = datetime.fromtimestamp(row.started_at / 1000, UTC).date().isoformat()
        by_day, by_preset = found.days.setdefault(day, Tally()), found.presets.setdefault(row.preset, Tally())
        for tally in (found.since, by_day, by_preset):
            tally.count(row.ended_at is not None, people)
    return found


def _count(connection: Connection, query: object) -> int:
    number: int = connection.execute(query).scalar_one()  # type: ignore[call-overload]
    return number

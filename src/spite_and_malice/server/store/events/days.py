"""The deal of the day: its secret, and everybody's results."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import Connection, Row, and_, insert, or_, select, update

from spite_and_malice.play import candidate_secret, new_secret

from ...clock import now_ms
from ..database.repository import Repository, command, query
from ..database.schema import day_tries, days, games, seats, tables
from ..games.figures import FIGURES
from ..records import Conflict, StoreError

_TRIES: Final = 4
"""How often a write is tried that others may make at the same time."""

_AT_ONCE: Final = 500
"""How many people are looked up in one query."""


@dataclass(frozen=True, slots=True)
class DayGame:
    """Somebody's game of a day's deal: the seat of ``person`` (a token's SHA-256) and its result.

    ``result`` is None while it is in progress; ``turns`` are theirs, None until counted; times are in UTC
    milliseconds.
    """

    table_id: str
    person: str
    name: str
    seat: int
    result: dict[str, Any] | None = None
    stand_ins: tuple[int, ...] = ()
    turns: int | None = None
    ended_at: int = 0
    day: str = ""
    started_at: int = 0


@dataclass(frozen=True, slots=True)
class DayTries:
    """How the deal of a day is chosen: ``root`` gives the candidates, one of which is being tried.

    ``table_id`` is the table of its first won try, None before there is one.
    """

    day: str
    root: bytes
    candidate: int = 0
    tries: int = 0
    won: int = 0
    table_id: str | None = None


def today() -> date:
    """Return today's day in UTC."""
    return datetime.now(UTC).date()


def is_day_running(day: str | None) -> bool:
    """Say whether a deal is that of a day that is not over: until then nobody learns more than they have played."""
    return day is not None and day >= today().isoformat()


def _read_secret(connection: Connection, day: str) -> bytes | None:
    """Return the secret of a day, None if none has been drawn."""
    secret: bytes | None = connection.execute(select(days.c.secret).where(days.c.day == day)).scalar_one_or_none()
    return secret


def _settle(connection: Connection, day: str) -> None:
    """Make the current candidate, or the first one, the deal of a day, unless that is settled.

    The database refuses the second of two simultaneous writes.
    """
    found = _begun(connection, day)
    if found is not None:
        connection.execute(insert(days).values(day=day, secret=candidate_secret(found.root, day, found.candidate)))


def _begin_tries(connection: Connection, day: str) -> None:
    """Draw the root of a day's candidates, unless it is drawn or the day is settled."""
    _begun(connection, day)


def _read_tries(connection: Connection, day: str) -> DayTries | None:
    """Return the search for a day's deal; None if it has not begun."""
    row = connection.execute(select(day_tries).where(day_tries.c.day == day)).one_or_none()
    return None if row is None else _tries(row)


def _claim_tries(connection: Connection, day: str, until: int) -> None:
    """Record that a process is trying the deal of a day until a time. Raises `Conflict` if another one is."""
    free = or_(day_tries.c.claimed_until.is_(None), day_tries.c.claimed_until < now_ms())
    claim = update(day_tries).where(day_tries.c.day == day, free).values(claimed_until=until)
    if connection.execute(claim).rowcount == 0:
        raise Conflict("another process tries this deal")


def _note_try(connection: Connection, found: DayTries, won: bool, table_id: str | None) -> None:
    """Store the result of the try after those ``found``; the first won try settles the deal.

    ``table_id`` is its table. Raises `Conflict` if it is already stored.
    """
    values: dict[str, Any] = {"tries": found.tries + 1, "won": found.won + won, "claimed_until": None}
    if table_id is not None:
        values["table_id"] = table_id
    _write(connection, found, values)
    if won and _read_secret(connection, found.day) is None:
        _settle(connection, found.day)


def _pass_candidate_over(connection: Connection, found: DayTries) -> None:
    """Move on to the next candidate, unless the deal was settled meanwhile. Raises `Conflict` if others did."""
    values: dict[str, Any] = {"claimed_until": None}
    if _read_secret(connection, found.day) is None:
        values |= {"candidate": found.candidate + 1, "tries": 0}
    _write(connection, found, values)


def _write(connection: Connection, found: DayTries, values: dict[str, Any]) -> None:
    as_found = and_(
        day_tries.c.day == found.day, day_tries.c.candidate == found.candidate, day_tries.c.tries == found.tries
    )
    if connection.execute(update(day_tries).where(as_found).values(values)).rowcount == 0:
        raise Conflict("another process has tried this deal")


def _begun(connection: Connection, day: str) -> DayTries | None:
    """Return the tries of a day, locked for this transaction and begun if necessary; None if the day is settled."""
    row = connection.execute(select(day_tries).where(day_tries.c.day == day).with_for_update()).one_or_none()
    if _read_secret(connection, day) is not None:
        return None
    if row is not None:
        return _tries(row)
    found = DayTries(day, new_secret())
    connection.execute(insert(day_tries).values(day=day, root=found.root))
    return found


def _tries(row: Row[Any]) -> DayTries:
    return DayTries(row.day, row.root, row.candidate, row.tries, row.won, row.table_id)


def _read_days(connection: Connection, limit: int) -> Sequence[str]:
    """Return the days whose deal is settled, the latest first."""
    return connection.execute(select(days.c.day).order_by(days.c.day.desc()).limit(limit)).scalars().all()


def _read_table(connection: Connection, kind: str, day: str, person: str) -> str | None:
    """Return the id of somebody's table for a day's game, or None."""
    found: str | None = connection.execute(
        select(tables.c.id).where(tables.c.day == day, tables.c.host == person, tables.c.kind == kind)
    ).scalar_one_or_none()
    return found


def _read_games(connection: Connection, kind: str, day: str | None, person: str | None = None) -> Sequence[DayGame]:
    """Return the first deal of every table of a day and kind, the first dealt first; with ``person``, only of theirs.

    Without a day they are those of all days.
    """
    of_day = and_(tables.c.day.is_not(None) if day is None else tables.c.day == day, tables.c.kind == kind)
    rows = connection.execute(
        select(
            tables.c.id,
            tables.c.host,
            seats.c.name,
            seats.c.seat,
            games.c.result,
            games.c.stand_ins,
            games.c.started_at,
            games.c.ended_at,
            games.c.id.label("game_id"),
            games.c.figures,
            tables.c.day,
        )
        .select_from(
            tables.join(seats, and_(seats.c.table_id == tables.c.id, seats.c.person == tables.c.host)).join(
                games, and_(games.c.table_id == tables.c.id, games.c.number == 1)
            )
        )
        .where(of_day if person is None else and_(of_day, tables.c.host == person))
    ).all()
    # To sort them SQLite would scan all games: it underestimates how much the days differ.
    rows = sorted(rows, key=attrgetter("game_id"))
    return [
        DayGame(
            table_id=row.id,
            person=row.host,
            name=row.name,
            seat=row.seat,
            result=None if row.result is None else json.loads(row.result),
            stand_ins=tuple(json.loads(row.stand_ins or "[]")),
            turns=_turns(row.figures, row.seat),
            ended_at=row.ended_at or 0,
            day=row.day,
            started_at=row.started_at,
        )
        for row in rows
    ]


def _read_regulars(connection: Connection, persons: Collection[str], least: int) -> frozenset[str]:
    """Return which of some people have finished deals of at least that many days, each begun on its day."""
    played: dict[str, set[str]] = defaultdict(set)
    ordered = sorted(persons)
    for start in range(0, len(ordered), _AT_ONCE):
        rows = connection.execute(
            select(tables.c.host, tables.c.day, games.c.started_at)
            .select_from(tables.join(games, and_(games.c.table_id == tables.c.id, games.c.number == 1)))
            .where(
                tables.c.day.is_not(None),
                games.c.result.is_not(None),
                tables.c.host.in_(ordered[start : start + _AT_ONCE]),
            )
        )
        for host, day, started_at in rows:
            if datetime.fromtimestamp(started_at / 1000, UTC).date().isoformat() <= day:
                played[host].add(day)
    return frozenset(person for person in ordered if len(played[person]) >= least)


def _turns(figures: str | None, seat: int) -> int | None:
    """Return the turns of a seat in a game, None until it is counted."""
    found = [] if figures is None else FIGURES.decode(figures).seats
    return found[seat].turns if found else None


class DayRepository(Repository):
    """The daily deals, and everybody's results."""

    settled_secret = query(_read_secret)
    settled = query(_read_days)
    tries = query(_read_tries)
    claim_tries = command(_claim_tries)
    note_try = command(_note_try)
    pass_candidate_over = command(_pass_candidate_over)
    table = query(_read_table)
    games = query(_read_games)
    regulars = query(_read_regulars)
    _begin = command(_begin_tries)
    _settle_deal = command(_settle)

    async def secret(self, day: str) -> bytes:
        """Return the secret of a day's deal; the first process to ask settles it."""
        secret = await self.settled_secret(day)
        for _try in range(_TRIES):
            if secret is not None:
                return secret
            with suppress(Conflict):
                await self._settle_deal(day)
            secret = await self.settled_secret(day)
        raise StoreError(f"the database has no secret of {day}")

    async def begin_tries(self, day: str) -> None:
        """Draw the root from which a day's deal is chosen, unless it is drawn."""
        with suppress(Conflict):
            await self._begin(day)

    async def own(self, kind: str, person: str) -> Sequence[DayGame]:
        """Return somebody's games of the days' deals, over or not."""
        return await self.games(kind, None, person)

    async def game(self, kind: str, day: str, person: str) -> DayGame | None:
        """Return somebody's own game of a day's deal, None if they have none."""
        found = await self.games(kind, day, person)
        return found[0] if found else None

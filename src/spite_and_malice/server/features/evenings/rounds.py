"""Rounds of an evening: drawn when everybody is ready, and settled once their tables are over."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from random import SystemRandom
from typing import Final

from spite_and_malice.play.drawing import History, draw
from spite_and_malice.rules import Rules

from ...clock import now_ms
from ...games import GAMES
from ...games.spite.made import house_table
from ...games.spite.setup import computer_seat, person_seat
from ...protocol.settings import Settings
from ...store import (
    Conflict,
    DrawnRound,
    DrawnTable,
    ListedTable,
    Origin,
    RoundTable,
    SeatRow,
    Store,
    StoredEvening,
)
from ...store.events.evening_rows import PlacedGuest, StandIns
from ...tables.registry import Rooms
from ..regularly import regularly
from .presence import EMPTY_SECONDS, has_enough, is_deserted, is_due, ready

_LOOK_SECONDS: Final = 60.0
"""How often to check for evenings to which nobody came."""
_FRESH_SECONDS: Final = 0.5
"""How long a cached state of an evening is shown."""
_SIDES: Final = 2
_TRIES: Final = 5
"""How often a round is redrawn because others were ready by then."""
SUBJECT: Final = "evening"
"""The kind of table that the server creates for evenings."""
GRACE_MS: Final = 60_000
"""How long until a game begins without people who have not come to their table."""
AWAY_SECONDS: Final = 90
"""How long somebody may have no page open before a stand-in plays for them at an evening's table."""


class Looks:
    """A short-lived cache of evenings: a hundred guests' pages may ask every few seconds, without a read for each."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self._store = store
        self._rooms = rooms
        self._seen: dict[str, tuple[float, StoredEvening]] = {}

    async def look(self, evening_id: str) -> StoredEvening | None:
        """Return the state of an evening, as `advance` does, or the cached one if nothing has changed."""
        now = time.monotonic()
        looked_at, seen = self._seen.get(evening_id, (0.0, None))
        if seen is not None and now - looked_at < _FRESH_SECONDS:
            changed_at = await self._store.evenings.changed_at(evening_id)
            if changed_at == seen.evening.changed_at:
                return seen
        at = await advance(self._store, self._rooms, evening_id)
        self._seen = {each: kept for each, kept in self._seen.items() if now - kept[0] < _FRESH_SECONDS}
        if at is not None:
            self._seen[evening_id] = now, at
        return at


async def settle(store: Store, evening_id: str) -> None:
    """Record the results of tables that are over or deleted, and have no result yet. Raises `StoreError`."""
    for table, listed in (await store.evenings.running(evening_id)).values():
        if listed is None:
            await store.evenings.settle(evening_id, table, None)
        elif listed.summary.match_over:
            at = await store.evenings.get(evening_id)
            shares = await store.tables.stand_ins(table.table_id)
            rule: StandIns = "half" if at is None else at.evening.stand_ins
            await store.evenings.settle(evening_id, table, result_of(table, listed, shares, rule))


_HALF: Final = 50
"""The percentage of moves from which on a stand-in counts as having played half a game."""


def result_of(table: RoundTable, listed: ListedTable, shares: Mapping[int, int], rule: StandIns) -> list[PlacedGuest]:
    """Return what each seat of a table came to, with the games that stand-ins played as the rule of the group has them.

    If a stand-in has played too much for somebody, they lose the game; with two sides and no partner the other side
    wins it.
    """
    rules, scores = Rules.from_json(listed.table.rules), listed.summary.scores
    winners = set(GAMES[listed.table.kind].winners(listed))
    least = {"half": _HALF, "lost": 1, "counts": 101}[rule]
    absent = {seat for seat, share in shares.items() if share >= least and table.seats[seat].guest is not None}
    seats = range(len(table.seats))
    points = [0 if seat in absent else scores[seat] for seat in seats]
    losing = {rules.side_of(seat) for seat in winners}
    if winners and winners <= absent and rules.side_count == _SIDES:
        won = max(scores[seat] for seat in winners)
        others = [seat for seat in seats if rules.side_of(seat) not in losing and seat not in absent]
        winners = set(others)
        for seat in others:
            points[seat] = max(points[seat], won)
    return [
        replace(
            place, points=points[place.seat], won=place.seat in winners - absent, stand_in=shares.get(place.seat, 0)
        )
        for place in table.seats
    ]


async def advance(store: Store, rooms: Rooms, evening_id: str) -> StoredEvening | None:
    """Return an evening as it stands, its results noted and the next round drawn if that was waited for.

    Any process may call this any number of times: results are recorded once, and a round is drawn once.
    """
    at = await store.evenings.get(evening_id)
    if at is not None and at.running():
        await settle(store, evening_id)
        at = await store.evenings.get(evening_id)
    if at is None or at.evening.is_over:
        return at
    at = with_presence(rooms, at)
    may_begin = not store.operators.switches.is_read_only
    if may_begin and is_deserted(at, now_ms()):
        return await _call_off(store, at)
    if may_begin and is_due(at, _players(at), now_ms()):
        await draw_round(store, rooms, at)
        at = await store.evenings.get(evening_id)
    return at if at is None else with_presence(rooms, at)


async def call_off_loop(store: Store) -> None:
    """Call off the evenings to which nobody came, until cancelled."""

    async def look() -> None:
        if not store.operators.switches.is_read_only:
            await call_off_deserted(store, now_ms())

    await regularly("evenings to which nobody came", _LOOK_SECONDS, look)


async def call_off_deserted(store: Store, now: int) -> None:
    """End the evenings to which nobody came. Raises `StoreError`."""
    for at in await store.evenings.unopened(now - EMPTY_SECONDS * 1000):
        if is_deserted(at, now):
            await _call_off(store, at)


async def _call_off(store: Store, at: StoredEvening) -> StoredEvening | None:
    """End an evening to which nobody came, unless another process has."""
    with suppress(Conflict):
        await store.evenings.end(at.evening.id, "")
    return await store.evenings.get(at.evening.id)


def with_presence(rooms: Rooms, at: StoredEvening) -> StoredEvening:
    """Return an evening with the players who do not have their table's page open, as far as known."""
    people = {guest.number: guest.person for guest in at.guests}
    playing = [(place.guest, table.table_id) for table in at.running() for place in table.seats]
    away = {
        guest
        for guest, table_id in playing
        if guest is not None and (person := people.get(guest)) and rooms.is_seen_at(table_id, person) is False
    }
    return replace(at, away=frozenset(away))


async def draw_round(store: Store, rooms: Rooms, at: StoredEvening) -> bool:
    """Draw the round after the newest from those who are ready; False if another was faster, or too few are ready."""
    for _ in range(_TRIES):
        if not has_enough(at, _players(at)):
            return False
        # With a hundred guests that takes a second, in which others act; if something changed meanwhile, it is drawn
        # again.
        drawn = await asyncio.to_thread(drawn_round, at)
        try:
            if await store.evenings.draw(at.evening.id, at.evening.round, ready(at), drawn):
                for table in drawn.tables:
                    await rooms.wake(table.table.id)
                return True
        except Conflict:
            return False
        again = await store.evenings.get(at.evening.id)
        if again is None or again.evening.round != at.evening.round:
            return False
        at = again
    return False


def history_of(at: StoredEvening) -> History[int]:
    """Return who has met whom, who were partners, and who sat out or played only with computer players."""
    rules = Rules.from_json(at.evening.rules)
    history: History[int] = History.empty()
    for table in at.tables:
        numbers = [place.guest for place in table.seats]
        there = [number for number in numbers if number is not None]
        if table.number == 0:
            history.add([], there, rules)
        elif len(numbers) == rules.players:
            history.add([numbers], there if len(there) < len(numbers) else (), rules)
    return history


def drawn_round(at: StoredEvening) -> DrawnRound:
    """Return the next round of an evening, with its tables. Raises ValueError if too few are ready."""
    evening = at.evening
    rules = Rules.from_json(evening.rules)
    teams = {guest.number: guest.team for guest in at.guests if guest.team} if evening.teams else {}
    drawn = draw(
        ready(at), rules, history_of(at), teams=teams, fill=evening.computer is not None, chance=SystemRandom()
    )
    tables = [_table(at, rules, board, guests) for board, guests in enumerate(drawn.tables, 1)]
    return DrawnRound(tuple(tables), () if evening.computer is not None else drawn.resting)


def _table(at: StoredEvening, rules: Rules, board: int, guests: tuple[int | None, ...]) -> DrawnTable:
    evening = at.evening
    by_number = {guest.number: guest for guest in at.guests}
    seats: list[SeatRow] = []
    for number in guests:
        if number is None:
            seats.append(computer_seat(evening.computer or "club", seats, free=False))
            continue
        guest = by_number[number]
        seat = person_seat(guest.name, len(seats), seats, guest.person or secrets.token_hex())
        seats.append(SeatRow(seat.kind, seat.name, person=seat.person, head=guest.head))
    settings = Settings(start="full", away_seconds=AWAY_SECONDS, help=False, undo_turns=False)
    origin = Origin(SUBJECT, evening.id, evening.round + 1, board, starts_at=now_ms() + GRACE_MS)
    table = house_table(evening.preset, rules, seats, settings, origin)
    row = replace(table.row, name=evening.rules_name or table.row.name)
    return DrawnTable(row, table.seal, table.summary, guests)


def _players(at: StoredEvening) -> int:
    players: int = at.evening.rules["players"]
    return players

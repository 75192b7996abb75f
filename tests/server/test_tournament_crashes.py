"""Tournaments whose server ends at any moment: whatever was written, they continue, and nobody is paired twice."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvloop", reason="the servers of the benchmarks run on uvloop")

from benchmarks.tournaments import kill_swiss
from spite_and_malice.play.tournaments import System
from spite_and_malice.server.cluster import News
from spite_and_malice.server.features.tournaments.director import SUBJECT, Director
from spite_and_malice.server.features.tournaments.rounds import drawn_seeds, lot_of
from spite_and_malice.server.games.spite.restore import restore
from spite_and_malice.server.store import (
    EntrantRow,
    NewMove,
    Store,
    Tournament,
    TournamentForm,
    TournamentRow,
)
from spite_and_malice.server.tables.endings import Endings
from tests.play import independent_standings as independent

from .play import choose

pytestmark = pytest.mark.nightly(
    "src/spite_and_malice/server/features/tournaments/", "src/spite_and_malice/server/store/events/tournament"
)


class Killed(BaseException):
    """The process has been killed."""


class Dying:
    """A part of a store that dies at one of its writes, counted over all parts, before or after carrying it out."""

    WRITES = ("add", "pair", "note_tables", "end", "forfeit", "finish")

    def __init__(self, part: Any, die: Callable[[], bool], after: bool) -> None:
        self._part, self._die, self._after = part, die, after

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._part, name)
        if name not in self.WRITES:
            return found

        async def write(*values: Any) -> Any:
            dies = self._die()
            if dies and not self._after:
                raise Killed
            result = await found(*values)
            if dies:
                raise Killed
            return result

        return write


class DyingStore:
    """A store that dies at its n-th write."""

    def __init__(self, store: Store, number: int, after: bool) -> None:
        self.left = number

        def die() -> bool:
            self.left -= 1
            return self.left == 0

        self.tables, self.tournaments = Dying(store.tables, die, after), Dying(store.tournaments, die, after)
        # They are read, and never written by a tournament.
        self.operators = store.operators


class PlayingRooms:
    """Rooms in which a game is played to its end as soon as its table is woken."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def wake(self, table_id: str) -> None:
        stored = await self._store.tables.get(table_id)
        assert stored is not None
        table = restore(stored)
        while (turn := table.turn) is not None:
            move = choose(table.game.view(turn).to_json()["legal"])
            row = table.act(turn, move, None)
            outcome = table.game.outcome
            result = None if outcome is None else outcome.to_json()
            await self._store.tables.add_move(NewMove(table_id, 1, row, table.summary, result))

    async def renew(self, _table_ids: list[str]) -> None:
        """Nobody is at a table."""


def director(store: Any, rooms: Any) -> Director:
    return Director(store, rooms, Endings(News()), News())


async def began(store: Store, system: System, size: int) -> str:
    """Store a started tournament of computer players."""
    form = TournamentForm(system, "standard", rounds=2, player="beginner", payoff=1)
    row = TournamentRow(secrets.token_hex(6), "host", "Cup", form, secrets.token_bytes(32))
    await store.tournaments.add(row)
    players = [EntrantRow(number, f"P{number}", player="beginner") for number in range(1, size + 1)]
    lot = lot_of(players)
    await store.tournaments.start(row.id, players, lot, drawn_seeds(players, lot))
    return row.id


async def finish(store: Store, tournament_id: str) -> Tournament:
    """Finish a tournament with a director that knows nothing of its past."""
    rooms = PlayingRooms(store)
    async with asyncio.timeout(60):
        while await director(store, rooms).advance(tournament_id) is not None:
            pass
    found = await store.tournaments.get(tournament_id)
    assert found is not None
    return found


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("system", ["swiss", "knock_out"])
async def test_a_process_that_dies_at_any_write_leaves_a_tournament_that_goes_on(
    tmp_path: Path, system: System, after: bool
) -> None:
    store = Store(tmp_path / "data.sqlite3", has_threads=False)
    try:
        number, was_killed = 0, True
        while was_killed:
            number += 1
            tournament_id = await began(store, system, 5)
            dying = director(DyingStore(store, number, after), PlayingRooms(store))
            try:
                while await dying.advance(tournament_id) is not None:
                    pass
                was_killed = False
            except Killed:
                was_killed = True
            found = await finish(store, tournament_id)
            assert found.row.state == "over"
            lines = [independent.Line(e.round, e.board, e.first, e.second, e.outcome or "?") for e in found.pairings]
            games = [each for each in found.pairings if each.second is not None]
            if system == "swiss":
                independent.check_swiss(lines)
                assert len(lines) == 6
            else:
                assert sum(each.outcome != "draw" for each in games) == 4
            tables = await store.tables.of_origin(SUBJECT, tournament_id)
            assert Counter(table.id for table in tables) == Counter(each.table_id for each in games)
            assert all(len(table.ended) == 1 for table in tables)
        # It has been killed at every write.
        assert number > 10
    finally:
        store.close()


def test_a_swiss_of_computer_players_survives_kill_9() -> None:
    found = kill_swiss(entrants=12, rounds=3, kills=4, seed=3)
    assert found.kills == 4
    assert (found.games, found.twice, found.wrong, found.faulty) == (18, 0, 0, 0)

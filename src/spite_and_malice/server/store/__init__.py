"""The only place that knows the database.

Everything is read and written through `Store`; a coroutine that writes returns once the work is durable.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from ..logs import Trouble
from . import brought, deletion, figures, lists, queries
from .access import can_be_stored
from .accounts import Accounts
from .admin import blocks, erasing, log, people, reports, taking
from .admin import tables as all_tables
from .admin.blocks import Block
from .admin.log import Operation
from .admin.reports import NewReport
from .database import cause_of, instance_of, open_database
from .day_store import DayStore
from .days import DayGame, DayTries, today
from .deletion import Deletable, Hindrance, Undeletable, deletable
from .finished import FinishedGame, read_finished
from .house_rules import HouseRules
from .house_rules_store import HouseRulesStore
from .mail_store import MailStore
from .mailboxes import Ask, Stopped
from .mails import DueMail, MailRow
from .patience import PlayedDeal, ReadyDeal
from .patience_store import PatienceStore
from .puzzle_store import PuzzleStore
from .puzzles import DayCount, PuzzleResult, PuzzleRun
from .rating_store import RatingStore
from .ratings import BoardRow, Rating, RatingChange
from .records import (
    SOMEBODY,
    BroughtGame,
    ClocksRow,
    Conflict,
    Counted,
    GameFigures,
    GameRow,
    ListedGame,
    ListedTable,
    MoveRow,
    NewMove,
    Place,
    SealRow,
    SeatCounted,
    SeatRow,
    Since,
    StoredGame,
    StoredTable,
    StoreError,
    Summary,
    TableRow,
    TablesPart,
)
from .writer import GONE, Work, Writer

__all__ = [
    "SOMEBODY",
    "Ask",
    "Block",
    "BoardRow",
    "BroughtGame",
    "ClocksRow",
    "Conflict",
    "Counted",
    "DayCount",
    "DayGame",
    "DayTries",
    "Deletable",
    "DueMail",
    "FinishedGame",
    "GameFigures",
    "GameRow",
    "Hindrance",
    "HouseRules",
    "ListedGame",
    "ListedTable",
    "MailRow",
    "MoveRow",
    "NewMove",
    "NewReport",
    "Operation",
    "Place",
    "PlayedDeal",
    "PuzzleResult",
    "PuzzleRun",
    "Rating",
    "RatingChange",
    "ReadyDeal",
    "SealRow",
    "SeatCounted",
    "SeatRow",
    "Since",
    "Stopped",
    "Store",
    "StoreError",
    "StoredGame",
    "StoredTable",
    "Summary",
    "TableRow",
    "TablesPart",
    "Undeletable",
    "deletable",
    "today",
]


T = TypeVar("T")

_log = logging.getLogger(__name__)

_READERS: Final = 8
"""So many read at once: as many connections as the pool of a database keeps, and some more."""
_MOST_READING: Final = 1000
"""So many may read or wait for it; more would only wait longer."""


class Store:
    """The tables, their games and their actions, in an SQLite file or a database that several processes share."""

    def __init__(self, location: Path | str, *, has_threads: bool = True) -> None:
        """Open a file, made if it is not there, or the database at an address such as ``postgresql://user@host/name``.

        Without ``has_threads`` everything is written at once, by whoever asks for it. Raises `StoreError` with a
        sentence if it cannot be used.
        """
        self._database = open_database(location)
        self.name: str = self._database.name
        """Which file or database it is, without a password."""
        self.instance: str = instance_of(self._database)
        """The id of these games: no other server has it."""
        self.is_shared: bool = self._database.is_shared
        """Whether other processes may write to it."""
        self._writer = Writer(self._database.engine, self._database.is_there, has_thread=has_threads)
        self._trouble = Trouble(_log, "the database can be read again")
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="store-reader")
        self._reading = 0
        self.accounts: Accounts = Accounts(partial(self._write, ""), self._read)
        """Who has an account, and what belongs to it."""
        self.days: DayStore = DayStore(self._read, self._write)
        """The deals of the days."""
        self.house_rules: HouseRulesStore = HouseRulesStore(self._read, self._write)
        """Rules that people keep."""
        self.mails: MailStore = MailStore(self._read, self._write)
        """The mails to those whose turn it is."""
        self.patience: PatienceStore = PatienceStore(self._read, self._write)
        """Deals of patience."""
        self.puzzles: PuzzleStore = PuzzleStore(self._read, self._write)
        """Puzzles: results, and runs through them."""
        self.ratings: RatingStore = RatingStore(self._read, self._write)
        """Ratings, and what games made of them."""

    def close(self) -> None:
        """Finish all writes and close the database."""
        self._writer.close()
        self._readers.shutdown(wait=False, cancel_futures=True)
        self._database.close()

    async def add_table(
        self,
        table: TableRow,
        seal: SealRow,
        summary: Summary,
        game: GameRow | None = None,
        played: Sequence[MoveRow] = (),
    ) -> None:
        """Write a new table, with its first game and what was played of it, if it is dealt already.

        Raises `StoreError`.
        """
        await self._write(
            table.id, lambda connection: queries.add_table(connection, table, seal, summary, game, played)
        )

    async def is_played_here(self, game: BroughtGame) -> bool:
        """Say whether a game that somebody brings was played at a table of this server. Raises `StoreError`."""
        return await self._read(partial(brought.is_known, brought=game))

    async def bring(self, game: BroughtGame) -> str:
        """Write a game that was played without this server, unless it was brought before.

        Return whose it is: of who was the first to bring it. Raises `StoreError`.
        """
        table_id = game.table.id
        try:
            await self._write(table_id, lambda connection: brought.bring(connection, game))
        except Conflict:
            return await self._read(partial(brought.read_owner, table_id=table_id)) or game.table.owner
        return game.table.owner

    async def arrange(self, table: TableRow, clocks: ClocksRow | None = None, before: ClocksRow | None = None) -> None:
        """Write other seats, rules or settings, and ``clocks`` in place of those that were there ``before``.

        Raises `Conflict` if other seats, rules or settings were written before, `StoreError`.
        """
        await self._write(table.id, lambda connection: queries.arrange(connection, table, clocks, before))

    async def contribute(self, table_id: str, number: int, owner: str, contribution: str) -> None:
        """Write what somebody adds to the deal of game ``number``. Raises `Conflict` after the first, `StoreError`."""
        await self._write(
            table_id, lambda connection: queries.contribute(connection, table_id, number, owner, contribution)
        )

    async def add_game(self, table: TableRow, game: GameRow, seal: SealRow, summary: Summary) -> None:
        """Write the next game of a table, its seats for it, and the seal of the game after.

        Raises `Conflict` if the table has one of that number or other seats, `StoreError`.
        """
        await self._write(table.id, lambda connection: queries.add_game(connection, table, game, seal, summary))

    async def add_move(self, move: NewMove) -> None:
        """Append one action. Raises `Conflict` if it does not follow the newest, `StoreError`."""
        await self._write(move.table_id, move)

    async def give_up(self, table_id: str, owner: str) -> bool:
        """Take a table off the lists of the one person who plays at it, against programs.

        Return whether it is such a table. Raises `StoreError`.
        """
        done: list[bool] = []
        await self._write(table_id, lambda connection: done.append(lists.give_up(connection, table_id, owner)))
        return done[-1]

    async def delete(self, table_id: str, owner: str) -> Deletable:
        """Delete a table for somebody, or take them out of one that others keep (`deletion.delete`).

        Raises `Undeletable` or another `StoreError`.
        """
        if not can_be_stored(table_id):
            raise Undeletable("unknown_table")
        done: list[Deletable] = []
        await self._write(table_id, lambda connection: done.append(deletion.delete(connection, table_id, owner)))
        return done[-1]

    async def keep_open(self, table_id: str) -> None:
        """Write that somebody still waits at a table for its first game. Raises `StoreError`."""
        await self._write(table_id, lambda connection: queries.keep_open(connection, table_id))

    async def keep_clocks(self, table_ids: Sequence[str], now: int) -> None:
        """Write that this process looks after the clocks of tables at a time, in UTC ms. Raises `StoreError`."""
        await self._write("", lambda connection: queries.keep_clocks(connection, table_ids, now))

    async def pass_over(self, table_id: str, now: int, longest: int) -> None:
        """Count no time in which nobody looked after a table's clocks for over ``longest`` ms. Raises `StoreError`."""
        await self._write(table_id, lambda connection: queries.pass_over(connection, table_id, now, longest))

    async def close_abandoned(self, before: int) -> None:
        """Remove the tables without a game at which nobody has been since ``before``. Raises `StoreError`."""
        await self._write("", lambda connection: queries.close_abandoned(connection, before))

    async def kind_of(self, table_id: str) -> str | None:
        """Return which game a table is for, None if there is none of that id."""
        if not can_be_stored(table_id):
            return None
        return await self._read(partial(queries.read_kind, table_id=table_id))

    async def count(self) -> Counted:
        """Return how much is stored. Raises `StoreError`."""
        return await self._read(queries.count)

    async def prune(self, before: int) -> int:
        """Delete the tables at which no game has gone on since a time, and the reports that were closed before it.

        Returns how many tables. Raises `StoreError`.
        """
        await self._write("", partial(reports.prune, before=before))
        wanted = all_tables.Wanted(all_tables.OVER, changed_before=before)
        old = await self._read(partial(all_tables.ids, wanted=wanted))
        for start in range(0, len(old), erasing.CHUNK):
            await self._write("", partial(self._prune, old[start : start + erasing.CHUNK], wanted))
        return len(old)

    @staticmethod
    def _prune(table_ids: Sequence[str], wanted: all_tables.Wanted, connection: Connection) -> None:
        all_tables.remove(connection, table_ids, wanted)
        log.note(connection, "server", "tables pruned", f"{len(table_ids)} tables", table_ids)

    async def take_along(self, owner: str) -> dict[str, Any]:
        """Return everything that is stored of a person (`admin.taking.take`). Raises `StoreError`."""
        return await self._read(partial(taking.take, owner=owner))

    async def erase(self, owner: str) -> list[str]:
        """Erase what is stored of a person (`admin.erasing`); return the tables that are other than before, or gone.

        Raises `StoreError`; what was erased before it is.
        """
        changed = await self.forget(owner, await self._read(partial(people.involved, owner=owner)))

        def rest(connection: Connection) -> None:
            erasing.forget_rest(connection, owner)
            log.note(connection, "server", "person erased", "", changed)

        await self._write("", rest)
        return changed

    async def forget(self, owner: str, table_ids: Sequence[str]) -> list[str]:
        """Take a person out of some tables (`admin.erasing.forget`); return those that are other than before, or gone.

        Raises `StoreError`.
        """
        changed: dict[int, list[str]] = {}

        def forget(start: int, connection: Connection) -> None:
            changed[start] = erasing.forget(connection, owner, table_ids[start : start + erasing.CHUNK])

        for start in range(0, len(table_ids), erasing.CHUNK):
            await self._write("", partial(forget, start))
        return [table_id for some in changed.values() for table_id in some]

    async def operations(self, after: int | None) -> Sequence[Operation]:
        """Return what operators did after the operation of a number, or the latest alone. Raises `StoreError`."""
        if after is None:
            return await self._read(partial(log.latest, limit=1))
        return await self._read(partial(log.since, number=after))

    async def blocks(self) -> Sequence[Block]:
        """Return who is kept out now. Raises `StoreError`."""
        return await self._read(blocks.read)

    async def report(self, report: NewReport) -> None:
        """Write that somebody reports a name or a line. Raises `StoreError`."""
        await self._write(report.table_id, lambda connection: reports.add(connection, report))

    async def is_closed(self, table_id: str) -> bool:
        """Say whether an operator has closed a table for good. Raises `StoreError`."""
        return can_be_stored(table_id) and await self._read(partial(queries.is_closed, table_id=table_id))

    async def table(self, table_id: str) -> StoredTable | None:
        """Return a table with what is needed to play on, or None."""
        if not can_be_stored(table_id):
            return None
        return await self._read(partial(queries.read_table, table_id=table_id))

    async def game(self, table_id: str, number: int) -> StoredGame | None:
        """Return one game of a table with all its actions, or None."""
        if not can_be_stored(table_id):
            return None
        return await self._read(partial(queries.read_game, table_id=table_id, number=number))

    async def tables_of(
        self, owner: str, limit: int = 200, part: TablesPart = "all", before: Place | None = None
    ) -> list[ListedTable]:
        """Return the tables that a browser token made or sits at (`lists.read_tables_of`). Raises `StoreError`."""
        return await self._read(partial(lists.read_tables_of, owner=owner, limit=limit, part=part, before=before))

    async def games_of(self, table_ids: Iterable[str]) -> dict[str, list[ListedGame]]:
        """Return the games of several tables, for each the latest first. Raises `StoreError`."""
        return await self._read(partial(lists.read_games, table_ids=list(table_ids)))

    async def finished_games(self, owner: str, limit: int = 5000) -> Sequence[FinishedGame]:
        """Return the finished games of somebody's tables, the latest first. Raises `StoreError`."""
        return await self._read(lambda connection: read_finished(connection, owner, limit))

    async def add_hint(self, table_id: str, number: int, seat: int) -> None:
        """Count that a seat has got help in a game. Raises `StoreError`."""

        def add(connection: Connection) -> None:
            figures.add_hint(connection, table_id, number, seat)

        try:
            await self._write(table_id, add)
        except Conflict:
            # Another process counted the first one of this seat at the same time.
            await self._write(table_id, add)

    async def uncounted_games(self, limit: int) -> Sequence[tuple[str, int]]:
        """Return finished games without figures by table and number, the latest first. Raises `StoreError`."""
        return await self._read(partial(figures.read_uncounted, limit=limit))

    async def keep_figures(self, table_id: str, number: int, found: GameFigures) -> None:
        """Write what was counted of a finished game, unless somebody has meanwhile. Raises `StoreError`."""
        await self._write(table_id, lambda connection: figures.keep(connection, table_id, number, found))

    async def listed(self, table_id: str) -> ListedTable | None:
        """Return a table as lists have it, or None."""
        if not can_be_stored(table_id):
            return None
        return await self._read(partial(lists.read_listed, table_id=table_id))

    async def open_tables(self, since: int, limit: int = 100) -> list[ListedTable]:
        """Return the listed tables at which somebody has waited for others since a time, the latest first."""
        return await self._read(partial(lists.read_open_tables, since=since, limit=limit))

    async def moving_tables(self, dealt: range | None = None) -> list[str]:
        """Return the ids of the tables whose game goes on by itself: time may run out, or a program is to move.

        ``dealt`` says of which games in the order in which all were dealt.
        """
        return await self._read(partial(lists.read_moving_tables, dealt=dealt))

    async def newest_game(self) -> int:
        """Return which game was dealt last, counted from 1 over all tables; 0 before the first."""
        return await self._read(lists.read_newest_game)

    async def since(self, table_id: str, number: int, ply: int, revision: int) -> Since | None:
        """Return what happened at a table after ``ply`` actions of game ``number``, or None if it is gone."""
        return await self._read(
            partial(queries.read_since, table_id=table_id, number=number, ply=ply, revision=revision)
        )

    async def changes(self, table_ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        """Return for each of some tables a pair of numbers that is a greater one after each change."""
        return await self._read(partial(queries.read_changes, table_ids=table_ids))

    async def look(self) -> None:
        """Look whether the database can be read. Raises `StoreError`."""
        await self._read(partial(queries.read_kind, table_id=""))
        if not self._database.is_there():
            raise StoreError(GONE)

    async def _write(self, table_id: str, work: Work | NewMove) -> None:
        """Have statements about a table carried out, and wait until they are durable."""
        done = asyncio.get_running_loop().create_future()
        self._writer.submit(table_id, work, done)
        await done

    async def _read(self, query: Callable[[Connection], T]) -> T:
        """Carry out a query in a thread of the store's own. Raises `StoreError`, also while too many wait."""
        if self._reading >= _MOST_READING:
            raise StoreError("too many wait to read the database")
        self._reading += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, self._read_now, query)
        finally:
            self._reading -= 1

    def _read_now(self, query: Callable[[Connection], T]) -> T:
        try:
            with self._database.readers.connect() as connection:
                found = query(connection)
        except SQLAlchemyError as error:
            failed = StoreError(f"the database could not be read: {cause_of(error)}")
            self._trouble.comes(str(failed))
            raise failed from error
        self._trouble.is_over()
        return found

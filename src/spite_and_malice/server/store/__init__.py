"""The only place that knows the database.

Everything is read and written through `Store`; a coroutine that writes returns once the work is durable.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from ..logs import Trouble
from . import brought, days, deletion, figures, house_rules, mailboxes, mails, patience, queries, ratings
from .accounts import Accounts
from .admin import blocks, erasing, log, people, reports, taking
from .admin import tables as all_tables
from .admin.blocks import Block
from .admin.log import Operation
from .admin.reports import NewReport
from .database import cause_of, open_database
from .days import DayGame, DayTries, today
from .deletion import Deletable, Hindrance, Undeletable, deletable
from .finished import FinishedGame, read_finished
from .house_rules import HouseRules
from .mailboxes import Ask, Stopped
from .mails import DueMail, MailRow
from .patience import PlayedDeal, ReadyDeal
from .puzzle_store import PuzzleStore
from .puzzles import DayCount, PuzzleResult, PuzzleRun
from .ratings import BoardRow, GameChange, Rating, RatingChange
from .records import (
    SOMEBODY,
    BroughtGame,
    ClocksRow,
    Conflict,
    Counted,
    GameFigures,
    GameRow,
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
_TRIES: Final = 4
"""How often something is written that others may write at the same time."""
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
        self.name = self._database.name
        """Which file or database it is, without a password."""
        self.is_shared = self._database.is_shared
        """Whether other processes may write to it."""
        self._writer = Writer(self._database.engine, self._database.is_there, has_thread=has_threads)
        self._trouble = Trouble(_log, "the database can be read again")
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="store-reader")
        self._reading = 0
        self.accounts = Accounts(partial(self._write, ""), self._read)
        """Who has an account, and what belongs to it."""
        self.puzzles = PuzzleStore(self._read, self._write)
        """What is stored of puzzles."""

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
        await self._write(table_id, lambda connection: done.append(queries.give_up(connection, table_id, owner)))
        return done[-1]

    async def delete(self, table_id: str, owner: str) -> Deletable:
        """Delete a table for somebody, or take them out of one that others keep (`deletion.delete`).

        Raises `Undeletable` or another `StoreError`.
        """
        if not _can_be_stored(table_id):
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
        if not _can_be_stored(table_id):
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
        return _can_be_stored(table_id) and await self._read(partial(queries.is_closed, table_id=table_id))

    async def table(self, table_id: str) -> StoredTable | None:
        """Return a table with what is needed to play on, or None."""
        if not _can_be_stored(table_id):
            return None
        return await self._read(partial(queries.read_table, table_id=table_id))

    async def game(self, table_id: str, number: int) -> StoredGame | None:
        """Return one game of a table with all its actions, or None."""
        if not _can_be_stored(table_id):
            return None
        return await self._read(partial(queries.read_game, table_id=table_id, number=number))

    async def tables_of(
        self, owner: str, limit: int = 200, part: TablesPart = "all", before: Place | None = None
    ) -> list[ListedTable]:
        """Return the tables that a browser token made or sits at (`queries.read_tables_of`). Raises `StoreError`."""
        return await self._read(partial(queries.read_tables_of, owner=owner, limit=limit, part=part, before=before))

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

    async def ratings(self, people: Sequence[str], family: str | None = None) -> Sequence[Rating]:
        """Return the ratings of people, in one family of versions or in all. Raises `StoreError`."""
        return await self._read(partial(ratings.read, people=people, family=family))

    async def rating_course(self, person: str, family: str, limit: int = 500) -> Sequence[RatingChange]:
        """Return somebody's rating after each of their latest games, oldest first. Raises `StoreError`."""
        return await self._read(partial(ratings.read_course, person=person, family=family, limit=limit))

    async def game_ratings(self, table_id: str, number: int, least_games: int) -> Sequence[GameChange]:
        """Return what a game made of ratings (`ratings.read_game`). Raises `StoreError`."""
        if not _can_be_stored(table_id):
            return []
        return await self._read(partial(ratings.read_game, table_id=table_id, number=number, least_games=least_games))

    async def rating_board(self, family: str, least_games: int, limit: int = 100) -> Sequence[BoardRow]:
        """Return the best of those with a name and enough games, the best first. Raises `StoreError`."""
        return await self._read(partial(ratings.read_board, family=family, least_games=least_games, limit=limit))

    async def day_secret(self, day: str) -> bytes:
        """Return the secret of a day's deal; the first of all processes to ask settles it. Raises `StoreError`."""
        secret = await self.settled_day_secret(day)
        for _try in range(_TRIES):
            if secret is not None:
                return secret
            with contextlib.suppress(Conflict):
                await self._write("", lambda connection: days.settle(connection, day))
            secret = await self.settled_day_secret(day)
        raise StoreError(f"the database has no secret of {day}")

    async def settled_day_secret(self, day: str) -> bytes | None:
        """Return the secret of a day's deal, None while it is not settled. Raises `StoreError`."""
        return await self._read(partial(days.read_secret, day=day))

    async def day_tries(self, day: str) -> DayTries | None:
        """Return how a day's deal is chosen, None if nobody has begun to. Raises `StoreError`."""
        return await self._read(partial(days.read_tries, day=day))

    async def begin_day_tries(self, day: str) -> None:
        """Draw from what a day's deal is to be chosen, unless it is. Raises `StoreError`."""
        with contextlib.suppress(Conflict):
            await self._write("", lambda connection: days.begin_tries(connection, day))

    async def claim_day_tries(self, day: str, until: int) -> None:
        """Take note that a day's deal is tried. Raises `Conflict` if another process does, `StoreError`."""
        await self._write("", lambda connection: days.claim_tries(connection, day, queries.now_ms(), until))

    async def note_day_try(self, found: DayTries, won: bool, table_id: str | None) -> None:
        """Write how a try came out (`days.note_try`). Raises `Conflict`, `StoreError`."""
        await self._write("", lambda connection: days.note_try(connection, found, won, table_id))

    async def pass_day_candidate_over(self, found: DayTries) -> None:
        """Go on with the next candidate (`days.pass_candidate_over`). Raises `Conflict`, `StoreError`."""
        await self._write("", lambda connection: days.pass_candidate_over(connection, found))

    async def settled_days(self, limit: int) -> Sequence[str]:
        """Return the days whose deal is settled, the latest first. Raises `StoreError`."""
        return await self._read(partial(days.read_days, limit=limit))

    async def own_days(self, owner: str) -> Sequence[DayGame]:
        """Return somebody's games of the days' deals, over or not. Raises `StoreError`."""
        return await self._read(lambda connection: days.read_games(connection, None, owner=owner))

    async def day_table(self, day: str, owner: str) -> str | None:
        """Return the id of the table at which a browser token plays the deal of a day, or None."""
        return await self._read(partial(days.read_table, day=day, owner=owner))

    async def house_rules(self, owner: str) -> Sequence[HouseRules]:
        """Return the rules that a browser token keeps under names of its own."""
        return await self._read(partial(house_rules.read, owner=owner))

    async def keep_house_rules(self, owner: str, kept: HouseRules) -> None:
        """Write rules that somebody keeps. Raises `Conflict` if they keep too many already, `StoreError`."""
        await self._write("", lambda connection: house_rules.put(connection, owner, kept, queries.now_ms()))

    async def rename_house_rules(self, owner: str, kept_id: str, name: str) -> bool:
        """Give rules another name, and return whether there are such. Raises `Conflict`, `StoreError`."""
        done: list[bool] = []
        now = queries.now_ms()
        await self._write("", lambda connection: done.append(house_rules.rename(connection, owner, kept_id, name, now)))
        return done[-1]

    async def remove_house_rules(self, owner: str, kept_id: str) -> bool:
        """Forget rules that somebody keeps, and return whether there were such. Raises `StoreError`."""
        done: list[bool] = []
        await self._write("", lambda connection: done.append(house_rules.remove(connection, owner, kept_id)))
        return done[-1]

    async def played(self, since: int) -> dict[str, int]:
        """Return for each preset how many tables have been played with it since a time."""
        return await self._read(partial(house_rules.count_played, since=since))

    async def listed(self, table_id: str) -> ListedTable | None:
        """Return a table as lists have it, or None."""
        if not _can_be_stored(table_id):
            return None
        return await self._read(partial(queries.read_listed, table_id=table_id))

    async def day_games(self, day: str) -> Sequence[DayGame]:
        """Return everybody's game of a day's deal, over or not, the first begun first. Raises `StoreError`."""
        return await self._read(partial(days.read_games, day=day))

    async def day_game(self, day: str, owner: str) -> DayGame | None:
        """Return somebody's own game of a day's deal, None if they have none. Raises `StoreError`."""
        found = await self._read(partial(days.read_games, day=day, owner=owner))
        return found[0] if found else None

    async def add_deal(self, deal: ReadyDeal) -> None:
        """Keep a deal of patience ready. Raises `Conflict` for one that has been ready before, `StoreError`."""
        await self._write("", lambda connection: patience.add_deal(connection, deal))

    async def ready_deals(self) -> dict[tuple[str, str], int]:
        """Return how many deals of patience are ready, by preset and level. Raises `StoreError`."""
        return await self._read(patience.count_deals)

    async def take_deal(self, preset: str, level: str | None) -> ReadyDeal | None:
        """Take a deal of patience that is ready, None if there is none. Raises `StoreError`."""
        taken: list[ReadyDeal | None] = []
        await self._write("", lambda connection: taken.append(patience.take_deal(connection, preset, level)))
        return taken[-1]

    async def patience_day(self, day: str, preset: str) -> int | None:
        """Return the number of the deal of patience of a day, None if none is chosen. Raises `StoreError`."""
        return await self._read(partial(patience.read_day, day=day, preset=preset))

    async def choose_patience_day(self, day: str, preset: str, number: int) -> int:
        """Choose the deal of patience of a day, unless one is chosen already; return which it is."""
        with contextlib.suppress(Conflict):
            await self._write("", lambda connection: patience.choose_day(connection, day, preset, number))
            return number
        chosen = await self.patience_day(day, preset)
        if chosen is None:
            raise StoreError(f"the database has no deal of {day}")
        return chosen

    async def patience_days(self, limit: int) -> Sequence[str]:
        """Return the days that have a deal of patience, the latest first. Raises `StoreError`."""
        return await self._read(partial(patience.read_days, limit=limit))

    async def patience_day_table(self, day: str, preset: str, owner: str) -> str | None:
        """Return the id of the table at which a browser token plays the deal of a day, or None."""
        return await self._read(partial(patience.read_day_table, day=day, preset=preset, owner=owner))

    async def patience_day_games(self, day: str, preset: str, owner: str | None = None) -> Sequence[PlayedDeal]:
        """Return everybody's game of a day's deal of patience, or somebody's, over or not. Raises `StoreError`."""
        return await self._read(partial(patience.read_day_games, day=day, preset=preset, owner=owner))

    async def own_patience_days(self, owner: str) -> Sequence[PlayedDeal]:
        """Return somebody's games of the days' deals of patience, over or not. Raises `StoreError`."""
        return await self._read(partial(patience.read_own_days, owner=owner))

    async def patience_records(self, owner: str, preset: str, limit: int = 5000) -> Sequence[PlayedDeal]:
        """Return somebody's games of patience that are over, the latest first. Raises `StoreError`."""
        return await self._read(partial(patience.read_records, owner=owner, preset=preset, limit=limit))

    async def open_tables(self, since: int, limit: int = 100) -> list[ListedTable]:
        """Return the listed tables at which somebody has waited for others since a time, the latest first."""
        return await self._read(partial(queries.read_open_tables, since=since, limit=limit))

    async def moving_tables(self) -> list[str]:
        """Return the ids of the tables whose game goes on by itself: time may run out, or a program is to move."""
        return await self._read(queries.read_moving_tables)

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

    async def mail_state(self, table_id: str, owner: str) -> tuple[bool, bool]:
        """Say whether a person left an address at a table, and whether they said yes to mails there."""
        if not _can_be_stored(table_id):
            return False, False
        return await self._read(partial(mails.state, table_id=table_id, owner=owner))

    async def put_mail(self, row: MailRow) -> None:
        """Write the address that a person leaves. Raises what `mails.put` raises, and `StoreError`."""
        await self._write(row.table_id, lambda connection: mails.put(connection, row))

    async def remove_mail(self, table_id: str, owner: str) -> None:
        """Forget a person's address. Raises `StoreError`."""
        if not _can_be_stored(table_id):
            return
        await self._write(table_id, lambda connection: mails.remove(connection, table_id, owner))

    async def stop_mail(self, token: str) -> None:
        """Write no more to the mailbox to which a token was mailed. Raises `StoreError`."""
        if _can_be_stored(token):
            await self._write("", lambda connection: mailboxes.stop(connection, token))

    async def allow_mail(self, token: str) -> None:
        """Let the mailbox be asked again whose mails a token stopped. Raises `StoreError`."""
        if _can_be_stored(token):
            await self._write("", lambda connection: mailboxes.allow(connection, token))

    async def confirm_mail(self, token: str) -> bool:
        """Take note that who has a mailbox said yes to mails; False if the link is none any more."""
        done = [False]
        if _can_be_stored(token):
            await self._write("", lambda connection: done.append(mailboxes.confirm(connection, token)))
        return done[-1]

    async def mail_asks(self) -> Sequence[Ask]:
        """Return the mailboxes that are to be asked whether mails are wanted. Raises `StoreError`."""
        return await self._read(mailboxes.unasked)

    async def claim_ask(self, ask: Ask) -> None:
        """Take note that a mailbox is asked. Raises `Conflict` if another process does, `StoreError`."""
        await self._write("", lambda connection: mailboxes.claim(connection, ask))

    async def return_ask(self, ask: Ask) -> None:
        """Take note that a mailbox could not be asked. Raises `StoreError`."""
        await self._write("", lambda connection: mailboxes.give_back(connection, ask))

    async def forget_unconfirmed_mails(self, before: int) -> None:
        """Forget the addresses to whose question nobody has answered since a time. Raises `StoreError`."""
        await self._write("", lambda connection: mailboxes.forget_unconfirmed(connection, before))

    async def due_mails(self) -> Sequence[DueMail]:
        """Return everybody whose turn it is and who wants a mail and has got none in this turn."""
        return await self._read(mails.due)

    async def claim_mail(self, mail: DueMail) -> None:
        """Take note that a mail is written. Raises `Conflict` if another process writes it, `StoreError`."""
        await self._write(mail.table_id, lambda connection: mails.claim(connection, mail))

    async def return_mail(self, mail: DueMail) -> None:
        """Take note that a mail could not be sent. Raises `StoreError`."""
        await self._write(mail.table_id, lambda connection: mails.give_back(connection, mail))

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


def _can_be_stored(text: str) -> bool:
    """Say whether a text of somebody's own can be in the database at all: PostgreSQL takes no NUL, even to look for."""
    return "\0" not in text

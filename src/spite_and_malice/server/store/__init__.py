"""The only package that knows the database.

Everything is read and written through `Store`, which has a repository for each subject. A coroutine that writes returns
once the work is durable.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from ..logs import Trouble
from ..metrics import READ_FAILURES
from .accounts import AccountRepository
from .admin import Operation
from .database import bytes_of, cause_of, instance_of, open_database, touch
from .database.writer import GONE, Writer
from .events.clubs import Club, ClubRepository, Member, Season, StoredClub
from .events.days import DayGame, DayRepository, DayTries, is_day_running, today
from .events.evening_rows import DrawnRound, DrawnTable, Evening, Guest, RoundTable, StoredEvening
from .events.evenings import EveningRepository
from .events.lines import LineRepository
from .events.origins import EndedGame, OriginTable
from .events.tournament_rows import (
    EntrantRow,
    ListedTournament,
    PairingRow,
    TeamRow,
    Tournament,
    TournamentForm,
    TournamentRow,
)
from .events.tournaments import TooFull, TournamentRepository
from .games.conditionals import ConditionalsRepository, ConditionalsRow
from .games.figures import FigureRepository, FinishedGame
from .games.house_rules import HouseRules, HouseRulesRepository
from .games.lists import Deletable, Hindrance, Undeletable, deletable
from .games.objections import Objection
from .games.patience import PatienceRepository, PlayedDeal, ReadyDeal
from .games.puzzles import DayCount, PuzzleRepository, PuzzleResult, PuzzleRun
from .games.ratings import BoardRow, Rating, RatingChange, RatingRepository
from .games.tables import TableRepository
from .games.withdrawals import WithdrawalRepository
from .moderation import ModerationRepository
from .operators import Block, NewReport, OperatorRepository
from .people.company import DueNews
from .people.due_notices import DueFriend, DueLetter, DueTurn
from .people.friends import Avoidance, Avoided, FriendRepository, Known, Presence, Profile, Shared
from .people.holidays import HolidayRepository
from .people.letters import Letter, LetterRepository
from .people.mails import Ask, DueMail, MailRepository, MailRow, Stopped
from .people.news_mails import NewsMail, NewsMailRepository
from .people.notices import Choices, NoticeRepository, SentNotice
from .people.notices import Device as NoticeDevice
from .people.own_data import PersonRepository
from .records import (
    SOMEBODY,
    ClocksRow,
    Conflict,
    Counted,
    GameFigures,
    GameRow,
    ImportedGame,
    ListedGame,
    ListedTable,
    MoveRow,
    NewMove,
    Origin,
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

__all__ = [
    "SOMEBODY",
    "Ask",
    "Avoidance",
    "Avoided",
    "Block",
    "BoardRow",
    "Choices",
    "ClocksRow",
    "Club",
    "ConditionalsRow",
    "Conflict",
    "Counted",
    "DayCount",
    "DayGame",
    "DayTries",
    "Deletable",
    "DrawnRound",
    "DrawnTable",
    "DueFriend",
    "DueLetter",
    "DueMail",
    "DueNews",
    "DueTurn",
    "EndedGame",
    "EntrantRow",
    "Evening",
    "FinishedGame",
    "GameFigures",
    "GameRow",
    "Guest",
    "Hindrance",
    "HouseRules",
    "ImportedGame",
    "Known",
    "Letter",
    "ListedGame",
    "ListedTable",
    "ListedTournament",
    "MailRow",
    "Member",
    "MoveRow",
    "NewMove",
    "NewReport",
    "NewsMail",
    "NoticeDevice",
    "Objection",
    "Operation",
    "Origin",
    "OriginTable",
    "PairingRow",
    "Place",
    "PlayedDeal",
    "Presence",
    "Profile",
    "PuzzleResult",
    "PuzzleRun",
    "Rating",
    "RatingChange",
    "ReadyDeal",
    "RoundTable",
    "SealRow",
    "Season",
    "SeatCounted",
    "SeatRow",
    "SentNotice",
    "Shared",
    "Since",
    "Stopped",
    "Store",
    "StoreError",
    "StoredClub",
    "StoredEvening",
    "StoredGame",
    "StoredTable",
    "Summary",
    "TableRow",
    "TablesPart",
    "TeamRow",
    "TooFull",
    "Tournament",
    "TournamentForm",
    "TournamentRow",
    "Undeletable",
    "deletable",
    "is_day_running",
    "today",
]


T = TypeVar("T")

_log = logging.getLogger(__name__)

_READERS: Final = 8
"""How many queries run at once: as many as the connections in a database's pool, and some more."""
_MOST_READING: Final = 1000
"""How many queries may run or wait; more would only wait longer."""


class Store:
    """The tables, their games and their actions, in an SQLite file or a database that several processes share."""

    def __init__(self, location: Path | str, *, has_threads: bool = True) -> None:
        """Open a file, created if missing, or the database at an address such as ``postgresql://user@host/name``.

        Without ``has_threads`` everything is written immediately, by the caller. Raises `StoreError` with a
        sentence if it cannot be used.
        """
        self._database = open_database(location)
        self.name: str = self._database.name
        """The file or database, without a password."""
        self.instance: str = instance_of(self._database)
        """The id of these games: no other server has it."""
        self.is_shared: bool = self._database.is_shared
        """Whether other processes may write to it."""
        self._writer = Writer(self._database.engine, self._database.is_there, has_thread=has_threads)
        self._trouble = Trouble(_log, "the database can be read again")
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="store-reader")
        self._reading = 0
        subject = self._read, self._write
        self.tables: TableRepository = TableRepository(*subject)
        self.accounts: AccountRepository = AccountRepository(*subject)
        self.people: PersonRepository = PersonRepository(*subject)
        self.days: DayRepository = DayRepository(*subject)
        self.figures: FigureRepository = FigureRepository(*subject)
        self.conditionals: ConditionalsRepository = ConditionalsRepository(*subject)
        self.clubs: ClubRepository = ClubRepository(*subject)
        self.evenings: EveningRepository = EveningRepository(*subject)
        self.lines: LineRepository = LineRepository(*subject)
        self.friends: FriendRepository = FriendRepository(*subject)
        self.letters: LetterRepository = LetterRepository(*subject)
        self.tournaments: TournamentRepository = TournamentRepository(*subject)
        self.holidays: HolidayRepository = HolidayRepository(*subject)
        self.house_rules: HouseRulesRepository = HouseRulesRepository(*subject)
        self.mails: MailRepository = MailRepository(*subject)
        self.news_mails: NewsMailRepository = NewsMailRepository(*subject)
        self.notices: NoticeRepository = NoticeRepository(*subject)
        self.operators: OperatorRepository = OperatorRepository(*subject)
        self.moderation: ModerationRepository = ModerationRepository(*subject)
        self.patience: PatienceRepository = PatienceRepository(*subject)
        self.puzzles: PuzzleRepository = PuzzleRepository(*subject)
        self.withdrawals: WithdrawalRepository = WithdrawalRepository(*subject)
        self.ratings: RatingRepository = RatingRepository(*subject)

    def close(self) -> None:
        """Finish all writes and close the database."""
        self._writer.close()
        self._readers.shutdown(wait=False, cancel_futures=True)
        self._database.close()

    async def look(self) -> None:
        """Check that the database can be read. Raises `StoreError`."""
        await self.tables.kind_of("")
        if not self._database.is_there():
            raise StoreError(GONE)

    async def try_to_write(self) -> None:
        """Write once more if the last write failed. Raises `StoreError` if it fails again."""
        if self._writer.is_failing:
            await self._write(touch)

    async def size(self) -> int:
        """Return the size of the database in bytes."""
        return await self._read(bytes_of)

    @property
    def folder(self) -> Path | None:
        """The folder of the file of games, None if they are in another database."""
        return None if self.is_shared else Path(self.name).parent

    async def _write(self, work: Callable[[Connection], T], table_id: str = "") -> T:
        """Run statements about a table, and return their result once it is durable."""
        outcome: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._writer.submit(table_id, work, outcome)
        return await outcome

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
            READ_FAILURES.inc()
            self._trouble.comes(str(failed))
            raise failed from error
        self._trouble.is_over()
        return found

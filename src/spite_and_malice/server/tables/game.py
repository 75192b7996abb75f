"""What a game must bring to be served: how its tables are restored, made live, spoken to and told again.

Everything that differs from game to game and is wanted outside a game's own folder is asked of its `Game`
(docs/architecture.md); nothing else asks which game a table is for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from spite_and_malice.play import Fault
from spite_and_malice.texts import _

from ..protocol.clients import Client
from ..protocol.incoming import Move, Reader
from ..store import (
    Conflict,
    GameFigures,
    GameRow,
    ImportedGame,
    ListedGame,
    ListedTable,
    MoveRow,
    SealRow,
    Store,
    StoredGame,
    StoredTable,
    StoreError,
    Summary,
    TableRow,
    is_day_running,
)

if TYPE_CHECKING:
    from .room import TableRoom


Handler = Callable[[Any, Client, Any], Awaitable[None]]
"""Carries out a message of a page at a room of its game."""

OpenRoom = Callable[[Any, Callable[[], None]], "TableRoom[Any]"]
"""Makes a restored table live; what it is given beside it is called whenever there may be nothing more to do."""

Outcome = Literal["won", "lost", "drawn", "given_up", "over", "stood_in"]


@dataclass(frozen=True, slots=True)
class DealSummary:
    """Which deal of patience a game is, as far as its player may know: the number once it is over, or if chosen.

    ``numbers`` says whose number it is.
    """

    number: int | None
    level: str | None
    day: str | None
    numbers: str = "own"


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A finished game in a list: ``over`` for those who only watched, ``stood_in`` where a stand-in won it for them.

    ``steps`` are the player's turns or moves, ``time`` is as a clock shows it, ``ended_at`` in UTC milliseconds; None
    where it is not known.
    """

    number: int
    url: str
    outcome: Outcome
    steps: int | None
    time: str | None
    ended_at: int | None
    deal: DealSummary | None = None


@dataclass(frozen=True, slots=True)
class PracticeStart:
    """Where practice is to begin: after ``ply`` actions of a game, in the place of ``seat``, under a name.

    ``straight`` counts only the moves that stood at the end.
    """

    ply: int
    seat: int
    straight: bool
    name: str


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table as it is stored at first, with its first game and the actions in it."""

    row: TableRow
    seal: SealRow
    summary: Summary
    game: GameRow
    commitment: str
    moves: Sequence[MoveRow] = ()


class NoPractice(ValueError):
    """A place that a game has not, or at which it is over."""


class NotImportable(ValueError):
    """A game that cannot be imported; its text is the sentence that says why."""


class Game(ABC):
    """A game that is played at this server's tables."""

    kind: ClassVar[str]
    """What its tables are stored as."""

    messages: ClassVar[Reader[Any]]
    """Reads what a page at its tables may say."""

    handlers: ClassVar[Mapping[type, Handler]]
    """What carries out each of these messages."""

    timed: ClassVar[tuple[type, ...]] = (Move,)
    """The messages whose time is measured."""

    is_solo: ClassVar[bool]
    """Whether one person plays it alone: nobody waits for them, watches them, or is reviewed beside them."""

    table_page: ClassVar[str]
    replay_page: ClassVar[str]
    """The templates of a table and of a game that is over."""

    @abstractmethod
    def restore(self, stored: StoredTable) -> Any:
        """Return a stored table as it was; called in a thread."""

    @abstractmethod
    async def require_over(self, store: Store, stored: StoredGame, person: str) -> None:
        """Raise `Refusal` if somebody may not see all of a game, because it or another is played; `StoreError`."""

    @abstractmethod
    def winners(self, listed: ListedTable) -> list[int]:
        """Return the seats that have won a match that is over."""

    def progress(self, _table: TableRow, _summary: Summary) -> str | None:
        """Return in words how far a game has come that one person plays alone; None where others play too."""
        return None

    @abstractmethod
    def summary_of(self, listed: ListedTable, game: ListedGame, person: str) -> GameSummary:
        """Return how a finished game is listed for somebody."""

    def deal_of(self, game: ListedGame) -> DealSummary | None:
        """Return which deal a game is, as far as its player may know; None where deals are not told apart."""
        return None

    @abstractmethod
    def record_text(self, stored: StoredGame, viewer: int | None) -> str:
        """Return the record of a game as text: whole, or as the seat ``viewer`` saw it."""

    @abstractmethod
    def faults_of(self, record: str) -> Sequence[Fault]:
        """Play the record of a game again and return what does not fit."""

    @abstractmethod
    def result(self, stored: StoredGame) -> dict[str, Any] | None:
        """Play a game again and return its result as it is stored, None while it is not over."""

    @abstractmethod
    def replay(self, stored: StoredGame, seat: int, you: int | None, straight: bool) -> Any:
        """Return a finished game step by step as ``seat`` saw it, for somebody whose own seat is ``you``.

        ``straight`` leaves out the moves that were taken back, where a game knows that.
        """

    @abstractmethod
    def practice(self, stored: StoredGame, start: PracticeStart, person: str) -> NewTable:
        """Return a table at which somebody plays on from a place in a game. Raises `NoPractice`."""

    @abstractmethod
    def reads(self, record: str) -> bool:
        """Say whether a record is one of this game."""

    @abstractmethod
    def import_game(self, record: str, person: str) -> ImportedGame:
        """Check the record of a game that somebody has played without a server. Raises `NotImportable`."""

    def figures(self, stored: StoredGame) -> GameFigures:
        """Return what a finished game came to, of a game of which that is stored."""
        raise NotImplementedError

    def public_view(self, stored: StoredGame) -> Any:
        """Return what everybody sees of a game, of one that can be watched."""
        raise NotImplementedError


ServedGame = tuple[Game, OpenRoom]
"""A game that is served, and what makes its tables live."""


def clock_text(milliseconds: int) -> str:
    """Return a time as a clock shows it: "4:05", "1:12:00"."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


class Refusal(Exception):
    """A request that cannot be carried out: a code for programs and a sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def require_day_over(day: str | None) -> None:
    """Raise `Refusal` if a deal is that of a day that is not over: knowing it helps a later player."""
    if is_day_running(day):
        told = _(
            "These cards are those of a day that is not over: others still play them. It is shown when the day ends."
        )
        raise Refusal("day_running", told)


def stale() -> Refusal:
    """Return the refusal of what was asked about the table as it was before."""
    return Refusal("stale", _("The table has moved on: look again and choose."))


def not_started() -> Refusal:
    """Return the refusal of what needs a game."""
    return Refusal("not_started", _("No game has been dealt yet."))


def unsaved(error: StoreError) -> Refusal:
    """Return the refusal of what could not be stored: somebody was faster, or the database failed."""
    if isinstance(error, Conflict):
        return stale()
    return Refusal("not_stored", _("This could not be saved, so it was not done. Try again."))

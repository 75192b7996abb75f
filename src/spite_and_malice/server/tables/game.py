"""The interface of a game on the server: restoring its tables, live play, messages and replays.

Everything that differs between games and is needed outside a game's own folder goes through its `Game`
(docs/architecture.md); no other code checks which game a table is for.
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
"""Carries out a page's message in a room of its game."""

OpenRoom = Callable[[Any, Callable[[], None]], "TableRoom[Any]"]
"""Makes a restored table live; the callback is called whenever there may be nothing more to do."""

Outcome = Literal["won", "lost", "drawn", "given_up", "over", "stood_in"]


@dataclass(frozen=True, slots=True)
class DealSummary:
    """The deal of a patience game, as far as its player may know it: the number once it is over, or if chosen.

    ``numbers`` names the numbering scheme.
    """

    number: int | None
    level: str | None
    day: str | None
    numbers: str = "own"


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A finished game in a list: ``over`` for spectators, ``stood_in`` if a stand-in won it for the person.

    ``steps`` are the player's turns or moves, ``time`` is as a clock shows it, ``ended_at`` in UTC milliseconds; None
    if unknown. ``counts`` says whether it is in the person's statistics: a game with a stand-in for them is not.
    """

    number: int
    url: str
    outcome: Outcome
    steps: int | None
    time: str | None
    ended_at: int | None
    deal: DealSummary | None = None
    counts: bool = True


@dataclass(frozen=True, slots=True)
class PracticeStart:
    """The start of practice: after ``ply`` actions of a game, playing for ``seat``, under a name.

    ``straight`` counts only the moves not taken back.
    """

    ply: int
    seat: int
    straight: bool
    name: str


@dataclass(frozen=True, slots=True)
class NewTable:
    """The initial stored state of a table, with its first game and the actions in it."""

    row: TableRow
    seal: SealRow
    summary: Summary
    game: GameRow
    commitment: str
    moves: Sequence[MoveRow] = ()


class NoPractice(ValueError):
    """A position that a game does not have, or where it is over."""


class NotImportable(ValueError):
    """A game that cannot be imported; the text is the reason as a sentence."""


class Game(ABC):
    """A game on this server's tables."""

    kind: ClassVar[str]
    """The stored kind of its tables."""

    messages: ClassVar[Reader[Any]]
    """Decodes the messages of a page at its tables."""

    handlers: ClassVar[Mapping[type, Handler]]
    """The handler of each of these messages."""

    timed: ClassVar[tuple[type, ...]] = (Move,)
    """The messages whose time is measured."""

    is_solo: ClassVar[bool]
    """Whether one person plays it alone: nobody waits for them, watches them, or is reviewed with them."""

    table_page: ClassVar[str]
    replay_page: ClassVar[str]
    """The templates of a table and of a finished game."""

    @abstractmethod
    def restore(self, stored: StoredTable) -> Any:
        """Restore a stored table; called in a thread."""

    @abstractmethod
    async def require_over(self, store: Store, stored: StoredGame, person: str) -> None:
        """Raise `Refusal` if a person may not yet see all of a game, because of this or another game; `StoreError`."""

    @abstractmethod
    def winners(self, listed: ListedTable) -> list[int]:
        """Return the winning seats of a finished match."""

    def progress(self, _table: TableRow, _summary: Summary) -> str | None:
        """Return a solo game's progress in words; None if others play too."""
        return None

    @abstractmethod
    def summary_of(self, listed: ListedTable, game: ListedGame, person: str) -> GameSummary:
        """Return a finished game's list entry for a person."""

    def deal_of(self, game: ListedGame) -> DealSummary | None:
        """Return the identity of a game's deal, as far as its player may know it; None if such deals have none."""
        return None

    @abstractmethod
    def record_text(self, stored: StoredGame, viewer: int | None) -> str:
        """Return the record of a game as text: complete, or as seen from the seat ``viewer``."""

    @abstractmethod
    def faults_of(self, record: str) -> Sequence[Fault]:
        """Replay the record of a game and return its inconsistencies."""

    @abstractmethod
    def result(self, stored: StoredGame) -> dict[str, Any] | None:
        """Replay a game and return its result as stored, None while it is in progress."""

    @abstractmethod
    def replay(self, stored: StoredGame, seat: int, you: int | None, straight: bool) -> Any:
        """Return a finished game step by step as seen from ``seat``, for a viewer whose own seat is ``you``.

        ``straight`` leaves out undone moves, if the game supports that.
        """

    @abstractmethod
    def practice(self, stored: StoredGame, start: PracticeStart, person: str) -> NewTable:
        """Return a practice table that starts from a position in a game. Raises `NoPractice`."""

    @abstractmethod
    def reads(self, record: str) -> bool:
        """Return whether a record belongs to this game."""

    @abstractmethod
    def import_game(self, record: str, person: str) -> ImportedGame:
        """Validate the record of a game played without a server. Raises `NotImportable`."""

    def figures(self, stored: StoredGame) -> GameFigures:
        """Return the outcome of a finished game, for games that store it."""
        raise NotImplementedError

    def public_view(self, stored: StoredGame) -> Any:
        """Return the public view of a game, for games that can be watched."""
        raise NotImplementedError


ServedGame = tuple[Game, OpenRoom]
"""A served game, and the function that makes its tables live."""


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
    """Raise `Refusal` if the deal is that of a day that is not over: knowing it would help a later player."""
    if is_day_running(day):
        told = _(
            "These cards are those of a day that is not over: others still play them. It is shown when the day ends."
        )
        raise Refusal("day_running", told)


def stale() -> Refusal:
    """Return the refusal of a request about an earlier state of the table."""
    return Refusal("stale", _("The table has moved on: look again and choose."))


def not_started() -> Refusal:
    """Return the refusal of a request that needs a game."""
    return Refusal("not_started", _("No game has been dealt yet."))


def unsaved(error: StoreError) -> Refusal:
    """Return the refusal of a change that could not be stored: somebody else was faster, or the database failed."""
    if isinstance(error, Conflict):
        return stale()
    return Refusal("not_stored", _("This could not be saved, so it was not done. Try again."))

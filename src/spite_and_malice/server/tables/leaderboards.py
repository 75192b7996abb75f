"""How everybody did with the deal of a day, of whichever game: ranked alike, and computed once for all who look."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Generic, Protocol, TypeVar

_SECONDS: Final = 2.0
"""For how long the results of others may be out of date; your own are always there."""

_DAYS: Final = 8
_SHOWN: Final = 100
"""The most lines of a board that are shown; your own comes after them if it is not among them."""


class PlayedGame(Protocol):
    """Somebody's game of the deal of a day; its result is None while it is played."""

    @property
    def table_id(self) -> str:
        """The table at which it is played: one for each person and day."""

    @property
    def person(self) -> str:
        """The person who plays it."""

    @property
    def result(self) -> dict[str, Any] | None:
        """How it ended."""

    @property
    def started_at(self) -> int:
        """When it began, in UTC milliseconds."""

    @property
    def ended_at(self) -> int:
        """When it ended, in UTC milliseconds."""


class ShownLine(Protocol):
    """A line of a board."""

    @property
    def person(self) -> str:
        """The person whose game it is."""


Day = TypeVar("Day", bound=Hashable)
Game = TypeVar("Game", bound=PlayedGame)
Line = TypeVar("Line", bound=ShownLine)


@dataclass(frozen=True, slots=True)
class Ranked(Generic[Game]):
    """Somebody's game of a day's deal among all others; one that was begun on a later day has no rank."""

    rank: int | None
    game: Game
    late: bool

    @property
    def person(self) -> str:
        """The person whose game it is."""
        return self.game.person


def began_late(day: str, game: PlayedGame) -> bool:
    """Say whether the deal of a day was begun on a later one."""
    return day != "" and datetime.fromtimestamp(game.started_at / 1000, UTC).date().isoformat() > day


def rank(
    games: Iterable[Game],
    is_late: Callable[[Game], bool],
    goodness: Callable[[Game], Any],
    has_rank: Callable[[Game], bool] = lambda _game: True,
    first: int = 1,
) -> list[Ranked[Game]]:
    """Return games that are over, those with the least goodness first, with ranks from ``first`` on; equals share one.

    Late ones come last. They and those that ``has_rank`` denies have no rank.
    """
    keyed = [(is_late(game), goodness(game), game) for game in games]
    lines: list[Ranked[Game]] = []
    before: Any = None
    ordered = sorted(keyed, key=lambda each: (*each[:2], each[2].ended_at))
    for place, (late, key, game) in enumerate(ordered, start=first):
        if late or not has_rank(game):
            lines.append(Ranked(None, game, late))
        else:
            lines.append(Ranked(lines[-1].rank if key == before else place, game, late))
            before = key
    return lines


@dataclass(frozen=True, slots=True)
class Board(Generic[Game, Line]):
    """The results of a day, as a person sees them: ``own`` is their game, None if they have none."""

    lines: Sequence[Line]
    unfinished: int
    own: Game | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nobody has played that day."""
        return not self.lines and not self.unfinished

    def shown(self, person: str) -> list[Line]:
        """Return the lines that a person is shown."""
        return [line for at, line in enumerate(self.lines) if at < _SHOWN or line.person == person]


@dataclass(frozen=True, slots=True)
class _Computed(Generic[Game, Line]):
    """A computed board: as of when, and at which tables the game was over."""

    board: Board[Game, Line]
    finished: frozenset[str]
    at: float


class Boards(Generic[Day, Game, Line]):
    """The boards of the days that were looked at last."""

    def __init__(
        self,
        read_all: Callable[[Day], Awaitable[Sequence[Game]]],
        read_own: Callable[[Day, str], Awaitable[Game | None]],
        results: Callable[[Day, Sequence[Game]], Sequence[Line]],
    ) -> None:
        """``results`` takes all games of a day, unfinished ones too."""
        self._read_all = read_all
        self._read_own = read_own
        self._results = results
        self._computed: dict[Day, _Computed[Game, Line]] = {}
        self._computing: dict[Day, asyncio.Task[_Computed[Game, Line]]] = {}

    async def board(self, day: Day, person: str | None = None) -> Board[Game, Line]:
        """Return the results of a day, with the game of ``person`` as it is now. Raises `StoreError`."""
        own = None if person is None else await self._read_own(day, person)
        computed = self._computed.get(day)
        if computed is None or time.monotonic() - computed.at > _SECONDS:
            computed = await self._compute(day)
        while own is not None and own.result is not None and own.table_id not in computed.finished:
            computed = await self._compute(day)
        return Board(computed.board.lines, computed.board.unfinished, own)

    async def _compute(self, day: Day) -> _Computed[Game, Line]:
        """Compute a board, once for all who ask in the meantime."""
        task = self._computing.get(day)
        if task is None:
            task = self._computing[day] = asyncio.create_task(self._read(day), name=f"results of {day}")
            task.add_done_callback(lambda _: self._computing.pop(day, None))
        return await asyncio.shield(task)

    async def _read(self, day: Day) -> _Computed[Game, Line]:
        began = time.monotonic()
        games = await self._read_all(day)
        finished = frozenset(game.table_id for game in games if game.result is not None)
        lines = await asyncio.to_thread(self._results, day, games)
        self._computed.pop(day, None)
        found = self._computed[day] = _Computed(Board(lines, len(games) - len(finished)), finished, began)
        while len(self._computed) > _DAYS:
            del self._computed[next(iter(self._computed))]
        return found

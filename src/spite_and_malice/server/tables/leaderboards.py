"""How everybody did with the deal of a day, of either game: worked out once for all who look within a moment."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeVar

_SECONDS: Final = 2.0
"""For how long what others have done may have changed unseen; what one has done oneself is always there."""

_DAYS: Final = 8


class PlayedGame(Protocol):
    """Somebody's game of the deal of a day; its result is None while it is played."""

    @property
    def table_id(self) -> str:
        """The table at which it is played: one for each person and day."""

    @property
    def result(self) -> dict[str, Any] | None:
        """How it ended."""


Day = TypeVar("Day", bound=Hashable)
Game = TypeVar("Game", bound=PlayedGame)
Line = TypeVar("Line")


@dataclass(frozen=True, slots=True)
class Board(Generic[Game, Line]):
    """The results of a day, as somebody sees them: ``own`` is their game, None if they have none."""

    lines: Sequence[Line]
    unfinished: int
    own: Game | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nobody has played that day."""
        return not self.lines and not self.unfinished


@dataclass(frozen=True, slots=True)
class _Worked(Generic[Game, Line]):
    """What was worked out: as of when, and of which tables the games were over."""

    board: Board[Game, Line]
    finished: frozenset[str]
    at: float


class Boards(Generic[Day, Game, Line]):
    """The boards of the last days that were looked at."""

    def __init__(
        self,
        read_all: Callable[[Day], Awaitable[Sequence[Game]]],
        read_own: Callable[[Day, str], Awaitable[Game | None]],
        results: Callable[[Day, Sequence[Game]], Sequence[Line]],
    ) -> None:
        """``results`` are worked out of all games of a day, those that are not over too."""
        self._read_all = read_all
        self._read_own = read_own
        self._results = results
        self._worked: dict[Day, _Worked[Game, Line]] = {}
        self._working: dict[Day, asyncio.Task[_Worked[Game, Line]]] = {}

    async def board(self, day: Day, owner: str | None = None) -> Board[Game, Line]:
        """Return the results of a day, with the game of ``owner`` as it is now. Raises `StoreError`."""
        own = None if owner is None else await self._read_own(day, owner)
        worked = self._worked.get(day)
        if worked is None or time.monotonic() - worked.at > _SECONDS:
            worked = await self._work(day)
        while own is not None and own.result is not None and own.table_id not in worked.finished:
            worked = await self._work(day)
        return Board(worked.board.lines, worked.board.unfinished, own)

    async def _work(self, day: Day) -> _Worked[Game, Line]:
        """Work a board out, once for all who ask meanwhile."""
        task = self._working.get(day)
        if task is None:
            task = self._working[day] = asyncio.create_task(self._read(day), name=f"results of {day}")
            task.add_done_callback(lambda _: self._working.pop(day, None))
        return await asyncio.shield(task)

    async def _read(self, day: Day) -> _Worked[Game, Line]:
        began = time.monotonic()
        games = await self._read_all(day)
        finished = frozenset(game.table_id for game in games if game.result is not None)
        lines = await asyncio.to_thread(self._results, day, games)
        self._worked.pop(day, None)
        found = self._worked[day] = _Worked(Board(lines, len(games) - len(finished)), finished, began)
        while len(self._worked) > _DAYS:
            del self._worked[next(iter(self._worked))]
        return found

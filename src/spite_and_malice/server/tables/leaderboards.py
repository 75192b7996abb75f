"""Everybody's results in the deal of a day, in any game: ranked the same way, and computed once for all viewers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Generic, Protocol, TypeVar

_SECONDS: Final = 2.0
"""How long the results of others may be out of date; your own are always current."""

_DAYS: Final = 8
_SHOWN: Final = 100
"""The most lines of a board that are shown; your own comes after them if it is not among them."""


REGULAR_DAYS: Final = 3
"""On how many days somebody must have played a day's deal for a rank: otherwise anybody who looked at the cards under
another name, which nobody can prevent, would be first."""


class PlayedGame(Protocol):
    """A person's game with the deal of a day; its result is None while it is in progress."""

    @property
    def table_id(self) -> str:
        """The table of the game: one for each person and day."""

    @property
    def person(self) -> str:
        """The person who plays the game."""

    @property
    def result(self) -> dict[str, Any] | None:
        """The result of the game."""

    @property
    def started_at(self) -> int:
        """The start of the game, in UTC milliseconds."""

    @property
    def ended_at(self) -> int:
        """The end of the game, in UTC milliseconds."""


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
    """A person's game among all games of a day's deal; late games and those of newcomers have no rank."""

    rank: int | None
    game: Game
    late: bool
    newcomer: bool

    @property
    def person(self) -> str:
        """The person whose game it is."""
        return self.game.person


def began_late(day: str, game: PlayedGame) -> bool:
    """Return whether a game with the deal of a day was begun on a later day."""
    return day != "" and datetime.fromtimestamp(game.started_at / 1000, UTC).date().isoformat() > day


def rank(
    games: Iterable[Game],
    is_late: Callable[[Game], bool],
    goodness: Callable[[Game], Any],
    regulars: Collection[str],
    has_rank: Callable[[Game], bool] = lambda _game: True,
    first: int = 1,
) -> list[Ranked[Game]]:
    """Return finished games in ascending order of goodness, with ranks from ``first`` on; equals share one.

    After the ``regulars`` come all others, and late games last. These, and games for which ``has_rank`` is false, have
    no rank.
    """
    keyed = [(is_late(game), game.person not in regulars, goodness(game), game) for game in games]
    lines: list[Ranked[Game]] = []
    before: Any = None
    ordered = sorted(keyed, key=lambda each: (*each[:3], each[3].ended_at))
    for place, (late, newcomer, key, game) in enumerate(ordered, start=first):
        if late or newcomer or not has_rank(game):
            lines.append(Ranked(None, game, late, newcomer and not late))
        else:
            lines.append(Ranked(lines[-1].rank if key == before else place, game, late, newcomer))
            before = key
    return lines


@dataclass(frozen=True, slots=True)
class Board(Generic[Game, Line]):
    """The results of a day for a viewer: ``own`` is their game, None if they have none."""

    lines: Sequence[Line]
    unfinished: int
    own: Game | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nobody has played that day."""
        return not self.lines and not self.unfinished

    def shown(self, person: str) -> list[Line]:
        """Return the lines shown to a person."""
        return [line for at, line in enumerate(self.lines) if at < _SHOWN or line.person == person]


@dataclass(frozen=True, slots=True)
class _Computed(Generic[Game, Line]):
    """A computed board: its time, and the tables whose game was over then."""

    board: Board[Game, Line]
    finished: frozenset[str]
    at: float


class Boards(Generic[Day, Game, Line]):
    """The boards of the most recently viewed days."""

    def __init__(
        self,
        read_all: Callable[[Day], Awaitable[Sequence[Game]]],
        read_own: Callable[[Day, str], Awaitable[Game | None]],
        results: Callable[[Day, Sequence[Game], Collection[str]], Sequence[Line]],
        read_regulars: Callable[[Collection[str], int], Awaitable[Collection[str]]],
    ) -> None:
        """``results`` takes all games of a day, unfinished ones included, and the ranked players.

        ``read_regulars`` returns the people among some who have played on that many days.
        """
        self._read_all = read_all
        self._read_own = read_own
        self._results = results
        self._read_regulars = read_regulars
        self._regulars: set[str] = set()
        self._computed: dict[Day, _Computed[Game, Line]] = {}
        self._computing: dict[Day, asyncio.Task[_Computed[Game, Line]]] = {}

    async def board(self, day: Day, person: str | None = None) -> Board[Game, Line]:
        """Return the results of a day, with the current state of ``person``'s game. Raises `StoreError`."""
        own = None if person is None else await self._read_own(day, person)
        computed = self._computed.get(day)
        if computed is None or time.monotonic() - computed.at > _SECONDS:
            computed = await self._compute(day)
        while own is not None and own.result is not None and own.table_id not in computed.finished:
            computed = await self._compute(day)
        return Board(computed.board.lines, computed.board.unfinished, own)

    async def _compute(self, day: Day) -> _Computed[Game, Line]:
        """Compute a board, once for all requests in the meantime."""
        task = self._computing.get(day)
        if task is None:
            task = self._computing[day] = asyncio.create_task(self._read(day), name=f"results of {day}")
            task.add_done_callback(lambda _: self._computing.pop(day, None))
        return await asyncio.shield(task)

    async def _read(self, day: Day) -> _Computed[Game, Line]:
        began = time.monotonic()
        games = await self._read_all(day)
        finished = frozenset(game.table_id for game in games if game.result is not None)
        players = {game.person for game in games}
        # A regular stays one: only the others are looked up.
        self._regulars |= set(await self._read_regulars(players - self._regulars, REGULAR_DAYS))
        lines = await asyncio.to_thread(self._results, day, games, self._regulars & players)
        self._computed.pop(day, None)
        found = self._computed[day] = _Computed(Board(lines, len(games) - len(finished)), finished, began)
        while len(self._computed) > _DAYS:
            del self._computed[next(iter(self._computed))]
        return found

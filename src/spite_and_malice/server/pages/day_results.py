"""How the games of a deal of the day came out: worked out once for all who look within a moment."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from spite_and_malice.rules import preset_rules

from ..store import DayGame, Store

PRESET: Final = "standard"
_SCORE: Final = preset_rules(PRESET, 2).score

_SECONDS: Final = 2.0
"""For how long what others have done may have changed unseen; what one has done oneself is always there."""

_DAYS: Final = 8

Outcome = Literal["won", "drawn", "lost"]
_ORDER: Final[Sequence[Outcome]] = ("won", "drawn", "lost")


@dataclass(frozen=True, slots=True)
class DayResult:
    """A line of the results of a day: ``margin`` is in pay-off cards, below 0 for who had more left."""

    rank: int
    name: str
    outcome: Outcome
    margin: int
    turns: int
    owner: str
    table_id: str


@dataclass(frozen=True, slots=True)
class Board:
    """The results of a day, as somebody sees them: ``own`` is their game, None if they have none."""

    lines: Sequence[DayResult]
    unfinished: int
    own: DayGame | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nobody has played that day."""
        return not self.lines and not self.unfinished


@dataclass(frozen=True, slots=True)
class _Worked:
    """What was worked out: as of when, and of which tables the games were over."""

    board: Board
    finished: frozenset[str]
    at: float


class Boards:
    """The boards of the last days that were looked at."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._worked: dict[str, _Worked] = {}
        self._working: dict[str, asyncio.Task[_Worked]] = {}

    async def board(self, day: str, owner: str | None = None) -> Board:
        """Return the results of a day, with the game of ``owner`` as it is now. Raises `StoreError`."""
        own = None if owner is None else await self._store.day_game(day, owner)
        worked = self._worked.get(day)
        if worked is None or time.monotonic() - worked.at > _SECONDS:
            worked = await self._work(day)
        while own is not None and own.result is not None and own.table_id not in worked.finished:
            worked = await self._work(day)
        return Board(worked.board.lines, worked.board.unfinished, own)

    async def _work(self, day: str) -> _Worked:
        """Work a board out, once for all who ask meanwhile."""
        task = self._working.get(day)
        if task is None:
            task = self._working[day] = asyncio.create_task(self._read(day), name=f"results of {day}")
            task.add_done_callback(lambda _: self._working.pop(day, None))
        return await asyncio.shield(task)

    async def _read(self, day: str) -> _Worked:
        began = time.monotonic()
        games = await self._store.day_games(day)
        finished = frozenset(game.table_id for game in games if game.result is not None)
        lines = await asyncio.to_thread(results, games)
        self._worked.pop(day, None)
        found = self._worked[day] = _Worked(Board(lines, len(games) - len(finished)), finished, began)
        while len(self._worked) > _DAYS:
            del self._worked[next(iter(self._worked))]
        return found


def results(games: Sequence[DayGame]) -> list[DayResult]:
    """Return how the games of a day that are over came out, the best first; those that are equally good share a rank.

    Who won comes before who did not; then counts the margin in cards, then the fewer turns. A game in which a stand-in
    played for the person does not count.
    """
    over = [game for game in games if game.result is not None and game.seat not in game.stand_ins]
    order = sorted(((_goodness(game), game) for game in over), key=lambda each: (each[0], each[1].ended_at))
    lines: list[DayResult] = []
    for place, (key, game) in enumerate(order, start=1):
        equal = place > 1 and order[place - 2][0] == key
        rank = lines[-1].rank if equal else place
        lines.append(DayResult(rank, game.name, _ORDER[key[0]], -key[1], game.turns, game.owner, game.table_id))
    return lines


def _goodness(game: DayGame) -> tuple[int, int, int]:
    """Return what a game that is over is compared by, the best smallest."""
    result = game.result or {}
    winners: list[int] = result["winners"]
    scores = list(result["scores"])
    own = scores.pop(game.seat)
    # Who empties their pile gets points for that beside those for the cards that the other has left.
    won = int(game.seat in winners) if winners else None
    emptied = _SCORE.win if result["reason"] == "payoff" else 0
    margin = (own - sum(scores) - (emptied if won else -emptied)) // _SCORE.card
    outcome: Outcome = "drawn" if won is None else "won" if won else "lost"
    return _ORDER.index(outcome), -margin, game.turns

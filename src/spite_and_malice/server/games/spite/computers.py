"""The programs that play at a table, computer players and stand-ins: requests for moves, and a fallback."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial
from typing import Any, Final, Protocol

from spite_and_malice.analysis.tries import day_place, seed_at
from spite_and_malice.play.game import TAKEBACK

from ...cluster import News
from ...logs import of_table
from ...metrics import THINKING_FAILURES, THINKING_SECONDS
from ...store import StoreError
from ...store.records import STAND_IN
from ...supervision import keep_doing, note_failure
from ...tables.action_queue import Action
from ...workers.pool import Asker, HelpRequest, Request, ThinkingFailed, Urgency, Workers
from .table import SeatAction, Table

_log = logging.getLogger(__name__)

_TRIES: Final = 2

_QUICK: Final = frozenset({"beginner", "casual", "club", "greedy", "learned"})
"""The players that take next to no time for a move (benchmarks/thinking.md)."""

FALLBACK: Final = "the computer player gave no legal move"
"""The note in the store at a move that the server made for a computer player."""


class Computers:
    """The computer players of all tables; they think in worker processes."""

    def __init__(self, workers: Workers, seconds: float = 1.0, patience: float = 10.0) -> None:
        """Give a player ``seconds`` to think.

        A player that has not answered ``patience`` seconds after the request has failed.
        """
        self._workers = workers
        self._seconds = seconds
        self._patience = patience

    async def advise(self, request: HelpRequest, timeout: float, person: str) -> dict[str, Any]:
        """Return advice for a person. Raises `ThinkingFailed` if none came within ``timeout`` seconds."""
        return await self._workers.ask(asdict(request), timeout, Asker(person))

    async def choose(self, player: str, table: Table) -> SeatAction:
        """Return the move of the computer player whose turn it is: its own, or after two failures any legal one."""
        game = table.game
        seat = game.turn
        view = game.view(seat).to_json()
        legal: list[str] = view["legal"]
        if game.actions and game.actions[-1] == (game.turn, TAKEBACK):
            # It has undone its pass to break a stalemate: passing again would not help.
            view["passes"] = game.rules.players - 1
        log = list(game.log)
        asker = Asker(table.row.host, Urgency.PEOPLE if table.has_people else Urgency.WATCHED)
        is_quick = player in _QUICK or len(legal) == 1
        for attempt in range(_TRIES):
            request = Request(player, view, log, self._seconds, _seed(table, attempt))
            try:
                with THINKING_SECONDS.labels(player).time():
                    thought = await self._workers.choose(request, self._patience, asker, is_quick)
            except ThinkingFailed as failure:
                _log.warning("ply %d: %s failed: %s", table.ply, player, failure, extra=of_table(table.row.id))
                continue
            if thought.move in legal:
                return SeatAction(seat, thought.move, worlds=thought.worlds, pause=thought.pause)
            # Do not log the move that it named, which may reveal a card in the player's hand.
            _log.warning("ply %d: %s named no legal move", table.ply, player, extra=of_table(table.row.id))
        THINKING_FAILURES.labels(player).inc()
        return SeatAction(seat, legal[0], note=FALLBACK)


def _seed(table: Table, attempt: int) -> int:
    """Return a seed that is always the same for the same table and ply.

    All tables of a day's deal share it after the same number of moves, so that everybody meets the same opponent.
    """
    place = f"{table.row.id}:{table.number}:{table.ply}:{attempt}"
    if table.row.day is not None:
        place = day_place(table.row.day, table.number, len(table.game.log), attempt)
    return seed_at(place)


_RETRY_SECONDS: Final = 1.0
"""How long a program waits before it moves again after the database refused its move."""

_OTHERS_SECONDS: Final = 0.2
"""How long a process waits before it asks again whether it may think, while another one does."""

_RETURN_SECONDS: Final = 5.0
"""How long a stand-in waits before each turn while the person it plays for is watching and may retake the seat: against
computer players it would otherwise end the game before they could do so."""


class Place(Protocol):
    """The interface that programs need of their table's room."""

    @property
    def table(self) -> Table:
        """The current table."""

    @property
    def is_lost(self) -> bool:
        """Whether the room is closed."""

    @property
    def is_watched(self) -> bool:
        """Whether anybody has a page open at the table."""

    @property
    def is_deserted(self) -> bool:
        """Whether all people at the table have left, and no clock runs for them."""

    def is_here(self, person: str) -> bool:
        """Return whether anybody seated at the table has a page open."""

    async def do(self, action: Action[None]) -> None:
        """Carry out an action in its turn."""

    async def act(self, action: SeatAction) -> None:
        """Play for a seat. Raises what the game or the store raises."""


class Programs:
    """Plays for the programs at one table, in a task that lasts as long as it is their turn."""

    def __init__(self, room: Place, computers: Computers, news: News, on_idle: Callable[[], None]) -> None:
        """``on_idle`` is called whenever the programs have played their turns."""
        self._room = room
        self._computers = computers
        self._news = news
        self._on_idle = on_idle
        self._task: asyncio.Task[None] | None = None

    @property
    def are_thinking(self) -> bool:
        """Whether a program is to move."""
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """Let the programs think if it is their turn."""
        if self._to_move() is not None and not self.are_thinking:
            self._task = keep_doing("thinking", self._play, self._room.table.row.id)
            self._task.add_done_callback(self._stop_thinking)

    def stop(self) -> list[asyncio.Task[None]]:
        """Cancel the computation in progress and return its task."""
        if self._task is None:
            return []
        self._task.cancel()
        return [self._task]

    def _to_move(self) -> str | None:
        """Return the computer player that is to move, as itself or as a stand-in, or None."""
        room, turn = self._room, self._room.table.turn
        has_reason = room.table.has_people or room.is_watched or room.table.row.origin is not None
        if turn is None or room.is_lost or not has_reason:
            # Computer players on their own pause while nobody watches, unless it is a table made by the server.
            return None
        if room.is_deserted:
            # Stand-ins on their own would finish the game of people who may come back.
            return None
        return room.table.program_at(turn)

    def _stop_thinking(self, _task: asyncio.Task[None]) -> None:
        self._news.done_thinking(self._room.table.row.id)
        self._on_idle()

    async def _play(self) -> None:
        """Play the turns of computer players and stand-ins until a person is to move or the game is over."""
        while (player := self._to_move()) is not None:
            table, ply = self._room.table, self._room.table.ply
            await self._wait_for_return(table, ply)
            if not self._is_as_it_was(table, ply):
                continue
            try:
                if not await self._news.may_think(table.row.id):
                    await asyncio.sleep(_OTHERS_SECONDS)
                    continue
                if not self._is_as_it_was(table, ply):
                    # Another process has moved, and may have ended the game.
                    continue
                choice = await self._computers.choose(player, table)
                await self._room.do(partial(self._play_choice, table, ply, choice))
            except Exception as error:
                # Whatever went wrong, the people at the table are waiting for this move: retry.
                if not isinstance(error, StoreError):
                    note_failure("thinking", error, table.row.id)
                await asyncio.sleep(_RETRY_SECONDS)

    def _may_be_taken_back(self, table: Table) -> bool:
        """Return whether a stand-in is to move for a person who is present and may want to play themselves."""
        seat, actions = table.game.turn, table.game.actions
        at = table.row.seats[seat]
        if at.person is None or at.stand_in not in ("away", "clock") or not table.may_return(seat):
            return False
        return self._room.is_here(at.person) and not (actions and actions[-1].seat == seat)

    async def _wait_for_return(self, table: Table, ply: int) -> None:
        """Give a person who is watching time to retake their seat, unless something else happens at the table."""
        until = time.monotonic() + _RETURN_SECONDS
        while self._is_as_it_was(table, ply) and self._may_be_taken_back(table) and time.monotonic() < until:
            await asyncio.sleep(_OTHERS_SECONDS)

    def _is_as_it_was(self, table: Table, ply: int) -> bool:
        return self._room.table is table and table.ply == ply

    async def _play_choice(self, table: Table, ply: int, choice: SeatAction) -> None:
        # Another process may have moved meanwhile, or the person may have come back.
        if self._is_as_it_was(table, ply):
            is_for_person = table.row.seats[choice.seat].stand_in is not None
            # The thinking time reveals something about the hand, which here belongs to a person.
            await self._room.act(replace(choice, note=STAND_IN, pause=None) if is_for_person else choice)

"""Asking a computer player for its move, and what happens when it has none: the game never waits forever."""

from __future__ import annotations

import logging
from dataclasses import asdict
from typing import Any, Final

from spite_and_malice.analysis.tries import day_place, seed_at
from spite_and_malice.play.game import TAKEBACK

from ...logs import of_table
from ...metrics import THINKING_FAILURES, THINKING_SECONDS
from ...workers.pool import HelpRequest, Request, ThinkingFailed, Workers
from ...workers.queue import Asker, Urgency
from .table import SeatAction, Table

_log = logging.getLogger(__name__)

_TRIES: Final = 2

_QUICK: Final = frozenset({"beginner", "casual", "club", "greedy"})
"""The players that take next to no time for a move (benchmarks/thinking.md)."""

FALLBACK: Final = "the computer player gave no legal move"
"""The note in the store at a move that the server made for a computer player."""


class Computers:
    """The computer players of all tables; they think in worker processes."""

    def __init__(self, workers: Workers, seconds: float = 1.0, patience: float = 10.0) -> None:
        """Give a player ``seconds`` to think; ``patience`` seconds after being asked it has failed."""
        self._workers = workers
        self._seconds = seconds
        self._patience = patience

    async def advise(self, request: HelpRequest, timeout: float, owner: str) -> dict[str, Any]:
        """Return what a person is advised. Raises `ThinkingFailed` if nothing came within ``timeout`` seconds."""
        return await self._workers.ask(asdict(request), timeout, Asker(owner))

    async def choose(self, player: str, table: Table) -> SeatAction:
        """Return the move of the computer player whose turn it is: its own, or after two failures any legal one."""
        game = table.game
        seat = game.turn
        view = game.view(seat).to_json()
        legal: list[str] = view["legal"]
        if game.actions and game.actions[-1] == (game.turn, TAKEBACK):
            # It has taken its pass back to break a stalemate: passing again would be no way out.
            view["passes"] = game.rules.players - 1
        log = list(game.log)
        asker = Asker(table.row.owner, Urgency.PEOPLE if table.has_people else Urgency.WATCHED)
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
                return SeatAction(seat, thought.move, worlds=thought.worlds)
            # Which move it named stays untold: it may hold a card of the player's hand.
            _log.warning("ply %d: %s named no legal move", table.ply, player, extra=of_table(table.row.id))
        THINKING_FAILURES.labels(player).inc()
        return SeatAction(seat, legal[0], note=FALLBACK)


def _seed(table: Table, attempt: int) -> int:
    """Return a number that is the same whenever the same table comes to the same ply.

    At every table of a day's deal it is the same after as many moves: all meet the same opponent.
    """
    place = f"{table.row.id}:{table.number}:{table.ply}:{attempt}"
    if table.row.day is not None:
        place = day_place(table.row.day, table.number, len(table.game.log), attempt)
    return seed_at(place)

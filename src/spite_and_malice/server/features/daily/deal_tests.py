"""Choosing the deals of today and tomorrow ahead of time: a deal is taken that strong players have won in a try."""

from __future__ import annotations

import asyncio
import logging
import sys
from dataclasses import replace
from datetime import timedelta
from typing import Final

from spite_and_malice.analysis.tries import TRIES, player_of_try
from spite_and_malice.play import FairDeal, candidate_secret

from ...clock import now_ms
from ...games.spite.figures import count
from ...games.spite.setup import computer_seat
from ...games.spite.table import going_on, new_table
from ...store import Conflict, DayTries, GameRow, NewMove, SeatRow, Store, today
from ...workers.pool import Workers, why
from .deal import NAME, OPPONENT, PRESET, SETTINGS, contributions, day_rules

_log = logging.getLogger(__name__)

DEAL_TESTER: Final = (sys.executable, "-m", "spite_and_malice.server.workers.deal_tester")

_FIRST_SECONDS: Final = 1.0
_EVERY_SECONDS: Final = 60.0
_LONGEST: Final = 180.0
"""How many seconds a try may take, on the slowest machine."""


async def deal_testing_loop(store: Store, deal_tester: Workers) -> None:
    """Try the deals of today and tomorrow until cancelled."""
    await asyncio.sleep(_FIRST_SECONDS)
    while True:
        try:
            for day in (today(), today() + timedelta(days=1)):
                while await try_once(store, deal_tester, day.isoformat()):
                    pass
            # Its process is not needed before tomorrow.
            await deal_tester.close()
        except Exception as error:
            _log.warning("a deal of the day could not be tried: %s", why(error))
        await asyncio.sleep(_EVERY_SECONDS)


async def try_once(store: Store, deal_tester: Workers, day: str) -> bool:
    """Try the deal of a day once more, or go on with another one; say whether there is more to do.

    Raises `ThinkingFailed` and `StoreError`.
    """
    await store.days.begin_tries(day)
    found = await store.days.tries(day)
    if found is None:
        # It was settled before there were tries.
        return False
    is_tried = found.tries >= TRIES
    if is_tried and (found.won or await store.days.settled_secret(day) is not None):
        return False
    try:
        await store.days.claim_tries(day, now_ms() + int(_LONGEST * 1000))
        if is_tried:
            await store.days.pass_candidate_over(found)
        else:
            await _try(store, deal_tester, found)
    except Conflict:
        # Another process tries it.
        return False
    return True


async def _try(store: Store, deal_tester: Workers, found: DayTries) -> None:
    secret = candidate_secret(found.root, found.day, found.candidate)
    question = {
        "task": "try",
        "rules": day_rules().to_json(),
        "secret": secret.hex(),
        "contributions": contributions(found.day),
        "day": found.day,
        "opponent": OPPONENT,
        "number": found.tries,
    }
    answer = await deal_tester.ask(question, _LONGEST)
    won = bool(answer["won"])
    is_first = won and found.table_id is None
    table_id = await _keep(store, found, secret, answer["log"]) if is_first else None
    await store.days.note_try(found, won, table_id)


async def _keep(store: Store, found: DayTries, secret: bytes, log: list[str]) -> str:
    """Store a try as a game of a table at which nobody sits, and return the table's id."""
    rules = day_rules()
    seats: list[SeatRow] = []
    for player in (player_of_try(found.tries), OPPONENT):
        seats.append(computer_seat(player, seats, free=False))
    fair = FairDeal(secret, tuple(contributions(found.day)))
    game = GameRow(1, 1, fair.dealer(rules.players), fair.secret, fair.contributions)
    empty = new_table("", PRESET, rules, seats, SETTINGS)
    empty = replace(empty, row=replace(empty.row, name=NAME))
    begun, _moves = going_on(empty, game, log[:-1])
    table, moves = going_on(empty, game, log)
    await store.tables.add(table.row, table.seal, begun.summary, table.newest.row, moves[:-1])
    outcome = table.game.outcome
    assert outcome is not None
    figures = count(table.game, [])
    end = NewMove(table.row.id, 1, moves[-1], table.summary, outcome.to_json(), (), figures)
    await store.tables.add_move(end)
    return table.row.id

"""Deals that can be won, found ahead of time: nobody at a table waits for one."""

from __future__ import annotations

import asyncio
import logging
import secrets
from datetime import UTC, datetime
from typing import Final, get_args

from spite_and_malice.patience import KLONDIKE, PRESETS
from spite_and_malice.patience.deals import HIGHEST_NUMBER
from spite_and_malice.patience.decidable import can_decide
from spite_and_malice.play.patience.played import Level

from ...clock import now_ms
from ...store import Conflict, ReadyDeal, Store
from ...workers.pool import why
from .advice import PatienceWorkers
from .day_games import games_of_day
from .dealer import Dealer
from .table import KIND

_log = logging.getLogger(__name__)

_ENOUGH: Final = 12
"""How many deals of every level are kept ready for each preset."""
_FEW: Final = 3
"""With fewer of them others are looked for without a rest."""
_FIRST_SECONDS: Final = 3.0
"""A server that begins has other things to do at first."""
_REST_SECONDS: Final = 10.0
_FULL_SECONDS: Final = 60.0
_LATELY_MS: Final = 30 * 24 * 3600 * 1000


async def deal_pool_loop(store: Store, patience_workers: PatienceWorkers, dealer: Dealer) -> None:
    """Find deals until cancelled, and see that every day has its own."""
    await asyncio.sleep(_FIRST_SECONDS)
    while True:
        try:
            rest = await fill_pool(store, patience_workers, dealer)
        except Exception as error:
            _log.warning("no deal of patience could be made ready: %s", why(error))
            rest = _FULL_SECONDS
        await asyncio.sleep(rest)


async def fill_pool(store: Store, patience_workers: PatienceWorkers, dealer: Dealer) -> float:
    """Look at one more deal for each preset that has too few; return for how many seconds that is enough.

    Raises `StoreError`, `ThinkingFailed` and `Refusal`.
    """
    ready = await store.patience.ready_deals()
    rest, today = _FULL_SECONDS, datetime.now(UTC).date()
    for preset in await _wanted(store):
        count = {level: ready.get((preset, level), 0) for level in get_args(Level)}
        least = min(count.values())
        if least < (_ENOUGH if preset in KLONDIKE else _FEW):
            rest = min(rest, 0.0 if least < _FEW and preset in KLONDIKE else _REST_SECONDS)
            await _find(store, patience_workers, preset, count)
        if (least if preset in KLONDIKE else sum(count.values())) > 0 and preset in games_of_day(today):
            await dealer.of_day(today.isoformat(), preset)
    return rest


async def _wanted(store: Store) -> list[str]:
    """Return the presets that deals are kept ready for: Klondike's, the day's, and those played here lately."""
    played = await store.house_rules.played(KIND, now_ms() - _LATELY_MS)
    others = [preset for preset in played if preset in PRESETS and can_decide(PRESETS[preset].rules)]
    return list(dict.fromkeys([*KLONDIKE, *games_of_day(datetime.now(UTC).date()), *others]))


async def _find(store: Store, patience_workers: PatienceWorkers, preset: str, count: dict[str, int]) -> None:
    """Look at a deal and keep it if it can be won and there are not enough of its level."""
    number = secrets.randbelow(HIGHEST_NUMBER + 1)
    level = await patience_workers.rate(PRESETS[preset].rules, number, None)
    if level is not None and count[level] < _ENOUGH:
        try:
            await store.patience.add_deal(ReadyDeal(preset, number, level))
        except Conflict:
            return

"""Evenings on two processes, one of which is killed while a round is drawn: nobody is drawn twice, nothing is lost."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import httpx
import pytest

from spite_and_malice.server.store import Store, StoredEvening

from .conftest import Browser, Visit
from .services import needs_postgresql
from .test_processes import Processes, processes

__all__ = ["processes"]

pytestmark = [
    needs_postgresql,
    pytest.mark.nightly("src/spite_and_malice/server/features/evenings/", "src/spite_and_malice/server/cluster/"),
]

GUESTS = 7


async def ask(browser: Browser, method: str, path: str, **body: Any) -> Any:
    """Return the answer to a request about evenings, None if the process was killed meanwhile."""
    try:
        answer = await browser.http.request(method, f"/api/evenings{path}", json=body)
    except httpx.HTTPError:
        return None
    return answer.json()


async def stored(database: str, evening: str) -> StoredEvening:
    """Return a stored evening."""
    store = Store(database)
    found = await store.evenings.get(evening)
    assert found is not None
    for table in found.tables:
        # A round and its tables were written together.
        assert table.number == 0 or await store.tables.get(table.table_id) is not None
    store.close()
    return found


async def test_kill_9_while_rounds_are_drawn_draws_nobody_twice(processes: Processes, visit: Visit) -> None:
    addresses = [await processes.start(), await processes.start()]
    guests = [[visit(address) for address in addresses] for _ in range(GUESTS)]
    made = await ask(guests[0][0], "POST", "", rules={"preset": "quick", "players": 2})
    evening = made["id"]
    for number, (one, other) in enumerate(guests):
        assert (await ask(one, "PUT", f"/{evening}/me", name=f"Guest {number}")) is not None
        other.http.cookies = one.http.cookies
    chance = random.Random(1)
    drawn = 0
    for number in range(1, 5):
        for _one, other in guests:
            await ask(other, "PUT", f"/{evening}/me/state", state="ready")
        pressing = [
            asyncio.create_task(ask(browser, "POST", f"/{evening}/rounds", round=drawn, now=True))
            for browser in guests[0] * 3
        ]
        if number % 2 == 0:
            await asyncio.sleep(chance.random() * 0.05)
            processes.kill(len(processes.running) - 2 if number == 2 else 0)
        await asyncio.gather(*pressing)
        if number == 2:
            address = await processes.start()
            for pair in guests:
                again = visit(address)
                again.http.cookies = pair[1].http.cookies
                pair[0] = again
        at = await stored(processes.database, evening)
        # However many pressed, and whichever process died: one round, or none.
        assert at.evening.round in (drawn, drawn + 1)
        for round_number in range(1, at.evening.round + 1):
            places = [place.guest for table in at.tables if table.round == round_number for place in table.seats]
            assert sorted(place or 0 for place in places) == list(range(1, GUESTS + 1))
        drawn = at.evening.round
    assert drawn >= 2

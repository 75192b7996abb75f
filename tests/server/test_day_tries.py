"""The deal of a day is one that computer players have won in a try; what is shown of it."""

from __future__ import annotations

import asyncio
import hashlib
import re
from pathlib import Path
from typing import Any

import pytest

from spite_and_malice.analysis.tries import TRIES, try_deal
from spite_and_malice.play import FairDeal, candidate_secret
from spite_and_malice.server.features.daily import deal
from spite_and_malice.server.features.daily import deal as day_tries
from spite_and_malice.server.features.daily.deal import DEAL_TESTER, OPPONENT, contributions, day_rules, try_once
from spite_and_malice.server.store import Conflict, Store, today
from spite_and_malice.server.workers.pool import Workers

from .conftest import Visit, running
from .services import behind

pytestmark = pytest.mark.nightly("src/spite_and_malice/server/features/daily/")

DAY = "2099-11-20"


class DealTester(Workers):
    """Plays no games: it wins given tries, by candidate and number."""

    def __init__(self, won: set[tuple[int, int]], root: bytes = b"") -> None:
        super().__init__(1)
        self.won = won
        self.asked: list[tuple[str, int]] = []

    async def ask(self, question: dict[str, Any], timeout: float, *_more: Any, **_others: Any) -> dict[str, Any]:
        self.asked.append((question["secret"], question["number"]))
        candidate = len({secret for secret, _number in self.asked}) - 1
        return {"won": (candidate, question["number"]) in self.won, "log": []}


@pytest.fixture(autouse=True)
def shown(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Do not store games of tries, but record which would be stored."""
    kept: list[int] = []

    async def keep(_store: Store, found: Any, _secret: bytes, _log: list[str]) -> str:
        kept.append(found.tries)
        return f"t{found.tries}"

    monkeypatch.setattr(day_tries, "_keep", keep)
    return kept


async def try_all(store: Store, deal_tester: Workers) -> None:
    while await try_once(store, deal_tester, DAY):
        pass


async def test_a_deal_is_taken_with_its_first_win_and_tried_on(store: Store, shown: list[int]) -> None:
    deal_tester = DealTester({(0, 2), (0, 5)})
    for _ in range(2):
        assert await try_once(store, deal_tester, DAY)
    assert await store.days.settled_secret(DAY) is None
    assert await try_once(store, deal_tester, DAY)
    secret = await store.days.settled_secret(DAY)
    await try_all(store, deal_tester)
    found = await store.days.tries(DAY)
    assert found is not None
    assert secret == await store.days.secret(DAY) == candidate_secret(found.root, DAY, 0)
    assert (found.candidate, found.tries, found.won, found.table_id) == (0, TRIES, 2, "t2")
    assert [number for _secret, number in deal_tester.asked] == list(range(TRIES))
    assert shown == [2]


async def test_a_deal_that_nobody_wins_gives_way_to_the_next(store: Store) -> None:
    deal_tester = DealTester({(1, 9)})
    await try_all(store, deal_tester)
    found = await store.days.tries(DAY)
    assert found is not None
    assert (found.candidate, found.tries, found.won) == (1, TRIES, 1)
    assert await store.days.secret(DAY) == candidate_secret(found.root, DAY, 1)
    assert len(deal_tester.asked) == 2 * TRIES


async def test_whoever_plays_before_it_is_tried_settles_it(store: Store) -> None:
    deal_tester = DealTester(set())
    assert await try_once(store, deal_tester, DAY)
    secret = await store.days.secret(DAY)
    await try_all(store, deal_tester)
    found = await store.days.tries(DAY)
    assert found is not None
    assert secret == candidate_secret(found.root, DAY, 0)
    assert (found.candidate, found.tries, found.won) == (0, TRIES, 0)


async def test_processes_do_not_try_the_same(store: Store, address: str) -> None:
    other = Store(address)
    try:
        await store.days.begin_tries(DAY)
        await store.days.claim_tries(DAY, 1 << 50)
        with pytest.raises(Conflict):
            await other.days.claim_tries(DAY, 1 << 50)
        assert not await try_once(other, DealTester(set()), DAY)
        found = await store.days.tries(DAY)
        assert found is not None
        await store.days.note_try(found, True, "t")
        with pytest.raises(Conflict):
            await other.days.note_try(found, True, "u")
        found = await other.days.tries(DAY)
        assert found is not None
        assert (found.tries, found.won, found.table_id) == (1, 1, "t")
    finally:
        other.close()


async def test_players_and_tries_at_once_settle_one_deal(store: Store, address: str) -> None:
    other = Store(address)
    try:
        tasks = [store.days.secret(DAY), other.days.secret(DAY), try_once(store, DealTester({(0, 0)}), DAY)]
        first, second, _tried = await asyncio.gather(*tasks)
        found = await store.days.tries(DAY)
        assert found is not None
        assert first == second == candidate_secret(found.root, DAY, found.candidate)
    finally:
        other.close()


async def test_a_day_that_was_settled_before_there_were_tries_stays_as_it_is(store: Store, address: str) -> None:
    secret = await store.days.secret(DAY)
    with behind(address) as connection:
        connection.exec_driver_sql("DELETE FROM day_tries")
    deal_tester = DealTester(set())
    assert not await try_once(store, deal_tester, DAY)
    assert (deal_tester.asked, await store.days.secret(DAY)) == ([], secret)


def test_a_try_is_the_same_everywhere_and_wins_differ() -> None:
    fair = FairDeal(bytes(32), tuple(contributions(DAY)))
    for number in (0, 1):
        games = [try_deal(day_rules(), fair, DAY, OPPONENT, number) for _ in range(2)]
        assert games[0].is_over
        assert games[0].log == games[1].log
    assert try_deal(day_rules(), fair, DAY, OPPONENT, 2).log != games[0].log


async def test_what_a_try_won_can_be_watched_once_one_has_played(
    tmp_path: Path, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(deal, "PAYOFF", 2)
    async with running(tmp_path / "data.sqlite3") as server:
        day = today().isoformat()
        browser = visit(server.address)
        assert "trying out" in (await browser.http.get("/day")).text
        deal_tester = Workers(1, DEAL_TESTER, "deal-tester")
        try:
            # Some deals win no try, and another one is used.
            for _ in range(12 * TRIES):
                await try_once(server.store, deal_tester, day)
                found = await server.store.days.tries(day)
                if found is not None and found.table_id is not None:
                    break
        finally:
            await deal_tester.close()
        assert found is not None
        assert found.table_id is not None
        game = f"/table/{found.table_id}/games/1"
        answer = (await browser.http.post("/api/day", json={"name": "Ada"})).json()
        page = (await browser.http.get("/day")).text
        assert found.table_id not in page
        assert hashlib.sha256(found.root).hexdigest() in page
        assert found.root.hex() not in page
        # It is the deal that is played, and its game can be checked like any other.
        told = (await browser.http.get(game)).text
        assert answer["commitment"] in told
        check = (await browser.http.get(f"/api/tables/{found.table_id}/games/1/check")).json()
        assert check["faults"] == []
        record = (await browser.http.get(f"/api/tables/{found.table_id}/games/1/record")).text
        assert re.search(r"winner|wins", record)

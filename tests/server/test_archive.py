"""Stored games are replayed for one person after another, in a separate process."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from spite_and_malice.server.archive.archive import Archive
from spite_and_malice.server.http.errors import Busy
from spite_and_malice.server.store import StoredGame
from spite_and_malice.server.workers.pool import TookTooLong, Workers

from .conftest import Browser, RunningServer
from .play import finish, to_my_turn


async def finished(server: RunningServer, browser: Browser) -> StoredGame:
    table_id = await browser.table(preset="standard", rules={"payoff": 1})
    page = await browser.open(table_id)
    await finish(page, await to_my_turn(page, await page.hello()))
    stored = await server.store.tables.game(table_id, 1)
    assert stored is not None
    return stored


async def test_who_has_told_another_name_since_stands_in_the_record_under_that(
    server: RunningServer, browser: Browser
) -> None:
    stored = await finished(server, browser)
    assert stored.table.seats[0].person is not None
    named, stranger = replace(stored.table.seats[0], name="Adele"), replace(stored.table.seats[0], person="another")
    for seat, name in ((named, "Adele"), (stranger, stored.game.seats[0].name)):
        table = replace(stored.table, seats=(seat, *stored.table.seats[1:]))
        assert replace(stored, table=table).seats[0].name == name


async def test_no_more_wait_than_can_be_served(server: RunningServer, browser: Browser) -> None:
    stored = await finished(server, browser)
    archive = Archive(server.store)
    try:
        asked = [asyncio.ensure_future(archive.check(stored, f"person {number // 4}")) for number in range(24)]
        await asyncio.sleep(0)
        for person in ("person 0", "somebody else"):
            with pytest.raises(Busy):
                await archive.check(stored, person)
        for answer in await asyncio.gather(*asked):
            assert (answer.actions, answer.faults) == (len(stored.moves), [])
        assert (await archive.check(stored, "somebody else")).faults == []
    finally:
        await archive.close()


async def test_who_has_to_wait_too_long_is_told_to_come_back(
    server: RunningServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = await finished(server, browser)

    async def busy(*_: Any, **__: Any) -> Any:
        raise Busy

    monkeypatch.setattr(Archive, "_ask", busy)
    answer = await browser.http.get(f"/api/tables/{stored.table.id}/games/1/check")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "busy")
    assert answer.headers["retry-after"] == "5"


async def test_what_takes_too_long_can_be_asked_for_again_and_is_not_taken_for_broken(
    server: RunningServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = await finished(server, browser)

    async def late(*_: Any, **__: Any) -> Any:
        raise TookTooLong("no answer within 60 seconds")

    monkeypatch.setattr(Workers, "ask", late)
    answer = await browser.http.get(f"/api/tables/{stored.table.id}/games/1/check")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "no_answer")
    assert answer.headers["retry-after"] == "5"
    archive = Archive(server.store)
    with pytest.raises(TookTooLong):
        await archive.count(stored)
    await archive.close()


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
async def test_a_replay_comes_packed_where_that_is_understood(
    server: RunningServer, browser: Browser, encoding: str
) -> None:
    stored = await finished(server, browser)
    address = f"/api/tables/{stored.table.id}/games/1/replay"
    answer = await browser.http.get(address, headers={"accept-encoding": encoding})
    assert answer.headers.get("content-encoding", "identity") == encoding
    assert len(answer.json()["steps"]) == len(stored.moves)

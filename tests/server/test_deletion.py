"""Tables that their people delete: what is deleted, what stays with others, and what cannot be deleted."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import pytest_asyncio

from spite_and_malice.server.cluster import PolledNews
from spite_and_malice.server.features import daily
from spite_and_malice.server.store import Store

from .conftest import Browser, RunningServer, Visit, running
from .people import GREEDY, OPEN, PERSON, begin, gather
from .play import discard, finish, to_my_turn
from .services import DATABASES, database, needs_postgresql, schema
from .test_patience import set_up, sit

QUICK: dict[str, Any] = {"preset": "standard", "rules": {"payoff": 1}, "target": 1}
NO_TABLE = 4004


@pytest_asyncio.fixture(params=DATABASES, scope="module", loop_scope="module")
async def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[RunningServer]:
    with database(request.param, tmp_path_factory.mktemp("deletion")) as address:
        async with running(address) as server:
            yield server


async def delete(browser: Browser, table_id: str) -> httpx.Response:
    return await browser.http.request("DELETE", f"/api/tables/{table_id}", json={})


def refusal(answer: httpx.Response) -> tuple[int, str]:
    assert answer.json()["error"]["message"]
    return answer.status_code, answer.json()["error"]["code"]


async def listed(browser: Browser) -> dict[str, str | None]:
    """Return the scope of deletion of each table on a browser's list."""
    return {table["id"]: table["deletable"] for table in (await browser.http.get("/api/tables")).json()}


def names(message: dict[str, Any]) -> list[str]:
    """Return the people at a table, if the message contains them."""
    people = message if message["type"] == "people" else message.get("people") or {}
    return [seat["name"] for seat in people.get("seats", [])]


async def counted(browser: Browser) -> int:
    """Return how many games are in somebody's statistics."""
    return int((await browser.http.get("/api/statistics")).json()["all"]["games"])


async def test_a_finished_game_goes_with_all_that_is_counted_of_it(
    server: RunningServer, browser: Browser, visit: Visit
) -> None:
    table_id = await browser.table(**QUICK)
    page = await browser.open(table_id)
    await finish(page, await page.hello())
    assert await listed(browser) == {table_id: "table"}
    assert await counted(browser) == 1

    stranger = visit(server.address)
    await stranger.http.get("/games")
    assert refusal(await delete(stranger, table_id)) == (403, "not_yours")
    as_form = await browser.http.request("DELETE", f"/api/tables/{table_id}", data={"sure": "yes"})
    assert as_form.status_code == 415
    elsewhere = await browser.http.request(
        "DELETE", f"/api/tables/{table_id}", json={}, headers={"origin": "http://elsewhere.example"}
    )
    assert elsewhere.status_code == 403
    assert await listed(browser) == {table_id: "table"}

    answer = await delete(browser, table_id)
    assert (answer.status_code, answer.json()) == (200, {"id": table_id, "deleted": "table"})
    told = await page.get_until(lambda message: message["type"] == "refused")
    assert told["code"] == "unknown_table"
    await page.connection.wait_closed()
    assert page.connection.close_code == NO_TABLE
    assert await listed(browser) == {}
    assert await counted(browser) == 0
    assert (await browser.http.get(f"/api/tables/{table_id}/games/1/record")).status_code == 404
    assert refusal(await delete(browser, table_id)) == (404, "unknown_table")


async def test_a_running_game_goes_once_it_was_given_up(browser: Browser) -> None:
    table_id = await browser.table([PERSON, GREEDY], preset="standard")
    page = await browser.open(table_id)
    state = await to_my_turn(page, await page.hello())
    await page.move(state, discard(state["view"]["legal"]))
    assert await listed(browser) == {table_id: None}
    assert refusal(await delete(browser, table_id)) == (409, "game_running")
    await browser.http.post(f"/api/tables/{table_id}/give-up", json={})
    page_of_games = (await browser.http.get("/games")).text
    assert f'data-delete="{table_id}"' in page_of_games
    assert f'data-give-up="{table_id}"' not in page_of_games
    assert (await delete(browser, table_id)).json()["deleted"] == "table"
    assert table_id not in (await browser.http.get("/games")).text


async def test_it_is_deleted_though_a_move_comes_in_between(server: RunningServer, browser: Browser) -> None:
    table_id = await browser.table([PERSON, GREEDY], preset="standard")
    async with server.app.state.rooms.open(table_id) as room:
        begun, goes_on = asyncio.Event(), asyncio.Event()

        async def move() -> None:
            begun.set()
            await goes_on.wait()
            # As after a move that could no longer be stored.
            await room.reload()

        moving = asyncio.create_task(room.do(move))
        await begun.wait()
        await browser.http.post(f"/api/tables/{table_id}/give-up", json={})
        deleting = asyncio.create_task(delete(browser, table_id))
        while await server.store.tables.kind_of(table_id) is not None:
            await asyncio.sleep(0.01)
        goes_on.set()
        await moving
        assert (await deleting).json() == {"id": table_id, "deleted": "table"}


async def test_a_game_of_patience_goes_like_every_other(browser: Browser) -> None:
    table_id = await set_up(browser)
    await (await sit(browser, table_id)).play("draw")
    assert refusal(await delete(browser, table_id)) == (409, "game_running")
    await browser.http.post(f"/api/tables/{table_id}/give-up")
    assert (await browser.http.get("/api/patience/records")).json()["given_up"] == 1
    assert (await delete(browser, table_id)).json()["deleted"] == "table"
    assert (await browser.http.get("/api/patience/records")).json()["given_up"] == 0


async def test_who_waits_alone_can_delete_the_table(browser: Browser) -> None:
    table_id = await browser.table([PERSON, OPEN], preset="standard")
    assert await listed(browser) == {table_id: "table"}
    assert (await delete(browser, table_id)).json()["deleted"] == "table"


async def test_a_table_with_others_stays_until_the_match_is_over(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit, **QUICK | {"target": 100})
    ada, ben = company.browsers
    assert refusal(await delete(ada, company.table_id)) == (409, "not_over")
    assert refusal(await delete(ben, company.table_id)) == (403, "not_yours")
    await company.start()
    for browser in company.browsers:
        assert refusal(await delete(browser, company.table_id)) == (409, "not_over")
    # The match goes on after its first game.
    await company.finish()
    for browser in company.browsers:
        assert await listed(browser) == {company.table_id: None}
        assert refusal(await delete(browser, company.table_id)) == (409, "not_over")


async def test_a_finished_game_with_others_stays_theirs_without_the_name(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit, **QUICK)
    await company.finish()
    ada, ben = company.browsers
    assert await listed(ada) == {company.table_id: "name"}
    assert (await delete(ada, company.table_id)).json() == {"id": company.table_id, "deleted": "name"}
    assert await listed(ada) == {}
    await company.pages[1].get_until(lambda message: names(message) == ["Somebody", "Ben"])
    assert list(await listed(ben)) == [company.table_id]
    record = await ben.http.get(f"/api/tables/{company.table_id}/games/1/record")
    assert "Ada" not in record.text
    assert (await ben.http.get(f"/api/tables/{company.table_id}/games/1/check")).json()["faults"] == []
    assert await counted(ben) == 1
    assert await counted(ada) == 0
    assert refusal(await delete(ada, company.table_id)) == (403, "not_yours")
    # The table is Ben's by now, but the game was not Ben's alone.
    assert (await delete(ben, company.table_id)).status_code == 200


async def test_the_deals_of_today_cannot_be_had_twice(
    server: RunningServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_today = (await browser.http.post("/api/day", json={})).json()["id"]
    today = datetime.datetime.now(datetime.UTC).date()
    # Any deal: finding a winnable one takes time.
    await server.store.patience.choose_day(today.isoformat(), "klondike-1", 13)
    made = await browser.http.post("/api/patience", json={"preset": "klondike-1", "day": today.isoformat()})
    assert made.status_code == 201, made.text
    for table_id in (of_today, made.json()["id"]):
        await browser.http.post(f"/api/tables/{table_id}/give-up", json={})
        assert refusal(await delete(browser, table_id)) == (409, "of_today")
    monkeypatch.setattr(daily, "today", lambda: today - datetime.timedelta(days=1))
    of_yesterday = (await browser.http.post("/api/day", json={})).json()["id"]
    await browser.http.post(f"/api/tables/{of_yesterday}/give-up", json={})
    assert (await delete(browser, of_yesterday)).json() == {"id": of_yesterday, "deleted": "table"}


async def test_odd_tables_are_not_there(browser: Browser) -> None:
    for odd in ("nothing", "a%00b", "%F0%9F%82%A1"):
        assert refusal(await delete(browser, odd)) == (404, "unknown_table")


@needs_postgresql
async def test_pages_at_another_process_hear_of_it(visit: Visit) -> None:
    with schema() as address, contextlib.closing(Store(address)) as store:
        async with running(address) as here, running(address, news=PolledNews(store.tables.changes)) as there:
            ada = visit(here.address)
            table_id = await ada.table(**QUICK)
            page = await ada.open(table_id)
            state = await page.hello()
            watching = await visit(there.address).open(table_id)
            await watching.greet()
            await finish(page, state)
            await watching.get_until(lambda message: bool((message.get("view") or {}).get("result")))
            assert (await delete(ada, table_id)).status_code == 200
            told = await watching.get_until(lambda message: message["type"] == "refused")
            assert told["code"] == "unknown_table"

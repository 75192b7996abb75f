"""The server's health report, and its figures for those who may see them."""

from __future__ import annotations

import asyncio
import re
import threading
from typing import Any

import httpx
import pytest

from spite_and_malice import __version__
from spite_and_malice.server.housekeeping import count

from .conftest import SECONDS, Browser, RunningServer, Serve, Visit
from .play import discard, to_my_turn
from .test_failures import alter

TOKEN = "a-token-of-the-tests"
SEATS = [{"kind": "person", "name": "Ada"}, {"kind": "computer", "player": "greedy"}]


async def test_a_server_that_can_serve_says_so_under_any_name(browser: Browser) -> None:
    ready = await browser.http.get("/health", headers={"host": "balancer.example"})
    said = {"status": "ok", "database": "ok", "writes": "ok", "news": "none", "workers": "ok", "version": __version__}
    assert (ready.status_code, ready.json()) == (200, said)
    assert (await browser.http.get("/health/live", headers={"host": "balancer.example"})).status_code == 200
    assert ready.headers["cache-control"] == "no-store"
    assert "set-cookie" not in ready.headers
    assert (await browser.http.get("/", headers={"host": "balancer.example"})).status_code == 403


async def test_a_server_without_its_database_is_alive_but_not_ready(server: RunningServer, browser: Browser) -> None:
    alter(server, "ALTER TABLE tables RENAME TO gone")
    try:
        ready = await browser.http.get("/health")
        assert (ready.status_code, ready.json()["database"]) == (503, "failing")
        assert (await browser.http.get("/health/live")).status_code == 200
    finally:
        alter(server, "ALTER TABLE gone RENAME TO tables")
    assert (await browser.http.get("/health")).status_code == 200


async def test_a_server_that_cannot_write_is_not_ready_until_it_can(serve: Serve, visit: Visit) -> None:
    async with serve(metrics_token=TOKEN) as server:
        browser = visit(server.address)
        before = await figures(browser.http)
        server.store._writer._is_there = lambda: False
        made = await browser.http.post("/api/tables", json={"preset": "standard", "seats": SEATS})
        assert made.status_code == 503
        assert made.headers["retry-after"] == "5"
        ready = await browser.http.get("/health")
        assert (ready.status_code, ready.json()["database"], ready.json()["writes"]) == (503, "ok", "failing")
        failing = await figures(browser.http)
        failed = 'spite_writes_total{outcome="failed"}'
        assert failing[failed] - before[failed] >= 2, "the table, and the try of /health"
        assert failing["spite_commit_seconds_count"] == before["spite_commit_seconds_count"]
        answers = 'spite_answers_total{class="5xx"}'
        assert failing[answers] - before[answers] == 2
        server.store._writer._is_there = lambda: True
        ready = await browser.http.get("/health")
        assert (ready.status_code, ready.json()["writes"]) == (200, "ok")
        assert (await figures(browser.http))[failed] == failing[failed]


async def test_the_server_is_alive_whatever_the_threads_wait_for(
    server: RunningServer, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends, hanging = threading.Event(), list[Any]()
    read_now = server.store._read_now

    def hang(query: Any) -> Any:
        hanging.append(query)
        ends.wait(SECONDS)
        return read_now(query)

    browsers = [visit(server.address) for _ in range(40)]
    asker = visit(server.address)
    await asker.http.get("/health/live")
    monkeypatch.setattr(server.store, "_read_now", hang)
    asking = [asyncio.ensure_future(browser.http.get("/games")) for browser in browsers]
    try:
        async with asyncio.timeout(SECONDS):
            while len(server.connections) <= len(browsers) or not hanging:
                await asyncio.sleep(0)
        async with asyncio.timeout(3):
            assert (await asker.http.get("/health/live")).status_code == 200
            assert (await asker.http.get("/learn")).status_code == 200
        assert not any(each.done() for each in asking)
    finally:
        ends.set()
    assert {(await each).status_code for each in asking} == {200}


async def test_the_figures_are_for_nobody_by_default(browser: Browser) -> None:
    for headers in ({}, {"authorization": "Bearer"}, {"authorization": f"Bearer {TOKEN}"}):
        assert (await browser.http.get("/metrics", headers=headers)).status_code == 404


async def test_who_has_the_token_gets_the_figures(serve: Serve, visit: Visit) -> None:
    async with serve(metrics_token=TOKEN) as server:
        browser = visit(server.address)
        assert (await browser.http.get("/metrics")).status_code == 401
        assert (await browser.http.get("/metrics", headers={"authorization": "Bearer guess"})).status_code == 401
    async with serve(metrics_token=f"old {TOKEN}") as server:
        browser = visit(server.address)
        answers = [
            (await browser.http.get("/metrics", headers={"authorization": f"Bearer {token}"})).status_code
            for token in ("old", TOKEN, f"old {TOKEN}", "other")
        ]
        assert answers == [200, 200, 401, 401]
        before = await figures(browser.http)
        table_id = await browser.table(preset="standard")
        page = await browser.open(table_id)
        state = await to_my_turn(page, await page.hello())
        await to_my_turn(page, await page.move(state, discard(state["view"]["legal"])))
        after = await figures(browser.http)
        grown = {name: after[name] - before.get(name, 0.0) for name in after}
        assert grown['spite_moves_total{by="person"}'] == 1
        assert grown['spite_moves_total{by="program"}'] >= 1
        assert grown["spite_move_seconds_count"] == 1
        assert grown['spite_thinking_seconds_count{player="greedy"}'] >= 1
        assert grown["spite_commit_seconds_count"] >= 3
        assert after[f'spite_version{{version="{__version__}"}}'] == 1
        assert (after["spite_tables"], grown["spite_pages"], grown["spite_people"]) == (1, 1, 1)
        assert after['spite_workers{of="thinking"}'] >= 1
        assert after['spite_waiting{of="thinking"}'] == 0
        another = await browser.open(table_id)
        await another.hello()
        await count(server.store)
        last = await figures(browser.http)
        assert last["spite_people"] == after["spite_people"], "with two pages one is one person"
        assert (last["spite_stored_tables"], last['spite_stored_games{state="running"}']) == (1, 1)
        assert last['spite_stored_games{state="over"}'] == 0
        assert last["spite_database_bytes"] > 100_000
        assert last['spite_disk_free_bytes{of="games"}'] > 0
        assert last["spite_news_away"] == 0
        (await browser.http.get(f"/table/{table_id}")).raise_for_status()
        found = await figures(browser.http)
        pages = [
            name for name in found if name.startswith("spite_page_seconds_count{") and found[name] > last.get(name, 0.0)
        ]
        assert len([name for name in pages if 'route="/table/{' in name]) == 1


async def figures(http: httpx.AsyncClient) -> dict[str, float]:
    """Return every figure by its name and labels."""
    response = await http.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"}, timeout=SECONDS)
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/plain")
    return {name: float(value) for name, value in re.findall(r"^(\w+(?:{.*})?) (\S+)$", response.text, re.MULTILINE)}

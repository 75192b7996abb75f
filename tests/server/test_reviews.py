"""Reviews of finished games over HTTP."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest_asyncio

from spite_and_malice.play import parse

from .conftest import Browser, RunningServer, Visit
from .play import finish, to_my_turn


@pytest_asyncio.fixture(loop_scope="module")
async def game(browser: Browser) -> str:
    """Play a short game and return the address of its review."""
    table_id = await browser.table(preset="standard", rules={"payoff": 3})
    page = await browser.open(table_id)
    await finish(page, await to_my_turn(page, await page.hello()))
    return f"/api/tables/{table_id}/games/1/review"


async def test_a_finished_game_is_reviewed_for_ones_own_seat(browser: Browser, game: str) -> None:
    response = await browser.http.get(game)
    assert response.status_code == 200, response.text
    review = response.json()
    assert review["seat"] == 0
    assert review["choices"] > 0
    assert len(review["missed"]) <= review["choices"]
    for missed in review["missed"]:
        assert missed["cost"] > 0
        assert missed["played"] != missed["best"]
        assert missed["words"].endswith(".")
    assert [missed["number"] for missed in review["missed"]] == sorted(missed["number"] for missed in review["missed"])
    assert (await browser.http.get(game)).json() == review
    record = parse((await browser.http.get(game.replace("review", "record"))).content)
    for missed in review["missed"]:
        action = record.actions[missed["ply"]]
        assert (action.seat, action.text) == (0, missed["played"][0])


async def test_another_seat_can_be_reviewed_and_by_everybody(
    browser: Browser, server: RunningServer, visit: Visit, game: str
) -> None:
    other, watcher = await asyncio.gather(
        browser.http.get(game, params={"seat": 1}), visit(server.address).http.get(game)
    )
    assert other.json()["seat"] == 1
    assert watcher.json()["seat"] == 0


async def test_what_cannot_be_reviewed(browser: Browser, game: str) -> None:
    async def code(url: str, **params: Any) -> tuple[int, str]:
        response = await browser.http.get(url, params=params)
        return response.status_code, response.json()["error"]["code"]

    assert await code(game, seat=2) == (404, "not_found")
    assert await code(game, seat=-1) == (404, "not_found")
    assert await code(game.replace("/1/", "/2/")) == (404, "not_found")
    table_id = await browser.table(preset="standard")
    page = await browser.open(table_id)
    await page.hello()
    assert await code(f"/api/tables/{table_id}/games/1/review") == (409, "game_running")

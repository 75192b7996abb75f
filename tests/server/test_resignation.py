"""Resigning at a table, and giving a table up from the list of games (docs/protocol.md)."""

from __future__ import annotations

from typing import Any

from .conftest import Browser, Page, RunningServer, Serve, Visit
from .people import begin, dealt
from .play import discard, to_my_turn


async def resign(page: Page, state: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Resign like a page that has seen the state."""
    return await page.ask("resign", **({"game": state["game"], "ply": state["ply"]} | changes))


async def begun(browser: Browser, **table: Any) -> tuple[str, Page, dict[str, Any]]:
    """Make a move at a table against a computer player; return its id, the page and the state."""
    table_id = await browser.table(preset="standard", **{"target": 1} | table)
    page = await browser.open(table_id)
    state = await to_my_turn(page, await page.hello())
    return table_id, page, await page.move(state, discard(state["view"]["legal"]))


async def ended(page: Page) -> dict[str, Any]:
    """Wait for the snapshot of the game that is over."""
    return await page.get_until(lambda message: message["type"] == "snapshot" and bool(message["view"]["result"]))


async def own_table(browser: Browser, table_id: str) -> dict[str, Any]:
    """Return a table from the list of somebody's games."""
    tables = (await browser.http.get("/api/tables")).json()
    return next(table for table in tables if table["id"] == table_id)


async def test_who_resigns_has_lost_a_game_that_is_kept(browser: Browser) -> None:
    table_id, page, state = await begun(browser)
    state = await to_my_turn(page, state)
    answer = await resign(page, state, ply=state["ply"] + 1)
    assert (answer["type"], answer["code"]) == ("refused", "stale")
    await page.send(type="resign", id="r", game=state["game"], ply=state["ply"])
    over = await ended(page)
    assert over["view"]["result"]["reason"] == "resignation"
    assert over["view"]["result"]["winners"] == [1]
    assert over["view"]["turn"] == over["view"]["seat"] == 0
    assert over["standing"] is not None
    assert over["table"]["match"]["over"] is True
    listed = await own_table(browser, table_id)
    assert (listed["state"], listed["winners"]) == ("match_over", [1])
    game = f"{browser.http.base_url}/api/tables/{table_id}/games/1"
    record = (await browser.http.get(f"{game}/record")).text
    assert " 0 resign " in record
    assert "reason: resignation" in record
    steps = (await browser.http.get(f"{game}/replay")).json()["steps"]
    assert (steps[-1]["action"], steps[-1]["move"], steps[-1]["stands"]) == ("resign", None, len(over["log"]))
    assert "You gave up." in (await browser.http.get(f"/table/{table_id}/games/1")).text
    again = await resign(page, {"game": 1, "ply": over["ply"]})
    assert (again["type"], again["code"]) == ("refused", "game_over")


async def test_a_resignation_outlives_a_restart(serve: Serve, visit: Visit) -> None:
    async with serve() as server:
        browser = visit(server.address)
        table_id, page, state = await begun(browser)
        await page.send(type="resign", id="r", game=1, ply=(await to_my_turn(page, state))["ply"])
        over = await ended(page)
        token = browser.token
    async with serve() as server:
        browser = visit(server.address)
        browser.token = token
        again = await (await browser.open(table_id)).hello()
        assert (again["ply"], again["view"]["result"]) == (over["ply"], over["view"]["result"])


async def test_a_game_that_was_begun_is_lost_when_its_table_is_given_up(browser: Browser) -> None:
    table_id, page, _state = await begun(browser)
    assert (await browser.http.post(f"/api/tables/{table_id}/give-up", json={})).status_code == 200
    assert (await ended(page))["view"]["result"]["reason"] == "resignation"
    assert (await own_table(browser, table_id))["winners"] == [1]
    page_of_games = (await browser.http.get("/games")).text
    assert f'href="/table/{table_id}/games/1"' in page_of_games
    assert f'data-give-up="{table_id}" title=' in page_of_games
    counted = (await browser.http.get("/api/statistics")).json()["all"]
    assert (counted["games"], counted["won"], counted["given_up"]) == (1, 0, 0)


async def test_a_table_at_which_nothing_was_played_is_only_taken_off_the_list(browser: Browser) -> None:
    table_id = await browser.table(preset="standard")
    await (await browser.open(table_id)).hello()
    assert (await browser.http.post(f"/api/tables/{table_id}/give-up", json={})).status_code == 200
    assert all(table["id"] != table_id for table in (await browser.http.get("/api/tables")).json())


async def test_a_match_goes_off_the_list_when_its_game_is_given_up(browser: Browser) -> None:
    table_id, page, _state = await begun(browser, target=50)
    assert (await browser.http.post(f"/api/tables/{table_id}/give-up", json={})).status_code == 200
    assert (await ended(page))["table"]["match"]["over"] is False
    assert all(table["id"] != table_id for table in (await browser.http.get("/api/tables")).json())


async def test_against_one_other_person_a_resignation_is_their_win(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit)
    for page in company.pages:
        state = await dealt(page)
        assert state["people"]["may_resign"] is True
    # The player to move makes no difference.
    seat = 1 - state["view"]["turn"]
    assert (await resign(company.pages[seat], state))["type"] == "accepted"
    for page in company.pages:
        assert page.snapshot is not None
    over = await ended(company.pages[1 - seat])
    assert over["view"]["result"]["winners"] == [1 - seat]
    assert over["view"]["turn"] == seat


async def test_nobody_can_resign_where_others_would_lose_or_win_by_it(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit, 3)
    state = await dealt(company.pages[1])
    assert state["people"]["may_resign"] is False
    answer = await resign(company.pages[1], state)
    assert (answer["type"], answer["code"]) == ("refused", "not_alone")
    watcher = await visit(server.address).open(company.table_id)
    seen = await watcher.greet()
    assert (await resign(watcher, seen))["code"] == "not_seated"
    assert seen["people"]["may_resign"] is False

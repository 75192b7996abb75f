"""Practice: a finished game continues from one of its positions against computer players, and does not count."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest_asyncio

from spite_and_malice.play import FairDeal, Game, parse, verify

from .conftest import Browser, RunningServer, Serve, Visit
from .play import finish, to_my_turn


@pytest_asyncio.fixture(loop_scope="module")
async def game(browser: Browser) -> str:
    """Play a short game and return its address."""
    table_id = await browser.table(preset="standard", rules={"payoff": 6})
    page = await browser.open(table_id)
    await finish(page, await to_my_turn(page, await page.hello()))
    return f"/api/tables/{table_id}/games/1"


async def begin(browser: Browser, game: str, **body: Any) -> str:
    """Begin a practice game and return the id of its table."""
    response = await browser.http.post(f"{game}/practice", json=body)
    assert response.status_code == 201, response.text
    table_id: str = response.json()["id"]
    return table_id


async def own_ply(browser: Browser, game: str) -> tuple[int, Any]:
    """Return a place in a game where its person is to move, and the record."""
    record = parse((await browser.http.get(f"{game}/record")).content)
    plies = [ply for ply, action in enumerate(record.actions) if action.seat == 0]
    return plies[len(plies) // 2], record


async def test_a_game_goes_on_from_a_place_in_it(browser: Browser, game: str) -> None:
    ply, record = await own_ply(browser, game)
    assert record.secret is not None
    table_id = await begin(browser, game, ply=ply, name="Ada")
    page = await browser.open(table_id)
    state = await page.hello()
    known = Game.deal(record.rules, record.dealer, FairDeal(record.secret, record.contributions))
    for action in record.actions[:ply]:
        known.act(action.seat, action.text)
    view = known.view(0).to_json()
    assert {**state["view"], "rules": 0} == {**view, "rules": 0}
    assert (state["ply"], state["log"]) == (len(known.log), known.log)
    assert state["table"]["seats"][0]["name"] == "Ada"
    assert state["table"]["seats"][1]["player"] == "greedy"
    assert state["table"]["name"] == "Practice"
    # The same move leads to the same cards as before.
    move = record.actions[ply].text
    known.act(0, move)
    after = await page.move(state, move)
    assert after["view"] == {name: value for name, value in known.view(0).to_json().items() if name != "rules"}


async def test_it_is_not_taken_back_past_its_beginning(serve: Serve, visit: Visit) -> None:
    async with serve() as server:
        someone = visit(server.address)
        own: list[int] = []
        while not own:
            played = await someone.table(preset="standard", rules={"payoff": 6})
            page = await someone.open(played)
            await finish(page, await to_my_turn(page, await page.hello()))
            game = f"/api/tables/{played}/games/1"
            record = parse((await someone.http.get(f"{game}/record")).content)
            own = [ply for ply, (one, two) in enumerate(pairwise(record.actions)) if one.seat == two.seat == 0]
        table_id = await begin(someone, game, ply=own[-1] + 1)
    cookies = dict(someone.http.cookies.items())
    for _restart in range(2):
        async with serve() as server:
            someone = visit(server.address)
            someone.http.cookies.update(cookies)
            page = await someone.open(table_id)
            state = await page.hello()
            assert state["undo"] is False
            for kind in ("undo", "undo_turn"):
                assert (await page.ask(kind, game=1, ply=state["ply"]))["code"] == "nothing_to_undo"


async def test_its_record_says_where_it_began_and_can_be_checked(browser: Browser, game: str) -> None:
    ply, _record = await own_ply(browser, game)
    table_id = await begin(browser, game, ply=ply)
    page = await browser.open(table_id)
    await finish(page, await to_my_turn(page, await page.hello()))
    text = (await browser.http.get(f"/api/tables/{table_id}/games/1/record")).text
    assert verify(text) == ()
    of = game.split("/")[3]
    notes = [action.note for action in parse(text.encode()).actions]
    begun = [note for note in notes if note == f"as in game 1 of {of}"]
    assert 0 < len(begun) <= ply
    assert notes[: len(begun)] == begun


async def test_it_is_one_game_and_counts_for_nothing(browser: Browser, game: str) -> None:
    before = (await browser.http.get("/api/statistics")).json()
    table_id = await begin(browser, game, ply=0)
    page = await browser.open(table_id)
    state = await finish(page, await to_my_turn(page, await page.hello()))
    assert (await page.ask("next", game=state["game"]))["code"] == "practice"
    listed = (await browser.http.get("/api/tables")).json()
    assert {table["id"]: table["practice"] for table in listed}[table_id] is True
    assert (await browser.http.get("/api/statistics")).json() == before


async def test_others_may_practise_and_people_are_played_by_a_program(
    server: RunningServer, visit: Visit, browser: Browser, game: str
) -> None:
    other = visit(server.address)
    table_id = await begin(other, game, ply=0, seat=1, name="Ben")
    page = await other.open(table_id)
    state = await page.hello()
    assert state["table"]["you"] == 1
    assert [seat["kind"] for seat in state["table"]["seats"]] == ["computer", "person"]
    assert state["table"]["seats"][0]["player"] == "club"


async def test_what_cannot_be_practised(browser: Browser, game: str) -> None:
    async def code(url: str, **body: Any) -> tuple[int, str]:
        response = await browser.http.post(url, json=body)
        return response.status_code, response.json()["error"]["code"]

    _ply, record = await own_ply(browser, game)
    assert await code(f"{game}/practice", ply=len(record.actions)) == (422, "no_practice")
    assert await code(f"{game}/practice", ply=len(record.actions) + 1) == (422, "no_practice")
    assert await code(f"{game}/practice", ply=-1) == (422, "no_practice")
    assert await code(f"{game}/practice", ply=0, seat=2) == (404, "not_found")
    table_id = await browser.table(preset="standard")
    await (await browser.open(table_id)).hello()
    assert await code(f"/api/tables/{table_id}/games/1/practice", ply=0) == (409, "game_running")


async def test_it_is_there_after_a_restart(serve: Serve, visit: Visit) -> None:
    async with serve() as server:
        browser = visit(server.address)
        table_id = await browser.table(preset="standard", rules={"payoff": 3})
        page = await browser.open(table_id)
        await finish(page, await to_my_turn(page, await page.hello()))
        ply, _record = await own_ply(browser, f"/api/tables/{table_id}/games/1")
        practice = await begin(browser, f"/api/tables/{table_id}/games/1", ply=ply)
    async with serve() as server:
        again = visit(server.address)
        again.http.cookies.update(dict(browser.http.cookies.items()))
        page = await again.open(practice)
        state = await page.hello()
        assert state["table"]["you"] == 0
        assert len(state["log"]) == ply
        await finish(page, await to_my_turn(page, state))


async def test_the_page_of_its_table_names_the_place(browser: Browser, game: str) -> None:
    real = await browser.table(preset="standard")
    table_id = await begin(browser, game, ply=1)
    page = (await browser.http.get(f"/table/{table_id}")).text
    assert f'data-practice="{game.split("/")[3]}/1/1"' in page
    home = (await browser.http.get("/")).text
    # Games that count come first.
    assert home.index(f'href="/table/{real}"') < home.index(f'href="/table/{table_id}"')

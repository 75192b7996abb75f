"""Hints, reachable cards and turns taken back, at a real table (docs/protocol.md)."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import pytest

from spite_and_malice.server.workers.pool import HelpRequest

from .conftest import Browser, Page, RunningServer, Visit
from .play import choose, discard, finish, is_event, to_my_turn

QUESTIONS = 30
KINDS = ("hint", "reach")
TWO = [{"kind": "person", "name": "Ada"}, {"kind": "open"}]


async def sit_alone(browser: Browser, **table: Any) -> tuple[Page, dict[str, Any]]:
    """Open a table against a computer player, at the person's turn."""
    page = await browser.open(await browser.table(preset="standard", **table))
    return page, await to_my_turn(page, await page.hello())


async def ask(page: Page, kind: str, state: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Ask for help like a page that has seen the state."""
    return await page.ask(kind, **({"game": state["game"], "ply": state["ply"]} | changes))


async def test_a_hint_is_a_legal_move_with_its_reason(browser: Browser) -> None:
    page, state = await sit_alone(browser)
    answer = await ask(page, "hint", state)
    assert (answer["type"], answer["ply"]) == ("hint", state["ply"])
    assert answer["move"] in state["view"]["legal"]
    # Empty if only the search supports it.
    assert answer["reason"] == "" or answer["reason"].endswith(".")
    event = await page.move(state, answer["move"])
    assert event["move"] == answer["move"]


async def test_what_can_be_reached_is_said_and_can_be_played(browser: Browser) -> None:
    page, state = await sit_alone(browser)
    answer = await ask(page, "reach", state)
    assert (answer["type"], answer["ply"]) == ("reach", state["ply"])
    assert answer["words"].endswith(".")
    for move in answer["line"] or []:
        state = await page.move(state, move)
        assert state["type"] == "event"


async def test_help_is_in_the_readers_language(browser: Browser) -> None:
    browser.http.cookies.set("spite_language", "de")
    page, state = await sit_alone(browser)
    answer = await ask(page, "reach", state, ply=state["ply"] + 1)
    assert "Tisch" in answer["message"], answer


async def test_a_question_about_what_is_past_is_refused(browser: Browser) -> None:
    page, state = await sit_alone(browser)
    for kind in ("hint", "reach", "undo_turn"):
        for changes in ({"ply": state["ply"] + 1}, {"game": 7}):
            answer = await ask(page, kind, state, **changes)
            assert (answer["type"], answer["code"]) == ("refused", "stale")
            assert answer["view"] is not None


async def test_who_watches_gets_no_help(browser: Browser, server: RunningServer, visit: Visit) -> None:
    table_id = await browser.table(preset="standard")
    page = await browser.open(table_id)
    state = await to_my_turn(page, await page.hello())
    watcher = await visit(server.address).open(table_id)
    await watcher.greet()
    for kind in ("hint", "reach", "undo_turn"):
        answer = await ask(watcher, kind, state)
        assert (answer["type"], answer["code"]) == ("refused", "not_seated")


async def test_among_people_there_is_help_only_where_the_table_allows_it(
    browser: Browser, server: RunningServer, visit: Visit
) -> None:
    for allowed in (False, True):
        table_id = await browser.table(TWO, preset="standard", settings={"help": allowed, "undo_turns": True})
        page = await browser.open(table_id)
        await page.greet()
        guest = visit(server.address)
        await guest.http.get("/")
        other = await guest.open(table_id)
        await other.greet()
        assert (await other.ask("sit", seat=1, name="Ben"))["type"] == "accepted"
        await page.ask("start")
        state = await page.hello()
        mover = page if state["view"]["turn"] == 0 else other
        answer = await ask(mover, "hint", state)
        assert answer["type"] == ("hint" if allowed else "refused"), answer
        answer = await ask(mover, "undo_turn", state)
        assert (answer["type"], answer["code"]) == ("refused", "no_help")


async def test_questions_in_quick_succession_are_refused_and_the_table_goes_on(browser: Browser) -> None:
    page, state = await sit_alone(browser)
    for number in range(QUESTIONS):
        await page.send(type=KINDS[number % 2], id=f"h{number}", game=state["game"], ply=state["ply"])
    answers = [await page.get_until(lambda message: message["type"] in (*KINDS, "refused")) for _ in range(QUESTIONS)]
    codes = [answer.get("code", "answered") for answer in answers]
    assert set(codes) == {"slow_down", "answered"}
    event = await ask(page, "move", state, move=discard(state["view"]["legal"]))
    assert (event["type"], event["seat"]) == ("event", 0)


@pytest.mark.parametrize("kind", KINDS)
async def test_the_same_question_asked_again_is_answered_alike_and_counted_once(
    browser: Browser, server: RunningServer, kind: str
) -> None:
    page, state = await sit_alone(browser, rules={"payoff": 4})
    for number in range(3):
        await page.send(type=kind, id=f"h{number}", game=state["game"], ply=state["ply"])
    answers = [await page.get_until(lambda message: message.get("id") in ("h0", "h1", "h2")) for _ in range(3)]
    # And once more when the search is done.
    answers.append(await ask(page, kind, state))
    assert [answer["type"] for answer in answers] == [kind] * 4
    assert all({**answer, "id": ""} == {**answers[0], "id": ""} for answer in answers)
    await finish(page, state)
    assert page.snapshot is not None
    stored = await server.store.tables.get(page.snapshot["table"]["id"])
    assert stored is not None
    (game,) = await server.store.figures.finished("spite", stored.table.host)
    assert game.figures is not None
    assert game.figures.seats[0].hints == 1


async def test_another_question_between_changes_no_answer(browser: Browser) -> None:
    page, state = await sit_alone(browser)
    first, between = [await ask(page, kind, state) for kind in KINDS]
    asked = [{**await ask(page, kind, state), "id": ""} for kind in (KINDS[0], KINDS[1]) * 2]
    assert asked == [{**first, "id": ""}, {**between, "id": ""}] * 2


async def test_a_page_that_is_loaded_again_may_not_ask_more(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    page, state = await sit_alone(browser)
    assert page.snapshot is not None
    table_id = page.snapshot["table"]["id"]
    now = time.monotonic()
    monkeypatch.setattr("spite_and_malice.server.rate_limiter.time", SimpleNamespace(monotonic=lambda: now))
    codes = []
    for number in range(QUESTIONS):
        # In another language it is another question; the same question asked again is not counted.
        browser.http.cookies.set("spite_language", ("de", "en")[number % 2])
        page = await browser.open(table_id)
        await page.greet()
        codes.append((await ask(page, "reach", state)).get("code", "answered"))
    assert codes[0] == "answered"
    assert "slow_down" in codes


async def test_a_turn_is_taken_back_with_the_answers_to_it(browser: Browser) -> None:
    page, state = await sit_alone(browser)
    before = state["view"]
    event = await page.move(state, discard(before["legal"]))
    later = await to_my_turn(page, await page.get_until(is_event))
    assert later["view"]["players"][0] != before["players"][0]
    await page.send(type="undo_turn", id="back", game=event["game"], ply=later["ply"])
    snapshot = await page.get_until(lambda message: message["type"] == "snapshot")
    accepted = await page.get_until(lambda message: message.get("id") == "back")
    assert (accepted["type"], accepted["ply"]) == ("accepted", later["ply"] + 1)
    shown = {name: value for name, value in snapshot["view"].items() if name != "rules"}
    assert shown == {name: value for name, value in before.items() if name != "rules"}
    assert (snapshot["ply"], snapshot["version"]) == (later["ply"] + 1, later["version"] + 1)
    # Sent again under the same id, it is not carried out again.
    await page.send(type="undo_turn", id="back", game=later["game"], ply=later["ply"])
    again = await page.get()
    assert (again["type"], again["ply"]) == ("accepted", later["ply"] + 1)
    refused = await ask(page, "undo_turn", snapshot)
    assert (refused["type"], refused["code"]) == ("refused", "nothing_to_undo")


async def test_a_game_with_turns_taken_back_can_be_checked(browser: Browser) -> None:
    table_id = await browser.table(preset="standard", rules={"payoff": 6})
    page = await browser.open(table_id)
    state = await to_my_turn(page, await page.hello())
    for _ in range(3):
        if state["view"]["result"] is not None:
            break
        await page.move(state, discard(state["view"]["legal"]))
        state = await to_my_turn(page, await page.get_until(is_event))
        if state["view"]["result"] is None:
            await page.send(type="undo_turn", id=f"b{state['ply']}", game=state["game"], ply=state["ply"])
            state = await page.get_until(lambda message: message["type"] == "snapshot")
            await page.get_until(lambda message: message["type"] == "accepted")
            state = await page.move(state, choose(state["view"]["legal"]))
            state = await to_my_turn(page, state)
    await finish(page, state)
    record = await browser.http.get(f"/api/tables/{table_id}/games/1/record")
    assert " takeback " in record.text
    check = (await browser.http.get(f"/api/tables/{table_id}/games/1/check")).json()
    assert check["faults"] == []


async def test_a_turn_taken_back_survives_a_restart(serve: Any, visit: Visit) -> None:
    async with serve() as server:
        browser = visit(server.address)
        page, state = await sit_alone(browser)
        await page.move(state, discard(state["view"]["legal"]))
        later = await to_my_turn(page, await page.get_until(is_event))
        await page.send(type="undo_turn", id="back", game=later["game"], ply=later["ply"])
        snapshot = await page.get_until(lambda message: message["type"] == "snapshot")
        table_id = snapshot["table"]["id"]
        cookies = dict(browser.http.cookies)
    async with serve() as server:
        browser = visit(server.address)
        browser.http.cookies.update(cookies)
        again = await (await browser.open(table_id)).hello()
        assert (again["view"], again["log"], again["ply"]) == (snapshot["view"], snapshot["log"], snapshot["ply"])


@pytest.mark.parametrize("kind", ["hint", "reach"])
async def test_there_is_no_help_when_the_game_is_over(browser: Browser, kind: str) -> None:
    page, state = await sit_alone(browser, rules={"payoff": 1})
    state = await finish(page, state)
    answer = await ask(page, kind, state)
    assert (answer["type"], answer["code"]) == ("refused", "not_your_turn")


async def test_an_answer_waits_until_what_is_being_done_is_stored(browser: Browser, server: RunningServer) -> None:
    page, state = await sit_alone(browser)
    thought = asyncio.Event()
    assert page.snapshot is not None
    table_id = page.snapshot["table"]["id"]
    async with server.app.state.rooms.open(table_id) as room:
        advise = room.computers.advise

        async def advised(*question: Any) -> Any:
            answer = await advise(*question)
            thought.set()
            return answer

        async def store() -> None:
            await thought.wait()
            await page.send(type="ping")
            assert (await page.get())["type"] == "pong"

        room.computers.advise = advised
        try:
            await page.send(type="hint", id="slow", game=state["game"], ply=state["ply"])
            await page.send(type="ping")
            await page.get_until(lambda message: message["type"] == "pong")
            await room.do(store)
        finally:
            room.computers.advise = advise
    assert (await page.get_until(lambda message: message.get("id") == "slow"))["type"] == "hint"


async def test_what_is_left_of_the_last_hint_is_thought_on_while_it_is_followed(
    browser: Browser, server: RunningServer
) -> None:
    page, state = await sit_alone(browser, rules={"side_filled": True})
    assert page.snapshot is not None
    begun: list[list[str]] = []

    async def advised(request: HelpRequest, *_: Any) -> dict[str, Any]:
        begun.append(request.begun)
        return {"move": request.view["legal"][0], "line": request.view["legal"][:2], "reason": "Fill them."}

    async with server.app.state.rooms.open(page.snapshot["table"]["id"]) as room:
        advise, room.computers.advise = room.computers.advise, advised
        try:
            # An empty side stack is filled first, and the turn continues.
            line = (await ask(page, "hint", state))["line"]
            state = await page.move(state, line[0])
            assert (await ask(page, "hint", state))["type"] == "hint"
            state = await page.move(state, state["view"]["legal"][-1])
            assert (await ask(page, "hint", state))["type"] == "hint"
        finally:
            room.computers.advise = advise
    assert begun == [[], line[1:], []]

"""The question before a stalemate: a pass that would end the game is asked about, and any player can prevent it."""

from __future__ import annotations

from typing import Any

import pytest

from spite_and_malice.server.games.spite.computers import Computers
from spite_and_malice.server.games.spite.table import SeatAction, Table

from .conftest import Browser, Page, RunningServer, Visit
from .people import Company, begin
from .play import to_my_turn


def is_talk(message: dict[str, Any]) -> bool:
    return bool(message["type"] == "stalemate")


def is_snapshot(message: dict[str, Any]) -> bool:
    return bool(message["type"] == "snapshot")


def would_end(view: dict[str, Any]) -> bool:
    return bool(view["passes"] == 1 and not view["moved"] and "pass" in view["legal"])


async def before_the_last_pass(server: RunningServer, visit: Visit) -> Company:
    """Two people at the card-book game; one has passed."""
    company = await begin(server, visit, preset="book")
    while not would_end(company.states[company.turn]["view"]):
        legal = company.states[company.turn]["view"]["legal"]
        await company.play("pass" if "pass" in legal else None)
    return company


async def say(page: Page, state: dict[str, Any], end: bool) -> dict[str, Any]:
    return await page.ask("stalemate", game=state["game"], ply=state["ply"], end=end)


async def test_the_game_ends_when_the_other_agrees(server: RunningServer, visit: Visit) -> None:
    company = await before_the_last_pass(server, visit)
    turn, state = company.turn, company.states[company.turn]
    asker, other = company.pages[turn], company.pages[1 - turn]
    assert (await say(asker, state, True))["type"] == "accepted"
    talk = {"type": "stalemate", "ply": state["ply"], "asks": turn, "agreed": [turn], "broken_by": None}
    assert await other.get_until(is_talk) == talk
    await say(other, state, True)
    event = await asker.get_until(lambda message: message["type"] == "event")
    assert event["move"] == "pass"
    assert event["view"]["result"]["reason"] == "stalemate"


async def test_the_other_breaks_it_and_takes_their_pass_back(server: RunningServer, visit: Visit) -> None:
    company = await before_the_last_pass(server, visit)
    turn, state = company.turn, company.states[company.turn]
    asker, other = company.pages[turn], company.pages[1 - turn]
    await say(asker, state, True)
    await other.get_until(is_talk)
    await say(other, state, False)
    view = (await asker.get_until(is_snapshot))["view"]
    assert (view["turn"], view["passes"], view["result"]) == (1 - turn, 0, None)
    assert (await asker.get_until(is_talk))["broken_by"] == 1 - turn


async def test_the_question_can_be_withdrawn(server: RunningServer, visit: Visit) -> None:
    company = await before_the_last_pass(server, visit)
    turn, state = company.turn, company.states[company.turn]
    asker, other = company.pages[turn], company.pages[1 - turn]
    await say(asker, state, True)
    await say(asker, state, False)
    await other.get_until(is_talk)
    assert (await other.get_until(is_talk))["agreed"] == []
    refused = await say(other, state, True)
    assert (refused["type"], refused["code"]) == ("refused", "stale")
    assert (await asker.move(state, "pass"))["view"]["result"]["reason"] == "stalemate"


async def test_nobody_is_asked_where_a_pass_ends_nothing(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit, preset="book")
    state = company.states[company.turn]
    refused = await say(company.pages[company.turn], state, True)
    assert (refused["type"], refused["code"]) == ("refused", "no_stalemate")


async def test_a_computer_player_that_can_play_breaks_it(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = Computers.choose

    async def passing(self: Computers, player: str, table: Table) -> SeatAction:
        game = table.game
        first = game.position.core.passes == 0 and not game.position.core.moved
        taken_back = bool(game.actions) and game.actions[-1].text == "takeback"
        if first and not taken_back and "pass" in [str(move) for move in game.legal_moves]:
            return SeatAction(game.turn, "pass")
        return await chosen(self, player, table)

    monkeypatch.setattr(Computers, "choose", passing)
    page = await browser.open(await browser.table(preset="book"))
    state = await to_my_turn(page, await page.hello())
    while not would_end(state["view"]):
        legal = state["view"]["legal"]
        move = next((text for text in legal if "-S" in text), legal[0])
        state = await to_my_turn(page, await page.move(state, move))
    await page.send(type="stalemate", id="end", game=state["game"], ply=state["ply"], end=True)
    talk = await page.get_until(is_talk)
    assert talk["broken_by"] == 1
    event = await page.get_until(lambda message: message["type"] == "event")
    assert (event["seat"], event["view"]["result"]) == (1, None)
    assert event["move"] != "pass"

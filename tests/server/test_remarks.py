"""Computer players' remarks at a table, to the person who plays against them and has asked for them."""

from __future__ import annotations

import json
from typing import Any

from spite_and_malice.analysis.remarks import Occasion, lines_of

from .conftest import Browser, Page
from .people import PERSON
from .play import choose

QUICK = {"preset": "standard", "rules": {"payoff": 2, "target": 1}}
HUGO = [PERSON, {"kind": "computer", "player": "club"}]


async def opened(browser: Browser, remarks: bool = True, language: str = "en") -> Page:
    """Open the page of a table against Hugo."""
    page = await browser.open(await browser.table(HUGO, **QUICK), **{"accept-language": language})
    await page.send(type="hello", remarks=remarks)
    return page


async def played(page: Page) -> dict[str, Any]:
    """Play a game to its end and return the event that ended it."""
    snapshot = await page.get_until(lambda message: message["type"] == "snapshot")
    if snapshot["view"] is None:
        await page.contribute(snapshot)
        snapshot = await page.get_until(lambda message: message["type"] == "snapshot" and message["view"] is not None)
    state = snapshot
    game = snapshot["game"]
    while state["view"]["result"] is None:
        if state["view"]["turn"] == 0:
            await page.send(
                type="move", id=str(state["ply"]), game=game, ply=state["ply"], move=choose(state["view"]["legal"])
            )
        state = await page.get_until(lambda message: message["type"] == "event")
    await page.send(type="ping")
    await page.get_until(lambda message: message["type"] == "pong")
    return state


def remarks(page: Page) -> list[dict[str, Any]]:
    """Return every remark that came to a page."""
    return [message for message in map(json.loads, page.texts) if message["type"] == "remark"]


def lines(*occasions: Occasion, language: str = "en") -> set[str]:
    return {line for occasion in occasions for line in lines_of(language)["club"][occasion]}


async def test_a_computer_player_greets_speaks_and_remembers_the_last_game(browser: Browser) -> None:
    page = await opened(browser)
    end = await played(page)
    said = remarks(page)
    assert said[0]["text"] in lines(Occasion.MEET)
    assert {remark["seat"] for remark in said} == {1}
    winners = end["view"]["result"]["winners"]
    if winners == [0]:
        assert said[-1]["text"] in lines(Occasion.LOST, Occasion.LOST_CLOSE)
        assert said[-1]["mood"] == "beaten"
    elif winners == [1]:
        assert said[-1]["text"] in lines(Occasion.WON, Occasion.WON_CLOSE)
    spoken = [remark["text"] for remark in said if remark["text"]]
    assert len(spoken) == len(set(spoken))

    again = await opened(browser)
    await played(again)
    first = remarks(again)[0]["text"]
    assert first in lines(Occasion.REVENGE if 0 in winners else Occasion.AGAIN)


async def test_who_has_not_asked_hears_nothing(browser: Browser) -> None:
    page = await opened(browser, remarks=False)
    await played(page)
    assert remarks(page) == []


async def test_a_line_is_said_in_the_language_of_the_page(browser: Browser) -> None:
    page = await opened(browser, language="de")
    await played(page)
    spoken = {remark["text"] for remark in remarks(page)} - {""}
    assert spoken
    assert spoken <= lines(*Occasion, language="de")

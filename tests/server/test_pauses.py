"""A computer player's apparent thinking time, as announced to the pages at its table."""

from __future__ import annotations

from typing import Any

import pytest

from spite_and_malice.players.tempo import LONGEST, QUICK

from .conftest import Browser
from .people import PERSON
from .play import choose, is_event

NADIA = [PERSON, {"kind": "computer", "player": "expert"}]
BEGUN = 30


async def begun(browser: Browser, **settings: Any) -> list[dict[str, Any]]:
    """Return the first events of a game against Nadia."""
    page = await browser.open(await browser.table(NADIA, preset="standard", settings=settings))
    state = await page.hello()
    events: list[dict[str, Any]] = []
    while len(events) < BEGUN and state["view"]["result"] is None:
        if state["view"]["turn"] == 0:
            moved = {"id": str(state["ply"]), "game": state["game"], "ply": state["ply"]}
            await page.send(type="move", move=choose(state["view"]["legal"]), **moved)
        state = await page.get_until(is_event)
        events.append(state)
    return events


async def test_a_computer_players_moves_have_pauses_and_a_persons_none(browser: Browser) -> None:
    events = await begun(browser)
    assert {event["pause"] for event in events if event["seat"] == 0} == {None}
    pauses = [event["pause"] for event in events if event["seat"] == 1]
    assert len(set(pauses)) > 1
    assert all(0 <= pause <= LONGEST for pause in pauses)
    assert max(pauses) > QUICK


@pytest.mark.parametrize("kind", ["move", "player"])
async def test_where_a_clock_runs_nobody_is_kept_waiting(browser: Browser, kind: str) -> None:
    events = await begun(browser, clock={"kind": kind, "seconds": 600})
    assert any(event["seat"] == 1 for event in events)
    assert {event["pause"] for event in events} == {None}

"""Several people at one device: the seat that a page shows, what stays hidden, and what counts (docs/protocol.md)."""

from __future__ import annotations

from typing import Any

from .conftest import Page, RunningServer, Visit
from .people import GREEDY, OPEN, PERSON
from .play import choose, is_event

BEN = {"kind": "guest", "name": "Ben"}


async def _handed(page: Page, seat: int) -> dict[str, Any]:
    """Hand the device to a seat and return what its page then sees."""
    page.snapshot = None
    answer = await page.ask("hand_over", seat=seat)
    assert answer["type"] == "accepted", answer
    assert page.snapshot is not None
    return page.snapshot


async def _play_out(page: Page, state: dict[str, Any], guests: set[int]) -> dict[str, Any]:
    """Play a game to its end, handing the device to the player whose turn it is."""
    while state["view"]["result"] is None:
        turn = state["view"]["turn"]
        if turn not in guests:
            state = await page.get_until(is_event)
        elif turn != state["view"]["seat"]:
            state = await _handed(page, turn)
        else:
            state = await page.move(state, choose(state["view"]["legal"]))
            assert state["type"] == "event", state
    return state


async def test_a_page_shows_one_hand_at_a_time(server: RunningServer, visit: Visit) -> None:
    browser = visit(server.address)
    page = await browser.open(await browser.table([PERSON, BEN], preset="standard", rules={"payoff": 2}))
    ada = await page.hello()
    assert [(seat["kind"], seat["name"]) for seat in ada["table"]["seats"]] == [("person", "Ada"), ("guest", "Ben")]
    assert (ada["table"]["you"], ada["people"]["host"]) == (0, True)
    assert isinstance(ada["view"]["players"][1]["hand"], int)
    ben = await _handed(page, 1)
    assert (ben["table"]["you"], ben["view"]["seat"]) == (1, 1)
    assert isinstance(ben["view"]["players"][0]["hand"], int)
    assert len(ben["view"]["players"][1]["hand"]) == 5
    # A page that comes back has its own person's seat, and sees nothing of the other's.
    again = await browser.open(page_table := ben["table"]["id"])
    state = await again.greet(version=ben["version"], game=1)
    assert page_table == state["table"]["id"]
    assert (state["type"], state["table"]["you"]) == ("snapshot", 0)


async def test_a_game_at_one_device_is_played_to_its_end_and_dealt_again(server: RunningServer, visit: Visit) -> None:
    browser = visit(server.address)
    page = await browser.open(await browser.table([PERSON, BEN, GREEDY], preset="round", rules={"payoff": 2}))
    end = await _play_out(page, await page.hello(), {0, 1})
    assert end["standing"] is not None
    # The person with the device deals the next game; nobody else is asked.
    answer = await page.ask("next", game=1)
    assert answer["type"] == "accepted", answer
    assert page.snapshot is not None
    assert page.snapshot["game"] == 2


async def test_only_the_device_of_the_host_has_the_guests_seat(server: RunningServer, visit: Visit) -> None:
    browser, stranger = visit(server.address), visit(server.address)
    table_id = await browser.table([PERSON, BEN, OPEN], preset="round")
    page = await stranger.open(table_id)
    await page.greet()
    assert (await page.ask("hand_over", seat=1))["code"] == "not_seated"
    assert (await page.ask("sit", seat=2, name="Cleo"))["type"] == "accepted"
    assert (await page.ask("hand_over", seat=1))["code"] == "not_seated"
    assert (await page.ask("hand_over", seat=0))["code"] == "not_seated"
    own = await browser.open(table_id)
    await own.greet()
    assert (await own.ask("hand_over", seat=2))["code"] == "not_seated"
    assert (await own.ask("hand_over", seat=9))["code"] == "not_seated"
    assert (await own.ask("hand_over", seat=1))["type"] == "accepted"


async def test_a_guest_is_nobody_in_lists_and_figures(server: RunningServer, visit: Visit) -> None:
    browser = visit(server.address)
    table_id = await browser.table([PERSON, BEN], preset="standard", rules={"payoff": 1})
    page = await browser.open(table_id)
    state = await page.hello()
    [listed] = (await browser.http.get("/api/tables")).json()
    assert (listed["your_turn"], listed["alone"], listed["removable"]) == (True, True, True)
    await _play_out(page, state, {0, 1})
    record = (await browser.http.get(f"/api/tables/{table_id}/games/1/record")).text
    assert '"Ben"' in record or "Ben" in record
    assert len((await browser.http.get("/api/statistics")).json()) > 0
    deleted = await browser.http.delete(f"/api/tables/{table_id}", headers={"content-type": "application/json"})
    assert deleted.json()["deleted"] == "table"


async def test_a_table_at_one_device_has_its_host_and_is_not_rated(server: RunningServer, visit: Visit) -> None:
    browser = visit(server.address)
    alone = await browser.http.post("/api/tables", json={"seats": [BEN, GREEDY]})
    assert (alone.status_code, alone.json()["error"]["code"]) == (422, "one_person")
    rated = await browser.http.post(
        "/api/tables", json={"seats": [PERSON, BEN], "preset": "standard", "settings": {"rated": True}}
    )
    assert (rated.status_code, rated.json()["error"]["code"]) == (422, "not_ratable")

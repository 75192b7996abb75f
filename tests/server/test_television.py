"""The page for a whole room: it follows a table, a guest or an evening, and sees no player's hand."""

from __future__ import annotations

import json
import re

import pytest

from .conftest import Browser, RunningServer, Visit
from .people import PERSON, begin
from .test_evenings import ask
from .test_evenings import begin as begin_evening


async def test_a_television_sees_no_hand_though_its_person_plays_there(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit)
    browser = company.browsers[0]
    page = await browser.http.get(f"/tv/{company.table_id}?seat=1")
    assert page.status_code == 200
    assert 'data-watch data-below="1"' in page.text
    own = await (await browser.open(company.table_id)).greet()
    assert own["view"]["seat"] == 0
    watching = await browser.open(f"{company.table_id}", "?watch")
    seen = await watching.greet()
    assert seen["view"]["seat"] is None
    assert seen["people"]["you"] is None
    assert [isinstance(player["hand"], int) for player in seen["view"]["players"]] == [True, True]
    assert seen["view"]["legal"] == []
    hand = own["view"]["players"][0]["hand"]
    assert hand
    assert json.dumps(hand) not in json.dumps(seen)
    refused = await watching.ask("leave")
    assert refused["type"] == "refused"


async def test_it_follows_a_guest_of_an_evening(server: RunningServer, visit: Visit) -> None:
    evening, browsers = await begin_evening(visit, server, "Ada", "Ben", "Cleo", "Dan")
    screen = visit(server.address)
    assert "Before the first round." in (await screen.http.get(f"/tv/{evening}")).text
    for browser in browsers:
        await ask(browser, "PUT", f"/{evening}/me/state", state="ready")
    drawn = await ask(browsers[0], "POST", f"/{evening}/rounds", round=0)
    for table in drawn["rounds"][0]["tables"]:
        for seat, place in enumerate(table["seats"]):
            found = (await screen.http.get(f"/api/tv/{evening}?guest={place['guest']}")).json()
            assert (f"/table/{found['table']}", found["below"]) == (table["url"], seat)
    page = await screen.http.get(f"/tv/{evening}?table=2")
    assert drawn["rounds"][0]["tables"][1]["url"].removeprefix("/table/") in page.text
    assert (await screen.http.get("/tv/nothing")).status_code == 404
    alone = await browsers[0].table([PERSON, {"kind": "computer", "player": "greedy"}])
    assert (await screen.http.get(f"/tv/{alone}")).status_code == 200


@pytest.mark.parametrize(("target", "digits"), [(1, []), (2, ["1"]), (50, ["2"])])
async def test_a_match_has_room_for_the_digits_of_its_points(browser: Browser, target: int, digits: list[str]) -> None:
    table = await browser.table([PERSON, {"kind": "computer", "player": "greedy"}], target=target)
    for path in (f"/tv/{table}", f"/table/{table}"):
        assert re.findall(r'data-match="(\d+)"', (await browser.http.get(path)).text) == digits


async def test_a_television_stands_below_the_seat_that_is_asked_for(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit)
    for query, below in (("?seat=0", ["0"]), ("?seat=1", ["1"]), ("?seat=-1", []), ("", [])):
        page = (await company.browsers[0].http.get(f"/tv/{company.table_id}{query}")).text
        assert re.findall(r'data-below="(-?\d+)"', page) == below
    found = (await company.browsers[0].http.get(f"/api/tv/{company.table_id}")).json()
    assert found == {"table": company.table_id, "below": None, "evening": None}
    alone = (await company.browsers[0].http.post("/api/patience", json={"preset": "golf", "deal": "3"})).json()["id"]
    assert (await company.browsers[0].http.get(f"/api/tv/{alone}")).status_code == 404

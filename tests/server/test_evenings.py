"""Evenings: guests come and go, rounds are drawn when all are ready, and a score sheet keeps the results."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from importlib import import_module
from io import BytesIO
from types import SimpleNamespace
from typing import Any, cast
from zipfile import ZipFile

import pytest

from spite_and_malice.rules import preset_rules
from spite_and_malice.server.clock import now_ms
from spite_and_malice.server.features.evenings import presence, rounds
from spite_and_malice.server.features.evenings.situation import situation
from spite_and_malice.server.games.spite.table import new_table
from spite_and_malice.server.protocol.settings import Settings
from spite_and_malice.server.store import Evening, ListedTable, RoundTable, Store, Summary
from spite_and_malice.server.store.events.evening_rows import PlacedGuest, StandIns, StoredEvening

from .conftest import Browser, Page, RunningServer, Visit
from .people import dealt, handle_between, person_of, take_name
from .play import choose, is_event

SHORT = {"rules": {"preset": "quick", "players": 2}}


async def ask(browser: Browser, method: str, path: str = "", **body: Any) -> Any:
    """Return the answer to a request about evenings, or the code of a refusal."""
    answer = await browser.http.request(method, f"/api/evenings{path}", json=body)
    said = answer.json()
    return said["error"]["code"] if "error" in said else said


async def begin(visit: Visit, server: RunningServer, *names: str, **body: Any) -> tuple[str, list[Browser]]:
    """Begin an evening with some guests, of whom the first is the host."""
    browsers = [visit(server.address) for _ in names]
    made = await ask(browsers[0], "POST", **(SHORT | body))
    for browser, name in zip(browsers, names, strict=True):
        assert (await ask(browser, "PUT", f"/{made['id']}/me", name=name))["you"] is not None
    return made["id"], browsers


async def play(table_id: str, browsers: list[Browser]) -> None:
    """Play a game to its end at a table, for those who have a seat there."""
    pages: dict[int, Page] = {}
    for browser in browsers:
        page = await browser.open(table_id)
        snapshot = await page.greet()
        pages[snapshot["people"]["you"]] = page
    for page in pages.values():
        await page.contribute({"game": 0})
    states = {seat: await dealt(page) for seat, page in pages.items()}
    while (state := states[min(states)])["view"]["result"] is None:
        turn = state["view"]["turn"]
        if turn not in pages:
            states = {seat: await page.get_until(is_event) for seat, page in pages.items()}
            continue
        mine = states[turn]
        event = await pages[turn].ask("move", game=mine["game"], ply=mine["ply"], move=choose(mine["view"]["legal"]))
        assert event["type"] == "event", event
        states = {seat: event if seat == turn else await page.get_until(is_event) for seat, page in pages.items()}


async def test_two_rounds_of_an_evening_with_a_score_sheet(server: RunningServer, visit: Visit) -> None:
    evening, browsers = await begin(visit, server, "Ada", "Ben", "Cleo", name="Thursday")
    ada, ben, cleo = browsers
    assert (await ask(ben, "POST", f"/{evening}/rounds", round=0)) == "not_host"
    called = await ask(ada, "POST", f"/{evening}/rounds", round=0)
    assert (called["called"], called["awaited"], called["round"]) == (True, ["Ben", "Cleo"], 0)
    await ask(ben, "PUT", f"/{evening}/me/state", state="ready")
    drawn = await ask(cleo, "PUT", f"/{evening}/me/state", state="ready")
    assert drawn["round"] == 1
    rested = []
    for number in (1, 2):
        at = [await ask(browser, "GET", f"/{evening}") for browser in browsers]
        (table,) = at[0]["rounds"][0]["tables"]
        rested += at[0]["rounds"][0]["resting"]
        sitting = [browser for browser, seen in zip(browsers, at, strict=True) if seen["table"] == table["url"]]
        assert len(sitting) == 2
        await play(table["url"].removeprefix("/table/"), sitting)
        async with asyncio.timeout(30):
            # A recent read is shared by all requests.
            while not (over := await ask(ada, "GET", f"/{evening}"))["rounds"][0]["tables"][0]["over"]:
                await asyncio.sleep(0.1)
        assert over["table"] is None
        assert sum(guest["won"] for guest in over["guests"]) == number
        if number == 1:
            for browser in browsers:
                await ask(browser, "PUT", f"/{evening}/me/state", state="ready")
            again = await ask(ada, "POST", f"/{evening}/rounds", round=1)
            assert again["round"] == 2
            # Repeating the request draws nothing.
            assert (await ask(ada, "POST", f"/{evening}/rounds", round=1, now=True))["round"] == 2
    assert len(set(rested)) == 2
    over = await ask(ada, "POST", f"/{evening}/end")
    assert over["over"]
    assert await ask(ben, "PUT", f"/{evening}/me/state", state="ready") == "over"
    (listed,) = await ask(ben, "GET")
    assert (listed["name"], [len(each["tables"]) for each in listed["rounds"]]) == ("Thursday", [1, 1])
    winner = over["guests"][0]
    assert winner["points"] > 0
    assert winner["won"] >= 1


async def test_a_latecomer_plays_the_next_round_and_who_leaves_none(server: RunningServer, visit: Visit) -> None:
    evening, browsers = await begin(visit, server, "Ada", "Ben")
    for browser in browsers:
        await ask(browser, "PUT", f"/{evening}/me/state", state="ready")
    assert (await ask(browsers[0], "POST", f"/{evening}/rounds", round=0))["round"] == 1
    late = visit(server.address)
    assert (await ask(late, "PUT", f"/{evening}/me", name="Ada"))["guests"][-1]["name"] == "Ada 2"
    gone = await ask(browsers[0], "PUT", f"/{evening}/me/state", state="left")
    assert not gone["host"]
    assert gone["you"] is None
    ben = await ask(browsers[1], "GET", f"/{evening}")
    assert ben["host"]
    await ask(late, "PUT", f"/{evening}/me/state", state="ready")
    await ask(browsers[1], "PUT", f"/{evening}/me/state", state="ready")
    drawn = await ask(browsers[1], "POST", f"/{evening}/rounds", round=1, now=True)
    assert sorted(seat["name"] for seat in drawn["rounds"][0]["tables"][0]["seats"]) == ["Ada 2", "Ben"]
    # A guest who comes back still has their number and games.
    back = await ask(browsers[0], "PUT", f"/{evening}/me", name="Ada")
    assert back["you"] == 1


async def test_an_evening_that_is_planned_gathers_answers_until_its_host_begins_it(
    server: RunningServer, visit: Visit
) -> None:
    ada, ben, cleo = (visit(server.address) for _ in range(3))
    starts = now_ms() + 86_400_000
    made = await ask(ada, "POST", rules=SHORT["rules"], name="Friday", starts_at=starts)
    path = f"/{made['id']}"
    assert (made["planned"], made["now"]["state"], made["now"]["at"]) == (True, "planned", starts)
    assert await ask(ben, "PUT", f"{path}/reply", reply="yes") == "no_name"
    await ask(ben, "PUT", f"{path}/reply", reply="yes", name="Ben")
    same = await ask(cleo, "PUT", f"{path}/reply", reply="perhaps", name="Ben")
    assert [(each["name"], each["reply"], each["you"]) for each in same["answers"]] == [
        ("Ben", "yes", False),
        ("Ben 2", "perhaps", True),
    ]
    # People who have answered find it in their list, and it keeps the name they used.
    assert [each["name"] for each in await ask(cleo, "GET")] == ["Friday"]
    assert (await ask(cleo, "PUT", f"{path}/reply", reply="no"))["your_name"] == "Ben 2"
    assert (await ask(cleo, "PUT", f"{path}/reply", reply=None))["reply"] is None
    # Nobody is in before it begins, and the host's long absence gives no other the right to end or begin it.
    assert await ask(ben, "PUT", f"{path}/me", name="Ben") == "planned"
    assert await ask(ben, "POST", f"{path}/end") == "not_host"
    assert await ask(ben, "POST", f"{path}/begin") == "not_host"
    later = await ask(ada, "PUT", path, starts_at=starts + 3_600_000)
    assert later["now"]["at"] == starts + 3_600_000
    (who,) = [each["who"] for each in later["answers"]]
    assert (await ask(ada, "PUT", f"{path}/host", who=who))["host"] is False
    assert await ask(ada, "POST", f"{path}/begin") == "not_host"
    entry = (await ben.http.get(f"/evening{path}/evening.ics")).text
    assert "STATUS:CONFIRMED" in entry
    begun = await ask(ben, "POST", f"{path}/begin")
    assert (begun["planned"], begun["now"]["state"]) == (False, "outside")
    # People with the page open read that it has begun, and who else has said yes.
    dan = visit(server.address)
    assert (await ask(dan, "GET", path))["now"]["then"].startswith("The evening has begun. Say who you are")
    waiting = await ask(ben, "PUT", f"{path}/me", name="Ben")
    assert waiting["now"]["state"] == "guests"


async def test_an_answer_to_an_hour_that_was_changed_is_asked_for_again(server: RunningServer, visit: Visit) -> None:
    ada, ben = visit(server.address), visit(server.address)
    starts = now_ms() + 86_400_000
    made = await ask(ada, "POST", rules=SHORT["rules"], name="Friday", starts_at=starts, host="Ada")
    path = f"/{made['id']}"
    # The planner counts as coming, under the name shown to others.
    assert (made["reply"], made["host_name"], made["replies"]) == ("yes", "Ada", {"yes": 1})
    await ask(ben, "PUT", f"{path}/reply", reply="yes", name="Ben")
    moved = await ask(ada, "PUT", path, starts_at=starts + 3_600_000)
    assert (moved["reply"], moved["now"]["state"], moved["replies"]) == ("yes", "coming", {"yes": 1})
    assert [(each["name"], each["before"]) for each in moved["answers"]] == [("Ada", None), ("Ben", starts)]
    read = await ask(ben, "GET", path)
    assert (read["reply"], read["now"]["state"], read["now"]["acts"][:3]) == (None, "moved", ["yes", "perhaps", "no"])
    assert "The time was changed after you answered. Are you coming?" in (await ben.http.get("/today")).text
    # Nobody waits for a person at an hour they did not answer for.
    begun = await ask(ada, "POST", f"{path}/begin")
    assert "Ben" not in begun["now"]["then"]
    again = await ask(ada, "PUT", path, starts_at=starts)
    assert (again["replies"], again["now"]["then"].partition(".")[0]) == ({"yes": 2}, "2 are coming")


async def test_an_evening_that_was_called_off_says_so_to_a_calendar(server: RunningServer, visit: Visit) -> None:
    ada = visit(server.address)
    made = await ask(ada, "POST", rules=SHORT["rules"], name="Friday", starts_at=now_ms() + 86_400_000)
    await ask(ada, "POST", f"/{made['id']}/end")
    entry = (await visit(server.address).http.get(f"/evening/{made['id']}/evening.ics")).text
    assert "STATUS:CANCELLED" in entry


async def test_an_evening_to_which_nobody_comes_is_called_off(
    server: RunningServer, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = visit(server.address)
    made = await ask(ada, "POST", rules=SHORT["rules"], name="Friday", starts_at=now_ms() + 86_400_000)
    await ask(ada, "POST", f"/{made['id']}/begin")
    # The hour until it is called off.
    monkeypatch.setattr(presence, "EMPTY_SECONDS", 0)
    at = await server.store.evenings.get(made["id"])
    assert at is not None
    told = situation(at, "a stranger", {}, now_ms() + 1)
    assert told.state == "cancelled"
    assert (await ask(ada, "GET", f"/{made['id']}"))["cancelled"]


async def test_evenings_to_which_nobody_comes_are_called_off_without_a_look(
    server: RunningServer, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = visit(server.address), visit(server.address)
    empty = await ask(ada, "POST", rules=SHORT["rules"], name="Friday", starts_at=now_ms() + 86_400_000)
    later = await ask(ben, "POST", rules=SHORT["rules"], name="Saturday", starts_at=now_ms() + 86_400_000)
    await ask(ada, "POST", f"/{empty['id']}/begin")
    monkeypatch.setattr(presence, "EMPTY_SECONDS", 0)
    monkeypatch.setattr(rounds, "EMPTY_SECONDS", 0)
    await rounds.call_off_deserted(server.store, now_ms() + 1)
    stored = [await server.store.evenings.get(each["id"]) for each in (empty, later)]
    assert [at is not None and at.evening.is_cancelled for at in stored] == [True, False]


async def test_a_lost_line_is_not_waited_for(
    server: RunningServer, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, browsers = await begin(visit, server, "Ada", "Ben", "Cleo")
    await ask(browsers[1], "PUT", f"/{evening}/me/state", state="ready")
    called = await ask(browsers[0], "POST", f"/{evening}/rounds", round=0)
    assert called["awaited"] == ["Cleo"]
    # Cleo has not been seen recently.
    monkeypatch.setattr(presence, "HERE_MS", -1)
    assert (await ask(browsers[0], "GET", f"/{evening}"))["round"] == 1


async def test_computer_players_fill_the_last_table(server: RunningServer, visit: Visit) -> None:
    evening, browsers = await begin(visit, server, "Ada", "Ben", "Cleo", computer="beginner")
    for browser in browsers:
        await ask(browser, "PUT", f"/{evening}/me/state", state="ready")
    drawn = await ask(browsers[0], "POST", f"/{evening}/rounds", round=0)
    assert len(drawn["rounds"][0]["tables"]) == 2
    assert drawn["rounds"][0]["resting"] == []
    lonely = drawn["rounds"][0]["tables"][1]
    assert [seat["guest"] is None for seat in lonely["seats"]].count(True) == 1


async def test_only_a_link_by_https_is_one_of_a_call(server: RunningServer, visit: Visit) -> None:
    evening, (ada,) = await begin(visit, server, "Ada")
    for address in ("http://call.example", "javascript:alert(1)", "https://", "https://a b", 'https://a"b', "x"):
        assert await ask(ada, "PUT", f"/{evening}", call=address) == "no_https", address
    assert (await ask(ada, "PUT", f"/{evening}", call=" https://call.example/room "))["call"] == (
        "https://call.example/room"
    )
    page = (await ada.http.get(f"/evening/{evening}")).text
    assert 'target="_blank" rel="noopener noreferrer" data-call' in page


async def test_the_host_asks_somebody_to_go_and_hands_on(server: RunningServer, visit: Visit) -> None:
    evening, (ada, ben, cleo) = await begin(visit, server, "Ada", "Ben", "Cleo")
    assert await ask(ben, "DELETE", f"/{evening}/guests/3") == "not_host"
    await ask(ada, "DELETE", f"/{evening}/guests/3")
    assert await ask(cleo, "PUT", f"/{evening}/me", name="Cleo") == "kept_out"
    assert await ask(cleo, "PUT", f"/{evening}/me/state", state="ready") == "not_a_guest"
    await ask(ada, "PUT", f"/{evening}/host", guest=2)
    assert (await ask(ben, "GET", f"/{evening}"))["host"]
    assert await ask(ada, "POST", f"/{evening}/end") == "not_host"


async def test_teams_are_named_and_counted_together(server: RunningServer, visit: Visit) -> None:
    evening, browsers = await begin(visit, server, "Ada", "Ben")
    for browser in browsers:
        await ask(browser, "PUT", f"/{evening}/me", name="", team="Reds")
    (team,) = (await ask(browsers[0], "GET", f"/{evening}"))["ranking"]
    assert (team["name"], sorted(team["guests"])) == ("Reds", ["Ada", "Ben"])


async def test_an_evening_is_exported_and_erased(server: RunningServer, visit: Visit) -> None:
    evening, (ada, ben) = await begin(visit, server, "Ada", "Ben", call="https://call.example")
    packed = ZipFile(BytesIO((await ada.http.get("/api/me/export")).content))
    stored = json.loads(packed.read("everything.json"))["company"]
    assert [each["name"] for each in stored["evenings"]] == ["Ada"]
    assert stored["hosted"][0]["call"] == "https://call.example"
    await ada.http.request("DELETE", "/api/me", json={})
    left = await ask(ben, "GET", f"/{evening}")
    assert left["host"]
    assert sorted(guest["name"] for guest in left["guests"]) == ["Ben", "Somebody"]
    await ben.http.request("DELETE", "/api/me", json={})
    assert (await ben.http.get(f"/evening/{evening}")).status_code == 404


async def test_evenings_follow_to_the_account_that_one_signs_in_to(server: RunningServer, visit: Visit) -> None:
    evening, (ada, phone) = await begin(visit, server, "Ada", "Ada on the phone")
    await phone.http.post("/api/me", json={})
    made = (await phone.http.post("/api/me/link", json={})).json()["code"]
    assert (await ada.http.post("/api/sign-in/code", json={"code": made})).status_code == 200
    seen = await ask(phone, "GET", f"/{evening}")
    assert seen["host"]
    assert [guest["name"] for guest in seen["guests"]] == ["Ada on the phone"]


async def test_a_round_is_drawn_once(store: Store) -> None:
    from spite_and_malice.server.features.evenings.rounds import drawn_round
    from spite_and_malice.server.store import Conflict

    rules = preset_rules("standard", 2).to_json()
    await store.evenings.add(Evening("e", "E", "a" * 64, None, "standard", rules, None, False, "", None, 180))
    for letter in "abcd":
        number = await store.evenings.enter("e", letter * 64, letter.upper(), None, "")
        await store.evenings.set_state("e", number, "ready")
    before = await store.evenings.get("e")
    assert before is not None
    drawn = drawn_round(before)
    assert not await store.evenings.draw("e", 0, [1, 2, 3], drawn)
    assert await store.evenings.draw("e", 0, [1, 2, 3, 4], drawn)
    with pytest.raises(Conflict):
        await store.evenings.draw("e", 0, [1, 2, 3, 4], drawn_round(before))
    at = await store.evenings.get("e")
    assert at is not None
    assert sorted(place.guest or 0 for table in at.tables for place in table.seats) == [1, 2, 3, 4]
    assert len(at.running()) == 2


async def test_pairs_stay_as_teams_and_meet_others_without_them(server: RunningServer, visit: Visit) -> None:
    pairs = {"rules": {"preset": "partners", "players": 4}, "teams": True}
    evening, browsers = await begin(visit, server, "Ada", "Ben", "Cleo", "Dan", **pairs)
    for browser, team in zip(browsers, ("Reds", "Blues", "Reds", "Blues"), strict=True):
        await ask(browser, "PUT", f"/{evening}/me", team=team)
    partners = []
    for number, teams in ((0, True), (1, True), (2, False)):
        await ask(browsers[0], "PUT", f"/{evening}", teams=teams)
        for browser in browsers:
            await ask(browser, "PUT", f"/{evening}/me/state", state="ready")
        drawn = await ask(browsers[0], "POST", f"/{evening}/rounds", round=number, now=True)
        seats = drawn["rounds"][0]["tables"][0]["seats"]
        partners.append({frozenset(seat["name"] for seat in seats if seat["side"] == side) for side in (0, 1)})
    together = {frozenset(("Ada", "Cleo")), frozenset(("Ben", "Dan"))}
    assert partners[:2] == [together, together]
    assert partners[2] != together


async def test_a_table_begins_without_who_does_not_come(
    server: RunningServer, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "GRACE_MS", 0)
    evening, (ada, ben) = await begin(visit, server, "Ada", "Ben")
    for browser in (ada, ben):
        await ask(browser, "PUT", f"/{evening}/me/state", state="ready")
    drawn = await ask(ada, "POST", f"/{evening}/rounds", round=0)
    page = await ada.open(drawn["table"].removeprefix("/table/"))
    await page.greet()
    state = await dealt(page)
    assert state["people"]["state"] == "running"
    assert not state["people"]["seats"][1 - state["people"]["you"]]["here"]
    stranger = await visit(server.address).open(drawn["table"].removeprefix("/table/"))
    assert (await stranger.greet())["view"]["seat"] is None
    assert (await stranger.ask("take", seat=1 - state["people"]["you"], name="Eve"))["type"] == "refused"


async def test_a_guest_on_another_device_says_so_and_the_host_confirms(server: RunningServer, visit: Visit) -> None:
    evening, (ada, ben) = await begin(visit, server, "Ada", "Ben")
    for browser in (ada, ben):
        await ask(browser, "PUT", f"/{evening}/me/state", state="ready")
    drawn = await ask(ada, "POST", f"/{evening}/rounds", round=0)
    phone = visit(server.address)
    said = await ask(phone, "PUT", f"/{evening}/me/claim", guest=2)
    assert (said["claim"], said["you"], said["claims"]) == (2, None, [])
    assert await ask(phone, "PUT", f"/{evening}/me/claim", guest=9) == "no_such_guest"
    assert (await ask(phone, "PUT", f"/{evening}/me/claim"))["claim"] is None
    await ask(phone, "PUT", f"/{evening}/me/claim", guest=2)
    assert (await ask(ben, "GET", f"/{evening}"))["claims"] == []
    (claimed,) = (await ask(ada, "GET", f"/{evening}"))["claims"]
    assert (claimed["guest"], claimed["name"]) == (2, "Ben")
    assert await ask(ben, "PUT", f"/{evening}/claims/{claimed['who']}") == "not_host"
    assert (await ask(ada, "PUT", f"/{evening}/claims/{claimed['who']}"))["claims"] == []
    # The line, and the seat at its table.
    there = await ask(phone, "GET", f"/{evening}")
    assert (there["you"], there["table"], len(there["guests"])) == (2, drawn["table"], 2)
    at_table = await (await phone.open(drawn["table"].removeprefix("/table/"))).greet()
    assert at_table["people"]["you"] is not None
    assert (await ask(ben, "GET", f"/{evening}"))["you"] is None


async def test_the_host_joins_two_lines_of_one_person(server: RunningServer, visit: Visit) -> None:
    evening, (ada, ben, phone) = await begin(visit, server, "Ada", "Ben", "Ben on the phone")
    for browser in (ada, ben):
        await ask(browser, "PUT", f"/{evening}/me/state", state="ready")
    drawn = await ask(ada, "POST", f"/{evening}/rounds", round=0, now=True)
    await play(drawn["table"].removeprefix("/table/"), [ada, ben])
    async with asyncio.timeout(30):
        while not (await ask(ada, "GET", f"/{evening}"))["rounds"][0]["tables"][0]["over"]:
            await asyncio.sleep(0.1)
    assert await ask(ben, "PUT", f"/{evening}/guests/3/line", into=2) == "not_host"
    assert await ask(ada, "PUT", f"/{evening}/guests/1/line", into=2) == "met"
    await ask(phone, "PUT", f"/{evening}/me/state", state="ready")
    joined = await ask(ada, "PUT", f"/{evening}/guests/3/line", into=2)
    assert [(guest["name"], guest["played"]) for guest in sorted(joined["guests"], key=lambda one: one["number"])] == [
        ("Ada", 1),
        ("Ben", 1),
    ]
    # The evening identifies them with the guest it saw last.
    assert (await ask(phone, "GET", f"/{evening}"))["you"] == 2
    assert (await ask(ben, "GET", f"/{evening}"))["you"] is None


async def test_here_and_away_are_what_the_table_says(
    server: RunningServer, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, (ada, ben) = await begin(visit, server, "Ada", "Ben")
    for browser in (ada, ben):
        await ask(browser, "PUT", f"/{evening}/me/state", state="ready")
    table = (await ask(ada, "POST", f"/{evening}/rounds", round=0))["table"].removeprefix("/table/")
    page = await ada.open(table)
    people = (await page.greet())["people"]
    assert sorted(seat["here"] for seat in people["seats"]) == [False, True]
    # Nobody has looked at the page of the evening recently.
    monkeypatch.setattr(presence, "HERE_MS", -1)
    guests = (await ask(visit(server.address), "GET", f"/{evening}"))["guests"]
    assert {guest["name"]: guest["here"] for guest in guests} == {"Ada": True, "Ben": False}


@pytest.mark.parametrize(
    ("seen", "ended_at", "away"), [(True, None, set()), (False, None, {1}), (None, None, set()), (False, 1, set())]
)
def test_away_is_who_is_known_to_have_no_page_open_at_the_table_where_they_play(
    seen: bool | None, ended_at: int | None, away: set[int]
) -> None:
    asked: list[tuple[str, str]] = []

    def is_seen_at(table: str, person: str) -> bool | None:
        asked.append((table, person))
        return seen

    # A computer player and a guest entered by the host have no page.
    seats = (PlacedGuest(0, 1), PlacedGuest(1, None), PlacedGuest(2, 2))
    tables = (RoundTable(1, 1, "t", ended_at, seats),)
    guests = (SimpleNamespace(number=1, person="ada"), SimpleNamespace(number=2, person=None))
    evening = StoredEvening(cast("Any", None), cast("Any", guests), tables)
    found = rounds.with_presence(cast("Any", SimpleNamespace(is_seen_at=is_seen_at)), evening)
    assert found.away == away
    assert asked == ([] if ended_at else [("t", "ada")])


@pytest.mark.parametrize(
    ("rule", "share", "expected"),
    [
        ("half", 49, [(5, True), (0, False)]),
        ("half", 50, [(0, False), (5, True)]),
        ("lost", 1, [(0, False), (5, True)]),
        ("counts", 100, [(5, True), (0, False)]),
    ],
)
def test_a_game_of_a_stand_in_counts_by_the_rule_of_the_group(
    rule: StandIns, share: int, expected: list[tuple[int, bool]]
) -> None:
    table = new_table("a" * 64, "quick", preset_rules("quick", 2, {"target": 1}), [], Settings())
    listed = ListedTable(table.row, Summary(1, None, (5, 0), True, cards_left=(0, 5)), 0, 0, is_given_up=False)
    seats = (PlacedGuest(0, 1), PlacedGuest(1, 2))
    result = rounds.result_of(RoundTable(1, 1, "t", None, seats), listed, {0: share}, rule)
    assert [(place.points, place.won) for place in result] == expected
    assert [place.stand_in for place in result] == [share, 0]


async def test_a_host_changes_only_what_they_name(server: RunningServer, visit: Visit) -> None:
    evening, (ada,) = await begin(visit, server, "Ada", name="Friday")

    async def stored() -> Evening:
        at = await server.store.evenings.get(evening)
        assert at is not None
        return replace(at.evening, changed_at=0)

    starts_at = now_ms() + 3_600_000
    changes: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({"name": "Saturday"}, {"name": "Saturday"}),
        ({"name": " "}, {}),
        ({"computer": "club"}, {"computer": "club"}),
        ({"computer": None}, {"computer": None}),
        ({"teams": True}, {"teams": True}),
        ({"call": " https://call.example/us "}, {"call": "https://call.example/us"}),
        ({"call": " "}, {"call": ""}),
        ({"starts_at": starts_at}, {"starts_at": starts_at}),
        ({"starts_at": None}, {"starts_at": None}),
        ({"stand_ins": "lost"}, {"stand_ins": "lost"}),
        (
            {"rules": {"preset": "standard", "players": 3, "target": 2}},
            {"preset": "standard", "rules": preset_rules("standard", 3, {"target": 2}).to_json()},
        ),
    ]
    before = await stored()
    for body, changed in changes:
        assert (await ask(ada, "PUT", f"/{evening}", **body))["id"] == evening
        before = replace(before, **changed)
        assert await stored() == before


async def test_an_evening_is_begun_as_its_form_says_and_otherwise_as_most_are(
    server: RunningServer, visit: Visit
) -> None:
    ada = visit(server.address)
    made = await ask(ada, "POST")
    at = await server.store.evenings.get(made["id"])
    assert at is not None
    host, standard = await person_of(ada), preset_rules("standard", 2, {"target": 1}).to_json()
    plain = Evening(made["id"], "An evening", host, None, "standard", standard, None, False, "", None, 180)
    assert at == StoredEvening(
        replace(plain, created_at=at.evening.created_at, changed_at=at.evening.changed_at), (), ()
    )
    starts_at = now_ms() + 3_600_000
    form: dict[str, Any] = {"name": "Friday", "computer": "club", "teams": True, "call": "https://call.example"}
    form |= {"minutes": 45, "starts_at": starts_at, "stand_ins": "counts"}
    planned = await ask(ada, "POST", **form, host="Ada")
    at = await server.store.evenings.get(planned["id"])
    assert at is not None
    form |= {"id": planned["id"], "created_at": at.evening.created_at, "changed_at": at.evening.changed_at}
    assert at.evening == replace(plain, **form)
    # Whoever plans an evening comes, under the name that they gave.
    assert [(each.name, each.reply, each.starts_at) for each in at.replies] == [("Ada", "yes", starts_at)]
    now = await ask(ada, "POST", host="Ada")
    at = await server.store.evenings.get(now["id"])
    assert at is not None
    assert at.replies == ()


async def test_an_evening_of_a_club_has_its_rules_unless_others_are_chosen(server: RunningServer, visit: Visit) -> None:
    ada = visit(server.address)
    body = {"name": "Ada", "club": "The Queens", "rules": {"preset": "quick", "players": 2}}
    club = (await ada.http.post("/api/clubs", json=body)).json()["id"]
    await ada.http.put(f"/api/clubs/{club}", json={"stand_ins": "lost", "rules_name": "Ours"})
    for chosen, preset, name in ((None, "quick", "Ours"), ({"preset": "standard", "players": 2}, "standard", "")):
        made = await ask(ada, "POST", club=club, rules=chosen, starts_at=now_ms() + 3_600_000, host="Somebody else")
        at = await server.store.evenings.get(made["id"])
        assert at is not None
        evening = at.evening
        assert (evening.preset, evening.rules_name, evening.stand_ins, evening.club_id) == (preset, name, "lost", club)
        assert [each.name for each in at.replies] == ["Ada"]


async def test_what_an_evening_refuses_has_its_reason(server: RunningServer, visit: Visit) -> None:
    evening, (ada, ben, cleo, dan) = await begin(visit, server, "Ada", "Ben", "Cleo", "Dan")
    eve = visit(server.address)
    await take_name(visit(server.address), "Zoe of the evenings")
    await ask(cleo, "PUT", f"/{evening}/me/state", state="left")
    planned = (await ask(ada, "POST", starts_at=now_ms() + 3_600_000))["id"]
    over = (await ask(ada, "POST"))["id"]
    for browser, name in ((ada, "Ada"), (ben, "Ben")):
        await ask(browser, "PUT", f"/{over}/me", name=name)
    await ask(ada, "POST", f"/{over}/end")
    zoe, year = {"name": "Zoe of the evenings"}, 370 * 24 * 3_600_000
    refusals: list[tuple[Browser, str, str, dict[str, Any], str]] = [
        (eve, "POST", "", {"computer": "deep-blue"}, "no_such_player"),
        (eve, "POST", "", {"starts_at": -1}, "no_such_time"),
        (eve, "POST", "", {"starts_at": now_ms() + year + 60_000}, "no_such_time"),
        (eve, "POST", "", {"call": "http://call.example"}, "no_https"),
        (eve, "POST", "", {"call": "https://" + "x" * 291}, "no_https"),
        (eve, "POST", "", {"call": "https://[call"}, "no_https"),
        (eve, "POST", "", {"rules": {"house": "none"}}, "no_such_rules"),
        (eve, "POST", "", {"club": "none"}, "no_club"),
        (eve, "POST", "", {"host": zoe["name"]}, "name_taken"),
        (eve, "PUT", f"/{evening}/me", {"name": " "}, "no_name"),
        (eve, "PUT", f"/{evening}/me", zoe, "name_taken"),
        (eve, "PUT", f"/{evening}/me", {"name": "Eve", "head": "nobody"}, "no_such_head"),
        (eve, "PUT", f"/{planned}/me", {"name": "Eve"}, "planned"),
        (eve, "PUT", f"/{over}/me", {"name": "Eve"}, "full"),
        (eve, "PUT", "/none/me", {"name": "Eve"}, "not_found"),
        (eve, "PUT", f"/{evening}/me/state", {"state": "ready"}, "not_a_guest"),
        (cleo, "PUT", f"/{evening}/me/state", {"state": "ready"}, "not_a_guest"),
        (ben, "PUT", f"/{over}/me/state", {"state": "ready"}, "over"),
        (ada, "PUT", f"/{over}", {"name": "More"}, "over"),
        (ada, "POST", f"/{over}/end", {}, "over"),
        (ben, "PUT", f"/{evening}", {"name": "Mine"}, "not_host"),
        (ben, "POST", f"/{evening}/begin", {}, "not_host"),
        (ada, "POST", f"/{evening}/rounds", {"round": 0, "now": True}, "too_few"),
        (ada, "PUT", f"/{evening}/host", {"guest": 9}, "no_such_guest"),
        (ada, "PUT", f"/{evening}/host", {"guest": 3}, "no_such_guest"),
        (ada, "PUT", f"/{evening}/host", {"who": "nobody"}, "no_such_guest"),
        (ada, "DELETE", f"/{evening}/guests/9", {}, "no_such_guest"),
        (ada, "DELETE", f"/{evening}/guests/1", {}, "no_such_guest"),
        (ada, "PUT", f"/{evening}/claims/nobody", {}, "no_such_guest"),
        (ada, "DELETE", f"/{evening}/claims/nobody", {}, "no_such_guest"),
        (ada, "PUT", f"/{evening}/guests/2/line", {"into": 9}, "met"),
        (eve, "PUT", f"/{planned}/reply", {"reply": "yes"}, "no_name"),
        (eve, "PUT", f"/{planned}/reply", {"reply": "yes"} | zoe, "name_taken"),
        (eve, "PUT", f"/{over}/reply", {"reply": "yes", "name": "Eve"}, "full"),
        (eve, "GET", "/none", {}, "not_found"),
    ]
    for browser, method, path, body, code in refusals:
        assert await ask(browser, method, path, **body) == code, (method, path, body)
    # Nobody is kept out by their own answer, and a year on can be planned for.
    assert (await ask(eve, "PUT", f"/{planned}/reply", reply=None))["reply"] is None
    assert (await ask(eve, "POST", starts_at=now_ms() + year - 60_000))["planned"]
    assert (await ask(eve, "POST", call="https://" + "x" * 290))["call"] == "https://" + "x" * 290
    # Whom the host has blocked, and who was asked to go, neither come nor say that they do.
    await server.store.friends.avoid(await person_of(ada), await person_of(ben), "block")
    await ask(ada, "DELETE", f"/{evening}/guests/4")
    for browser in (ben, dan):
        for path, body in (("me", {"name": "Back"}), ("reply", {"reply": "yes", "name": "Back"}), ("me/claim", {})):
            assert await ask(browser, "PUT", f"/{evening}/{path}", **body) == "kept_out"


async def test_guests_are_told_apart_and_keep_their_name_until_they_change_it(
    server: RunningServer, visit: Visit
) -> None:
    evening, (ada, ben) = await begin(visit, server, "Ada", "Ada")

    async def guests() -> list[tuple[str, str | None, str]]:
        at = await server.store.evenings.get(evening)
        assert at is not None
        return [(guest.name, guest.head, guest.team) for guest in at.guests]

    assert await guests() == [("Ada", None, ""), ("Ada 2", None, "")]
    await ask(ben, "PUT", f"/{evening}/me", head="hoot", team=" Reds ")
    assert await guests() == [("Ada", None, ""), ("Ada 2", "hoot", "Reds")]
    await ask(ben, "PUT", f"/{evening}/me", name="Ben", head="")
    assert await guests() == [("Ada", None, ""), ("Ben", None, "")]
    planned = (await ask(ada, "POST", starts_at=now_ms() + 3_600_000))["id"]
    for browser, name in ((ada, "Ada"), (ben, "Ada")):
        said = await ask(browser, "PUT", f"/{planned}/reply", reply="yes", name=name)
    assert [(each["name"], each["you"], each["host"]) for each in said["answers"]] == [
        ("Ada", False, True),
        ("Ada 2", True, False),
    ]
    # An answer is changed under the same name.
    assert (await ask(ben, "PUT", f"/{planned}/reply", reply="perhaps"))["answers"][1]["name"] == "Ada 2"
    assert (await ask(ada, "PUT", f"/{planned}/host", who=await handle_between(ada, ben)))["host"] is False
    assert (await ask(ben, "PUT", f"/{planned}/reply", reply="no"))["host"]
    assert await ask(ben, "PUT", f"/{planned}/host", who=await handle_between(ben, ben)) == "no_such_guest"


async def test_a_guest_who_looks_is_noted_a_few_times_a_minute_until_it_is_over(
    server: RunningServer, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, (ada, _ben) = await begin(visit, server, "Ada", "Ben")
    noted: list[str] = []

    async def note_seen(_evening: str, person: str) -> None:
        noted.append(person)

    monkeypatch.setattr(server.store.evenings, "note_seen", note_seen)
    await ask(ada, "GET", f"/{evening}")
    await ask(visit(server.address), "GET", f"/{evening}")
    assert noted == []
    at = await server.store.evenings.get(evening)
    assert at is not None
    third = at.guests[0].seen_at + presence.HERE_MS // 3
    for now in (third, third + 1):
        assert noted == []
        monkeypatch.setattr(
            import_module("spite_and_malice.server.features.evenings.acts"), "now_ms", lambda now=now: now
        )
        await ask(ada, "GET", f"/{evening}")
    assert noted == [await person_of(ada)]
    await ask(ada, "POST", f"/{evening}/end")
    await ask(ada, "GET", f"/{evening}")
    assert len(noted) == 1


async def test_the_host_asks_whether_all_are_ready_and_counts_as_ready(server: RunningServer, visit: Visit) -> None:
    evening, (ada, ben) = await begin(visit, server, "Ada", "Ben")
    called = await ask(ada, "POST", f"/{evening}/rounds", round=0)
    assert (called["called"], called["round"], called["awaited"]) == (True, 0, ["Ben"])
    assert [guest["state"] for guest in sorted(called["guests"], key=lambda each: each["number"])] == [
        "ready",
        "waiting",
    ]
    await ask(ben, "PUT", f"/{evening}/me/state", state="paused")
    # One who pauses is not awaited, and who was late with their call changes nothing.
    late = await ask(ada, "POST", f"/{evening}/rounds", round=7)
    assert (late["round"], late["awaited"], late["enough"]) == (0, [], False)
    drawn = await ask(ben, "PUT", f"/{evening}/me/state", state="ready")
    assert (drawn["round"], drawn["called"]) == (1, False)
    planned = (await ask(ada, "POST", starts_at=now_ms() + 3_600_000))["id"]
    begun = await ask(ada, "POST", f"/{planned}/rounds", round=0)
    assert (begun["planned"], begun["called"]) == (False, True)

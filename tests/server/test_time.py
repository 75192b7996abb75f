"""Presence, absence and clocks: a stand-in plays for people away too long or out of time, until they come back."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from spite_and_malice.play import verify
from spite_and_malice.server import housekeeping
from spite_and_malice.server.games.spite import computers, timing
from spite_and_malice.server.games.spite import table as tables
from spite_and_malice.server.games.spite.computers import Programs
from spite_and_malice.server.games.spite.seats import stand_in
from spite_and_malice.server.games.spite.table import after_action, full_clocks
from spite_and_malice.server.housekeeping import sweep
from spite_and_malice.server.protocol.settings import ClockSettings
from spite_and_malice.server.store import Store
from spite_and_malice.server.tables import presence, registry
from spite_and_malice.server.tables.registry import Rooms

from .conftest import Browser, Page, RunningServer, Serve, Visit
from .people import Company, begin, gather
from .play import discard, finish, is_event, to_my_turn
from .test_patience import set_up, sit, way
from .test_store import GAME, SEAL, START, TABLE
from .wall_clock import Time


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    clock = Time()
    monkeypatch.setattr(timing, "time", clock)
    monkeypatch.setattr(presence, "time", clock)
    for module in (housekeeping, registry, tables, timing):
        monkeypatch.setattr(module, "now_ms", clock.now_ms)
    return clock


async def ring(server: RunningServer, company: Company) -> None:
    """Trigger the table's alarm as if it were due."""
    async with server.app.state.rooms.open(company.table_id) as room:
        await room.do(room._time_is_up)


async def test_a_dropped_line_is_shown_and_comes_back(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit)
    ada, ben = company.pages
    await ben.connection.close()
    told = await ada.people(lambda people: not people["seats"][1]["here"])
    assert told["seats"][1]["away_since"] > 10**12
    assert told["seats"][1]["stand_in"] is None
    again = await company.browsers[1].open(company.table_id)
    state = company.states[1]
    await again.send(type="hello", version=state["version"], game=1)
    told = await ada.people(lambda people: people["seats"][1]["here"])
    assert told["seats"][1]["away_since"] is None


async def test_who_is_away_too_long_is_played_for_and_may_come_back(
    server: RunningServer, visit: Visit, clock: Time
) -> None:
    company = await begin(server, visit, settings={"away_seconds": 60})
    ada, ben = company.pages
    await ben.connection.close()
    await ada.people(lambda people: not people["seats"][1]["here"])
    clock.forward += 59
    await ring(server, company)
    assert (await ada.greet())["people"]["seats"][1]["stand_in"] is None
    clock.forward += 2
    await ring(server, company)
    told = await ada.people(lambda people: people["seats"][1]["stand_in"] is not None)
    assert (told["seats"][1]["stand_in"], told["seats"][1]["free"], told["seats"][0]["stand_in"]) == (
        "away", False, None
    )  # fmt: skip
    back = await company.browsers[1].open(company.table_id)
    await back.greet()
    assert (await back.ask("back"))["type"] == "accepted"
    told = await ada.people(lambda people: people["seats"][1]["here"] and people["seats"][1]["stand_in"] is None)
    assert told["seats"][1]["name"] == "Ben"


async def test_a_game_that_everybody_left_waits_for_them(server: RunningServer, visit: Visit, clock: Time) -> None:
    company = await begin(server, visit, rules={"payoff": 2}, settings={"away_seconds": 20})
    watcher = await visit(server.address).open(company.table_id)
    await watcher.greet()
    for page in company.pages:
        await page.connection.close()
    await watcher.people(lambda people: not any(seat["here"] for seat in people["seats"]))
    clock.forward += 10**6
    await ring(server, company)
    state = await watcher.greet()
    assert (state["ply"], [seat["stand_in"] for seat in state["people"]["seats"]]) == (0, [None, None])
    # Once one of them is back, a stand-in plays for the other.
    ada = await company.browsers[0].open(company.table_id)
    await ada.greet()
    await ring(server, company)
    told = await ada.people(lambda people: people["seats"][1]["stand_in"] is not None)
    assert [seat["stand_in"] for seat in told["seats"]] == [None, "away"]


@pytest.mark.nightly(
    "src/spite_and_malice/server/tables/",
    "src/spite_and_malice/server/games/spite/",
    "src/spite_and_malice/server/clock.py",
)
async def test_stand_ins_for_everybody_play_while_one_of_them_looks_on(
    server: RunningServer, visit: Visit, clock: Time
) -> None:
    company = await begin(server, visit, rules={"payoff": 2})
    watcher = await visit(server.address).open(company.table_id)
    await watcher.greet()
    async with server.app.state.rooms.open(company.table_id) as room:
        for page in company.pages:
            await page.connection.close()
        await watcher.people(lambda people: not any(seat["here"] for seat in people["seats"]))
        row = stand_in(room.table, 0, "left")
        row = replace(stand_in(room.table.arranged(row), 1, "left"), revision=row.revision)
        await server.store.tables.arrange(row)
        room.rearrange(row, None)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.5):
                await watcher.get_until(is_event)
        await (await company.browsers[0].open(company.table_id)).greet()
        end = await watcher.get_until(lambda message: is_event(message) and message["view"]["result"] is not None)
    assert end["stand_in"]


@pytest.mark.nightly(
    "src/spite_and_malice/server/tables/",
    "src/spite_and_malice/server/games/spite/",
    "src/spite_and_malice/server/clock.py",
)
async def test_at_a_table_with_clocks_stand_ins_end_a_game_that_everybody_left(
    server: RunningServer, visit: Visit, clock: Time
) -> None:
    timed = {"away_seconds": 20, "clock": {"kind": "move", "seconds": 60}}
    company = await begin(server, visit, rules={"payoff": 2}, settings=timed)
    watcher = await visit(server.address).open(company.table_id)
    await watcher.greet()
    for page in company.pages:
        await page.connection.close()
    await watcher.people(lambda people: not any(seat["here"] for seat in people["seats"]))
    clock.forward += 30
    await ring(server, company)
    end = await watcher.get_until(lambda message: is_event(message) and message["view"]["result"] is not None)
    assert end["stand_in"]
    # Nobody gets credit for what a stand-in won for them.
    path = f"/table/{company.table_id}/games/1"
    pages = [(await browser.http.get(path)).text for browser in company.browsers]
    assert sum("<h1>A stand-in won for you</h1>" in page for page in pages) == 1
    assert not any("You won" in page for page in pages)
    lists = [(await browser.http.get("/games")).text for browser in company.browsers]
    assert sum("A stand-in won for you" in page for page in lists) == 1
    (listed,) = (await company.browsers[0].http.get("/api/tables")).json()
    assert listed["state"] in ("game_over", "match_over")


async def go_away(server: RunningServer, company: Company, clock: Time) -> Page:
    """Disconnect Ben until a stand-in plays for them; return Ada's page."""
    ada, ben = company.pages
    await ben.connection.close()
    await ada.people(lambda people: not people["seats"][1]["here"])
    clock.forward += 30
    await ring(server, company)
    await ada.people(lambda people: people["seats"][1]["stand_in"] == "away")
    return ada


async def at_ply(server: RunningServer, company: Company) -> dict[str, int]:
    """Return the state of the game, requested afresh."""
    async with server.app.state.rooms.open(company.table_id) as room:
        return {"game": room.table.number, "ply": room.table.ply}


async def test_who_waits_for_somebody_who_is_away_reads_until_when_and_claims_the_win(
    server: RunningServer, visit: Visit, clock: Time
) -> None:
    company = await begin(server, visit, settings={"away_seconds": 20})
    ada, ben = company.pages
    assert (await ada.greet())["people"]["now"] is None
    refused = await ada.ask("claim", seat=1, **await at_ply(server, company))
    assert (refused["type"], refused["code"]) == ("refused", "no_claim")
    await ben.connection.close()
    told = await ada.people(lambda people: people["now"] is not None)
    assert (told["now"]["state"], told["now"]["words"]) == ("away", "Ben is away.")
    assert told["now"]["then"].endswith("a stand-in plays for them, and you can claim the win:")
    assert told["now"]["at"] == told["seats"][1]["away_since"] + 20_000
    clock.forward += 30
    await ring(server, company)
    told = await ada.people(lambda people: people["now"]["state"] == "stands_in")
    assert told["now"]["acts"] == ["more_time", "claim"]
    # The spectators' text does not belong in it.
    watcher = await visit(server.address).open(company.table_id)
    assert (await watcher.greet())["people"]["now"]["acts"] == []
    await ada.people(lambda people: people["watching"] == 1)
    assert (await ada.ask("claim", seat=1, **await at_ply(server, company)))["type"] == "accepted"
    async with server.app.state.rooms.open(company.table_id) as room:
        assert room.table.game.outcome.winners == (0,)
    record = (await company.browsers[0].http.get(f"/api/tables/{company.table_id}/games/1/record")).text
    assert "reason: forfeit" in record
    assert "claimed by seat 0" in record
    assert verify(record) == ()


async def test_who_is_waited_for_again_has_as_long_once_more(
    server: RunningServer, visit: Visit, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    company = await begin(server, visit, settings={"away_seconds": 20})
    async with server.app.state.rooms.open(company.table_id) as room:
        monkeypatch.setattr(room._programs, "wake", lambda: None)
    ada = await go_away(server, company, clock)
    assert (await ada.ask("more_time", seat=1))["type"] == "accepted"
    told = (await ada.greet())["people"]
    assert (told["seats"][1]["stand_in"], told["now"]["state"]) == (None, "away")
    assert told["now"]["at"] == told["seats"][1]["away_since"] + 20_000
    clock.forward += 10
    await ring(server, company)
    assert (await ada.greet())["people"]["seats"][1]["stand_in"] is None
    clock.forward += 11
    await ring(server, company)
    await ada.people(lambda people: people["seats"][1]["stand_in"] == "away")
    # Nothing is claimed from somebody who is back, whether or not they have taken their seat yet.
    back = await company.browsers[1].open(company.table_id)
    await back.greet()
    await ada.people(lambda people: people["seats"][1]["here"])
    refused = await ada.ask("claim", seat=1, **await at_ply(server, company))
    assert (refused["type"], refused["code"]) == ("refused", "no_claim")


async def test_whose_clock_for_all_moves_is_up_is_not_waited_for_again(
    server: RunningServer, visit: Visit, clock: Time
) -> None:
    setting = {"kind": "player", "seconds": 60, "increment": 5}
    company = await begin(server, visit, settings={"clock": setting})
    late = company.turn
    clock.forward += 61
    await ring(server, company)
    other = company.pages[1 - late]
    # They watch, but have no move left in this game.
    told = await other.people(lambda people: people["now"] is not None)
    assert (told["seats"][late]["here"], told["now"]["acts"]) == (True, ["claim"])
    assert (await other.ask("more_time", seat=late))["code"] == "out_of_time"
    assert (await other.ask("claim", seat=late, **await at_ply(server, company)))["type"] == "accepted"


async def test_without_a_limit_a_game_waits_for_days(server: RunningServer, visit: Visit, clock: Time) -> None:
    company = await begin(server, visit, settings={"away_seconds": None})
    await company.pages[1].connection.close()
    clock.forward += 10**6
    await ring(server, company)
    assert (await company.pages[0].greet())["people"]["seats"][1]["stand_in"] is None


async def test_who_is_there_again_when_the_next_game_is_dealt_plays_it_himself(
    server: RunningServer, visit: Visit, clock: Time
) -> None:
    company = await begin(server, visit, rules={"payoff": 1}, settings={"away_seconds": 20})
    ada, ben = company.pages
    await ben.connection.close()
    await ada.people(lambda people: not people["seats"][1]["here"])
    clock.forward += 30
    await ring(server, company)
    state = await ada.greet()
    while state["view"]["result"] is None:
        if state["view"]["turn"] == 0:
            state = await ada.move(state, discard(state["view"]["legal"]))
        else:
            state = await ada.get_until(is_event)
    back = await company.browsers[1].open(company.table_id)
    assert (await back.greet())["people"]["seats"][1]["stand_in"] == "away"
    assert (await back.ask("next", game=state["game"]))["type"] == "accepted"
    snapshot = await ada.next(state)
    assert snapshot["people"]["seats"][1]["stand_in"] is None


async def test_a_clock_for_each_move_runs_out_and_begins_again(
    server: RunningServer, visit: Visit, clock: Time
) -> None:
    company = await begin(server, visit, settings={"clock": {"kind": "move", "seconds": 10}})
    turn = company.turn
    assert company.states[0]["people"]["clocks"] is not None
    clock.forward += 7
    event = await company.play(discard(company.states[turn]["view"]["legal"]))
    assert event["clocks"] == [10_000, 10_000]
    late = company.turn
    clock.forward += 11
    await ring(server, company)
    told = await company.pages[0].people(lambda people: people["seats"][late]["stand_in"] is not None)
    assert (told["seats"][late]["stand_in"], told["clocks"][late]) == ("clock", None)
    answer = await company.pages[late].ask("back")
    assert answer["type"] == "accepted"
    people = (await company.pages[late].greet())["people"]
    assert 9_000 < people["clocks"][late] <= 10_000


async def test_a_stand_in_begins_late_while_the_person_looks_on_who_may_come_back(
    server: RunningServer, visit: Visit, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computers, "_RETURN_SECONDS", 600.0)
    company = await begin(server, visit, settings={"clock": {"kind": "move", "seconds": 10}})
    late = company.turn
    clock.forward += 11
    await ring(server, company)
    await company.pages[late].people(lambda people: people["seats"][late]["stand_in"] == "clock")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(1):
            await company.pages[late].get_until(is_event)
    assert (await company.pages[late].ask("back"))["type"] == "accepted"
    state = await company.pages[late].greet()
    assert (state["ply"], state["view"]["turn"]) == (0, late)
    # They play on, and their next stand-in waits no longer when they leave.
    clock.forward += 11
    await ring(server, company)
    await company.pages[late].connection.close()
    event = await company.pages[1 - late].get_until(is_event)
    assert (event["seat"], event["stand_in"]) == (late, True)


async def test_a_clock_for_all_moves_counts_down_and_ends_the_game_for_its_player(
    server: RunningServer, visit: Visit, clock: Time
) -> None:
    setting = {"kind": "player", "seconds": 60, "increment": 5}
    company = await begin(server, visit, settings={"clock": setting})
    turn = company.turn
    clock.forward += 20
    event = await company.play(discard(company.states[turn]["view"]["legal"]))
    assert 44_000 < event["clocks"][turn] <= 45_000
    assert event["clocks"][1 - turn] == 60_000
    late = company.turn
    clock.forward += 61
    await ring(server, company)
    await company.pages[0].people(lambda people: people["seats"][late]["stand_in"] == "clock")
    assert (await company.pages[late].ask("back"))["code"] == "out_of_time"


@pytest.mark.parametrize("kind", ["move", "player"])
async def test_who_leaves_and_comes_back_has_no_more_time_than_before(
    server: RunningServer, visit: Visit, clock: Time, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    company = await begin(server, visit, settings={"clock": {"kind": kind, "seconds": 600}})
    async with server.app.state.rooms.open(company.table_id) as room:
        # The stand-in has not moved yet when the person is back.
        monkeypatch.setattr(room._programs, "wake", lambda: None)
        mover = company.pages[company.turn]
        clock.forward += 550
        assert (await mover.ask("leave"))["type"] == "accepted"
        assert (await mover.ask("back"))["type"] == "accepted"
        clocks = (await mover.greet())["people"]["clocks"]
    assert 0 < clocks[company.turn] <= 50_000


async def there(address: str, company: Company, seat: int, visit: Visit) -> Page:
    """Open the table for a seat's person at another server on the same file."""
    browser = visit(address)
    browser.http.cookies = company.browsers[seat].http.cookies
    return await browser.open(company.table_id)


async def test_a_process_that_takes_a_game_over_gives_no_time_back(serve: Serve, visit: Visit, clock: Time) -> None:
    async with serve() as server, serve() as other:
        company = await begin(server, visit, settings={"clock": {"kind": "player", "seconds": 60}})
        mover = company.turn
        clock.forward += 20
        page = await there(other.address, company, mover, visit)
        old = await page.greet()
        clocks = old["people"]["clocks"]
        assert clocks[1 - mover] == 60_000
        assert 35_000 < clocks[mover] <= 40_000
        event = await company.play(discard(company.states[mover]["view"]["legal"]))
        # The other process hears nothing of it, and finds the move with its clocks when it tries to make another.
        found = await page.move(old, max(old["view"]["legal"]))
        assert (found["type"], found["move"], found["clocks"]) == ("event", event["move"], event["clocks"])


@pytest.mark.nightly(
    "src/spite_and_malice/server/tables/",
    "src/spite_and_malice/server/games/spite/",
    "src/spite_and_malice/server/clock.py",
)
async def test_time_that_was_used_before_leaving_is_used_in_every_process(
    serve: Serve, visit: Visit, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The stand-in has not moved yet when the person is back.
    monkeypatch.setattr(Programs, "wake", lambda programs: None)
    async with serve() as server, serve() as other:
        company = await begin(server, visit, settings={"clock": {"kind": "player", "seconds": 600}})
        mover = company.turn
        clock.forward += 550
        assert (await company.pages[mover].ask("leave"))["type"] == "accepted"
        page = await there(other.address, company, mover, visit)
        await page.greet()
        assert (await page.ask("back"))["type"] == "accepted"
        assert 0 < (await page.greet())["people"]["clocks"][mover] <= 50_000


@pytest.mark.nightly(
    "src/spite_and_malice/server/tables/",
    "src/spite_and_malice/server/games/spite/",
    "src/spite_and_malice/server/clock.py",
)
async def test_clocks_that_a_living_process_looks_after_count_and_others_stand_still(
    serve: Serve, visit: Visit, clock: Time
) -> None:
    async with serve() as server, serve() as other:
        company = await begin(server, visit, settings={"clock": {"kind": "player", "seconds": 600}})
        mover = company.turn
        clock.forward += 200
        await server.store.tables.keep_clocks(server.app.state.rooms.clocked(), clock.now_ms())
        page = await there(other.address, company, mover, visit)
        assert 395_000 < (await page.greet())["people"]["clocks"][mover] <= 400_000
    clock.forward += 3600
    async with serve() as server:
        page = await there(server.address, company, mover, visit)
        assert 395_000 < (await page.greet())["people"]["clocks"][mover] <= 400_000
    clock.forward += 60
    async with serve() as server:
        page = await there(server.address, company, mover, visit)
        # A restart costs the players less time than distinguishing it from the end of one of several processes.
        assert 330_000 < (await page.greet())["people"]["clocks"][mover] <= 340_000


async def test_clocks_are_kept_over_a_restart(serve: Serve, visit: Visit, clock: Time) -> None:
    async with serve() as server:
        company = await begin(server, visit, settings={"clock": {"kind": "player", "seconds": 60}})
        mover = company.turn
        clock.forward += 20
        await company.play(discard(company.states[mover]["view"]["legal"]))
    clock.forward += 1000
    async with serve() as server:
        again = visit(server.address)
        again.http.cookies = company.browsers[0].http.cookies
        clocks = (await (await again.open(company.table_id)).greet())["people"]["clocks"]
        assert 39_000 < clocks[mover] <= 40_000
        assert 55_000 < clocks[1 - mover] <= 60_000


async def test_time_goes_on_after_a_restart_though_nobody_comes(serve: Serve, visit: Visit, clock: Time) -> None:
    async with serve() as server:
        timed = {"away_seconds": 20, "clock": {"kind": "move", "seconds": 60}}
        company = await begin(server, visit, rules={"payoff": 1}, settings=timed)
    async with serve() as server:
        rooms = server.app.state.rooms
        await sweep(server.store, rooms)
        assert company.table_id in rooms
        clock.forward += 21
        await ring(server, company)
        watcher = await visit(server.address).open(company.table_id)
        state = await watcher.greet()
        while state["view"]["result"] is None:
            state = await watcher.get_until(is_event)


async def test_a_gathering_that_nobody_comes_back_to_is_closed_after_a_day(serve: Serve, visit: Visit) -> None:
    day = 24 * 3600 * 1000
    async with serve() as server:
        gathering = await gather(server, visit)
        playing = await begin(server, visit)
        for page in (*gathering.pages, *playing.pages):
            await page.connection.close()
        (table,) = (await gathering.browsers[0].http.get("/api/tables")).json()
        rooms = server.app.state.rooms
        await sweep(server.store, rooms, table["changed_at"] + day - 1)
        assert len((await gathering.browsers[0].http.get("/api/tables")).json()) == 1
        await sweep(server.store, rooms, table["changed_at"] + 2 * day)
        assert (await gathering.browsers[0].http.get("/api/tables")).json() == []
        assert len((await playing.browsers[0].http.get("/api/tables")).json()) == 1


@pytest.mark.parametrize(
    ("kind", "elapsed", "goes_further", "left"),
    [
        ("move", 3_000, True, 10_000),
        ("move", 3_000, False, 7_000),
        ("player", 3_000, True, 9_000),
        ("player", 3_000, False, 7_000),
        ("player", 12_000, False, 0),
    ],
)
def test_what_an_action_does_to_a_clock(kind: Any, elapsed: int, goes_further: bool, left: int) -> None:
    settings = ClockSettings(kind, 10, increment=2)
    assert after_action(settings, full_clocks(settings, 3), 1, elapsed, goes_further) == (10_000, left, 10_000)


@pytest.mark.parametrize("seconds", [3600.0, 20.0, -3600.0, -20.0])
async def test_a_clock_on_the_wall_that_is_set_takes_and_gives_no_time(
    server: RunningServer, visit: Visit, clock: Time, seconds: float
) -> None:
    company = await begin(server, visit, settings={"clock": {"kind": "player", "seconds": 60}})
    turn = company.turn
    clock.forward += 10
    clock.set_by += seconds
    # Every change at the table makes its clocks be checked again.
    assert (await company.pages[turn].ask("wear", head="mei"))["type"] == "accepted"
    assert 45_000 < (await company.pages[turn].greet())["people"]["clocks"][turn] <= 50_000
    await ring(server, company)
    async with server.app.state.rooms.open(company.table_id) as room:
        assert room.table.row.seats[turn].stand_in is None


@pytest.mark.nightly(
    "src/spite_and_malice/server/tables/",
    "src/spite_and_malice/server/games/spite/",
    "src/spite_and_malice/server/clock.py",
)
@pytest.mark.parametrize("seconds", [3600.0, -3600.0])
async def test_a_clock_on_the_wall_that_is_set_between_two_processes_takes_and_gives_no_time(
    serve: Serve, visit: Visit, clock: Time, seconds: float
) -> None:
    async with serve() as server, serve() as other:
        company = await begin(server, visit, settings={"clock": {"kind": "player", "seconds": 60}})
        turn = company.turn
        clock.forward += 10
        await server.store.tables.keep_clocks(server.app.state.rooms.clocked(), clock.now_ms())
        clock.set_by += seconds
        page = await there(other.address, company, turn, visit)
        assert 45_000 < (await page.greet())["people"]["clocks"][turn] <= 50_000


@pytest.mark.nightly(
    "src/spite_and_malice/server/tables/",
    "src/spite_and_malice/server/games/spite/",
    "src/spite_and_malice/server/clock.py",
)
@pytest.mark.parametrize("beats", [True, False])
@pytest.mark.parametrize("seconds", [3600.0, 60.0, 20.0, -20.0, -3600.0])
async def test_a_clock_on_the_wall_that_is_set_before_a_restart_takes_and_gives_no_time(
    serve: Serve, visit: Visit, clock: Time, seconds: float, beats: bool
) -> None:
    async with serve() as server:
        company = await begin(server, visit, settings={"clock": {"kind": "player", "seconds": 60}})
        turn = company.turn
        clock.forward += 10
        clock.set_by += seconds
        if beats:
            await server.app.state.rooms.keep_clocks()
            clock.forward += 5
            await server.app.state.rooms.keep_clocks()
    clock.forward += 5
    async with serve() as server:
        page = await there(server.address, company, turn, visit)
        used = 20 if beats else 15
        # The test's own time counts as well.
        assert 40_000 < 1000 * used + (await page.greet())["people"]["clocks"][turn] <= 60_000


async def test_an_undo_brings_no_new_time(server: RunningServer, visit: Visit, clock: Time) -> None:
    company = await begin(server, visit, settings={"clock": {"kind": "move", "seconds": 100}})
    while not (quiet := [text for text in legal(company) if text[0] in "HS" and "-C" in text]):
        await company.play(discard(legal(company)))
    turn, page = company.turn, company.pages[company.turn]
    event = await company.play(quiet[0])
    for _ in range(2):
        clock.forward += 10
        await page.send(type="undo", id=f"u{event['ply']}", game=1, ply=event["ply"])
        event = await page.get()
        clock.forward += 10
        event = await page.move(event, quiet[0])
    assert 59_000 < event["clocks"][turn] <= 60_000


def legal(company: Company) -> list[str]:
    moves: list[str] = company.states[company.turn]["view"]["legal"]
    return moves


async def test_a_new_game_has_full_clocks(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit, rules={"payoff": 1}, settings={"clock": {"kind": "player", "seconds": 60}})
    await company.finish()
    await company.pages[1].ask("next", game=1)
    state = await company.pages[0].next(company.states[0])
    assert all(55_000 < left <= 60_000 for left in state["people"]["clocks"])


@pytest.mark.nightly(
    "src/spite_and_malice/server/tables/",
    "src/spite_and_malice/server/games/spite/",
    "src/spite_and_malice/server/clock.py",
)
async def test_a_clock_that_is_set_back_in_mid_game_loses_nothing(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await browser.table(preset="standard", rules={"payoff": 4})
    page = await browser.open(table)
    state = await to_my_turn(page, await page.hello())
    state = await page.move(state, discard(state["view"]["legal"]))
    patience = await set_up(browser)
    solitaire = await sit(browser, patience)
    moves = way()
    await solitaire.play(*moves[:3])
    three_days = 3 * 86_400 * 10**9
    monkeypatch.setattr(
        "spite_and_malice.server.clock.time", SimpleNamespace(time_ns=lambda: time.time_ns() - three_days)
    )
    await finish(page, state)
    over = await solitaire.play(*moves[3:])
    assert over["state"]["elapsed"] >= 0
    at = f"/api/tables/{table}/games/1"
    assert 0 <= (await browser.http.get(f"{at}/review")).json()["seconds"] < 3600
    replay = (await browser.http.get(f"/api/tables/{patience}/games/1/replay")).json()
    times = [frame["at"] for frame in replay["frames"]]
    assert times == sorted(times)
    for address in (at, f"/api/tables/{patience}/games/1"):
        assert (await browser.http.get(f"{address}/check")).json()["faults"] == []
    figures = (await browser.http.get("/api/statistics")).json()["all"]
    assert figures["games"] == 1
    later = await browser.table()
    assert {each["id"] for each in (await browser.http.get("/api/tables")).json()} == {table, patience, later}
    assert (await browser.http.get("/statistics")).status_code == 200


async def test_a_server_that_begins_looks_at_the_newest_games_and_rests_before_it_goes_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(7):
        await store.tables.add(replace(TABLE, id=f"t{number}"), SEAL, replace(START, turn=1), GAME)
    monkeypatch.setattr(housekeeping, "_GAMES_AT_ONCE", 3)
    done: list[object] = []

    class Woken:
        async def wake(self, table_id: str) -> None:
            done.append(table_id)

    async def rest(seconds: float) -> None:
        done.append(seconds > 0)

    # Only of this module: a server of an earlier test may still be sleeping in this loop.
    monkeypatch.setattr(housekeeping, "asyncio", SimpleNamespace(sleep=rest))
    await sweep(store, cast(Rooms, Woken()), rests=19)
    parts = [sorted(map(str, done[:3])), done[3], sorted(map(str, done[4:7])), done[7], *done[8:]]
    assert parts == [["t4", "t5", "t6"], True, ["t1", "t2", "t3"], True, "t0", True]

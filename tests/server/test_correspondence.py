"""Games by correspondence: nobody has to stay, and your own are listed by turn and by the time left."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec import convert
from sqlalchemy import select, update

from spite_and_malice.server.clock import now_ms
from spite_and_malice.server.protocol.settings import AMONG_PEOPLE, ClockSettings, SettingsRequest
from spite_and_malice.server.store.database.schema import tables
from spite_and_malice.server.tables.presence import Presence

from .conftest import Browser, RunningServer, Visit
from .people import OPEN, PERSON, Company, begin
from .play import discard
from .services import behind
from .test_friends import ask, befriend, people

HOUR = 3_600_000


def slow(days: int = 1) -> dict[str, Any]:
    return {"clock": {"kind": "move", "seconds": 86_400 * days}}


async def listed(browser: Browser) -> dict[str, Any]:
    return {table["id"]: table for table in (await browser.http.get("/api/tables")).json()}


async def order(browser: Browser, path: str = "/correspondence") -> list[str]:
    """Return the tables that a page lists, from top to bottom."""
    page = await browser.http.get(path)
    assert page.status_code == 200
    return list(dict.fromkeys(re.findall(r'class="table-card" href="/table/([\w-]+)"', page.text)))


async def until_turn(company: Company, seat: int) -> None:
    while company.turn != seat:
        await company.play(discard(company.states[company.turn]["view"]["legal"]))


def wind_back(server: RunningServer, table_id: str, milliseconds: int) -> None:
    """Make a clock have run for longer."""
    with behind(f"sqlite:///{server.store.name}") as connection:
        since = connection.execute(select(tables.c.clocks_since).where(tables.c.id == table_id)).scalar_one()
        changed = update(tables).where(tables.c.id == table_id).values(clocks_since=since - milliseconds)
        connection.execute(changed)


def test_where_a_move_may_take_a_day_nobody_has_to_stay() -> None:
    def away(**settings: Any) -> int | None:
        return SettingsRequest(**settings).upon(AMONG_PEOPLE).away_seconds

    def clock(kind: str, seconds: int) -> ClockSettings:
        return convert({"kind": kind, "seconds": seconds}, ClockSettings)

    assert away() == 180
    assert away(clock=clock("move", 86_400)) is None
    assert away(clock=clock("move", 86_400), away_seconds=60) is None
    assert away(clock=clock("move", 86_400), rated=True) is None
    assert away(clock=clock("move", 60), rated=True) == 180
    assert away(clock=clock("player", 86_400)) == 180
    assert away(clock=clock("move", 600)) == 180


async def test_ones_own_games_are_listed_by_turn_and_time(server: RunningServer, visit: Visit) -> None:
    first = await begin(server, visit, settings=slow(3))
    await until_turn(first, 0)
    ada = first.browsers[0]
    ids = [first.table_id]
    for seat, days in ((0, 1), (1, 1)):
        company = Company(await ada.table([PERSON, OPEN], preset="standard", settings=slow(days)))
        for number, browser in enumerate((ada, visit(server.address))):
            page = await browser.open(company.table_id)
            await page.greet()
            if number:
                await page.ask("sit", seat=1, name="Ben")
            company.pages.append(page)
        await company.start()
        await until_turn(company, seat)
        ids.append(company.table_id)
    waiting = await ada.table([PERSON, OPEN], settings=slow())
    quick = await ada.table([PERSON, OPEN])
    three_days, one_day, others = ids
    assert await order(ada) == [one_day, three_days, others, waiting]
    wind_back(server, three_days, 60 * HOUR)
    assert await order(ada) == [three_days, one_day, others, waiting]
    # At home they have a list of their own, and are in no other.
    assert (await order(ada, "/"))[:2] == [quick, three_days]

    shown = await listed(ada)
    left = shown[three_days]["deadline"] - now_ms()
    assert 11 * HOUR < left <= 12 * HOUR
    assert shown[one_day]["your_turn"]
    assert not shown[others]["your_turn"]
    assert shown[others]["deadline"] is not None
    assert shown[waiting]["deadline"] is None
    assert shown[quick]["deadline"] is None
    assert await order(visit(server.address)) == []


async def test_who_is_away_for_a_while_keeps_their_seat(
    server: RunningServer, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    company = await begin(server, visit, settings=slow())
    await until_turn(company, 1)
    await company.pages[1].connection.close()
    people = await company.pages[0].people(lambda people: not people["seats"][1]["here"])
    assert people["settings"]["away_seconds"] is None
    async with server.app.state.rooms.open(company.table_id) as room:
        assert room.timing.due() > 23 * 3600
        for hours, gone in ((1, set()), (25, {0, 1})):
            monkeypatch.setattr(Presence, "away_for", lambda _presence, _seat, hours=hours: hours * 3600.0)
            assert room.timing.gone() == gone


async def test_somebody_known_is_invited_to_a_game_by_correspondence(server: RunningServer, visit: Visit) -> None:
    ada, ben = visit(server.address), visit(server.address)
    await befriend(ada, ben)
    assert "Ben" in (await ada.http.get("/correspondence")).text
    who = (await people(ada))["Ben"]["who"]
    assert (await ask(ada, "POST", f"{who}/invite", days=15))[0] == 400
    status, table = await ask(ada, "POST", f"{who}/invite", days=3)
    assert status == 200
    found = await server.store.tables.listed(table["id"])
    assert found is not None
    settings = found.table.settings
    assert settings["clock"] == {"kind": "move", "seconds": 259_200, "increment": 0}
    assert settings["away_seconds"] is None
    assert await order(ada) == [table["id"]]


async def test_a_holiday_gives_time_once_a_month(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit, settings=slow())
    ada, ben = company.browsers
    await until_turn(company, 1)
    before = (await listed(ben))[company.table_id]["deadline"]
    idle = visit(server.address)
    refused = await idle.http.post("/api/correspondence/holiday", json={})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "no_games")
    answer = await ben.http.post("/api/correspondence/holiday", json={})
    assert answer.json() == {"days": 5, "games": 1}
    assert (await listed(ben))[company.table_id]["deadline"] == before + 5 * 24 * HOUR
    # The table itself counts so too, and goes on.
    snapshot = await company.pages[0].get_until(lambda message: message["type"] == "snapshot")
    assert snapshot["people"]["clocks"][1] > 5 * 24 * HOUR
    again = await ben.http.post("/api/correspondence/holiday", json={})
    assert (again.status_code, again.json()["error"]["code"]) == (409, "holiday_taken")
    assert "Take this month" not in (await ben.http.get("/correspondence")).text
    assert "Take this month" in (await ada.http.get("/correspondence")).text
    company.states[1] = await company.pages[1].get_until(lambda message: message["type"] == "snapshot")
    company.states[0] = snapshot
    await company.play(discard(company.states[1]["view"]["legal"]))
    person = (await ben.http.get("/api/me")).json()["person"]
    assert len((await server.store.people.export(person))["holidays"]) == 1
    await ben.http.request("DELETE", "/api/me", json={})
    assert (await server.store.people.export(person))["holidays"] == []


async def test_who_let_their_time_run_out_is_given_three_more_days(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit, settings=slow())
    # Ada moves last, so that Ben hears of the turn.
    for seat in (0, 1):
        await until_turn(company, seat)
    ada, ben = company.pages
    told = await ben.people(lambda people: people["now"]["state"] == "yours")
    assert told["now"]["at"] == (await listed(company.browsers[0]))[company.table_id]["deadline"]
    refused = await ada.ask("more_time", seat=1)
    assert (refused["type"], refused["code"]) == ("refused", "no_stand_in")
    wind_back(server, company.table_id, 25 * HOUR)
    async with server.app.state.rooms.open(company.table_id) as room:
        await room.do(room.reload)
        await room.do(room._time_is_up)
    # The stand-in moves, so it is Ada's turn, and she reads what happened and what she can do.
    told = await ada.people(lambda people: people["now"]["state"] == "alone")
    assert told["now"]["words"] == ("Ben let their time run out: a computer player plays for them.")
    assert told["now"]["acts"] == ["table", "more_time", "claim"]
    shown = (await listed(company.browsers[1]))[company.table_id]["now"]
    assert (shown["state"], shown["acts"][0]) == ("stood_in", "back")
    refused = await ben.ask("more_time", seat=0)
    assert (refused["type"], refused["code"]) == ("refused", "stand_in")
    assert (await ada.ask("more_time", seat=1))["type"] == "accepted"
    told = await ben.people(lambda people: people["seats"][1]["stand_in"] is None)
    assert told["now"]["state"] == "theirs"
    assert told["clocks"][1] == 72 * HOUR
    # Ada's own time continues unchanged.
    assert 23 * HOUR < told["clocks"][0] <= 24 * HOUR


async def test_the_win_is_claimed_from_who_let_their_time_run_out(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit, settings=slow())
    for seat in (0, 1):
        await until_turn(company, seat)
    ada, ben = company.pages

    def asked(seat: int, ply: int) -> dict[str, int]:
        return {"game": 1, "ply": ply, "seat": seat}

    async with server.app.state.rooms.open(company.table_id) as room:
        ply = room.table.ply
    refused = await ada.ask("claim", **asked(1, ply))
    assert (refused["type"], refused["code"]) == ("refused", "no_claim")
    wind_back(server, company.table_id, 25 * HOUR)
    async with server.app.state.rooms.open(company.table_id) as room:
        await room.do(room.reload)
        await room.do(room._time_is_up)
    await ada.people(lambda people: people["now"]["state"] == "alone")
    async with server.app.state.rooms.open(company.table_id) as room:
        ply = room.table.ply
    for page, seat, code in ((ben, 0, "stand_in"), (ada, 0, "no_claim"), (ada, 7, "no_claim")):
        refused = await page.ask("claim", **asked(seat, ply))
        assert (refused["type"], refused["code"]) == ("refused", code)
    stale = await ada.ask("claim", **asked(1, ply - 1))
    assert (stale["type"], stale["code"]) == ("refused", "stale")
    assert (await ada.ask("claim", **asked(1, ply)))["type"] == "accepted"
    record = (await company.browsers[0].http.get(f"/api/tables/{company.table_id}/games/1/record")).text
    assert "reason: forfeit" in record
    assert "claimed by seat 0" in record
    again = await ada.ask("claim", **asked(1, ply))
    assert again["type"] == "refused"
    # Nothing of it is lost when the table is reloaded.
    async with server.app.state.rooms.open(company.table_id) as room:
        await room.do(room.reload)
        assert room.table.game.outcome.winners == (0,)


async def test_two_games_with_the_same_friend_say_when_they_began(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit)
    page = (await company.browsers[0].http.get("/games")).text
    assert re.search(r"begun <time [^>]*></time>, last move <time [^>]*></time>", page)
    await company.browsers[0].table([PERSON, {"kind": "computer", "player": "greedy"}])
    alone = (await company.browsers[0].http.get("/games")).text
    assert alone.count("begun <time") == 1

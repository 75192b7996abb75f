"""Around the game: chat, spectators, finding others to play with, and programs with a token (docs/protocol.md)."""

from __future__ import annotations

import secrets
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from spite_and_malice.server.app import create_app
from spite_and_malice.server.features import lobby
from spite_and_malice.server.games.spite import audience, restore
from spite_and_malice.server.games.spite.table import Table
from spite_and_malice.server.protocol.settings import Settings
from spite_and_malice.server.tables.chat import PHRASES

from .conftest import SECONDS, Page, RunningServer, Serve, Visit, configured
from .people import GREEDY, OPEN, PERSON, begin, dealt, gather
from .play import discard, is_event


async def said(page: Page) -> dict[str, Any]:
    return await page.get_until(lambda message: message["type"] == "said")


async def test_what_is_said_reaches_everybody(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit)
    ada, ben = company.pages
    watcher = await visit(server.address).open(company.table_id)
    await watcher.greet()
    own = await ben.ask("say", text="  Good\tevening,\n Ada ")
    assert (own["type"], own["text"], own["phrase"], own["seat"], own["name"]) == (
        "said", "Good evening, Ada", None, 1, "Ben"
    )  # fmt: skip
    assert own["at"] > 10**12
    for page in (ada, watcher):
        assert await said(page) == own | {"id": None}
    assert (await ada.ask("say", phrase="well_played"))["phrase"] == "well_played"
    late = await visit(server.address).open(company.table_id)
    assert [(line["seat"], line["text"], line["phrase"]) for line in (await late.greet())["chat"]] == [
        (1, "Good evening, Ada", None), (0, None, "well_played")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("chat", "message", "code"),
    [
        ("all", {}, "malformed"),
        ("all", {"text": "x", "phrase": "hello"}, "malformed"),
        ("all", {"text": " \n "}, "malformed"),
        ("all", {"text": "x" * 281}, "malformed"),
        ("all", {"phrase": "rude"}, "malformed"),
        ("phrases", {"text": "Hello"}, "chat_off"),
        ("off", {"text": "Hello"}, "chat_off"),
        ("off", {"phrase": "hello"}, "chat_off"),
    ],
)
async def test_what_may_not_be_said_is_refused(
    server: RunningServer, visit: Visit, chat: str, message: dict[str, Any], code: str
) -> None:
    company = await gather(server, visit, settings={"chat": chat})
    await company.pages[1].send(type="say", id="x", **message)
    refused = await company.pages[1].get_until(lambda answer: answer["type"] == "refused")
    assert (refused["code"], refused["id"]) == (code, "x")
    assert (await company.pages[0].greet())["chat"] == []


async def test_nobody_says_too_much_at_once(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit)
    answers = [await company.pages[1].ask("say", phrase=phrase) for phrase in PHRASES[:6]]
    assert [answer["type"] for answer in answers] == ["said"] * 5 + ["refused"]
    assert answers[-1]["code"] == "slow_down"
    assert (await company.pages[0].ask("say", phrase="hello"))["type"] == "said"


async def test_a_host_without_a_seat_can_speak(server: RunningServer, visit: Visit) -> None:
    host = visit(server.address)
    page = await host.open(await host.table([GREEDY, OPEN], preset="standard"))
    assert (await page.greet())["people"]["host"] is True
    line = await page.ask("say", text="Sit down")
    assert (line["seat"], line["name"]) == (None, "Host")


async def test_watching_with_a_delay_shows_no_newer_action(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit, rules={"payoff": 3}, settings={"delay": 4})
    watcher = await visit(server.address).open(company.table_id)
    first = await watcher.greet()
    assert (first["ply"], first["view"]["seat"], first["people"]["clocks"]) == (0, None, None)
    shown = [first["ply"]]
    while not company.is_over:
        event = await company.play()
        if company.is_over:
            break
        # Whatever is sent to the watcher for this action comes before the answer to this.
        await watcher.send(type="undo", id="x", game=1, ply=event["ply"])
        while (message := await watcher.get())["type"] != "refused":
            assert message["type"] == "event"
            shown.append(message["ply"])
        assert (message["code"], message["view"], message["version"]) == ("not_seated", None, None)
        assert shown[-1] == max(0, event["ply"] - 4)
        if event["ply"] == 7:
            late = await visit(server.address).open(company.table_id)
            again = await late.greet(version=1, game=1)
            assert (again["type"], again["ply"], len(again["log"])) == ("snapshot", 3, 3)
            assert again["version"] == event["version"] - 4
    end = await watcher.get_until(lambda message: is_event(message) and message["view"]["result"] is not None)
    assert end["ply"] == company.states[0]["ply"]
    assert (await watcher.greet())["view"]["result"] is not None
    assert shown == list(range(shown[-1] + 1))


async def test_lines_come_late_to_who_watches_late(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit, settings={"delay": 2})
    watcher = await visit(server.address).open(company.table_id)
    await watcher.greet()
    await company.play(discard(company.states[company.turn]["view"]["legal"]))
    await company.pages[0].ask("say", text="Did you see that?")
    assert (await watcher.greet())["chat"] == []
    for _ in range(2):
        await company.play(discard(company.states[company.turn]["view"]["legal"]))
    got = [await watcher.get_until(lambda m: m["type"] in ("event", "said")) for _ in range(2)]
    assert [message["type"] for message in got] == ["event", "said"]


async def test_where_nobody_may_watch_strangers_are_sent_away(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit, settings={"spectators": False})
    early = await visit(server.address).open(company.table_id)
    assert (await early.greet())["people"]["state"] == "gathering"
    await company.start()
    refused = await early.get_until(lambda message: message["type"] == "refused")
    assert refused["code"] == "no_spectators"
    assert await early.closed() == 4003
    stranger = await visit(server.address).open(company.table_id)
    await stranger.send(type="hello")
    assert (await stranger.get())["code"] == "no_spectators"
    # A free seat can be queried, and nothing else seen.
    await company.pages[1].ask("leave")
    guest = await visit(server.address).open(company.table_id)
    state = await guest.greet()
    assert (state["view"], state["log"], state["chat"], state["people"]["state"]) == (None, [], [], "running")
    assert (await guest.ask("move", game=1, ply=0, move="pass"))["view"] is None
    assert (await guest.ask("take", seat=1, name="Cleo"))["type"] == "accepted"
    assert guest.snapshot is not None
    assert guest.snapshot["view"]["seat"] == 1


async def test_two_who_press_play_sit_at_one_table_that_starts_by_itself(server: RunningServer, visit: Visit) -> None:
    wanted = {"preset": "goal-13", "players": 2}
    browsers = [visit(server.address) for _ in range(3)]
    answers = [
        (await browser.http.post("/api/play", json=wanted | {"name": name})).json()
        for browser, name in zip(browsers, ("Ada", "Ben", "Cleo"), strict=True)
    ]
    assert answers[0] == answers[1]
    assert answers[2]["url"] != answers[0]["url"]
    # Repeating the request keeps the place.
    assert (await browsers[2].http.post("/api/play", json=wanted)).json() == answers[2]
    # Another game is another table.
    other = (await browsers[2].http.post("/api/play", json={"preset": "standard"})).json()
    assert other["url"] not in {answer["url"] for answer in answers}
    pages = [await browser.open(answers[0]["id"]) for browser in browsers[:2]]
    for page in pages:
        assert (await page.greet())["table"]["next_commitment"] == answers[0]["commitment"]
        await page.contribute({"game": 0})
    views = [await dealt(page) for page in pages]
    assert [view["table"]["you"] for view in views] == [0, 1]
    assert [seat["name"] for seat in views[0]["people"]["seats"]] == ["Ada", "Ben"]


async def test_open_tables_are_listed_while_somebody_waits(
    server: RunningServer, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    company = await gather(server, visit, count=3, settings={"listed": True, "delay": 2})
    hidden = await gather(server, visit)
    stranger = visit(server.address).http

    async def listed() -> dict[str, Any]:
        return {table["id"]: table for table in (await stranger.get("/api/tables/open")).json()}

    assert company.table_id not in await listed()
    await company.pages[2].ask("stand")
    table = (await listed())[company.table_id]
    assert (table["state"], table["free"], table["settings"]["delay"]) == ("gathering", 1, 2)
    assert [(seat["name"], seat["you"]) for seat in table["seats"]] == [("Ada", False), ("Ben", False), ("", False)]
    assert hidden.table_id not in await listed()
    assert server.app.state.rooms.waiting().count(company.table_id) == 1
    monkeypatch.setattr(lobby, "WAITING_MS", -1)
    assert await listed() == {}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"preset": "nothing"}, 422, "invalid_rules"),
        ({"preset": "standard", "players": 9}, 422, "invalid_rules"),
        ({}, 400, "malformed"),
        ({"preset": "standard", "name": "x" * 41}, 400, "malformed"),
    ],
)
async def test_a_game_that_cannot_be_is_refused(
    server: RunningServer, visit: Visit, body: dict[str, Any], status: int, code: str
) -> None:
    response = await visit(server.address).http.post("/api/play", json=body)
    assert (response.status_code, response.json()["error"]["code"]) == (status, code)


async def test_a_program_plays_with_a_token_of_its_own(server: RunningServer) -> None:
    headers = {"authorization": f"Bearer {secrets.token_urlsafe(32)}"}
    async with httpx.AsyncClient(base_url=f"http://{server.address}", headers=headers, timeout=SECONDS) as http:
        made = await http.post("/api/tables", json={"seats": [PERSON, GREEDY], "preset": "standard"})
        assert "set-cookie" not in made.headers
        address = f"ws://{server.address}{made.json()['url']}/ws"
        async with connect(address, additional_headers=headers, open_timeout=SECONDS) as connection:
            page = Page(connection)
            assert (await page.hello())["table"]["you"] == 0
        (listed,) = (await http.get("/api/tables")).json()
        assert listed["seats"][0]["you"] is True


async def test_a_game_is_played_again_once_for_all_who_watch_with_a_delay(
    server: RunningServer, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    replayed = []

    def at_ply(table: Table, ply: int) -> Table:
        replayed.append(ply)
        return restore.at_ply(table, ply)

    monkeypatch.setattr(audience, "at_ply", at_ply)
    company = await begin(server, visit, settings={"delay": 2})
    for _ in range(5):
        await company.play()
    watchers = [await visit(server.address).open(company.table_id) for _ in range(3)]
    for _ in range(5):
        snapshots = [await watcher.greet() for watcher in watchers]
        assert [snapshot["ply"] for snapshot in snapshots] == [3, 3, 3]
    assert replayed == [3]
    await company.play()
    assert (await watchers[0].greet())["ply"] == 4
    assert replayed == [3, 4]


async def test_one_address_sets_up_so_many_tables_a_minute(server: RunningServer) -> None:
    app = create_app(server.store, configured(tables_a_minute=2))
    transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http:
        body = {"seats": [PERSON, OPEN], "preset": "standard"}
        statuses = [(await http.post("/api/tables", json=body)).status_code for _ in range(2)]
        refused = await http.post("/api/play", json={"preset": "standard"})
        assert statuses == [201, 201]
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many")
        assert 0 < int(refused.headers["retry-after"]) <= 60
        assert (await http.get("/api/tables")).status_code == 200


async def test_one_address_has_so_many_games_played_again_a_minute(server: RunningServer) -> None:
    app = create_app(server.store, configured(replays_a_minute=3))
    transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http:
        game = "/api/tables/nowhere/games/1"
        statuses = [(await http.get(f"{game}/{what}")).status_code for what in ("record", "check", "review?seat=1")]
        assert statuses == [404, 404, 404]
        for what in ("record", "record/mine", "check", "check/", "review"):
            refused = await http.get(f"{game}/{what}")
            assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many")
        assert (await http.get("/table/nowhere/games/1")).status_code == 404


def test_settings_come_back_from_what_is_stored() -> None:
    settings = Settings.from_json({"clock": {"kind": "player", "seconds": 60}, "delay": 3})
    assert Settings.from_json(settings.to_json()) == settings
    assert Settings.from_json({}) == Settings()


async def test_everybody_is_told_in_his_own_language(server: RunningServer, visit: Visit) -> None:
    host = visit(server.address)
    table_id = await host.table([PERSON, OPEN, {"kind": "computer", "player": "greedy"}], preset="round")
    german = await visit(server.address).open(table_id, **{"accept-language": "de"})
    assert (await german.greet())["people"]["seats"][2]["name"] == "Gierhals"
    english = await host.open(table_id)
    assert (await english.greet())["people"]["seats"][2]["name"] == "Greedy"
    # The others read about it in their own language.
    told = await german.people(lambda people: people["seats"][0]["here"])
    assert told["seats"][2]["name"] == "Gierhals"
    await english.ask("configure", settings={"delay": 1})
    snapshot = await german.get_until(lambda message: message["type"] == "snapshot")
    assert snapshot["people"]["seats"][2]["name"] == "Gierhals"
    assert snapshot["table"]["rules_words"] != (await english.greet())["table"]["rules_words"]


async def test_so_many_watch_a_table_and_no_more(serve: Serve, visit: Visit) -> None:
    async with serve(watchers_of_one=2) as server:
        company = await begin(server, visit)
        watchers = [await visit(server.address).open(company.table_id) for _ in range(3)]
        for watcher in watchers[:2]:
            assert (await watcher.greet())["view"] is not None
        await watchers[2].send(type="hello")
        assert (await watchers[2].get())["code"] == "too_many"
        assert await watchers[2].closed() == 1013
        # Seated people are always admitted.
        assert (await (await company.browsers[1].open(company.table_id)).greet())["table"]["you"] == 1


async def test_from_one_address_so_many_pages_are_open_and_no_more(serve: Serve, visit: Visit) -> None:
    async with serve(pages_of_one=2) as server:
        browser = visit(server.address)
        table_id = await browser.table(preset="standard")
        # A proxy on this computer reports its client.
        pages = [await browser.open(table_id, **{"x-forwarded-for": "192.0.2.1"}) for _ in range(3)]
        assert (await pages[2].get())["code"] == "too_many"
        assert await pages[2].closed() == 1013
        other = await browser.open(table_id, **{"x-forwarded-for": "192.0.2.2"})
        assert (await other.greet())["type"] == "snapshot"

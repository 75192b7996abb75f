"""The websocket of a table (docs/protocol.md), through a real server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar, cast

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from spite_and_malice.server.http.identity import hash_token
from spite_and_malice.server.protocol.clients import LINE, Client
from spite_and_malice.server.protocol.incoming import Hello
from spite_and_malice.server.tables import socket
from tests.waiting import SECONDS

from .conftest import Browser, RunningServer, Serve, Taking, Visit
from .play import choose, discard, finish, is_event, to_my_turn


async def test_a_snapshot_says_everything_about_the_table(browser: Browser) -> None:
    table_id = await browser.table(preset="standard", rules={"payoff": 10}, target=25)
    snapshot = await (await browser.open(table_id)).hello()
    table = snapshot["table"]
    assert snapshot["type"] == "snapshot"
    assert snapshot["game"] == 1
    assert table["id"] == table_id
    assert table["preset"] == "standard"
    assert table["you"] == 0
    assert table["seats"] == [
        {"kind": "person", "name": "Ada", "side": 0},
        {"kind": "computer", "name": "Greedy", "side": 1, "player": "greedy"},
    ]
    assert table["match"] == {
        "scores": [0, 0],
        "target": 25,
        "over": False,
        "winners": [],
        "games_played": 0,
        "games": [],
        "stand_ins": [0, 0],
    }
    assert len(bytes.fromhex(table["commitment"])) == 32
    assert len(table["rules_words"]) > 5
    assert len(table["differences"]) == 2
    assert snapshot["view"]["rules"]["payoff"] == 10
    assert snapshot["view"]["seat"] == 0
    assert (snapshot["standing"], snapshot["seconds"]) == (None, None)


async def test_a_move_is_answered_by_an_event_with_its_id(browser: Browser) -> None:
    page = await browser.open(await browser.table(preset="standard"))
    state = await to_my_turn(page, await page.hello())
    move = discard(state["view"]["legal"])
    event = await page.move(state, move, id="mine")
    assert event["type"] == "event"
    assert (event["id"], event["seat"], event["action"], event["move"]) == ("mine", 0, "move", move)
    assert (event["version"], event["ply"]) == (state["version"] + 1, state["ply"] + 1)
    assert "rules" not in event["view"]
    assert event["view"]["turn"] == 1
    answer = await page.get_until(is_event)
    assert (answer["seat"], answer["id"], answer["version"]) == (1, None, event["version"] + 1)


async def test_a_page_is_answered_in_the_order_in_which_it_speaks(browser: Browser) -> None:
    page = await browser.open(await browser.table(preset="standard"))
    state = await to_my_turn(page, await page.hello())
    move = discard(state["view"]["legal"])
    await page.send(type="move", id="m", game=state["game"], ply=state["ply"], move=move)
    await page.send(type="ping")
    await page.send(type="nonsense", id="n")
    answers = [await page.get_until(lambda message: message.get("seat") != 1) for _ in range(3)]
    assert [(answer["type"], answer.get("id")) for answer in answers] == [
        ("event", "m"),
        ("pong", None),
        ("refused", "n"),
    ]


async def test_a_move_that_is_refused_counts_as_one_message(browser: Browser) -> None:
    page = await browser.open(await browser.table(preset="standard"))
    state = await to_my_turn(page, await page.hello())
    # Nearly as many as a page may send at once.
    for number in range(180):
        await page.send(type="move", id=f"m{number}", game=state["game"], ply=state["ply"] + 1, move="pass")
        refused = await page.get()
        assert (refused["id"], refused["code"]) == (f"m{number}", "stale")


async def test_a_move_can_be_taken_back_until_something_hidden_came_to_light(browser: Browser) -> None:
    page = await browser.open(await browser.table(preset="standard"))
    state = await to_my_turn(page, await page.hello())
    while not (quiet := [text for text in state["view"]["legal"] if text[0] in "HS" and "-C" in text]):
        state = await to_my_turn(page, await page.move(state, discard(state["view"]["legal"])))
    before = state["view"]
    state = await page.move(state, quiet[0])
    assert state["undo"] is True
    await page.send(type="undo", id="u1", game=state["game"], ply=state["ply"])
    back = await page.get()
    assert (back["type"], back["action"], back["move"], back["id"]) == ("event", "undo", None, "u1")
    assert back["ply"] == state["ply"] + 1
    assert {**before, "rules": None} == {**back["view"], "rules": None}
    await page.send(type="undo", id="u2", game=back["game"], ply=back["ply"])
    refused = await page.get()
    assert (refused["type"], refused["code"], refused["id"]) == ("refused", "nothing_to_undo", "u2")
    # There is no move called undo.
    assert (await page.move(back, "undo"))["code"] == "illegal_move"


async def test_whole_games_of_a_match_and_a_rematch(browser: Browser) -> None:
    page = await browser.open(await browser.table(preset="standard", rules={"payoff": 1}, target=1))
    state = await page.hello()
    commitments = {state["table"]["commitment"]}
    for number in (1, 2, 3):
        state = await finish(page, state)
        match = state["match"]
        assert match["games_played"] >= 1
        assert match["over"] == (max(match["scores"]) >= 1)
        assert sorted(seat for side in state["standing"] for seat in side["seats"]) == [0, 1]
        assert state["seconds"] >= 0
        assert (await page.move(state, "pass"))["code"] == "game_over"
        after = state["version"]
        state = await page.next(state)
        assert (state["type"], state["game"], state["version"]) == ("snapshot", number + 1, after + 1)
        commitments.add(state["table"]["commitment"])
        # A rematch starts afresh.
        assert state["table"]["match"]["scores"] == ([0, 0] if match["over"] else match["scores"])
    assert len(commitments) == 4


async def test_a_duplicate_is_answered_as_the_first_time_and_changes_nothing(browser: Browser) -> None:
    page = await browser.open(await browser.table(preset="standard"))
    state = await to_my_turn(page, await page.hello())
    move = discard(state["view"]["legal"])
    first = await page.move(state, move, id="again")
    await page.get_until(is_event)
    await page.send(type="move", id="again", game=state["game"], ply=state["ply"], move=move)
    accepted = await page.get_until(lambda message: message["type"] == "accepted")
    assert accepted == {"type": "accepted", "id": "again", "version": first["version"], "ply": first["ply"]}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"move": "H2h-C9"}, "illegal_move"),
        ({"move": "Hello"}, "illegal_move"),
        ({"move": ""}, "illegal_move"),
        ({"ply": 7}, "stale"),
        ({"game": 2}, "stale"),
        ({"game": 0}, "stale"),
        ({"ply": -1}, "malformed"),
        ({"ply": 1.0}, "malformed"),
        ({"ply": True}, "malformed"),
        ({"ply": None}, "malformed"),
        ({"move": None}, "malformed"),
        ({"move": "x" * 65}, "malformed"),
        ({"move": "x" * 5000}, "too_large"),
        ({"cards": 3}, "malformed"),
        ({"id": ""}, "malformed"),
        ({"id": 5}, "malformed"),
        ({"id": "a b"}, "malformed"),
        ({"id": "a\n"}, "malformed"),
        ({"id": "x" * 65}, "malformed"),
        ({"type": "cheat"}, "unknown_type"),
        ({"type": 3}, "malformed"),
        ({"type": "undo"}, "malformed"),
    ],
)
async def test_a_bad_message_is_refused_and_the_game_goes_on(
    browser: Browser, changes: dict[str, Any], code: str
) -> None:
    page = await browser.open(await browser.table(preset="standard"))
    state = await to_my_turn(page, await page.hello())
    move = discard(state["view"]["legal"])
    refused = await page.move(state, move, **changes)
    assert (refused["type"], refused["code"]) == ("refused", code)
    assert refused["message"].endswith(".")
    if code in ("illegal_move", "stale"):
        assert refused["id"] == page.last_id
        assert (refused["version"], refused["ply"], refused["undo"]) == (state["version"], state["ply"], False)
        assert refused["view"] == {name: value for name, value in state["view"].items() if name != "rules"}
    assert (await page.move(state, move))["type"] == "event"


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", "17", '"hello"', "{}", '{"type": null}', "[" * 3000, '{"type":"hello","game":1e999}'],
)
async def test_text_that_is_no_message_is_refused(browser: Browser, text: str) -> None:
    page = await browser.open(await browser.table(preset="standard"))
    await page.hello()
    await page.connection.send(text)
    refused = await page.get_until(lambda message: message["type"] == "refused")
    assert refused["code"] == "malformed"
    await page.send(type="ping")
    assert (await page.get_until(lambda message: message["type"] == "pong")) == {"type": "pong"}


async def test_a_binary_frame_is_refused(browser: Browser) -> None:
    page = await browser.open(await browser.table(preset="standard"))
    await page.connection.send(b'{"type": "hello"}')
    assert (await page.get())["code"] == "malformed"


async def test_a_huge_frame_ends_the_connection_and_not_the_game(browser: Browser) -> None:
    table_id = await browser.table(preset="standard")
    page = await browser.open(table_id)
    state = await to_my_turn(page, await page.hello())
    with suppress(ConnectionClosed):
        await page.connection.send("x" * 10_000_000)
    assert await page.closed() == 1009
    again = await browser.open(table_id)
    assert (await again.hello())["ply"] == state["ply"]


async def test_a_move_before_hello_is_refused(browser: Browser) -> None:
    page = await browser.open(await browser.table(preset="standard"))
    refused = await page.move({"game": 1, "ply": 0}, "pass")
    assert refused["code"] == "no_hello"


async def test_a_page_that_says_nothing_is_sent_away(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "_HELLO_SECONDS", 0.05)
    page = await browser.open(await browser.table(preset="standard"))
    assert (await page.get())["code"] == "no_hello"
    assert await page.closed() == 4002


async def test_a_page_that_takes_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "_HELLO_SECONDS", 0.01)
    monkeypatch.setattr(socket, "_SEND_SECONDS", 0.05)
    monkeypatch.setattr(socket, "person_of", lambda _: None)
    monkeypatch.setattr(socket, "identity_of", lambda _: None)
    left: list[Client] = []

    class Deaf(Taking):
        async def receive(self) -> None:
            await asyncio.Event().wait()

    class Socket:
        scope: ClassVar[dict[str, Any]] = {LINE: Deaf()}
        query_params: ClassVar[dict[str, str]] = {}
        client = None

    class Room:
        leave = left.append

        async def do(self, action: Callable[[], Awaitable[None]]) -> None:
            await action()

    async with asyncio.timeout(60):
        await socket._serve(cast(Any, Socket()), cast(Any, Room()))
    assert len(left) == 1


async def test_a_move_out_of_turn_is_refused(browser: Browser) -> None:
    # Two computer players and a third seat: after Ada's move her turn is a long way off.
    seats = [{"kind": "person", "name": "Ada"}, *({"kind": "computer", "player": "planner"} for _ in range(3))]
    page = await browser.open(await browser.table(seats, preset="round"))
    state = await to_my_turn(page, await page.hello())
    event = await page.move(state, discard(state["view"]["legal"]))
    refused = await page.move(event, state["view"]["legal"][0])
    while refused["type"] == "event":
        event, refused = refused, await page.move(refused, "pass")
    assert refused["code"] in ("not_your_turn", "stale")


async def test_an_unknown_table_is_told_and_closed(browser: Browser) -> None:
    page = await browser.open("no-such-table")
    assert (await page.get())["code"] == "unknown_table"
    assert await page.closed() == 4004


async def test_a_stranger_watches_and_can_change_nothing(server: RunningServer, browser: Browser, visit: Visit) -> None:
    table_id = await browser.table(preset="standard")
    page = await browser.open(table_id)
    await page.hello()
    watcher = await visit(server.address).open(table_id)
    seen = await watcher.hello()
    assert seen["table"]["you"] is None
    assert seen["view"]["seat"] is None
    assert all(isinstance(player["hand"], int) for player in seen["view"]["players"])
    assert seen["view"]["legal"] == []
    for message in (
        {"type": "move", "id": "x", "game": 1, "ply": seen["ply"], "move": "pass"},
        {"type": "undo", "id": "x", "game": 1, "ply": seen["ply"]},
        {"type": "next", "id": "x", "game": 1},
    ):
        await watcher.send(**message)
        refused = await watcher.get_until(lambda message: message["type"] == "refused")
        assert refused["code"] == "not_seated"
    state = await to_my_turn(page, await page.hello())
    move = discard(state["view"]["legal"])
    await page.move(state, move)
    shown = await watcher.get_until(lambda message: message.get("seat") == 0)
    assert (shown["move"], shown["id"], shown["view"]["seat"]) == (move, None, None)


async def test_lists_show_the_table_as_it_is_after_each_action(server: RunningServer, browser: Browser) -> None:
    table_id = await browser.table(preset="standard", rules={"payoff": 5})
    page = await browser.open(table_id)
    state = await page.hello()
    person = hash_token(browser.token)
    async with server.app.state.rooms.open(table_id) as room:

        async def look() -> None:
            (stored,) = [one for one in await server.store.tables.of(person) if one.table.id == table_id]
            assert stored.summary == room.table.summary

        while (state := await to_my_turn(page, state))["view"]["result"] is None:
            await room.do(look)
            state = await page.move(state, choose(state["view"]["legal"]))
        await room.do(look)
        (stored,) = [one for one in await server.store.tables.of(person) if one.table.id == table_id]
        assert stored.summary == room.table.summary


async def test_a_second_page_moves_as_well(browser: Browser) -> None:
    table_id = await browser.table(preset="standard")
    first = await browser.open(table_id)
    state = await to_my_turn(first, await first.hello())
    second = await browser.open(table_id)
    again = await second.hello()
    assert again["table"]["you"] == 0
    assert again["version"] == state["version"]
    moved = await second.move(again, choose(again["view"]["legal"]))
    assert moved["type"] == "event"
    assert (await first.get())["view"] == moved["view"]


async def test_a_page_that_is_gone_is_not_taken_in_by_what_it_said_before(
    server: RunningServer, browser: Browser
) -> None:
    table_id = await browser.table(preset="standard")
    page = await browser.open(table_id)
    await page.hello()
    person = hash_token(browser.token)
    async with server.app.state.rooms.open(table_id) as room:
        gone = Client(person, Taking(), room.catch_up)
        room.leave(gone)
        await room.do(partial(room.join, gone, Hello()))
        assert gone not in room.clients
    assert (await page.greet())["table"]["you"] == 0


async def test_a_page_that_comes_back_gets_the_events_it_missed(browser: Browser) -> None:
    table_id = await browser.table(preset="standard")
    page = await browser.open(table_id)
    state = await to_my_turn(page, await page.hello())
    move = discard(state["view"]["legal"])
    event = await page.move(state, move)
    # As long as somebody is watching, the table remembers its events.
    other = await browser.open(table_id)
    await other.send(type="ping")
    await other.get()
    await page.connection.close()
    back = await browser.open(table_id)
    first = await back.hello(version=state["version"], game=1)
    assert first == event
    on = await to_my_turn(back, first)
    # A page that has seen everything, nothing, more than exists, or another game gets a snapshot.
    for version, game in ((on["version"], 1), (None, None), (10**6, 1), (on["version"] - 1, 2), (0, 1)):
        await back.send(type="hello", version=version, game=game)
        snapshot = await back.get()
        assert (snapshot["type"], snapshot["version"]) == ("snapshot", on["version"]), (version, game)


async def test_a_page_of_another_site_gets_no_connection(server: RunningServer, browser: Browser) -> None:
    table_id = await browser.table(preset="standard")
    with pytest.raises(InvalidStatus) as refused:
        await browser.open(table_id, origin="http://elsewhere.example")
    assert refused.value.response.status_code == 403
    page = await browser.open(table_id, origin=f"http://{server.address}")
    assert (await page.hello())["table"]["you"] == 0


async def test_a_page_that_floods_is_sent_away(browser: Browser) -> None:
    table_id = await browser.table(preset="standard")
    page = await browser.open(table_id)
    await page.hello()
    with suppress(ConnectionClosed):
        for _ in range(5000):
            await page.send(type="ping")
    assert await page.closed() == 4008
    assert (await (await browser.open(table_id)).hello())["type"] == "snapshot"


async def test_computers_alone_play_to_the_end_with_somebody_watching(browser: Browser) -> None:
    seats = [{"kind": "computer", "player": "greedy"}, {"kind": "computer", "player": "greedy"}]
    table_id = await browser.table(seats, preset="standard", rules={"payoff": 2})
    page = await browser.open(table_id)
    state = await page.hello()
    assert state["table"]["you"] is None
    assert [seat["name"] for seat in state["table"]["seats"]] == ["Greedy", "Greedy 2"]
    state = await page.get_until(lambda message: message["view"]["result"] is not None)
    # The host deals the next game.
    assert (await page.next({"game": 1}))["game"] == 2


def think_at(table_id: str) -> bool:
    """Set whether computer players think about their moves at a table."""
    return f"thinking at {table_id}" in {task.get_name() for task in asyncio.all_tasks()}


async def test_computers_alone_pause_while_nobody_watches(serve: Serve, visit: Visit) -> None:
    seats = [{"kind": "computer", "player": "greedy"}, {"kind": "computer", "player": "greedy"}]
    async with serve() as server:
        browser = visit(server.address)
        table_id = await browser.table(seats, preset="standard")
        page = await browser.open(table_id)
        await page.hello()
        await page.get_until(lambda message: message["type"] == "event" and message["ply"] >= 3)
        assert think_at(table_id)
        await page.connection.close()
        rooms = server.app.state.rooms
        async with asyncio.timeout(10):
            while table_id in rooms:
                await asyncio.sleep(0.005)
        stored = await server.store.tables.get(table_id)
        assert stored is not None
        assert await server.store.tables.moving() == []
        async with asyncio.timeout(SECONDS):
            while think_at(table_id):
                await asyncio.sleep(0.005)
        assert await server.store.tables.get(table_id) == stored
        state = await (await browser.open(table_id)).hello()
        assert state["ply"] >= len(stored.moves)


async def test_a_table_nobody_looks_at_is_dropped_and_comes_back_the_same(serve: Serve, visit: Visit) -> None:
    async with serve() as server:
        browser = visit(server.address)
        table_id = await browser.table(preset="standard")
        page = await browser.open(table_id)
        state = await to_my_turn(page, await page.hello())
        await page.connection.close()
        rooms = server.app.state.rooms
        async with asyncio.timeout(10):
            while table_id in rooms:
                await asyncio.sleep(0.005)
        back = await (await browser.open(table_id)).hello()
        assert (back["version"], back["view"]) == (state["version"], {**back["view"], **state["view"]})

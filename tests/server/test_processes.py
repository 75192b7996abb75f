"""Several real server processes on one PostgreSQL, with and without Redis: one table, served by any of them."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from websockets.exceptions import ConnectionClosed

from spite_and_malice.server.games.spite.restore import restore
from spite_and_malice.server.store import Store

from .conftest import SECONDS, Browser, Page, Visit
from .people import GREEDY, OPEN, PERSON, Company, dealt
from .play import choose, discard, is_event
from .services import REDIS, needs_postgresql, needs_redis, schema

SOURCE = Path(__file__).parents[2] / "src"
START = "from spite_and_malice.server.run import serve; serve({'port': 0, 'browser': False})"

NO_TABLE = 4004

pytestmark = [
    needs_postgresql,
    pytest.mark.nightly(
        "src/spite_and_malice/server/tables/",
        "src/spite_and_malice/server/games/",
        "src/spite_and_malice/server/store/",
        "src/spite_and_malice/server/cluster/",
    ),
]


class Processes:
    """Servers that share a database, each in a separate process."""

    def __init__(self, database: str, redis: str | None) -> None:
        self.database = database
        self.has_redis = redis is not None
        self.running: list[subprocess.Popen[str]] = []
        self._variables = {"SPITE_DATABASE": database, "SPITE_REDIS": redis or "", "SPITE_METRICS_TOKEN": "figures"}

    async def start(self) -> str:
        """Start another and return its address."""
        return await asyncio.to_thread(self.start_now)

    def start_now(self) -> str:
        """Start another and return its address, blocking meanwhile."""
        process = subprocess.Popen(
            [sys.executable, "-c", START],
            env={**os.environ, "PYTHONPATH": str(SOURCE), **self._variables},
            stdout=subprocess.PIPE,
            text=True,
        )
        self.running.append(process)
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            if found := re.search(r"http://(\S+:\d+)/", line):
                return found[1]
        raise AssertionError(f"the server did not start: {said}")

    def kill(self, number: int) -> None:
        self.running[number].send_signal(signal.SIGKILL)
        self.running[number].wait()

    def end(self) -> None:
        """Kill them all; may be called twice."""
        for process in self.running:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()


WAYS = [pytest.param("redis", marks=needs_redis), "polling"]
"""The way the processes hear of each other."""


@pytest.fixture(params=WAYS)
def processes(request: pytest.FixtureRequest) -> Iterator[Processes]:
    """No process yet, for a test that ends some."""
    with ExitStack() as stack:
        servers = Processes(stack.enter_context(schema()), REDIS if request.param == "redis" else None)
        stack.callback(servers.end)
        yield servers


class Pair(NamedTuple):
    """Two processes that keep running."""

    servers: Processes
    addresses: list[str]


@pytest.fixture(scope="module", params=WAYS)
def pair(request: pytest.FixtureRequest) -> Iterator[Pair]:
    """Two processes for all tests that do not stop them; each start takes a second."""
    with ExitStack() as stack:
        servers = Processes(stack.enter_context(schema()), REDIS if request.param == "redis" else None)
        stack.callback(servers.end)
        yield Pair(servers, [servers.start_now(), servers.start_now()])


@pytest.fixture
def with_redis() -> Iterator[Processes]:
    with ExitStack() as stack:
        servers = Processes(stack.enter_context(schema()), REDIS)
        stack.callback(servers.end)
        yield servers


async def gather(addresses: list[str], visit: Visit, **body: Any) -> Company:
    """Seat two people at one table, each at a different process, and deal."""
    ada, ben = (visit(address) for address in addresses)
    company = Company(await ada.table([PERSON, OPEN], preset="standard", **body))
    for browser in (ada, ben):
        page = await browser.open(company.table_id)
        await page.greet()
        company.browsers.append(browser)
        company.pages.append(page)
    assert (await company.pages[1].ask("sit", seat=1, name="Ben"))["type"] == "accepted"
    # Ada's process has to hear of Ben before it can deal Ben in.
    await company.pages[0].people(lambda people: people["seats"][1]["kind"] == "person")
    await company.start()
    return company


async def all_stored(database: str, table_id: str) -> dict[int, str]:
    """Return the stored actions of a table's newest game after replaying them."""
    store = Store(database)
    stored = await store.tables.get(table_id)
    store.close()
    assert stored is not None
    restore(stored)
    return {move.ply: move.text for move in stored.moves}


async def test_people_at_two_processes_play_one_game(pair: Pair, visit: Visit) -> None:
    company = await gather(pair.addresses, visit)
    plays = 20 if pair.servers.has_redis else 3
    for _ in range(plays):
        before = company.states[0]["version"]
        await company.play()
        # Nobody is shown a snapshot in place of an event, and nobody misses one.
        assert [state["version"] for state in company.states] == [before + 1] * 2
        assert company.states[0]["move"] == company.states[1]["move"]
    stored = await all_stored(pair.servers.database, company.table_id)
    assert len(stored) == company.states[0]["ply"] == plays


async def test_a_freed_seat_and_a_deleted_table_are_known_at_the_other_process(pair: Pair, visit: Visit) -> None:
    here, there = pair.addresses
    ada, ben, cleo = visit(here), visit(here), visit(there)
    table_id = await ada.table([PERSON, OPEN], preset="standard")
    sitting = await ben.open(table_id)
    await sitting.greet()
    assert (await sitting.ask("sit", seat=1, name="Ben"))["type"] == "accepted"
    waiting = await cleo.open(table_id)
    assert (await waiting.greet())["people"]["seats"][1]["name"] == "Ben"
    assert (await sitting.ask("stand"))["type"] == "accepted"
    # However quick they are, the process asks the database before it refuses.
    assert (await waiting.ask("sit", seat=1, name="Cleo"))["type"] == "accepted"
    assert (await sitting.ask("sit", seat=1, name="Ben"))["code"] == "seat_taken"
    other = await ada.table([PERSON, OPEN], preset="standard")
    looking = await cleo.open(other)
    await looking.greet()
    assert (await ada.http.request("DELETE", f"/api/tables/{other}", json={})).status_code == 200
    assert await looking.closed() == NO_TABLE


async def test_a_table_starts_when_the_last_contributions_come_to_two_processes_at_once(
    pair: Pair, visit: Visit
) -> None:
    ada, ben = map(visit, pair.addresses)
    table_id = await ada.table([PERSON, OPEN], preset="standard", settings={"start": "full"})
    pages = [await browser.open(table_id) for browser in (ada, ben)]
    for page in pages:
        await page.greet()
    assert (await pages[1].ask("sit", seat=1, name="Ben"))["type"] == "accepted"
    await asyncio.gather(*(page.contribute({"game": 0}) for page in pages))
    states = await asyncio.gather(*map(dealt, pages))
    assert states[0]["table"]["commitment"] == states[1]["table"]["commitment"]


@needs_redis
async def test_people_at_two_processes_see_and_hear_each_other(with_redis: Processes, visit: Visit) -> None:
    company = await gather([await with_redis.start(), await with_redis.start()], visit)
    ada, ben = company.pages
    for page in company.pages:
        await page.send(type="hello", version=None, game=None)
        await page.get_until(
            lambda message: [seat["here"] for seat in message.get("people", message).get("seats", [])] == [True, True]
        )
    await ada.send(type="say", id="line", text="Good luck!")
    heard = await ben.get_until(lambda message: message["type"] == "said")
    assert (heard["text"], heard["name"], heard["id"]) == ("Good luck!", "Ada", None)
    await ada.connection.close()
    gone = await ben.people(lambda people: not people["seats"][0]["here"])
    assert gone["seats"][0]["away_since"] is not None
    # Ada comes back by the other process, and with a second page at the first one: both see what happens.
    third = visit(company.browsers[1].address)
    third.http.cookies = company.browsers[0].http.cookies
    back = await third.open(company.table_id)
    assert (await back.greet())["table"]["you"] == 0
    await ben.people(lambda people: bool(people["seats"][0]["here"]))
    again = await company.browsers[0].open(company.table_id)
    await again.greet()
    await ben.send(type="say", id="both", text="Twice!")
    for page in (back, again):
        assert (await page.get_until(lambda message: message["type"] == "said"))["text"] == "Twice!"


async def play_on(browsers: list[Browser], table_id: str, done: asyncio.Event, actions: int) -> list[dict[str, Any]]:
    """Play a person's part for a number of actions, at any server that answers; return what was shown.

    When a page comes back with the version that it has seen, it must be sent everything since.
    """
    shown: list[dict[str, Any]] = []
    state: dict[str, Any] | None = None
    while state is None or (state["ply"] < actions and state["view"]["result"] is None):
        for browser in browsers:
            try:
                page = await browser.open(table_id)
                state = await catch_up(page, state, shown)
                while state["ply"] < actions and state["view"]["result"] is None:
                    if state["view"]["turn"] == state["view"]["seat"]:
                        await page.move(state, choose(state["view"]["legal"]))
                        state = await catch_up(page, state, shown)
                    else:
                        state = await page.get_until(is_event)
                        shown.append(state)
                    if state["ply"] > actions // 2:
                        done.set()
            except (OSError, ConnectionClosed):
                continue
            break
    return shown


async def catch_up(page: Page, state: dict[str, Any] | None, shown: list[dict[str, Any]]) -> dict[str, Any]:
    """Bring a page up to date and return the newest state."""
    await page.send(type="hello", version=None, game=None)
    snapshot = await page.get_until(lambda message: message["type"] == "snapshot")
    assert state is None or snapshot["version"] >= state["version"], "something that was shown is lost"
    shown.append({"ply": snapshot["ply"], "move": None})
    return snapshot


async def test_an_invitation_at_one_process_calls_the_pages_at_the_other(with_redis: Processes, visit: Visit) -> None:
    ada, ben = visit(await with_redis.start()), visit(await with_redis.start())
    url = (await ada.http.put("/api/people/me", json={"name": "Ada"})).json()["url"]
    page = await ada.open(await ada.table([PERSON, GREEDY]))
    await page.greet()
    who = "with-" + url.removeprefix("/with/")
    invited = await ben.http.post(f"/api/people/{who}/invite", json={"name": "Ben"})
    assert invited.status_code == 200, invited.text
    await page.get_until(lambda message: message["type"] == "called")
    (letter,) = (await ada.http.get("/api/people/letters")).json()["letters"]
    assert letter["url"] == invited.json()["url"]


async def test_kill_9_of_one_process_under_play_loses_nothing(processes: Processes, visit: Visit) -> None:
    addresses = [await processes.start(), await processes.start()]
    company = await gather(addresses, visit)
    half = asyncio.Event()
    players = []
    for browser in company.browsers:
        there = [visit(address) for address in addresses]
        for other in there:
            other.http.cookies = browser.http.cookies
        # Ada's page uses the first process as long as it lives, and Ben's the second.
        there = there if browser is company.browsers[0] else there[::-1]
        actions = 60 if processes.has_redis else 8
        players.append(asyncio.create_task(play_on(there, company.table_id, half, actions)))
    async with asyncio.timeout(SECONDS * 3):
        await half.wait()
        processes.kill(0)
        shown = await asyncio.gather(*players)
    stored = await all_stored(processes.database, company.table_id)
    assert sorted(stored) == list(range(1, len(stored) + 1))
    for events in shown:
        assert all(event["move"] is None or stored[event["ply"]] == event["move"] for event in events)
        assert max(event["ply"] for event in events) <= len(stored)


async def test_a_page_comes_back_at_another_process_to_the_events_it_missed(processes: Processes, visit: Visit) -> None:
    addresses = [await processes.start(), await processes.start()]
    company = await gather(addresses, visit)
    while company.turn == 0:
        await company.play(discard(company.states[0]["view"]["legal"]))
    state = company.states[0]
    processes.kill(0)
    ben = company.pages[1]
    event = await ben.move(company.states[1], choose(company.states[1]["view"]["legal"]))
    again = visit(addresses[1])
    again.http.cookies = company.browsers[0].http.cookies
    page = await again.open(company.table_id)
    missed = await page.greet(version=state["version"], game=1)
    assert (missed["type"], missed["version"], missed["move"]) == ("event", event["version"], event["move"])


async def test_computer_players_go_on_when_the_process_in_which_they_thought_is_killed(
    processes: Processes, visit: Visit
) -> None:
    addresses = [await processes.start(), await processes.start()]
    seats = [PERSON, *[{"kind": "computer", "player": "planner"}] * 3]
    ada = visit(addresses[0])
    table_id = await ada.table(seats, preset="round", rules={"payoff": 20})
    page = await ada.open(table_id)
    state = await page.hello()
    while state["view"]["turn"] == 0:
        state = await page.move(state, discard(state["view"]["legal"]))
    processes.kill(0)
    there = visit(addresses[1])
    there.http.cookies = ada.http.cookies
    back = await there.open(table_id)
    snapshot = await back.greet()
    assert snapshot["version"] >= state["version"]
    if snapshot["view"]["turn"] != 0:
        assert (await back.get_until(is_event))["version"] == snapshot["version"] + 1


@needs_redis
async def test_computer_players_think_in_one_process_while_both_have_pages(with_redis: Processes, visit: Visit) -> None:
    addresses = [await with_redis.start(), await with_redis.start()]
    ada = visit(addresses[0])
    # The stock never runs out; otherwise one game in twenty would end too soon.
    table_id = await ada.table([GREEDY, GREEDY, GREEDY], preset="round", rules={"payoff": 30, "stock_out": "renew"})
    pages = [await visit(address).open(table_id) for address in addresses]
    for page in pages:
        await page.greet()
        for _ in range(40):
            await page.get_until(is_event)
    figures = []
    for address in addresses:
        response = await visit(address).http.get("/metrics", headers={"authorization": "Bearer figures"})
        figures.append(sum(map(float, re.findall(r"^spite_thinking_seconds_count\S* (\S+)", response.text, re.M))))
    # Pages that no longer read would keep their connections open for a long time.
    with_redis.end()
    stored = await all_stored(with_redis.database, table_id)
    # Now and then the lease moves to the other process between two moves; its result may then come too late.
    assert sum(figures) < 1.5 * len(stored) + 10

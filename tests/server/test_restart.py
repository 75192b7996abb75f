"""Everything that was shown is stored, whatever happens to the server."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from spite_and_malice.server.games.spite.restore import restore
from spite_and_malice.server.store import Store

from .conftest import SECONDS, Browser, Serve, Visit
from .play import choose, discard, finish, to_my_turn

SOURCE = Path(__file__).parents[2] / "src"
START = "from spite_and_malice.server.run import serve; "


async def test_a_new_server_on_the_same_file_goes_on_where_the_old_one_was(serve: Serve, visit: Visit) -> None:
    async with serve() as server:
        browser = visit(server.address)
        table_id = await browser.table(preset="goal-13")
        page = await browser.open(table_id)
        state = await to_my_turn(page, await page.hello())
        for _ in range(3):
            state = await to_my_turn(page, await page.move(state, choose(state["view"]["legal"])))
        before = await page.hello()
    async with serve() as server:
        again = visit(server.address)
        again.http.cookies = browser.http.cookies
        after = await (await again.open(table_id)).hello(version=before["version"] - 1, game=1)
    assert after | {"people": None} == before | {"people": None}


async def test_a_move_that_was_made_before_the_restart_is_not_made_twice(serve: Serve, visit: Visit) -> None:
    async with serve() as server:
        browser = visit(server.address)
        table_id = await browser.table(preset="standard")
        page = await browser.open(table_id)
        state = await to_my_turn(page, await page.hello())
        move = discard(state["view"]["legal"])
        event = await page.move(state, move, id="once")
    async with serve() as server:
        again = visit(server.address)
        again.http.cookies = browser.http.cookies
        page = await again.open(table_id)
        await page.hello()
        await page.send(type="move", id="once", game=1, ply=state["ply"], move=move)
        answer = await page.get_until(lambda message: message["type"] not in ("event", "snapshot", "people"))
        assert answer == {"type": "accepted", "id": "once", "version": event["version"], "ply": event["ply"]}


async def test_a_computer_player_that_was_to_move_is_woken_when_the_table_is_opened(serve: Serve, visit: Visit) -> None:
    async with serve() as server:
        browser = visit(server.address)
        table_id = await browser.table(preset="standard")
        page = await browser.open(table_id)
        state = await to_my_turn(page, await page.hello())
        await page.move(state, discard(state["view"]["legal"]))
        await to_my_turn(page, await page.hello())
    with sqlite3.connect(server.store.name) as connection:
        connection.execute("DELETE FROM moves WHERE ply > ?", [state["ply"] + 1])
    connection.close()
    async with serve() as server:
        again = visit(server.address)
        again.http.cookies = browser.http.cookies
        page = await again.open(table_id)
        state = await page.hello()
        assert (await to_my_turn(page, state))["view"]["turn"] == 0


async def test_a_match_goes_on_after_a_restart(serve: Serve, visit: Visit) -> None:
    async with serve() as server:
        browser = visit(server.address)
        table_id = await browser.table(preset="standard", rules={"payoff": 4}, target=1000)
        page = await browser.open(table_id)
        state = await finish(page, await page.hello())
        state = await finish(page, await page.next(state))
        match, version = state["match"], state["version"]
    async with serve() as server:
        again = visit(server.address)
        again.http.cookies = browser.http.cookies
        page = await again.open(table_id)
        state = await page.hello()
        assert (state["table"]["match"], state["version"], state["game"]) == (match, version, 2)
        assert state["standing"] is not None
        assert (await page.next(state))["table"]["match"]["games_played"] == 2
        (listed,) = (await again.http.get("/api/tables")).json()
        assert (listed["game"], listed["scores"]) == (3, match["scores"])


@pytest.mark.nightly(
    "src/spite_and_malice/server/tables/",
    "src/spite_and_malice/server/games/",
    "src/spite_and_malice/server/store/",
    "src/spite_and_malice/server/cluster/",
)
async def test_two_servers_on_one_file_lose_nothing(serve: Serve, visit: Visit) -> None:
    async with serve() as first, serve() as second:
        browser = visit(first.address)
        table_id = await browser.table(preset="standard")
        page = await browser.open(table_id)
        state = await to_my_turn(page, await page.hello())
        other = visit(second.address)
        other.http.cookies = browser.http.cookies
        there = await other.open(table_id)
        assert (await there.hello())["version"] == state["version"]
        await page.move(state, discard(state["view"]["legal"]))
        # The other server has not heard of it: its page is shown what happened, and its move is refused as too late.
        missed = await there.move(state, discard(state["view"]["legal"]))
        assert (missed["type"], missed["version"]) == ("event", state["version"] + 1)
        refused = await there.get_until(lambda message: message["type"] == "refused")
        assert (refused["code"], refused["id"]) == ("stale", there.last_id)
        stored = await first.store.tables.get(table_id)
        assert stored is not None
        assert [move.ply for move in stored.moves] == list(range(1, len(stored.moves) + 1))
        restore(stored)


@pytest.fixture
def processes() -> Iterator[list[subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []
    yield started
    for process in started:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def launch(processes: list[subprocess.Popen[str]], data: Path, port: int) -> subprocess.Popen[str]:
    """Start a server in a separate process and return it before its first output."""
    process = subprocess.Popen(
        [sys.executable, "-c", f"{START}serve({{'port': {port}, 'data': {str(data)!r}, 'browser': False}})"],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        stdout=subprocess.PIPE,
        text=True,
    )
    processes.append(process)
    return process


def start(processes: list[subprocess.Popen[str]], data: Path, port: int = 0) -> tuple[subprocess.Popen[str], str]:
    """Start a server in a separate process and return it with its address."""
    process = launch(processes, data, port)
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if found := re.search(r"http://(\S+:\d+)/", line):
            return process, found[1]
    raise AssertionError(f"the server did not start: {said}")


@pytest.mark.nightly(
    "src/spite_and_malice/server/tables/",
    "src/spite_and_malice/server/games/",
    "src/spite_and_malice/server/store/",
    "src/spite_and_malice/server/cluster/",
)
async def test_kill_9_under_play_loses_no_acknowledged_action(
    processes: list[subprocess.Popen[str]], visit: Visit, tmp_path: Path
) -> None:
    data = tmp_path / "data.sqlite3"
    cookies: httpx.Cookies | None = None
    seen: dict[str, list[dict[str, Any]]] = {}
    for round_number in range(3):
        process, address = await asyncio.to_thread(start, processes, data)
        browser = visit(address)
        if cookies is not None:
            browser.http.cookies = cookies
        tables = [*seen, *[await browser.table(preset="goal-13", rules={"payoff": 30}) for _ in range(3)]]
        cookies = browser.http.cookies
        enough = Countdown(25 + 7 * round_number)
        players = [asyncio.create_task(play_until_cut(browser, table_id, enough)) for table_id in tables]
        async with asyncio.timeout(SECONDS):
            await enough.reached.wait()
        process.send_signal(signal.SIGKILL)
        for table_id, events in zip(tables, await asyncio.gather(*players), strict=True):
            seen.setdefault(table_id, []).extend(events)
        store = Store(data)
        for table_id, events in seen.items():
            stored = await store.tables.get(table_id)
            assert stored is not None
            restore(stored)
            texts = {move.ply: (move.seat, move.text) for move in stored.moves}
            for event in events:
                assert texts[event["ply"]] == (event["seat"], event["move"])
        store.close()


@pytest.mark.nightly(
    "src/spite_and_malice/server/tables/",
    "src/spite_and_malice/server/games/",
    "src/spite_and_malice/server/store/",
    "src/spite_and_malice/server/cluster/",
)
async def test_kill_9_while_rated_games_end_counts_each_exactly_once(
    processes: list[subprocess.Popen[str]], visit: Visit, tmp_path: Path
) -> None:
    data = tmp_path / "data.sqlite3"
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "computer", "player": "beginner"}]
    cookies: httpx.Cookies | None = None
    shown: dict[str, bool] = {}
    for _kill in range(2):
        process, address = await asyncio.to_thread(start, processes, data)
        browser = visit(address)
        if cookies is None:
            await browser.http.get("/api/me")
            await browser.http.post("/api/me", json={})
        else:
            browser.http.cookies = cookies
        person = (await browser.http.get("/api/me")).json()["person"]
        new = [await browser.table(seats, preset="quick", settings={"rated": True}) for _ in range(3)]
        cookies = browser.http.cookies
        tables = [*new, *(each for each, is_over in shown.items() if not is_over)]
        ended = Countdown(2, lambda event: event["view"]["result"] is not None)
        players = [asyncio.create_task(play_until_cut(browser, table_id, ended)) for table_id in tables]
        async with asyncio.timeout(SECONDS):
            await ended.reached.wait()
        process.send_signal(signal.SIGKILL)
        for table_id, events in zip(tables, await asyncio.gather(*players), strict=True):
            shown[table_id] = bool(events) and events[-1]["view"]["result"] is not None
        store = Store(data)
        stored = [table for each in shown if (table := await store.tables.get(each)) is not None]
        over = {table.table.id for table in stored if table.games and table.games[0].result}
        course, (rating,) = await store.ratings.course(person, "goal"), await store.ratings.of([person])
        assert sorted(change.table_id for change in course) == sorted(over)
        assert (rating.games, rating.skill) == (len(over), course[-1].skill)
        assert {table_id for table_id, is_over in shown.items() if is_over} <= over
        store.close()


class Countdown:
    """Counts events, all or some, down to the moment when the server is killed."""

    def __init__(self, count: int, counts: Callable[[dict[str, Any]], bool] = lambda _event: True) -> None:
        self.count = count
        self.reached = asyncio.Event()
        self._counts = counts

    def tick(self, event: dict[str, Any]) -> None:
        self.count -= self._counts(event)
        if self.count == 0:
            self.reached.set()


async def play_until_cut(browser: Browser, table_id: str, countdown: Countdown) -> list[dict[str, Any]]:
    """Play until the connection is cut and return every event shown."""
    page = await browser.open(table_id)
    events: list[dict[str, Any]] = []
    try:
        state = await page.hello()
        while state["view"]["result"] is None:
            if state["view"]["turn"] == 0:
                state = await page.move(state, choose(state["view"]["legal"]))
            else:
                state = await page.get()
            assert state["type"] == "event", state
            events.append(state)
            countdown.tick(state)
    except ConnectionClosed:
        pass
    return events


async def test_a_named_port_that_is_busy_ends_the_start(tmp_path: Path) -> None:
    """Behind a proxy the second process of a pair must not take the place of the third."""
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        for environment, options in (({}, {"port": port}), ({"SPITE_PORT": str(port)}, {})):
            done = refused_start(tmp_path, {"data": str(tmp_path / "d"), **options}, **environment)
            assert done.stderr.startswith(f"Error: Port {port} of 127.0.0.1 is busy")


async def test_a_seat_is_taken_though_another_process_wrote_first(serve: Serve, visit: Visit) -> None:
    """It was refused: the process had not heard yet that somebody had sat down elsewhere."""
    seats = [{"kind": "person", "name": "Ada"}, *[{"kind": "open"}] * 3]
    async with serve() as here, serve() as there:
        ada, ben, cleo = visit(here.address), visit(here.address), visit(there.address)
        table_id = await ada.table(seats, preset="skip-bo", settings={"start": "host", "listed": True})
        late = await cleo.open(table_id)
        await late.greet()
        early = await ben.open(table_id)
        await early.greet()
        assert (await early.ask("sit", seat=1, name="Ben"))["type"] == "accepted"
        assert (await late.ask("sit", seat=2, name="Cleo"))["type"] == "accepted"
        # Somebody who wants any game with others is also let in at the first try.
        assert (await early.ask("sit", seat=1, name="Benno"))["type"] == "accepted"
        async with there.app.state["rooms"].open(table_id) as room:
            assert await room.admit("d" * 64, "Dora")
        assert [seat.name for seat in room.table.row.seats] == ["Ada", "Benno", "Cleo", "Dora"]


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_ends_it_cleanly_while_pages_are_open(
    processes: list[subprocess.Popen[str]], visit: Visit, tmp_path: Path, end: signal.Signals
) -> None:
    process, address = await asyncio.to_thread(start, processes, tmp_path / "data.sqlite3")
    browser = visit(address)
    page = await browser.open(await browser.table(preset="standard"))
    await page.hello()
    process.send_signal(end)
    assert await asyncio.to_thread(process.wait, SECONDS) == 0
    assert process.stdout is not None
    assert process.stdout.read() == "Stopped. Every game is kept.\n"
    assert not list(tmp_path.glob("*-wal"))


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system has no such signal")
async def test_a_hangup_has_files_read_again_and_nobody_loses_the_line(
    processes: list[subprocess.Popen[str]], visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = tmp_path / "words"
    words.write_text("first\n", encoding="utf-8")
    token = tmp_path / "token"
    token.write_text("old", encoding="utf-8")
    monkeypatch.setenv("SPITE_WORDS", str(words))
    monkeypatch.setenv("SPITE_METRICS_TOKEN_FILE", str(token))
    process, address = await asyncio.to_thread(start, processes, tmp_path / "data.sqlite3")
    assert process.stdout is not None
    browser = visit(address)
    page = await browser.open(await browser.table(preset="standard"))
    await page.hello()
    await browser.http.post("/api/me", json={})

    async def refused() -> list[bool]:
        answers = [await browser.http.put("/api/me", json={"name": f"{word} one"}) for word in ("first", "second")]
        return [answer.status_code == 422 for answer in answers]

    async def read_figures() -> list[bool]:
        sent = [{"authorization": f"Bearer {each}"} for each in ("old", "new")]
        return [(await browser.http.get("/metrics", headers=headers)).status_code == 200 for headers in sent]

    assert await refused() == [True, False]
    assert await read_figures() == [True, False]
    token.write_text("old new", encoding="utf-8")
    words.write_text("second\n", encoding="utf-8")
    process.send_signal(signal.SIGHUP)
    assert await asyncio.to_thread(process.stdout.readline) == (
        "The words, and the secrets of figures and of mails, were read again.\n"
    )
    assert await refused() == [False, True]
    # The old one is valid as long as it is stored there.
    assert await read_figures() == [True, True]
    words.unlink()
    process.send_signal(signal.SIGHUP)
    assert (await asyncio.to_thread(process.stdout.readline)).startswith("What was read before holds on: SPITE_WORDS")
    assert await refused() == [False, True]
    await page.send(type="ping")
    await page.get_until(lambda message: message["type"] == "pong")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"data": "/dev/null/data"}, "data file"),
        ({"host": "192.0.2.1"}, "cannot listen on 192.0.2.1"),
        ({"host": "no-such-host.invalid"}, "cannot listen on no-such-host.invalid"),
    ],
)
def test_what_stops_it_from_starting_is_said_in_a_sentence(tmp_path: Path, options: dict[str, str], said: str) -> None:
    done = refused_start(tmp_path, {"port": 0, "data": "data", **options})
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def refused_start(folder: Path, options: dict[str, Any], **environment: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{START}serve({options | {'browser': False}!r})"],
        env={**os.environ, "PYTHONPATH": str(SOURCE), **environment},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 2
    return done

"""Failures of the store reach a table's pages, and nothing that was not stored is ever shown."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sqlite3
import sys
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar, cast

import pytest
from sqlalchemy import make_url
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from spite_and_malice.rules import preset_rules
from spite_and_malice.server.cluster import NOBODY, News, Presence
from spite_and_malice.server.games.spite.computers import FALLBACK, Programs
from spite_and_malice.server.games.spite.setup import computer_seat, person_seat
from spite_and_malice.server.games.spite.table import new_table
from spite_and_malice.server.housekeeping import sweep
from spite_and_malice.server.protocol.clients import QUEUE, Client
from spite_and_malice.server.protocol.outgoing import Accepted, Pong
from spite_and_malice.server.protocol.settings import ClockSettings, Settings
from spite_and_malice.server.store import StoreError
from spite_and_malice.server.store.database import postgresql
from spite_and_malice.server.workers.pool import Workers

from .conftest import SECONDS, Browser, RunningServer, Serve, Taking, Visit, running
from .people import GREEDY, OPEN, PERSON
from .play import discard, is_event, to_my_turn
from .services import needs_postgresql, schema

T = TypeVar("T")


@asynccontextmanager
async def refusing_writes(server: RunningServer, table: str = "moves") -> AsyncIterator[None]:
    """Make the database refuse every new move, or new row of another table, as with a full disk."""
    alter(server, f"CREATE TRIGGER full BEFORE INSERT ON {table} BEGIN SELECT RAISE(FAIL, 'disk is full'); END")
    yield
    alter(server, "DROP TRIGGER full")


def alter(server: RunningServer, statement: str) -> None:
    """Change the schema behind the server's back."""
    with closing(sqlite3.connect(server.store.name, isolation_level=None)) as connection:
        connection.execute(statement)


async def test_a_move_that_cannot_be_stored_is_not_shown_and_can_be_tried_again(
    server: RunningServer, browser: Browser, visit: Visit
) -> None:
    table_id = await browser.table(preset="standard")
    page = await browser.open(table_id)
    state = await to_my_turn(page, await page.hello())
    watcher = await visit(server.address).open(table_id)
    await watcher.hello()
    move = discard(state["view"]["legal"])
    async with refusing_writes(server):
        back = await page.move(state, move)
        refused = await page.get()
        assert (back["type"], back["version"]) == ("snapshot", state["version"])
        assert (refused["type"], refused["ply"]) == ("refused", state["ply"])
    event = await page.move(state, move)
    assert (event["type"], event["version"]) == ("event", state["version"] + 1)
    seen = await watcher.get_until(is_event)
    assert seen["version"] == state["version"] + 1


async def test_a_first_deal_that_could_not_be_stored_is_made_as_soon_as_it_can_be(
    server: RunningServer, browser: Browser, visit: Visit
) -> None:
    table_id = await browser.table(preset="standard")
    page = await browser.open(table_id)
    state = await page.greet()
    async with refusing_writes(server, "games"):
        assert (await page.contribute(state))["type"] == "accepted"
        # The pages are shown the stored table: nothing is dealt.
        assert (await page.get_until(lambda message: message["type"] == "snapshot"))["view"] is None
        # People coming and going meanwhile do not change that.
        passer_by = await visit(server.address).open(table_id)
        await passer_by.greet()
        await passer_by.get_until(lambda message: message["type"] == "snapshot")
        await passer_by.connection.close()
        await page.people(lambda people: people["watching"] == 0)
    dealt = await page.get_until(lambda message: message["type"] == "snapshot" and message["view"] is not None)
    assert dealt["game"] == 1


async def test_a_table_that_cannot_be_read_sends_its_pages_away_and_comes_back(
    server: RunningServer, browser: Browser
) -> None:
    table_id = await browser.table(preset="standard")
    page = await browser.open(table_id)
    state = await to_my_turn(page, await page.hello())
    alter(server, "ALTER TABLE moves RENAME TO moved")
    away = await page.move(state, discard(state["view"]["legal"]))
    assert (away["type"], away["code"]) == ("refused", "unavailable")
    assert await page.closed() == 1013
    nobody = await browser.open(table_id)
    assert (await nobody.get())["code"] == "unavailable"
    assert await nobody.closed() == 1013
    alter(server, "ALTER TABLE moved RENAME TO moves")
    back = await (await browser.open(table_id)).hello()
    assert (back["version"], back["view"]["legal"]) == (state["version"], state["view"]["legal"])


@pytest.mark.parametrize("answer", ["dies", "errs", "cheats"])
async def test_a_computer_player_that_fails_never_holds_the_game_up(
    serve: Serve, visit: Visit, tmp_path: Path, answer: str
) -> None:
    script = tmp_path / "player.py"
    script.write_text(
        "import sys, os\n"
        "for line in sys.stdin:\n"
        f"    if {answer!r} == 'dies': os._exit(1)\n"
        f'    print(\'{{"error": "lost"}}\' if {answer!r} == \'errs\' else \'{{"move": "S9-C9"}}\', flush=True)\n'
    )
    async with serve(Workers(1, [sys.executable, str(script)])) as server:
        browser = visit(server.address)
        table_id = await browser.table(preset="standard")
        page = await browser.open(table_id)
        state = await to_my_turn(page, await page.hello())
        state = await page.move(state, discard(state["view"]["legal"]))
        await to_my_turn(page, state)
        stored = await server.store.tables.get(table_id)
    assert stored is not None
    notes: dict[int, set[Any]] = {0: set(), 1: set()}
    for move in stored.moves:
        notes[move.seat].add(move.note)
    assert notes == {0: {None}, 1: {FALLBACK}}


async def test_a_page_that_reads_nothing_gets_a_snapshot_in_place_of_what_it_missed() -> None:
    line = Taking()

    async def catch_up(late: Client) -> None:
        late.catch_up(Accepted("a snapshot", 1, 1))

    client = Client("owner", line, catch_up)
    client.send(Pong())
    await asyncio.sleep(0)
    for _ in range(QUEUE + 5):
        client.send(Pong())
    assert client.behind
    line.takes.set()
    for _ in range(5):
        await asyncio.sleep(0)
    assert texts(line) == ["pong", "accepted"]
    client.send(Pong())
    assert texts(line) == ["pong", "accepted", "pong"]
    client.close(4000, Pong())
    client.send(Pong())
    await client.ended
    assert texts(line) == ["pong", "accepted", "pong", "pong"]
    assert line.sent[-1] == {"type": "websocket.close", "code": 4000, "reason": ""}


async def test_a_page_that_is_dropped_while_it_reads_nothing_is_sent_nothing_more() -> None:
    line = Taking()
    client = Client("owner", line, cast(Any, None))
    for _ in range(3):
        client.send(Pong())
    client.drop()
    line.takes.set()
    client.send(Pong())
    for _ in range(5):
        await asyncio.sleep(0)
    assert client.ended.done()
    assert line.sent == []


def texts(line: Taking) -> list[str]:
    return [json.loads(message["text"])["type"] for message in line.sent if "text" in message]


async def finished(server: RunningServer, table_id: str) -> None:
    """Wait until the first game of a table is over."""
    async with asyncio.timeout(SECONDS):
        while (stored := await server.store.tables.game(table_id, 1)) is None or stored.game.result is None:
            await asyncio.sleep(0.05)


async def left(server: RunningServer, payoff: int) -> str:
    """Store a table with a clock at which a stand-in is to play for somebody who has gone, and return its id."""
    person = "a" * 64
    gone = replace(person_seat("Ada", 0, [], person), stand_in="left", free=True)
    rules = preset_rules("standard", 2, {"payoff": payoff})
    settings = Settings(clock=ClockSettings("move", 60))
    table = new_table(person, "standard", rules, [gone, computer_seat("greedy", [gone], free=False)], settings)
    table = table.next_game(frozenset())
    await server.store.tables.add(table.row, table.seal, table.summary, table.newest.row)
    return table.row.id


async def test_a_game_that_nobody_looks_at_goes_on_when_the_database_is_back(
    server: RunningServer, browser: Browser
) -> None:
    rooms = server.app.state.rooms
    table_id = await left(server, payoff=5)
    page = await browser.open(table_id)
    await page.greet()
    alter(server, "ALTER TABLE moves RENAME TO moved")
    assert await page.closed() == 1013
    async with asyncio.timeout(SECONDS):
        while table_id in rooms:
            await asyncio.sleep(0.01)
    with pytest.raises(StoreError):
        await rooms.wake_lost()
    alter(server, "ALTER TABLE moved RENAME TO moves")
    await rooms.wake_lost()
    await finished(server, table_id)


async def test_a_program_that_was_to_move_when_the_server_ended_moves_though_nobody_comes(serve: Serve) -> None:
    async with serve() as server:
        table_id = await left(server, payoff=5)
        stored = await server.store.tables.get(table_id)
        assert stored is not None
        assert stored.moves == ()
    async with serve() as server:
        await sweep(server.store, server.app.state.rooms)
        await finished(server, table_id)


async def test_one_table_that_cannot_be_read_keeps_the_housekeeper_from_none_of_the_others(serve: Serve) -> None:
    async with serve() as server:
        tables = [await left(server, payoff=3) for _ in range(3)]
        alter(server, f"""UPDATE tables SET settings = '{{"from": "the future"}}' WHERE id = '{tables[1]}'""")
        await sweep(server.store, server.app.state.rooms)
        for table_id in (tables[0], tables[2]):
            await finished(server, table_id)


async def test_a_program_tries_again_whatever_went_wrong(
    serve: Serve, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = []

    class Unsure(News):
        async def may_think(self, table_id: str) -> bool:
            tries.append(table_id)
            if len(tries) == 5:
                raise RuntimeError("nobody expects this")
            return True

    async with serve(news=Unsure()) as server:
        browser = visit(server.address)
        page = await browser.open(await browser.table([GREEDY, GREEDY], preset="standard"))
        await page.greet()
        await page.get_until(lambda message: is_event(message) and message["ply"] > 5)
    assert len(tries) > 5


async def test_a_table_watched_at_another_process_alone_is_left_to_it(serve: Serve, visit: Visit) -> None:
    class Elsewhere(News):
        there = NOBODY

        def elsewhere(self, _table_id: str) -> Presence:
            return self.there

    async with serve(news=(news := Elsewhere())) as server:
        rooms = server.app.state.rooms
        browser = visit(server.address)
        clock = {"kind": "player", "seconds": 600, "increment": 0}
        table_id = await browser.table([PERSON, GREEDY], preset="standard", settings={"clock": clock})
        page = await browser.open(table_id)
        await page.hello()
        room = rooms._rooms[table_id]
        news.there = Presence(frozenset(), 1)
        room.hear_presence()
        assert table_id in rooms, "somebody is here too"
        await page.connection.close()
        async with asyncio.timeout(SECONDS):
            while room.clients:
                await asyncio.sleep(0.01)
        assert table_id in rooms, "whoever was there may have gone at the same moment"
        news.there = NOBODY
        room.hear_presence()
        assert table_id in rooms, "its clock runs nowhere else"
        news.there = Presence(frozenset(), 1)
        room.hear_presence()
        assert table_id not in rooms


async def test_a_program_does_not_think_about_what_another_process_has_ended() -> None:
    asked: list[str] = []
    seat = SimpleNamespace(person=None)
    about = SimpleNamespace(id="t", origin=None, seats=[seat])
    game = SimpleNamespace(turn=0, actions=[])
    table = SimpleNamespace(row=about, ply=3, turn=0, game=game, has_people=True, program_at=lambda _: "greedy")
    place = SimpleNamespace(table=table, is_lost=False, is_watched=True, is_deserted=False)

    class Late(News):
        async def may_think(self, _table_id: str) -> bool:
            place.table = SimpleNamespace(row=about, ply=4, turn=None, has_people=True)
            return True

    async def choose(player: str, _table: Any) -> None:
        asked.append(player)

    programs = Programs(cast("Any", place), cast("Any", SimpleNamespace(choose=choose)), Late(), lambda: None)
    programs.wake()
    async with asyncio.timeout(SECONDS):
        while programs.are_thinking:
            await asyncio.sleep(0)
    assert not asked


async def test_who_waits_for_a_table_that_is_given_up_is_told(server: RunningServer, browser: Browser) -> None:
    table_id = await browser.table([PERSON, OPEN], preset="standard")
    going_on = asyncio.Event()

    async def wait() -> None:
        going_on.set()
        await asyncio.Event().wait()

    async with server.app.state.rooms.open(table_id) as room:
        begun = [asyncio.create_task(room.do(wait)) for _ in range(2)]
        await going_on.wait()
        tasks = room.stop()
        for outcome in await asyncio.gather(*begun, return_exceptions=True):
            assert isinstance(outcome, StoreError)
        with pytest.raises(StoreError):
            await room.do(wait)
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_table_is_not_kept_for_somebody_who_went_while_it_was_read(
    server: RunningServer, browser: Browser
) -> None:
    rooms = server.app.state.rooms
    table_id = await browser.table([PERSON, OPEN], preset="standard")
    opening = asyncio.create_task(rooms.wake(table_id))
    await asyncio.sleep(0)
    reading = rooms._loading[table_id]
    opening.cancel()
    await asyncio.gather(opening, return_exceptions=True)
    assert await reading is not None
    await asyncio.sleep(0)
    assert table_id not in rooms


async def test_what_another_version_says_is_passed_over(server: RunningServer, browser: Browser) -> None:
    table_id = await browser.table([PERSON, OPEN], preset="standard")
    async with server.app.state.rooms.open(table_id) as room:
        for said in ({"said": {"number": "one"}}, {"said": None}, {"taken": "nobody"}, {"sung": 1}, {}):
            room.hear(said)
        assert list(room.chat.lines) == []


async def test_a_page_that_cannot_be_read_says_so_and_comes_back_by_itself(
    server: RunningServer, browser: Browser
) -> None:
    page = {"accept": "text/html", "accept-language": "de"}
    alter(server, "ALTER TABLE tables RENAME TO gone")
    try:
        shown = await browser.http.get("/games", headers=page)
        assert shown.status_code == 503
        assert "Die Spiele lassen sich gerade nicht lesen" in shown.text
        assert 'http-equiv="refresh"' in shown.text
        assert int(shown.headers["retry-after"]) > 0
        told = await browser.http.get("/api/tables")
        assert (told.status_code, told.json()["error"]["code"]) == (503, "unavailable")
        assert "saved" not in told.text
        # A form is not sent twice.
        written = await browser.http.post("/api/play", json={"preset": "standard", "name": "Ada"})
        assert (written.status_code, "could not be saved" in written.text) == (503, True)
    finally:
        alter(server, "ALTER TABLE gone RENAME TO tables")
    assert (await browser.http.get("/games", headers=page)).status_code == 200


async def test_a_full_disk_is_logged_once_however_often_it_is_tried(
    serve: Serve, visit: Visit, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serve() as server:
        page = await (browser := visit(server.address)).open(await browser.table(preset="standard"))
        state = await to_my_turn(page, await page.hello())

        def full(*_: object) -> None:
            raise OperationalError("INSERT", None, sqlite3.OperationalError("database or disk is full"))

        caplog.clear()
        monkeypatch.setattr(server.store._writer, "_together", full)
        for _ in range(5):
            await page.move(state, discard(state["view"]["legal"]))
            refused = await page.get_until(lambda message: message["type"] == "refused")
            assert refused["code"] == "not_stored"
        (line,) = [record for record in caplog.records if record.levelno >= logging.WARNING]
        assert "disk is full" in line.message
        assert line.exc_info is None
        assert len(line.message) < 300


@pytest.mark.parametrize("asked", ["/api/tables", "/api/patience"])
async def test_a_table_that_was_given_up_follows_nobody_and_says_nothing(
    browser: Browser, server: RunningServer, caplog: pytest.LogCaptureFixture, asked: str
) -> None:
    body = (
        {"preset": "standard", "seats": [{"kind": "person"}, {"kind": "open"}]} if "tables" in asked else {"deal": "13"}
    )
    table_id = (await browser.http.post(asked, json=body)).json()["id"]
    async with server.app.state.rooms.open(table_id) as room:
        room._queue.close()
        for _ in range(3):
            room.hear_change()
            await asyncio.sleep(0.01)
        assert room.is_lost
    assert [line.message for line in caplog.records if "loaded again" in line.message] == []


async def test_a_file_of_games_that_was_deleted_is_noticed_at_once(serve: Serve, visit: Visit, caplog: Any) -> None:
    async with serve() as server:
        browser = visit(server.address)
        page = await browser.open(await browser.table(preset="standard"))
        state = await to_my_turn(page, await page.hello())
        kept = Path(server.store.name)
        kept.rename(kept.with_suffix(".away"))
        await page.move(state, discard(state["view"]["legal"]))
        refused = await page.get_until(lambda message: message["type"] == "refused")
        assert refused["code"] == "not_stored"
        assert (await browser.http.get("/health")).status_code == 503
        assert (await browser.http.post("/api/play", json={"preset": "standard", "name": "Ada"})).status_code == 503
        await page.move(state, discard(state["view"]["legal"]))
        await page.get_until(lambda message: message["type"] == "refused")
        said = [record.message for record in caplog.records if record.name.endswith("writer")]
        assert [text for text in said if "the file of games is no longer where it was" in text] == said
        assert len(said) == 1
        kept.with_suffix(".away").rename(kept)
        assert "the database can be written again" not in caplog.text
        # A health check tries to write.
        assert (await browser.http.get("/health")).status_code == 200
        assert "the database can be written again" in caplog.text
        (await browser.http.post("/api/play", json={"preset": "standard", "name": "Ada"})).raise_for_status()


class Way:
    """A connection to the database that can be cut."""

    def __init__(self, host: str, port: int) -> None:
        self._there = (host, port)
        self._open: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def begin(self, port: int = 0) -> int:
        """Let connections through; returns the port."""
        self._server = await asyncio.start_server(self._pass_on, "127.0.0.1", port)
        return int(self._server.sockets[0].getsockname()[1])

    async def cut(self) -> None:
        """Break every connection and accept no new ones."""
        assert self._server is not None
        self._server.close()
        for writer in self._open:
            writer.transport.abort()
        self._open.clear()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection(*self._there)
        self._open |= {writer, there_writer}
        await asyncio.gather(_copied(reader, there_writer), _copied(there_reader, writer))


async def _copied(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while some := await reader.read(1 << 16):
            writer.write(some)
        writer.close()


@dataclass(frozen=True)
class Link:
    """A separate connection to PostgreSQL, at an ``address``, that can be ``cut`` and begun ``again``."""

    address: str
    cut: Callable[[], None]
    again: Callable[[], None]


@contextlib.contextmanager
def link_to(address: str) -> Iterator[Link]:
    """Run the connection to a database in a separate loop: the store connects while the test's loop is blocked."""
    url = make_url(address)
    way = Way(url.host or "127.0.0.1", url.port or 5432)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    def done(what: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(what, loop).result(SECONDS)

    port = done(way.begin())

    def again() -> None:
        done(way.begin(port))

    by_way = url.set(host="127.0.0.1", port=port).render_as_string(hide_password=False)
    try:
        yield Link(by_way, lambda: done(way.cut()), again)
    finally:
        done(way.cut())
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@needs_postgresql
async def test_a_database_that_starts_again_costs_a_line_in_the_log(
    visit: Visit, caplog: pytest.LogCaptureFixture
) -> None:
    with schema() as address, link_to(address) as link:
        async with running(link.address) as server:
            browser = visit(server.address)
            table_id = await browser.table()
            page = await browser.open(table_id)
            state = await to_my_turn(page, await page.hello())
            link.cut()
            for path in ("/games", f"/table/{table_id}", "/api/tables", "/health", "/", "/day"):
                assert (await browser.http.get(path)).status_code in (200, 503), path
            refused = await page.move(state, discard(state["view"]["legal"]))
            assert refused["type"] == "refused"
            link.again()
            async with asyncio.timeout(SECONDS):
                while (await browser.http.get("/games")).status_code != 200:
                    await asyncio.sleep(0.05)
                page = await browser.open(table_id)
                state = await to_my_turn(page, await page.hello())
                while (await page.move(state, discard(state["view"]["legal"])))["type"] == "refused":
                    await asyncio.sleep(0.05)
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []
    assert len([record for record in caplog.records if record.levelname == "ERROR"]) <= 4


def test_a_server_that_shuts_down_while_somebody_connects_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    class Connection:
        autocommit = False

        def execute(self, _statement: str) -> None:
            raise RuntimeError("terminating connection due to administrator command")

    with pytest.raises(SQLAlchemyError, match="terminating connection"):
        postgresql._set_up_connection(Connection(), None)


@pytest.mark.parametrize("accept", ["application/json", "text/html"])
async def test_what_takes_too_long_is_no_fault_and_can_be_asked_for_again(
    server: RunningServer, browser: Browser, monkeypatch: pytest.MonkeyPatch, accept: str
) -> None:
    async def never(*_arguments: object) -> None:
        raise TimeoutError

    monkeypatch.setattr(server.store.tables, "_read", never)
    answer = await browser.http.get(
        "/table/none" if accept == "text/html" else "/api/tables", headers={"accept": accept}
    )
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0

"""A real server in the test's own event loop, and pages that talk to it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from spite_and_malice.server.app import create_app
from spite_and_malice.server.configuration import Configuration, settings
from spite_and_malice.server.http.limits import ConnectionLimit, Rates
from spite_and_malice.server.run import allowed_hosts, listen, uvicorn_config
from spite_and_malice.server.store import Store
from spite_and_malice.server.workers.pool import Workers

from .services import DATABASES, database

SECONDS = 30.0
"""How long a test waits for anything before it fails."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests of a module of this folder in one event loop, in which they can share a server."""
    for item in items:
        if item.path.parent == Path(__file__).parent and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="module"), append=False)


@pytest.fixture(params=DATABASES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each kind."""
    with database(request.param, tmp_path) as address:
        yield address


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    """The contents of an empty database of each kind."""
    store = Store(address)
    yield store
    store.close()


class Page:
    """A page at a table: the messages that a browser would send and receive."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.texts: list[str] = []
        self.last_id = ""
        self.snapshot: dict[str, Any] | None = None
        """The newest snapshot received."""
        self._name = secrets.token_hex(4)
        self._count = 0

    async def send(self, **message: Any) -> None:
        await self.connection.send(json.dumps(message))

    async def get(self) -> dict[str, Any]:
        """Return the next message other than those about presence."""
        return await self.get_until(lambda message: message["type"] != "people")

    async def get_any(self) -> dict[str, Any]:
        """Return the next message, whatever it is."""
        async with asyncio.timeout(SECONDS):
            text = await self.connection.recv()
        assert isinstance(text, str)
        self.texts.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "snapshot":
            self.snapshot = message
        return message

    async def get_until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the next message of a wanted kind, skipping others."""
        while not wanted(message := await self.get_any()):
            pass
        return message

    async def greet(self, version: int | None = None, game: int | None = None) -> dict[str, Any]:
        """Say hello and return the answer; earlier messages are skipped."""
        await self.send(type="ping")
        await self.get_until(lambda message: message["type"] == "pong")
        await self.send(type="hello", version=version, game=game)
        return await (self.get() if version is not None else self.get_until(lambda m: m["type"] == "snapshot"))

    async def hello(self, version: int | None = None, game: int | None = None) -> dict[str, Any]:
        """Say hello and return the answer; if only your own contribution to the first deal is awaited, send it."""
        snapshot = await self.greet(version, game)
        people = snapshot.get("people")
        if people is None or people["state"] != "gathering" or people["you"] is None:
            return snapshot
        if people["settings"]["start"] != "full" or any(seat["kind"] == "open" for seat in people["seats"]):
            return snapshot
        await self.contribute(snapshot)
        return await self.get_until(lambda message: message["type"] == "snapshot" and message["view"] is not None)

    async def next(self, state: dict[str, Any]) -> dict[str, Any]:
        """Have the next game dealt and return its snapshot."""
        await self.send(type="next", id=f"next-{state['game']}", game=state["game"])
        snapshot = await self.get_until(lambda message: message["type"] in ("snapshot", "refused"))
        assert snapshot["type"] == "snapshot", snapshot
        await self.get_until(lambda message: message["type"] == "accepted")
        return snapshot

    async def contribute(self, state: dict[str, Any]) -> dict[str, Any]:
        """Send the contribution to the next deal and return the answer."""
        return await self.ask("contribute", game=state["game"] + 1, contribution=secrets.token_hex(32))

    async def ask(self, kind: str, /, **fields: Any) -> dict[str, Any]:
        """Send a message under an id of its own and return the answer to it."""
        self._count += 1
        self.last_id = f"{self._name}-{self._count}"
        await self.send(**{"type": kind, "id": self.last_id} | fields)
        return await self.get_until(lambda message: message.get("id") == self.last_id)

    async def people(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the next wanted message about the people."""
        return await self.get_until(lambda message: message["type"] == "people" and wanted(message))

    async def move(self, state: dict[str, Any], text: str, **changes: Any) -> dict[str, Any]:
        """Play a move upon a snapshot or an event and return the answer."""
        self._count += 1
        self.last_id = f"{self._name}-{self._count}"
        message = {"type": "move", "id": self.last_id, "game": state["game"], "ply": state["ply"], "move": text}
        await self.send(**message | changes)
        return await self.get()

    async def closed(self) -> int:
        """Wait until the server has closed the connection and return its code."""
        async with asyncio.timeout(SECONDS):
            await self.connection.wait_closed()
        assert self.connection.close_code is not None
        return self.connection.close_code


class Browser:
    """A browser with its cookies."""

    def __init__(self, address: str) -> None:
        self.address = address
        # An answer may be a review: many seconds of work, and other tests run beside it.
        self.http = httpx.AsyncClient(base_url=f"http://{address}", timeout=httpx.Timeout(SECONDS, read=6 * SECONDS))
        self._pages = contextlib.AsyncExitStack()

    @property
    def token(self) -> str:
        """The token in the browser's cookie, whatever its name."""
        return next(cookie.value or "" for cookie in self.http.cookies.jar if "spite_player" in cookie.name)

    @token.setter
    def token(self, token: str) -> None:
        for cookie in [each for each in self.http.cookies.jar if "spite_player" in each.name]:
            self.http.cookies.jar.clear(cookie.domain, cookie.path, cookie.name)
        # A server also reads the name used by older versions.
        self.http.cookies.set("spite_player", token)

    async def table(self, seats: list[dict[str, Any]] | None = None, **body: Any) -> str:
        """Set up a table and return its id; by default the browser's person against greedy."""
        seats = seats or [{"kind": "person", "name": "Ada"}, {"kind": "computer", "player": "greedy"}]
        response = await self.http.post("/api/tables", json={"seats": seats, **body})
        assert response.status_code == 201, response.text
        table_id: str = response.json()["id"]
        return table_id

    async def open(self, table_id: str, query: str = "", **headers: str) -> Page:
        """Open the websocket of a table."""
        if not self.http.cookies:
            await self.http.get("/games")
        # A cookie set by a test and renewed by the server is one cookie to a browser.
        known = {cookie.name: cookie.value for cookie in self.http.cookies.jar}
        cookies = "; ".join(f"{name}={value}" for name, value in known.items())
        connection = await self._pages.enter_async_context(
            connect(
                f"ws://{self.address}/table/{table_id}/ws{query}",
                additional_headers={"cookie": cookies, **headers},
                max_size=2**22,
                # Like a browser, it accepts incoming data, whether the page reads it or not.
                max_queue=None,
                open_timeout=SECONDS,
            )
        )
        return Page(connection)

    async def close(self) -> None:
        await self._pages.aclose()
        await self.http.aclose()


class Taking:
    """The server's end of a connection that accepts nothing until allowed; it keeps the data sent to it."""

    def __init__(self) -> None:
        self.takes = asyncio.Event()
        self.sent: list[dict[str, Any]] = []

    def send_now(self, text: bytes) -> bool:
        if self.takes.is_set():
            self.sent.append({"type": "websocket.send", "text": text.decode()})
        return self.takes.is_set()

    async def send(self, message: dict[str, Any]) -> None:
        await self.takes.wait()
        self.sent.append(message)


class RunningServer:
    """A server on a free port with its data in a file."""

    def __init__(self, address: str, store: Store, app: Any, connections: set[Any]) -> None:
        self.address = address
        self.store = store
        self.app = app
        self.connections = connections
        """The open connections of uvicorn: HTTP and websockets."""


SETTINGS = {name for name, _variable, _about in settings()} - {"kit", "docs"}


def configured(**options: Any) -> Configuration:
    """Return a server's settings: the given ones, with nothing done ahead of time."""
    return Configuration.read({}, {"works_ahead": False, **options})


@contextlib.asynccontextmanager
async def running(
    path: Path | str,
    workers: Workers | None = None,
    connection_limit: ConnectionLimit | None = None,
    rates: Rates | None = None,
    **options: Any,
) -> AsyncIterator[RunningServer]:
    """Run a server as `spite` does, in this event loop, until the context ends.

    ``options`` are settings by name, and other arguments of the application.
    """
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    store = Store(path)
    app = create_app(
        store,
        configured(**{name: value for name, value in options.items() if name in SETTINGS}),
        workers=workers or Workers(1),
        thinking_seconds=0.02,
        rates=rates,
        **{"allowed_hosts": allowed_hosts("127.0.0.1", port)}
        | {name: value for name, value in options.items() if name not in SETTINGS},
    )
    server = uvicorn.Server(uvicorn_config(app, connection_limit or ConnectionLimit(10_000, 10_000), rates))
    # The test's own Ctrl-C must go on to end the test.
    server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign, assignment]
    task = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        async with asyncio.timeout(SECONDS):
            while not server.started:
                await asyncio.sleep(0.005)
        yield RunningServer(f"127.0.0.1:{port}", store, app, server.server_state.connections)
    finally:
        server.should_exit = True
        await task
        store.close()


Serve = Callable[..., contextlib.AbstractAsyncContextManager[RunningServer]]
Visit = Callable[[str], Browser]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningServer]:
    """Run one server for all tests of a module; each test has its own browsers and tables."""
    async with running(tmp_path_factory.mktemp("server") / "data.sqlite3") as server:
        yield server


@pytest_asyncio.fixture(loop_scope="module")
async def visit() -> AsyncIterator[Visit]:
    """Open browsers, each for a different person."""
    browsers: list[Browser] = []

    def visit(address: str) -> Browser:
        browsers.append(Browser(address))
        return browsers[-1]

    yield visit
    for browser in browsers:
        await browser.close()


@pytest.fixture
def browser(server: RunningServer, visit: Visit) -> Browser:
    return visit(server.address)


@pytest.fixture
def serve(tmp_path: Path) -> Serve:
    """Run servers on the same file of data, one after another."""

    def serve(workers: Workers | None = None, **options: Any) -> contextlib.AbstractAsyncContextManager[RunningServer]:
        return running(tmp_path / "data.sqlite3", workers, **options)

    return serve

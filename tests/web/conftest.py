"""A real browser, a real server in its own process, and tables with the test itself as their server."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, WebSocketRoute, expect, sync_playwright

from spite_and_malice.engine import Position
from tests.waiting import SECONDS, wait_until
from tests.web.firefox import firefox
from tests.web.host import HOST, as_flag, hosting
from tests.web.modules import Modules

WEB: Final = Path(__file__).resolve().parents[2] / "src" / "spite_and_malice" / "web"
HERE: Final = Path(__file__).resolve().parent
SIZES: Final = ((1280, 800), (1920, 1080), (768, 1024), (360, 640), (640, 360))
"""The windows in which everything has to fit: desktop, large desktop, tablet, phone upright, phone in landscape."""

BROWSERS: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The possible names of Chromium; the first has no user interface besides the page, so the tests take half the time."""

WHOLE: Final = BROWSERS[1:]
"""Those that also show notices, which the first refuses."""

SLOWER: Final = int(os.environ.get("SPITE_SLOWER", "1"))
"""How many times slower than this machine every page is: as on a cheap phone, with 4."""

expect.set_options(timeout=SECONDS * 1000)


@pytest.fixture(scope="session")
def table_host() -> Iterator[int]:
    """Serve the files of table pages with the test as their server; return the port."""
    with hosting() as port:
        yield port


@pytest.fixture(scope="session")
def modules() -> Iterator[Modules]:
    """Return a runner for the browser's modules without a browser."""
    modules = Modules()
    yield modules
    modules.close()


_started = ExitStack()
_browsers: dict[str, Browser] = {}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of some files in Firefox too, except those that need Chromium's abilities."""
    marks = {mark.name for mark in metafunc.definition.iter_markers()}
    if "browser" in metafunc.fixturenames and "firefox" in marks and "chromium" not in marks:
        engines = ["chromium", pytest.param("firefox", marks=pytest.mark.nightly)]
        metafunc.parametrize("browser", engines, indirect=True, scope="module")


@pytest.fixture(scope="module")
def browser(table_host: int, request: pytest.FixtureRequest) -> Browser:
    """Return the system's headless browser, shared by the files of this folder; without one, skip."""
    engine = getattr(request, "param", "chromium")
    if not (engine in _browsers and _browsers[engine].is_connected()):
        _end_browser()
        _browsers[engine] = _started.enter_context(ENGINES[engine](table_host))
    return _browsers[engine]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(nextitem: pytest.Item | None) -> Generator[None, object, object]:
    """End the browser before a test elsewhere: while Playwright runs, no other event loop can."""
    done = yield
    if nextitem is None or not nextitem.path.is_relative_to(HERE):
        _end_browser()
    return done


def _end_browser() -> None:
    _browsers.clear()
    KeptWindow.idle.clear()
    _started.close()


@contextmanager
def _chromium(table_host: int, names: Sequence[str] = BROWSERS) -> Iterator[Browser]:
    path = next((found for name in names if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip(f"no Chromium on this machine: apt-get install {names[0]}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage", as_flag(table_host)]
        )
        if SLOWER > 1:
            slow_all_down(browser, SLOWER)
        yield browser
        browser.close()


@contextmanager
def _firefox(table_host: int) -> Iterator[Browser]:
    with sync_playwright() as playwright, firefox(playwright, HOST, table_host) as browser:
        yield browser


ENGINES: Final[Mapping[str, Callable[[int], AbstractContextManager[Browser]]]] = {
    "chromium": _chromium,
    "whole": partial(_chromium, names=WHOLE),
    "firefox": _firefox,
}


def slow_all_down(browser: Browser, times: int) -> None:
    """Make every page that the browser will open slower by a factor."""
    new_context = browser.new_context

    def slow_context(**options: Any) -> BrowserContext:
        context = new_context(**options)
        new_page = context.new_page

        def slow_page() -> Page:
            page = new_page()
            slow_down(page, times)
            return page

        context.new_page = slow_page  # type: ignore[method-assign]
        return context

    browser.new_context = slow_context  # type: ignore[method-assign]
    browser.new_page = lambda **options: slow_context(**options).new_page()  # type: ignore[method-assign]


@contextmanager
def serving(data: Path, **settings: str) -> Iterator[str]:
    """Serve games in a second process, as a user would, and yield the address.

    ``settings`` are environment variables.
    """
    command = [sys.executable, "-m", "spite_and_malice", "--port", "0", "--data", str(data), "--no-browser"]
    environment = {**os.environ, "PYTHONPATH": str(WEB.parents[1]), "PYTHONUNBUFFERED": "1", **settings}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        address = None
        while address is None and (line := server.stdout.readline()):
            address = re.search(r"http://[\w.]+:\d+", line)
        try:
            assert address is not None, "the server ended without saying its address"
            yield address.group()
        finally:
            server.terminate()
            server.wait(SECONDS)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server that all tests of a process share."""
    with serving(tmp_path_factory.mktemp("site") / "tables.sqlite3") as address:
        yield address


@pytest.fixture
def new_site(tmp_path: Path) -> Iterator[str]:
    """Return the address of a fresh server."""
    with serving(tmp_path / "tables.sqlite3") as address:
        yield address


def slow_down(page: Page, times: int) -> None:
    """Slow a page's processor down by a factor, as on a cheap phone."""
    if times > 1:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})


class Problems:
    """A page's complaints: errors and warnings of scripts, and requests to other hosts."""

    def __init__(self, page: Page) -> None:
        self.found: list[str] = []
        page.on("pageerror", lambda error: self.found.append(str(error)))
        page.on("console", lambda line: self._heard(line.type, line.text))

    def _heard(self, kind: str, text: str) -> None:
        # A test that checks pixels reads a canvas more often than a page does.
        if kind in ("error", "warning") and not text.startswith("Canvas2D: Multiple readback"):
            self.found.append(text)


def new_context(browser: Browser, size: tuple[int, int], settings: Mapping[str, Any], **options: Any) -> BrowserContext:
    """Open a window of a size, with the table's settings as if they had been chosen before."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
    context.set_default_timeout(SECONDS * 1000)
    stored = json.dumps(json.dumps(dict(settings)))
    # An empty page has no storage.
    context.add_init_script(
        "if (origin !== 'null')"
        f" localStorage.getItem('spite.settings') ?? localStorage.setItem('spite.settings', {stored});"
    )
    return context


class KeptWindow:
    """A window that tests have one after the other, with a page of the test's host, cleared in between.

    A new one costs twice what loading a page again does. Whatever cannot be cleared, such as a script that runs before
    every page, or a clock, ends the window with the test that made it.
    """

    EMPTY: Final = f"http://{HOST}/empty"
    MOST: Final = 4
    """The most windows kept while no test has them."""
    LASTING: Final = (
        *("add_init_script", "expose_function", "expose_binding", "on", "once", "set_extra_http_headers", "close"),
        *("route", "route_web_socket", "new_cdp_session", "emulate_media", "new_page"),
        *("grant_permissions", "set_offline", "set_geolocation"),
        *("install", "pause_at", "set_fixed_time", "set_system_time", "down"),
    )
    """What changes a page, its context, its clock or its keyboard for good, or until something else is called."""

    idle: ClassVar[list[KeptWindow]] = []

    def __init__(self, browser: Browser, size: tuple[int, int], options: Mapping[str, Any]) -> None:
        self._size = ViewportSize(width=size[0], height=size[1])
        self.kind = f"{size} {sorted(options.items())}"
        self.context = browser.new_context(viewport=self._size, **options)
        self.context.set_default_timeout(SECONDS * 1000)
        self.page = self.context.new_page()
        self.problems = Problems(self.page)
        self.connected: Callable[[WebSocketRoute], None] = lambda socket: None
        self.page.route_web_socket("**/ws", lambda socket: self.connected(socket))
        self._session = self.context.new_cdp_session(self.page)
        self.page.goto(self.EMPTY)
        self._is_spoilt = False
        for owner in (self.page, self.context, self.page.clock, self.page.keyboard):
            for name in self.LASTING:
                if hasattr(owner, name):
                    setattr(owner, name, self._spoiling(getattr(owner, name)))

    def _spoiling(self, act: Callable[..., Any]) -> Callable[..., Any]:
        def spoiling(*arguments: Any, **options: Any) -> Any:
            self._is_spoilt = True
            return act(*arguments, **options)

        return spoiling

    @classmethod
    def opened(cls, browser: Browser, size: tuple[int, int], options: Mapping[str, Any]) -> KeptWindow:
        """Return a window of that size with those options of a context: a kept one, or else a new one."""
        new = f"{size} {sorted(options.items())}"
        found = next((window for window in cls.idle if window.kind == new), None)
        if found is None:
            return cls(browser, size, options)
        cls.idle.remove(found)
        found.problems.found = []
        return found

    def close(self) -> None:
        """Keep the window for the next test, or close it if something would be left."""
        if self._is_spoilt:
            self.context.close()
            return
        self.page.goto(self.EMPTY)
        self.page.mouse.up()
        self.page.mouse.move(0, 0)
        self.page.set_viewport_size(self._size)
        self._session.send("Storage.clearDataForOrigin", {"origin": f"http://{HOST}", "storageTypes": "all"})
        self.idle.append(self)
        if len(self.idle) > self.MOST:
            self.idle.pop(0).context.close()


Window = BrowserContext | KeptWindow


def window(browser: Browser, size: tuple[int, int], settings: Mapping[str, Any], **options: Any) -> Window:
    """Return a window for a page of the test's host with the table's settings, to be closed by the test."""
    if browser.browser_type.name != "chromium":
        return new_context(browser, size, settings, **options)
    found = KeptWindow.opened(browser, size, options)
    found.page.evaluate("(all) => localStorage.setItem('spite.settings', all)", json.dumps(dict(settings)))
    return found


def page_in(window: Window, connected: Callable[[WebSocketRoute], None]) -> tuple[Page, Problems]:
    """Return a window's page and its problems; ``connected`` gets each connection to a table."""
    if isinstance(window, KeptWindow):
        window.connected = connected
        return window.page, window.problems
    page = window.new_page()
    page.route_web_socket("**/ws", connected)
    return page, Problems(page)


def resize(page: Page, width: int, height: int) -> None:
    """Change the window and wait until the table has been laid out in it."""
    page.set_viewport_size({"width": width, "height": height})
    settle(page)


def settle(page: Page) -> None:
    """Wait until the page has handled and drawn everything: for two frames."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def wait_on(page: Page, holds: Callable[[], object], fault: Callable[[], str] = lambda: "it has not happened") -> None:
    """Wait until a condition holds, while the page keeps running."""
    wait_until(holds, fault, pause=lambda seconds: page.wait_for_timeout(1000 * seconds))


class FakeTable:
    """A table's page with the test as its server: it sends the test's messages and records those received."""

    def __init__(self, window: Window, snapshot: dict[str, Any], ready: str = "#cards .card") -> None:
        self.sent: list[dict[str, Any]] = []
        self.snapshot = snapshot
        self.deaf = False
        """Does it answer only a greeting, as if the connection were lost?"""
        self._socket: WebSocketRoute | None = None
        self.page, self.problems = page_in(window, self._connected)
        self.page.goto("http://table.test/table/t")
        self.page.wait_for_selector(ready)

    def send(self, **message: Any) -> None:
        """Send a message to the page."""
        assert self._socket is not None
        self._socket.send(json.dumps(message))

    def hang_up(self) -> None:
        """Cut the connection."""
        assert self._socket is not None
        self._socket.close(code=1011)

    def last(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Return the page's last message of a kind, and with these fields if there are any.

        Wait for the first: it may come after its gesture ends.
        """

        def said() -> list[dict[str, Any]]:
            return [each for each in self.sent if each["type"] == kind and fields.items() <= each.items()]

        wait_on(self.page, said, lambda: f"the page has not said {kind}")
        return said()[-1]

    def _connected(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(self._heard)

    def _heard(self, text: str | bytes) -> None:
        message = json.loads(text)
        self.sent.append(message)
        if message["type"] == "hello":
            self.send(**self.snapshot)
        elif message["type"] == "ping" and not self.deaf:
            self.send(type="pong")


def snapshot_of(view: dict[str, Any], log: list[str] | None = None) -> dict[str, Any]:
    """Return the snapshot that a server would send for a view."""
    rules = view["rules"]
    count = rules["players"]
    sides = count // 2 if rules["partners"] else count
    names = ("Ada", "Bertrand", "Chen", "Daria", "Emil", "Fatou", "Grigori", "Hedwig")
    seats = [
        {"kind": "person" if seat == view["seat"] else "computer", "name": names[seat], "side": seat % sides}
        for seat in range(count)
    ]
    match = {
        "scores": [0] * count, "target": rules["target"], "over": False, "winners": [], "games_played": 0,
        "games": [], "stand_ins": [0] * count,
    }  # fmt: skip
    table = {
        "id": "t", "name": "A table", "preset": None, "rules_words": ["The rules."], "differences": [],
        "seats": seats, "match": match, "you": view["seat"], "commitment": "0" * 64,
    }  # fmt: skip
    return {
        "type": "snapshot", "version": 1, "game": 1, "ply": 0, "table": table, "view": view, "log": log or [],
        "played": [""] * len(log or []), "undo": False, "standing": None,
    }  # fmt: skip


OpenFake = Callable[..., FakeTable]
ViewOf = Callable[[str], dict[str, Any]]


@pytest.fixture(scope="module")
def view_of() -> ViewOf:
    """Return the view of the seat to move in a conformance vector's position, or after its move."""
    path = HERE.parent / "conformance" / "vectors.jsonl"
    vectors = [json.loads(line) for line in path.read_text().splitlines()]
    positions = {vector["id"]: vector["position"] for vector in vectors if "position" in vector}
    positions |= {f"{vector['id']} after": vector["after"] for vector in vectors if "after" in vector}

    def view_of(name: str) -> dict[str, Any]:
        position = Position.from_json(positions[name])
        view: dict[str, Any] = position.view(position.turn).to_json()
        return view

    return view_of


@pytest.fixture
def fake_table(browser: Browser) -> Iterator[OpenFake]:
    """Open tables with the test as their server."""
    windows: list[Window] = []

    def open_table(
        view: dict[str, Any],
        size: tuple[int, int] = (1280, 800),
        settings: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> FakeTable:
        windows.append(window(browser, size, settings or {"speed": "off"}, **options))
        return FakeTable(windows[-1], snapshot_of(view))

    yield open_table
    for each in windows:
        each.close()

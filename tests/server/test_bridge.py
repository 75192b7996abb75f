"""The server as in a browser's worker: it answers without a network, threads or processes."""

from __future__ import annotations

import asyncio
import html
import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from spite_and_malice.analysis.puzzles import collection
from spite_and_malice.offline.bridge import Bridge, Jar
from spite_and_malice.play import FairDeal
from spite_and_malice.server.app import create_app
from spite_and_malice.server.configuration import Configuration
from spite_and_malice.server.features.daily.deal import secret_of_date
from spite_and_malice.server.features.puzzles import choosing
from spite_and_malice.server.games.patience.dealer import deal_of_date
from spite_and_malice.server.games.patience.results import games_of_day
from spite_and_malice.server.store import Store, today
from spite_and_malice.server.workers import process as minds

SECONDS: Final = 30.0
HEADERS: Final = [("host", "localhost"), ("content-type", "application/json"), ("accept-language", "en")]


class Page:
    """The messages to a page, and its way to send requests."""

    def __init__(self) -> None:
        self.bridge: Bridge
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.ended: asyncio.Queue[int] = asyncio.Queue()
        self._answers: dict[int, asyncio.Future[tuple[int, dict[str, str], bytes]]] = {}

    def response(self, question: int, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self._answers[question].set_result((status, dict(headers), body))

    def opened(self, socket: int) -> None:
        assert socket == 1

    def text(self, socket: int, text: str) -> None:
        assert socket == 1
        self.said.put_nowait(json.loads(text))

    def closed(self, socket: int, code: int, reason: str) -> None:
        assert (socket, reason) == (1, "")
        self.ended.put_nowait(code)

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, dict[str, str], bytes]:
        number = len(self._answers)
        self._answers[number] = asyncio.get_running_loop().create_future()
        self.bridge.request(number, method, path, HEADERS, b"" if body is None else json.dumps(body).encode())
        return await asyncio.wait_for(self._answers[number], SECONDS)

    def say(self, **message: Any) -> None:
        self.bridge.text(1, json.dumps(message))

    async def view(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the first message with a wanted view."""
        while True:
            message = await asyncio.wait_for(self.said.get(), SECONDS)
            assert message["type"] != "refused", message
            if message.get("view") is not None and wanted(message):
                return message

    async def my_turn(self, after: int) -> dict[str, Any]:
        """Return the first message after a number of actions that lets the page move."""
        return await self.view(lambda message: message["ply"] > after and bool(message["view"]["legal"]))


Started = Callable[[str], AbstractAsyncContextManager[Page]]


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Started:
    """Return a function that starts a server as a browser does, with the cookies that are kept."""
    monkeypatch.setattr(minds, "HAS_PROCESSES", False)

    @asynccontextmanager
    async def start(cookies: str) -> AsyncIterator[Page]:
        store, page = Store(tmp_path / "tables.sqlite3", has_threads=False), Page()
        page.bridge = Bridge(
            create_app(store, Configuration(works_ahead=False), alone=True, static="/static/0"), page, Jar(cookies)
        )
        await page.bridge.start()
        try:
            yield page
        finally:
            await page.bridge.stop()
            store.close()

    return start


async def test_a_game_goes_on_where_it_was_left(started: Started) -> None:
    async with started("") as page:
        seats = [{"kind": "person", "name": "A"}, {"kind": "computer", "player": "club"}]
        status, _, body = await page.ask("POST", "/api/tables", {"preset": "standard", "seats": seats})
        assert status == 201
        table = json.loads(body)["url"]
        page.bridge.open(1, f"{table}/ws", HEADERS)
        page.say(type="hello")
        page.say(type="contribute", id="c", game=1, contribution="0" * 64)
        seen = await page.view(lambda message: bool(message["view"]["legal"]))
        for number in range(5):
            move = seen["view"]["legal"][-1]
            page.say(type="move", id=f"m{number}", game=seen["game"], ply=seen["ply"], move=move)
            seen = await page.my_turn(after=seen["ply"])
        page.say(type="hint", id="h", game=seen["game"], ply=seen["ply"])
        hint = await asyncio.wait_for(page.said.get(), SECONDS)
        assert hint["type"] == "hint"
        cookies = page.bridge.cookies
    async with started(cookies) as page:
        page.bridge.open(1, f"{table}/ws", HEADERS)
        page.say(type="hello")
        again = await page.view(lambda _message: True)
        assert (again["ply"], again["view"]["legal"]) == (seen["ply"], seen["view"]["legal"])
        status, headers, body = await page.ask("GET", "/")
        assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert table.encode() in body


async def test_the_day_works_without_a_server_and_follows_from_the_date(started: Started) -> None:
    day = today().isoformat()
    async with started("") as page:
        for address in ("/today", "/day", "/patience/day"):
            status, _headers, body = await page.ask("GET", address)
            assert status == 200, body
        assert b"that needs a server" in (await page.ask("GET", "/today"))[2]
        assert 'href="/today"' in (await page.ask("GET", "/games"))[2].decode()
        assert (
            b'<a href="/today">Today</a> <span class="hint">The deal of the day'
            in (await page.ask("GET", "/search"))[2]
        )
        assert b"everybody" not in (await page.ask("GET", "/day"))[2]
        status, _headers, body = await page.ask("POST", "/api/day", {"name": "A"})
        assert status == 201, body
        assert json.loads(body)["commitment"] == FairDeal(secret_of_date(day), ()).commitment
        # A person who has begun a game has been here before.
        assert b'class="today-card' in (await page.ask("GET", "/"))[2]
        preset = games_of_day(today())[0]
        status, _headers, body = await page.ask("POST", "/api/patience", {"preset": preset, "day": day})
        assert status == 201, body
        assert (await page.ask("GET", f"/today/{day}"))[0] == 200
    assert len({deal_of_date(f"2026-11-{date}", "golf") for date in range(10, 30)}) > 10


SHAPE = re.compile(r"\d{4}-\d\d(-\d\d)?|(?<=/rules/)[^/]+|preset=[^&]+")
"""The varying parts of the addresses of pages of one kind."""


@pytest.mark.usefixtures("kit_puzzles")
async def test_every_link_leads_to_a_page(started: Started) -> None:
    waiting, seen, day = ["/"], {"/"}, today().isoformat()
    async with started("") as page:
        while waiting:
            address = waiting.pop()
            status, headers, body = await page.ask("GET", address)
            assert status in (200, 303), address
            if not headers.get("content-type", "").startswith("text/html"):
                continue
            for link in re.findall(r'<a [^>]*href="(/[^"#]*)', body.decode()):
                link = html.unescape(link)
                # On the first of a month the page of today comes before that of any other day.
                shape = link if day in link else SHAPE.sub("*", link)
                if shape not in seen and not link.startswith("/static/"):
                    seen.add(shape)
                    waiting.append(link)
    assert {"/today/*", "/puzzles/day/*", "/day/*", "/patience/day", "/patience?*", "/rules/*"} <= seen


async def test_a_finished_game_is_told_and_checked(started: Started) -> None:
    def rank(move: str) -> int:
        return 0 if move.startswith("P") else 1 if "-C" in move else 2

    async with started("") as page:
        seats = [{"kind": "person", "name": "A"}, {"kind": "computer", "player": "beginner"}]
        rules = {"payoff": 1}
        status, _, body = await page.ask("POST", "/api/tables", {"preset": "quick", "rules": rules, "seats": seats})
        assert status == 201
        table = json.loads(body)
        page.bridge.open(1, f"{table['url']}/ws", HEADERS)
        page.say(type="hello")
        page.say(type="contribute", id="c", game=1, contribution="0" * 64)
        for number in range(1000):
            seen = await page.view(lambda message: bool(message["view"]["legal"] or message.get("standing")))
            if seen.get("standing"):
                break
            move = min(seen["view"]["legal"], key=rank)
            page.say(type="move", id=f"m{number}", game=1, ply=seen["ply"], move=move)
        game = f"/api/tables/{table['id']}/games/1"
        status, headers, body = await page.ask("GET", f"{game}/record")
        assert status == 200
        assert headers["content-disposition"].startswith("attachment")
        status, _, body = await page.ask("GET", f"{game}/check")
        assert (status, json.loads(body)["faults"]) == (200, [])
        status, headers, body = await page.ask("GET", f"/table/{table['id']}/games/1/result.svg")
        assert (status, headers["content-type"]) == (200, "image/svg+xml")
        assert body.startswith(b"<svg ")
        for path in (f"/table/{table['id']}/games/1", f"{game}/replay", f"{game}/records", "/statistics"):
            assert (await page.ask("GET", path))[0] == 200, path


async def test_home_alone_has_the_day_once_somebody_has_played(started: Started) -> None:
    async with started("") as page:
        assert b"today-card" not in (await page.ask("GET", "/"))[2]
        seats = [{"kind": "person", "name": "Ada"}, {"kind": "computer", "player": "beginner"}]
        assert (await page.ask("POST", "/api/tables", {"preset": "quick", "seats": seats}))[0] == 201
        status, _, body = await page.ask("GET", "/")
        assert (status, b"Where you left off" in body, b"today-card" in body) == (200, True, True)


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/",
            "/new",
            "/new?preset=standard",
            "/games",
            "/learn",
            "/rules/standard",
            "/patience",
            "/statistics",
            "/ladder",
            "/scrapbook",
        ),
        *("/honest", "/privacy", "/puzzles"),
    ],
)
async def test_what_one_plays_alone_with_is_there(started: Started, path: str) -> None:
    async with started("") as page:
        status, _, body = await page.ask("GET", path)
        assert status == 200
        # Features that need other people are not offered.
        assert b"over a link" not in body
        for other in ("/puzzles/discard", "/me", "/ratings", "/open", "/sign-in"):
            assert f'href="{other}"'.encode() not in body
        # Nor does it claim that a separate process keeps computer players from the cards, or that somebody else stores
        # the data in this browser.
        assert b"in a process of its own" not in body
        assert b"Who keeps this server" not in body


@pytest.fixture
def kit_puzzles(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Use the puzzles of the kit, and no others."""
    caches = (collection.puzzles, collection.discards, choosing.of_day, choosing._offered)
    for name in ("PUZZLES", "DISCARDS"):
        monkeypatch.setattr(collection, name, tmp_path / name)
    for each in caches:
        each.cache_clear()
    yield
    for each in caches:
        each.cache_clear()


@pytest.mark.usefixtures("kit_puzzles")
async def test_two_hundred_puzzles_are_there_and_what_came_of_them_is_kept(started: Started) -> None:
    assert len(collection.puzzles().entries) == 200
    async with started("") as page:
        solved = []
        for _ in range(3):
            status, headers, _body = await page.ask("GET", "/puzzles/next?theme=block")
            assert status == 303
            puzzle = headers["location"].split("?")[0].removeprefix("/puzzles/")
            found = collection.puzzles().get(puzzle)
            assert found is not None
            assert found.theme.id == "block"
            assert (await page.ask("GET", headers["location"]))[0] == 200
            moves = {"moves": list(found.way)}
            status, _, body = await page.ask("POST", f"/api/puzzles/{puzzle}/result", moves)
            assert (status, json.loads(body)["outcome"]) == (200, 2)
            solved.append(puzzle)
        assert len(set(solved)) == 3
        run = json.loads((await page.ask("POST", "/api/puzzles/runs", {"kind": "five"}))[2])
        assert collection.puzzles().get(run["puzzle"]) is not None
        cookies = page.bridge.cookies
    async with started(cookies) as page:
        assert "3 of 3" in (await page.ask("GET", "/puzzles"))[2].decode()


async def test_a_line_to_no_table_is_ended(started: Started) -> None:
    async with started("") as page:
        page.bridge.open(1, "/table/nowhere/ws", HEADERS)
        assert (await asyncio.wait_for(page.said.get(), SECONDS))["code"] == "unknown_table"
        assert await asyncio.wait_for(page.ended.get(), SECONDS) == 4004


def test_cookies_that_scripts_do_not_see_are_kept_until_they_are_taken_back() -> None:
    jar = Jar()
    assert jar.take("a=1; Path=/; HttpOnly")
    assert jar.take("b=2; Max-Age=100; HttpOnly")
    again = Jar(jar.kept)
    assert again.header("b=3; c=4") == "a=1; b=3; c=4"
    again.take("a=gone; Max-Age=0")
    assert again.header("") == "b=2"
    # The page keeps the others, where its scripts find them.
    assert not again.take("language=de; Path=/")
    assert again.header("") == "b=2"


WITHOUT_THE_REST = """
import sys
from importlib.abc import MetaPathFinder
from pathlib import Path

from spite_and_malice.offline.kit import _WITHOUT

LEFT_OUT = [name for name in _WITHOUT if name.startswith(("spite_and_malice.", "platformdirs"))]
for name in [name for name in sys.modules if name.startswith(("spite_and_malice", "platformdirs"))]:
    del sys.modules[name]


class Refusing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in LEFT_OUT:
            raise ModuleNotFoundError(name)


sys.meta_path.insert(0, Refusing())
from spite_and_malice.server.app import create_app
from spite_and_malice.server.configuration import Configuration
from spite_and_malice.server.features.daily.deal import secret_of_date
from spite_and_malice.server.games.patience.dealer import deal_of_date
from spite_and_malice.server.games.patience.results import games_of_day
from spite_and_malice.server.store import Store, today

store = Store(Path(sys.argv[1]), has_threads=False)
create_app(store, Configuration(works_ahead=False), alone=True, static="/static/0")
store.close()
"""


def test_an_application_for_one_needs_nothing_that_the_kit_leaves_out(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WITHOUT_THE_REST, str(tmp_path / "data.sqlite3")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]

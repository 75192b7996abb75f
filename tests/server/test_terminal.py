"""`spite join` and `spite play` at the tables of a server, in separate processes."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from spite_and_malice.server.app import create_app
from spite_and_malice.server.clock import now_ms
from spite_and_malice.server.lock_file import advertise, server_of
from spite_and_malice.server.workers.far import Far
from spite_and_malice.server.workers.pool import Workers
from spite_and_malice.terminal.identity import Identity
from spite_and_malice.terminal.local_server import local_server, settings_of

from .conftest import SECONDS, Browser, RunningServer, Visit
from .people import OPEN, Company, begin
from .test_club_matches import two_clubs
from .test_clubs import found
from .test_correspondence import HOUR, slow, until_turn, wind_back
from .tournaments import act, make, wait_until


class Terminal:
    """A command whose input and output are pipes."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.said = ""
        self._read = 0

    async def until(self, wanted: str) -> str:
        """Read until a text has been written, and return the output up to its end."""
        assert self.process.stdout is not None
        begin = self._read
        try:
            async with asyncio.timeout(SECONDS):
                while (found := re.search(wanted, self.said[begin:])) is None:
                    read = await self.process.stdout.read(4096)
                    assert read, self.said
                    self.said += read.decode()
        except TimeoutError:
            pytest.fail(f"{wanted!r} is not in {self.said[begin:]!r}")
        self._read = begin + found.end()
        return self.said[begin : self._read]

    def type(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    async def end(self) -> str:
        """End the input and return the rest of the output."""
        async with asyncio.timeout(SECONDS):
            out, errors = await self.process.communicate(b"")
        assert self.process.returncode == 0, errors.decode()
        assert errors == b""
        return self.said[self._read :] + out.decode()


Spite = Callable[..., contextlib.AbstractAsyncContextManager[Terminal]]


@pytest.fixture
def spite(tmp_path: Path) -> Spite:
    """Run the command with its stored data in a separate folder."""

    @contextlib.asynccontextmanager
    async def run(*words: str) -> AsyncIterator[Terminal]:
        environment = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path / "settings"), "PYTHONUTF8": "1"}
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "spite_and_malice", *words, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment
        )
        try:
            yield Terminal(process)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    return run


async def test_somebody_at_a_terminal_plays_with_somebody_at_a_page(
    server: RunningServer, visit: Visit, spite: Spite
) -> None:
    host = visit(server.address)
    rules = {"payoff": 3, "target": 1}
    table_id = await host.table([{"kind": "person", "name": "Ada"}, OPEN], preset="standard", rules=rules)
    page = await host.open(table_id)
    await page.contribute(await page.greet())
    async with spite("join", f"http://{server.address}/table/{table_id}", "--name", "Ben") as ben:
        await page.people(lambda people: people["seats"][1]["name"] == "Ben" and people["seats"][1]["contributed"])
        # Their own page is not a spectator's.
        assert "watching" not in await ben.until("Everybody is here. Ada starts the game.")
        await page.ask("say", text="Welcome, Ben")
        await ben.until("Ada says: Welcome, Ben")
        assert (await page.ask("start"))["type"] == "accepted"
        state = page.snapshot
        assert state is not None
        # Both have had their turn.
        turns: set[int] = set()
        while len(turns) < 2:
            turn = state["view"]["turn"]
            turns.add(turn)
            if turn == 0:
                state = await page.move(state, next(text for text in state["view"]["legal"] if "-S" in text))
            else:
                await ben.until("Moves:")
                ben.type("chat My turn")
                await page.get_until(lambda message: message["type"] == "said" and message["name"] == "Ben")
                ben.type("1")
                state = await page.get_until(lambda message: message["type"] == "event")
                await ben.until("You p")
        # The connection breaks, and is restored.
        for connection in list(server.connections):
            if not hasattr(connection, "flow"):
                connection.transport.abort()
        await ben.until("The connection is lost")
        said = await ben.until("Centre: ")
        assert "Traceback" not in said
        assert f"spite join http://{server.address}/table/{table_id}" in await ben.end()


async def test_a_table_that_is_not_there_is_said(server: RunningServer, spite: Spite) -> None:
    async with spite("join", f"http://{server.address}/table/none") as nobody:
        _out, errors = await nobody.process.communicate(b"")
        assert nobody.process.returncode == 2
        assert errors.decode() == "Error: There is no table at this address.\n"


@pytest.mark.nightly("src/spite_and_malice/terminal/")
async def test_a_game_begun_in_the_terminal_is_in_the_file_of_games(tmp_path: Path, spite: Spite) -> None:
    data = str(tmp_path / "games.sqlite3")
    async with spite("play", "quick", "--against", "beginner", "--data", data, "--name", "Ada") as first:
        first.type("1")
        await first.until("You p")
        assert f"spite play --data {data}" in await first.end()
    async with spite("play", "--data", data) as second:
        await second.until("You go on with your last game")
        await second.until("Moves:")
        # Another terminal, at the same time, plays at the same server.
        async with spite("play", "--new", "--data", data) as third:
            assert server_of(Path(data)) is not None
            await third.until("Centre: ")
            await third.end()
        second.type("1")
        await second.until("You p")
        await second.end()
    assert server_of(Path(data)) is None


@pytest.mark.nightly("src/spite_and_malice/terminal/")
async def test_the_deal_of_the_day_is_gone_on_with(tmp_path: Path, spite: Spite) -> None:
    data = str(tmp_path / "games.sqlite3")
    async with spite("day", "--data", data, "--name", "Ada") as first:
        await first.until("The deal of the day")
        await first.until("Moves:")
        first.type("1")
        await first.until("You p")
        said = await first.until(r"Centre: [^;]*; C2")
        assert f"spite day --data {data}" in await first.end()
    async with spite("day", "--data", data) as second:
        await second.until("The deal of the day")
        assert said.rpartition("Centre: ")[2] in await second.until(r"Centre: [^;]*; C2")
        await second.end()


async def test_somebody_invites_others_from_the_terminal(server: RunningServer, visit: Visit, spite: Spite) -> None:
    address = f"http://{server.address}"
    async with spite("play", "fewest", "--invite", "--at", address, "--name", "Ben") as ben:
        said = await ben.until("Send the link to a friend")
        found = re.search(rf"{address}/table/(\S+)", said)
        assert found is not None
        # Without a visible screen there is no code to scan.
        assert "█" not in said
        guest = visit(server.address)
        page = await guest.open(found[1])
        await page.greet()
        assert (await page.ask("sit", seat=1, name="Ada"))["type"] == "accepted"
        await ben.until("Ada")
    async with spite("games", "--at", address) as listed:
        assert re.search(r"1  Fewest Cards Win: (You|Ben) and Ada – ", await listed.end())
    async with spite("statistics", "--at", address) as none_yet:
        assert await none_yet.end() == "No game is over yet.\n"


async def test_the_lobby_lists_who_waits_and_leads_there(server: RunningServer, visit: Visit, spite: Spite) -> None:
    address = f"http://{server.address}"
    async with spite("lobby", "--at", address) as nobody:
        assert "Nobody waits" in await nobody.end()
    host = visit(server.address)
    seats = [{"kind": "person", "name": "Ada"}, OPEN]
    settings = {"listed": True, "start": "full"}
    answer = await host.http.post("/api/tables", json={"seats": seats, "preset": "standard", "settings": settings})
    page = await host.open(answer.json()["id"])
    await page.greet()
    async with spite("lobby", "--at", address) as lobby:
        assert re.search(r"1  .+: Ada – 1 free seat\n", await lobby.end())
    async with spite("lobby", "1", "--at", address, "--name", "Ben") as ben:
        await page.people(lambda people: people["seats"][1]["name"] == "Ben")
        await ben.until("1  Ada – here")


async def test_events_are_listed_joined_and_their_tables_reached(
    server: RunningServer, visit: Visit, spite: Spite
) -> None:
    address, ada = f"http://{server.address}", visit(server.address)
    async with spite("events", "--at", address) as nothing:
        assert "no tournament or evening" in await nothing.end()
    cup = await make(ada, "swiss", grace=600)
    await act(ada, cup, "join", name="Ada")
    async with spite("events", "--at", address) as listing:
        told = await listing.end()
        assert re.search(r"1  Spring cup\n +1 takes part so far\. Taking part is open\. It begins when the host", told)
    async with spite("events", "1", "--join", "--name", "Ben", "--at", address) as ben:
        assert "2 take part so far. You take part." in await ben.end()
    await act(ada, cup, "start")
    await wait_until(ada, cup, lambda at: at["table"] is not None)
    async with spite("events", f"{address}/tournaments/{cup}") as ben:
        assert re.search(r"Your game is ready, against Ada\. .+: (10:00|9:\d\d)", await ben.until("Waiting for Ada"))
    evening = (await ada.http.post("/api/evenings", json={"name": "Thursday"})).json()["id"]
    async with spite("events", f"{address}/evening/{evening}", "--join", "--name", "Ben") as ben:
        assert "for a table: send them the link." in await ben.end()
    planned = {"name": "Friday", "starts_at": now_ms() + 3 * 86_400_000 + 60_000}
    friday = (await ada.http.post("/api/evenings", json=planned)).json()["id"]
    async with spite("events", f"{address}/evening/{friday}", "--join", "--name", "Ben") as ben:
        told = await ben.end()
        assert re.search(r"\d\d:\d\d\nYou have said that you are coming\. 1 is coming\. .+ begins in: 3 days\n", told)
        assert "Yes: Ben\n" in told
    async with spite("events", f"{address}/evening/{friday}", "--reply", "no", "--name", "Ben") as ben:
        assert "You have said that you are not coming. 1 is not coming." in await ben.end()
    async with spite("events", f"{address}/tournaments/{cup}", "--reply", "no") as ben:
        _out, errors = await ben.process.communicate(b"")
        assert "This is no evening" in errors.decode()


async def test_a_challenge_is_answered_in_the_terminal(
    server: RunningServer, visit: Visit, spite: Spite, tmp_path: Path
) -> None:
    cup, (_ada, _ben, cleo, _dan) = await two_clubs(visit, server)
    known_as(cleo, server, tmp_path)
    url = f"http://{server.address}/tournaments/{cup}"
    async with spite("events", url) as asked:
        assert "The Rooks challenges your club. Do you play?" in await asked.end()
    async with spite("events", url, "--answer", "decline") as answered:
        assert "The Bishops has declined. The match was cancelled." in await answered.end()


def known_as(browser: Browser, server: RunningServer, folder: Path) -> None:
    """Let the terminal be the same person as a browser."""
    Identity(folder / "settings" / "spite-and-malice").keep(f"http://{server.address}", browser.token)


async def test_clubs_are_listed_shown_and_answered(
    server: RunningServer, visit: Visit, spite: Spite, tmp_path: Path
) -> None:
    at = ("--at", f"http://{server.address}")
    async with spite("clubs", *at) as nothing:
        assert "a member of no club" in await nothing.end()
    club, ada, ben = await found(visit, server)
    known_as(ben, server, tmp_path)
    async with spite("clubs", *at) as listing:
        assert "  1  The Aces – 2 members, you are a member\n" in await listing.end()
    async with spite("clubs", "1", *at) as shown:
        told = await shown.end()
        assert told.startswith("The Aces – Season 1\n  1  Ada  0 games won, 0 played, 0 points\n  1  Ben  0 games")
        assert "No evening is planned." in told
    async with spite("clubs", "1", "--reply", "yes", *at) as early:
        _out, errors = await early.process.communicate(b"")
        assert errors.decode() == "Error: This club has planned no evening.\n"
    planned = {"club": club, "name": "Friday", "starts_at": now_ms() + 86_400_000}
    assert (await ada.http.post("/api/evenings", json=planned)).status_code == 200
    async with spite("clubs", "1", *at) as shown:
        assert re.search(r"\d\d  Friday: 1 yes, 0 perhaps, 0 no – you have not answered\n", await shown.end())
    async with spite("clubs", "1", "--reply", "perhaps", *at) as answered:
        assert "Friday: 1 yes, 1 perhaps, 0 no – you may come\n" in await answered.end()
    # A non-member is shown nothing.
    answer = await visit(server.address).http.get(f"/api/clubs/{club}")
    assert answer.json()["error"]["code"] == "not_member"


async def test_more_time_is_given_at_the_terminal(
    server: RunningServer, visit: Visit, spite: Spite, tmp_path: Path
) -> None:
    company = await begin(server, visit, settings=slow())
    for seat in (0, 1):
        await until_turn(company, seat)
    known_as(company.browsers[0], server, tmp_path)
    address = f"http://{server.address}"
    async with spite("join", f"{address}/table/{company.table_id}") as ada:
        await ada.until("Ben's turn")
        await let_time_run_out(server, company)
        await ada.until("“give” gives them three more days")
        await ada.until("Moves:")
        async with spite("games", "--at", address) as games:
            told = await games.end()
            assert re.search(r" – your turn \(.*\)\n     Ben let their time run out: a computer player plays", told)
            assert re.search(r"It is your turn\. If you do not move within this time, .+: 2\d:\d\d:\d\d\n", told)
        ada.type("give")
        await company.pages[1].people(lambda people: people["seats"][1]["stand_in"] is None)
        await ada.until("Ben is back and plays on")
        ada.type("give")
        await ada.until("Nobody here has let their time run out")
    async with spite("games", "--at", address) as games:
        assert "time run out" not in await games.end()


async def test_a_win_is_claimed_at_the_terminal(
    server: RunningServer, visit: Visit, spite: Spite, tmp_path: Path
) -> None:
    company = await begin(server, visit, settings=slow())
    for seat in (0, 1):
        await until_turn(company, seat)
    known_as(company.browsers[0], server, tmp_path)
    async with spite("join", f"http://{server.address}/table/{company.table_id}") as ada:
        await ada.until("Ben's turn")
        await let_time_run_out(server, company)
        await ada.until("“claim” wins the game")
        await ada.until("Moves:")
        ada.type("claim")
        await ada.until("You win")
        ada.type("claim")
        await ada.until("There is no win to claim here")
    record = (await company.browsers[0].http.get(f"/api/tables/{company.table_id}/games/1/record")).text
    assert "claimed by seat 0" in record


async def let_time_run_out(server: RunningServer, company: Company) -> None:
    """Let 25 hours pass at a slow table."""
    wind_back(server, company.table_id, 25 * HOUR)
    async with server.app.state.rooms.open(company.table_id) as room:
        await room.do(room.reload)
        await room.do(room._time_is_up)


async def test_where_others_would_win_by_it_nobody_resigns_at_the_terminal(
    server: RunningServer, visit: Visit, spite: Spite, tmp_path: Path
) -> None:
    company = await begin(server, visit, 3)
    await until_turn(company, 0)
    address = f"http://{server.address}/table/{company.table_id}"
    async with spite("watch", address) as dan:
        dan.type("resign")
        await dan.until("You are watching.")
    known_as(company.browsers[0], server, tmp_path)
    async with spite("join", address) as ada:
        ada.type("resign")
        # It is not asked first and refused then.
        assert "Type “resign” once more" not in await ada.until("Others would lose or win by it")


async def test_who_watches_takes_no_seat(server: RunningServer, visit: Visit, spite: Spite) -> None:
    host = visit(server.address)
    table_id = await host.table([{"kind": "person", "name": "Ada"}, OPEN])
    page = await host.open(table_id)
    await page.greet()
    async with spite("watch", f"http://{server.address}/table/{table_id}") as watcher:
        await watcher.until("2  Free seat")
        await page.people(lambda people: people["watching"] == 1)
        assert "Goodbye!" in await watcher.end()
    people = await page.people(lambda people: people["watching"] == 0)
    assert [seat["kind"] for seat in people["seats"]] == ["person", "open"]


async def test_a_browser_goes_on_with_what_was_begun_in_the_terminal(
    server: RunningServer, visit: Visit, spite: Spite
) -> None:
    address = f"http://{server.address}"
    host, browser = visit(server.address), visit(server.address)
    table_id = await host.table([{"kind": "person", "name": "Ada"}, OPEN])
    async with spite("join", f"{address}/table/{table_id}", "--name", "Ben") as ben:
        await ben.until("Every seat is taken. Away: Ada. You can start the game.")
        await ben.end()
    async with spite("link", "--at", address) as linking:
        said = await linking.end()
    code = re.search(r"the code (\S+) there", said)
    assert code is not None
    assert f"{address}/sign-in#{code[1]}" in said
    assert (await browser.http.post("/api/sign-in/code", json={"code": code[1]})).is_success
    tables = (await browser.http.get("/api/tables")).json()
    assert [table["id"] for table in tables] == [table_id]


async def test_a_terminal_is_signed_in_and_out_from_a_browser(
    server: RunningServer, visit: Visit, spite: Spite
) -> None:
    address = f"http://{server.address}"
    browser = visit(server.address)
    assert (await browser.http.post("/api/me", json={})).is_success
    table_id = await browser.table([{"kind": "person", "name": "Cleo"}, OPEN])
    code: str = (await browser.http.post("/api/me/link", json={})).json()["code"]
    async with spite("link", "WRONG-CODE", "--at", address) as wrong:
        _out, errors = await wrong.process.communicate(b"")
        assert wrong.process.returncode == 2
        assert errors.startswith(b"Error: ")
    async with spite("link", "--at", address) as linking:
        await linking.end()
    async with spite("link", code, "--at", address) as linking:
        # It had its own account by then, so a question is needed.
        linking.type("y")
        assert "your games are the same here and there" in await linking.end()
    async with spite("join", f"{address}/table/{table_id}") as cleo:
        assert "1  You – here" in await cleo.until("Free seat")
        await cleo.end()
    devices = (await browser.http.get("/api/me")).json()["account"]["devices"]
    terminal = next(device["id"] for device in devices if device["browser"] == "Terminal" and not device["this"])
    assert (await browser.http.post("/api/me/sign-out", json={"device": terminal})).is_success
    async with spite("join", f"{address}/table/{table_id}") as stranger:
        _out, errors = await stranger.process.communicate(b"")
        assert b"This terminal has been signed out there." in errors
    async with spite("join", f"{address}/table/{table_id}") as stranger:
        await stranger.until("Every seat is taken")
        await stranger.end()


def test_the_server_of_a_file_is_found_as_long_as_it_runs(tmp_path: Path) -> None:
    data = tmp_path / "games.sqlite3"
    assert server_of(data) is None
    with advertise("http://localhost:8000", data), advertise("http://localhost:8001", data):
        assert server_of(data) == "http://localhost:8000"
        if sys.platform != "win32":
            assert {each.stat().st_mode & 0o777 for each in tmp_path.iterdir()} == {0o600}
        with local_server(settings_of({"data": str(data)})) as address:
            assert address == "http://localhost:8000"
    assert server_of(data) is None
    # The lock file of a killed server is ignored.
    (tmp_path / "games.sqlite3.server").write_text("http://localhost:8000")
    assert server_of(data) is None


def test_the_server_of_a_terminal_thinks_where_the_settings_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPITE_THINKING", "ray://head:10001")
    found: list[Workers] = []

    def make(*args: Any, workers: Workers, **options: Any) -> Any:
        found.append(workers)
        return create_app(*args, workers=workers, **options)

    monkeypatch.setattr("spite_and_malice.terminal.local_server.create_app", make)
    with local_server(settings_of({"data": str(tmp_path / "games.sqlite3")})):
        assert [isinstance(each.elsewhere, Far) for each in found] == [True]

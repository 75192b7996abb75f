"""An arena of many people on one server: how long pairing takes, and its effect on others at their own tables.

``.venv/bin/python -m benchmarks.arenas [PEOPLE]`` measures 40 tables in the same run with and without the arena;
benchmarks/arenas.md has the figures. Server and people share this machine's cores.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import sqlite3
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import uvloop

from benchmarks.people import Pair, Person, Server, sit_down

PEOPLE: Final = 1000
TABLES: Final = 40
SECONDS: Final = 30.0
PACE: Final = 4.0
"""Seconds from the start of a turn to the move: the time that docs/capacity.md assumes for people."""

_LOOK_SECONDS: Final = 5.0
"""How often the page of an arena asks, as web/pages/tournaments/tournament.js does."""
_ENTERING: Final = 8
"""How many join at once."""


@dataclass(frozen=True)
class Moves:
    """Moves at the tables beside the arena; latencies in seconds."""

    moves: int
    median: float
    p99: float
    cpu: float
    """The share of a core that the server used."""


@dataclass(frozen=True)
class Arena:
    """The measurements."""

    people: int
    games: int
    """Games of the arena that ended while it was measured."""
    paired: list[float]
    """Seconds from when both were free until they were paired, for each game."""
    called: list[float]
    """Seconds from becoming free to learning of the table, for each of the two."""
    first: float
    """Seconds until all had the table of their first game."""
    without: Moves
    within: Moves


class _Http:
    """A connection to the server for successive requests."""

    def __init__(self, host: str, token: str) -> None:
        self._host, self._token = host, token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Return the JSON of a response. Raises RuntimeError unless it is a success."""
        text = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: {self._host}\r\nauthorization: Bearer {self._token}\r\n"
            f"accept: application/json\r\ncontent-type: application/json\r\ncontent-length: {len(text)}\r\n\r\n"
        ).encode()
        try:
            answer, said = await self._answer(head + text)
        except (asyncio.IncompleteReadError, ConnectionError):
            # The server closes connections that have been idle for some seconds.
            self.close()
            answer, said = await self._answer(head + text)
        if not answer.startswith(b"HTTP/1.1 2"):
            raise RuntimeError(f"{path}: {answer.splitlines()[0].decode()} {said[:200].decode()}")
        return json.loads(said)

    async def _answer(self, question: bytes) -> tuple[bytes, bytes]:
        if self._streams is None:
            address, _, port = self._host.rpartition(":")
            self._streams = await asyncio.open_connection(address, int(port))
        reader, writer = self._streams
        writer.write(question)
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
        return head, await reader.readexactly(int(length[1])) if length else b""

    def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class _Seat(Pair):
    """One person at a table of the arena, opposite another."""

    def __init__(self, path: str, seat: int, token: str) -> None:
        super().__init__(PACE)
        self.path = path
        self.people = [Person(self, seat)]
        self.people[0].token = token


class _Entrant:
    """Somebody who takes part: waits, is called to a table, plays, and waits again."""

    def __init__(self, arena: _Run, number: int) -> None:
        self._arena = arena
        self._number = number
        self.token = secrets.token_urlsafe(32)
        self._http = _Http(arena.host, self.token)

    async def enter(self) -> None:
        body = {"name": f"P {self._number}", "contribution": secrets.token_hex(8)}
        await self._http.ask("POST", f"{self._arena.path}/join", body)

    async def play(self) -> None:
        """Play game after game."""
        await asyncio.sleep(secrets.randbelow(5000) / 1000)
        while True:
            began, free_at = time.perf_counter(), time.time()
            while (table := (await self._http.ask("POST", f"{self._arena.path}/wait", {}))["table"]) is None:
                await asyncio.sleep(_LOOK_SECONDS)
            self._arena.called.append(time.perf_counter() - began)
            self._arena.free_at[table.removeprefix("/table/")].append(free_at)
            await self._at_table(table)

    async def _at_table(self, table: str) -> None:
        sat = _Seat(table, 0, self.token)
        (person,) = sat.people
        await person.connect(self._arena.host)
        person.say(type="contribute", id="contribute", game=1, contribution=secrets.token_hex(32))
        try:
            while person.newest is None or person.newest.view is None:
                await asyncio.sleep(0.2)
                if person.is_cut:
                    return
            assert person.newest.view.seat is not None
            person.seat = person.newest.view.seat
            person.plays = True
            self._arena.at_table += 1
            person.go_on()
            while not person.is_cut and not _is_over(person):
                await asyncio.sleep(0.5)
            self._arena.ended += 1
        finally:
            person.plays = False
            person.close()


def _is_over(person: Person) -> bool:
    newest = person.newest
    return newest is not None and newest.view is not None and newest.view.result is not None


class _Run:
    """The arena of one run."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.path = ""
        self.called: list[float] = []
        self.free_at: dict[str, list[float]] = defaultdict(list)
        """When each of the two at a table became free for it, in seconds since 1970."""
        self.at_table = 0
        """How many have come to a table so far."""
        self.ended = 0


async def measured(people: int, seconds: float = SECONDS) -> Arena:
    """Return the cost of many people in an arena, and their effect on others."""
    with tempfile.TemporaryDirectory() as folder:
        # Background work yields to the server, but people and server share the cores here.
        data = Path(folder) / "games.sqlite3"
        server = Server(data, {"SPITE_WORKS_AHEAD": "no"})
        tasks: list[asyncio.Task[None]] = []
        try:
            pairs = [Pair(1.0) for _ in range(TABLES)]
            await sit_down(pairs, [server.host])
            await asyncio.gather(*(pair.start() for pair in pairs))
            await asyncio.sleep(3)
            without = await _moves(server, pairs, seconds)
            _say(f"without the arena: p99 {without.p99 * 1000:.1f} ms")
            run = _Run(server.host)
            host = _Http(server.host, secrets.token_urlsafe(32))
            form = {"name": "Arena", "system": "arena", "preset": "standard", "minutes": 60, "payoff": 1}
            made = await host.ask("POST", "/api/tournaments", form)
            run.path = f"/api/tournaments/{made['id']}"
            entrants = [_Entrant(run, number) for number in range(people)]
            gate = asyncio.Semaphore(_ENTERING)

            async def enter(entrant: _Entrant) -> None:
                async with gate:
                    await entrant.enter()

            began = time.perf_counter()
            await asyncio.gather(*map(enter, entrants))
            _say(f"all are in after {time.perf_counter() - began:.1f} s")
            await host.ask("POST", f"{run.path}/start", {})
            began, said, used = time.perf_counter(), 0.0, server.cpu_seconds()
            tasks = [asyncio.create_task(entrant.play()) for entrant in entrants]
            while len(run.called) < people - people % 2:
                await asyncio.sleep(1)
                passed = time.perf_counter() - began
                if passed >= said + 10:
                    said = passed
                    _say(
                        f"after {passed:.0f} s {len(run.called)} are called, {run.at_table} have played,"
                        f" {run.ended} of them to the end; the server has used {server.cpu_seconds() - used:.1f} s"
                    )
                failed = next((task for task in tasks if task.done()), None)
                if failed is not None:
                    failed.result()
            first = time.perf_counter() - began
            _say(f"all are called after {first:.1f} s; the server has used {server.cpu_seconds() - used:.1f} s")
            # By now games end and begin at all times.
            await asyncio.sleep(seconds)
            run.called.clear()
            measured_from = time.time()
            run.ended = 0
            within = await _moves(server, pairs, seconds)
            paired = _paired(data, run.free_at, measured_from)
            return Arena(people, run.ended // 2, paired, sorted(run.called), first, without, within)
        finally:
            for task in tasks:
                task.cancel()
            server.stop()


def _paired(data: Path, free_at: Mapping[str, Sequence[float]], since: float) -> list[float]:
    """Return the seconds from when two were both free until they were paired, for those paired since a time."""
    with closing(sqlite3.connect(f"file:{data}?mode=ro", uri=True)) as connection:
        made = dict(connection.execute("SELECT table_id, made_at FROM pairings WHERE table_id IS NOT NULL"))
    both = {table: max(times) for table, times in free_at.items() if len(times) == 2}
    return sorted(made[table] / 1000 - free for table, free in both.items() if table in made and free >= since)


async def _moves(server: Server, pairs: list[Pair], seconds: float) -> Moves:
    for pair in pairs:
        pair.forget()
    began, used = time.perf_counter(), server.cpu_seconds()
    await asyncio.sleep(seconds)
    passed, cpu = time.perf_counter() - began, server.cpu_seconds() - used
    received = [latency for pair in pairs for latency in pair.received]
    p99 = statistics.quantiles(received, n=100)[98]
    return Moves(sum(pair.moves for pair in pairs), statistics.median(received), p99, cpu / passed)


def _say(progress: str) -> None:
    sys.stderr.write(f"{progress}\n")
    sys.stderr.flush()


def main() -> None:
    """Measure and print."""
    people = int(sys.argv[1]) if len(sys.argv) > 1 else PEOPLE
    found = uvloop.run(measured(people))
    say = sys.stdout.write
    say(f"{found.people} people; all at their first table after {found.first:.1f} s\n")
    for name, moves in (("without the arena", found.without), ("with it", found.within)):
        say(
            f"{TABLES} tables beside it, {name}: {moves.moves} moves, median {moves.median * 1000:.2f} ms, "
            f"p99 {moves.p99 * 1000:.1f} ms; the server used {moves.cpu:.2f} of a core\n"
        )
    say(f"{found.games} games of the arena ended\n")
    for name, seconds in (("from both free to paired", found.paired), ("from free to called", found.called)):
        if len(seconds) > 1:
            p99 = statistics.quantiles(seconds, n=100)[98]
            say(
                f"{name}: median {statistics.median(seconds):.2f} s, p99 {p99:.2f} s, the longest {seconds[-1]:.2f} s\n"
            )


if __name__ == "__main__":
    main()

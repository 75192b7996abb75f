"""The people of an arena, in a process of their own: ``python -m benchmarks.crowd HOSTS TOURNAMENT PEOPLE LOCATION``.

They go by the tables as deploy/nginx.conf does: to the process that a table's id names, and to another one if that does
not answer. It writes lines of JSON (`Called`, `Counts`), reads ``play`` and ``end``, and then says what became of all.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import sys
import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import uvloop

from benchmarks.crashes import lost_moves
from benchmarks.people import Pair, Person

PACE: Final = 4.0
"""Seconds from the start of a turn to the move: the time that docs/capacity.md assumes for people."""

_LOOK_SECONDS: Final = 5.0
"""How often the page of an arena asks, as web/pages/tournaments/tournament.js does."""
_ENTERING: Final = 8
"""How many join at once."""
_BACK_SECONDS: Final = 0.25
"""How soon a page asks again that was cut off."""
_OPEN_SECONDS: Final = 10.0
_HELD_SECONDS: Final = 60.0
"""Somebody for whom nothing has happened for so long is held up."""


class Called(msgspec.Struct, tag=True):
    """Somebody has been called to a table; ``seconds`` after they became free at a time since 1970."""

    table: str
    free_at: float
    seconds: float


class Counts(msgspec.Struct, tag=True):
    """How many take part, have come to a table, and have ended a game so far."""

    within: int
    came: int
    ended: int


class Summary(msgspec.Struct, tag=True):
    """What became of the people: ``idle`` is the longest time for which nothing happened for one of them."""

    acknowledged: int
    lost: int
    held: int
    idle: float
    cuts: int


Said = Called | Counts | Summary


def hosts_of(table: str, hosts: Sequence[str]) -> list[str]:
    """Return the processes that a proxy tries for a table, in this order."""
    first = zlib.crc32(table.encode()) % len(hosts)
    return [*hosts[first:], *hosts[:first]]


class Http:
    """A connection for successive requests, to one of several processes that answer."""

    def __init__(self, hosts: Sequence[str], token: str) -> None:
        self._hosts = list(hosts)
        secrets.SystemRandom().shuffle(self._hosts)
        self._token = token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Return the JSON of a response. Raises RuntimeError unless it is a success, OSError if nobody answers."""
        text = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: {self._hosts[0]}\r\nauthorization: Bearer {self._token}\r\n"
            f"accept: application/json\r\ncontent-type: application/json\r\ncontent-length: {len(text)}\r\n\r\n"
        ).encode()
        # The server closes connections that have been idle for some seconds: then the same one is asked again.
        for _ in range(2 * len(self._hosts)):
            try:
                answer, said = await self._answer(head + text)
                break
            except ConnectionRefusedError:
                self._hosts.append(self._hosts.pop(0))
            except (asyncio.IncompleteReadError, ConnectionError):
                self.close()
        else:
            raise ConnectionError("nobody answers")
        if not answer.startswith(b"HTTP/1.1 2"):
            raise RuntimeError(f"{path}: {answer.splitlines()[0].decode()} {said[:200].decode()}")
        return json.loads(said)

    async def _answer(self, question: bytes) -> tuple[bytes, bytes]:
        if self._streams is None:
            address, _, port = self._hosts[0].rpartition(":")
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

    def __init__(self, path: str, token: str) -> None:
        super().__init__(PACE)
        self.path = path
        self.people = [Person(self, 0)]
        self.people[0].token = token


class Crowd:
    """All who take part."""

    def __init__(self, hosts: Sequence[str], tournament: str, people: int) -> None:
        self.hosts = hosts
        self.path = f"/api/tournaments/{tournament}"
        self.entrants = [_Entrant(self, number) for number in range(people)]
        self.seats: list[_Seat] = []
        """Every seat that was taken, with what was acknowledged there."""
        self.counts = Counts(0, 0, 0)
        self.cuts = 0

    async def enter(self) -> None:
        """Let all join."""
        gate = asyncio.Semaphore(_ENTERING)

        async def enter(entrant: _Entrant) -> None:
            async with gate:
                await entrant.enter()

        await asyncio.gather(*map(enter, self.entrants))

    async def summary(self, location: str | Path) -> Summary:
        """Return what became of all until now."""
        now = time.monotonic()
        for entrant in self.entrants:
            entrant.stir(now)
        idle = [entrant.idle for entrant in self.entrants]
        return Summary(
            sum(len(seat.acknowledged) for seat in self.seats),
            await lost_moves(location, self.seats),
            sum(seconds > _HELD_SECONDS for seconds in idle),
            max(idle),
            self.cuts,
        )


class _Entrant:
    """Somebody who takes part: waits, is called to a table, plays, and waits again."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self._crowd = crowd
        self._number = number
        self._token = secrets.token_urlsafe(32)
        self._http = Http(crowd.hosts, self._token)
        self._stirred: float | None = None
        self.idle = 0.0
        """The longest time for which nothing happened."""

    def stir(self, now: float) -> None:
        """Note that something has happened."""
        if self._stirred is not None:
            self.idle = max(self.idle, now - self._stirred)
        self._stirred = now

    async def enter(self) -> None:
        body = {"name": f"P {self._number}", "contribution": secrets.token_hex(8)}
        await self._http.ask("POST", f"{self._crowd.path}/join", body)
        self._crowd.counts.within += 1

    async def play(self) -> None:
        """Play game after game."""
        await asyncio.sleep(secrets.randbelow(5000) / 1000)
        self.stir(time.monotonic())
        last = ""
        while True:
            free, free_at = time.perf_counter(), time.time()
            table = await self._called()
            if table != last:
                say(Called(table.removeprefix("/table/"), free_at, time.perf_counter() - free))
                last = table
            self.stir(time.monotonic())
            try:
                await self._at_table(table)
            except OSError:
                self._crowd.cuts += 1
                await asyncio.sleep(_BACK_SECONDS)

    async def _called(self) -> str:
        while True:
            try:
                table: str | None = (await self._http.ask("POST", f"{self._crowd.path}/wait", {}))["table"]
            except OSError:
                await asyncio.sleep(_BACK_SECONDS)
                continue
            if table is not None:
                return table
            await asyncio.sleep(_LOOK_SECONDS)

    async def _at_table(self, table: str) -> None:
        """Play at a table until the game is over. Raises OSError if the connection is cut, or none comes about."""
        seat = _Seat(table, self._token)
        self._crowd.seats.append(seat)
        (person,) = seat.people
        try:
            await _connect(person, hosts_of(table, self._crowd.hosts))
            person.say(type="contribute", id="contribute", game=1, contribution=secrets.token_hex(32))
            known = None
            while True:
                await asyncio.sleep(0.5)
                if person.newest is not None and person.newest.view is not None:
                    if not person.plays:
                        assert person.newest.view.seat is not None
                        person.seat = person.newest.view.seat
                        person.plays = True
                        self._crowd.counts.came += 1
                        person.go_on()
                    if person.newest.ply != known:
                        known = person.newest.ply
                        self.stir(time.monotonic())
                    if person.newest.view.result is not None:
                        self._crowd.counts.ended += 1
                        return
                if person.is_cut:
                    raise ConnectionError("cut")
        finally:
            person.plays = False
            person.close()


async def _connect(person: Person, hosts: Sequence[str]) -> None:
    for host in hosts[:-1]:
        try:
            async with asyncio.timeout(_OPEN_SECONDS):
                await person.connect(host)
                return
        except OSError:
            continue
    async with asyncio.timeout(_OPEN_SECONDS):
        await person.connect(hosts[-1])


def say(message: Said) -> None:
    """Write a line for the process that measures."""
    sys.stdout.buffer.write(msgspec.json.encode(message) + b"\n")
    sys.stdout.flush()


async def _run(crowd: Crowd, location: str | Path) -> None:
    commands = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(commands), sys.stdin)
    await crowd.enter()
    say(crowd.counts)
    tasks: list[asyncio.Task[None]] = []
    told: asyncio.Task[bytes] = asyncio.create_task(commands.readline())
    while True:
        done, _ = await asyncio.wait([told, *tasks], timeout=1.0, return_when=asyncio.FIRST_COMPLETED)
        say(crowd.counts)
        for task in done - {told}:
            task.result()
        if told.done():
            if told.result() != b"play\n":
                break
            tasks = [asyncio.create_task(entrant.play()) for entrant in crowd.entrants]
            told = asyncio.create_task(commands.readline())
    # Whatever they hear after this is no part of the summary.
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    say(await crowd.summary(location))


if __name__ == "__main__":
    _hosts, _tournament, _people, _location = sys.argv[1:]
    _at = _location if "://" in _location else Path(_location)
    uvloop.run(_run(Crowd(_hosts.split(","), _tournament, int(_people)), _at))

"""Servers in processes of their own, and pairs of people who play by the protocol (docs/protocol.md)."""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from benchmarks.wire import Wire

SEATS: Final = [{"kind": "person", "name": "Ada"}, {"kind": "open"}]
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_WAIT: Final = 60.0


class Program:
    """A server in a separate process, which reports its address when ready."""

    def __init__(self, module: str, *arguments: str, environment: dict[str, str] | None = None) -> None:
        """Start it and wait until it serves. Raises RuntimeError if it does not."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **(environment or {})},
        )
        assert self._process.stdout is not None
        # Before the address it may report that the core is not compiled.
        found = None
        while found is None and (line := self._process.stdout.readline()):
            found = re.search(r"http://([^/ ]+)", line)
        if found is None:
            raise RuntimeError("The server did not start.")
        self.host = found[1]

    def cpu_seconds(self) -> float:
        """Return the processor time that the server has used, not counting its worker processes."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def memory(self) -> int:
        """Return the bytes of memory that the server has, not counting its worker processes."""
        pages = Path(f"/proc/{self._process.pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def kill(self) -> None:
        """End it as kill -9 does."""
        self._process.kill()
        self._end()

    def stop(self) -> None:
        """Shut it down cleanly."""
        self._process.send_signal(signal.SIGINT)
        self._end()

    def _end(self) -> None:
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


class Server(Program):
    """A server of tables, with its games in a file or in the database given by the environment."""

    def __init__(self, data: Path | None, environment: dict[str, str] | None = None, port: int = 0) -> None:
        """Start it, by default on a free port, and wait until it serves. Raises RuntimeError if it does not."""
        named = [] if data is None else ["--data", str(data)]
        super().__init__("spite_and_malice", "--port", str(port), "--no-browser", *named, environment=environment)


class _View(msgspec.Struct):
    turn: int
    legal: list[str]
    result: dict[str, Any] | None
    seat: int | None = None


class Told(msgspec.Struct):
    """The parts of a server's message that a person uses."""

    type: str
    game: int | None = None
    ply: int | None = None
    id: str | None = None
    seat: int | None = None
    move: str | None = None
    view: _View | None = None
    code: str | None = None
    log: list[str] | None = None


_decode: Final = msgspec.json.Decoder(Told).decode


class Pair:
    """Two people at a table: they play game after game, and record the messages.

    `pace` is the time from the start of a turn to the move, in seconds.
    """

    def __init__(self, pace: float) -> None:
        self.pace = pace
        self.path = ""
        self.people = [Person(self, seat) for seat in range(len(SEATS))]
        self.received: list[float] = []
        """Seconds from sending a move until the opponent had it."""
        self.moves = 0
        """Moves acknowledged as stored."""
        self.acknowledged: dict[tuple[int, int], str] = {}
        """The text of each move shown to somebody, by game and ply."""
        self.refused: list[str] = []
        """Codes of refusals, which nobody who follows the rules should see."""
        self.sent_at: dict[tuple[int, int], float] = {}

    async def sit_down(self, hosts: Sequence[str]) -> None:
        """Make the table and take its seats, each person at one of the servers; the first game is dealt."""
        self.path = await asyncio.to_thread(new_table, hosts[0], self.people[0].token, SEATS)
        for person in self.people:
            await person.connect(hosts[person.seat % len(hosts)])
            if person.seat:
                person.say(type="sit", id="sit", seat=person.seat, name="Ben")
            person.say(type="contribute", id="contribute", game=1, contribution=secrets.token_hex(32))
        for person in self.people:
            async with asyncio.timeout(_WAIT):
                await person.dealt.wait()

    async def start(self) -> None:
        """Begin to move."""
        await asyncio.sleep(secrets.randbelow(1000) / 1000 * self.pace)
        for person in self.people:
            person.plays = True
            person.go_on()

    def forget(self) -> None:
        """Restart the count."""
        self.received.clear()
        self.moves = 0

    def close(self) -> None:
        """Cut both connections."""
        for person in self.people:
            person.close()


class Person:
    """One of the two, with their own connection."""

    def __init__(self, pair: Pair, seat: int) -> None:
        self.seat = seat
        self.token = secrets.token_urlsafe(32)
        self.plays = False
        self.dealt = asyncio.Event()
        self.newest: Told | None = None
        """The last state of the table."""
        self._pair = pair
        self._wire: Wire | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._name = secrets.token_hex(3)
        self._count = 0

    async def connect(self, host: str) -> None:
        """Open the table at a server, the first time or again, and request the complete state."""
        self.close()
        self._wire = Wire(host, f"{self._pair.path}/ws", self.token, self._hear)
        await self._wire.open(host)
        self.say(type="hello", version=None, game=None)

    @property
    def is_cut(self) -> bool:
        """Whether the connection is cut."""
        return self._wire is None or self._wire.is_cut

    def say(self, **message: Any) -> None:
        """Send a message."""
        assert self._wire is not None
        self._wire.send(msgspec.json.encode(message))

    def close(self) -> None:
        """Cut the connection."""
        if self._timer is not None:
            self._timer.cancel()
        if self._wire is not None:
            self._wire.close()

    def go_on(self) -> None:
        """Move if it is their turn, and deal when the game is over."""
        newest = self.newest
        if newest is None or newest.view is None or not self.plays or self.is_cut:
            return
        if newest.view.result is not None:
            if self.seat == 0:
                self.say(type="next", id=f"next{newest.game}", game=newest.game)
        elif newest.view.turn == self.seat:
            self._timer = asyncio.get_running_loop().call_later(self._pair.pace, self._move, newest)

    def _move(self, newest: Told) -> None:
        assert newest.view is not None
        assert newest.game is not None
        assert newest.ply is not None
        if self.is_cut:
            return
        self._count += 1
        move = min(newest.view.legal, key=lambda text: ("-C" not in text, text))
        self._pair.sent_at[newest.game, newest.ply + 1] = time.perf_counter()
        self.say(type="move", id=f"{self._name}-{self._count}", game=newest.game, ply=newest.ply, move=move)

    def _hear(self, text: bytes) -> None:
        told, pair = _decode(text), self._pair
        if told.type == "refused":
            pair.refused.append(told.code or "")
        elif told.type == "snapshot":
            self.newest = told
            if told.view is not None:
                self.dealt.set()
                self.go_on()
        elif told.type == "event":
            assert told.game is not None
            assert told.ply is not None
            pair.acknowledged[told.game, told.ply] = f"{told.seat} {told.move}"
            if told.id is not None:
                pair.moves += 1
            elif sent := pair.sent_at.pop((told.game, told.ply), None):
                pair.received.append(time.perf_counter() - sent)
            self.newest = told
            self.go_on()


async def sit_down(pairs: Sequence[Pair], hosts: Sequence[str]) -> None:
    """Let every pair have its table and its first game, some at a time."""
    gate = asyncio.Semaphore(8)

    async def one(pair: Pair) -> None:
        async with gate:
            await pair.sit_down(hosts)

    await asyncio.gather(*map(one, pairs))


def new_table(host: str, token: str, seats: Sequence[dict[str, str]]) -> str:
    """Make a table at a server as the person with a token; return its path."""
    request = urllib.request.Request(
        f"http://{host}/api/tables",
        json.dumps({"preset": "standard", "seats": list(seats), "settings": {"start": "full"}}).encode(),
        {"content-type": "application/json", "authorization": f"Bearer {token}"},
    )
    with urllib.request.urlopen(request, timeout=_WAIT) as answer:
        return str(json.load(answer)["url"])

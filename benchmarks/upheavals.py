"""What an operator does to servers while people play: ``.venv/bin/python -m benchmarks.upheavals PART``.

Parts: ``rolling`` (two processes on the PostgreSQL and Redis that SPITE_DATABASE and SPITE_REDIS name are restarted one
after the other), ``redis`` (a Redis of its own is gone for a minute), ``upgrade FOLDER`` (a process of this version
starts on the database at which one of the checkout FOLDER serves), ``stops`` (a server on a file is stopped fifty times
while people play and computers think). Players reopen their tables as a page does. Exits with code 1 if an
acknowledged move was lost, a table stalled, or a server did not stop.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import uvloop

from benchmarks.crashes import lost_moves, stuck_pairs
from benchmarks.people import Pair, Person, Server, sit_down

TABLES: Final = 100
PACE: Final = 1.0
"""Seconds from having the turn to a move."""
AWAY_SECONDS: Final = 60.0
STOPS: Final = 50
LONGEST_STOP: Final = 25.0
"""A little more than what deploy/spite.service allows."""
_SETTLED: Final = 8.0
_RETRY: Final = 0.25
_OPEN_SECONDS: Final = 10.0


class Visitors:
    """People who open their table again, at whichever process there is, as soon as their line is cut."""

    def __init__(self, pairs: Sequence[Pair], hosts: Sequence[str]) -> None:
        self.pairs = pairs
        self.hosts = list(hosts)
        self.cuts: list[float] = []
        """For how many seconds each was cut off."""
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Sit down, and play."""
        await sit_down(self.pairs, self.hosts)
        await asyncio.gather(*(pair.start() for pair in self.pairs))
        people = [person for pair in self.pairs for person in pair.people]
        self._tasks = [asyncio.create_task(self._stay(person)) for person in people]

    async def _stay(self, person: Person) -> None:
        cut_at: float | None = None
        while True:
            await asyncio.sleep(_RETRY if cut_at else 0.02)
            if cut_at is None and not person.is_cut:
                continue
            cut_at = cut_at or time.monotonic()
            try:
                async with asyncio.timeout(_OPEN_SECONDS):
                    await person.connect(secrets.choice(self.hosts))
            except OSError:
                continue
            self.cuts.append(time.monotonic() - cut_at)
            cut_at = None

    def phase(self, name: str) -> None:
        """Print what was played since the last phase, and reset the counts."""
        received = [each for pair in self.pairs for each in pair.received]
        median = f"{1000 * statistics.median(received):.0f} ms" if received else "-"
        worst = f"{max(received):.1f} s" if received else "-"
        moves = sum(pair.moves for pair in self.pairs)
        still = sum(pair.moves == 0 for pair in self.pairs)
        say(f"{name}: {moves} moves, {still} tables without one; at the opponent after {median}, {worst} at the most")
        for pair in self.pairs:
            pair.forget()

    async def end(self, location: str | Path) -> bool:
        """Say what is lost or stands still; return whether all is well."""
        stuck = await stuck_pairs(self.pairs)
        for task in self._tasks:
            task.cancel()
        for pair in self.pairs:
            pair.close()
        lost = await lost_moves(location, self.pairs)
        told = sum(len(pair.acknowledged) for pair in self.pairs)
        refused = Counter(code for pair in self.pairs for code in pair.refused)
        cut = f"{statistics.median(self.cuts):.1f} s, {max(self.cuts):.1f} s at the most" if self.cuts else "never"
        say(f"{len(self.cuts)} lines were cut, for {cut}; refused: {dict(refused)}")
        say(f"{told} acknowledged moves, {lost} lost; {stuck} of {len(self.pairs)} tables stand still")
        return not lost and not stuck


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def rolling() -> bool:
    """Restart two processes one after the other."""
    servers = [await asyncio.to_thread(Server, None) for _ in range(2)]
    visitors = Visitors([Pair(PACE) for _ in range(TABLES)], [server.host for server in servers])
    try:
        await visitors.begin()
        await asyncio.sleep(_SETTLED)
        visitors.phase("before")
        for number, old in enumerate(servers):
            visitors.hosts.remove(old.host)
            began = time.monotonic()
            await asyncio.to_thread(old.stop)
            stopped = time.monotonic()
            servers[number] = await asyncio.to_thread(Server, None)
            visitors.hosts.append(servers[number].host)
            say(f"process {number}: stopped in {stopped - began:.1f} s, back after {time.monotonic() - began:.1f} s")
            await asyncio.sleep(_SETTLED)
            visitors.phase(f"with process {number} restarted")
        return await visitors.end(os.environ["SPITE_DATABASE"])
    finally:
        for server in servers:
            server.stop()


@contextlib.contextmanager
def own_redis(port: int) -> Iterator[None]:
    """Run a Redis that keeps nothing."""
    command = ["redis-server", "--port", str(port), "--save", "", "--appendonly", "no"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.kill()


async def redis() -> bool:
    """Let Redis be gone for a minute."""
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as listener:
        port = listener.getsockname()[1]
    named = {"SPITE_REDIS": f"redis://127.0.0.1:{port}/0"}
    servers: list[Server] = []
    try:
        with own_redis(port):
            await asyncio.sleep(1)
            servers = [await asyncio.to_thread(Server, None, named) for _ in range(2)]
            visitors = Visitors([Pair(PACE) for _ in range(TABLES)], [server.host for server in servers])
            await visitors.begin()
            await asyncio.sleep(_SETTLED)
            visitors.phase("before")
        await asyncio.sleep(AWAY_SECONDS)
        say(f"/health says {[health(server.host) for server in servers]}")
        visitors.phase(f"{AWAY_SECONDS:.0f} s without Redis")
        with own_redis(port):
            began = time.monotonic()
            while any(health(server.host)[1] != "ok" for server in servers):
                await asyncio.sleep(0.1)
            say(f"both processes had it again after {time.monotonic() - began:.1f} s")
            visitors.phase("meanwhile")
            await asyncio.sleep(_SETTLED)
            visitors.phase("after")
            return await visitors.end(os.environ["SPITE_DATABASE"])
    finally:
        for server in servers:
            server.stop()


def health(host: str) -> tuple[int, str]:
    """Return the status of a process's health, and what it says of Redis."""
    with urllib.request.urlopen(f"http://{host}/health", timeout=20) as answer:
        return answer.status, json.load(answer)["news"]


async def upgrade(older: Path) -> bool:
    """Start this version on the database at which an older one serves, then stop that one."""
    old = await asyncio.to_thread(Server, None, {"PYTHONPATH": str(older / "src")})
    new: Server | None = None
    visitors = Visitors([Pair(PACE) for _ in range(TABLES)], [old.host])
    try:
        await visitors.begin()
        await asyncio.sleep(_SETTLED)
        visitors.phase("with the older version")
        began = time.monotonic()
        new = await asyncio.to_thread(Server, None)
        say(f"the new version serves after {time.monotonic() - began:.1f} s")
        await asyncio.sleep(_SETTLED)
        visitors.phase("with the older version on the new schema")
        visitors.hosts[:] = [new.host]
        began = time.monotonic()
        await asyncio.to_thread(old.stop)
        say(f"the older one stopped in {time.monotonic() - began:.1f} s")
        await asyncio.sleep(_SETTLED)
        visitors.phase("with the new version")
        return await visitors.end(os.environ["SPITE_DATABASE"])
    finally:
        for server in filter(None, (old, new)):
            server.stop()


async def stops() -> bool:
    """Stop a server again and again while people play, and computers think."""
    took: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "games.sqlite3"
        server = await asyncio.to_thread(Server, data)
        visitors = Visitors([Pair(0.1) for _ in range(10)], [server.host])
        await visitors.begin()
        for number in range(STOPS):
            tried = [asyncio.create_task(asyncio.to_thread(_watch, server.host)) for _ in range(3)]
            await asyncio.sleep(secrets.randbelow(3000) / 1000)
            began = time.monotonic()
            stopping = asyncio.create_task(asyncio.to_thread(server.stop))
            await asyncio.wait([stopping], timeout=LONGEST_STOP)
            if not stopping.done():
                say(f"stop {number} hangs")
                server.kill()
                await stopping
            took.append(time.monotonic() - began)
            await asyncio.gather(*tried, return_exceptions=True)
            server = await asyncio.to_thread(Server, data)
            visitors.hosts[:] = [server.host]
        say(f"{STOPS} stops: {statistics.median(took):.1f} s, {max(took):.1f} s at the most")
        visitors.phase("in all")
        well = await visitors.end(data)
        server.stop()
        return well and max(took) < LONGEST_STOP


def _watch(host: str) -> None:
    """Ask for what a worker of the server has to think about: the deal of the day, and a game of patience."""
    for path, body in (("/api/patience", {"preset": "klondike"}), ("/api/day", {})):
        request = urllib.request.Request(
            f"http://{host}{path}",
            json.dumps(body).encode(),
            {"content-type": "application/json", "authorization": f"Bearer {secrets.token_urlsafe(32)}"},
        )
        urllib.request.urlopen(request, timeout=20).close()


def main() -> None:
    """Carry out the part that the command line names."""
    part = sys.argv[1]
    parts = {"rolling": rolling, "redis": redis, "stops": stops}
    work = upgrade(Path(sys.argv[2])) if part == "upgrade" else parts[part]()
    sys.exit(0 if uvloop.run(work) else 1)


if __name__ == "__main__":
    main()

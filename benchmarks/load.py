"""Many tables at once, two people at each: ``.venv/bin/python -m benchmarks.load``.

The people are in this process, the server in another. One server process, games in SQLite with every commit on disk.
"""

from __future__ import annotations

import asyncio
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import uvloop

from benchmarks.people import Pair, Server, sit_down
from benchmarks.wire import Wire

PACED_GAMES: Final = 500
LOOP_GAMES: Final = 200
FLOODED_GAMES: Final = 100
WARM_SECONDS: Final = 3.0
SECONDS: Final = 20.0
FLOOD: Final = 5000
"""Messages per second that a flooding page tries to send."""


@dataclass(frozen=True)
class Relay:
    """Moves that went from one person over the server to the other; latencies in seconds."""

    games: int
    moves: int
    seconds: float
    cpu_seconds: float
    median: float
    p99: float
    refused: int

    @property
    def per_second(self) -> float:
        """Moves per second of the clock."""
        return self.moves / self.seconds

    @property
    def per_cpu_second(self) -> float:
        """Moves per second of the server's processor time."""
        return self.moves / self.cpu_seconds


@dataclass(frozen=True)
class Flood:
    """The effect on others of a page that sends endlessly."""

    quiet: Relay
    flooded: Relay
    floods: int
    """Connections that flooded."""
    cut_after: float
    """Seconds until the server cut one, the median."""


def paced(games: int = PACED_GAMES, seconds: float = SECONDS, pace: float = 1.0) -> Relay:
    """Return the latencies of a number of games in which everybody takes `pace` seconds per move."""
    return uvloop.run(_relayed(games, seconds, pace))


def closed_loop(games: int = LOOP_GAMES, seconds: float = SECONDS) -> Relay:
    """Return how many moves a server takes when everybody moves as soon as they can."""
    return uvloop.run(_relayed(games, seconds, pace=0.0))


def flooded(games: int = FLOODED_GAMES, seconds: float = SECONDS) -> Flood:
    """Return the latencies of games at a move per second each before and while pages flood their own tables."""
    return uvloop.run(_flooded(games, seconds))


async def _relayed(games: int, seconds: float, pace: float) -> Relay:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "games.sqlite3")
        try:
            pairs = await _playing(server, games, pace)
            return await _measured(server, pairs, seconds)
        finally:
            server.stop()


async def _flooded(games: int, seconds: float) -> Flood:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "games.sqlite3")
        try:
            pairs = await _playing(server, games, pace=1.0)
            quiet = await _measured(server, pairs, seconds)
            target = Pair(pace=1.0)
            await target.sit_down([server.host])
            until = time.perf_counter() + seconds
            flooding = asyncio.create_task(_flood(server.host, target.path, until))
            loud = await _measured(server, pairs, seconds)
            cut = await flooding
            return Flood(quiet, loud, len(cut), statistics.median(cut))
        finally:
            server.stop()


async def _playing(server: Server, games: int, pace: float) -> list[Pair]:
    pairs = [Pair(pace) for _ in range(games)]
    await sit_down(pairs, [server.host])
    await asyncio.gather(*(pair.start() for pair in pairs))
    await asyncio.sleep(WARM_SECONDS)
    return pairs


async def _measured(server: Server, pairs: Sequence[Pair], seconds: float) -> Relay:
    for pair in pairs:
        pair.forget()
    began, used = time.perf_counter(), server.cpu_seconds()
    await asyncio.sleep(seconds)
    cpu_seconds = server.cpu_seconds() - used
    received = [latency for pair in pairs for latency in pair.received]
    return Relay(
        games=len(pairs),
        moves=sum(pair.moves for pair in pairs),
        seconds=time.perf_counter() - began,
        cpu_seconds=cpu_seconds,
        median=statistics.median(received),
        p99=statistics.quantiles(received, n=100)[98],
        refused=sum(len(pair.refused) for pair in pairs),
    )


async def _flood(host: str, path: str, until: float) -> list[float]:
    """Send pings endlessly on one connection after another; return after how many seconds each was cut."""
    cut = []
    while time.perf_counter() < until:
        wire = Wire(host, f"{path}/ws", secrets.token_urlsafe(32), lambda _: None)
        await wire.open(host)
        began = time.perf_counter()
        wire.send(b'{"type":"hello","version":null,"game":null}')
        while not wire.closed.done() and time.perf_counter() < until:
            for _ in range(FLOOD // 100):
                wire.send(b'{"type":"ping"}')
            await asyncio.sleep(0.01)
        cut.append(time.perf_counter() - began)
        wire.close()
    return cut


def main() -> None:
    """Measure and print."""
    say = sys.stdout.write
    relay = paced()
    say(f"{relay.games} games at a move a second: {relay.per_second:,.0f} moves/s, {_latencies(relay)}\n")
    relay = closed_loop()
    say(
        f"{relay.games} games as fast as can be: {relay.per_second:,.0f} moves/s, "
        f"{relay.per_cpu_second:,.0f} a second of the server's processor time, {_latencies(relay)}\n"
    )
    flood = flooded()
    say(f"{flood.quiet.games} games before a flood: {_latencies(flood.quiet)}\n")
    say(
        f"{flood.flooded.games} games during it: {_latencies(flood.flooded)}; "
        f"{flood.floods} flooding pages, each cut after {flood.cut_after * 1000:.0f} ms\n"
    )


def _latencies(relay: Relay) -> str:
    text = f"median {relay.median * 1000:.2f} ms, 99th percentile {relay.p99 * 1000:.1f} ms"
    return f"{text}, {relay.refused} refused" if relay.refused else text


if __name__ == "__main__":
    main()

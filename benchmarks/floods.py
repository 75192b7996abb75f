"""What one connection can do to everybody else: ``.venv/bin/python -m benchmarks.floods``.

Each kind of flood runs while pairs of people play: how long do their moves take, how long does a health check take, and
how much memory does the server need then and afterwards? `Flood.faults` has the limits.
"""

from __future__ import annotations

import asyncio
import base64
import http.client
import os
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import uvloop

from benchmarks.people import Pair, Server, sit_down

PAIRS: Final = 5
PACE: Final = 0.1
"""Seconds that everybody takes for a move."""
SECONDS: Final = 10.0
MOVE_LIMIT: Final = 0.1
LIVE_LIMIT: Final = 0.1
"""The most seconds for a move at the 99th percentile, and for each health check."""
MEMORY_LIMIT: Final = 300 << 20
"""The most bytes that the server may need meanwhile."""
KEPT_LIMIT: Final = 1.2
"""The most memory that it may need afterwards, as a multiple of before."""

ATTACKER: Final = "127.0.0.2"
"""The source address of the attacks: the server takes 127.0.0.1 for a proxy, and does not limit it."""

_PIECE: Final = 1 << 16


@dataclass(frozen=True)
class Flood:
    """The effect of a flood on others; seconds and bytes."""

    kind: str
    moves: int
    move_median: float
    move_p99: float
    live_worst: float
    memory_before: int
    memory_most: int
    memory_after: int
    sent: int
    """Bytes that the server took."""
    cpu: float
    """Seconds of processor time that the server took per second."""
    connections: int
    """How often it closed the connection, so that there was another."""

    @property
    def faults(self) -> list[str]:
        """The limits that were exceeded."""
        held = {
            "moves": self.move_p99 < MOVE_LIMIT,
            "alive": self.live_worst < LIVE_LIMIT,
            "memory": self.memory_most < MEMORY_LIMIT,
            "memory afterwards": self.memory_after < self.memory_before * KEPT_LIMIT,
        }
        return [name for name, holds in held.items() if not holds]


def frame(kind: int, payload: bytes = b"", *, final: bool = True) -> bytes:
    """Return a short client frame, with a mask of zeros."""
    return bytes((0x80 * final | kind, 0x80 | len(payload))) + bytes(4) + payload


Attack = Callable[["Attacker"], None]
"""Sends on one connection until it is cut or time is up."""


class Attacker(threading.Thread):
    """An attacker, on one connection after another, in a thread so that nobody measured has to wait."""

    def __init__(self, host: str, path: str, attack: Attack) -> None:
        super().__init__(daemon=True)
        self.host = host
        self.path = path
        self.sent = 0
        self.connections = 0
        self.until = float("inf")
        self._attack = attack

    @property
    def is_over(self) -> bool:
        """Whether time is up."""
        return time.monotonic() >= self.until

    def run(self) -> None:
        """Attack until `until`."""
        while not self.is_over:
            self.connections += 1
            with suppress(OSError):
                self._attack(self)

    def connect(self) -> socket.socket:
        """Open a connection that reads little of what it is sent. Raises `OSError`."""
        address, _, port = self.host.rpartition(":")
        line = socket.create_connection((address, int(port)), timeout=1.0, source_address=(ATTACKER, 0))
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return line

    def send(self, line: socket.socket, data: bytes, reads: bool) -> None:
        """Send the same data endlessly. Raises `OSError` when the connection is cut."""
        line.setblocking(False)
        pause = 0.0
        while not self.is_over:
            if reads:
                with suppress(BlockingIOError):
                    if not line.recv(1 << 20):
                        return
            try:
                self.sent += line.send(data)
                pause = 0.0
            except BlockingIOError:
                pause = min(0.05, pause + 0.001)
                time.sleep(pause)


def websocket(begin: bytes, repeated: bytes, *, reads: bool = True) -> Attack:
    """Return a flood of frames at a table."""
    piece = repeated * (_PIECE // len(repeated))

    def attack(attacker: Attacker) -> None:
        with attacker.connect() as line:
            line.sendall(
                f"GET {attacker.path}/ws HTTP/1.1\r\nhost: {attacker.host}\r\nupgrade: websocket\r\n"
                "connection: upgrade\r\nsec-websocket-version: 13\r\n"
                f"sec-websocket-key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n".encode()
            )
            line.recv(1 << 16)
            line.sendall(begin)
            attacker.send(line, piece, reads)

    return attack


def over_http(begin: bytes, repeated: bytes, *, reads: bool = True) -> Attack:
    """Return a flood of data sent over HTTP."""
    piece = repeated * (_PIECE // len(repeated))

    def attack(attacker: Attacker) -> None:
        with attacker.connect() as line:
            line.sendall(begin)
            attacker.send(line, piece, reads)

    return attack


def silent(begin: bytes) -> Attack:
    """Return an attack by connections that begin a request and never finish it, fifty a second."""

    def attack(attacker: Attacker) -> None:
        with ExitStack() as lines:
            while not attacker.is_over:
                line = lines.enter_context(attacker.connect())
                line.sendall(begin)
                attacker.connections += 1
                time.sleep(0.02)

    return attack


def nothing(_attacker: Attacker) -> None:
    """Attack nobody: the baseline on a busy machine."""
    time.sleep(0.1)


FLOODS: Final[dict[str, Attack]] = {
    "nothing": nothing,
    "texts": websocket(b"", frame(1, b'{"type":"ping"}')),
    "pings": websocket(b"", frame(9)),
    "pings whose pongs nobody reads": websocket(b"", frame(9, b"x" * 125), reads=False),
    "pongs": websocket(b"", frame(10)),
    "empty parts of a message": websocket(frame(1, final=False), frame(0, final=False)),
    "a header without end": over_http(b"GET / HTTP/1.1\r\nhost: localhost\r\nx: ", b"y"),
    "headers without end": over_http(b"GET / HTTP/1.1\r\nhost: localhost\r\n", b"x: y\r\n"),
    "requests without waiting": over_http(b"", b"GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n"),
    "requests whose answers nobody reads": over_http(b"", b"GET /new HTTP/1.1\r\nhost: localhost\r\n\r\n", reads=False),
    "silent connections": silent(b""),
    "half requests": silent(b"GET / HTTP/1.1\r\nhos"),
}


def flood(kinds: Sequence[str] = tuple(FLOODS), seconds: float = SECONDS, rest: float = 0.0) -> list[Flood]:
    """Return the effect of each flood on people; `rest` is how long after it the memory is measured."""
    return uvloop.run(_floods(kinds, seconds, rest))


async def _floods(kinds: Sequence[str], seconds: float, rest: float) -> list[Flood]:
    found = []
    for kind in kinds:
        with tempfile.TemporaryDirectory() as folder:
            # With a host name it has the limits of a server that others can reach.
            server = Server(Path(folder) / "games.sqlite3", {"SPITE_HOSTS": "localhost"})
            try:
                pairs = [Pair(PACE) for _ in range(PAIRS)]
                await sit_down(pairs, [server.host])
                await asyncio.gather(*(pair.start() for pair in pairs))
                await asyncio.sleep(2.0)
                found.append(await _flood(kind, server, pairs, seconds, rest))
                for pair in pairs:
                    pair.close()
            finally:
                server.stop()
    return found


async def _flood(kind: str, server: Server, pairs: Sequence[Pair], seconds: float, rest: float) -> Flood:
    before = server.memory()
    attacker = Attacker(server.host, pairs[0].path, FLOODS[kind])
    for pair in pairs:
        pair.forget()
    attacker.until = time.monotonic() + seconds
    attacker.start()
    cpu_before = server.cpu_seconds()
    most, live = before, []
    while not attacker.is_over:
        live.append(await asyncio.to_thread(_alive, server.host))
        most = max(most, server.memory())
        await asyncio.sleep(0.1)
    cpu_after = server.cpu_seconds()
    # A person still waiting for a move has waited at least this long.
    now = time.perf_counter()
    waiting = [now - sent for pair in pairs for sent in pair.sent_at.values()]
    moves = [*(latency for pair in pairs for latency in pair.received), *waiting]
    await asyncio.to_thread(attacker.join)
    await asyncio.sleep(rest)
    return Flood(
        kind,
        moves=len(moves),
        move_median=statistics.median(moves),
        move_p99=statistics.quantiles(moves, n=100)[98] if len(moves) > 1 else moves[0],
        live_worst=max(live),
        memory_before=before,
        memory_most=most,
        memory_after=server.memory(),
        sent=attacker.sent,
        cpu=(cpu_after - cpu_before) / seconds,
        connections=attacker.connections,
    )


def _alive(host: str) -> float:
    began = time.perf_counter()
    asking = http.client.HTTPConnection(host, timeout=30.0)
    try:
        asking.request("GET", "/health/live")
        asking.getresponse().read()
    except (OSError, http.client.HTTPException):
        return float("inf")
    finally:
        asking.close()
    return time.perf_counter() - began


def main() -> None:
    """Flood, measure, and print; exits with code 1 if the effect on others is too large. Arguments choose kinds."""
    chosen = [kind for kind in FLOODS if not sys.argv[1:] or any(word in kind for word in sys.argv[1:])]
    failed = False
    for kind in chosen:
        (found,) = flood([kind], rest=60.0)
        failed |= bool(found.faults)
        sys.stdout.write(
            f"{found.kind}: moves {found.move_median * 1000:.1f} ms, 99th percentile {found.move_p99 * 1000:.0f} ms "
            f"({found.moves:,}); processor {found.cpu:.0%}; alive within {found.live_worst * 1000:.0f} ms; "
            f"memory {found.memory_before >> 20}, {found.memory_most >> 20}, {found.memory_after >> 20} MB; "
            f"{found.sent >> 20:,} MB taken on {found.connections:,} connections"
            f"{'; TOO MUCH: ' + ', '.join(found.faults) if found.faults else ''}\n"
        )
        sys.stdout.flush()
    sys.exit(failed)


if __name__ == "__main__":
    main()

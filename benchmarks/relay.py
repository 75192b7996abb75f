"""The cost of a move on a server that only passes it on: ``.venv/bin/python -m benchmarks.relay``.

No rules, no views, no database: uvicorn, uvloop and the library websockets as they come, and a text as long as an event
to both people for every move. The speed of a table's server is given as a share of it, which depends little on the
machine.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
import sys
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
import uvicorn
import uvloop

from benchmarks.people import Program
from benchmarks.wire import Wire

GAMES: Final = 200
WARM_SECONDS: Final = 2.0
SECONDS: Final = 10.0
_VIEW: Final = "x" * 1200
"""As long as an event of `standard` without its move."""

_Message = dict[str, Any]


class _Move(msgspec.Struct):
    seat: int
    id: str
    game: int
    ply: int
    move: str
    view: str = ""


_decode: Final = msgspec.json.Decoder(_Move).decode
_encode: Final = msgspec.json.Encoder().encode


def measure(games: int = GAMES, seconds: float = SECONDS) -> float:
    """Return the moves per second of the server's processor time, everybody moving as soon as they can."""
    return uvloop.run(_measured(games, seconds))


async def _measured(games: int, seconds: float) -> float:
    server = Program("benchmarks.relay", "serve")
    try:
        pairs = [Pair(f"/{number}", server.host) for number in range(games)]
        for pair in pairs:
            await pair.begin()
        await asyncio.sleep(WARM_SECONDS)
        moved, used = sum(pair.moves for pair in pairs), server.cpu_seconds()
        await asyncio.sleep(seconds)
        return (sum(pair.moves for pair in pairs) - moved) / (server.cpu_seconds() - used)
    finally:
        server.kill()


class Pair:
    """Two people who answer each other's moves, ``pace`` seconds after they have them."""

    def __init__(self, path: str, host: str, pace: float = 0.0) -> None:
        self.moves = 0
        self.received: list[float] = []
        """Seconds from sending a move until the opponent had it."""
        self._host = host
        self._pace = pace
        self._sent = 0.0
        self._wires = [Wire(host, path, secrets.token_urlsafe(8), hear) for hear in (self._first, self._second)]

    async def begin(self) -> None:
        """Connect both; the first one moves."""
        for wire in self._wires:
            await wire.open(self._host)
        self._move(0)

    def _first(self, text: bytes) -> None:
        if _decode(text).seat == 1:
            self._answer(0)

    def _second(self, text: bytes) -> None:
        if _decode(text).seat == 0:
            self._answer(1)

    def _answer(self, seat: int) -> None:
        self.received.append(time.perf_counter() - self._sent)
        if self._pace:
            asyncio.get_running_loop().call_later(self._pace, self._move, seat)
        else:
            self._move(seat)

    def _move(self, seat: int) -> None:
        if self._wires[seat].is_cut:
            # The measurement is over.
            return
        self.moves += 1
        self._sent = time.perf_counter()
        self._wires[seat].send(_encode(_Move(seat, f"a1b2c3-{self.moves}", 1, self.moves, "H7h-C1")))


def serve() -> None:
    """Pass messages on to everybody with the same path."""
    rooms = defaultdict[str, list[Callable[[_Message], Awaitable[None]]]](list)

    async def relay(scope: _Message, receive: Callable[[], Awaitable[_Message]], send: Any) -> None:
        room = rooms[scope["path"]]
        await receive()
        await send({"type": "websocket.accept"})
        room.append(send)
        while (event := await receive())["type"] == "websocket.receive":
            move = _decode(event["text"])
            move.view = _VIEW
            text = _encode(move).decode()
            for to in room:
                await to({"type": "websocket.send", "text": text})
        room.remove(send)

    listening = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listening.getsockname()[1]} passes moves on.", flush=True)
    config = uvicorn.Config(
        relay, ws="websockets-sansio", ws_per_message_deflate=False, lifespan="off", log_level="warning"
    )
    uvicorn.Server(config).run([listening])


if __name__ == "__main__":
    if sys.argv[1:] == ["serve"]:
        serve()
    else:
        print(f"{measure():,.0f} moves a second of the server's processor time")

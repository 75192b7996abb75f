"""The frames of a websocket (RFC 6455), however a client splits and joins them."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from websockets.utils import apply_mask

from spite_and_malice.server.protocol.line import Line

from .conftest import SECONDS, Browser, RunningServer

CONTINUATION, TEXT, CLOSE, PING, PONG = 0x0, 0x1, 0x8, 0x9, 0xA
ASK = b'{"type":"ping"}'
ANSWER = (TEXT, b'{"type":"pong"}')
LONG = b'{"type":"ping"' + b" " * 300 + b"}"


def frame(kind: int, payload: bytes, final: bool = True) -> bytes:
    """Return a frame as a client sends it."""
    size = bytes((0x80 | len(payload),)) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2)
    mask = os.urandom(4)
    return bytes((0x80 * final | kind,)) + size + mask + apply_mask(payload, mask)


class Raw:
    """A client that writes arbitrary bytes, and reads only when asked."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, data: bytes, at_once: int = 1 << 20) -> None:
        """Send a number of bytes in one piece."""
        for start in range(0, len(data), at_once):
            self._writer.write(data[start : start + at_once])
            await self._writer.drain()
            await asyncio.sleep(0)

    async def get(self) -> tuple[int, bytes]:
        """Return the opcode and the content of the server's next frame."""
        async with asyncio.timeout(SECONDS):
            first, size = await self._reader.readexactly(2)
            if size == 126:
                size = int.from_bytes(await self._reader.readexactly(2))
            return first & 0xF, await self._reader.readexactly(size)

    async def flood(self, data: bytes, most: int) -> int:
        """Send the same bytes repeatedly, up to a number of bytes; return the number that the server accepted."""
        sent = 0
        with suppress(ConnectionError):
            while sent < most:
                self._writer.write(data)
                sent += len(data)
                async with asyncio.timeout(SECONDS):
                    await self._writer.drain()
        return sent

    async def rest(self) -> list[tuple[int, bytes]]:
        """Return every frame up to the closing one, or to the end of the connection."""
        frames: list[tuple[int, bytes]] = []
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while not frames or frames[-1][0] != CLOSE:
                frames.append(await self.get())
        return frames


@asynccontextmanager
async def raw(server: RunningServer, browser: Browser) -> AsyncIterator[Raw]:
    host, _, port = server.address.partition(":")
    table_id = await browser.table(preset="standard")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(
        f"GET /table/{table_id}/ws HTTP/1.1\r\nhost: {server.address}\r\nupgrade: websocket\r\n"
        "connection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-extensions: permessage-deflate\r\n"
        f"sec-websocket-key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n".encode()
    )
    async with asyncio.timeout(SECONDS):
        head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 101 ")
    assert b"deflate" not in head.lower()
    try:
        yield Raw(reader, writer)
    finally:
        writer.close()


@pytest.mark.parametrize("at_once", [1 << 20, 1, 5, 23])
async def test_messages_are_read_however_they_are_cut(server: RunningServer, browser: Browser, at_once: int) -> None:
    async with raw(server, browser) as client:
        await client.send(frame(TEXT, ASK) * 2 + frame(TEXT, LONG) + frame(TEXT, ASK), at_once)
        assert [await client.get() for _ in range(4)] == [ANSWER] * 4


@pytest.mark.parametrize("at_once", [1 << 20, 1])
async def test_a_message_in_parts_and_pings_between_them(server: RunningServer, browser: Browser, at_once: int) -> None:
    parts = frame(TEXT, ASK[:5], final=False) + frame(PING, b"there?") + frame(0, ASK[5:])
    async with raw(server, browser) as client:
        await client.send(frame(PING, b"first") + parts + frame(TEXT, ASK), at_once)
        assert await client.get() == (PONG, b"first")
        assert sorted([await client.get() for _ in range(3)]) == [ANSWER, ANSWER, (PONG, b"there?")]


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"\x81\x02{}", 1002),
        (frame(TEXT, b"\xff\xfe"), 1007),
        (b"\x81\xff" + (1 << 40).to_bytes(8) + bytes(4), 1009),
        (frame(0xC0 | TEXT, ASK), 1002),
        (frame(CLOSE, (1000).to_bytes(2)), 1000),
    ],
    ids=["no mask", "no UTF-8", "too long", "compressed", "close"],
)
async def test_what_is_no_message_ends_the_connection(
    server: RunningServer, browser: Browser, sent: bytes, code: int
) -> None:
    async with raw(server, browser) as client:
        await client.send(frame(TEXT, ASK))
        assert await client.get() == ANSWER
        await client.send(sent)
        kind, content = await client.get()
        assert (kind, int.from_bytes(content[:2])) == (CLOSE, code)


MEGABYTE = 1 << 20
FLOODS = {
    "texts": frame(TEXT, ASK),
    "pings": frame(PING, b""),
    "long pings": frame(PING, b"x" * 125),
    "pongs": frame(PONG, b""),
    "empty parts": frame(CONTINUATION, b"", final=False),
}
"""A flood: some frames, sent endlessly."""


def lines(server: RunningServer) -> list[Line]:
    """Return the open websockets of a server."""
    return [line for line in server.connections if isinstance(line, Line)]


@pytest.mark.parametrize("kind", FLOODS)
async def test_every_frame_counts_and_a_flood_is_closed(server: RunningServer, browser: Browser, kind: str) -> None:
    async with raw(server, browser) as client:
        begun = frame(TEXT, b"", final=False) if kind == "empty parts" else b""
        await client.send(begun + FLOODS[kind] * 1000)
        frames = await client.rest()
        assert frames[-1] == (CLOSE, (4008).to_bytes(2))
        assert b"too_fast" in frames[-2][1]
        answers = [frame for frame in frames if frame in (ANSWER, (PONG, b""), (PONG, b"x" * 125))]
        assert len(answers) < 300


@pytest.mark.parametrize("kind", FLOODS)
async def test_of_a_flood_that_reads_nothing_nothing_is_kept(
    server: RunningServer, browser: Browser, kind: str
) -> None:
    async with raw(server, browser) as client:
        begun = frame(TEXT, b"", final=False) if kind == "empty parts" else b""
        await client.send(begun)
        # Everything let through lies in the buffers of the two sockets.
        assert await client.flood(FLOODS[kind] * 10_000, 64 * MEGABYTE) < 64 * MEGABYTE
        async with asyncio.timeout(SECONDS):
            while lines(server):
                await asyncio.sleep(0.01)


async def test_pings_whose_pongs_nobody_reads_are_not_read_either(server: RunningServer, browser: Browser) -> None:
    """Sent slowly enough to be allowed, they would fill the output buffer."""
    async with raw(server, browser) as client:
        await client.send(frame(TEXT, ASK))
        assert await client.get() == ANSWER
        (line,) = lines(server)
        line.transport.set_write_buffer_limits(high=0)
        # As if the page had stopped reading.
        line.pause_writing()
        await client.send(frame(PING, b"there?") * 50)
        # Earlier messages have arrived when this one is answered.
        assert (await browser.http.get("/health/live")).status_code == 200
        assert line.transport.get_write_buffer_size() == 0
        line.resume_writing()
        assert [await client.get() for _ in range(50)] == [(PONG, b"there?")] * 50


async def test_a_page_that_pauses_may_send_a_burst_again(
    server: RunningServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with raw(server, browser) as client:
        for _ in range(3):
            await client.send(frame(PING, b"") * 195)
            assert [await client.get() for _ in range(195)] == [(PONG, b"")] * 195
            (line,) = lines(server)
            monkeypatch.setattr(line, "_allowed_at", line.loop.time() - 2)

"""Limits on a connection's requests and time: a server that others can reach is safe without a proxy."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from spite_and_malice.server.configuration import proxies_of
from spite_and_malice.server.http import connection
from spite_and_malice.server.http.connection import MAX_PIPELINED, Connection, is_among
from spite_and_malice.server.http.limits import ConnectionLimit, place_of

from .conftest import SECONDS, Browser, RunningServer, Serve, Visit, running

BEGUN = b"GET / HTTP/1.1\r\nhost: %s\r\n"


class Client:
    """A client that sends arbitrary data."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def rest(self) -> bytes:
        """Return all data until the server closes the connection."""
        found = b""
        async with asyncio.timeout(SECONDS):
            try:
                while piece := await self.reader.read(1 << 16):
                    found += piece
            except ConnectionError:
                pass
        return found

    async def send(self, data: bytes) -> bool:
        """Send data; False if the connection is cut meanwhile."""
        try:
            async with asyncio.timeout(SECONDS):
                self.writer.write(data)
                await self.writer.drain()
        except ConnectionError:
            return False
        return True


@asynccontextmanager
async def client(server: RunningServer) -> AsyncIterator[Client]:
    host, _, port = server.address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        yield Client(reader, writer)
    finally:
        writer.transport.abort()


def open_connections(server: RunningServer) -> list[Connection]:
    return [each for each in server.connections if isinstance(each, Connection)]


@pytest.mark.parametrize(
    "more",
    [b"x: " + b"y" * 100_000, b"x: y\r\n" * 20_000, b"", b"x: " + b"y" * 60_000_000],
    ids=["a long one", "many", "a long address", "sixty megabytes"],
)
async def test_a_head_has_an_end(server: RunningServer, browser: Browser, more: bytes) -> None:
    async with client(server) as raw:
        begun = BEGUN % server.address.encode() if more else b"GET /" + b"x" * 100_000
        await raw.send(begun + more)
        answer = await raw.rest()
        assert answer == b"" or answer.startswith((b"HTTP/1.1 431 ", b"HTTP/1.1 400 "))
    assert (await browser.http.get("/health/live")).status_code == 200


async def test_what_follows_a_body_has_an_end_too(server: RunningServer) -> None:
    async with client(server) as raw:
        begun = b"POST /api/rules HTTP/1.1\r\nhost: %s\r\ntransfer-encoding: chunked\r\n\r\n0\r\n"
        sent = await raw.send(begun % server.address.encode() + b"x: " + b"y" * 60_000_000)
        assert not sent or b"HTTP/1.1 413 " in await raw.rest()


async def test_requests_do_not_pile_up(server: RunningServer) -> None:
    async with client(server) as raw:
        request = BEGUN % server.address.encode() + b"\r\n"
        await raw.send(request * 100_000)
        assert (await raw.rest()).count(b"HTTP/1.1 200 ") <= MAX_PIPELINED + 1
    async with client(server) as raw:
        last = request.replace(b"\r\n\r\n", b"\r\nconnection: close\r\n\r\n")
        await raw.send(request * (MAX_PIPELINED - 1) + last)
        assert (await raw.rest()).count(b"HTTP/1.1 200 ") == MAX_PIPELINED


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HTTP/1.1\r\nhos",
        b"POST /api/rules HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{",
        b"GET /table/x/ws HTTP/1.1\r\nupgrade: websocket\r\nconnection: upgrade\r\n",
    ],
    ids=["silent", "half a head", "half a body", "half a handshake"],
)
async def test_a_request_that_does_not_come_is_not_waited_for(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    monkeypatch.setattr(connection, "HEAD_SECONDS", 0.2)
    monkeypatch.setattr(connection, "BODY_SECONDS", 0.2)
    async with client(server) as raw:
        await raw.send(begun)
        await raw.rest()
    async with asyncio.timeout(SECONDS):
        while open_connections(server):
            await asyncio.sleep(0.01)


async def test_an_answer_that_nobody_takes_is_given_up(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "TAKING_SECONDS", 0.2)
    async with client(server) as raw:
        await raw.send(BEGUN % server.address.encode())
        async with asyncio.timeout(SECONDS):
            while not open_connections(server):
                await asyncio.sleep(0.01)
            (taking_nothing,) = open_connections(server)
            taking_nothing.pause_writing()
            await raw.rest()
    assert open_connections(server) == []


def test_of_an_answer_that_nobody_takes_one_line_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    uvloop = pytest.importorskip("uvloop", reason="only there a write to a line that is cut is an error")
    monkeypatch.setattr(connection, "TAKING_SECONDS", 0.2)
    caplog.set_level(logging.INFO)

    async def take_nothing() -> None:
        async with running(tmp_path / "data.sqlite3") as server, client(server) as raw:
            begun = BEGUN % server.address.encode()
            await raw.send(begun)
            async with asyncio.timeout(SECONDS):
                while not open_connections(server):
                    await asyncio.sleep(0.01)
                open_connections(server)[0].pause_writing()
                # The first of two is being answered, while the second is the last received.
                await raw.send(b"\r\n" + begun + b"\r\n")
                await raw.rest()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(take_nothing())
    said = [record.getMessage() for record in caplog.records if record.name.startswith(connection.__name__)]
    assert said == ["nobody took the answer to GET /"]


async def test_there_are_so_many_connections_and_no_more(serve: Serve, visit: Visit) -> None:
    connection_limit = ConnectionLimit(3, 3)
    async with serve(connection_limit=connection_limit) as server:
        browser = visit(server.address)
        page = await browser.open(await browser.table(preset="standard"))
        await page.hello()
        # That is two: the page, and the connection over which it was fetched.
        async with client(server) as third, client(server) as fourth:
            assert await fourth.rest() == b""
            assert await third.send(b"GET /health/live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
            assert (await third.rest()).startswith(b"HTTP/1.1 200 ")
        await page.connection.close()
        await browser.http.aclose()
        async with asyncio.timeout(SECONDS):
            while connection_limit._inside.total():
                await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("127.0.0.1", "::1", True),
        ("127.0.0.1", "127.0.0.2", False),
        ("fe80::1%eth0", "fe80::2", True),
    ],
)
def test_an_address_counts_for_all_that_its_holder_may_have(one: str, other: str, same: bool) -> None:
    assert (place_of(one) == place_of(other)) is same


def test_a_proxy_is_not_one_who_asks() -> None:
    networks = proxies_of("127.0.0.1, ::1, 10.89.0.0/24")
    assert all(is_among(address, networks) for address in ("127.0.0.1", "::1", "10.89.0.7", "::ffff:10.89.0.7"))
    assert not any(is_among(address, networks) for address in ("127.0.0.2", "10.89.1.1", "fe80::1%eth0", "", "unix"))


def test_one_address_does_not_keep_the_others_out() -> None:
    connection_limit = ConnectionLimit(10, 2)
    assert [connection_limit.enter("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert connection_limit.enter("192.0.2.2")
    assert all(connection_limit.enter("127.0.0.1") for _ in range(7))
    assert not connection_limit.enter("192.0.2.3")
    connection_limit.leave("192.0.2.1")
    assert connection_limit.enter("192.0.2.1")

"""A client that sends too fast waits, and keeps nobody else waiting."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import httpx
import pytest

from spite_and_malice.server.app import create_app
from spite_and_malice.server.http.limits import AT_ONCE, Rates
from spite_and_malice.server.store import Store

from .conftest import SECONDS, RunningServer, Serve, Visit, configured
from .test_connection import Client

ELSEWHERE = "127.0.0.2"
"""An address of this computer other than the proxy's."""


def test_an_address_may_ask_so_often_in_any_ten_seconds() -> None:
    now = [0.0]
    rates = Rates(2, lambda: now[0])
    assert [rates.spend("192.0.2.1", 1.0) for _ in range(21)] == [True] * 20 + [False]
    assert rates.spend("192.0.2.2", 1.0), "others have their own"
    assert all(rates.spend("", 1.0) for _ in range(100)), "this computer asks as it likes"
    now[0] = 4.0
    assert rates.seconds_until("192.0.2.1") == pytest.approx(6.0, abs=0.01)
    now[0] += rates.seconds_until("192.0.2.1")
    assert [rates.spend("192.0.2.1", 1.0) for _ in range(2)] == [True, False]
    now[0] += rates.seconds_until("192.0.2.1")
    assert now[0] == pytest.approx(10.5, abs=0.01), "they grow back one after another"
    assert rates.spend("192.0.2.1", 1.0)
    now[0] = 1000.0
    assert rates.spend("192.0.2.3", 1.0)
    assert rates.known == 1, "who asks no more is forgotten"


def test_without_a_rate_nobody_waits() -> None:
    rates = Rates(None)
    assert all(rates.spend("192.0.2.1", 1000.0) for _ in range(100))
    assert rates.seconds_until("192.0.2.1") == 0.0


async def test_of_one_address_few_requests_are_carried_out_at_a_time() -> None:
    rates = Rates(50)
    entered = [asyncio.create_task(rates.enter("192.0.2.1")) for _ in range(AT_ONCE + 2)]
    await asyncio.sleep(0)
    assert [task.done() for task in entered] == [True] * AT_ONCE + [False] * 2
    assert await rates.enter("192.0.2.2")
    entered[AT_ONCE].cancel()
    rates.leave("192.0.2.1")
    await asyncio.wait_for(entered[-1], SECONDS)
    for _ in range(AT_ONCE):
        rates.leave("192.0.2.1")
    assert await rates.enter("192.0.2.1")


async def test_nobody_waits_for_somebody_elses_review(tmp_path: Path) -> None:
    store = Store(tmp_path / "data.sqlite3")
    rates = Rates(50)
    app = create_app(store, configured(), rates=rates)
    transport = httpx.ASGITransport(app=app, client=("192.0.2.1", 1))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http:
        for _ in range(AT_ONCE):
            assert await rates.enter("192.0.2.1")
        waiting = asyncio.ensure_future(http.get("/api/tables"))
        async with asyncio.timeout(SECONDS):
            assert (await http.get("/health/live")).status_code == 200
            assert (await http.get("/api/tables/nowhere/games/1/review")).status_code == 404
        assert not waiting.done()
        rates.leave("192.0.2.1")
        assert (await asyncio.wait_for(waiting, SECONDS)).status_code == 200
    store.close()


async def test_who_asks_too_fast_is_refused_in_their_language(tmp_path: Path) -> None:
    store = Store(tmp_path / "data.sqlite3")
    app = create_app(store, configured(), rates=Rates(1, lambda: 0.0))
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app, client=("192.0.2.1", 1)),  # type: ignore[arg-type]
        base_url="http://127.0.0.1",
    ) as http:
        statuses = [(await http.get("/health/live")).status_code for _ in range(11)]
        assert statuses == [200] * 10 + [429]
        refused = await http.get("/api/tables", headers={"accept-language": "de"})
        assert refused.json()["error"]["code"] == "too_many"
        assert "Adresse" in refused.json()["error"]["message"]
        assert int(refused.headers["retry-after"]) > 0
    store.close()


async def come_from(server: RunningServer, address: str) -> Client:
    host, _, port = server.address.partition(":")
    return Client(*await asyncio.open_connection(host, int(port), local_addr=(address, 0)))


@pytest.mark.parametrize("at_once", [1, 8])
async def test_who_asks_too_fast_is_not_even_read(serve: Serve, visit: Visit, at_once: int) -> None:
    rates = Rates(1, lambda: 0.0)
    async with serve(rates=rates) as server:
        asking = f"GET /health/live HTTP/1.1\r\nhost: {server.address}\r\n\r\n".encode()
        flood = await come_from(server, ELSEWHERE)
        answered = 0
        async with asyncio.timeout(SECONDS):
            while rates.seconds_until(ELSEWHERE) == 0.0:
                flood.writer.write(asking * at_once)
                for _ in range(at_once):
                    head = await flood.reader.readuntil(b"\r\n\r\n")
                    size = re.search(rb"content-length: (\d+)", head)
                    assert size is not None
                    await flood.reader.readexactly(int(size[1]))
                answered += at_once
        assert 8 <= answered <= 16
        flood.writer.write(asking * 1000)
        another = await come_from(server, ELSEWHERE)
        another.writer.write(asking)
        # Others are answered, again and again, and they are not.
        browser = visit(server.address)
        for _ in range(20):
            assert (await browser.http.get("/health/live")).status_code == 200
        for waiting in (flood, another):
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(waiting.reader.read(1), 0.05)
            waiting.writer.transport.abort()


async def test_what_goes_beyond_a_bound_counts_for_much(serve: Serve) -> None:
    rates = Rates(3, lambda: 0.0)
    async with serve(rates=rates) as server:
        for _ in range(2):
            client = await come_from(server, ELSEWHERE)
            await client.send(b"GET / HTTP/1.1\r\nhost: x\r\n" + b"x: y\r\n" * 200 + b"\r\n")
            await client.rest()
            client.writer.transport.abort()
        assert rates.seconds_until(ELSEWHERE) > 0

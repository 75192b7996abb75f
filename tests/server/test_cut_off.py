"""A body that is cut off midway is no fault of the server: it is not logged as one, and the server keeps running."""

from __future__ import annotations

import asyncio
import logging

import pytest

from tests.waiting import SECONDS

from .conftest import RunningServer, Visit


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/api/tables", "application/json"),
        ("/api/day", "application/json"),
        ("/language", "application/x-www-form-urlencoded"),
        ("/language", "multipart/form-data; boundary=x"),
    ],
)
@pytest.mark.parametrize("framing", ["content-length: 500\r\n\r\n{", "transfer-encoding: chunked\r\n\r\n5\r\n{"])
async def test_a_body_cut_off_midway_logs_no_fault(
    server: RunningServer, visit: Visit, caplog: pytest.LogCaptureFixture, path: str, kind: str, framing: str
) -> None:
    caplog.set_level(logging.INFO)
    host, port = server.address.removeprefix("http://").rsplit(":", 1)
    _reader, writer = await asyncio.open_connection(host, int(port.strip("/")))
    head = f"POST {path} HTTP/1.1\r\nhost: {host}:{port}\r\ncontent-type: {kind}\r\n"
    writer.write((head + framing).encode())
    await writer.drain()
    browser = visit(server.address)
    # Once a later request is answered, the server is waiting for the rest.
    assert (await browser.http.get("/api/tables")).status_code == 200
    writer.close()
    async with asyncio.timeout(SECONDS):
        while not any("nobody took the answer" in record.getMessage() for record in caplog.records):
            assert (await browser.http.get("/api/tables")).status_code == 200
    assert (await browser.http.get("/api/tables")).status_code == 200
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []

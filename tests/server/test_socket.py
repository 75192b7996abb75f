"""The connection of a page to its table, without a server: who is sent away, who is waited for, and how it ends."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

import pytest

from spite_and_malice.server.http.identity import _WHO
from spite_and_malice.server.http.limits import ConnectionLimit
from spite_and_malice.server.protocol.clients import FLOODED, LINE, Client
from spite_and_malice.server.store import StoreError
from spite_and_malice.server.store.accounts import Identity
from spite_and_malice.server.tables import socket as module
from spite_and_malice.server.tables.presence import ANOTHER, NO_TABLE, TRY_AGAIN
from spite_and_malice.server.tables.room import TableRoom

from .test_action_queue import settle
from .test_room import Speaking

ADA = Identity("device", "ada")


class Socket:
    """A page's connection on which nothing comes, or an error."""

    def __init__(self, who: Identity | None = ADA, error: Exception | None = None) -> None:
        self.scope = {"state": {_WHO: who}, LINE: self}
        self.client = SimpleNamespace(host="192.0.2.1")
        self.query_params: dict[str, str] = {}
        self.error = error
        self.told: list[str] = []
        self.code: int | None = None

    async def accept(self) -> None:
        assert self.code is None

    async def send_text(self, text: str) -> None:
        self.told.append(json.loads(text)["message"])

    async def close(self, code: int) -> None:
        self.code = code

    async def receive(self) -> Any:
        if self.error is not None:
            raise self.error
        await asyncio.Event().wait()


class Tables:
    """Live tables, of which one is there."""

    def __init__(self, error: StoreError | None = None) -> None:
        self.error = error
        self.left: list[Client] = []
        self.store = SimpleNamespace(friends=SimpleNamespace(kept_apart=self._kept_apart))
        self.table_id = "there"
        self.stopped = False

    @asynccontextmanager
    async def open(self, table_id: str) -> AsyncIterator[Any]:
        if self.error is not None:
            raise self.error
        yield self if table_id == "there" else None

    async def is_closed(self, table_id: str) -> bool:
        return table_id == "closed"

    async def _kept_apart(self, _person: str) -> frozenset[str]:
        return frozenset()

    def leave(self, client: Client) -> None:
        self.left.append(client)

    async def do(self, action: Any) -> None:
        if self.stopped:
            raise StoreError("given up")
        await action()


async def serve(socket: Socket, table_id: str, tables: Tables, limit: ConnectionLimit | None = None) -> None:
    limit = limit or ConnectionLimit(10, 10)
    inside = limit._inside.total()
    await module.table_socket.fn(cast("Any", socket), table_id, cast("Any", tables), limit)
    assert limit._inside.total() == inside


@pytest.mark.parametrize(
    ("who", "table_id", "most", "error", "code", "words"),
    [
        (ADA, "there", 0, None, TRY_AGAIN, "Too many pages are open from your address. Close one and try again."),
        (Identity("d", "a", revoked_at=5), "there", 1, None, ANOTHER, "This browser has been signed in or out."),
        (ADA, "none", 1, None, NO_TABLE, "There is no table at this address."),
        (None, "closed", 1, None, NO_TABLE, module.CLOSED),
        (ADA, "there", 1, StoreError("away"), TRY_AGAIN, "This table cannot be opened just now."),
    ],
)
async def test_who_cannot_be_at_a_table_is_told_why_and_sent_away(
    who: Identity | None, table_id: str, most: int, error: StoreError | None, code: int, words: str
) -> None:
    socket = Socket(who)
    await serve(socket, table_id, Tables(error), ConnectionLimit(most, most))
    assert (socket.code, socket.told) == (code, [words])


async def test_a_connection_that_fails_is_logged_and_its_page_leaves(caplog: pytest.LogCaptureFixture) -> None:
    tables = Tables()
    with caplog.at_level(logging.ERROR):
        await serve(Socket(error=RuntimeError("odd")), "there", tables)
    assert [client.person for client in tables.left] == ["ada"]
    assert [record.message for record in caplog.records] == ["the connection of a page failed"]


@pytest.mark.parametrize("stopped", [False, True])
async def test_a_page_that_takes_nothing_more_leaves_and_is_listened_to_no_longer(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, stopped: bool
) -> None:
    tables = Tables()
    tables.stopped = stopped
    monkeypatch.setattr(Client, "takes_nothing", lambda _page, _seconds: True)
    async with asyncio.timeout(30):
        await serve(Socket(None), "there", tables)
    assert [client.person for client in tables.left] == [None]
    assert caplog.records == []


@pytest.mark.parametrize(("seconds", "events", "code"), [(0.0, [], module.NO_HELLO), (9.0, [FLOODED], module.TOO_FAST)])
async def test_a_page_that_is_disconnected_is_waited_for_until_it_was_told(
    monkeypatch: pytest.MonkeyPatch, seconds: float, events: list[str], code: int
) -> None:
    monkeypatch.setattr(module, "_HELLO_SECONDS", seconds)
    page = Speaking(*({"type": event} for event in events))
    ended = asyncio.get_running_loop().create_future()
    page.ended = ended  # type: ignore[attr-defined]
    receive = page.receive if events else Socket().receive
    reading = asyncio.create_task(module._read(receive, cast("Client", page), cast("TableRoom[Any]", None)))
    async with asyncio.timeout(30):
        while not page.codes:
            await asyncio.sleep(0)
    await settle()
    assert (page.codes, reading.done()) == ([code], False)
    ended.set_result(None)
    await reading

"""If a request waits in vain, every route responds with 503 and when to ask again, never with 500."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send

from spite_and_malice.server.store import StoreError
from spite_and_malice.server.store.database.repository import Repository
from spite_and_malice.server.workers.pool import TookTooLong, WorkerDied, Workers

from .conftest import RunningServer, Visit
from .crowded import Size, crowded, every_route, largest

SMALL = Size(guests=4, rounds=2, members=4, friends=3, letters=2, games=4, entrants=4)
FAILS_AT = "x-fails-at"
STREAMED = "/api/me/export"

Error = Callable[[], Exception]


@dataclass(slots=True)
class Fault:
    """The call of a request that fails, counted from 1, and the number of calls so far."""

    at: int
    calls: int = 0

    def count(self, error: Error) -> None:
        self.calls += 1
        if self.calls == self.at:
            raise error()


_fault: ContextVar[Fault | None] = ContextVar("fault", default=None)


class Faults:
    """Lets one call of the store or of a worker fail in a request; a header says which."""

    def __init__(self, server: RunningServer, of_store: Error, of_worker: Error, patch: pytest.MonkeyPatch):
        self.last = Fault(0)
        self._app = server.app.asgi_handler
        patch.setattr(server.app, "asgi_handler", self)
        store = server.store
        for part in (store, *(each for each in vars(store).values() if isinstance(each, Repository))):
            for name in ("_read", "_write"):
                patch.setattr(part, name, failing(getattr(part, name), of_store))
        ask = Workers.ask

        async def asked(*about: Any, **more: Any) -> Any:
            count(of_worker)
            return await ask(*about, **more)

        patch.setattr(Workers, "ask", asked)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            self.last = Fault(int(dict(scope["headers"]).get(FAILS_AT.encode(), b"0")))
            _fault.set(self.last)
        await self._app(scope, receive, send)


def count(error: Error) -> None:
    if (fault := _fault.get()) is not None:
        fault.count(error)


def failing(call: Callable[..., Awaitable[Any]], error: Error) -> Callable[..., Awaitable[Any]]:
    async def called(*about: Any) -> Any:
        count(error)
        return await call(*about)

    return called


@pytest.mark.nightly("src/spite_and_malice/server")
@pytest.mark.parametrize(
    ("of_store", "of_worker"),
    [(lambda: StoreError("away"), lambda: WorkerDied("it died")), (TimeoutError, lambda: TookTooLong("no answer"))],
    ids=["away", "too late"],
)
async def test_what_does_not_come_is_503_with_retry_after(
    tmp_path: Path, visit: Visit, monkeypatch: pytest.MonkeyPatch, of_store: Error, of_worker: Error
) -> None:
    async with crowded(tmp_path / "data.sqlite3", visit, SMALL) as (server, browser):
        asked = await every_route(server, browser)
        faults = Faults(server, of_store, of_worker, monkeypatch)
        wrong: dict[str, int] = {}
        refused: set[str] = set()
        tried = 0
        for method, template, address in asked:
            sent = None if method == "GET" else largest(template, SMALL)
            kind = "application/json" if template.startswith("/api/") else "text/html"
            for at in itertools.count(1):
                said = f"{method} {address}, call {at}"
                headers = {"accept": kind, FAILS_AT: str(at)}
                try:
                    answer = await browser.http.request(method, address, json=sent, headers=headers)
                except httpx.RemoteProtocolError:
                    # A streamed response breaks off before its end, so that nobody mistakes it for the whole.
                    assert template == STREAMED
                    continue
                if faults.last.calls < at:
                    break
                tried += 1
                if answer.status_code == 503:
                    refused.add(template)
                    if not answer.headers.get("retry-after", "").isdigit():
                        wrong[said] = 503
                elif answer.status_code >= 500:
                    wrong[said] = answer.status_code
        assert wrong == {}
        assert tried > 300
        assert {"/api/tables/{table_id}/games/{number}/record", "/games", "/api/tables", "/day", STREAMED} <= refused

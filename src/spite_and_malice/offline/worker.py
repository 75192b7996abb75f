"""The functions that web/offline/worker.js calls: the bridge, with conversion between JavaScript and Python types."""

from __future__ import annotations

import gc
import json
import random
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from pyodide.ffi import to_js  # type: ignore[import-not-found,unused-ignore]

from ..server.app import create_app
from ..server.configuration import Configuration
from ..server.games.patience.dealer import SOLVER
from ..server.store import Store
from ..server.workers.process import BESIDE, module_of
from ..server.workers.solver import answer as answer_here
from .bridge import Bridge, Jar

_LATER: Final = (
    *("anyio._backends._asyncio", "jinja2.ext", "litestar._kwargs", "litestar.exceptions.responses"),
    *("litestar.middleware._internal.exceptions", "litestar.middleware.allowed_hosts", "litestar.middleware.csrf"),
)
"""Modules that an application imports only when it is made or started: imported here so that a saved memory snapshot
has them."""

for _name in _LATER:
    import_module(_name)


async def begin(page: Any, file: str, static: str, kept: str, secure: bool) -> Worker:
    """Open the file of games and begin to answer a page.

    ``static`` is the folder of the pages' files, ``kept`` the last value of `Worker.cookies`, ``secure`` whether the
    page came by https. Raises `StoreError`.
    """
    # In restored memory, the random sequence would continue as at the last start.
    random.seed()
    BESIDE[module_of(SOLVER)] = partial(Solver, page)
    store = Store(Path(file), has_threads=False)
    bridge = Bridge(
        create_app(store, Configuration(works_ahead=False), alone=True, static=static),
        _Page(page),
        Jar(kept),
        secure=secure,
    )
    await bridge.start()
    # Imported modules stay for good (web/offline/boot.js began this).
    gc.freeze()
    gc.enable()
    return Worker(bridge)


class Solver:
    """Determines whether patience games can be won, in a second worker of the page: `process.WorkerProcess`."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self.has_ended = False

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a question.

        Raises `OSError` if it is stopped meanwhile. If a second worker cannot run, as for lack of memory, the answer is
        computed here, and everything else waits.
        """
        asked = json.dumps(question)
        told = await self._page.solve(asked)
        if told is None and self.has_ended:
            raise OSError("the second worker was ended")
        answer: dict[str, Any] = answer_here(asked) if told is None else json.loads(told)
        return answer

    def close(self) -> None:
        """Stop it: nothing waits for it."""
        self.end()

    def end(self) -> None:
        """Stop it at once, whatever it is doing."""
        self.has_ended = True
        self._page.endSolving()

    async def wait(self) -> None:
        """Return at once: it has stopped."""


class Worker:
    """The bridge for JavaScript."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self.text: Final = bridge.text
        self.close: Final = bridge.close

    @property
    def cookies(self) -> str:
        """The cookies to save."""
        return self._bridge.cookies

    def request(self, question: int, method: str, path: str, headers: str, body: Any) -> None:
        """Answer a request; its headers are JSON, its body an ArrayBuffer."""
        self._bridge.request(question, method, path, json.loads(headers), body.to_bytes())

    def open(self, socket: int, path: str, headers: str) -> None:
        """Open a line; its headers are JSON."""
        self._bridge.open(socket, path, json.loads(headers))


class _Page:
    """The page, as the bridge knows it."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self.opened = page.opened
        self.text = page.text
        self.closed = page.closed

    def response(self, question: int, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        """Answer a request; the page gets the headers as JSON, and bytes of its own."""
        self._page.response(question, status, json.dumps(headers), to_js(body))

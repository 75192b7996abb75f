"""The server inside a browser's worker: the application itself answers its page's requests, without a network.

web/offline/worker.js carries the messages. They go to the page only once all previous writes have been saved.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
from collections.abc import Iterable, Mapping
from contextlib import AsyncExitStack
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final, Protocol
from urllib.parse import unquote

from litestar import Litestar

from ..server.protocol.clients import LINE

_log = logging.getLogger(__name__)

_FAILED: Final = 500
_GONE: Final = 1006

Headers = Iterable[tuple[str, str]]


class Page(Protocol):
    """Messages to the page, in this order."""

    def response(self, question: int, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        """Answer a request by its number."""

    def opened(self, socket: int) -> None:
        """Report that a line is open."""

    def text(self, socket: int, text: str) -> None:
        """Send a text on a line."""

    def closed(self, socket: int, code: int, reason: str) -> None:
        """Report that a line has closed."""


class Jar:
    """The cookies that scripts do not see, for the single browser: no response reaches it over a network."""

    def __init__(self, kept: str = "") -> None:
        """Start with the cookies that `kept` returned."""
        self._cookies: dict[str, str] = json.loads(kept or "{}")

    @property
    def kept(self) -> str:
        """The cookies to save."""
        return json.dumps(self._cookies)

    def header(self, sent: str) -> str:
        """Return the cookie header for a request; the cookies sent with the request take precedence."""
        own = {
            name.strip(): value for name, _, value in (each.partition("=") for each in sent.split(";")) if name.strip()
        }
        return "; ".join(f"{name}={value}" for name, value in (self._cookies | own).items())

    def take(self, header: str) -> bool:
        """Store the HTTP-only cookies of a Set-Cookie header; return whether it had no others."""
        try:
            cookies = SimpleCookie(header)
        except CookieError:
            return True
        for name, morsel in cookies.items():
            if morsel["max-age"] == "0":
                self._cookies.pop(name, None)
            elif morsel["httponly"]:
                self._cookies[name] = morsel.coded_value
        return all(morsel["httponly"] for morsel in cookies.values())


class Bridge:
    """Carries requests and lines between a page and an application, all in one thread."""

    def __init__(self, app: Litestar, page: Page, jar: Jar, *, secure: bool = True) -> None:
        """``secure`` says whether the page came by https."""
        self._app = app
        self._page = page
        self._jar = jar
        self._scheme = "https" if secure else "http"
        self._lines: dict[int, _Line] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._life = AsyncExitStack()

    @property
    def cookies(self) -> str:
        """The cookies to save."""
        return self._jar.kept

    async def start(self) -> None:
        """Start answering."""
        await self._life.enter_async_context(self._app.lifespan())

    async def stop(self) -> None:
        """Close every line, and the application."""
        for line in self._lines.values():
            line.hang_up()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._life.aclose()

    def request(self, question: int, method: str, path: str, headers: Headers, body: bytes) -> None:
        """Answer a request once its response is complete."""
        self._do(self._answer(question, method, path, headers, body))

    def open(self, socket: int, path: str, headers: Headers) -> None:
        """Open a line to a path."""
        line = self._lines[socket] = _Line(socket, self._page)
        scope = self._scope("websocket", path, headers) | {
            "scheme": self._scheme.replace("http", "ws"),
            "subprotocols": [],
            LINE: line,
        }
        self._do(self._serve(socket, line, scope))

    def text(self, socket: int, text: str) -> None:
        """Receive a text on a line."""
        if (line := self._lines.get(socket)) is not None:
            line.put({"type": "websocket.receive", "text": text})

    def close(self, socket: int) -> None:
        """Close a line that the page has closed."""
        if (line := self._lines.get(socket)) is not None:
            line.hang_up()

    async def _answer(self, question: int, method: str, path: str, headers: Headers, body: bytes) -> None:
        scope = self._scope("http", path, headers) | {"method": method, "scheme": self._scheme}
        status, found, parts = _FAILED, list[tuple[bytes, bytes]](), list[bytes]()
        events = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Any:
            if events:
                return events.pop()
            # The page stays connected until it has its response.
            return await asyncio.Event().wait()

        async def send(message: Any) -> None:
            nonlocal status, found
            if message["type"] == "http.response.start":
                status, found = message["status"], list(message["headers"])
            else:
                parts.append(message.get("body", b""))

        try:
            await self._app(scope, receive, send)  # type: ignore[arg-type]
        except Exception:
            _log.exception("a request failed")
        told, content = list[tuple[str, str]](), b"".join(parts)
        for name, value in ((name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in found):
            if name == "set-cookie":
                if not self._jar.take(value):
                    told.append((name, value))
            elif name == "content-encoding" and value == "gzip":
                content = gzip.decompress(content)
            elif name not in ("content-length", "content-encoding"):
                told.append((name, value))
        self._page.response(question, status, told, content)

    async def _serve(self, socket: int, line: _Line, scope: Mapping[str, Any]) -> None:
        try:
            await self._app(scope, line.receive, line.send)  # type: ignore[arg-type]
        except Exception:
            _log.exception("a line failed")
        line.end(_GONE, "")
        del self._lines[socket]

    def _scope(self, kind: str, path: str, headers: Headers) -> dict[str, Any]:
        name, _, query = path.partition("?")
        own = [(key.lower(), value) for key, value in headers]
        sent = "; ".join(value for key, value in own if key == "cookie")
        own = [(key, value) for key, value in own if key not in ("cookie", "accept-encoding")]
        if cookie := self._jar.header(sent):
            own.append(("cookie", cookie))
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "path": unquote(name),
            "raw_path": name.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(key.encode("latin-1"), value.encode("latin-1", "replace")) for key, value in own],
            "client": ("127.0.0.1", 0),
            "server": ("localhost", None),
            "state": {},
            "extensions": {},
        }

    def _do(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class _Line:
    """A line to a table, as required by `protocol.clients.Wire`."""

    def __init__(self, socket: int, page: Page) -> None:
        self._socket = socket
        self._page = page
        self._inbox: asyncio.Queue[Any] = asyncio.Queue()
        self._has_ended = False
        self.put({"type": "websocket.connect"})

    def put(self, event: dict[str, Any]) -> None:
        """Pass an event to the application."""
        self._inbox.put_nowait(event)

    def hang_up(self) -> None:
        """Tell the application that the page has closed."""
        self._has_ended = True
        self.put({"type": "websocket.disconnect", "code": _GONE})

    async def receive(self) -> Any:
        """Return the next ASGI event."""
        return await self._inbox.get()

    def send_now(self, text: bytes) -> bool:
        """Send a text at once: the page accepts everything."""
        if self._has_ended:
            raise OSError("the page has gone")
        self._page.text(self._socket, text.decode())
        return True

    async def send(self, message: Any) -> None:
        """Send an ASGI message."""
        match message["type"]:
            case "websocket.accept":
                self._page.opened(self._socket)
            case "websocket.send":
                text = message.get("text")
                self.send_now(text.encode() if text is not None else message["bytes"])
            case "websocket.close":
                self.end(message.get("code", 1000), message.get("reason") or "")
                # A network server receives it from the page in this form.
                self.put({"type": "websocket.disconnect", "code": message.get("code", 1000)})

    def end(self, code: int, reason: str) -> None:
        """Close the line, unless it has closed."""
        if not self._has_ended:
            self._has_ended = True
            self._page.closed(self._socket, code, reason)

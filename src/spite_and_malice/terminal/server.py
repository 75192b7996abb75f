"""A server and the person's identity there: its HTTP requests, and the websocket of a table, reconnected when lost."""

from __future__ import annotations

import json
import platform
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException, HTTPResponse
from typing import Any, Final, Literal
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from spite_and_malice import __version__
from spite_and_malice.terminal.backend import Ended, Heard, Line, LineEvent, Lost, Message, NoAnswer
from spite_and_malice.texts import _, current_language

TOKEN: Final = "authorization"
AGENT: Final = "spite"
_SECONDS: Final = 20
"""How long to wait for an answer."""

_REVIEW_SECONDS: Final = 600
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
_PAUSES: Final = (1, 2, 4, 8, 15, 30, 60, 60, 60, 60)
"""The delays in seconds before each reconnection; a player who is away for longer reads how to come back."""

_PAUSES_HERE: Final = _PAUSES[:4]
"""The same if the server is on this computer: it has ended, or restarts within seconds."""

_FOR_GOOD: Final = range(4000, 5000)
"""Close codes that mean that reconnecting immediately is useless."""

_LONGEST: Final = 64 * 1024 * 1024
"""The longest message, in bytes."""


def _origin(address: str) -> tuple[str, str | None, int | None]:
    """Return scheme, host and port of an address."""
    parts = urlsplit(address)
    port = {"http": 80, "https": 443}.get(parts.scheme) if parts.port is None else parts.port
    return parts.scheme, parts.hostname, port


class _Faithful(HTTPRedirectHandler):
    """Follows redirects, but sends no token to an origin other than its own."""

    def redirect_request(self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Request | None:
        """Return the next request, without the token if somebody else would read it."""
        following = super().redirect_request(req, fp, code, msg, headers, newurl)
        if following is not None and _origin(following.full_url) != _origin(req.full_url):
            for name in (TOKEN, "cookie"):
                following.remove_header(name.capitalize())
        return following


class Server:
    """A server at an address such as ``http://localhost:8000``, used with a person's token."""

    def __init__(self, address: str, token: str) -> None:
        self.address: str = address.rstrip("/")
        agent = f"{AGENT}/{__version__} ({platform.system()})"
        self._headers = {TOKEN: f"Bearer {token}", "accept-language": current_language(), "user-agent": agent}
        host = urlsplit(address).hostname
        self.is_here: bool = host in _LOOPBACK
        """Whether it runs on this computer, for which no proxy is used."""
        self._opener = build_opener(_Faithful(), *([ProxyHandler({})] if self.is_here else []))

    def as_known_by(self, token: str) -> Server:
        """Return the same server, used with another token."""
        return Server(self.address, token)

    def ask(self, path: str, data: object = None, method: str | None = None) -> Any:
        """Return the JSON that answers a request: a POST with ``data``, unless another ``method`` is given.

        Raises `NoAnswer`.
        """
        with self._opened(path, data, _SECONDS, method) as answer:
            return json.loads(answer.read())

    def leads_to(self, path: str) -> str:
        """Return the address that a page redirects to. Raises `NoAnswer`."""
        with self._opened(path, None, _SECONDS) as answer:
            return str(answer.geturl())

    def text(self, path: str, data: object = None, seconds: float = _SECONDS) -> str:
        """Return the text that answers a request. Raises `NoAnswer`."""
        with self._opened(path, data, seconds) as answer:
            return str(answer.read().decode())

    @contextmanager
    def _opened(self, path: str, data: object, seconds: float, method: str | None = None) -> Iterator[HTTPResponse]:
        body = None if data is None else json.dumps(data).encode()
        headers = self._headers | ({} if body is None else {"content-type": "application/json"})
        request = Request(f"{self.address}{path}", data=body, headers=headers, method=method)
        try:
            with self._opener.open(request, timeout=seconds) as answer:
                yield answer
        except HTTPError as error:
            raise _refusal(error) from error
        except (URLError, OSError, HTTPException, ValueError) as error:
            raise NoAnswer(self._unreachable(error)) from error

    def table(self, table_id: str) -> Table:
        """Return a table of the server."""
        return Table(self, table_id)

    def line(self, path: str, tell: Callable[[LineEvent], None]) -> Socket:
        """Open a websocket in a separate thread, which reports events."""
        scheme, rest = self.address.split("://", 1)
        url = f"{'wss' if scheme == 'https' else 'ws'}://{rest}{path}"
        return Socket(url, self._headers, None if self.is_here else True, tell)

    def _unreachable(self, error: Exception) -> str:
        reason = getattr(error, "reason", error)
        if isinstance(reason, ssl.SSLError):
            reason = reason.reason
        said = _("{address} cannot be reached: {reason}.")
        return said.format(address=self.address, reason=getattr(reason, "strerror", None) or str(reason).rstrip("."))


def _refusal(error: HTTPError) -> NoAnswer:
    """Return the server's message for a refused request."""
    try:
        said = json.loads(error.read())["error"]
        return NoAnswer(str(said["message"]), dict(said))
    except (ValueError, KeyError, TypeError, OSError):
        told = _("There is no table server at this address: it answers with {code}.")
        return NoAnswer(told.format(code=error.code))


class Table:
    """A table of a server: a `Backend`."""

    def __init__(self, server: Server, table_id: str) -> None:
        self._server = server
        self._id = table_id

    def open(self, tell: Callable[[LineEvent], None]) -> Line:
        """Open the websocket of the table."""
        return self._server.line(f"/table/{self._id}/ws", tell)

    def record(self, game: int, *, whole: bool) -> str:
        """Return the record of a game, of a running one only your own seat's view. Raises `NoAnswer`."""
        return self._server.text(f"/api/tables/{self._id}/games/{game}/record{'' if whole else '/mine'}")

    def replay(self, game: int) -> Message:
        """Return a finished game as your own seat saw it. Raises `NoAnswer`."""
        found: Message = self._server.ask(f"/api/tables/{self._id}/games/{game}/replay")
        return found

    def review(self, game: int, seat: int) -> Message:
        """Return how a seat played a finished game. Raises `NoAnswer`."""
        path = f"/api/tables/{self._id}/games/{game}/review?seat={seat}"
        found: Message = json.loads(self._server.text(path, seconds=_REVIEW_SECONDS))
        return found


class Socket:
    """The websocket of a table, reopened when it breaks: a `Line`."""

    def __init__(
        self, url: str, headers: dict[str, str], proxy: Literal[True] | None, tell: Callable[[LineEvent], None]
    ) -> None:
        self._url = url
        self._headers = headers
        self._proxy = proxy
        self._tell = tell
        self._socket: ClientConnection | None = None
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._thread.start()

    def send(self, message: Message) -> None:
        """Send a message; if it gets lost with the connection, the caller has to resend it."""
        socket = self._socket
        if socket is None:
            return
        # If it is broken, the reader notices too, and reconnects.
        with suppress(ConnectionClosed, OSError):
            socket.send(json.dumps(message))

    def close(self) -> None:
        """Close the connection for good."""
        self._closed.set()
        if self._socket is not None:
            self._socket.close()
        self._thread.join(2)

    def _run(self) -> None:
        pauses = _PAUSES if self._proxy else _PAUSES_HERE
        failures, was_there = 0, False
        while not self._closed.is_set():
            why = ""
            try:
                with connect(
                    self._url,
                    additional_headers=self._headers,
                    proxy=self._proxy,
                    open_timeout=_SECONDS,
                    max_size=_LONGEST,
                ) as socket:
                    self._socket = socket
                    # An unavailable table says so unasked, perhaps before this: then that is read next.
                    self.send({"type": "hello"})
                    for text in socket:
                        failures, was_there = 0, True
                        self._tell(Heard(json.loads(text)))
            except InvalidStatus as error:
                if 400 <= error.response.status_code < 500:
                    self._tell(Ended(_("There is no table at this address.")))
                    return
                why = _("The server answers with {code}.").format(code=error.response.status_code)
            except (WebSocketException, OSError, EOFError, ValueError) as error:
                why = (getattr(error, "strerror", None) or str(error)).rstrip(".")
            code = None if self._socket is None else self._socket.close_code
            self._socket = None
            if self._closed.is_set():
                return
            if code in _FOR_GOOD:
                self._tell(Ended())
                return
            if not was_there or failures == len(pauses):
                self._tell(Ended(_("The table cannot be reached: {reason}.").format(reason=why)))
                return
            pause = pauses[failures]
            failures += 1
            self._tell(Lost(pause))
            self._closed.wait(pause)

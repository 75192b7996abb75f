"""uvicorn's HTTP protocol with limits on request size, request time and the number of connections.

A proxy in front has its own limits; uvicorn has none, and one address could use up all memory and file descriptors of a
server that is reached directly.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from ..protocol.line import Line
from .limits import ConnectionLimit, Rates, place_of

_log = logging.getLogger(__name__)
# A child of uvicorn's own logger would lose its level when uvicorn sets up its logging.
_requests_log = logging.getLogger(f"{__name__}.requests")
_requests_log.setLevel(logging.ERROR)

MAX_HEAD: Final = 32_768
"""The most bytes of a request before its body."""
MAX_REQUEST: Final = 1_048_576
"""The most bytes of a whole request; the application accepts smaller bodies."""
MAX_FIELDS: Final = 100
"""The most header fields of a request."""
MAX_PIPELINED: Final = 8
"""The most pipelined requests on a connection; browsers do not pipeline."""

HEAD_SECONDS: Final = 10.0
"""The time from the start of a connection, or the first byte of a further request, to the end of the head."""
BODY_SECONDS: Final = 20.0
"""The time from there to the end of the body."""
TAKING_SECONDS: Final = 30.0
"""How long a client may go without reading a response."""

_CONNECTION: Final = 0.5
_BEYOND: Final = 20.0
"""The cost of a connection, in addition to its requests, and of exceeding a limit: no browser does."""

_SLICE: Final = 16_384
_FAREWELL_SECONDS: Final = 1.0


Proxies = Sequence[ipaddress.IPv4Network | ipaddress.IPv6Network]
"""The networks of proxies."""


def is_among(address: str, networks: Proxies) -> bool:
    """Return whether an address is in one of the networks."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return any(found in network for network in networks)


class _TooMuch(Exception):
    """A request exceeds a limit."""


class Connection(HttpToolsProtocol):
    """One connection to the server, until it is closed or becomes the `Line` of a page."""

    def __init__(
        self, *args: Any, connection_limit: ConnectionLimit, rates: Rates, proxies: Proxies = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._rates = rates
        self._proxies = proxies
        self._place = ""
        self._held = bytearray()
        """The data received while the address has to wait, not processed yet."""
        self._waking: asyncio.TimerHandle | None = None
        # Data that is not HTTP could fill the log with warnings.
        self.logger: logging.Logger = _requests_log
        self._limit = connection_limit
        self._is_inside = False
        self._is_over = False
        """Whether no more data is accepted."""
        self._in_head = True
        self._head_size = 0
        self._size = 0
        """The bytes of the incoming request, and of its head."""
        self._answering: RequestResponseCycle | None = None
        """The request being answered, or answered last."""
        self._deadline: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None

    @property
    def _address(self) -> str | None:
        """The client's address; None for a proxy, which stands for many clients."""
        address = None if self.client is None else self.client[0]
        return None if address is None or is_among(address, self._proxies) else address

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection unless there are too many already."""
        super().connection_made(transport)
        self._place = place_of(self._address)
        if self._limit.enter(self._address):
            self._is_inside = True
            self._rates.spend(self._place, _CONNECTION)
            self._have_until(HEAD_SECONDS)
        else:
            self._is_over = True
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release everything that belongs to a closed connection."""
        self._stop_waiting()
        self._leave()
        answering = self._answering
        if answering is not None and not answering.response_complete:
            # uvicorn only notifies the latest request, and a write for another one would fail.
            answering.disconnected = True
            answering.message_event.set()
            _log.info("nobody took the answer to %s %s", answering.scope["method"], answering.scope["path"])
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Process received data in pieces, so that an excess is noticed early."""
        if self._waking is not None:
            self._hold(data)
            return
        for start in range(0, len(data), _SLICE):
            if self._is_over or self.transport.is_closing():
                return
            if (seconds := self._rates.seconds_until(self._place)) > 0:
                self._hold(data[start:])
                self._waking = self.loop.call_later(seconds, self._wake)
                return
            piece = data[start : start + _SLICE]
            self._size += len(piece)
            if self._in_head:
                self._head_size += len(piece)
                if self._deadline is None:
                    self._have_until(HEAD_SECONDS)
            if self._head_size > MAX_HEAD:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            elif self._size > MAX_REQUEST:
                self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            else:
                super().data_received(piece)

    def on_message_begin(self) -> None:
        """Reset the size counters for a new request."""
        super().on_message_begin()
        self._in_head = True
        self._head_size = self._size = 0

    def on_header(self, name: bytes, value: bytes) -> None:
        """Process a header field, or a trailer."""
        super().on_header(name, value)
        if len(self.headers) > MAX_FIELDS:
            self._rates.spend(self._place, _BEYOND)
            raise _TooMuch

    def on_headers_complete(self) -> None:
        """Start the response."""
        if len(self.pipeline) >= MAX_PIPELINED:
            self._rates.spend(self._place, _BEYOND)
            raise _TooMuch
        self._in_head = False
        self._head_size = 0
        self._have_until(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stop the timer of a request that is complete."""
        self._in_head = True
        self._size = 0
        self._set_deadline(None)
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def handle_websocket_upgrade(self) -> None:
        """Become the line of a page, which counts as one connection until it closes."""
        self._stop_waiting()
        self._is_over = True
        super().handle_websocket_upgrade()
        line = self.transport.get_protocol()
        if isinstance(line, Line):
            line.when_lost = self._leave

    def pause_writing(self) -> None:
        """Disconnect a client that does not read for too long."""
        super().pause_writing()
        if self._taking is None:
            self._taking = self.loop.call_later(TAKING_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Resume with a client that reads again."""
        super().resume_writing()
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _hold(self, data: bytes) -> None:
        """Buffer the received data and stop reading: a client that is too fast is not even read."""
        self._held += data
        if len(self._held) > MAX_REQUEST:
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS)
        elif not self.transport.is_closing():
            self.transport.pause_reading()
            # Data that was sent in time is not late because it had to wait.
            self._set_deadline(None)

    def _wake(self) -> None:
        self._waking = None
        if self._is_over or self.transport.is_closing():
            return
        held = bytes(self._held)
        self._held.clear()
        self.transport.resume_reading()
        if self._in_head:
            self._have_until(HEAD_SECONDS)
        self.data_received(held)

    def _leave(self) -> None:
        if self._is_inside:
            self._is_inside = False
            self._limit.leave(self._address)

    def _refuse(self, status: HTTPStatus) -> None:
        """Respond to a request that exceeds a limit, and close the connection."""
        self._rates.spend(self._place, _BEYOND)
        self._is_over = True
        self._stop_waiting()
        if self.cycle is None or self.cycle.response_complete:  # type: ignore[redundant-expr]
            self.transport.write(
                f"HTTP/1.1 {status.value} {status.phrase}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n".encode()
            )
        self.transport.close()
        self.loop.call_later(_FAREWELL_SECONDS, self.transport.abort)

    def _have_until(self, seconds: float) -> None:
        self._set_deadline(self.loop.call_later(seconds, self._be_late))

    def _be_late(self) -> None:
        self._deadline = None
        if not self.transport.is_closing():
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    def _set_deadline(self, deadline: asyncio.TimerHandle | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = deadline

    def _stop_waiting(self) -> None:
        self._set_deadline(None)
        if self._waking is not None:
            self._waking.cancel()
            self._waking = None
            self._held.clear()
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

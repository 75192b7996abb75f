"""uvicorn's websocket protocol, with a fast path for nearly all traffic: complete, uncompressed text frames.

Parsing and building such a frame takes a few lines (RFC 6455, section 5.2). Every other frame takes the slow path,
through uvicorn and the library websockets, one at a time: the handshake, pings, closing, and protocol errors. Every
frame of either kind is counted, and a connection that sends too many is closed.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

from .clients import FLOODED, LINE

_BURST: Final = 200
_PER_SECOND: Final = 100.0
"""The burst of frames that a page may send, and the sustained rate per second."""

_FAREWELL_SECONDS: Final = 1.0
"""How long a flooding page has to read why it is disconnected."""

_FINAL: Final = 0x80
_CLOSE: Final = 0x08
_WHOLE_TEXT: Final = _FINAL | 0x01
_OPCODE: Final = 0x0F
_MASKED: Final = 0x80
_LENGTH_IN_TWO_BYTES: Final = 126
_LENGTH_IN_EIGHT_BYTES: Final = 127
_MASK_SIZE: Final = 4
_UNREADABLE: Final = -1


class Line(WebSocketsSansIOProtocol):
    """The connection of a page."""

    close_timer: asyncio.TimerHandle | None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._inbox = _Inbox()
        self.queue: asyncio.Queue[Any] = self._inbox  # type: ignore[assignment]
        self.when_lost: Callable[[], None] | None = None
        """Called when the connection has ended."""
        self._begun = b""
        """The beginning of a frame whose rest has not arrived yet."""
        self._allowance = _BURST
        """How many more frames may come before the clock is checked."""
        self._allowed_at = self.loop.time()
        self._is_deaf = False
        """Whether incoming data is ignored."""
        self._cut: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """Handle received data, frame by frame."""
        if not self.handshake_complete:
            if self.handshake_initiated:
                # The first data is the request; a client that sends more before the response is no browser.
                self.transport.abort()
            else:
                super().data_received(data)
            return
        if self._is_deaf:
            return
        data = self._begun + data if self._begun else data
        start = 0
        while (end := self._end_of_frame(data, start)) > 0:
            self._allowance -= 1
            if self._allowance < 0 and not self._allow_more():
                self._hear_no_more()
                return
            self._take(data, start, end)
            if self._is_deaf:
                return
            start = end
        self._begun = data[start:]
        if end == _UNREADABLE:
            self._take_long(self._begun)

    async def receive(self) -> Any:
        """Return the next ASGI event; taking the last one allows the page to send again."""
        event = await self._inbox.get()
        self._read_on()
        return event

    async def send(self, message: Any) -> None:
        """Send an ASGI event; a page that does not close in time when told to is disconnected."""
        await super().send(message)
        if self.close_timer is not None:
            # A clean close could wait forever for the page to accept everything that was sent to it.
            self.close_timer.cancel()
            seconds = _FAREWELL_SECONDS if self._is_deaf else self.close_timeout
            self.close_timer = self.loop.call_later(seconds, self.transport.abort)
            if self._is_deaf:
                self._pause_reading()

    async def run_asgi(self) -> None:
        """Have the application serve the connection, which it finds in the scope."""
        self.scope[LINE] = self  # type: ignore[typeddict-unknown-key]
        try:
            await super().run_asgi()
        finally:
            self._cut_in(self.close_timeout)

    def connection_lost(self, exc: Exception | None) -> None:
        """Discard the state of a closed connection."""
        if self._cut is not None:
            self._cut.cancel()
        self._is_deaf = True
        self._begun = b""
        super().connection_lost(exc)
        if self.when_lost is not None:
            self.when_lost()

    def keepalive_timeout(self) -> None:
        """Abort the connection of a page that does not respond: it would not accept a close frame either."""
        self.stop_keepalive()
        self.transport.abort()

    def pause_writing(self) -> None:
        """Stop reading from a page that does not accept what it is sent, since each of its messages causes replies."""
        super().pause_writing()
        self._pause_reading()

    def resume_writing(self) -> None:
        """Resume with a page that accepts data again."""
        super().resume_writing()
        self._read_on()

    def send_now(self, text: bytes) -> bool:
        """Send a text if the page can accept it immediately; return whether it was sent."""
        if not self._is_open or not self.writable.is_set():
            return False
        size = len(text)
        if size < _LENGTH_IN_TWO_BYTES:
            head = bytes((_WHOLE_TEXT, size))
        elif size <= 0xFFFF:
            head = bytes((_WHOLE_TEXT, _LENGTH_IN_TWO_BYTES, size >> 8, size & 0xFF))
        else:
            return False
        self.transport.write(head + text)
        return True

    @property
    def _is_open(self) -> bool:
        """Whether plain text frames may be sent and received directly."""
        return (
            self.conn.state is State.OPEN
            and not self.close_sent
            and not self.disconnected
            and self.handshake_complete
            and not self.conn.extensions
        )

    def _take(self, data: bytes, start: int, end: int) -> None:
        if data[start] != _WHOLE_TEXT or not self._is_open:
            if not self.close_sent or data[start] & _OPCODE == _CLOSE:
                self._take_long(data[start:end])
            return
        size = data[start + 1]
        mask = start + (2 if size < _MASKED | _LENGTH_IN_TWO_BYTES else 4 if size == _MASKED | 126 else 10)
        begin = mask + _MASK_SIZE
        try:
            text = apply_mask(data[begin:end], data[mask:begin]).decode()
        except UnicodeDecodeError:
            self._take_long(data[start:end])
            return
        is_behind = not self._inbox.empty()
        self._inbox.put_nowait({"type": "websocket.receive", "text": text})
        if is_behind:
            self._pause_reading()

    def _take_long(self, data: bytes) -> None:
        """Have uvicorn handle a frame; one that violates the websocket protocol ends the connection."""
        super().data_received(data)
        if self.conn.parser_exc is not None:
            self._is_deaf = True
            self._begun = b""

    def _allow_more(self) -> bool:
        """Return whether a page may continue to send frames, given the time since it was last allowed some."""
        now = self.loop.time()
        self._allowance = min(_BURST, int((now - self._allowed_at) * _PER_SECOND)) - 1
        self._allowed_at = now
        return self._allowance >= 0

    def _hear_no_more(self) -> None:
        """Read no more from a page, and have the application close the connection."""
        self._is_deaf = True
        self._begun = b""
        self._pause_reading()
        self._inbox.put_nowait({"type": FLOODED})
        # Even if the application is still handling earlier messages, that does not keep the connection open.
        self._cut_in(self.close_timeout)

    def _pause_reading(self) -> None:
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def _read_on(self) -> None:
        """Let the page send once all its messages are handled and everything for it is on its way."""
        if self.read_paused and not self._is_deaf and self._inbox.empty() and self.writable.is_set():
            self.read_paused: bool = False
            if not self.transport.is_closing():
                self.transport.resume_reading()

    def _cut_in(self, seconds: float) -> None:
        """Abort the connection after this delay, unless it ends or is due to be aborted earlier."""
        if self._cut is None and not self.disconnected:
            self._cut = self.loop.call_later(seconds, self.transport.abort)

    def _end_of_frame(self, data: bytes, start: int) -> int:
        """Return where a frame ends, 0 if it is incomplete, or `_UNREADABLE`.

        A frame is unreadable if it has no mask or is too long; the library reports the error and closes the connection.
        """
        if len(data) < start + 2:
            return 0
        size = data[start + 1] ^ _MASKED
        begin = start + 2
        if size == _LENGTH_IN_TWO_BYTES:
            begin = start + 4
            size = int.from_bytes(data[start + 2 : begin])
        elif size == _LENGTH_IN_EIGHT_BYTES:
            begin = start + 10
            if len(data) < begin:
                return 0
            size = int.from_bytes(data[start + 2 : begin])
            if size > self.config.ws_max_size:
                return _UNREADABLE
        elif size > _LENGTH_IN_EIGHT_BYTES:
            return _UNREADABLE
        end = begin + _MASK_SIZE + size
        # While the length field is incomplete, nothing else can be determined.
        return end if end <= len(data) else 0


class _Inbox:
    """The incoming queue for its only consumer; asyncio's queue, made for several, costs several times as much."""

    def __init__(self) -> None:
        self._events: deque[Any] = deque()
        self._reader: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        """Return whether the queue is empty."""
        return not self._events

    def put_nowait(self, event: Any) -> None:
        """Add received data."""
        self._events.append(event)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        """Take the oldest item, waiting for one if necessary."""
        while not self._events:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._events.popleft()

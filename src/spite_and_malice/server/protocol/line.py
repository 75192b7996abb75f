"""uvicorn's websocket protocol, with a shorter way for what nearly all traffic is: whole texts, not compressed.

To take such a frame apart, and to put one together, are a few lines (RFC 6455, section 5.2). Everything else goes the
long way, through uvicorn and the library websockets: the handshake, pings, closing, and whatever a page gets wrong.
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

LINE: Final = "spite.line"
"""Where the ASGI scope has the `Line` of a page."""

_FINAL: Final = 0x80
_WHOLE_TEXT: Final = _FINAL | 0x01
_MASKED: Final = 0x80
_LENGTH_IN_TWO_BYTES: Final = 126
_MASK_SIZE: Final = 4
_LONG_WAY: Final = -1


class Line(WebSocketsSansIOProtocol):
    """The connection of a page."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._inbox = _Inbox()
        self.queue = self._inbox  # type: ignore[assignment]
        self.at_once: Callable[[str], bool] | None = None
        """Is offered each text that comes while everything before it is carried out; what it takes goes no further."""
        self._begun = b""
        """The beginning of a frame whose rest has not come yet."""
        self._is_long = False
        """Whether everything that comes goes the long way from now on."""

    def data_received(self, data: bytes) -> None:
        """Take what has come, frame by frame."""
        if not self.handshake_complete:
            # The first that comes is the request; who says more before it is answered is no browser.
            self._is_long = self.handshake_initiated
        if self._is_long or not self.handshake_complete:
            super().data_received(data)
            return
        data = self._begun + data if self._begun else data
        start = 0
        while (end := _end_of_frame(data, start)) > 0:
            self._take(data, start, end)
            start = end
        self._begun = data[start:]
        if end == _LONG_WAY:
            self._is_long = True
            super().data_received(self._begun)

    async def run_asgi(self) -> None:
        """Have the application serve the connection, which finds it in the scope."""
        self.scope[LINE] = self  # type: ignore[typeddict-unknown-key]
        await super().run_asgi()

    def send_now(self, text: bytes) -> bool:
        """Send a text if the page takes it now and without further ado; say whether it is sent."""
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
        """Whether texts may be sent and taken, as they are."""
        return (
            self.conn.state is State.OPEN
            and not self.close_sent
            and not self.disconnected
            and self.handshake_complete
            and not self.conn.extensions
        )

    def _take(self, data: bytes, start: int, end: int) -> None:
        if data[start] != _WHOLE_TEXT or not self._is_open:
            super().data_received(data[start:end])
            return
        mask = start + (4 if data[start + 1] == _MASKED | _LENGTH_IN_TWO_BYTES else 2)
        begin = mask + _MASK_SIZE
        try:
            text = apply_mask(data[begin:end], data[mask:begin]).decode()
        except UnicodeDecodeError:
            super().data_received(data[start:end])
            return
        if self.at_once is not None and self._inbox.is_awaited and self.at_once(text):
            return
        is_behind = not self._inbox.empty()
        self._inbox.put_nowait({"type": "websocket.receive", "text": text})
        if is_behind and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()


class _Inbox:
    """What has come for the one task that takes it; asyncio's queue, which serves many, has several times the work."""

    def __init__(self) -> None:
        self._events: deque[Any] = deque()
        self._reader: asyncio.Future[None] | None = None

    @property
    def is_awaited(self) -> bool:
        """Whether the task waits for what comes next."""
        return self._reader is not None and not self._reader.done()

    def empty(self) -> bool:
        """Say whether nothing is there."""
        return not self._events

    def put_nowait(self, event: Any) -> None:
        """Add what has come."""
        self._events.append(event)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        """Take what came first, as soon as there is something."""
        while not self._events:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._events.popleft()


def _end_of_frame(data: bytes, start: int) -> int:
    """Return where a frame ends, 0 if it has not come in full, or that it and all that follow have to go the long way.

    They do after a part of a message, a very long frame, and one without a mask.
    """
    if len(data) < start + 2:
        return 0
    first, size = data[start], data[start + 1] ^ _MASKED
    if not first & _FINAL or size > _LENGTH_IN_TWO_BYTES:
        return _LONG_WAY
    begin = start + 2
    if size == _LENGTH_IN_TWO_BYTES:
        begin = start + 4
        size = int.from_bytes(data[start + 2 : begin])
    end = begin + _MASK_SIZE + size
    # Of a length that has not come in full nothing follows either.
    return end if end <= len(data) else 0

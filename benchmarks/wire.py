"""A minimal websocket client, so that the load generator takes little processor time from the server.

It implements the part of RFC 6455 that the server's protocol needs: whole text frames without compression.
"""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import Final, cast

_TEXT: Final = 1
_CLOSE: Final = 8
_PING: Final = 9
_PONG: Final = 10
_MASKED: Final = 0x80
_NO_MASK: Final = bytes(4)
"""A mask of zeros leaves a frame as it is."""


class Wire(asyncio.Protocol):
    """A connection to a table; every received text is passed to ``hear`` immediately."""

    def __init__(self, host: str, path: str, token: str, hear: Callable[[bytes], None]) -> None:
        """Prepare to connect to ``path`` as the person with the token."""
        self.close_code: int | None = None
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._hear = hear
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = bytearray()
        self._request = (
            f"GET {path} HTTP/1.1\r\nhost: {host}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
            f"sec-websocket-version: 13\r\nsec-websocket-key: {base64.b64encode(os.urandom(16)).decode()}\r\n"
            f"authorization: Bearer {token}\r\n\r\n"
        ).encode()

    async def open(self, host: str) -> None:
        """Connect. Raises `ConnectionError` if the server refuses it."""
        address, _, port = host.rpartition(":")
        await asyncio.get_running_loop().create_connection(lambda: self, address, int(port))
        await self._opened

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the websocket."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Process received data; pass on whole texts."""
        buffer = self._buffer
        buffer += data
        if not self._opened.done():
            head, found, rest = bytes(buffer).partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101 "):
                self._opened.set_exception(ConnectionError(head.partition(b"\r\n")[0].decode()))
                self._transport.close()
                return
            buffer[:] = rest
            self._opened.set_result(None)
        start = 0
        while len(buffer) >= start + 2:
            size, begin = buffer[start + 1], start + 2
            if size == 126:
                begin += 2
                size = int.from_bytes(buffer[start + 2 : begin])
            elif size == 127:
                begin += 8
                size = int.from_bytes(buffer[start + 2 : begin])
            end = begin + size
            if len(buffer) < end:
                break
            self._take(buffer[start] & 15, bytes(buffer[begin:end]))
            start = end
        del buffer[:start]

    def connection_lost(self, error: Exception | None) -> None:
        """Record that the connection is cut."""
        if not self._opened.done():
            self._opened.set_exception(error or ConnectionError("the server closed the line"))
        if not self.closed.done():
            self.closed.set_result(None)

    @property
    def is_cut(self) -> bool:
        """Whether the connection is cut, or about to be."""
        return self.closed.done() or (self._opened.done() and self._transport.is_closing())

    def send(self, text: bytes) -> None:
        """Send a text. Raises ConnectionError if the connection has been cut."""
        if self.is_cut:
            raise ConnectionError("cut")
        self._send(_TEXT, text)

    def close(self) -> None:
        """Cut the connection."""
        # A connection that was refused never came about.
        if self._opened.done():
            self._transport.abort()

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == _TEXT:
            self._hear(payload)
        elif kind == _PING:
            self._send(_PONG, payload)
        elif kind == _CLOSE:
            self.close_code = int.from_bytes(payload[:2])
            self._send(_CLOSE, payload[:2])
            self._transport.close()

    def _send(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = (
            struct.pack("!BB", 0x80 | kind, _MASKED | size)
            if size < 126
            else struct.pack("!BBH", 0x80 | kind, _MASKED | 126, size)
        )
        self._transport.write(head + _NO_MASK + payload)

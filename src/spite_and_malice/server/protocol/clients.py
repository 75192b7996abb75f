"""An open page at a table, and sending to it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

from spite_and_malice.rules import terms_of
from spite_and_malice.texts import Terms, current_language

from .outgoing import Refused, ServerMessage, encode

_log = logging.getLogger(__name__)

LINE: Final = "spite.line"
"""Where the ASGI scope has the `Wire` of a page."""

FLOODED: Final = "spite.flooded"
"""The type of the last event of a connection that has sent too many frames."""

QUEUE: Final = 64
"""Messages that may wait for a page; one that falls further behind gets a snapshot instead."""

GONE: Final = 1001
"""Websocket close code: nobody is at the other end any longer."""


class Connection(Protocol):
    """The connection to a page, for sending."""

    def send_now(self, text: bytes) -> bool:
        """Send a text if that is possible without waiting; return whether it was sent."""

    async def send(self, message: Any) -> None:
        """Send an ASGI message; waits while the page accepts none."""


class Wire(Connection, Protocol):
    """The connection to a page, for sending and receiving."""

    async def receive(self) -> Any:
        """Return the next ASGI event."""


class Client:
    """A page's connection; ``person`` is the id of its person, ``seat`` null for a spectator.

    A message is sent at once while the page keeps up; otherwise it is queued, and a task sends it.
    """

    def __init__(
        self, person: str | None, connection: Connection, catch_up: Callable[[Client], Awaitable[None]]
    ) -> None:
        """``catch_up`` provides a snapshot to replace dropped messages."""
        self.person = person
        self.device: str | None = None
        """The SHA-256 of the browser's token."""
        self.language: str = current_language()
        """The language of the page."""
        self.address: str | None = None
        """The address of the page's client; kept for as long as it is open."""
        self.local_terms = False
        """Whether the page wants the version's own terms for its piles."""
        self.apart: frozenset[str] = frozenset()
        """The people who have blocked the page's person, or were blocked by them."""
        self.hears_remarks = False
        """Whether computer players may speak to the page."""
        self.heard: frozenset[str] = frozenset()
        """The lines of computer players that its browser has heard in its last games."""
        self.seat: int | None = None
        self.people: bytes | None = None
        """The last message to the page about who is present."""
        self.behind: bool = False
        """Whether messages were dropped, so that a snapshot has to be sent next."""
        self.close_code: int | None = None
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when nothing can be sent any longer."""
        self._connection = connection
        self._catch_up = catch_up
        self._waiting: deque[dict[str, Any]] = deque()
        self._sender: asyncio.Task[None] | None = None
        self._sending_since: float | None = None

    def terms(self, preset_id: str | None) -> Terms:
        """Return this page's terms for piles and wild cards, at a table with this preset."""
        return terms_of(preset_id, piles=self.local_terms)

    def send(self, message: ServerMessage | bytes) -> None:
        """Send a message, encoded or not, after those queued before it.

        If the queue is too long, it is dropped in favour of a snapshot.
        """
        if self.close_code is not None or self.ended.done():
            return
        text = message if isinstance(message, bytes) else encode(message)
        if self._sender is None:
            # The queue is empty.
            try:
                if self._connection.send_now(text):
                    return
            except Exception as error:
                self._fail(error)
                return
        if len(self._waiting) >= QUEUE:
            self._waiting.clear()
            self.behind = True
        if not self.behind:
            self._put({"type": "websocket.send", "text": text.decode()})

    def catch_up(self, snapshot: ServerMessage | bytes) -> None:
        """Send a snapshot in place of the dropped messages and of any that it covers."""
        if self.close_code is not None:
            return
        self._waiting.clear()
        self.behind = False
        self.send(snapshot)

    def close(self, code: int, message: ServerMessage | None = None) -> None:
        """Close the connection with ``code`` once the queue, followed by ``message``, has been sent."""
        if self.close_code is not None:
            return
        self.behind = False
        if message is not None:
            self.send(message)
        self.close_code = code
        if not self.ended.done():
            self._put({"type": "websocket.close", "code": code, "reason": ""})

    def drop(self) -> None:
        """Stop sending: the page has closed."""
        self.close_code = self.close_code or GONE
        self._end()
        if self._sender is not None:
            self._sender.cancel()
            self._sender = None

    def refuse(self, code: str, message: str, message_id: str | None = None) -> None:
        """Tell the page why its message had no effect, without game data."""
        self.send(Refused(message_id, code, message))

    def takes_nothing(self, seconds: float) -> bool:
        """Return whether the page has not accepted anything for too long."""
        return self._sending_since is not None and time.monotonic() - self._sending_since >= seconds

    def _put(self, message: dict[str, Any]) -> None:
        """Queue a message for a task to send."""
        self._waiting.append(message)
        if self._sender is None:
            self._sender = asyncio.create_task(self._send_on())

    async def _send_on(self) -> None:
        """Send queued messages until none is left or the connection is closed."""
        try:
            while self._waiting or self.behind:
                if self._waiting:
                    self._sending_since = time.monotonic()
                    await self._connection.send(self._waiting.popleft())
                    self._sending_since = None
                else:
                    await self._catch_up(self)
        except Exception as error:
            self._fail(error)
        self._sender = None
        if self.close_code is not None:
            self._end()

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, OSError):
            # Any error except that the page has closed.
            _log.error("the connection of a page failed", exc_info=error)
        self._end()

    def _end(self) -> None:
        self._waiting.clear()
        self.behind = False
        if not self.ended.done():
            self.ended.set_result(None)

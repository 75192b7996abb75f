"""One open page at a table: what waits to be sent to it, and how much it may say."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Final

from spite_and_malice.texts import spoken

from .outgoing import Refused, ServerMessage, encode

QUEUE: Final = 64
"""Messages that may wait for a page; one that falls further behind gets a snapshot instead."""

_BURST: Final = 200
_PER_SECOND: Final = 100.0


class Client:
    """A page's connection; ``owner`` is the SHA-256 of its browser's token, ``seat`` null for a spectator."""

    def __init__(self, owner: str | None) -> None:
        self.owner = owner
        self.language = spoken()
        """The language of the page."""
        self.seat: int | None = None
        self.people: str | None = None
        """What the page was last told of who is there."""
        self.behind = False
        """Whether messages were dropped, so that the next thing to send is a snapshot."""
        self.close_code: int | None = None
        self.sending_since: float | None = None
        """Since when, by the monotonic clock, the page has been taking a message; None while none is being sent."""
        self._waiting: deque[str] = deque()
        self._something = asyncio.Event()
        self._allowance = float(_BURST)
        self._counted_at = time.monotonic()

    def send(self, message: ServerMessage | str) -> None:
        """Put a message in the queue; if the queue is full, drop it all in favour of a snapshot."""
        if self.close_code is not None:
            return
        if len(self._waiting) >= QUEUE:
            self._waiting.clear()
            self.behind = True
        if not self.behind:
            self._waiting.append(message if isinstance(message, str) else encode(message))
        self._something.set()

    def catch_up(self, snapshot: ServerMessage) -> None:
        """Put a snapshot in place of what was dropped and of what it contains."""
        if self.close_code is not None:
            return
        self._waiting.clear()
        self.behind = False
        self.send(snapshot)

    def close(self, code: int, message: ServerMessage | None = None) -> None:
        """Close the connection with ``code`` once what waits, and at last ``message``, is sent."""
        if self.close_code is not None:
            return
        if message is not None:
            self.behind = False
            self.send(message)
        self.close_code = code
        self._something.set()

    def refuse(self, code: str, message: str, message_id: str | None = None) -> None:
        """Tell the page why its message had no effect, without a word about the game."""
        self.send(Refused(message_id, code, message))

    async def next_text(self) -> str | None:
        """Wait for the next message to send; None when there is none but a snapshot or the end is due."""
        while not self._waiting and not self.behind and self.close_code is None:
            self._something.clear()
            await self._something.wait()
        return self._waiting.popleft() if self._waiting else None

    def takes_nothing(self, seconds: float) -> bool:
        """Say whether the page has not taken what is sent to it for so long."""
        return self.sending_since is not None and time.monotonic() - self.sending_since >= seconds

    def may_speak(self) -> bool:
        """Count a message of the page; False if it says more than a hundred a second for long."""
        now = time.monotonic()
        self._allowance = min(_BURST, self._allowance + (now - self._counted_at) * _PER_SECOND)
        self._counted_at = now
        if self._allowance < 1:
            return False
        self._allowance -= 1
        return True

"""Watching with a delay: what has happened at a table and is not yet shown to those who watch."""

from __future__ import annotations

from collections import deque
from typing import Final

from ...tables.chat import KEPT

SNAPSHOT: Final = None
"""Stands for an action of which there is no event to send: then a snapshot says how the table was."""


class Lag:
    """The newest actions of a game, kept back until others have followed, and the lines said meanwhile.

    An item is the text of a message, or `SNAPSHOT`.
    """

    def __init__(self, delay: int, plies: int) -> None:
        """Keep back ``delay`` actions of a game that has had ``plies`` so far."""
        self._delay = delay
        self._waiting: deque[tuple[bool, bytes | None]] = deque((True, SNAPSHOT) for _ in range(min(delay, plies)))
        self.actions: int = len(self._waiting)
        """How many actions are kept back."""

    @property
    def lines(self) -> int:
        """How many lines of the chat are kept back."""
        return len(self._waiting) - self.actions

    def act(self, text: bytes | None) -> list[bytes | None]:
        """Take an action's event and return what is shown now."""
        self._waiting.append((True, text))
        self.actions += 1
        return self._release(self._delay)

    def say(self, text: bytes) -> list[bytes | None]:
        """Take a line of the chat and return what is shown now.

        Of more lines than a page would get that comes again, the oldest are never shown.
        """
        self._waiting.append((False, text))
        if self.lines > KEPT:
            del self._waiting[next(at for at, (is_action, _) in enumerate(self._waiting) if not is_action)]
        return self._release(self._delay)

    def end(self) -> list[bytes | None]:
        """Return everything that is kept back: nothing is worth hiding any more."""
        return self._release(0)

    def _release(self, keep: int) -> list[bytes | None]:
        shown: list[bytes | None] = []
        while self._waiting and (self.actions > keep or not self._waiting[0][0]):
            is_action, text = self._waiting.popleft()
            self.actions -= is_action
            shown.append(text)
        return shown

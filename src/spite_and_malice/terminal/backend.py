"""A session's interface to the place of its table: a server, or this program itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

Message = dict[str, Any]
"""A message of docs/protocol.md."""


class NoAnswer(Exception):
    """A request cannot be fulfilled; the message is a sentence, ``error`` the server's code for it."""

    def __init__(self, message: str, error: Message | None = None) -> None:
        super().__init__(message)
        self.error: dict[str, Any] = error or {}


@dataclass(frozen=True, slots=True)
class Heard:
    """A message of the table."""

    message: Message


@dataclass(frozen=True, slots=True)
class Lost:
    """The connection broke and is reopened in a number of seconds."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The connection is closed for good; ``why`` is a sentence, empty if a message has already said it."""

    why: str = ""


LineEvent = Heard | Lost | Ended


class Line(Protocol):
    """The connection to a table."""

    def send(self, message: Message) -> None:
        """Send a message; if it gets lost with the connection, the caller has to resend it."""

    def close(self) -> None:
        """Close the connection for good."""


class Backend(Protocol):
    """The place of a table."""

    def open(self, tell: Callable[[LineEvent], None]) -> Line:
        """Open the connection to the table; events there are reported, possibly from another thread."""

    def record(self, game: int, *, whole: bool) -> str:
        """Return the record of a game, of a running one only your own seat's view. Raises `NoAnswer`."""

    def review(self, game: int, seat: int) -> Message:
        """Return a seat's review of a finished game, as in docs/protocol.md. Raises `NoAnswer`."""

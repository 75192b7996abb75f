"""A session's interface to the place of its table: a server, or this program itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

Message = dict[str, Any]
"""A message of docs/protocol.md."""


class NoAnswer(Exception):
    """What was asked for cannot be had; the message is a sentence, ``error`` what a server says of it beside."""

    def __init__(self, message: str, error: Message | None = None) -> None:
        super().__init__(message)
        self.error: dict[str, Any] = error or {}


@dataclass(frozen=True, slots=True)
class Heard:
    """A message of the table."""

    message: Message


@dataclass(frozen=True, slots=True)
class Lost:
    """The line broke and is opened again in a number of seconds."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The line is closed and not opened again; ``why`` is a sentence, empty where a message has said it."""

    why: str = ""


LineEvent = Heard | Lost | Ended


class Line(Protocol):
    """The way to a table."""

    def send(self, message: Message) -> None:
        """Send a message; one that gets lost with the line is the caller's to send again."""

    def close(self) -> None:
        """Close the line for good."""


class Backend(Protocol):
    """A table where it stands."""

    def open(self, tell: Callable[[LineEvent], None]) -> Line:
        """Open the line to the table; what happens there is reported, perhaps from another thread."""

    def record(self, game: int, *, whole: bool) -> str:
        """Return the record of a game, of one that goes on only what your own seat saw. Raises `NoAnswer`."""

    def review(self, game: int, seat: int) -> Message:
        """Return a seat's review of a finished game, as docs/protocol.md has it. Raises `NoAnswer`."""

"""What was carried out already: a page that lost the line sends its message again, under the same id."""

from __future__ import annotations

from typing import Final

KEPT: Final = 256
"""How many of the newest messages of a table are known."""


class Answered:
    """The newest messages of a table that were carried out, by who sent them and their id."""

    def __init__(self) -> None:
        self._known: dict[tuple[str | None, str], None] = {}

    def __contains__(self, message: tuple[str | None, str]) -> bool:
        """Say whether a message of a person, with an id, was carried out."""
        return message in self._known

    def add(self, owner: str | None, message_id: str) -> None:
        """Remember a message, and forget the oldest where there are too many."""
        self._known[owner, message_id] = None
        while len(self._known) > KEPT:
            del self._known[next(iter(self._known))]

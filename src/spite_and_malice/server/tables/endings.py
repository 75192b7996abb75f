"""Notifications that a game has ended at a table created by the server: a wake-up, since the result is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ..cluster import News
from ..store import Origin

_TOPIC: Final = "endings "

Hear = Callable[[str], None]
"""Called with the id of the event that a table was created for; must neither raise nor take long."""


class Endings:
    """Notifies the creators of a table in every process that a game has ended.

    A wake-up may be lost, as when a process is killed: the pending work can be found with `TableRepository.of_origin`.
    """

    def __init__(self, news: News) -> None:
        self._news = news
        self._listeners: dict[str, Hear] = {}

    def listen(self, subject: str, hear: Hear) -> None:
        """Call ``hear`` when a game ends at a table made for a ``subject``; only once the server runs."""
        self._listeners[subject] = hear
        self._news.watch(_TOPIC + subject, _Elsewhere(hear))

    def tell(self, origin: Origin) -> None:
        """Notify that a game has ended at a table of an origin."""
        if (hear := self._listeners.get(origin.subject)) is not None:
            hear(origin.id)
        self._news.tell(_TOPIC + origin.subject, {"id": origin.id})


class _Elsewhere:
    """Receives notifications of games that ended in other processes."""

    def __init__(self, hear: Hear) -> None:
        self._hear = hear

    def hear(self, message: dict[str, Any]) -> None:
        self._hear(str(message.get("id")))

    def hear_change(self) -> None:
        """Table changes do not apply here."""

    def hear_presence(self) -> None:
        """Presence does not apply here."""

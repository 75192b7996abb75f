"""What somebody reads and may do now, whatever it is about: every page, table, terminal and notice shows this."""

from __future__ import annotations

from msgspec import Struct


class Situation(Struct, frozen=True):
    """What now: a ``state`` by name, in ``words``, and what ``then`` happens if nothing is done, at the time ``at``.

    ``at`` is in UTC milliseconds, null where no time is set. ``acts`` names what can be done, the first thing first;
    ``url`` is where to go now, or null. The words stand in the language of who reads them.
    """

    state: str
    words: str
    then: str = ""
    at: int | None = None
    acts: tuple[str, ...] = ()
    url: str | None = None

    @property
    def sentence(self) -> str:
        """The words with what then happens, for who reads no clock beside them."""
        return f"{self.words} {self.then}".strip()

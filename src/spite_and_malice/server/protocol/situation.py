"""A person's current situation and possible actions, as shown by every page, table, terminal and notice."""

from __future__ import annotations

from msgspec import Struct


class Situation(Struct, frozen=True):
    """A situation: the ``state`` by name, in ``words``, and what happens at ``at`` if nobody acts, in ``then``.

    ``at`` is in UTC milliseconds, null if no time is set. ``acts`` names the possible actions, the most important
    first; ``url`` is where to go now, or null. The texts are in the reader's language.
    """

    state: str
    words: str
    then: str = ""
    at: int | None = None
    acts: tuple[str, ...] = ()
    url: str | None = None

    @property
    def sentence(self) -> str:
        """The words with the consequence of not acting, for readers without a clock beside them."""
        return f"{self.words} {self.then}".strip()

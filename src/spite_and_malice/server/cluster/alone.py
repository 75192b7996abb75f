"""News as one process alone needs them: there are none. What the others bring is documented here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Presence:
    """The pages open at a table: the seats that have one, and how many belong to no seat.

    ``host`` says whether one of them is the host's.
    """

    seats: frozenset[int] = frozenset()
    watching: int = 0
    host: bool = False


NOBODY = Presence()


class NewsError(Exception):
    """Redis cannot be used as it is named; the message says what to do."""


class Listener(Protocol):
    """A table that wants to hear what other processes do at it; none of these may raise or take long."""

    def hear_change(self) -> None:
        """Another process may have written to the table."""

    def hear(self, message: dict[str, Any]) -> None:
        """Another process told something."""

    def hear_presence(self) -> None:
        """Who is there in other processes has changed."""


class News:
    """What this process tells the others and hears from them; this one has no others."""

    @property
    def state(self) -> str:
        """How the news are: "ok", "away" (for now they come late), or "none" (nobody brings any)."""
        return "none"

    @property
    def knows_presence(self) -> bool:
        """Whether `elsewhere` can be believed."""
        return True

    async def start(self) -> None:
        """Begin to hear."""

    async def close(self) -> None:
        """Tell the others that nobody is here any more, and end."""

    def watch(self, table_id: str, listener: Listener) -> None:
        """Tell ``listener`` from now on what other processes do at a table."""

    def forget(self, table_id: str) -> None:
        """Stop listening to a table."""

    def changed(self, table_id: str) -> None:
        """Tell the others that something was written about a table. Never waits, never raises."""

    def found(self, table_id: str) -> None:
        """Take note that another process has played at a table."""

    def tell(self, table_id: str, message: dict[str, Any]) -> None:
        """Tell the same table's listeners in other processes what is not stored. Never waits, never raises."""

    def present(self, table_id: str, presence: Presence) -> None:
        """Tell the others who is at a table in this process."""

    def elsewhere(self, _table_id: str) -> Presence:
        """Return who is at a table in the other processes."""
        return NOBODY

    async def settle(self) -> None:
        """Wait until the others have had time to say who is at a table that is watched as of now."""

    async def may_think(self, _table_id: str) -> bool:
        """Say whether this process is the one in which a table's programs think; if not, ask again in a moment.

        It is a matter of thrift: if two processes think at once, the database takes the first answer.
        """
        return True

    async def admits(self, _key: str, _most: int, _seconds: int) -> bool | None:
        """Count something, unless all processes together have counted as many in a number of seconds.

        Say whether it was counted; None where the processes cannot count together.
        """
        return None

    def done_thinking(self, table_id: str) -> None:
        """Leave the thinking to the process that is asked next."""

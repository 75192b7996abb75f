"""What a game must bring to be served: a table that can be restored, and a room in which it is live.

Both games of the house meet this, and a third would (docs/architecture.md).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from ..protocol.clients import Client
from ..store import StoredTable
from .action_queue import Action

T = TypeVar("T")


class LiveTable(Protocol):
    """A table with the pages that look at it."""

    @property
    def table_id(self) -> str:
        """The id of the table."""

    @property
    def is_lost(self) -> bool:
        """Whether the database failed in such a way that the table must be loaded again."""

    @property
    def is_busy(self) -> bool:
        """Whether the table must stay live though nobody looks at it."""

    @property
    def is_waiting(self) -> bool:
        """Whether somebody is there and waits for the first game."""

    @property
    def has_clock(self) -> bool:
        """Whether a clock runs that takes a game from somebody."""

    @property
    def clients(self) -> Collection[Client]:
        """The pages that look at it."""

    def is_here(self, owner: str) -> bool:
        """Say whether who plays at the table has a page open, here or in another process."""

    def stop(self) -> list[asyncio.Task[None]]:
        """Cancel the room's tasks and return them; whatever was shown is stored."""

    async def do(self, action: Action) -> None:
        """Carry out an action when it is its turn; nothing else is done at the table meanwhile."""

    async def renew(self) -> None:
        """Go on with the table as it is stored by now: an operator has written to it. Raises `StoreError`."""

    def leave(self, client: Client) -> None:
        """Forget a page that has gone."""

    async def catch_up(self, client: Client) -> None:
        """Give a page that fell behind a snapshot."""


@dataclass(frozen=True, slots=True)
class ServedGame(Generic[T]):
    """How the tables of a game come to life: ``restore`` reads one, in a thread, and ``open_room`` makes it live.

    The room calls what it is given beside the table whenever there may be nothing more to do.
    """

    restore: Callable[[StoredTable], T]
    open_room: Callable[[T, Callable[[], None]], LiveTable]


ServedGames = dict[str, ServedGame[Any]]
"""The games that are served, by the kind of their tables."""

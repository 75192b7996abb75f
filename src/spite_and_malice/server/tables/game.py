"""What a game must bring to be served: how its tables are restored, made live and spoken to (docs/architecture.md)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from ..protocol.clients import Client
from ..protocol.incoming import Move, Reader
from ..store import StoredTable

if TYPE_CHECKING:
    from .room import TableRoom

Handler = Callable[[Any, Client, Any], Awaitable[None]]
"""Carries out a message of a page at a room of its game."""

OpenRoom = Callable[[Any, Callable[[], None]], "TableRoom[Any]"]
"""Makes a restored table live; what it is given beside it is called whenever there may be nothing more to do."""


class Game(ABC):
    """A game that is played at this server's tables."""

    kind: ClassVar[str]
    """What its tables are stored as."""

    messages: ClassVar[Reader[Any]]
    """Reads what a page at its tables may say."""

    handlers: ClassVar[Mapping[type, Handler]]
    """What carries out each of these messages."""

    timed: ClassVar[tuple[type, ...]] = (Move,)
    """The messages whose time is measured."""

    @abstractmethod
    def restore(self, stored: StoredTable) -> Any:
        """Return a stored table as it was; called in a thread."""


ServedGames = Mapping[str, tuple[Game, OpenRoom]]
"""The games that are served, by the kind of their tables."""

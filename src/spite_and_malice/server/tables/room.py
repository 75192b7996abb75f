"""A live table of any game: it takes actions one after another, stores each, and only then shows it to every page.

Everything that reads or changes the table goes through `TableRoom.do`, one piece after another, so nobody ever sees an
action that is not yet durable. What an action is, and what each page sees of it, a game's own room says.
"""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Coroutine
from functools import partial
from typing import Any, Final, Generic, Protocol, TypeVar

from spite_and_malice.texts import use_terms

from ..cluster import News
from ..logs import of_table
from ..metrics import MOVE_SECONDS
from ..protocol.clients import Client
from ..protocol.incoming import Ping
from ..protocol.outgoing import Accepted, Pong
from ..store import Since, Store, StoredTable, StoreError, TableRow
from ..supervision import do_once
from .action_queue import Action, ActionQueue, GivenUp
from .game import Game, Refusal, unsaved
from .presence import send_off, send_unavailable

_log = logging.getLogger(__name__)


class TableState(Protocol):
    """A table as it stands: what every game's has."""

    row: TableRow

    @property
    def number(self) -> int:
        """The number of the newest game, from 1; 0 before the first."""

    @property
    def ply(self) -> int:
        """How many actions there have been in the newest game."""

    @property
    def version(self) -> int:
        """How many games have been dealt and actions taken over the table's life."""


S = TypeVar("S", bound=TableState)
T = TypeVar("T")


_ANSWERED: Final = 256
"""How many of the newest messages of a table are known."""


class Answered:
    """The newest messages of a table that were carried out, by who sent them and their id."""

    def __init__(self) -> None:
        self._known: dict[tuple[str | None, str], None] = {}

    def __contains__(self, message: tuple[str | None, str]) -> bool:
        """Say whether a message of a person, with an id, was carried out."""
        return message in self._known

    def add(self, person: str | None, message_id: str) -> None:
        """Remember a message, and forget the oldest where there are too many."""
        self._known[person, message_id] = None
        while len(self._known) > _ANSWERED:
            del self._known[next(iter(self._known))]


class TableRoom(ABC, Generic[S]):
    """A table with the pages that look at it."""

    def __init__(self, game: Game, table: S, store: Store, news: News, on_idle: Callable[[], None]) -> None:
        """Open the table; ``on_idle`` is called whenever there may be nothing more to do."""
        self.game = game
        self.table: S = table
        self.store = store
        self.news = news
        self.answered = Answered()
        self._on_idle = on_idle
        self._queue = ActionQueue(table.row.id, on_idle)
        self._clients: set[Client] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_behind = False
        news.watch(table.row.id, self)

    @property
    def table_id(self) -> str:
        """The id of the table."""
        return self.table.row.id

    @property
    def clients(self) -> Collection[Client]:
        """The pages that look at the table, as they are now."""
        return tuple(self._clients)

    @property
    def is_lost(self) -> bool:
        """Whether the database failed in such a way that the table must be loaded again."""
        return self._queue.is_closed

    @property
    def is_busy(self) -> bool:
        """Whether the table must stay live though nobody looks at it."""
        return self._queue.is_busy or bool(self._tasks)

    @property
    def is_waiting(self) -> bool:
        """Whether somebody is there and waits for the first game."""
        return False

    @property
    def has_clock(self) -> bool:
        """Whether a clock runs that takes a game from somebody."""
        return False

    def follow_wall(self) -> tuple[int, int] | None:
        """Return from when the clock that runs was counted, and is now, if that on the wall was set; else None."""
        return None

    @property
    def next_commitment(self) -> str:
        """What binds the server to the next deal; empty where that is shown with the deal."""
        return ""

    @abstractmethod
    def is_here(self, person: str) -> bool:
        """Say whether somebody who plays at the table has a page open, here or in another process."""

    async def admit(self, person: str, name: str) -> bool:
        """Seat somebody on an open seat, if there is one; say whether they sit here."""
        return False

    async def withdraw(self, person: str) -> bool:
        """Have somebody stand up who waits alone for the first game; say whether they did."""
        return False

    async def abandon(self, person: str) -> bool:
        """Give up the game that somebody plays alone, if they have begun it; say whether that has ended the match."""
        return False

    def read(self, text: str) -> Any:
        """Return the message that a page sent. Raises `Malformed`."""
        return self.game.messages.read(text)

    async def take(self, client: Client, message: Any) -> None:
        """Do what a page asks for."""
        if isinstance(message, Ping):
            client.send(Pong())
            return
        use_terms(client.terms(self.table.row.preset))
        began = time.perf_counter()
        await self.do(partial(self.game.handlers[type(message)], self, client, message))
        if isinstance(message, self.game.timed):
            MOVE_SECONDS.observe(time.perf_counter() - began)

    async def do(self, action: Action[T]) -> T:
        """Carry out an action when it is its turn; nothing else is done at the table meanwhile."""
        return await self._queue.take(action)

    def stop(self) -> list[asyncio.Task[None]]:
        """Cancel the room's tasks and return them; whatever was shown is stored, and nobody waits for the rest."""
        self.news.forget(self.table_id)
        self._queue.stop()
        for task in self._tasks:
            task.cancel()
        return list(self._tasks)

    def leave(self, client: Client) -> None:
        """Forget a page that has gone, whatever it asked for before."""
        client.drop()
        if client in self._clients:
            self._clients.discard(client)
            self.has_left(client)

    @abstractmethod
    def has_left(self, client: Client) -> None:
        """Take note that a page has gone."""

    @abstractmethod
    async def catch_up(self, client: Client) -> None:
        """Give a page that fell behind a snapshot."""

    @abstractmethod
    def refuse(self, client: Client, message_id: str, refusal: Refusal) -> None:
        """Tell a page why its message had no effect, with the table as it may see it."""

    def accept(self, client: Client, message_id: str) -> None:
        """Tell a page that its message was carried out, and remember it in case the message comes again."""
        self.answered.add(client.person, message_id)
        self.confirm(client, message_id)

    def confirm(self, client: Client, message_id: str, ply: int | None = None) -> None:
        """Tell a page that its message was carried out, now or when the game had had ``ply`` actions."""
        table = self.table
        at = table.ply if ply is None else ply
        client.send(Accepted(message_id, version=table.version - table.ply + at, ply=at))

    def answers_again(self, client: Client, message_id: str) -> bool:
        """Answer a message that was carried out before; say whether it was."""
        if (client.person, message_id) not in self.answered:
            return False
        self.confirm(client, message_id)
        return True

    async def write(self, write: Awaitable[Any]) -> None:
        """Wait until something is stored, and tell the other processes. Raises `StoreError`."""
        await write
        self.news.changed(self.table_id)

    async def go_back(self, client: Client, message_id: str, error: StoreError) -> None:
        """Go back to what is stored, and tell a page that what it wanted was not done."""
        await self.reload()
        self.refuse(client, message_id, unsaved(error))

    async def renew(self) -> None:
        """Go on with the table as it is stored by now: an operator has written to it. Raises `StoreError`."""
        await self.do(self.reload)

    async def reload(self, known: int | None = None) -> None:
        """Go back to what is stored, which may be more (another process wrote) or less (a write failed).

        The pages have been shown ``known`` actions of the newest game; without it they get the table as it is. They
        hear it if the table is gone or closed. Raises what reading raises: then this room is given up, for what
        it holds was never stored.
        """
        try:
            stored = await self.store.tables.get(self.table_id)
            if stored is None or stored.is_closed:
                self._close()
                send_off(self._clients)
                return
            await self.resume(stored, known)
        except Exception:
            self._close()
            send_unavailable(self._clients)
            raise

    def _close(self) -> None:
        """Carry out nothing more: the table has to be loaded again."""
        self._queue.close()

    @abstractmethod
    async def resume(self, stored: StoredTable, known: int | None) -> None:
        """Go on with the table as it is stored, and show every page what it does not know."""

    def hear_change(self) -> None:
        """Read what another process has written, once for all changes heard of meanwhile."""
        if not self._is_behind:
            self._is_behind = True
            self.spawn(self.quietly(self.follow, "could not follow the others"), "following")

    def hear(self, message: dict[str, Any]) -> None:
        """Show what another process tells that is not stored."""

    def hear_presence(self) -> None:
        """Show that others are there in other processes than before."""

    async def follow(self) -> None:
        """Carry out and show what other processes have written."""
        self._is_behind = False
        table = self.table
        since = await self.store.tables.since(table.row.id, table.number, table.ply, table.row.revision)
        if since is None or since.game != table.number:
            await self.reload()
        else:
            await self.take_in(since)

    @abstractmethod
    async def take_in(self, since: Since) -> None:
        """Carry out and show what has been written since the table was as it is here."""

    async def quietly(self, action: Action[None], failure: str) -> None:
        """Carry out an action for which nobody waits; ``failure`` says in the log what could not be done."""
        try:
            await self.do(action)
        except GivenUp:
            # Why has been said; the next caller has all of it.
            return
        except StoreError as error:
            _log.warning("%s: %s", failure, error, extra=of_table(self.table_id))

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Do something in a task of its own; the table stays live until it is done."""
        task = do_once(name, work, self.table_id)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._on_idle()

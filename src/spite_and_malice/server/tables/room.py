"""A live table of any game: it handles actions one after another, stores each, and only then sends it to every page.

Everything that reads or changes the table goes through `TableRoom.do`, one item after another, so nobody ever sees an
action that is not yet durable. A game's own room defines its actions, and what each page sees of them.
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
    """The current state of a table: the part common to all games."""

    row: TableRow

    @property
    def number(self) -> int:
        """The number of the newest game, from 1; 0 before the first."""

    @property
    def ply(self) -> int:
        """The number of actions in the newest game."""

    @property
    def version(self) -> int:
        """The number of games dealt and actions taken over the table's lifetime."""


S = TypeVar("S", bound=TableState)
T = TypeVar("T")


_ANSWERED: Final = 256
"""How many of the newest messages of a table are remembered."""


class Answered:
    """The newest messages carried out at a table, by sender and message id."""

    def __init__(self) -> None:
        self._known: dict[tuple[str | None, str], None] = {}

    def __contains__(self, message: tuple[str | None, str]) -> bool:
        """Return whether a person's message with an id was carried out."""
        return message in self._known

    def add(self, person: str | None, message_id: str) -> None:
        """Remember a message, and forget the oldest if there are too many."""
        self._known[person, message_id] = None
        while len(self._known) > _ANSWERED:
            del self._known[next(iter(self._known))]


class TableRoom(ABC, Generic[S]):
    """A table with the pages that watch it."""

    def __init__(self, game: Game, table: S, store: Store, news: News, on_idle: Callable[[], None]) -> None:
        """Open the table; ``on_idle`` is called whenever there may be nothing left to do."""
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
        """The pages that are watching the table now."""
        return tuple(self._clients)

    @property
    def is_lost(self) -> bool:
        """Whether a database failure makes it necessary to reload the table."""
        return self._queue.is_closed

    @property
    def is_busy(self) -> bool:
        """Whether the table must stay live even if nobody watches it."""
        return self._queue.is_busy or bool(self._tasks)

    @property
    def is_waiting(self) -> bool:
        """Whether somebody is present and waiting for the first game."""
        return False

    @property
    def has_clock(self) -> bool:
        """Whether a clock is running that can cost somebody the game."""
        return False

    def follow_wall(self) -> tuple[int, int] | None:
        """Return the running clock's start before and after the system clock was set; None if it was not."""
        return None

    @property
    def next_commitment(self) -> str:
        """The commitment to the next deal; empty if that is shown with the deal."""
        return ""

    @abstractmethod
    def is_here(self, person: str) -> bool:
        """Return whether a player at the table has a page open, in this process or another."""

    def stand_in_at(self, person: str) -> int | None:
        """Return when a stand-in plays for a player who is away, in UTC milliseconds; None if none will or may."""
        return None

    async def admit(self, person: str, name: str) -> bool:
        """Seat a person on an open seat, if there is one; return whether they are seated here."""
        return False

    async def withdraw(self, person: str) -> bool:
        """Remove a person who waits on their own for the first game; return whether they were removed."""
        return False

    async def abandon(self, person: str) -> bool:
        """Give up a solo player's game if it has begun; return whether that ended the match."""
        return False

    def read(self, text: str) -> Any:
        """Decode a page's message. Raises `Malformed`."""
        return self.game.messages.read(text)

    async def take(self, client: Client, message: Any) -> None:
        """Carry out a page's request."""
        if isinstance(message, Ping):
            client.send(Pong())
            return
        use_terms(client.terms(self.table.row.preset))
        began = time.perf_counter()
        await self.do(partial(self.game.handlers[type(message)], self, client, message))
        if isinstance(message, self.game.timed):
            MOVE_SECONDS.observe(time.perf_counter() - began)

    async def do(self, action: Action[T]) -> T:
        """Run an action when it is its turn; nothing else runs at the table meanwhile."""
        return await self._queue.take(action)

    def stop(self) -> list[asyncio.Task[None]]:
        """Cancel the room's tasks and return them; everything shown is stored, and nobody waits for the rest."""
        self.news.forget(self.table_id)
        self._queue.stop()
        for task in self._tasks:
            task.cancel()
        return list(self._tasks)

    def leave(self, client: Client) -> None:
        """Remove a closed page, whatever it requested before."""
        client.drop()
        if client in self._clients:
            self._clients.discard(client)
            self.has_left(client)

    @abstractmethod
    def has_left(self, client: Client) -> None:
        """Record that a page has closed."""

    @abstractmethod
    async def catch_up(self, client: Client) -> None:
        """Send a snapshot to a page that fell behind."""

    @abstractmethod
    def refuse(self, client: Client, message_id: str, refusal: Refusal) -> None:
        """Tell a page why its message had no effect, with the table as it may see it."""

    def accept(self, client: Client, message_id: str) -> None:
        """Tell a page that its message was carried out, and remember the message in case it is sent again."""
        self.answered.add(client.person, message_id)
        self.confirm(client, message_id)

    def confirm(self, client: Client, message_id: str, ply: int | None = None) -> None:
        """Tell a page that its message was carried out, now or at an earlier ``ply`` of the game."""
        table = self.table
        at = table.ply if ply is None else ply
        client.send(Accepted(message_id, version=table.version - table.ply + at, ply=at))

    def answers_again(self, client: Client, message_id: str) -> bool:
        """Reply to a message that was already carried out; return whether it was."""
        if (client.person, message_id) not in self.answered:
            return False
        self.confirm(client, message_id)
        return True

    async def write(self, write: Awaitable[Any]) -> None:
        """Wait for a write to the store, and tell the other processes. Raises `StoreError`."""
        await write
        self.news.changed(self.table_id)

    async def go_back(self, client: Client, message_id: str, error: StoreError) -> None:
        """Return to the stored state, and tell a page that its request was not carried out."""
        await self.reload()
        self.refuse(client, message_id, unsaved(error))

    async def renew(self) -> None:
        """Reload the table from the store, since an operator has written to it. Raises `StoreError`."""
        await self.do(self.reload)

    async def reload(self, known: int | None = None) -> None:
        """Return to the stored state, which may be newer (another process wrote) or older (a write failed).

        The pages have been sent ``known`` actions of the newest game; without it they receive a snapshot. They are
        notified if the table is gone or closed. Raises what reading raises: then this room is given up, since its state
        was never stored.
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
        """Run no further actions: the table has to be reloaded."""
        self._queue.close()

    @abstractmethod
    async def resume(self, stored: StoredTable, known: int | None) -> None:
        """Switch to the table as stored, and send every page what it does not know yet."""

    def hear_change(self) -> None:
        """Read what another process has written, once for all notifications received meanwhile."""
        if not self._is_behind:
            self._is_behind = True
            self.spawn(self.quietly(self.follow, "could not follow the others"), "following")

    def hear(self, message: dict[str, Any]) -> None:
        """Show unstored state received from another process."""

    def hear_presence(self) -> None:
        """Update which processes have people present."""

    async def follow(self) -> None:
        """Apply and send what other processes have written."""
        self._is_behind = False
        table = self.table
        since = await self.store.tables.since(table.row.id, table.number, table.ply, table.row.revision)
        if since is None or since.game != table.number:
            await self.reload()
        else:
            await self.take_in(since)

    @abstractmethod
    async def take_in(self, since: Since) -> None:
        """Apply and send what has been written since this process's version of the table."""

    async def quietly(self, action: Action[None], failure: str) -> None:
        """Run an action for which nobody waits; ``failure`` describes it in the log if it fails."""
        try:
            await self.do(action)
        except GivenUp:
            # The cause is already logged; the next caller gets the error itself.
            return
        except StoreError as error:
            _log.warning("%s: %s", failure, error, extra=of_table(self.table_id))

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Do something in a separate task; the table stays live until it is done."""
        task = do_once(name, work, self.table_id)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._on_idle()

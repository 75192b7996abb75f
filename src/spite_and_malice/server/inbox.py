"""What is to be done at a table, one piece after another, each in the language of who asked for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from spite_and_malice.texts import speak, spoken

from .store import StoreError

_log = logging.getLogger(__name__)

Action = Callable[[], Awaitable[None]]


class Inbox:
    """Carries out actions in a task of its own, so that whoever asked and goes away in the middle cancels nothing."""

    def __init__(self, table_id: str, at_rest: Callable[[], None]) -> None:
        """``at_rest`` is called after each action."""
        self.is_closed = False
        """Whether nothing more is carried out: the table has to be loaded again."""
        self._table_id = table_id
        self._at_rest = at_rest
        self._waiting: asyncio.Queue[tuple[Action, asyncio.Future[None], str]] = asyncio.Queue()
        self._is_at_work = False
        self._worker = asyncio.create_task(self._work(), name=f"room {table_id}")

    @property
    def is_busy(self) -> bool:
        """Whether an action is carried out or waits for it."""
        return self._is_at_work or not self._waiting.empty()

    def ask(self, action: Action) -> asyncio.Future[None]:
        """Have an action carried out in its turn; the future carries what it raises, or `StoreError` when closed."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self.is_closed:
            _give_up(done)
        else:
            self._waiting.put_nowait((action, done, spoken()))
        return done

    def close(self) -> None:
        """Carry out nothing more but what has begun."""
        self.is_closed = True
        while not self._waiting.empty():
            _action, done, _language = self._waiting.get_nowait()
            _give_up(done)

    def stop(self) -> asyncio.Task[None]:
        """Close it, cancel what has begun, and return the task that ends."""
        self.close()
        self._worker.cancel()
        return self._worker

    async def _work(self) -> None:
        while True:
            action, done, language = await self._waiting.get()
            self._is_at_work = True
            try:
                speak(language)
                await action()
            except asyncio.CancelledError:
                _give_up(done)
                raise
            except Exception as error:
                _log.exception("table %s failed", self._table_id)
                # Nobody may be left to take it: the page that asked can have gone.
                if not done.cancelled():
                    done.set_exception(error)
            else:
                if not done.cancelled():
                    done.set_result(None)
            self._is_at_work = False
            self._at_rest()


def _give_up(done: asyncio.Future[None]) -> None:
    """Tell whoever waits for an action that it will not be carried out."""
    if not done.done():
        done.set_exception(StoreError("the table has to be loaded again"))

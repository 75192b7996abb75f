"""What a table does automatically when a time has come."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable


class Alarm:
    """Has something done after a time, once; a new time takes the place of the one before."""

    def __init__(self, name: str, act: Callable[[], Awaitable[None]], at_rest: Callable[[], None]) -> None:
        """``act`` is what is done, in a task of the name, ``at_rest`` is called when it is."""
        self._name = name
        self._act = act
        self._at_rest = at_rest
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def is_set(self) -> bool:
        """Whether a time is waited for, or what was to be done then is being done."""
        return self._timer is not None or self._task is not None

    def set(self, seconds: float | None) -> None:
        """Wait so long from now, or for nothing any more with None."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        if seconds is not None:
            self._timer = asyncio.get_running_loop().call_later(max(0.0, seconds), self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._task = asyncio.create_task(self._carry_out(), name=self._name)

    async def _carry_out(self) -> None:
        try:
            await self._act()
        finally:
            self._task = None
            self._at_rest()

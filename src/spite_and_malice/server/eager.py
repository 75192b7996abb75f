"""Beginning a coroutine at once and without a task, as Python's own eager tasks do from 3.12 on."""

from __future__ import annotations

from collections.abc import Awaitable, Coroutine, Generator
from typing import Any


def begin(coroutine: Coroutine[Any, Any, None]) -> Awaitable[None] | None:
    """Carry out a coroutine up to where it has to wait, and return the rest of it; None if it is through.

    Raises what it raises. It must not ask which task it runs in, as timeouts do, before it first waits.
    """
    try:
        awaited = coroutine.send(None)
    except StopIteration:
        return None
    return _Rest(coroutine, awaited)


class _Rest(Awaitable[None]):
    """What is left of a coroutine that waits for something."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], awaited: Any) -> None:
        self._coroutine = coroutine
        self._awaited = awaited

    def __await__(self) -> Generator[Any, Any, None]:
        """Pass on to the event loop what the coroutine waits for, and to the coroutine what comes of it."""
        awaited = self._awaited
        try:
            while True:
                try:
                    found = yield awaited
                except BaseException as error:
                    awaited = self._coroutine.throw(error)
                else:
                    awaited = self._coroutine.send(found)
        except StopIteration:
            return

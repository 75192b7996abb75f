"""The object that describes a feature's additions to the server, and running all features."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from litestar.types import ControllerRouterHandler

from ..supervision import keep_doing
from ..workers.pool import Workers

_log = logging.getLogger(__name__)

CLOSING_SECONDS: Final = 10.0
"""How long a feature may take to close; the server ends without waiting longer."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature's routes, the services that handlers depend on, and its tasks while the server runs."""

    routes: Sequence[ControllerRouterHandler] = ()
    services: Mapping[str, object] = field(default_factory=dict)
    """By the names that handlers use for them; None says that this server does not have it."""
    start: Callable[[], Awaitable[None]] | None = None
    loops: Mapping[str, Callable[[], Coroutine[Any, Any, None]]] = field(default_factory=dict)
    """By their names in the log: started after `start`, restarted when they fail, cancelled before `close`."""
    close: Callable[[], Awaitable[None]] | None = None
    crews: Sequence[Workers] = ()
    """Its own processes, closed after `close`."""


@asynccontextmanager
async def running(features: Sequence[Feature]) -> AsyncIterator[None]:
    """Start features one after another, and stop them in reverse order. Raises what their ``start`` raises."""
    async with AsyncExitStack() as stack:
        for feature in features:
            for crew in feature.crews:
                stack.push_async_callback(crew.close)
            if feature.start is not None:
                await feature.start()
            if feature.close is not None:
                stack.push_async_callback(_in_time, feature.close)
            for name, work in feature.loops.items():
                stack.callback(keep_doing(name, work).cancel)
        yield


async def _in_time(close: Callable[[], Awaitable[None]]) -> None:
    try:
        async with asyncio.timeout(CLOSING_SECONDS):
            await close()
    except TimeoutError:
        waiting = ", ".join(sorted(task.get_name() for task in asyncio.all_tasks()))
        name = getattr(close, "__qualname__", close)
        _log.error("%s was not done after %g s: the server ends without it. Tasks: %s", name, CLOSING_SECONDS, waiting)

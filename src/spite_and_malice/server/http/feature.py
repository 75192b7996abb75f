"""What a feature brings to the server, in one object that it announces, and how all of them run."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from litestar.types import ControllerRouterHandler

from ..supervision import keep_doing
from ..workers.pool import Workers


@dataclass(frozen=True, slots=True)
class Feature:
    """Its routes, the services that handlers ask for, and what runs while the server does."""

    routes: Sequence[ControllerRouterHandler] = ()
    services: Mapping[str, object] = field(default_factory=dict)
    """By the names under which handlers ask for them; None says that this server does without one."""
    start: Callable[[], Awaitable[None]] | None = None
    loops: Mapping[str, Callable[[], Coroutine[Any, Any, None]]] = field(default_factory=dict)
    """By their names in the log: begun after `start`, begun again when they fail, cancelled before `close`."""
    close: Callable[[], Awaitable[None]] | None = None
    crews: Sequence[Workers] = ()
    """Processes of its own, closed after `close`."""


@asynccontextmanager
async def running(features: Sequence[Feature]) -> AsyncIterator[None]:
    """Start features one after another, and end them in the opposite order. Raises what their ``start`` raises."""
    async with AsyncExitStack() as stack:
        for feature in features:
            for crew in feature.crews:
                stack.push_async_callback(crew.close)
            if feature.start is not None:
                await feature.start()
            if feature.close is not None:
                stack.push_async_callback(feature.close)
            for name, work in feature.loops.items():
                stack.callback(keep_doing(name, work).cancel)
        yield

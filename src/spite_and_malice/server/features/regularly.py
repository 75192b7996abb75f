"""Doing something periodically for as long as the server runs, even if the store fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from ..store import StoreError

_log = logging.getLogger(__name__)


async def regularly(what: str, seconds: float, do: Callable[[], Awaitable[None]]) -> None:
    """Do something repeatedly with a pause before each time, until cancelled; a failing store causes a warning."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await do()
        except StoreError as error:
            _log.warning("%s wait: %s", what, error)

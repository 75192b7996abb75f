"""Carrying out in this process what operators have done by `spite admin`."""

from __future__ import annotations

from .http.blocks import Blocks
from .news import OperatorNews
from .store import Operation, Store
from .table.registry import Rooms


def follow_operators(store: Store, rooms: Rooms, blocks: Blocks) -> OperatorNews:
    """Return the news of operators, by which tables are read again, and those who are blocked are sent away."""

    async def hear(operation: Operation) -> None:
        await blocks.read()
        rooms.send_blocked(blocks.forbids)
        await rooms.renew(operation.changed)

    return OperatorNews(store, hear)

"""Carrying out in this process what operators have done by `spite admin`, and who was signed in or out."""

from __future__ import annotations

from .cluster import OperatorNews
from .http.blocks import Blocks
from .http.people import People
from .store import Operation, Store
from .tables.registry import Rooms


def follow_operators(store: Store, rooms: Rooms, blocks: Blocks, people: People) -> OperatorNews:
    """Return the news of operators, by which tables are read again, and those who are blocked are sent away.

    Pages whose device has become another person's are sent away too: they come back as that person.
    """

    async def hear(operation: Operation) -> None:
        people.forget()
        await blocks.read()
        rooms.send_blocked(blocks.forbids)
        await rooms.renew(operation.changed)
        if devices := rooms.devices():
            rooms.send_changed(await store.accounts.identities(devices))

    return OperatorNews(store, hear)

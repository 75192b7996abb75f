"""Who is served next where several wait: the more urgent first, and among equals everybody in turn."""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass
from enum import IntEnum
from typing import Generic, TypeVar

T = TypeVar("T")


class Urgency(IntEnum):
    """How urgent a question is, the most urgent first."""

    PEOPLE = 0
    """Somebody plays and waits."""
    WATCHED = 1
    """Computers play by themselves, and somebody looks on."""
    LEISURE = 2
    """A game that is over is looked at."""


@dataclass(frozen=True, slots=True)
class Asker:
    """For whom a question is asked: who asks for much waits no less than who asks for little, but not longer either."""

    owner: str = ""
    urgency: Urgency = Urgency.PEOPLE


class FairQueue(Generic[T]):
    """Things that wait. Of one urgency, each asker's first comes before anybody's second."""

    def __init__(self) -> None:
        self._waiting: dict[Urgency, OrderedDict[str, deque[T]]] = {urgency: OrderedDict() for urgency in Urgency}

    def __len__(self) -> int:
        """Return how many wait."""
        return sum(len(items) for askers in self._waiting.values() for items in askers.values())

    def put(self, asker: Asker, item: T) -> None:
        """Let something wait."""
        self._waiting[asker.urgency].setdefault(asker.owner, deque()).append(item)

    def pop(self) -> T | None:
        """Return what is next, None if nothing waits."""
        for askers in self._waiting.values():
            if askers:
                owner, items = askers.popitem(last=False)
                item = items.popleft()
                if items:
                    askers[owner] = items
                return item
        return None

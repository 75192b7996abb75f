"""The walk that every search of a turn takes: breadth first, each table once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

Node = TypeVar("Node")


def breadth_first(
    found: list[Node], following: Callable[[Node], Iterable[Node]], key: Callable[[Node], Hashable]
) -> Iterator[Node]:
    """Yield the nodes of `found`, which grows by those that follow, each before any that is further away.

    What follows a node is asked for when the next one is: a caller that stops has not looked beyond. Of nodes with
    equal keys only the first counts.
    """
    seen = set(map(key, found))
    for node in found:
        yield node
        for child in following(node):
            child_key = key(child)
            if child_key not in seen:
                seen.add(child_key)
                found.append(child)

"""Breadth-first traversal for all searches within a turn, visiting each table once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

Node = TypeVar("Node")


def breadth_first(
    found: list[Node], following: Callable[[Node], Iterable[Node]], key: Callable[[Node], Hashable]
) -> Iterator[Node]:
    """Yield the nodes of `found`, which is extended by their successors, in breadth-first order.

    The successors of a node are computed when the next one is requested, so a caller that stops has not looked further.
    Of nodes with equal keys only the first counts.
    """
    seen = set(map(key, found))
    for node in found:
        yield node
        for child in following(node):
            child_key = key(child)
            if child_key not in seen:
                seen.add(child_key)
                found.append(child)

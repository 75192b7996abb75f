"""The walk of every search: the nearest first, each once, and only as far as requested."""

from __future__ import annotations

from collections.abc import Iterator

from spite_and_malice.engine.search import breadth_first


def test_what_is_nearer_comes_first_and_each_comes_once() -> None:
    found = [1]
    visited = list(breadth_first(found, lambda node: [node * 2, node + 3] if node < 8 else [], key=lambda node: node))
    assert visited == found == [1, 2, 4, 5, 8, 7, 10, 14]


def test_of_nodes_with_equal_keys_the_first_is_taken() -> None:
    steps = {"a": ["b1", "c"], "b1": [], "c": ["b2", "d"], "d": []}
    assert list(breadth_first(["a"], steps.__getitem__, key=lambda node: node[0])) == ["a", "b1", "c", "d"]


def test_nothing_is_looked_at_beyond_where_a_search_stops() -> None:
    asked = []

    def following(node: int) -> Iterator[int]:
        asked.append(node)
        yield from (node + 1, node + 10)

    for node in breadth_first([0], following, key=lambda node: node):
        if node == 10:
            break
    assert asked == [0, 1]

"""What each search finds, and among how many positions: a search that looks at others is worse, or meant to be."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from spite_and_malice.patience import building, deal_number, preset_rules, solve
from spite_and_malice.patience.core import Beam, Board, Search, Staged
from tests.patience.strategies import played

SEARCHED = [line.split() for line in Path(__file__).with_name("searched.txt").read_text(encoding="utf-8").splitlines()]
"""Of each search: the preset, the deal, how many random moves were made, the most positions to keep; then its verdict,
the positions that it found, and the moves of the win. Write a new line where a search is meant to find another way."""

DEAR: Final = 5000
"""Searches that find more positions are nightly: a tenth of all, with nine tenths of the positions."""


def cases() -> list[Any]:
    """Return each search, by its deal; a change of patience calls for the dear ones."""
    dear = pytest.mark.nightly("src/spite_and_malice/patience/")
    return [
        pytest.param(*start, found, id=" ".join(start), marks=[dear] if int(found[1]) > DEAR else [])
        for start, found in ((each[:4], each[4:]) for each in SEARCHED)
    ]


@pytest.mark.parametrize(("preset", "deal", "moves", "most", "found"), cases())
def test_a_search_finds_the_same_among_as_many_positions(
    preset: str, deal: str, moves: str, most: str, found: list[str]
) -> None:
    rules, number = preset_rules(preset), int(deal)
    start = played(rules, number, int(moves), number) if moves != "0" else deal_number(rules, number)
    solution = solve(start, seconds=None, positions=int(most))
    assert [solution.verdict, str(solution.positions), str(len(solution.moves))] == found


STARTS = {
    "build": ("double-klondike 0", "penguin 1", "canfield 0", "carpet 1"),
    "refill": ("canfield 0", "storehouse 2"),
    "thieves": ("forty-thieves 1", "rank-and-file 1"),
    "runs": ("wasp 0", "simple-simon 1", "spiderette 1", "spider-1 1"),
    "spider": ("spider-1 1", "spider-4 1"),
    "dealt": ("spiderette 1", "will-o-the-wisp 1"),
}


def after_expanding(search: Search | Beam | Staged) -> int:
    """Return how many positions a search has found when it has expanded 300."""
    search.run(300)
    return search.positions


def board(start: str) -> Board:
    """Return a deal as searches play it."""
    preset, deal = start.split()
    return building.board_of(deal_number(preset_rules(preset), int(deal)))


FIRST = {
    "build": [
        (1920, 570, 303, 396), (1648, 726, 237, 367), (1684, 383, 214, 367), (2321, 629, 379, 411),
        (2274, 886, 404, 714),
    ],
    "runs": [
        (929, 1962, 1106, 1081), (389, 645, 490, 2064), (827, 3694, 662, 1175), (640, 1980, 1219, 1688),
    ],
}  # fmt: skip
WIDE = {
    "build": [(6899, 1084, 211, 3208), (6886, 1368, 349, 3314)],
    "refill": [(501, 764), (526, 724)],
    "thieves": [(367, 942), (367, 1140)],
    "runs": [(718, 2250, 796, 1381), (742, 1616, 711, 1437)],
    "spider": [(1381, 1693), (1437, 1263)],
    "dealt": [(812, 1027), (1200, 1006), (1542, 1359), (914, 1276), (973, 893), (733, 867)],
}


@pytest.mark.parametrize("aim", FIRST)
def test_each_order_of_a_search_looks_at_other_positions_first(aim: str) -> None:
    found = [
        tuple(after_expanding(Search(board(start), 20_000, list(weights))) for start in STARTS[aim])
        for weights in building._ORDERS[aim]
    ]
    assert found == FIRST[aim]


@pytest.mark.parametrize("kind", WIDE)
def test_each_search_of_a_limited_width_keeps_other_positions(kind: str) -> None:
    found = []
    for in_stages, width, weights in building._WIDE[kind]:
        form = Staged if in_stages else Beam
        found.append(tuple(after_expanding(form(board(start), width // 10, list(weights))) for start in STARTS[kind]))
    assert found == WIDE[kind]

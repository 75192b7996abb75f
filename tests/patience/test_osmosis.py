"""The search of Osmosis and Peek: its wins win, and its verdicts match an exhaustive search."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from spite_and_malice.patience import Move, Position, deal_number, osmosis, preset_rules, solve
from tests.examples import some, times

GAMES = [("osmosis", {}), ("osmosis", {"draw": 1}), ("peek", {}), ("peek", {"reserve": [3, 2, 5]})]


@pytest.mark.parametrize(("preset", "changed"), some(GAMES, "src/spite_and_malice/patience/", of=2))
def test_verdicts_are_those_of_a_search_that_leaves_out_nothing(preset: str, changed: dict[str, object]) -> None:
    rules = preset_rules(preset, changed)
    assert osmosis.is_searched(rules)
    chance = Random(preset)
    found = Counter[str | None]()
    for number in range(times(30)):
        position = deal_number(rules, number)
        moves = solve(position, None, 5000).moves
        for move in moves[: -chance.randrange(10, 40)]:
            position.play(move)
        for _move in range(0 if moves else 250):
            if not position.legal_moves:
                break
            home = [move for move in position.legal_moves if move.target.startswith("F")]
            position.play(chance.choice(home or position.legal_moves))
        wanted = verdict(position, 400)
        solution = solve(position, None, 5000)
        assert solution.verdict == "unknown" or wanted in (None, solution.verdict), position.to_json()
        assert wins(position, solution.moves) == (solution.verdict == "won")
        found[wanted] += 1
    assert min(found["won"], found["lost"]) > 0, found


def verdict(position: Position, most: int) -> str | None:
    """Search everything that can be reached, whatever the number of the pass; None if it is more than `most`."""
    seen: set[str] = set()
    todo = [position]
    while todo:
        here = todo.pop()
        if here.is_won:
            return "won"
        lies = json.dumps([value for name, value in here.to_json().items() if name not in ("pass", "result")])
        if lies not in seen:
            if len(seen) == most:
                return None
            seen.add(lies)
            for move in here.legal_moves:
                after = here.clone()
                after.play(move)
                todo.append(after)
    return "lost"


def wins(position: Position, moves: tuple[Move, ...]) -> bool:
    trial = position.clone()
    for move in moves:
        trial.play(move)
    return trial.is_won


@pytest.mark.parametrize("preset", ["osmosis", "peek"])
def test_most_deals_are_decided_at_once(preset: str) -> None:
    found = Counter(solve(deal_number(preset_rules(preset), number), None, 500).verdict for number in range(40))
    assert found["won"] > 3
    assert found["unknown"] < 12


def test_other_rules_are_left_to_another_search() -> None:
    assert not osmosis.is_searched(preset_rules("osmosis", {"passes": 3}))
    assert not osmosis.is_searched(preset_rules("klondike-3"))

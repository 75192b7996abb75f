"""The solver: every win is played by the engine, every loss compared with searches that leave out nothing."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from spite_and_malice.patience import PRESETS, Position, Rules, Solution, deal_number, preset_rules, solve
from spite_and_malice.patience.core import Solver, codes
from tests.examples import some, times
from tests.patience.exhaustive import verdict
from tests.patience.strategies import played, some_rules

VERDICTS = {codes.FOUND: "won", codes.LOST: "lost"}


def wins(position: Position, solution: Solution) -> bool:
    trial = position.clone()
    for move in solution.moves:
        trial.play(move)
    return trial.is_won


@pytest.mark.parametrize("preset", ["klondike-1", "klondike-3"])
def test_every_win_is_one(preset: str) -> None:
    found = Counter[str]()
    for deal in range(25):
        position = deal_number(preset_rules(preset), deal)
        before = position.to_json()
        solution = solve(position, seconds=None, positions=100_000)
        assert position.to_json() == before
        assert wins(position, solution) == (solution.verdict == "won")
        found[solution.verdict] += 1
    assert found["won"] > 15


def test_wins_and_losses_are_those_of_a_search_that_leaves_out_nothing() -> None:
    chance = Random(5)
    found = Counter[str]()
    for _ in range(150):
        position = played(
            some_rules(chance, "king"), chance.randrange(2**50), chance.choice((60, 120, 250)), chance.randrange(99)
        )
        true = verdict(position, 2000)
        solution = solve(position, seconds=None, positions=1 << 17)
        assert solution.verdict == "unknown" or true in (None, solution.verdict), position.to_json()
        assert wins(position, solution) == (solution.verdict == "won")
        found[str(true)] += 1
    assert found["won"] > 10
    assert found["lost"] > 30


def test_wins_and_losses_are_those_of_the_plain_search() -> None:
    chance = Random(11)
    found = Counter[str]()
    for _ in range(60):
        position = played(
            some_rules(chance, "king"), chance.randrange(2**50), chance.choice((30, 60, 120)), chance.randrange(99)
        )
        plain = Solver(position.layout, 1 << 18, [6, 2, 2], True)
        plain.run(1 << 30)
        solution = solve(position, seconds=None)
        if plain.status in VERDICTS:
            assert solution.verdict == VERDICTS[plain.status], position.to_json()
            found[solution.verdict] += plain.positions > 500
    assert found["lost"] > 3


def test_no_position_on_a_way_to_win_is_called_lost() -> None:
    chance = Random(17)
    looked_at = 0
    for deal in range(60):
        position = deal_number(some_rules(chance, "king"), deal)
        for move in solve(position, seconds=None, positions=50_000).moves:
            # The first position of a search is checked thoroughly for cards that wait for each other.
            assert Solver(position.layout, 8192, [6, 2, 2]).run(1) != codes.LOST, position.to_json()
            looked_at += 1
            position.play(move)
    assert looked_at > 3000


def test_remainders_that_a_plain_search_wins_are_not_called_lost() -> None:
    chance = Random(23)
    found = Counter[int]()
    for _ in range(times(600)):
        position = played(
            some_rules(chance, "king"), chance.randrange(2**50), chance.choice((60, 120, 250)), chance.randrange(99)
        )
        plain = Solver(position.layout, 1 << 13, [6, 2, 2], True)
        plain.run(1 << 30)
        status = Solver(position.layout, 8192, [6, 2, 2]).run(1)
        assert plain.status != codes.FOUND or status != codes.LOST, position.to_json()
        found[plain.status] += 1
    assert found[codes.FOUND] > 5
    assert found[codes.LOST] > 25


def test_cards_that_wait_for_one_another_in_a_circle_are_seen_at_once() -> None:
    rules = preset_rules("klondike-3")
    lost = [
        deal for deal in range(100) if Solver(deal_number(rules, deal).layout, 8192, [6, 2, 2]).run(1) == codes.LOST
    ]
    assert len(lost) > 5


def test_any_card_on_empty_piles() -> None:
    chance = Random(3)
    found = Counter[str]()
    for _ in range(times(40)):
        rules = some_rules(chance, "any")
        position = played(rules, chance.randrange(2**50), chance.choice((120, 250)), chance.randrange(99))
        solution = solve(position, seconds=None, positions=1 << 17)
        assert wins(position, solution) == (solution.verdict == "won")
        true = verdict(position, 2000)
        assert solution.verdict == "unknown" or true in (None, solution.verdict), position.to_json()
        found[str(true)] += 1
    assert found["lost"] > 1


def test_a_game_that_is_over() -> None:
    rules = Rules()
    data = deal_number(rules, 1).to_json()
    data.update(
        stock=[],
        foundations=dict.fromkeys("shdc", 13),
        tableau=[{"down": [], "up": []} for _ in range(7)],
        result="won",
    )
    assert solve(Position.from_json(data)) == Solution("won", (), 1)


def test_limits_are_kept_and_shorter_ways_looked_for() -> None:
    position = deal_number(Rules(draw=3), 12)
    assert solve(position, seconds=None, positions=20_000).verdict == "unknown"
    ticks = iter(range(100))
    assert solve(position, seconds=1, clock=lambda: next(ticks)).verdict == "unknown"
    position = deal_number(Rules(), 0)
    first = solve(position)
    best = solve(position, shorten=5)
    assert wins(position, best)
    assert len(best.moves) <= len(first.moves)


@pytest.mark.parametrize(
    "preset",
    some([preset.id for preset in PRESETS.values() if not preset.undecided], "src/spite_and_malice/patience/", of=3),
)
def test_the_search_decides_deals_of_every_game_that_promises_winnable_ones(preset: str) -> None:
    rules = preset_rules(preset)
    verdicts = (solve(deal_number(rules, number), None, 1 << 18).verdict for number in range(6))
    assert any(verdict != "unknown" for verdict in verdicts)

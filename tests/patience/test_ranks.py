"""Games in which suits do not matter: their search's verdicts are those of a plain one, and its wins win."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from spite_and_malice.patience import Position, deal_number, preset_rules, ranks, solve
from tests.examples import some, times
from tests.patience.test_engine_search import plain_verdict

CHANGES: tuple[dict[str, object], ...] = (
    {},
    {"reserve": [1, 1, 1, 1, 1], "piles": [4, 4, 4, 4, 4, 4]},
    {"reserve": [], "piles": [4] * 13, "stock": "waste"},
)
"""Bristol, with other piles, and without a stock."""


def won_by(position: Position) -> bool:
    end = position.clone()
    for move in solve(position, None, 50_000).moves:
        end.play(move)
    return end.is_won


@pytest.mark.parametrize("changes", some(CHANGES, "src/spite_and_malice/patience/", of=3))
def test_a_game_of_ranks_is_won_and_lost_as_trying_every_move_says(changes: dict[str, object]) -> None:
    rules = preset_rules("bristol", changes)
    assert ranks.is_searched(rules)
    chance = Random(len(changes))
    found = Counter[str | None]()
    for number in range(30):
        position = deal_number(rules, number)
        solution = solve(position, None, 10_000).moves
        for move in solution[: -chance.randrange(8, 30)]:
            position.play(move)
        for _move in range(chance.randrange(2, 12)):
            if position.is_over:
                break
            position.play(chance.choice(position.legal_moves))
        wanted = plain_verdict(position, 1200)
        if wanted is not None:
            # Finding a win may take longer than in a plain search that happened upon it.
            allowed = ("lost",) if wanted == "lost" else ("won", "unknown")
            assert solve(position, None, 30_000).verdict in allowed, position.to_json()
        found[wanted] += 1
    assert min(found["won"], found["lost"]) > 0


def test_nearly_every_deal_of_bristol_is_won() -> None:
    assert sum(won_by(deal_number(preset_rules("bristol"), number)) for number in range(times(20))) == times(20)


def test_other_games_are_left_to_other_searches() -> None:
    for preset in ("bakers-dozen", "grandfathers-clock", "sir-tommy", "la-belle-lucie"):
        assert not ranks.is_searched(preset_rules(preset))
    for changes in ({"build": "suit"}, {"empty": "any"}, {"groups": "run"}):
        assert not ranks.is_searched(preset_rules("bristol", changes))


def test_a_search_that_may_keep_few_positions_says_so() -> None:
    assert solve(deal_number(preset_rules("bristol"), 1), None, 20).verdict == "unknown"

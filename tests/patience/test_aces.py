"""Aces Up: the verdicts of its search are those of a plain one, its wins win, and most deals are decided."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from spite_and_malice.patience import Position, aces, deal_number, preset_rules, solve
from tests.examples import some, times
from tests.patience.test_engine_search import plain_verdict

RULES = preset_rules("aces-up")
SEARCH = ("src/spite_and_malice/patience/aces.py", "src/spite_and_malice/patience/core/")


def late(number: int, stock: int) -> Position:
    """Return a position with so few cards to come of a game played at random, often with a card kept that could go.

    Where the deal is won soon it is the way to win that is played so far, and a few moves at random.
    """
    chance, position = Random(number), deal_number(RULES, number)
    for move in solve(position, None, 5000).moves:
        if position.view().stock <= stock:
            for _move in range(chance.randrange(3)):
                if legal := position.legal_moves:
                    position.play(chance.choice(legal))
            return position
        position.play(move)
    while position.view().stock > stock:
        legal = position.legal_moves
        away = [move for move in legal if move.target == "X"]
        others = [move for move in legal if move.target != "X"]
        position.play(chance.choice(away if away and chance.random() < 0.7 else others or legal))
    return position


@pytest.mark.parametrize(("stock", "most"), some([(4, 1500), (0, 800), (8, 4000), (12, 4000)], *SEARCH, of=2))
def test_aces_up_is_won_and_lost_as_trying_every_move_says(stock: int, most: int) -> None:
    found = Counter[str | None]()
    for number in range(times(60 if stock < 12 else 40)):
        position = late(number, stock)
        wanted = plain_verdict(position, most)
        found[wanted] += 1
        if wanted is None:
            continue
        solution = solve(position, seconds=None)
        assert solution.verdict == wanted, position.to_json()
        for move in solution.moves:
            position.play(move)
        assert position.is_won == (wanted == "won")
    assert min(found["won"], found["lost"]) > 0


@pytest.mark.nightly(*SEARCH)
def test_most_deals_of_aces_up_are_decided() -> None:
    found = Counter[str]()
    for number in range(100, 120):
        position = deal_number(RULES, number)
        solution = solve(position, None, 150_000)
        for move in solution.moves:
            position.play(move)
        assert position.is_won == (solution.verdict == "won")
        found[solution.verdict] += 1
    assert min(found["won"], found["lost"]) >= 4
    assert found["unknown"] <= 8


def test_a_card_that_could_go_is_kept_where_nothing_else_wins() -> None:
    position = deal_number(RULES, 65)
    for move in solve(position, None, 20_000).moves[:60]:
        position.play(move)
    assert not wins_at_once(position)
    assert solve(position, seconds=None).verdict == "won"


def wins_at_once(position: Position) -> bool:
    """Whether a way wins in which each card goes as soon as it can."""
    seen, todo = {position.layout.key()}, [position]
    while todo:
        here = todo.pop()
        if here.is_won:
            return True
        legal = here.legal_moves
        for move in [move for move in legal if move.target == "X"] or legal:
            after = here.clone()
            after.play(move)
            if after.layout.key() not in seen:
                seen.add(after.layout.key())
                todo.append(after)
    return False


def test_a_search_that_may_keep_few_positions_says_so() -> None:
    assert solve(deal_number(RULES, 0), None, 20).verdict == "unknown"


def test_other_piles_are_left_to_the_search_with_the_engine() -> None:
    rules = preset_rules("aces-up", {"piles": [1, 1, 1, 1, 1]})
    assert not aces.is_searched(rules)
    assert solve(deal_number(rules, 1), None, 2000).positions > 0

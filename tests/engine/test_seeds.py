"""Random streams that follow from seeds: all are different, and each is uniform."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from math import sqrt

import pytest

from spite_and_malice.analysis.puzzles.making import Games, fresh_views
from spite_and_malice.analysis.simulate import simulate
from spite_and_malice.engine import playouts
from spite_and_malice.engine.core import Core, codes, core_rules, dealt_by_seed, seed_of_game
from spite_and_malice.engine.position import deal_by_seed
from spite_and_malice.rules import preset_rules

SEEDS, GAMES = 100, 1000
RULES = preset_rules("standard")


def cards_of(core: Core) -> bytes:
    """Where every card lies."""
    return bytes([*core.hand(0), *core.hand(1), *core.payoff(0, 0), *core.payoff(1, 0), *core.stock()])


def test_of_100_seeds_with_1000_games_each_no_two_deals_are_alike() -> None:
    rules = core_rules(RULES)
    deals = {cards_of(dealt_by_seed(rules, 0, seed_of_game(s, k))) for s in range(SEEDS) for k in range(GAMES)}
    assert len(deals) == SEEDS * GAMES


def test_no_seed_of_a_game_follows_from_two_seeds_or_numbers() -> None:
    numbers = [*range(GAMES), codes.NEXT_GAME, codes.NEXT_BATCH]
    derived = {seed_of_game(s, k) for s in [*range(SEEDS), 2**63, 2**64 - 1] for k in numbers}
    assert len(derived) == (SEEDS + 2) * len(numbers)


def z_score(found: float, mean: float, variance: float) -> float:
    return abs(found - mean) / sqrt(variance)


@pytest.mark.parametrize(
    "seed_at", [lambda i: seed_of_game(i, 7), lambda i: seed_of_game(7, i)], ids=["seeds", "games"]
)
def test_every_bit_of_derived_seeds_is_even_and_independent_of_the_next(seed_at: Callable[[int], int]) -> None:
    count = 20_000
    words = [seed_at(i) for i in range(count)]
    ones = [sum(word >> bit & 1 for word in words) for bit in range(64)]
    assert all(z_score(each, count / 2, count / 4) < 5 for each in ones)
    changed = [one ^ other for one, other in pairwise(words)]
    flips = [sum(word >> bit & 1 for word in changed) for bit in range(64)]
    assert all(z_score(each, count / 2, count / 4) < 5 for each in flips)


@pytest.mark.parametrize("of_seed", [True, False], ids=["game 0 of seeds", "games of a seed"])
def test_every_card_is_as_often_first_as_any_other_in_deals_that_are_close(of_seed: bool) -> None:
    rules, count = core_rules(RULES), 20_800
    first: Counter[int] = Counter()
    pairs: Counter[bool] = Counter()
    before = 0
    for i in range(count):
        card = dealt_by_seed(rules, 0, seed_of_game(i, 0) if of_seed else seed_of_game(1, i)).hand(0)[0]
        first[card] += 1
        pairs[card == before] += 1
        before = card
    cells = len(first)
    assert cells == 52
    expected = count / cells
    chi_square = sum((found - expected) ** 2 / expected for found in first.values())
    assert z_score(chi_square, cells - 1, 2 * (cells - 1)) < 5
    assert z_score(pairs[True], count / cells, count / cells) < 5


def test_seeds_that_follow_each_other_deal_cards_that_have_nothing_in_common() -> None:
    """A core is also seeded with 0, 1, 2 …: neighbours have as many cards in the same place as any two deals."""
    rules, count = core_rules(RULES), 4000
    deals = [cards_of(dealt_by_seed(rules, 0, seed)) for seed in range(count)]
    same = sum(sum(map(int.__eq__, one, other)) for one, other in pairwise(deals))
    expected = count * len(deals[0]) / 52
    assert z_score(same, expected, expected) < 5


def test_seeds_give_other_figures() -> None:
    figures = [simulate(RULES, 20, "eager", seed) for seed in (1, 2, 3)]
    assert len({(each.moves, each.turns) for each in figures}) == 3
    start = deal_by_seed(RULES, 0, 1)
    played = [playouts(start, 1, seed) for seed in range(40)]
    assert playouts(start, 40, 0).moves != sum(each.moves for each in played)


def test_the_means_of_seeds_vary_as_much_as_independent_ones() -> None:
    """As long as seeds shared their games, the means of 64 games of seeds 0 to 63 were all the same."""
    games = 64
    means = [simulate(RULES, games, "eager", seed).moves / games for seed in range(40)]
    single = [simulate(RULES, 1, "eager", 1000 + seed).moves for seed in range(400)]
    middle, each = sum(means) / len(means), sum(single) / len(single)
    of_means = sum((mean - middle) ** 2 for mean in means) / (len(means) - 1)
    of_games = sum((moves - each) ** 2 for moves in single) / (len(single) - 1)
    assert 0.4 < of_means * games / of_games < 2.5


def test_puzzles_of_two_seeds_come_from_games_of_their_own() -> None:
    games = [
        {fresh.game for fresh in fresh_views(Games(preset, seed, 0, 1))}
        for preset in ("standard", "skip-bo")
        for seed in (1, 2, 3, 4)
    ]
    assert len(set().union(*games)) == sum(map(len, games)) == 8

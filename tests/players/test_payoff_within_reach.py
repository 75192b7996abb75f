"""Levels from club on rarely leave a pay-off card that they are certain to reach."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from spite_and_malice.analysis.reach import PAYOFF, reach
from spite_and_malice.engine import UNSHUFFLED, Position
from spite_and_malice.engine.core import plays_payoff
from spite_and_malice.engine.moves import encode_text
from spite_and_malice.engine.position import deal_by_seed
from spite_and_malice.play import SeededChance
from spite_and_malice.players import PLAYERS
from spite_and_malice.players.monte_carlo import Effort, MonteCarlo, compare, surely_ahead
from spite_and_malice.rules import preset_rules
from tests.examples import some

PRESETS = ["standard", "four-stacks", "skip-bo", "goal-26", "forced-low", "boxed", "jokers", "covered-wilds"]
WHAT_PLAYS = ("src/spite_and_malice/players/", "src/spite_and_malice/engine/")
TURNS = 25
"""Of each preset."""
EFFORT = Effort(rounds=((1.0, 30), (1 / 2, 60), (1 / 4, 120), (1 / 8, 400)))


@cache
def turns_with_a_way(preset: str) -> tuple[Position, ...]:
    """Beginnings of turns from which the pay-off card can be played without a card being revealed."""
    return tuple(islice(_turns_with_a_way(preset), TURNS))


def _turns_with_a_way(preset: str) -> Iterator[Position]:
    rules = preset_rules(preset, 2)
    for seed in range(100):
        position = deal_by_seed(rules, seed % 2, seed)
        chance, player = SeededChance(seed), PLAYERS["club"].make(seed)
        for _ in range(150):
            if position.is_over:
                break
            view = position.view(position.turn)
            if not position.core.moved:
                found = reach(view, most_tables=3000)
                # A card that can be played directly does not test finding a way.
                is_way = found.goal == PAYOFF and found.is_exact and len(found.moves) > 1
                if is_way and sum(text.startswith("H") for text in found.moves) < len(view.hand(view.turn)):
                    yield position.clone()
            position.play(player.choose(view, [], 1.0), chance)


def leaves_it(level: str, start: Position) -> bool:
    """Whether a level plays no pay-off card before a card is revealed."""
    position, player = start.clone(), PLAYERS[level].make(1)
    while True:
        move = player.choose(position.view(start.turn), [], 0.1)
        if move.plays_payoff:
            return False
        effects = position.play(move, UNSHUFFLED)
        if effects.drew or effects.turned_up or effects.ended_turn or position.is_over:
            return True


@pytest.mark.parametrize(("level", "most"), some([("club", 16), ("expert", 4)], *WHAT_PLAYS, of=2))
def test_a_payoff_card_within_reach_is_rarely_left(level: str, most: int) -> None:
    starts = [start for preset in PRESETS for start in turns_with_a_way(preset)]
    assert len(starts) == TURNS * len(PRESETS)
    assert sum(leaves_it(level, start) for start in starts) <= most


def test_a_search_leaves_it_only_for_what_other_worlds_confirm() -> None:
    """In worlds that the search has not seen, the way to the card is hardly ever surely better."""
    mistaken = 0
    for start in (start for preset in PRESETS for start in turns_with_a_way(preset)[:4]):
        view = start.view(start.turn)
        way = [encode_text(text, view.rules.payoff_piles) for text in reach(view).moves]
        line = MonteCarlo(1, EFFORT).line(view, [], 60.0)
        if not any(map(plays_payoff, line)) and (values := compare(view, [], [way, line], 400, seed=77)):
            mistaken += surely_ahead(*values)

    assert mistaken <= 3

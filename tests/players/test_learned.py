"""The trained player: its network's input and output, and how it plays."""

from __future__ import annotations

import pytest

from spite_and_malice.engine import Position, deal_by_seed
from spite_and_malice.engine.core import Policy, codes
from spite_and_malice.players import PLAYERS
from spite_and_malice.players.learned.features import Features
from spite_and_malice.players.learned.learner import best_line
from spite_and_malice.players.learned.network import LEARNED, ONE, SCALE, Network, network_for
from spite_and_malice.players.lines import to_its_end
from spite_and_malice.players.weights import tuned_for
from spite_and_malice.rules import PRESETS, preset_rules


@pytest.mark.parametrize("preset", PRESETS)
def test_a_table_has_the_same_number_of_features_under_all_rules(preset: str) -> None:
    rules = preset_rules(preset)
    core = deal_by_seed(rules, 0, 1).core
    for _ in range(4):
        assert len(Features(rules, core.turn).of(core)) == Features.size
        Policy(core, list(tuned_for(rules))).play_out(core, 3, 400)


def test_features_see_no_card_that_the_seat_does_not() -> None:
    rules = preset_rules("standard")
    position = deal_by_seed(rules, 0, 5)
    for _ in range(20):
        for seat in range(2):
            known = Position.from_view(position.view(seat)).core
            assert Features(rules, seat).of(known) == Features(rules, seat).of(position.core)
        Policy(position.core, list(tuned_for(rules))).play_out(position.core, 1, 400)


def test_a_network_adds_up_what_its_units_let_through() -> None:
    network = Network(inputs=((2, -5), (1, 1)), bias=(0, 3), outputs=(10, 100))
    assert network.values([(1, 0), (0, 1), (3, 1), (1, 0)]) == [20, 10 + 400, 70, 20]
    with pytest.raises(ValueError, match="2 numbers"):
        network.values([(1, 0, 0)])
    with pytest.raises(ValueError, match="one table"):
        network.values([])


@pytest.mark.parametrize("preset", LEARNED)
def test_each_network_is_there_for_its_preset_and_fits(preset: str) -> None:
    network = network_for(preset_rules(preset, 2))
    assert len(network.inputs) == Features.size
    assert network is not network_for(preset_rules(next(other for other in LEARNED if other != preset), 2))
    assert 0 < network.doubt < ONE


def test_the_network_turns_a_turn_only_where_it_is_sure() -> None:
    rules = preset_rules("standard")
    core = deal_by_seed(rules, 0, 3).core
    own = to_its_end(core, [], Policy(core, list(tuned_for(rules))))
    nothing = Network(inputs=((0,),) * Features.size, bias=(0,), outputs=(0,))
    assert best_line(rules, core, nothing) == own
    # A network that only values cards in the hand ends its turn with a discard at once.
    cards_held = 4
    keeps = [(SCALE if i == cards_held else 0,) for i in range(Features.size)]
    kept = best_line(rules, core, Network(inputs=tuple(keeps), bias=(0,), outputs=(SCALE,)))
    assert len(kept) <= len(own)


def test_it_plays_whole_games_and_wins_most_against_the_careless() -> None:
    won = 0
    for seed in range(6):
        position = deal_by_seed(preset_rules("standard", 2, {"payoff": 5}), 0, seed)
        players = [PLAYERS["learned"].make(seed), PLAYERS["beginner"].make(seed)]
        for _ in range(2000):
            if position.core.stage == codes.OVER:
                break
            view = position.view(position.turn)
            position.play(players[position.turn].choose(view, [], 1.0), None)
        won += position.outcome is not None and position.outcome.winners == (0,)
    assert won >= 4

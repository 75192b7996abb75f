"""Searching a whole turn: every table that can be reached, once each, by legal moves, and the best of them."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

import pytest

from spite_and_malice.engine import Position, deal
from spite_and_malice.engine.core import (
    Core,
    Policy,
    apply,
    codes,
    is_legal,
    kind_of,
    legal_moves,
    plays_own_payoff,
    rank_of,
    reveals,
)
from spite_and_malice.engine.moves import decode
from spite_and_malice.play import SeededChance
from spite_and_malice.players.weights import CARD_BY_CARD, TUNED
from spite_and_malice.rules import PRESETS, Rules, preset_rules
from tests.engine.build import lay
from tests.strategies import house_rules

WEIGHTS = list(TUNED)
FAR = {1: {"payoff": ["7d Qd"]}}
"""An opponent whose pay-off card is out of reach."""


def line_of(position: Position, weights: tuple[int, ...] = TUNED) -> str:
    """Return the plays that a policy makes until a card is revealed or it discards."""
    core = Position.from_view(position.view(position.turn)).core
    policy = Policy(core, list(weights))
    texts: list[str] = []
    effects = 0
    while not reveals(effects):
        move = policy.choose(core)
        if kind_of(move) != codes.TO_CENTRE:
            break
        texts.append(str(decode(move, position.rules.payoff_piles)))
        effects = apply(core, move)
    return " ".join(texts)


def lines_checked(rules: Rules, seed: int, moves: int) -> int:
    """Play on, check that all lines are legal to their ends, and return how many they were."""
    core = deal(rules, 0, SeededChance(seed)).core
    core.use_seed(seed)
    policy = Policy(core, WEIGHTS)
    checked = 0
    for _ in range(moves):
        move = policy.choose(core)
        if move < 0:
            break
        assert is_legal(core, move)
        for line, ends in policy.best_lines(core, codes.KEPT):
            child = core.clone()
            for each in line:
                assert is_legal(child, each)
                apply(child, each)
            assert not ends or is_legal(child, policy.end_of_turn(child))
            checked += 1
        apply(core, move)
    return checked


@pytest.mark.parametrize("preset", PRESETS)
def test_the_lines_of_every_preset_are_legal_to_their_ends(preset: str) -> None:
    rules = preset_rules(preset)
    card_by_card = rules.wild_covered or rules.loading or rules.side_order != "any" or rules.side_filled
    assert (lines_checked(rules, 5, 80) == 0) == (card_by_card or rules.partners)


def test_the_lines_of_house_rules_are_legal_to_their_ends() -> None:
    rng = Random("lines")
    assert sum(lines_checked(house_rules(rng), rng.randrange(1 << 30), 40) for _ in range(120)) > 500


def table(core: Core, seat: int, sides: int) -> Hashable:
    """Return a key that distinguishes the tables of one turn: suits and the order of centre stacks do not matter."""
    return (
        tuple(sorted(rank_of(card) for card in core.hand(seat))),
        tuple(sorted(core.height(place) for place in range(core.places) if core.height(place))),
        tuple(len(core.side(seat, stack)) for stack in range(sides)),
    )


def tables_reached(core: Core, sides: int) -> set[Hashable]:
    """Return every table that chains of centre plays lead to before a card is revealed."""
    found: set[Hashable] = set()
    left = [core]
    while left:
        position = left.pop()
        key = table(position, core.turn, sides)
        if key in found:
            continue
        found.add(key)
        for move in legal_moves(position):
            child = position.clone()
            if kind_of(move) == codes.TO_CENTRE and not reveals(apply(child, move)):
                left.append(child)
    return found


@pytest.mark.parametrize("preset", ["standard", "unlimited", "flinch"])
def test_without_wild_cards_every_table_is_reached_and_none_twice(preset: str) -> None:
    wilds = {} if preset == "flinch" else {"wilds": [], "build_to": 13, "deck": {"packs": 2, "jokers": 0}}
    rules = preset_rules(preset, None, {**wilds, "forced": [], "forced_from": []})
    compared = 0
    for seed in range(60):
        core = deal(rules, 0, SeededChance(seed)).core
        core.use_seed(seed)
        policy = Policy(core, WEIGHTS)
        policy.play_out(core, 4 + seed, 1000)
        lines = policy.best_lines(core, codes.KEPT) if core.stage == codes.PLAY else []
        if len(lines) == codes.KEPT or any(plays_own_payoff(line[-1]) for line, _ in lines if line):
            continue  # Not all of them were kept, or only those to the pay-off card were searched.
        ends = []
        for line, ending in lines:
            if ending:
                child = core.clone()
                for move in line:
                    apply(child, move)
                ends.append(table(child, core.turn, rules.side))
        assert len(ends) == len(set(ends))
        assert not lines or set(ends) == tables_reached(core, rules.side)
        compared += len(ends)
    assert compared > 100


def test_it_finds_a_way_to_the_payoff_card_that_needs_two_stacks() -> None:
    # The three lies under the five, which goes to the other stack.
    position = lay("2d 9d", payoff=["7d 4h"], side=["3d 5d"], centre=["As", "As 2s 3s 4s"])
    assert line_of(position) in ("H2d-C1 S1-C2 S1-C1 P-C1", "S1-C2 H2d-C1 S1-C1 P-C1")


def test_it_empties_the_hand_over_several_stacks() -> None:
    position = lay("2d 2h 5d 6d 3c", payoff=["7d Qh"], centre=["As", "Ah", "As 2s 3s 4s"], others=FAR)
    assert len(line_of(position).split()) == 5


def test_it_has_each_of_two_equal_cards_once() -> None:
    position = lay("5d 5h", payoff=["7d Qh"], centre=["As 2s 3s 4s", "As 2s 3s 4s"])
    assert sorted(line_of(position).split()) in (["H5d-C1", "H5h-C2"], ["H5d-C2", "H5h-C1"])


def test_who_cannot_discard_goes_on() -> None:
    # Aces may not be discarded, and one can be played.
    position = lay("As", preset="goal-26", payoff=["7d 9h"], centre=["As 2s", "", "", ""])
    assert line_of(position).startswith("HAs-C")


def test_it_beats_the_policy_that_chooses_card_by_card() -> None:
    won = lost = 0
    for seed in range(100):
        core = deal(preset_rules("standard"), seed // 2 % 2, SeededChance(seed // 2)).core
        core.use_seed(seed // 2)
        policy = Policy(core, list(CARD_BY_CARD))
        policy.use_weights(seed % 2, WEIGHTS)
        policy.play_out(core, 2000, 6000)
        won += seed % 2 in core.winners()
        lost += 1 - seed % 2 in core.winners()
    assert won > lost

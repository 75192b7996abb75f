"""The policy of playouts: legal, blind to hidden cards, sensible, and the same compiled and not."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given

from spite_and_malice.engine import UNSHUFFLED, Position, deal
from spite_and_malice.engine.core import Policy, apply, codes, legal_moves
from spite_and_malice.engine.moves import decode
from spite_and_malice.play import SeededChance
from spite_and_malice.players.weights import CARD_BY_CARD, CARELESS, CLUB, TIDY, TUNED
from spite_and_malice.rules import PRESETS, Rules, preset_rules
from tests.engine.build import lay
from tests.engine.native import both
from tests.engine.scramble import any_position
from tests.engine.test_views import with_hidden_cards_permuted
from tests.examples import examples, some
from tests.strategies import house_rules, seeds

BY_NIGHT = pytest.mark.nightly("src/spite_and_malice/engine/core/", "src/spite_and_malice/players/weights.py")

WEIGHTS = list(TUNED)
MOST_MOVES = 120


def chosen(position: Position) -> str:
    """Return the text of the policy's move, made from the view of the seat to move."""
    core = Position.from_view(position.view(position.turn)).core
    return str(decode(Policy(core, WEIGHTS).choose(core), position.rules.payoff_piles))


@given(seed=seeds())
@examples(150)
def test_the_policy_makes_legal_moves_and_sees_nothing_hidden(seed: int) -> None:
    position, rng = any_position(seed)
    if position.is_over:
        assert Policy(position.core, WEIGHTS).choose(position.core) == -1
        return
    made = Policy(position.core, WEIGHTS)
    move = made.choose(position.core)
    assert move in legal_moves(position.core)
    other = with_hidden_cards_permuted(position, position.turn, rng)
    assert made.choose(other.core) == move


def play_side_by_side(rules: Rules, seed: int) -> int:
    """Play the policy against another one in both forms of the core; the number of moves compared."""
    rng = Random(seed)
    native, pure = both(deal(rules, 0, SeededChance(seed)))
    weights = [[weight + rng.randrange(-30, 31) for weight in WEIGHTS] for _ in range(rules.players)]
    policies = [form.Policy(form.core, WEIGHTS) for form in (native, pure)]
    for seat, own in enumerate(weights):
        for each in policies:
            each.use_weights(seat, own)
    for form in (native, pure):
        form.core.use_seed(seed)
    for played in range(MOST_MOVES):
        move = policies[0].choose(native.core)
        assert policies[1].choose(pure.core) == move
        if move < 0:
            return played
        assert policies[0].end_of_turn(native.core) == policies[1].end_of_turn(pure.core)
        for form in (native, pure):
            form.apply(form.core, move)
        assert native.position_hash(native.core) == pure.position_hash(pure.core)
    assert policies[0].play_out(native.core, 6, 100) == policies[1].play_out(pure.core, 6, 100)
    assert native.position_hash(native.core) == pure.position_hash(pure.core)
    return MOST_MOVES


@pytest.mark.parametrize("preset", some(PRESETS, "src/spite_and_malice/engine/core/", of=6))
def test_presets_are_played_the_same_compiled_and_not(preset: str) -> None:
    assert play_side_by_side(preset_rules(preset, max(PRESETS[preset].players)), 3) > 5


def test_house_rules_are_played_the_same_compiled_and_not() -> None:
    rng = Random("policies")
    assert sum(play_side_by_side(house_rules(rng), rng.randrange(1 << 30)) for _ in range(80)) > 800


def test_it_plays_the_payoff_card() -> None:
    assert chosen(lay("9h 2d", payoff=["7d 2h"], centre=["As"])) == "P-C1"


def test_it_goes_down_a_side_stack_to_its_payoff_card() -> None:
    position = lay("9h", payoff=["7d 5h"], side=["Jd 4d 3d 2d", "2s"], centre=["As"])
    played = []
    for _ in range(4):
        played.append(chosen(position))
        position.play(played[-1], UNSHUFFLED)
    assert played == ["S1-C1", "S1-C1", "S1-C1", "P-C1"]


def test_it_spends_a_wild_card_on_its_payoff_card_only() -> None:
    assert chosen(lay("Kh 9d", payoff=["7d 3h"], centre=["As"])) == "HKh-C1"
    assert not chosen(lay("Kh 9d 8d", payoff=["7d Qh"], centre=["As"])).startswith("HKh")


def test_it_blocks_and_it_holds_back() -> None:
    opponent = {1: {"payoff": ["7d 4h"], "hand": "8s"}}
    blocking = lay("4d 9d 9c", payoff=["7d Qh"], centre=["As 2s 3s"], others=opponent)
    assert chosen(blocking) == "H4d-C1"
    feeding = lay("2d 9d 9c", payoff=["7d Qh"], centre=["As"], others=opponent)
    assert "-S" in chosen(feeding)


@pytest.mark.parametrize("rules", [{}, {"forced": [1], "forced_from": ["hand", "payoff"]}])
def test_card_by_card_it_holds_back_under_forced_play_too(rules: dict[str, object]) -> None:
    opponent = {1: {"payoff": ["7d 4h"], "hand": "8s"}}
    position = lay("2d 9d 9c Kh", payoff=["7d Qh"], centre=["As"], others=opponent, rules=rules)
    core = Position.from_view(position.view(0)).core
    assert "-S" in str(decode(Policy(core, list(CARD_BY_CARD)).choose(core), 1))


def test_forced_play_wins_more_games_by_holding_back() -> None:
    eager = list(CARD_BY_CARD)
    for weight in (codes.W_OPEN, codes.W_OPEN_ONE, codes.W_OPEN_TWO, codes.W_WILD):
        eager[weight] = 0
    won = lost = 0
    for seed in range(120):
        core = deal(preset_rules("forced-low", 2), seed % 2, SeededChance(seed)).core
        core.use_seed(seed)
        policy = Policy(core, eager)
        policy.use_weights(seed // 2 % 2, list(CARD_BY_CARD))
        policy.play_out(core, 2000, 4000)
        won += seed // 2 % 2 in core.winners()
        lost += 1 - seed // 2 % 2 in core.winners()
    assert won > 1.5 * lost


def stalemates(weights: Sequence[int], games: int, preset: str = "book") -> int:
    locked = 0
    for seed in range(games):
        core = deal(preset_rules(preset), seed % 2, SeededChance(seed)).core
        core.use_seed(seed)
        Policy(core, list(weights)).play_out(core, 1000, 4000)
        locked += core.reason == codes.BY_STALEMATE
    return locked


def test_room_on_descending_side_stacks_keeps_games_from_locking() -> None:
    anywhere = list(CARD_BY_CARD)
    anywhere[codes.W_ROOM] = anywhere[codes.W_FITTING] = 0
    assert stalemates(CARD_BY_CARD, 120) < stalemates(anywhere, 120) / 2


@pytest.mark.parametrize(
    "weights", [CARELESS, *(pytest.param(each, marks=BY_NIGHT) for each in (TIDY, CLUB)), CARD_BY_CARD]
)
def test_few_games_lock(weights: Sequence[int]) -> None:
    assert stalemates(weights, 300) <= 24


def test_a_turn_is_not_passed_while_a_card_can_be_moved() -> None:
    """A pass draws no card, and the next one may end the game."""
    passed = 0
    for seed in range(40):
        position = deal(preset_rules("book"), seed % 2, SeededChance(seed))
        core = position.core
        core.use_seed(seed)
        policy = Policy(core, list(CARD_BY_CARD))
        for _ in range(MOST_MOVES):
            move = policy.choose(core)
            if move < 0:
                break
            if move == codes.PASS and not core.moved:
                assert legal_moves(core) == [codes.PASS]
                passed += 1
            apply(core, move)
    assert passed > 0


def test_what_it_cannot_take_is_refused() -> None:
    position = lay("9h")
    with pytest.raises(ValueError, match="32 weights"):
        Policy(position.core, [1, 2, 3])
    made = Policy(position.core, WEIGHTS)
    with pytest.raises(ValueError, match="under the same rules"):
        made.choose(lay("9h", preset="book").core)

"""Lines played out in sampled worlds: their values, and that they are the same compiled and not."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from spite_and_malice.engine import Position, deal
from spite_and_malice.engine.core import Belief, Playouts, Policy, codes, legal_moves, source_of
from spite_and_malice.engine.moves import Move, encode
from spite_and_malice.engine.sampling import Sampler
from spite_and_malice.play import SeededChance
from spite_and_malice.players.weights import TUNED
from spite_and_malice.rules import PRESETS, Rules, preset_rules
from tests.engine.build import lay
from tests.engine.native import both
from tests.strategies import house_rules

WEIGHTS = list(TUNED)
BARE = [100 if feature == codes.E_LEAD else 0 for feature in range(codes.FEATURES)]


def playouts_of(position: Position, evaluation: list[int] = BARE) -> Any:
    """Return playouts from the view of the seat to move."""
    core = Position.from_view(position.view(position.turn)).core
    believed = Sampler(position.view(position.turn)).belief
    return Playouts(Policy(core, WEIGHTS), believed, evaluation, 800, 50)


def compare(rules: Rules, seed: int) -> None:
    """Value all first moves of some positions of a game in both forms of the core."""
    rng = Random(seed)
    evaluation = [rng.randrange(-4000, 4000) for _ in range(codes.FEATURES)]
    forms = both(deal(rules, 0, SeededChance(seed)))
    for form in forms:
        form.core.use_seed(seed)
    players = [form.Policy(form.core, WEIGHTS) for form in forms]
    for turns in (1, 9):
        found = []
        for form, made in zip(forms, players, strict=True):
            core = form.core
            made.play_out(core, turns, 60)
            if core.stage == codes.OVER:
                return
            # No card of the position is unknown: nothing is laid out, and later shuffles follow from the seed.
            values = form.Playouts(made, form.Belief(core, [], [], [0] * rules.players), evaluation, 800, 50)
            before = core.clone()
            before.put_turn((core.turn + 1) % rules.players)
            if before.hand_count(before.turn) and before.stage == codes.PLAY:
                values.add_end(before, codes.PASS)
            found.append(
                (
                    [values.features_of(core, seat) for seat in range(rules.players)],
                    [values.value(core, seat) for seat in range(rules.players)],
                    values.evaluate([[move] for move in form.legal_moves(core)[:6]], 4, 2, 8),
                )
            )
        assert found[0] == found[1]


@pytest.mark.parametrize("preset", PRESETS)
def test_lines_are_worth_the_same_compiled_and_not(preset: str) -> None:
    compare(preset_rules(preset, max(PRESETS[preset].players)), 8)


def test_lines_are_worth_the_same_under_house_rules() -> None:
    rng = Random("playouts")
    for _ in range(40):
        compare(house_rules(rng), rng.randrange(1 << 30))


def test_a_line_that_wins_is_worth_the_win_and_what_the_other_has_left() -> None:
    position = lay("9h 9d", payoff=["2h"], centre=["As"])
    nothing_hidden = Belief(position.core, [], [], [0, 0])
    move = next(move for move in legal_moves(position.core) if source_of(move) == codes.FROM_PAYOFF)
    made = Playouts(Policy(position.core, WEIGHTS), nothing_hidden, BARE, 800, 50)
    assert made.evaluate([[move]], 5, 10, 8) == [[1000] * 10], "two cards and the win"


def test_between_two_sides_what_one_has_the_other_lacks() -> None:
    position = deal(preset_rules("partners", 4), 0, SeededChance(3))
    made = playouts_of(position)
    own, others = made.features_of(position.core, 0), made.features_of(position.core, 1)
    of_both = [mine + other for feature, (mine, other) in enumerate(zip(own, others, strict=True))]
    assert [feature for feature, value in enumerate(of_both) if value] == [codes.E_BASE]
    assert made.features_of(position.core, 2) == own


def test_what_lies_on_the_table_is_counted() -> None:
    position = lay("Kh 3d", payoff=["7d 4h"], side=["9h 8d", "Kd", "2c 9s"], centre=["As"])
    counted = playouts_of(position).features_of(position.core, 0)
    assert counted[codes.E_WILD] == 1
    assert counted[codes.E_WILD_SIDE] == 1
    assert counted[codes.E_RUN] == 1, "9 8"
    assert counted[codes.E_DEAD] == 1, "the two under the nine"
    assert counted[codes.E_FREE_STACK] == 1
    assert counted[codes.E_GAP : codes.E_GAP + 3] == [1, 0, 0], "a king, the three, the four"
    assert counted[codes.E_SPENT] == 1


def test_a_player_who_ended_his_turn_probably_holds_nothing_that_he_could_have_played() -> None:
    """The opponent needed an ace to play their two, and discarded instead."""
    others = {1: {"payoff": ["7d 2h"], "hand": "8s 9s Ts Js", "side": ["Qs"]}}
    position = lay("3d 9d", payoff=["7d Qh"], centre=["", "", ""], others=others)
    known = Position.from_view(position.view(0)).core
    cards = Sampler(position.view(0)).belief.sample(0).stock()
    believed = Belief(known, [*cards, *([8] * 6)], [], [0, 0])
    made = Playouts(Policy(known, WEIGHTS), believed, BARE, 800, 50)
    before = known.clone()
    before.put_turn(1)
    before.put_hand(1, 0)
    worlds = 300

    def with_an_ace() -> int:
        return sum(8 in [code & ~7 for code in made.world(seed).hand(1)] for seed in range(worlds))

    uniform = with_an_ace()
    made.add_end(before, encode(Move.parse("HQs-S1"), 1))
    assert with_an_ace() < 0.75 * uniform


def test_what_it_cannot_take_is_refused() -> None:
    position = deal(preset_rules("standard"), 0, SeededChance(1))
    made = playouts_of(position)
    with pytest.raises(ValueError, match="no move at its place of line 0"):
        made.evaluate([[12345]], 0, 1, 4)
    with pytest.raises(ValueError, match="at most 96 lines"):
        made.evaluate([[]] * (codes.LINES + 1), 0, 1, 4)
    with pytest.raises(ValueError, match=f"{codes.FEATURES} weights"):
        playouts_of(position, [1, 2])
    with pytest.raises(ValueError, match="under the same rules"):
        made.add_end(lay("9h", preset="book").core, codes.PASS)
    with pytest.raises(ValueError, match="under the same rules"):
        made.value(lay("9h", preset="book").core, 0)

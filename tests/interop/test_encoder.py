"""A seat's view as numbers, compared with a plain reading of the view; moves as numbers, and back."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

np = pytest.importorskip("numpy", reason="NumPy is not installed")

from spite_and_malice.engine import Move, Position, Stage, View, deal_by_seed  # noqa: E402
from spite_and_malice.engine.core import apply, random_move  # noqa: E402
from spite_and_malice.engine.sampling import Sampler  # noqa: E402
from spite_and_malice.interop.encoder import Encoder  # noqa: E402
from spite_and_malice.rules import PRESETS, Rules, card_code, preset_rules  # noqa: E402
from tests.examples import some  # noqa: E402
from tests.strategies import house_rules  # noqa: E402

SOME_HOUSES = 40


def plainly(encoder: Encoder, view: View) -> dict[str, object]:
    """The fields as in docs/research.md, written from a view without the core."""
    rules, kinds = encoder.rules, encoder.kinds
    assert view.seat is not None
    found = {name: np.zeros(shape) for name, shape in encoder.pieces.items()}

    def kind(card: str) -> int:
        return kinds.of_code[card_code(card)]

    found["turn"][(view.turn - view.seat) % rules.players] = 1
    found["stage"][list(Stage).index(view.stage)] = 1
    if view.cover is not None:
        found["cover"][len(view.centre[view.cover]) if kinds.by_height else view.cover] = 1
    found["moved"][0] = view.moved
    found["passes"][0] = view.passes / 10
    found["stock"][0] = view.stock / 100
    for card in view.hand(view.seat):
        found["hand"][kind(card)] += 1
    for place, stack in enumerate(view.centre):
        if kinds.by_height:
            found["centre"][len(stack)] += 0.1
        else:
            found["centre"][place, len(stack)] = 1
        for card in stack:
            found["centre_cards"][kind(card)] += 0.1
    for card in view.aside:
        found["aside"][kind(card)] += 0.1
    for shown in range(rules.players):
        player = view.players[(view.seat + shown) % rules.players]
        found["hand_counts"][shown] = (player.hand if isinstance(player.hand, int) else len(player.hand)) / 10
        for number, pile in enumerate(player.payoff):
            found["payoff_counts"][shown, number] = pile.count / 10
            if pile.top is not None:
                found["payoff_tops"][shown, number, kind(pile.top)] = 1
        for number, stack in enumerate(player.side):
            found["side_counts"][shown, number] = len(stack) / 10
            for depth, card in enumerate(reversed(stack)):
                if depth < 4:
                    found["side_tops"][shown, number, depth, kind(card)] = 1
                found["side_cards"][shown, kind(card)] += 0.1
    return found


def positions(rules: Rules, seed: int, moves: int = 120) -> list[Position]:
    """Some positions of a random game."""
    position, rng = deal_by_seed(rules, 0, seed), Random(seed)
    found = []
    for played in range(moves):
        if position.is_over:
            break
        if played % 7 == 0:
            found.append(position.clone())
        apply(position.core, random_move(position.core, rng.random() < 0.7))
    return [*found, position]


def all_rules() -> list[Rules]:
    rng = Random(11)
    return [*(preset_rules(preset) for preset in PRESETS), *(house_rules(rng) for _ in range(SOME_HOUSES))]


@pytest.mark.parametrize(
    "rules",
    some(all_rules(), "src/spite_and_malice/interop/", "src/spite_and_malice/engine/", of=8),
    ids=range(len(PRESETS) + SOME_HOUSES),
)
def test_numbers_say_what_the_view_shows_and_moves_go_there_and_back(rules: Rules) -> None:
    encoder = Encoder(rules)
    for position in positions(rules, 3):
        for seat in range(rules.players):
            view = position.view(seat)
            row = encoder.observe(view)
            assert row.dtype == np.float32
            assert row.shape == (encoder.size,)
            expected = plainly(encoder, view)
            for name, part in encoder.split(row).items():
                np.testing.assert_allclose(part, expected[name], atol=1e-5, err_msg=name)
            mask = encoder.mask(view)
            numbers = {encoder.action(view, move) for move in view.legal}
            assert set(np.flatnonzero(mask)) == numbers
            for number in numbers:
                move = encoder.move(view, number)
                assert str(move) in view.legal
                assert encoder.action(view, move) == number
            # Two moves with one number differ only in suits, or in places of the same height.
            if rules.loading and not encoder.kinds.by_height:
                assert len(numbers) == len(view.legal)


@pytest.mark.parametrize("preset", ["standard", "loading", "misery", "partners"])
def test_numbers_do_not_change_when_hidden_cards_do(preset: str) -> None:
    rules = preset_rules(preset)
    encoding = Encoder(rules).kinds.encoding
    row, other = np.zeros((2, Encoder(rules).size), np.float32)
    for number, position in enumerate(positions(rules, 5)):
        for seat in range(rules.players):
            encoding.write_view(position.core, seat, row)
            guessed = Sampler(position.view(seat)).sample(number)
            assert guessed != position
            encoding.write_view(guessed.core, seat, other)
            assert np.array_equal(row, other)


def test_a_seat_sees_itself_first_wherever_it_sits() -> None:
    rules = replace(preset_rules("loading"), players=3)
    encoder = Encoder(rules)
    position = deal_by_seed(rules, 0, 1)
    parts = [encoder.split(encoder.observe(position.view(seat))) for seat in range(3)]
    for seat in range(3):
        assert np.array_equal(parts[seat]["payoff_tops"][1], parts[(seat + 1) % 3]["payoff_tops"][0])
    assert {encoder.kinds.move_name(action, 2) for action in range(encoder.actions)} >= {"P-L0", "P-L1"}
    assert "P-L+1" in {encoder.kinds.move_name(action) for action in range(encoder.actions)}


def test_what_cannot_be_seen_or_played_is_refused() -> None:
    position = deal_by_seed(preset_rules("standard"), 0, 1)
    encoder, view = Encoder(position.rules), position.view(position.turn)
    with pytest.raises(ValueError, match="spectator"):
        encoder.observe(position.view(None))
    with pytest.raises(ValueError, match="other rules"):
        Encoder(preset_rules("book")).observe(view)
    with pytest.raises(ValueError, match="no legal move"):
        encoder.action(view, Move.parse("S4-C3"))
    with pytest.raises(ValueError, match="no legal move"):
        encoder.move(view, encoder.actions + 5)
    with pytest.raises(ValueError, match="turn"):
        encoder.move(position.view(1 - position.turn), 0)
    assert not encoder.mask(position.view(1 - position.turn)).any()

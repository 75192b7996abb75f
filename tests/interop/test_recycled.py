"""Cards that went back into the stock are part of what a seat observes: with them it knows what may lie where."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pytest

np = pytest.importorskip("numpy", reason="NumPy is not installed")

from spite_and_malice.engine import Move, Position  # noqa: E402
from spite_and_malice.engine.sampling import Sampler, unseen  # noqa: E402
from spite_and_malice.interop.arrays import Floats  # noqa: E402
from spite_and_malice.interop.chance_game import OVER, Setting  # noqa: E402
from spite_and_malice.interop.encoder import Encoder  # noqa: E402
from spite_and_malice.interop.one_game import OneGame  # noqa: E402
from spite_and_malice.players.memory import remember  # noqa: E402
from spite_and_malice.rules import card_code, preset_rules  # noqa: E402
from tests.examples import some, times  # noqa: E402

CHANGES: dict[str, dict[str, object]] = {"quick": {"stock_out": "draw"}}
RULES = {
    name: preset_rules(name, None, CHANGES.get(name))
    for name in ("standard", "loading", "partners", "massachusetts", "unlimited", "goal-13", "quick", "flinch", "book")
} | {"book-redeal": preset_rules("book-redeal", None, {"pass": False, "hand": 3})}

WHAT_IS_OBSERVED = ("src/spite_and_malice/interop/", "src/spite_and_malice/engine/")


@dataclass
class Witness:
    """An observer at the table who counts, by kind, the cards that go back into the stock."""

    encoder: Encoder
    gone: Counter[int] = field(default_factory=Counter)
    held: list[int] | None = None

    def kinds(self, cards: tuple[str, ...]) -> Counter[int]:
        return Counter(self.encoder.kinds.of_code[card_code(card)] for card in cards)

    def on_the_table(self, position: Position) -> Counter[int]:
        """The open cards, except on pay-off piles."""
        seats = range(position.rules.players)
        piles = [*position.centre, position.aside, *(stack for seat in seats for stack in position.side(seat))]
        return sum(map(self.kinds, piles), Counter())

    def sees(self, before: Position, seat: int, move: Move, after: Position) -> None:
        played = self.kinds(move.cards)
        if move.plays_payoff:
            owner = before.rules.partner(seat) if move.source.startswith("+") else seat
            assert owner is not None
            pile = int(move.source[-1]) - 1 if move.source[-1].isdigit() else 0
            played += self.kinds(before.payoff(owner)[pile][-1:])
        self.gone -= self.kinds(move.cards)
        hands = [len(before.hand(other)) for other in range(before.rules.players)]
        hands[seat] -= len(move.cards)
        if self.held is not None:
            self.held[seat] = max(0, self.held[seat] - len(move.cards))
        if move.is_load:
            return
        back = self.on_the_table(before) + played - self.on_the_table(after)
        if not back:
            return
        self.gone += back
        redealt = before.rules.stalemate == "redeal" and move.is_pass
        if redealt:
            hands = [0] * len(hands)
        elif before.rules.completed == "aside":
            # The stock was drawn to its end first.
            drawer = after.turn
            hands[drawer] += len(before.stock)
        self.held = hands if self.held is None else list(map(min, self.held, hands))

    def expects(self, hand: tuple[str, ...]) -> dict[int, int]:
        return dict(self.gone - self.kinds(hand)) if self.held is not None else {}


def counted(part: Floats, size: float = 10) -> dict[int, int]:
    numbers = {index: round(float(number) * size) for index, number in enumerate(part)}
    return {index: number for index, number in numbers.items() if number}


@pytest.mark.parametrize("name", some(RULES, *WHAT_IS_OBSERVED, of=5))
def test_what_went_back_is_observed(name: str) -> None:
    rules, went_back = RULES[name], 0
    for seed in range(4):
        game = OneGame(Setting(rules), seed)
        encoder, witness = game.encoder, Witness(game.encoder)
        rng = np.random.default_rng(seed)
        for _ in range(700):
            if game.turn == OVER:
                break
            seat = game.turn
            before = Position(rules, game.core.clone())
            legal = np.flatnonzero(game.mask(seat))
            centre = [number for number in legal if "-C" in encoder.kinds.move_name(int(number))]
            game.play(int(rng.choice(centre or legal)))
            after = Position(rules, game.core.clone())
            witness.sees(before, seat, Move.parse(game.log[-1].partition(" ")[2]), after)
            for viewer in range(rules.players):
                parts = encoder.split(game.observe(viewer))
                assert counted(parts["recycled"]) == witness.expects(after.hand(viewer)), len(game.log)
                held = witness.held or [0] * rules.players
                turned = [held[(viewer + shown) % rules.players] for shown in range(rules.players)]
                assert [round(float(count) * 10) for count in parts["held"]] == turned
        went_back += witness.held is not None
        if went_back and seed + 1 >= times(4):
            break
    assert went_back


@pytest.mark.parametrize(
    "name", some(["standard", "loading", "partners", "unlimited", "goal-13"], *WHAT_IS_OBSERVED, of=3)
)
def test_an_observation_is_enough_to_sample_from(name: str) -> None:
    """The unseen cards, those of them in no pay-off pile, and old cards in hands: all of this is in the row."""
    rules, recycled_games = RULES[name], 0
    game = OneGame(Setting(rules), 3)
    encoder = game.encoder
    for step in range(times(1200)):
        if game.turn == OVER:
            game.reset()
        seat = game.turn
        view, parts = game.view(seat), encoder.split(game.observe(seat))
        seen = np.array(encoder.kinds.deck) - parts["hand"] - parts["payoff_tops"].sum(axis=(0, 1))
        seen -= (parts["centre_cards"] + parts["aside"] + parts["side_cards"].sum(axis=0)) * 10
        hidden = Counter(encoder.kinds.of_code[card_code(card)] for card in unseen(view).elements())
        assert counted(seen, 1) == dict(hidden)
        recycled, held = counted(parts["recycled"]), [round(float(count) * 10) for count in parts["held"]]
        held = held[-seat:] + held[:-seat] if seat else held
        remembered = remember(view, game.log)
        assert tuple(held) == remembered.held
        if rules.loading:
            known = Counter(encoder.kinds.of_code[card_code(card)] for card in remembered.recycled)
            assert known <= Counter(recycled)
        cards: list[str] = []
        for kind, count in recycled.items():
            of_kind = [card for card in unseen(view).elements() if encoder.kinds.of_code[card_code(card)] == kind]
            cards += of_kind[:count]
        assert len(cards) == sum(recycled.values())
        if step % 20 == 0:
            sampled = Sampler(view, cards, held).sample(step)
            assert sampled.view(seat) == view
        recycled_games += bool(cards)
        legal = np.flatnonzero(game.mask(seat))
        centre = [number for number in legal if "-C" in encoder.kinds.move_name(int(number))]
        game.play(int(centre[0] if centre else legal[step % len(legal)]))
    assert recycled_games > 5


@pytest.mark.parametrize("name", some(["flinch", "standard"], *WHAT_IS_OBSERVED, of=2))
def test_a_policy_at_a_table_observes_the_same(name: str) -> None:
    """From a view and the log alone, if no wild card can have been played from a pay-off pile."""
    rules = RULES[name] if name == "flinch" else preset_rules(name, None, {"wilds": [], "build_to": 13})
    game, recycled = OneGame(Setting(rules), 5), 0
    for step in range(times(1500)):
        if game.turn == OVER:
            game.reset()
        seat = game.turn
        row = game.observe(seat)
        assert np.array_equal(game.encoder.observe(game.view(seat), game.log), row)
        recycled += bool(game.encoder.split(row)["recycled"].any())
        legal = np.flatnonzero(game.mask(seat))
        centre = [number for number in legal if "-C" in game.encoder.kinds.move_name(int(number))]
        game.play(int(centre[0] if centre else legal[step % len(legal)]))
    assert recycled > 5

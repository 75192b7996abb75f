"""Whole positions sampled from a view: they agree with it and respect what the seat knows."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import example, given

from spite_and_malice.engine import UNSHUFFLED, InvalidNotation, View, deal
from spite_and_malice.engine.sampling import Sampler
from spite_and_malice.play import SeededChance
from tests.engine.build import lay
from tests.engine.test_properties import cards_of
from tests.examples import examples
from tests.strategies import house_rules, seeds


@given(seeds())
# Cards of the deck are loaded onto pay-off piles that have a deck of their own.
@example(340203)
@examples(60)
def test_a_sample_has_the_same_view_and_the_same_cards(seed: int) -> None:
    rng = Random(seed)
    rules = house_rules(rng)
    position = deal(rules, 0, SeededChance(seed))
    for _ in range(12):
        if position.is_over:
            break
        seat = rng.randrange(rules.players)
        sampled = Sampler(position.view(seat)).sample(seed)
        assert sampled.view(seat) == position.view(seat)
        if rules.payoff_deck is None:
            assert cards_of(sampled) == cards_of(position)
        position.play(rng.choice(position.legal_moves), UNSHUFFLED)


def test_the_same_seed_gives_the_same_sample_and_another_one_another() -> None:
    sampler = Sampler(deal(lay("9h").rules, 0, SeededChance(1)).view(0))
    assert sampler.sample(5).to_json() == sampler.sample(5).to_json()
    assert len({str(sampler.sample(seed).to_json()) for seed in range(10)}) == 10


def small() -> View:
    """Return a view with four unseen cards, 1 to 4: the other's hand, one under their top card, two in the stock."""
    numbers = {str(rank): 1 + (rank > 4) * 2 for rank in range(1, 9)}
    rules = {"deck": {"numbers": numbers}, "wilds": [], "build_to": 8, "hand": 1}
    position = lay(
        "5",
        rules=rules,
        payoff=["5"],
        side=["5 6 6", "6 7 7", "7", "8"],
        stock="1 2",
        others={1: {"hand": "3", "payoff": ["4 8"], "side": ["8"]}},
    )
    return position.view(0)


@pytest.mark.parametrize(
    ("recycled", "held", "ways"),
    [
        ((), (), 24),
        (("1", "2"), (), 2 * 6),
        (("1", "2"), (1, 1), 2 * 2),
        (("1",), (1, 1), 3 * 2 * 2),
    ],
    ids=["all alike", "two went back", "the hand was drawn before", "one went back"],
)
def test_every_possible_way_to_lay_the_unseen_cards_out_is_equally_likely(
    recycled: tuple[str, ...], held: tuple[int, ...], ways: int
) -> None:
    sampler = Sampler(small(), recycled, held)
    counts: Counter[tuple[str, ...]] = Counter()
    for seed in range(100 * ways):
        data = sampler.sample(seed).to_json()
        (in_hand,), ((under, _),) = data["players"][1]["hand"], data["players"][1]["payoff"]
        assert under not in recycled, "a card that went back lies under no pay-off card"
        assert not (held and in_hand in recycled), "nor among those held since before"
        counts[(in_hand, under, *data["stock"])] += 1
    assert len(counts) == ways
    # At most 23 degrees of freedom, and the seeds are fixed.
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 60


def test_a_renewed_deck_is_counted_though_pay_off_cards_are_out_of_the_game() -> None:
    # The deck has come three times; a count of all cards does not show it, since 46 pay-off cards are out of the game.
    deck = {"numbers": {str(rank): 1 for rank in range(1, 13)}}
    rules = {"stock_out": "renew", "deck": deck, "payoff_deck": {"numbers": {"12": 48}}, "wilds": [], "hand": 3}
    stock = " ".join(str(rank) for rank in range(2, 13) if rank != 5) + " 1"
    others = {1: {"hand": "1", "payoff": ["12"]}}
    position = lay("5 5 5", rules=rules, payoff=["12"], others=others, stock=f"{stock} {stock} {stock[:-2]}")
    sampled = Sampler(position.view(0)).sample(1)
    assert sampled.view(0) == position.view(0)
    assert cards_of(sampled) == cards_of(position)


def test_what_cannot_be_is_refused() -> None:
    view = deal(lay("9h").rules, 0, SeededChance(1)).view(0)
    with pytest.raises(InvalidNotation, match="recycled has cards that are to be seen"):
        Sampler(view, ["As"] * 3)
    crowded = lay("9h 9h 9h", rules={"deck": {"packs": 1}})
    with pytest.raises(InvalidNotation, match="more of a card than the decks have"):
        Sampler(crowded.view(0))

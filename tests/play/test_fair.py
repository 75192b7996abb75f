"""Fair deals, against the algorithm written again from its description."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import cycle, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spite_and_malice.engine import Position
from spite_and_malice.play import FairDeal, Game, SeededChance, fair
from spite_and_malice.play.fair import FairChance
from spite_and_malice.rules import preset_rules
from tests.engine.build import lay
from tests.play import independent

SECRET = bytes(range(32))
DEAL = FairDeal(SECRET, ("ada", "grüße"))


def shuffle(chance: FairChance, cards: list[int]) -> list[int]:
    shuffled = list(cards)
    chance.shuffle(shuffled)
    return shuffled


def test_frozen_vectors() -> None:
    assert DEAL.commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert DEAL.key().hex() == "1b1f0f2637c15b6a7a182706573eae2f0b111acb3e88938ff781eeb074b6ba85"
    chance = FairChance(DEAL)
    assert shuffle(chance, list(range(10))) == [1, 4, 7, 8, 6, 0, 3, 5, 9, 2]
    assert [chance.lot(bound) for bound in (2, 6, 100, 2**32)] == [0, 4, 93, 1574797250]
    assert chance.used == 5


@given(st.binary(max_size=64), st.lists(st.text(st.characters(codec="utf-8"), max_size=20), max_size=8))
def test_the_key_is_the_hash_of_secret_and_hashed_contributions(secret: bytes, contributions: list[str]) -> None:
    deal = FairDeal(secret, tuple(contributions))
    assert deal.key() == independent.key(secret, contributions)
    assert deal.commitment == hashlib.sha256(secret).hexdigest()


@given(st.binary(max_size=64), st.integers(2, 8))
def test_the_first_dealer_is_that_of_the_description(secret: bytes, players: int) -> None:
    key = independent.key(secret, ["a", ""])
    assert FairDeal(secret, ("a", "")).dealer(players) == independent.dealer(key, players)


def test_every_seat_deals_as_often() -> None:
    dealers = Counter(FairDeal(number.to_bytes(4), ("a",)).dealer(3) for number in range(3000))
    assert min(dealers.values()) > 900
    assert set(dealers) == {0, 1, 2}


@given(st.binary(min_size=1, max_size=40), st.lists(st.integers(1, 300), min_size=1, max_size=6))
def test_shuffles_and_lots_are_those_of_the_description(secret: bytes, sizes: list[int]) -> None:
    chance = FairChance(FairDeal(secret, ("a", "b")))
    key = independent.key(secret, ["a", "b"])
    for number, size in enumerate(sizes):
        if size % 3:
            cards = [str(card) for card in range(size)]
            expected = [int(card) for card in independent.shuffled(cards, key, number)]
            assert shuffle(chance, list(range(size))) == expected
        else:
            assert chance.lot(size) == independent.below(size, independent.words(key, number))
    assert chance.used == len(sizes)


@pytest.mark.parametrize("bound", [1, 2, 3, 2**31, 2**31 + 1, 3 * 2**30, 2**32 - 1, 2**32])
def test_lots_pass_words_over_that_would_favour_low_numbers(bound: int) -> None:
    chance = FairChance(DEAL)
    key = independent.key(SECRET, ["ada", "grüße"])
    for number in range(40):
        assert chance.lot(bound) == independent.below(bound, independent.words(key, number)) < bound


def test_shuffles_pass_the_highest_words_over_as_lots_do(monkeypatch: pytest.MonkeyPatch) -> None:
    # No stream that a test could wait for has them.
    words = (2**32 - 1, 2**32 - 1, 2**32 - 2, 7, 2**32 - 1, 5, 2**32 - 3, 0)
    monkeypatch.setattr(fair, "_read_words", lambda _: words)
    stream = cycle(words)
    expected = list(range(6))
    for last in range(5, 0, -1):
        other = independent.below(last + 1, stream)
        expected[last], expected[other] = expected[other], expected[last]
    assert shuffle(FairChance(DEAL), list(range(6))) == expected


def test_every_contribution_and_the_secret_change_the_key() -> None:
    deals = [
        FairDeal(SECRET, ("a", "b")), FairDeal(SECRET, ("b", "a")), FairDeal(SECRET, ("ab", "")),
        FairDeal(SECRET, ("a", "b", "")), FairDeal(SECRET, ()), FairDeal(SECRET + b"\0", ("a", "b")),
    ]  # fmt: skip
    assert len({deal.key() for deal in deals}) == len(deals)


def chi_squared(counts: Counter[tuple[int, ...]], cells: int) -> float:
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in permutations(range(4)))


@pytest.mark.parametrize("seed", range(5))
def test_every_order_of_a_small_deck_is_equally_likely(seed: int) -> None:
    chance = SeededChance(seed)
    counts = Counter(tuple(shuffle(chance, [0, 1, 2, 3])) for _ in range(4800))
    # 23 degrees of freedom: above 60 once in 30 000 times, and these seeds are fixed.
    assert chi_squared(counts, 24) < 60


def test_a_biased_shuffle_would_be_seen() -> None:
    chance = SeededChance(0)

    def naive(cards: list[int]) -> tuple[int, ...]:
        for i in range(len(cards)):
            j = chance.lot(len(cards))
            cards[i], cards[j] = cards[j], cards[i]
        return tuple(cards)

    counts = Counter(naive([0, 1, 2, 3]) for _ in range(4800))
    assert chi_squared(counts, 24) > 60


def test_every_card_comes_to_every_place() -> None:
    chance = SeededChance(9)
    seen = [Counter[int]() for _ in range(10)]
    for _ in range(2000):
        for place, card in enumerate(shuffle(chance, list(range(10)))):
            seen[place][card] += 1
    for counts in seen:
        # 9 degrees of freedom, ten places: above 35 once in 2 000 runs, and the seed is fixed.
        assert sum((counts[card] - 200) ** 2 / 200 for card in range(10)) < 35


def test_a_whole_deal_can_be_recomputed_by_a_stranger() -> None:
    rules = preset_rules("goal-26", 3)
    dealt = Game.deal(rules, 2, DEAL).position.to_json()
    deck = [r + s for _ in range(3) for r in "A23456789TJQK" for s in "shdc"]
    deck = independent.shuffled(deck, independent.key(SECRET, ["ada", "grüße"]), 0)
    assert [player["payoff"][0] for player in dealt["players"]] == [deck[:26], deck[26:52], deck[52:78]]
    assert [player["hand"] for player in dealt["players"]] == [deck[78:83], deck[83:88], deck[88:93]]
    assert dealt["stock"] == deck[93:]
    assert dealt["turn"] == 2


ELEVEN = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js"
STOCK = "2c 3c 4c 5c 6c 7c 8c 9c"


def stock_after(position: Position, move: str) -> list[str]:
    """Return the stock after a move, with the cards drawn from it since in front."""
    game = Game(position, FairChance(DEAL))
    drawn = {seat: len(player["hand"]) for seat, player in enumerate(position.to_json()["players"])}
    game.play(move, 0)
    now = game.position.to_json()
    stock: list[str] = now["stock"]
    turn = now["turn"]
    return now["players"][turn]["hand"][drawn[turn] :] + stock if turn else stock


def test_a_completed_stack_is_shuffled_into_the_stock() -> None:
    position = lay("Qh 9h", centre=[ELEVEN], stock=STOCK)
    expected = independent.shuffled([*STOCK.split(), *ELEVEN.split(), "Qh"], DEAL.key(), 0)
    assert stock_after(position, "HQh-C1") == expected


def test_cards_set_aside_are_shuffled_in_the_order_in_which_they_came() -> None:
    position = lay("9h", rules={"completed": "aside"}, stock="", aside=STOCK, others={1: {"hand": "8s 8h"}})
    assert stock_after(position, "H9h-S1") == independent.shuffled(STOCK.split(), DEAL.key(), 0)


def test_a_renewed_deck_is_shuffled_from_its_order() -> None:
    rules = {"stock_out": "renew", "deck": {"packs": 2, "jokers": 3}, "wilds": ["K", "*"]}
    position = lay("9h", rules=rules, stock="", others={1: {"hand": "8s 8h"}})
    deck = [rank + suit for _ in range(2) for rank in "A23456789TJQK" for suit in "shdc"] + ["*"] * 3
    assert stock_after(position, "H9h-S1") == independent.shuffled(deck, DEAL.key(), 0)


def test_a_redeal_shuffles_what_it_gathers_and_deals_from_the_front() -> None:
    rules = {"stalemate": "redeal", "no_discard": [5], "hand": 2, "completed": "aside"}
    seats = {1: {"hand": "5c 5d", "side": ["Jh", "Qs 2h"]}}
    position = lay(
        "5h", rules=rules, passes=1, side=["9h 9d"], centre=["As", "Ah 2h"], aside="3c", stock=STOCK, others=seats
    )
    game = Game(position, FairChance(DEAL))
    game.play("pass", 0)
    gathered = f"5h 9h 9d 5c 5d Jh Qs 2h As Ah 2h 3c {STOCK}".split()
    cards = independent.shuffled(gathered, DEAL.key(), 0)
    dealt = game.position.to_json()
    assert [dealt["players"][seat]["hand"] for seat in (1, 0)] == [cards[:2], cards[2:4]]
    assert dealt["stock"] == cards[4:]

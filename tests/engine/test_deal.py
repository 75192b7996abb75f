"""The deal and who plays first (RULES.md section 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given

from spite_and_malice.engine import Position, deal
from spite_and_malice.play import SeededChance
from spite_and_malice.rules import PRESETS, Rules, card_code, preset_rules
from tests.engine.test_properties import cards_of
from tests.examples import examples
from tests.strategies import random_rules, seeds


class Stacked:
    """A chance source that records its requests, and rearranges cards as instructed."""

    def __init__(self, *arrangements: Callable[[list[int]], None], lot: int = 0) -> None:
        self.asked: list[str] = []
        self._arrangements = list(arrangements)
        self._lot = lot

    def shuffle(self, cards: list[int]) -> None:
        """Rearrange the cards by the next arrangement; without one they stay."""
        self.asked.append(f"shuffle {len(cards)}")
        if self._arrangements:
            self._arrangements.pop(0)(cards)

    def lot(self, count: int) -> int:
        """Draw the given lot."""
        self.asked.append(f"lot {count}")
        return self._lot


def on_top(*cards: str) -> Callable[[list[int]], None]:
    """Return an arrangement that swaps cards so that the first ones are these."""

    def arrange(deck: list[int]) -> None:
        for at, card in enumerate(cards):
            found = deck.index(card_code(card), at)
            deck[at], deck[found] = deck[found], deck[at]

    return arrange


def rules_with(**fields: Any) -> Rules:
    return preset_rules("standard", None, {"payoff": 1, "hand": 2, **fields})


def numbers(*ranks: int) -> dict[str, Any]:
    """Return a deck of one copy of each of these ranks."""
    return {"numbers": {str(rank): ranks.count(rank) for rank in sorted(set(ranks))}, "jokers": 0}


def test_2_the_deal_takes_cards_in_blocks_seat_by_seat() -> None:
    deck = numbers(*range(1, 16), *range(1, 16))
    rules = rules_with(
        deck=deck, wilds=[], build_to=15, payoff=2, payoff_piles=2, side=1, side_dealt=True, first="dealer"
    )
    dealt = deal(rules, 1, Stacked()).to_json()
    assert [player["payoff"] for player in dealt["players"]] == [
        [["1", "1"], ["2", "2"]],
        [["3", "3"], ["4", "4"]],
    ]
    assert [player["side"] for player in dealt["players"]] == [[["5"]], [["5"]]]
    assert [player["hand"] for player in dealt["players"]] == [["6", "6"], ["7", "7"]]
    assert dealt["stock"] == [str(rank) for rank in range(8, 16) for _ in range(2)]
    assert (dealt["turn"], dealt["stage"], dealt["passes"], dealt["moved"]) == (1, "play", 0, False)


def test_2_a_payoff_deck_is_shuffled_first_and_what_is_over_of_it_is_out_of_the_game() -> None:
    rules = rules_with(payoff_deck=numbers(1, 2, 3, 4, 5), payoff=2, first="dealer")
    chance = Stacked()
    position = deal(rules, 0, chance)
    assert chance.asked == ["shuffle 5", "shuffle 104"]
    assert [player["payoff"] for player in position.to_json()["players"]] == [[["1", "2"]], [["3", "4"]]]
    assert "5" not in cards_of(position)
    assert len(position.to_json()["stock"]) == 104 - 4


@given(random_rules(), seeds())
@examples(60)
def test_2_everybody_gets_what_the_rules_say(rules: Rules, seed: int) -> None:
    position = deal(rules, seed % rules.players, SeededChance(seed))
    data = position.to_json()
    for player in data["players"]:
        assert [len(pile) for pile in player["payoff"]] == [rules.payoff] * rules.payoff_piles
        assert [len(stack) for stack in player["side"]] == [int(rules.side_dealt)] * rules.side
        assert len(player["hand"]) == rules.hand
    assert data["centre"] == [[] for _ in range(rules.centre or 0)]
    assert data["aside"] == []
    everything = Counter(rules.deck.cards())
    if rules.payoff_deck is None:
        assert cards_of(position) == everything
    else:
        assert not cards_of(position) - everything - Counter(rules.payoff_deck.cards())
    assert Position.from_json(data).to_json() == data


def piles_with_tops(*tops: list[str], **fields: Any) -> tuple[Rules, Callable[[list[int]], None]]:
    """Return rules with a pay-off pile for each top, and the arrangement that deals these cards."""
    fields = {"payoff_piles": len(tops[0]), "players": len(tops), "deck": {"packs": 4}, **fields}
    return rules_with(**fields), on_top(*(card for seat in tops for card in seat))


@pytest.mark.parametrize(
    ("tops", "first"),
    [
        ([["Th"], ["Qh"], ["2h"]], 1),
        ([["Ah"], ["Kh"], ["Ks"]], 0),
        ([["2h", "3h"], ["Ah", "9s"], ["8h", "8s"]], 1),
        ([["Kh", "3h"], ["2h", "Ks"], ["2s", "2s"]], 0),
    ],
)
def test_2_first_highest_natural_card_on_any_payoff_pile_wild_cards_lowest(tops: list[list[str]], first: int) -> None:
    rules, arrangement = piles_with_tops(*tops)
    chance = Stacked(arrangement)
    assert deal(rules, 0, chance).turn == first
    assert chance.asked == ["shuffle 208"]


def test_2_first_natural_kings_count_thirteen_and_jokers_lowest() -> None:
    rules, arrangement = piles_with_tops(
        ["Qh"], ["*"], ["Kh"], wilds=["*"], build_to=13, deck={"packs": 4, "jokers": 1}
    )
    assert deal(rules, 0, Stacked(arrangement)).turn == 2


def test_2_first_only_those_tied_shuffle_each_of_their_piles_and_turn_up_again() -> None:
    rules = rules_with(players=3, payoff_piles=2, payoff=2, deck={"packs": 4})
    # Bottom and top of each pile: seats 0 and 1 show nines, seat 2 an eight over a queen.
    piles = ["2h", "9d", "3h", "7h", "4h", "9s", "5h", "2s", "Qs", "8h", "6h", "3s"]
    turn_over: Callable[[list[int]], None] = list.reverse
    chance = Stacked(on_top(*piles), turn_over)
    position = deal(rules, 0, chance)
    assert chance.asked == ["shuffle 208"] + ["shuffle 2"] * 4
    assert position.turn == 1, "seat 0 turned up a 2 beside its 7, seat 1 has its nine again"
    assert position.to_json()["players"][0]["payoff"] == [["9d", "2h"], ["3h", "7h"]]


@pytest.mark.parametrize("lot", [0, 1])
def test_2_first_after_twenty_ties_a_lot_decides_among_those_tied(lot: int) -> None:
    rules, arrangement = piles_with_tops(["2h"], ["9h"], ["9s"])
    chance = Stacked(arrangement, lot=lot)
    assert deal(rules, 0, chance).turn == (1, 2)[lot]
    # 20 ties: 19 times both shuffle and turn up again, then the lot.
    assert chance.asked == ["shuffle 208"] + ["shuffle 1"] * 2 * 19 + ["lot 2"]


@pytest.mark.parametrize(("first", "turn"), [("dealer", 2), ("left", 0)])
def test_2_first_dealer_or_the_player_left_of_him(first: str, turn: int) -> None:
    rules = rules_with(players=3, first=first, deck={"packs": 3})
    assert deal(rules, 2, Stacked()).turn == turn


@pytest.mark.parametrize("dealer", [-1, 2])
@pytest.mark.parametrize("first", ["highest", "dealer", "left"])
def test_2_a_dealer_who_is_no_seat_is_refused(first: str, dealer: int) -> None:
    rules = preset_rules("standard", changes={"first": first})
    with pytest.raises(ValueError, match=f"there is no seat {dealer}: seats are 0 to 1"):
        deal(rules, dealer, SeededChance(1))


@pytest.mark.parametrize("preset", PRESETS)
def test_8_every_preset_can_be_dealt_for_every_number_of_players(preset: str) -> None:
    for players in PRESETS[preset].players:
        position = deal(preset_rules(preset, players), players - 1, SeededChance(players))
        assert position.legal_moves

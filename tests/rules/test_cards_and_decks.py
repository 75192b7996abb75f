"""RULES.md sections 2 and 9: cards, their order, decks."""

from __future__ import annotations

import pytest

from spite_and_malice.rules import (
    JOKER,
    UNKNOWN,
    Deck,
    InvalidCard,
    InvalidDeck,
    card_code,
    card_rank,
    card_text,
    preset_rules,
)

PACK = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"]
NUMBERS = [str(rank) for rank in range(1, 16)]


@pytest.mark.parametrize("text", [*PACK, *NUMBERS, "*"])
def test_9_a_card_is_the_same_after_a_round_trip(text: str) -> None:
    assert card_text(card_code(text)) == text


def test_9_codes_sort_in_the_order_of_cards() -> None:
    assert sorted([*PACK, "*"], key=card_code) == [*PACK, "*"]
    assert sorted([*NUMBERS, "*"], key=card_code) == [*NUMBERS, "*"]


def test_9_codes_hold_rank_and_suit() -> None:
    assert card_code("As") == 8
    assert card_code("Kc") == 13 * 8 + 3
    assert card_code("15") == 15 * 8 + 4
    assert card_code("*") == JOKER == 128


@pytest.mark.parametrize("text", ["", "ah", "10h", "1h", "A", "0", "16", "01", "**", " 7h", "7H", "\u0661"])
def test_9_other_texts_are_no_cards(text: str) -> None:
    with pytest.raises(InvalidCard, match="is no card"):
        card_code(text)


@pytest.mark.parametrize("code", [UNKNOWN, 7, 13 * 8 + 5, 129, -1])
def test_9_other_numbers_are_no_codes(code: int) -> None:
    with pytest.raises(InvalidCard):
        card_text(code)


def test_2_a_deck_of_packs_counts_and_lists_its_cards() -> None:
    deck = Deck(packs=2, jokers=3)
    assert deck.count() == 107 == len(deck.cards())
    assert list(deck.cards()) == [*PACK, *PACK, "*", "*", "*"]


def test_2_a_deck_of_numbers_counts_and_lists_its_cards() -> None:
    deck = Deck.from_json({"numbers": {"10": 1, "2": 2, "1": 3, "4": 0}, "jokers": 1})
    assert deck.count() == 7
    assert deck.cards() == ("1", "1", "1", "2", "2", "10", "*")
    assert deck.ranks() == (1, 2, 10)


def test_2_jokers_may_be_left_out() -> None:
    assert Deck.from_json({"packs": 1}) == Deck(packs=1, jokers=0)
    assert Deck.from_json({"packs": 1}).to_json() == {"packs": 1, "jokers": 0}


@pytest.mark.parametrize(
    "obj",
    [
        {},
        {"jokers": 4},
        {"packs": 1, "numbers": {"1": 4}},
        {"packs": None},
        {"packs": 0},
        {"packs": 13},
        {"packs": True},
        {"packs": 2.0},
        {"packs": 1, "jokers": 101},
        {"packs": 1, "jokers": -1},
        {"packs": 1, "jokers": None},
        {"packs": 1, "colour": "red"},
        {"numbers": None},
        {"numbers": [1, 2]},
        {"numbers": {"16": 1}},
        {"numbers": {"0": 1}},
        {"numbers": {"01": 1}},
        {"numbers": {1: 1}},
        {"numbers": {"1": 101}},
        {"numbers": {"1": "4"}},
        {"numbers": {"1": False}},
        "2 packs",
        None,
    ],
)
def test_7_other_decks_are_refused(obj: object) -> None:
    with pytest.raises(InvalidDeck):
        Deck.from_json(obj)


@pytest.mark.parametrize(
    ("preset_id", "card", "is_wild", "rank"),
    [
        ("standard", "Kh", True, 0),
        ("standard", "Qh", False, 12),
        ("standard", "", False, 0),
        ("skip-bo", "*", True, 0),
        ("skip-bo", "12", False, 12),
        ("jokers", "Kh", False, 13),
    ],
)
def test_a_card_is_wild_or_has_its_rank(preset_id: str, card: str, is_wild: bool, rank: int) -> None:
    rules = preset_rules(preset_id)
    assert (rules.is_wild(card), rules.natural_rank(card)) == (is_wild, rank)


def test_what_is_no_card_has_no_rank() -> None:
    assert [card_rank(card) for card in ("As", "Td", "15", "*")] == [1, 10, 15, 0]
    with pytest.raises(InvalidCard):
        preset_rules("standard").natural_rank("1h")

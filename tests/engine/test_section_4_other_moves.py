"""RULES.md section 4: discards, pairs, filling side stacks, loads, passing."""

from __future__ import annotations

from itertools import pairwise

import pytest

from spite_and_malice.engine import UNSHUFFLED
from tests.engine.build import after, lay, legal, to_side

DESCENDING = {"side_order": "descending"}


def discards_onto(stack: str, cards: str, **rules: object) -> set[str]:
    """Return the texts of the hand cards that may be discarded onto a side stack of these cards."""
    position = lay(cards, rules={**DESCENDING, "side": 1, **rules}, side=[stack])
    return {move[1:-3] for move in to_side(position)}


def test_4_discard_goes_to_any_own_side_stack_and_ends_the_turn() -> None:
    position = lay("9h 9h", side=["2s", "As"])
    assert to_side(position) == {"H9h-S1", "H9h-S2", "H9h-S3", "H9h-S4"}
    played = after(position, "H9h-S2")
    assert played["players"][0]["side"][1] == ["As", "9h"]
    assert (played["turn"], played["moved"]) == (1, False)


def test_4_no_discard_bars_naturals_of_the_rank_but_no_wilds() -> None:
    rules = {"no_discard": [1, 12], "deck": {"packs": 2, "jokers": 2}, "wilds": ["K", "*"]}
    assert to_side(lay("Ah Qs Kh * 2s", rules={**rules, "side": 1}, centre=["As", "As", "As"])) == {
        "HKh-S1", "H*-S1", "H2s-S1",
    }  # fmt: skip


def test_4_no_discard_bars_a_king_only_where_kings_are_natural() -> None:
    rules = {"no_discard": [13], "build_to": 13, "deck": {"packs": 2, "jokers": 2}, "side": 1}
    assert to_side(lay("Kh 2s", rules={**rules, "wilds": ["K", "*"]})) == {"HKh-S1", "H2s-S1"}
    assert to_side(lay("Kh 2s", rules={**rules, "wilds": ["*"]})) == {"H2s-S1"}


def test_4_discard_descending_equal_or_one_lower() -> None:
    assert discards_onto("Js 9h", "Th 9s 8s 7s") == {"9s", "8s"}
    assert discards_onto("", "Th 9s 8s 7s") == {"Th", "9s", "8s", "7s"}


def test_4_discard_descending_through_jokers() -> None:
    jokers = {"deck": {"packs": 2, "jokers": 4}, "wilds": ["*"], "build_to": 13, "hand": 8}
    assert discards_onto("9s * *", "Ts 9h 8s 7s 6s 5s", **jokers) == {"9h", "8s", "7s", "6s"}


def test_4_discard_descending_wild_at_the_bottom_may_be_anything_allowed() -> None:
    wild = {"wild_never": [1, 7]}
    assert discards_onto("Kh", "As 2s 6s 7s Qs", **wild) == {"As", "2s", "6s", "7s", "Qs"}
    every = {"wild_never": list(range(3, 13))}
    assert discards_onto("Kh", "As 2s 3s Qs", **every) == {"As", "2s"}


def test_4_discard_descending_wild_needs_a_value_it_may_stand_for() -> None:
    assert discards_onto("2s", "Kh", wild_never=[1, 2]) == set()
    assert discards_onto("2s", "Kh", wild_never=[1]) == {"Kh"}
    assert discards_onto("2s Kh", "Ks 2h As 3s", wild_never=[1]) == {"Ks", "2h", "As"}


def test_4_discard_descending_bottom_wild_that_may_stand_for_nothing() -> None:
    nothing = {"wild_never": list(range(1, 13))}
    assert discards_onto("", "Kh", **nothing) == {"Kh"}
    assert discards_onto("Kh", "Ks 5s", **nothing) == set()


def test_4_discard_descending_a_natural_fixes_the_value_again() -> None:
    assert discards_onto("9s Kh 8s", "9h 8h 7h 6h") == {"8h", "7h"}


PAIRS = {"pairs": True, "side": 1}


def test_4_pairs_of_one_rank_are_written_in_the_order_of_cards() -> None:
    position = lay("9h 9s 9c 8h", rules=PAIRS)
    assert {move for move in to_side(position) if "+" in move} == {"H9s+9h-S1", "H9s+9c-S1", "H9h+9c-S1"}
    assert after(position, "H9s+9c-S1")["players"][0]["side"] == [["9s", "9c"]]


def test_4_pairs_of_equal_cards_need_two_of_them() -> None:
    assert {move for move in to_side(lay("9h 9h 8s", rules=PAIRS)) if "+" in move} == {"H9h+9h-S1"}


def test_4_pairs_a_wild_king_and_a_joker_are_no_pair() -> None:
    rules = {**PAIRS, "deck": {"packs": 2, "jokers": 2}, "wilds": ["K", "*"]}
    assert {move for move in to_side(lay("Kh Ks * * 9h", rules=rules)) if "+" in move} == {"HKs+Kh-S1", "H*+*-S1"}


def test_4_pairs_may_be_of_a_suited_and_a_number_card() -> None:
    mixed = {**PAIRS, "payoff_deck": {"numbers": {"9": 4, "13": 4}, "jokers": 0}, "build_to": 13}
    position = lay("9h 9 Kh 13", rules=mixed)
    assert {move for move in to_side(position) if "+" in move} == {"H9h+9-S1"}


def test_4_pairs_need_a_table_that_has_them_and_obey_no_discard() -> None:
    assert not any("+" in move for move in to_side(lay("9h 9s", rules={"pairs": False})))
    assert to_side(lay("9h 9s", rules={**PAIRS, "no_discard": [9]})) == set()


def test_4_pairs_each_card_must_be_legal_in_turn() -> None:
    rules = {**PAIRS, **DESCENDING}
    assert "H8s+8h-S1" in to_side(lay("8h 8s", rules=rules, side=["9s"]))
    assert to_side(lay("7h 7s", rules=rules, side=["9s"])) == set()
    # A bottom wild that may stand for nothing takes no second one.
    nothing = {**rules, "wild_never": list(range(1, 13))}
    assert to_side(lay("Kh Ks", rules=nothing)) == {"HKs-S1", "HKh-S1"}


def test_4_pairs_end_the_turn() -> None:
    assert after(lay("9h 9s 8s", rules=PAIRS), "H9s+9h-S1")["turn"] == 1


FILLED = {"side_filled": True, "side": 3}


def test_4_side_filled_only_empty_stacks_take_cards_and_the_turn_goes_on() -> None:
    position = lay("9h 8s Ah", rules=FILLED, side=["9s"])
    assert to_side(position) == {f"H{card}-S{stack}" for card in ("9h", "8s", "Ah") for stack in (2, 3)}
    played = after(position, "H9h-S2")
    assert (played["turn"], played["stage"], played["moved"]) == (0, "fill", True)


def test_4_side_filled_nothing_else_is_legal_in_the_fill_stage() -> None:
    position = lay("9h 8s Ah", rules={**FILLED, "loading": True}, side=["9s"], others={1: {"payoff": ["9c 9s"]}})
    assert {"HAh-C1", "H8s-L1"} <= legal(position)
    position.play("H9h-S2", UNSHUFFLED)
    assert legal(position) == {"H8s-S3", "HAh-S3"}


def test_4_side_filled_one_more_discard_ends_the_turn() -> None:
    position = lay("9h 9s Ah 8s", rules={**FILLED, "pairs": True}, side=["9s", "8h"])
    assert not any("+" in move for move in legal(position)), "a pair never fills"
    position.play("HAh-S3", UNSHUFFLED)
    assert "H9s+9h-S1" in legal(position)
    assert {f"H{card}-S{stack}" for card in ("9h", "9s", "8s") for stack in (1, 2, 3)} <= legal(position)
    assert not any("-C" in move for move in legal(position))
    assert after(position, "H9s+9h-S3")["turn"] == 1
    assert after(position, "H8s-S2")["turn"] == 1


def test_4_side_filled_no_empty_stack_discards_as_usual() -> None:
    position = lay("9h 9s", rules={**FILLED, "pairs": True}, side=["9s", "8h", "7h"])
    assert "H9s+9h-S1" in legal(position)
    assert after(position, "H9h-S1")["turn"] == 1


@pytest.mark.parametrize("empty_hand", ["refill", "end"])
def test_4_side_filled_a_hand_that_runs_out_is_drawn_anew_whatever_empty_hand_says(empty_hand: str) -> None:
    position = lay("9h", rules={**FILLED, "empty_hand": empty_hand}, side=["9s"])
    played = after(position, "H9h-S2")
    assert (played["turn"], played["stage"], played["moved"]) == (0, "play", True)
    assert played["players"][0]["hand"] == ["8c"] * 5


def test_4_side_filled_no_discard_holds_for_filling_too_and_then_only_a_pass_is_left() -> None:
    position = lay("9h Ah Ah", rules={**FILLED, "no_discard": [1]})
    assert to_side(position) == {"H9h-S1", "H9h-S2", "H9h-S3"}
    position.play("H9h-S1", UNSHUFFLED)
    assert legal(position) == {"pass"}
    assert after(position, "pass")["passes"] == 0, "a card moved in this turn"


LOADING = {"loading": True}


def loads(cards: str, top: str, **fields: object) -> set[str]:
    position = lay(cards, rules={**LOADING, **fields}, others={1: {"payoff": [f"8s {top}"]}})
    return {move for move in legal(position) if "-L" in move}


def test_4_load_same_suit_and_one_rank_apart() -> None:
    assert loads("8h 6h 7h 9h 8s 6s", "7h", hand=6) == {"H8h-L1", "H6h-L1"}


def test_4_load_does_not_wrap_and_wild_kings_are_thirteen() -> None:
    assert loads("Kh 2h", "Ah") == {"H2h-L1"}
    assert loads("Kh Ah", "Qh") == {"HKh-L1"}
    assert loads("Qh Jh", "Kh") == {"HQh-L1"}


def test_4_load_jokers_neither_load_nor_are_loaded_on() -> None:
    jokers = {"deck": {"packs": 2, "jokers": 4}, "wilds": ["*"], "build_to": 13}
    assert loads("* Kh", "Qh", **jokers) == {"HKh-L1"}
    assert loads("Ks * Qs As", "*", **jokers) == set()


def test_4_load_needs_the_same_suit_of_neighbouring_codes() -> None:
    for suit, following in pairwise("shdc"):
        assert loads(f"7{following} 8{following}", f"7{suit}") == set()


def test_4_load_from_the_own_payoff_pile_but_not_the_last_card_of_a_side() -> None:
    target = {1: {"payoff": ["8s 7h"]}}
    assert "P-L1" in legal(lay("2s", rules=LOADING, payoff=["2c 8h"], others=target))
    assert "P-L1" not in legal(lay("2s", rules=LOADING, payoff=["8h"], others=target))
    two = {**LOADING, "payoff_piles": 2}
    assert "P1-L1.1" in legal(lay("2s", rules=two, payoff=["8h", "2c"], others={1: {"payoff": ["7h", "7h"]}}))
    assert "P1-L1.2" not in legal(lay("2s", rules=two, payoff=["8h"], others={1: {"payoff": ["7h", "7h"]}}))


def test_4_load_a_partners_card_counts_for_the_last_card_of_the_side() -> None:
    seats = {1: {"payoff": ["8s 7h"]}, 2: {"payoff": ["2c"]}}
    assert "P-L1" in legal(lay("2s", preset="partners", rules=LOADING, payoff=["8h"], others=seats))
    seats[2] = {"payoff": [""]}
    assert "P-L1" not in legal(lay("2s", preset="partners", rules=LOADING, payoff=["8h"], others=seats))


def test_4_load_never_on_a_partner_nor_from_his_piles_nor_on_an_empty_pile() -> None:
    seats = {1: {"payoff": [""]}, 2: {"payoff": ["2s 7h"], "side": ["9h"]}, 3: {"payoff": ["2s 8h"]}}
    position = lay("8h 7h", preset="partners", rules=LOADING, others=seats)
    assert {move for move in legal(position) if "-L" in move} == {"H7h-L3"}


def test_4_load_side_cards_do_not_load() -> None:
    position = lay("2s", rules=LOADING, side=["8h"], others={1: {"payoff": ["2s 7h"]}})
    assert not any("-L" in move for move in legal(position))


def test_4_load_does_not_end_the_turn_and_turns_a_card_up() -> None:
    position = lay("2s", rules=LOADING, payoff=["2c 8h"], others={1: {"payoff": ["8s 7h"]}})
    played = after(position, "P-L1")
    assert (played["turn"], played["stage"], played["moved"]) == (0, "play", True)
    assert played["players"][1]["payoff"] == [["8s", "7h", "8h"]]
    assert played["players"][0]["payoff"] == [["2c"]]


def test_4_pass_is_legal_where_the_rules_have_it() -> None:
    assert "pass" not in legal(lay("9h"))
    assert {"pass", "H9h-S1"} <= legal(lay("9h", rules={"pass": True}))


def test_4_pass_is_legal_when_nothing_else_is() -> None:
    assert legal(lay("Ah", rules={"no_discard": [1]}, centre=["As", "As", "As"])) == {"pass"}

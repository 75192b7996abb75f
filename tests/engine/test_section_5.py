"""RULES.md sections 3 and 5: drawing, completed stacks, the end of a turn, stalemates."""

from __future__ import annotations

from typing import Any

import pytest

from spite_and_malice.engine import UNSHUFFLED, Position
from tests.engine.build import after, lay, legal

ELEVEN = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js"
STUCK = {"no_discard": [5]}
"""With only fives in the hand and no five wanted, a pass is all there is."""


def test_3_the_draw_belongs_to_the_move_that_ended_the_turn_before() -> None:
    position = lay("9h", stock="2c 3c 4c 5c", others={1: {"hand": "8s 8h 8d"}})
    assert after(position, "H9h-S1")["players"][1]["hand"] == ["8s", "8h", "8d", "2c", "3c"]


def test_3_taking_the_last_card_of_the_stock_ends_nothing() -> None:
    position = lay("9h", stock="2c", others={1: {"hand": "8s 8h 8d 8c"}})
    played = after(position, "H9h-S1")
    assert (played["stock"], played["stage"]) == ([], "play")


def test_3_a_full_hand_draws_nothing_even_from_an_empty_stock() -> None:
    position = lay("9h", stock="", others={1: {"hand": "8s 8h 8d 8c 8c"}})
    assert after(position, "H9h-S1")["stage"] == "play"


def test_3_cards_set_aside_become_the_stock_when_a_card_has_to_be_drawn() -> None:
    position = lay("9h", rules={"completed": "aside"}, stock="2c", aside="3c 4c 5c 6c", others={1: {"hand": "8s 8h"}})
    played = after(position, "H9h-S1")
    assert played["players"][1]["hand"] == ["8s", "8h", "2c", "3c", "4c"]
    assert (played["stock"], played["aside"]) == (["5c", "6c"], [])


def test_3_renew_brings_a_fresh_deck_in_order_but_only_once_nothing_is_aside() -> None:
    rules = {"stock_out": "renew", "deck": {"packs": 1, "jokers": 1}, "wilds": ["K", "*"]}
    position = lay("9h", rules=rules, stock="", aside="3c", others={1: {"hand": "8s 8h"}})
    played = after(position, "H9h-S1")
    assert played["players"][1]["hand"] == ["8s", "8h", "3c", "As", "Ah"]
    assert (len(played["stock"]), played["stock"][:3], played["stock"][-1]) == (51, ["Ad", "Ac", "2s"], "*")


def test_3_renew_copies_the_deck_never_the_payoff_deck() -> None:
    rules = {"stock_out": "renew", "deck": {"packs": 1}, "payoff_deck": {"packs": 4}}
    position = lay("9h", rules=rules, stock="", others={1: {"hand": ""}})
    assert len(after(position, "H9h-S1")["stock"]) == 52 - 5


def test_3_no_card_left_ends_the_game_and_keeps_what_was_drawn() -> None:
    position = lay("9h", stock="2c", others={1: {"hand": "8s"}})
    played = after(position, "H9h-S1")
    assert played["players"][1]["hand"] == ["8s", "2c"]
    assert (played["stage"], played["turn"], played["moved"]) == ("over", 1, False)
    assert played["result"] == {"reason": "stock", "winners": [], "scores": [0, 0]}


def test_5_2_a_complete_stack_goes_under_the_stock_first_card_first() -> None:
    position = lay("Qh 2h", centre=["", ELEVEN], stock="8c 9c")
    played = after(position, "HQh-C2")
    assert played["stock"] == ["8c", "9c", *ELEVEN.split(), "Qh"]
    assert played["centre"] == [[], [], []]


def test_5_2_a_complete_stack_is_set_aside_in_order_and_its_place_stays() -> None:
    position = lay("Qh 2h", preset="unlimited", centre=[ELEVEN, "As"], aside="9d")
    played = after(position, "HQh-C1")
    assert played["aside"] == ["9d", *ELEVEN.split(), "Qh"]
    assert played["centre"] == [[], ["As"]]


def test_5_2_a_wild_may_complete_a_stack() -> None:
    played = after(lay("Kh 2h", centre=[ELEVEN], stock=""), "HKh-C1")
    assert played["stock"][-1] == "Kh"


def test_5_3_emptying_the_payoff_piles_wins_at_once() -> None:
    position = lay("9h", payoff=["As"], others={1: {"payoff": ["2s 3s 4s"]}})
    played = after(position, "P-C1")
    assert played["result"] == {"reason": "payoff", "winners": [0], "scores": [8, 0]}
    assert (played["turn"], played["moved"], played["stage"]) == (0, True, "over")


def test_5_3_all_piles_must_be_empty() -> None:
    position = lay("9h", rules={"payoff_piles": 2}, payoff=["As", "2s"])
    played = after(position, "P1-C1")
    assert played["stage"] == "play"
    position.play("P1-C1", UNSHUFFLED)
    assert after(position, "P2-C1")["result"]["winners"] == [0]


def test_5_3_partners_win_together_whoever_made_the_move() -> None:
    position = lay("9h", preset="partners", payoff=[""], others={2: {"payoff": ["As"]}, 1: {"payoff": ["2s 3s"]}})
    played = after(position, "+P-C1")
    assert played["result"] == {"reason": "payoff", "winners": [0, 2], "scores": [9, 0, 9, 0]}


def test_5_3_a_player_without_payoff_cards_plays_on_while_his_partner_has_some() -> None:
    position = lay("9h", preset="partners", payoff=["As"], others={2: {"payoff": ["2h"]}})
    played = after(position, "P-C1")
    assert (played["stage"], played["turn"]) == ("play", 0)


def test_5_3_a_win_comes_before_a_pending_cover_and_an_empty_hand() -> None:
    position = lay("", rules={"wild_covered": True}, payoff=["Kh"], side=["2s"])
    played = after(position, "P-C1")
    assert (played["stage"], played["cover"], played["players"][0]["hand"]) == ("over", None, [])


def test_5_4_an_empty_hand_is_refilled_and_the_turn_goes_on() -> None:
    played = after(lay("Ah", stock="2c 3c 4c 5c 6c 7c"), "HAh-C1")
    assert played["players"][0]["hand"] == ["2c", "3c", "4c", "5c", "6c"]
    assert (played["turn"], played["moved"], played["stock"]) == (0, True, ["7c"])


def test_5_4_a_refill_that_fails_ends_the_game_in_the_movers_turn() -> None:
    played = after(lay("Ah", stock="2c"), "HAh-C1")
    assert (played["stage"], played["turn"], played["moved"]) == ("over", 0, True)
    assert played["players"][0]["hand"] == ["2c"]


def test_5_4_the_completed_stack_is_there_to_be_drawn() -> None:
    played = after(lay("Qh", centre=[ELEVEN], stock=""), "HQh-C1")
    assert played["players"][0]["hand"] == ["As", "2s", "3s", "4s", "5s"]


def test_5_4_with_end_an_empty_hand_ends_the_turn_even_by_a_load() -> None:
    assert after(lay("Ah", rules={"empty_hand": "end"}), "HAh-C1")["turn"] == 1
    loading = lay("8h", rules={"empty_hand": "end", "loading": True}, others={1: {"payoff": ["2s 7h"]}})
    assert after(loading, "H8h-L1")["turn"] == 1


@pytest.mark.parametrize(("empty_hand", "turn"), [("refill", 0), ("end", 1)])
def test_5_4_a_pending_cover_waits_for_its_card_first(empty_hand: str, turn: int) -> None:
    position = lay("Kh", rules={"wild_covered": True, "empty_hand": empty_hand}, side=["2s"])
    position.play("HKh-C1", UNSHUFFLED)
    assert (position.stage, position.turn, position.to_json()["players"][0]["hand"]) == ("cover", 0, [])
    played = after(position, "S1-C1")
    assert played["turn"] == turn
    assert len(played["players"][turn]["hand"]) == 5


def stuck(preset: str = "standard", players: int | None = None, passes: int = 0, **changes: Any) -> Position:
    """Lay a position in which seat 0 can only pass."""
    hands = {seat: {"hand": "5h 5d 5c 5s 5s"} for seat in range(1, players or 2)}
    rules = {**STUCK, **changes.pop("rules", {})}
    position = {"others": hands, "passes": passes, **changes}
    return lay("5h", preset=preset, players=players, rules=rules, **position)


def test_5_passes_count_turns_in_which_no_card_moved() -> None:
    assert after(stuck(), "pass")["passes"] == 1
    assert after(stuck(passes=1, moved=True), "pass")["passes"] == 0


def test_5_passes_stay_within_a_turn_and_are_reset_at_its_end() -> None:
    position = lay("Ah 9h", passes=1)
    position.play("HAh-C1", UNSHUFFLED)
    assert position.to_json()["passes"] == 1
    assert after(position, "H9h-S1")["passes"] == 0


def test_5_stalemate_is_settled_before_the_next_seat_draws() -> None:
    position = stuck(passes=1, others={1: {"hand": "8s"}})
    played = after(position, "pass")
    assert played["players"][1]["hand"] == ["8s"]
    assert (played["stage"], played["turn"], played["passes"], played["moved"]) == ("over", 1, 2, False)
    assert played["result"]["reason"] == "stalemate"


def test_5_stalemate_needs_as_many_passes_as_players() -> None:
    assert after(stuck("round", 4, passes=2), "pass")["stage"] == "play"
    assert after(stuck("round", 4, passes=3), "pass")["stage"] == "over"


LOW = {"stalemate": "low"}


def test_5_low_the_first_from_the_next_seat_with_a_playable_low_card_breaks_it() -> None:
    seats = {1: {"hand": "3h"}, 2: {"hand": "2h 9h"}, 3: {"hand": "Ah"}}
    centre = ["As", "As 2s", "As 2s", "As 2s", "As 2s"]
    position = stuck("round", 4, passes=3, rules=LOW, centre=centre, others=seats, stock="2c Ac 9c 9c")
    position.play("pass", UNSHUFFLED)
    played = position.to_json()
    assert (played["turn"], played["stage"], played["passes"], played["moved"]) == (2, "break", 0, False)
    assert played["players"][2]["hand"] == ["2h", "9h", "2c", "Ac", "9c"]
    assert legal(position) == {"H2h-C1", "H2c-C1"}, "the cards drawn count too"
    position.play("H2h-C1", UNSHUFFLED)
    assert position.stage == "play"
    assert "H9h-S1" in legal(position)


def test_5_low_only_natural_aces_and_twos_of_the_hand_break_it() -> None:
    rules = {**LOW, "loading": True, "pass": True, "wilds": ["K", "*"], "deck": {"packs": 2, "jokers": 2}}
    breaker = {"hand": "Ah 3h Kh * 2d", "payoff": ["2h Ac"], "side": ["As", "2s"]}
    position = stuck(passes=1, rules=rules, centre=["", "Ad", "Ad 2d"], others={1: breaker})
    position.play("pass", UNSHUFFLED)
    assert position.stage == "break"
    assert legal(position) == {"HAh-C1", "H2d-C2"}


def test_5_low_a_wild_is_no_low_card_and_an_unplayable_one_does_not_count() -> None:
    centre = ["As 2s", "As 2s", "As 2s"]
    position = stuck(passes=1, rules=LOW, centre=centre, others={1: {"hand": "Ah 2h Kh"}})
    assert after(position, "pass")["result"]["reason"] == "stalemate"
    unlimited = stuck("unlimited", passes=1, rules=LOW, centre=centre, others={1: {"hand": "Ah"}})
    assert after(unlimited, "pass")["stage"] == "break"


def test_5_low_the_player_who_passed_last_may_break_it_himself() -> None:
    rules = {**LOW, "pass": True}
    position = lay("5h Ah", rules=rules, passes=1, others={1: {"hand": "5s"}}, centre=["As 2s"])
    played = after(position, "pass")
    assert (played["turn"], played["stage"]) == (0, "break")


def test_5_low_a_draw_that_fails_ends_the_game_for_want_of_stock() -> None:
    position = stuck(passes=1, rules=LOW, stock="9c", others={1: {"hand": "Ah"}})
    played = after(position, "pass")
    assert (played["result"]["reason"], played["turn"], played["passes"]) == ("stock", 1, 0)


REDEAL = {"stalemate": "redeal", "hand": 2}


def test_5_redeal_gathers_in_order_and_deals_from_the_next_seat_on() -> None:
    position = lay(
        "5h",
        preset="round",
        players=3,
        rules={**STUCK, **REDEAL, "completed": "aside"},
        side=["9h 9d", "Th"],
        centre=["As", "", "Ah 2h", ""],
        aside="3c",
        stock="4c 4d",
        passes=2,
        others={1: {"hand": "5c 5d", "side": ["Jh"]}, 2: {"hand": "5s"}},
    )
    played = after(position, "pass")
    # Gathered: 5h 9h 9d Th | 5c 5d Jh | 5s | As | Ah 2h | 3c | 4c 4d
    assert [player["hand"] for player in played["players"]] == [["5c", "5d"], ["5h", "9h"], ["9d", "Th"]]
    assert played["stock"] == ["Jh", "5s", "As", "Ah", "2h", "3c", "4c", "4d"]
    assert played["centre"] == [[], [], [], []]
    assert played["aside"] == []
    assert all(stack == [] for player in played["players"] for stack in player["side"])
    assert (played["turn"], played["stage"], played["passes"], played["moved"]) == (1, "play", 0, False)
    assert [player["payoff"] for player in played["players"]] == [[["7d", "7d"]]] * 3


def test_5_redeal_keeps_the_places_of_unlimited_stacks() -> None:
    position = stuck("unlimited", passes=1, rules=REDEAL, centre=["As", "Ah"], others={1: {"hand": "5s"}})
    assert after(position, "pass")["centre"] == [[], []]


@pytest.mark.parametrize(("stock", "stage"), [("9c", "over"), ("9c 9c", "play")])
def test_5_redeal_with_too_few_cards_ends_the_game_instead(stock: str, stage: str) -> None:
    position = stuck(passes=1, rules=REDEAL, stock=stock, others={1: {"hand": "5s"}})
    played = after(position, "pass")
    assert played["stage"] == stage
    if stage == "over":
        assert (played["result"]["reason"], played["passes"], played["stock"]) == ("stalemate", 2, ["9c"])
    else:
        assert [player["hand"] for player in played["players"]] == [["9c", "9c"], ["5h", "5s"]]

"""RULES.md section 4: to a centre stack, wild cards, covered wilds, forced play."""

from __future__ import annotations

import pytest

from spite_and_malice.engine import UNSHUFFLED
from tests.engine.build import after, lay, legal, to_centre


def test_4_a_natural_goes_on_the_stack_of_one_less() -> None:
    position = lay("3h 5s", centre=["As 2d", "As 2d 3h 4c", ""])
    assert to_centre(position) == {"H3h-C1", "H5s-C2"}


def test_4_every_empty_centre_place_is_a_place_of_its_own() -> None:
    assert to_centre(lay("Ah Ah", centre=["As", "", ""])) == {"HAh-C2", "HAh-C3"}


def test_4_two_equal_cards_make_one_move_but_suits_differ() -> None:
    assert to_centre(lay("2h 2h 2s", centre=["As"])) == {"H2h-C1", "H2s-C1"}


def test_4_sources_are_hand_payoff_and_side_tops() -> None:
    position = lay("2h", payoff=["Qs 2d"], side=["9s 2c", "2s 9s"], centre=["As"])
    assert to_centre(position) == {"H2h-C1", "P-C1", "S1-C1"}


def test_4_several_payoff_piles_are_numbered_and_all_may_be_played_from() -> None:
    position = lay("8h", rules={"payoff_piles": 3}, payoff=["2h", "", "2s"], centre=["As"])
    assert to_centre(position) == {"P1-C1", "P3-C1"}


def test_4_a_partner_lends_piles_and_stacks_but_not_his_hand() -> None:
    position = lay(
        "8h",
        preset="partners",
        others={2: {"hand": "2s", "payoff": ["Qh 2h"], "side": ["2d", "9d"]}, 1: {"payoff": ["2c"], "side": ["2c"]}},
        centre=["As"],
    )
    assert to_centre(position) == {"+P-C1", "+S1-C1"}


def test_4_partners_piles_are_numbered_too() -> None:
    position = lay(
        "8h", preset="partners", rules={"payoff_piles": 2}, others={2: {"payoff": ["2h", "2s"]}}, centre=["As"]
    )
    assert to_centre(position) == {"+P1-C1", "+P2-C1"}


def test_4_a_wild_stands_for_the_next_rank_up_to_build_to() -> None:
    eleven = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js"
    assert to_centre(lay("Kh", centre=["", "As", eleven])) == {"HKh-C1", "HKh-C2", "HKh-C3"}


def test_4_a_wild_does_not_stand_for_a_rank_of_wild_never() -> None:
    position = lay("Kh", rules={"wild_never": [1, 3]}, centre=["", "As", "As 2s"])
    assert to_centre(position) == {"HKh-C2"}


def test_4_a_wild_king_is_not_natural_even_where_thirteen_is_next() -> None:
    twelve = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs"
    rules = {"build_to": 15, "wild_never": [13], "deck": {"packs": 2, "jokers": 2}, "wilds": ["K", "*"]}
    payoff_deck = {"numbers": {str(rank): 4 for rank in range(1, 16)}, "jokers": 0}
    position = lay("Kh 13", rules={**rules, "payoff_deck": payoff_deck}, centre=[twelve])
    assert to_centre(position) == {"H13-C1", "HKh-C2", "HKh-C3"}


def test_4_unlimited_stacks_offer_one_more_place_only_when_none_is_empty() -> None:
    assert to_centre(lay("Ah Kh", preset="unlimited", centre=["As", "As 2s"])) == {
        "HAh-C3", "HKh-C1", "HKh-C2", "HKh-C3",
    }  # fmt: skip
    assert to_centre(lay("Ah", preset="unlimited", centre=["", "As", ""])) == {"HAh-C1", "HAh-C3"}
    assert to_centre(lay("Ah", preset="unlimited")) == {"HAh-C1"}


def test_4_a_new_place_is_appended_only_when_a_card_starts_it() -> None:
    position = lay("Ah 9h", preset="unlimited", centre=["As"])
    assert position.to_json()["centre"] == [["As"]]
    assert after(position, "HAh-C2")["centre"] == [["As"], ["Ah"]]


COVERED = {"wild_covered": True}


def test_4_wild_covered_needs_a_natural_of_the_rank_after_next() -> None:
    assert to_centre(lay("Kh 2h", rules=COVERED, centre=["As"])) == {"H2h-C1", "HKh-C2", "HKh-C3"}
    assert to_centre(lay("Kh 3h", rules=COVERED, centre=["As"])) == {"HKh-C1"}
    assert to_centre(lay("Kh 4h", rules=COVERED, centre=["As", "As", "As"])) == set()


def test_4_wild_covered_never_stands_for_the_last_rank() -> None:
    eleven = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js"
    assert to_centre(lay("Kh Qh Ah", rules=COVERED, centre=[eleven, "As", "As"])) == {"HQh-C1"}


def test_4_wild_covered_counts_what_the_wild_uncovers_on_its_side_stack() -> None:
    full = ["As", "As", "As"]
    assert to_centre(lay("8h", rules=COVERED, side=["3h Kh"], centre=full)) == {"S1-C1", "S1-C2", "S1-C3"}
    assert to_centre(lay("Kd", rules=COVERED, side=["3h Kh"], centre=full)) == {"S1-C1", "S1-C2", "S1-C3"}
    assert to_centre(lay("8h", rules=COVERED, side=["3h 9s Kh"], centre=full)) == set()


def test_4_wild_covered_ignores_the_face_down_card_under_a_payoff_wild() -> None:
    full = ["As", "As", "As"]
    assert to_centre(lay("8h", rules=COVERED, payoff=["3h Kh"], centre=full)) == set()
    assert to_centre(lay("3s", rules=COVERED, payoff=["3h Kh"], centre=full)) == {"P-C1", "P-C2", "P-C3"}


def test_4_wild_covered_counts_tops_of_other_payoff_piles() -> None:
    two = {**COVERED, "payoff_piles": 2}
    full = ["As", "As", "As"]
    assert to_centre(lay("8h", rules=two, payoff=["Qh Kh", "Qh 3s"], centre=full)) == {"P1-C1", "P1-C2", "P1-C3"}


@pytest.mark.parametrize("partner", [{"payoff": ["Qh 3s"]}, {"side": ["9s 3s"]}])
def test_4_wild_covered_counts_the_partners_tops(partner: dict[str, list[str]]) -> None:
    full = ["As"] * 5
    position = lay("Kh", preset="partners", rules=COVERED, others={2: partner}, centre=full)
    assert to_centre(position) == {f"HKh-C{place}" for place in range(1, 6)}


def test_4_wild_covered_does_not_count_the_partners_hand() -> None:
    position = lay("Kh", preset="partners", rules=COVERED, others={2: {"hand": "3s"}}, centre=["As"] * 5)
    assert to_centre(position) == set()


def test_4_after_a_wild_only_naturals_onto_that_stack_are_legal() -> None:
    position = lay("Kh 3h 3h 4h 2s Kd 8s", rules={**COVERED, "hand": 8}, side=["3c", "9c"], centre=["As", "As"])
    position.play("HKh-C1", UNSHUFFLED)
    assert (position.stage, position.to_json()["cover"]) == ("cover", 0)
    assert legal(position) == {"H3h-C1", "S1-C1"}
    position.play("S1-C1", UNSHUFFLED)
    assert (position.stage, position.to_json()["cover"]) == ("play", None)
    assert "H4h-C1" in legal(position)


def test_4_a_payoff_card_just_turned_up_counts_as_cover() -> None:
    position = lay("3s", rules=COVERED, payoff=["Qh 3h Kh"], centre=["As"])
    position.play("P-C1", UNSHUFFLED)
    assert legal(position) == {"P-C1", "H3s-C1"}


def test_4_a_pending_cover_comes_before_forced_play() -> None:
    rules = {**COVERED, "forced": [1], "forced_from": ["hand"]}
    position = lay("3h Ah", rules=rules, centre=["", "As Kh"], stage="cover", cover=1, moved=True)
    assert legal(position) == {"H3h-C2"}
    position.play("H3h-C2", UNSHUFFLED)
    assert legal(position) == {"HAh-C1", "HAh-C3"}


FORCED = {"forced": [1, 2], "forced_from": ["hand", "payoff"]}


def test_4_forced_only_such_plays_are_legal() -> None:
    position = lay("Ah 3s 9s", rules=FORCED, payoff=["Qs 2h"], centre=["As", "As 2s", ""])
    assert legal(position) == {"HAh-C3", "P-C1"}


def test_4_forced_does_not_bind_places_that_forced_from_leaves_out() -> None:
    position = lay("9s 3s", rules=FORCED, side=["Ah"], centre=["As 2s"])
    assert {"S1-C2", "H9s-S1", "H3s-C1"} <= legal(position)
    assert "S1-C2" not in legal(lay("Ad 9s", rules=FORCED, side=["Ah"]))


def test_4_forced_does_not_bind_the_partners_card() -> None:
    rules = {"forced": [1], "forced_from": ["hand", "payoff", "side"]}
    free = lay("9s", preset="partners", rules=rules, others={2: {"payoff": ["Qh Ah"], "side": ["As"]}})
    assert {"+P-C1", "+S1-C1", "H9s-S1"} <= legal(free)
    bound = lay("Ad", preset="partners", rules=rules, others={2: {"payoff": ["Qh Ah"], "side": ["As"]}})
    assert legal(bound) == {f"HAd-C{place}" for place in range(1, 6)}


def test_4_forced_needs_a_natural_card_that_can_be_played() -> None:
    assert "HKh-S1" in legal(lay("Kh", rules=FORCED))
    assert "H2h-S1" in legal(lay("2h", rules=FORCED, centre=["", "As 2s"]))


def test_4_forced_play_forbids_pass_and_load() -> None:
    rules = {**FORCED, "pass": True, "loading": True}
    position = lay("Ah 3s", rules=rules, others={1: {"payoff": ["Qh 2s"]}})
    assert legal(position) == {"HAh-C1", "HAh-C2", "HAh-C3"}

"""The rules of patience: refusals, presets, words, and why a move is not legal (PATIENCE.md sections 2 to 5)."""

from __future__ import annotations

from random import Random

import pytest

from spite_and_malice.arguments import InvalidArgument
from spite_and_malice.patience import (
    KLONDIKE,
    PRESETS,
    IllegalMove,
    InvalidRules,
    Position,
    Rules,
    deal_number,
    describe,
    new_game,
    pack_of,
    preset_rules,
)
from spite_and_malice.texts import in_language
from tests.examples import times
from tests.patience.strategies import house_rules


def test_2_presets() -> None:
    assert preset_rules("klondike-1") == Rules()
    assert preset_rules("klondike-3") == Rules(draw=3)
    assert preset_rules("klondike-3", {"passes": 3}) == Rules(draw=3, passes=3)
    assert list(PRESETS)[:2] == list(KLONDIKE) == ["klondike-1", "klondike-3"]
    assert len(PRESETS) == len({preset.rules for preset in PRESETS.values()})
    with pytest.raises(InvalidRules, match=r'no version "spider" of patience. Did you mean "spider-4"\? The versions'):
        preset_rules("spider")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"draw": 2}, "draw must be 1 or 3, not 2."),
        ({"draw": True}, "draw must be 1 or 3, not true."),
        ({"draw": 1.0}, "draw must be 1 or 3, not 1.0."),
        ({"passes": 100}, "passes must be a whole number from 1 to 99, or null for as many as one likes, not 100."),
        ({"empty": "queen"}, 'empty must be "king", "any", "none", "waste" or "auto", not "queen".'),
        ({"worry_back": 1}, "worry_back must be true or false, not 1."),
        ({"colour": "red"}, 'The rules have no field "colour"; the fields are packs, suits, layout, piles, '),
    ],
)
def test_2_what_makes_no_sense_is_refused(fields: dict[str, object], sentence: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        Rules.from_json(fields)
    assert str(caught.value).startswith(sentence)


def test_2_the_rules_in_words_say_every_field() -> None:
    kinds = [
        Rules(), Rules(draw=3), Rules(passes=1), Rules(passes=3), Rules(empty="any"), Rules(worry_back=False),
    ]  # fmt: skip
    for language in ("en", "de"):
        with in_language(language):
            said = ["\n".join(describe(rules)) for rules in kinds]
        assert len(set(said)) == len(kinds)
    with in_language("de"):
        assert "du gehst ihn insgesamt 3-mal durch." in "\n".join(describe(Rules(passes=3)))


def test_2_every_preset_says_its_rules_in_both_languages() -> None:
    for language in ("en", "de"):
        with in_language(language):
            said = {preset.id: describe(preset.rules) for preset in PRESETS.values()}
        assert len({"\n".join(sentences) for sentences in said.values()}) == len(PRESETS)
        assert not [sentence for sentences in said.values() for sentence in sentences if "{" in sentence]


def test_2_house_rules_are_said_and_read_again() -> None:
    for seed in range(times(300)):
        rules = house_rules(seed)
        assert Rules.from_json(rules.to_json()) == rules
        assert not [sentence for sentence in describe(rules) if "{" in sentence]


def test_3_the_deal_goes_round_by_round() -> None:
    pack = pack_of(5)
    data = deal_number(Rules(), 5).to_json()
    assert [pile["up"] for pile in data["tableau"]] == [[pack[i]] for i in (0, 7, 13, 18, 22, 25, 27)]
    assert data["tableau"][6]["down"] == [pack[i] for i in (6, 12, 17, 21, 24, 26)]
    assert data["stock"] == pack[28:]


def test_3_a_number_is_the_same_deal_everywhere() -> None:
    assert " ".join(pack_of(0)[:13]) == PACK_0
    assert " ".join(pack_of(17)[:13]) == PACK_17


PACK_0 = "Ks Td 9s Tc 3s Jc Kc Qs 3d Kh 6h Ah Jh"
PACK_17 = "Jh Kc 7s 5h 6c Qh 6h Kd 9c 3s 5s 3d Ts"


@pytest.mark.parametrize("number", [-1, 2**53, 1.0, True, "7", None])
def test_3_what_is_no_number_of_a_deal_is_refused(number: object) -> None:
    with pytest.raises(ValueError, match="The number of a deal is a whole number from 0 to 9007199254740991"):
        pack_of(number)  # type: ignore[arg-type]


def position(tableau: list[tuple[str, str]], waste: str = "", found: str = "0 0 0 0", **rules: object) -> Position:
    """A position with these piles ("down", "up"); all other cards that are not on a foundation are the stock."""
    ranks = dict(zip("shdc", map(int, found.split()), strict=True))
    piles = [{"down": down.split(), "up": up.split()} for down, up in tableau]
    piles = [{"down": list[str](), "up": list[str]()}] * (7 - len(piles)) + piles
    lying = {card for pile in piles for card in (*pile["down"], *pile["up"])} | set(waste.split())
    pack = [rank + suit for suit in "shdc" for rank in "A23456789TJQK"[ranks[suit] :]]
    return Position.from_json(
        {
            "rules": rules,
            "stock": [card for card in pack if card not in lying],
            "waste": waste.split(),
            "foundations": ranks,
            "tableau": piles,
            "pass": 1,
            "result": None,
        }
    )


def kings(**rules: object) -> Position:
    """Two piles and an empty one, late in a game: 32 cards are on the foundations."""
    return position(
        [("9s 9h Jh", "Qd Jc"), ("Js Qh", "Ks"), ("9d 9c Tc Th", "Kd"), ("Qc Kc Jd Qs Kh", "Td")],
        "Ts",
        "8 8 8 8",
        **rules,
    )


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("draw", "The stock is empty."),
        ("T1-F", "That pile is empty."),
        ("T4:3-T1", "Only 2 cards of that pile are face up."),
        ("T5:2-T4", "Only one card of that pile is face up."),
        ("W-T1", "Only a king may be moved to an empty pile."),
        ("W-F", "On that foundation 9s comes next."),
        ("T7-T5", "On Ks only Qh or Qd can be put."),
        ("Fs-T4", "On Jc only Th or Td can be put."),
    ],
)
def test_4_why_a_move_is_not_legal(move: str, reason: str) -> None:
    stuck = kings()
    with pytest.raises(IllegalMove) as caught:
        stuck.play(move)
    assert str(caught.value) == f"{move} is not legal. {reason}"


def test_4_5_redeals_and_the_last_pass() -> None:
    dealt = deal_number(Rules(draw=3, passes=2), 3)
    with pytest.raises(IllegalMove, match="The stock is not used up yet"):
        dealt.play("redeal")
    for _ in range(8):
        dealt.play("draw")
    with pytest.raises(IllegalMove, match="The stock is empty"):
        dealt.play("draw")
    turned = dealt.to_json()["waste"]
    dealt.play("redeal")
    assert dealt.to_json()["pass"] == 2
    assert dealt.to_json()["stock"] == turned
    for _ in range(8):
        dealt.play("draw")
    with pytest.raises(IllegalMove, match="This is the last pass through the stock"):
        dealt.play("redeal")


def test_4_any_card_to_an_empty_pile() -> None:
    assert "W-T1" not in map(str, kings().legal_moves)
    assert {"W-T1", "T4-T1", "T4:2-T2"} <= set(map(str, kings(empty="any").legal_moves))


def test_4_no_worrying_back() -> None:
    with pytest.raises(IllegalMove, match="With these rules a card on a foundation stays there"):
        kings(worry_back=False).play("Fs-T4")


def test_a_game_undoes_redoes_and_draws_itself() -> None:
    game = new_game("klondike-3", deal=17)
    with pytest.raises(ValueError, match="There is no move to take back"):
        game.undo()
    before = str(game)
    assert before.startswith("stock 24  waste --")
    game.play("draw")
    assert "stock 21" in str(game)
    assert str(game.undo()) == "draw"
    assert str(game) == before
    assert str(game.redo()) == "draw"
    with pytest.raises(ValueError, match="There is no move that was taken back"):
        game.redo()
    game.undo()
    game.play("draw")
    with pytest.raises(ValueError, match="There is no move that was taken back"):
        game.redo()


@pytest.mark.parametrize(
    ("preset", "shown"),
    [
        ("spider-2", ["stock 50  runs s 0 h 0 d 0 c 0", "T1  T2", "##  ##"]),
        ("freecell", ["foundations -- -- -- --", "cells C1 --  C2 --  C3 --  C4 --"]),
        ("pyramid", ["stock 24  waste --        pass 1", "T1              9c", "T22 Kh  Th"]),
        ("tri-peaks", ["T1        ##          ##          ##", "T19 2d  8s"]),
        ("canfield", ["foundations -- -- 7d --", "R1 12 ## 3h"]),
        ("giza", ["R1  R2  R3  R4  R5  R6  R7  R8", "9c  4c  Qc"]),
    ],
)
def test_every_layout_is_drawn_as_text(preset: str, shown: list[str]) -> None:
    drawn = str(new_game(preset, deal=1))
    for text in shown:
        assert text in drawn


@pytest.mark.parametrize(
    ("preset", "move", "reason"),
    [
        ("freecell", "draw", "There is no stock in this game."),
        ("freecell", "T9-F", "There is no T9 in this game."),
        ("freecell", "T1:2-T3", "On Kd only Qs or Qc can be put."),
        ("spider-2", "draw", "In this game the stock is dealt on the piles."),
        ("spider-2", "T1-C", "There are no free cells in this game."),
        ("spider-2", "T1-F", "There are no foundations in this game that cards are put on."),
        ("klondike-1", "deal", "In this game cards of the stock are turned to the waste."),
        ("klondike-1", "T1+T2-X", "In this game cards do not leave the table in pairs."),
        ("pyramid", "T22+T23-X", "Kh and Th add up to 23, not to 13."),
        ("pyramid", "T1-X", "Other cards lie on that one."),
        ("pyramid", "T23-X", "Only K leaves alone."),
        ("golf", "T1-T2", "Nothing is built on the piles of this game."),
        ("golf", "T1-W", "4s is neither one above nor one below 6c."),
        ("bakers-dozen", "T1-C", "There are no free cells in this game."),
    ],
)
def test_4_why_a_move_is_not_legal_in_the_family(preset: str, move: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        new_game(preset, deal=1).play(move)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("preset", "said"),
    [
        (
            "scorpion",
            "The lowest 3 cards of each of the first 4 piles lie face down; all others on the piles lie face up.",
        ),
        ("yukon", "At the bottom of the piles lie face down, from the first pile to the last: 0, 1, 2, 3, 4, 5 and 6."),
    ],
)
def test_1_the_cards_that_lie_face_down_are_said(preset: str, said: str) -> None:
    assert said in describe(preset_rules(preset))


def test_a_game_is_dealt_by_a_seed() -> None:
    assert new_game("golf", seed=17) == new_game("golf", deal=17)
    assert new_game("golf", seed=Random(1)) == new_game("golf", seed=Random(1)) != new_game("golf", seed=Random(2))
    assert new_game(seed=2**53) == new_game(deal=0)
    for wrong in ({}, {"deal": 1, "seed": 1}, {"seed": -1}, {"seed": "a"}):
        with pytest.raises(InvalidArgument):
            new_game("golf", **wrong)

"""Automatic finishing, the reasons for advised moves, and the difficulty of deals."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from spite_and_malice.patience import PRESETS, Game, Hint, Move, Position, Rules, deal_number, preset_rules, solve
from spite_and_malice.patience.advice import reason_for
from spite_and_malice.patience.difficulty import blind_share, level_of
from spite_and_malice.patience.finishing import finishing
from tests.examples import examples, some
from tests.patience.strategies import positions


def open_position(number: int, rules: Rules) -> Position:
    """Return the first position on a way to win in which no card of the tableau lies face down."""
    game = Game(deal_number(rules, number))
    for move in solve(game.position, seconds=None).moves:
        if not any(pile.down for pile in game.view().tableau):
            break
        game.play(move)
    return game.position


@pytest.mark.parametrize("number", [13, 14, 15, 17, 20])
def test_with_one_card_at_a_time_an_open_game_is_won_by_itself(number: int) -> None:
    rules = Rules()
    if solve(deal_number(rules, number), seconds=None).verdict != "won":
        pytest.skip("this deal cannot be won")
    position = open_position(number, rules)
    moves = finishing(position)
    for move in moves:
        assert move.target in ("", "F")
        position.play(move)
    assert position.is_won
    assert finishing(position) == ()


def test_what_is_offered_tells_nothing_of_the_order_of_the_stock() -> None:
    """In the first pass of turn 3 it is never offered while cards lie in the stock."""
    rules = preset_rules("klondike-3")
    offered = 0
    for number in range(30):
        game = Game(deal_number(rules, number))
        for move in solve(game.position).moves:
            view = game.view()
            if finishing(game.position):
                offered += 1
                assert not any(pile.down for pile in view.tableau)
                assert view.stock == 0 or view.pass_number > 1
            game.play(move)
    assert offered > 50


@examples(150)
@given(positions)
def test_finishing_wins_or_is_not_offered_and_every_advice_has_a_reason(position: Position) -> None:
    before = position.to_json()
    moves = finishing(position)
    assert position.to_json() == before
    if moves:
        for move in moves:
            position.play(move)
        assert position.is_won
    view = position.view()
    for text in view.legal:
        assert reason_for(view, Hint(Move.parse(text), 0.5)).endswith(".")


def test_a_reason_names_what_the_move_does() -> None:
    game = Game(deal_number(Rules(), 17))
    view = game.view()
    does, only = (
        "Q♠ goes on K♦, and the card beneath it is turned up.",
        "Only Q♠ turns a card up now.",
    )
    assert reason_for(view, Hint(Move.parse("T7-T2"), 1.0)) == f"{does} {only}"
    lead = "Draw first, J♥ on Q♠ and Q♠ on K♦ can wait:"
    why = f"{lead} 14 of the 45 unseen cards would fit at once, such as A♠ to its foundation or J♦ on Q♠."
    assert reason_for(view, Hint(Move.parse("draw"), 0.1)) == why
    assert reason_for(view, Hint(Move.parse("draw"), 0.0)) == why
    game.play("draw")
    assert reason_for(game.view(), Hint(Move.parse("draw"), 0.1)) == f"{lead} Q♠ stays open for J♦."
    assert "lost" in reason_for(view, Hint(None, 0.0, is_lost=True))


@pytest.mark.nightly("src/spite_and_malice/patience/")
def test_sensible_play_wins_easy_deals_more_often_and_is_the_same_for_the_same_chance() -> None:
    levels = {}
    for number in range(40):
        position = deal_number(Rules(), number)
        if solve(position).verdict == "won":
            levels[number] = level_of(position, random.Random(number).randrange)
            assert levels[number] == level_of(position, random.Random(number).randrange)
    assert set(levels.values()) == {"easy", "medium", "hard"}
    shares = {
        level: [blind_share(deal_number(Rules(), number), random.Random(1).randrange) for number in numbers]
        for level in ("easy", "medium", "hard")
        if (numbers := [number for number, each in levels.items() if each == level])
    }
    mean = {level: sum(each) / len(each) for level, each in shares.items()}
    assert mean["easy"] > mean["medium"] > mean["hard"]


@pytest.mark.parametrize("preset", some(PRESETS, "src/spite_and_malice/patience/", of=16))
def test_every_preset_is_finished_by_plain_steps_or_not_and_every_move_has_a_reason(preset: str) -> None:
    chance, game = random.Random(preset), Game(deal_number(PRESETS[preset].rules, 3))
    for _move in range(25):
        view = game.view()
        moves = finishing(game.position)
        is_luck = PRESETS[preset].rules.aim == "clock"
        assert is_luck or not moves or not any(pile.down for pile in (*view.tableau, *view.reserve))
        end = game.position.clone()
        for move in moves:
            end.play(move)
        assert not moves or (end.is_over if is_luck else end.is_won)
        for text in view.legal:
            move = Move.parse(text)
            assert reason_for(view, Hint(move, 0.5, (move,))).endswith(".")
        if view.legal:
            game.play(chance.choice(view.legal))


@pytest.mark.parametrize(
    "preset",
    some(
        [
            name
            for name, each in PRESETS.items()
            if each.rules.aim in ("pairs", "waste") and each.rules.layout != "grid"
        ],
        "src/spite_and_malice/patience/",
        of=3,
    ),
)
def test_cards_that_uncover_others_are_never_taken_off_by_themselves(preset: str) -> None:
    rules = PRESETS[preset].rules
    assert not any(finishing(deal_number(rules, number)) for number in range(200))
    offered = 0
    for number in range(12):
        game = Game(deal_number(rules, number))
        for move in solve(game.position, seconds=1).moves:
            if finishing(game.position):
                offered += 1
                assert all(len(pile.up) <= 1 for pile in game.view().tableau)
            game.play(move)
    assert offered > 0


def test_suits_that_only_have_to_be_joined_are_joined() -> None:
    position = deal_number(PRESETS["simple-simon"].rules, 1).to_json()
    runs = [[rank + suit for rank in "KQJT98765432A"] for suit in "shdc"]
    piles = [runs[0][:6], runs[0][6:], *([*run[:12]] for run in runs[1:]), *([run[12]] for run in runs[1:]), [], []]
    position["tableau"] = [{"down": [], "up": pile} for pile in piles]
    end = Position.from_json(position)
    assert [str(move) for move in finishing(end)] == ["T2:7-T1", "T6-T3", "T7-T4", "T8-T5"]


@pytest.mark.parametrize("preset", some(["freecell", "pyramid", "spider-1"], "src/spite_and_malice/patience/", of=3))
def test_deals_of_other_games_are_easier_and_harder(preset: str) -> None:
    rules = PRESETS[preset].rules
    levels = [level_of(deal_number(rules, number), random.Random(number).randrange) for number in range(15)]
    assert set(levels) == {"easy", "medium", "hard"}
    assert levels[3] == level_of(deal_number(rules, 3), random.Random(3).randrange)

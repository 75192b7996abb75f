"""Games whose cards are shuffled again: hints bring home what they can before that."""

from __future__ import annotations

import pytest

from spite_and_malice.patience import PRESETS, Game, Move, Position, deal_number, harvest, hint
from spite_and_malice.patience.harvest import most_home
from spite_and_malice.patience.progress import cards_gone
from spite_and_malice.play import SeededChance
from spite_and_malice.play.patience import Deal, Played
from tests.examples import some

PATIENCE = "src/spite_and_malice/patience/"

SHUFFLED = ("la-belle-lucie", "three-shuffles", "trefoil", "super-flower-garden")


def home(position: Position) -> int:
    """Return how many cards are home."""
    return 52 - sum(len(pile.up) for pile in position.view().tableau)


def best_by_hand(position: Position) -> int:
    """Return the most cards that can be home in this layout, by trying every order of moves."""
    best, left, seen = 0, [position], {position.layout.key()}
    while left:
        here = left.pop()
        best = max(best, home(here))
        for move in here.legal_moves:
            after = here.clone()
            after.play(move)
            if not move.is_redeal and after.layout.key() not in seen:
                seen.add(after.layout.key())
                left.append(after)
    return best


@pytest.mark.parametrize("number", [1, 5])
def test_as_much_comes_home_as_can_in_layouts_of_few_moves(number: int) -> None:
    start = deal_number(PRESETS["la-belle-lucie"].rules, number)
    position = start.clone()
    for move in most_home(start.rules, start.layout, lambda: False):
        position.play(move)
    assert home(position) == best_by_hand(start)


def test_a_search_that_is_late_has_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harvest, "_FEWEST", 0)
    start = deal_number(PRESETS["trefoil"].rules, 1)
    assert most_home(start.rules, start.layout, lambda: True) == ()


@pytest.mark.parametrize("preset", some(SHUFFLED, PATIENCE, of=2))
def test_a_hint_lays_the_cards_out_again_when_no_more_come_home(preset: str) -> None:
    game = Game(deal_number(PRESETS[preset].rules, 1))
    given = hint(game.view(), SeededChance(1), 1)
    assert 0 <= given.winnable <= 1
    assert [move.is_redeal for move in given.line] == [False] * (len(given.line) - 1) + [True]
    for move in given.line[:-1]:
        game.play(move)
    came = home(game.position)
    assert came > home(deal_number(PRESETS[preset].rules, 1))
    assert most_home(game.rules, game.position.layout, lambda: False) == ()
    assert not any(move.target == "F" for move in game.legal_moves)


def test_a_layout_that_can_be_won_is_not_left() -> None:
    played, chance = Played(PRESETS["super-flower-garden"].rules, Deal(0, "number")), SeededChance(0)
    line = hint(played.game.view(), chance, 1, played.known).line
    assert Move("redeal") not in line
    for move in line:
        played.act(str(move), 0)
    assert played.game.is_won


@pytest.mark.parametrize(
    ("preset", "number"),
    some([("la-belle-lucie", 6), ("super-flower-garden", 2)], PATIENCE, of=2),
)
def test_games_are_won_by_hints_alone(preset: str, number: int) -> None:
    played, chance = Played(PRESETS[preset].rules, Deal(number, "number")), SeededChance(number)
    while not played.game.is_over:
        played.advised = played.advised or hint(played.game.view(), chance, 1, played.known)
        assert played.advised is not None
        assert played.advised.move is not None
        played.act(str(played.advised.move), 0)
    assert played.game.is_won


@pytest.mark.parametrize("number", [7, 384319])
def test_rows_are_filled_before_the_cards_are_laid_out_again(number: int) -> None:
    start = deal_number(PRESETS["montana"].rules, number)
    position = start.clone()
    moves = most_home(start.rules, start.layout, lambda: True)
    for move in moves:
        assert not move.is_redeal
        position.play(move)
    assert cards_gone(position) > cards_gone(start)

"""How hard a deal is: which moves a sensible player makes, how far they come, and what is usual."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest

from spite_and_malice.patience import Position, Rules, deal_number, difficulty, preset_rules
from spite_and_malice.patience.difficulty import Level, blind_progress, level_of
from spite_and_malice.patience.moves import encode, text_with
from tests.patience.test_rules import position

PILES = [("", ""), ("9s", "3h"), ("", "3c"), ("9d", "Td"), ("", "8s 7h"), ("9c", "8c"), ("", "Ks")]
ON_TABLE = position(PILES, "Qh", "2 2 2 2")
ON_WASTE = position([("", ""), ("9s", "4h"), *PILES[2:]], "3d", "2 2 2 2")


def chosen(start: Position, texts: list[str], chance: Callable[[int], int]) -> str:
    """Return which of these legal moves is made."""
    legal = [encode(text) for text in texts]
    assert set(legal) <= set(start.layout.legal())
    return text_with(difficulty._choose(start.layout, legal, chance, start.rules.layout == "grid"))


@pytest.mark.parametrize(
    ("start", "best_first"),
    [
        (ON_TABLE, "T2-F T3-F W-T7 draw T5-T6"),
        (ON_TABLE, "T2-F T3-F W-T7 draw Fs-T2"),
        (ON_WASTE, "W-F draw T7-T1"),
    ],
)
def test_a_sensible_player_turns_cards_up_then_sends_them_home_then_clears_the_waste(
    start: Position, best_first: str
) -> None:
    texts = best_first.split()
    for at, text in enumerate(texts):
        assert chosen(start, texts[at:][::-1], lambda number: number - 1) == text


def test_of_equal_moves_any_is_made_and_now_and_then_any_move() -> None:
    idle = ["T7-T1", "T5-T6", "Fs-T2"]
    for at, text in enumerate(idle):
        assert chosen(ON_TABLE, idle, lambda number, at=at: at if number == 3 else 1) == text  # type: ignore[misc]
        assert chosen(ON_TABLE, [*idle, "T3-F"], lambda number, at=at: at if number == 4 else 0) == text  # type: ignore[misc]


def test_where_cards_only_close_up_a_move_within_the_grid_comes_first() -> None:
    start = deal_number(preset_rules("montana"), 1)
    texts = [str(move) for move in start.legal_moves]
    assert "redeal" in texts
    inside = next(text for text in texts if text != "redeal")
    assert chosen(start, ["redeal", inside], lambda number: number - 1) == inside
    assert chosen(start, [inside, "redeal"], lambda number: number - 1) == inside


def test_progress_is_the_part_of_the_cards_to_send_home_and_to_turn_up() -> None:
    # Only the four kings are left, two of them under another.
    late = position([("Kc", "Kd"), ("", "Kh"), ("", "Ks")], "", "12 12 12 12", worry_back=False)
    assert blind_progress(late, lambda number: number - 1, 1) == 1
    assert blind_progress(late, lambda number: number - 1, 3) == 1
    assert difficulty._progress(late, late) == 0
    turned = late.clone()
    turned.play("T5-F")
    assert difficulty._progress(late, turned) == (1 + 1) / (4 + 1)
    assert difficulty._progress(turned, turned.clone()) == 0


@pytest.mark.parametrize(
    ("draw", "share", "level"),
    [
        (1, 0.75, "easy"),
        (1, 0.74, "medium"),
        (1, 0.1, "medium"),
        (1, 0.09, "hard"),
        (3, 0.15, "easy"),
        (3, 0.14, "medium"),
        (3, 0.01, "medium"),
        (3, 0.009, "hard"),
    ],
)
def test_a_deal_of_klondike_is_hard_by_the_share_of_games_won(
    draw: Literal[1, 3], share: float, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(difficulty, "blind_share", lambda *_: share)
    assert level_of(deal_number(Rules(draw=draw), 1), difficulty.below_from(1)) == level


@pytest.mark.parametrize(("progress", "level"), [(0.1, "easy"), (0.09, "medium"), (0.05, "medium"), (0.04, "hard")])
def test_a_deal_of_another_game_is_hard_compared_with_fifteen_deals(
    progress: float, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = preset_rules("golf")
    deals = {str(deal_number(rules, number)): number / 100 for number in range(15)}
    monkeypatch.setattr(difficulty, "blind_progress", lambda start, _: deals.get(str(start), progress))
    difficulty._bounds.cache_clear()
    try:
        assert level_of(deal_number(rules, 99), difficulty.below_from(1)) == level
    finally:
        difficulty._bounds.cache_clear()


def test_a_game_that_all_play_alike_is_neither_easy_nor_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(difficulty, "_bounds", lambda _: (0.5, 0.5))
    assert level_of(deal_number(preset_rules("golf"), 1), difficulty.below_from(1)) == "medium"

"""What is said of empty piles."""

from __future__ import annotations

import pytest

from spite_and_malice.patience import Move
from spite_and_malice.patience.gaps import room_for, why_filled
from spite_and_malice.patience.purpose import laid_out, steps_of
from tests.patience.views import late, pile, view_of

DEAL = "The stock is not dealt while a pile is empty."
DRAW = "There the next draw cannot cover it."


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("T1-T2 T3-T1", "To give J♥ an empty pile: 7♥ on 8♠."),
        ("T1-T2 T3-C T2-C", ""),
        ("T1-C T3-T1", "To give J♥ an empty pile: 7♥ to a cell."),
        ("T1-C C1-T1", ""),
        ("T1-T4 T3-T1", ""),
    ],
)  # fmt: skip
def test_a_pile_is_emptied_for_the_card_that_the_line_puts_there(line: str, said: str) -> None:
    view = late("freecell", ["7h"], ["8s"], ["9c", "Jh"], s=0, h=0, d=0, c=0)
    steps = steps_of(laid_out(view), [Move.parse(text) for text in line.split()])
    assert room_for(steps) == said


@pytest.mark.parametrize(
    ("preset", "move", "legal", "said"),
    [
        ("spider-1", "T1-T2", "T1-T2", DEAL),
        ("spider-1", "T1-T2", "T1-T2 deal", ""),
        ("spider-1", "T1-T3", "T1-T3", ""),
        ("forty-thieves", "W-T2", "W-T2 draw", DRAW),
        ("forty-thieves", "T1-T2", "T1-T2 draw", ""),
        ("klondike-1", "W-T2", "W-T2 draw", ""),
    ],
)
def test_an_empty_pile_is_filled_for_a_deal_or_before_a_draw(preset: str, move: str, legal: str, said: str) -> None:
    view = view_of(preset, pile("9c", "7h"), pile(), pile("8s"), waste=("Ks",), stock=20, legal=tuple(legal.split()))
    assert why_filled(view, [Move.parse(move)]) == said

"""A result to share: the curve of the chances, and their greatest swing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spite_and_malice import texts
from spite_and_malice.analysis.sharing import WIDEST, Swing, course_words, curve, greatest_swing

CHANCES = st.lists(st.floats(0, 1), min_size=1, max_size=120)


@pytest.mark.parametrize(
    ("chances", "won", "swing"),
    [
        ([0.5, 0.86, 0.0], False, Swing(1, 0.86, 0.0)),
        ([0.5, 0.2, 0.9, 0.95], True, Swing(1, 0.2, 0.9)),
        ([0.4, 0.5, 0.6], True, Swing(2, 0.6, 1.0)),
        ([0.95, 0.96, 0.97], True, None),
        ([0.5, 0.8, 0.55], False, Swing(2, 0.55, 0.0)),
    ],
)
def test_the_greatest_swing(chances: list[float], won: bool, swing: Swing | None) -> None:
    assert greatest_swing(chances, won) == swing


def test_the_curve() -> None:
    assert curve([0.0, 0.5, 0.99], True) == "▁▅██"
    assert curve([0.5, 1.0], False) == "▅█▁"
    assert curve([0.0] * 50 + [1.0] * 49, True, 4) == "▁▁██"


@given(chances=CHANCES, won=st.booleans())
def test_the_curve_fits_and_ends_as_the_game_did(chances: list[float], won: bool) -> None:
    drawn = curve(chances, won)
    assert len(drawn) == min(WIDEST, len(chances) + 1)
    assert drawn[-1] == ("█" if won else "▁")


def test_the_text_in_every_language() -> None:
    given = ([0.5, 0.86, 0.0], False)
    assert course_words(*given) == "▅▇▁▁\nThe greatest swing: 86 → 0 %"
    with texts.in_language("de"):
        assert course_words(*given).endswith("Der größte Umschwung: 86 → 0\u00a0%")
    assert course_words([], True) == course_words([0.5, 0.6], None) == ""
    assert course_words([0.95, 0.96], True) == "███"

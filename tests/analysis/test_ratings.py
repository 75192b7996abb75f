"""Intervals, ratings and times against figures known from elsewhere."""

from __future__ import annotations

import math

import pytest

from spite_and_malice.analysis.ratings import Block, Rating, elo, wilson
from spite_and_malice.analysis.times import bucket_of, quantile


def test_wilson_is_as_in_the_books() -> None:
    found = wilson(8, 10)
    assert (found.value, found.low, found.high) == pytest.approx((0.8, 0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 0).high == 1.0
    assert wilson(10, 10).high == pytest.approx(1.0)


def test_elo_of_two_players_is_that_of_their_share() -> None:
    blocks = [Block(0, 1, 1.5, 2)] * 500
    first, second = elo(blocks, 2)
    assert first.value - second.value == pytest.approx(400 * math.log10(3), abs=2)
    assert (first.low, first.high) == (None, None), "all deals are alike: nothing says how sure that is"


def width(rating: Rating) -> float:
    assert rating.low is not None
    assert rating.high is not None
    assert rating.low <= rating.value <= rating.high
    return rating.high - rating.low


def test_elo_ranks_players_that_never_met_and_says_how_sure_it_is() -> None:
    sure = [Block(0, 1, 2.0, 2), Block(0, 1, 1.0, 2), Block(1, 2, 2.0, 2), Block(1, 2, 1.0, 2)]
    few, many = elo(sure * 10, 3), elo(sure * 200, 3)
    assert few[0].value > few[1].value > few[2].value
    assert sum(rating.value for rating in many) == pytest.approx(0, abs=1e-6)
    assert width(few[0]) > 2 * width(many[0])
    assert all(rating.low is None for rating in elo(sure, 3))


def test_who_won_everything_still_has_a_finite_rating() -> None:
    first, second = elo([Block(0, 1, 2.0, 2)] * 10, 2)
    assert 400 < first.value - second.value < 1000


def test_times_are_kept_within_a_tenth() -> None:
    for seconds in (2e-6, 0.00123, 0.5, 1.0, 17.0):
        assert seconds <= quantile({bucket_of(seconds): 1}, 0.5) < seconds * 1.1
    assert quantile({}, 0.5) == 0.0
    counts = {bucket_of(0.001): 99, bucket_of(1.0): 1}
    assert quantile(counts, 0.5) < 0.0011
    assert quantile(counts, 1.0) >= 1.0

"""Matches: the deal moves on, points add up to the target (RULES.md sections 2 and 6)."""

from __future__ import annotations

import pytest

from spite_and_malice.play import Match
from spite_and_malice.rules import preset_rules

RULES = preset_rules("round", 3, {"target": 10})


def test_2_the_deal_moves_one_seat_on_with_every_game() -> None:
    match = Match(RULES, 2)
    dealers = []
    for _ in range(4):
        dealers.append(match.dealer)
        match.record([1, 0, 0])
    assert dealers == [2, 0, 1, 2]
    assert match.games_played == 4


def test_6_a_match_goes_on_until_a_side_has_the_target() -> None:
    match = Match(RULES, 0)
    match.record([0, 9, 3])
    assert (match.is_over, match.winners, match.scores) == (False, [], [0, 9, 3])
    match.record([2, 1, 0])
    assert (match.is_over, match.winners, match.scores) == (True, [1], [2, 10, 3])
    assert match.games == [(0, 9, 3), (2, 1, 0)]
    with pytest.raises(ValueError, match="the match is over"):
        match.record([1, 0, 0])


def test_6_partners_win_together() -> None:
    match = Match(preset_rules("partners", 4, {"target": 5}), 0)
    match.record([6, 0, 6, 0])
    assert match.winners == [0, 2]


@pytest.mark.parametrize("dealer", [-1, 3])
def test_the_first_dealer_is_a_seat(dealer: int) -> None:
    with pytest.raises(ValueError, match="a seat from 0 to 2"):
        Match(RULES, dealer)


@pytest.mark.parametrize("scores", [[], [1, 2], [1, 2, 3, 4]])
def test_scores_have_a_number_for_every_seat(scores: list[int]) -> None:
    match = Match(RULES, 0)
    with pytest.raises(ValueError, match="one for each seat"):
        match.record(scores)
    assert (match.scores, match.games_played) == ([0, 0, 0], 0)


def test_matches_are_equal_if_their_rules_dealer_and_games_are() -> None:
    match, other = Match(RULES, 0), Match(RULES, 0)
    assert match == other
    other.record([1, 0, 0])
    assert match != other != Match(RULES, 1)
    assert match != "a match"
    with pytest.raises(ValueError, match="rules must be"):
        Match("rules", 0)  # type: ignore[arg-type]

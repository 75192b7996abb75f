"""RULES.md section 6: who wins, and the scores."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.build import after, lay

Result = dict[str, Any]


def ended_by_stock(left: tuple[int, ...], preset: str = "round", **rules: Any) -> Result:
    """End a game for want of a card, with given numbers of pay-off cards left."""
    piles = {seat: {"payoff": ["2h " * count]} for seat, count in enumerate(left)}
    players = len(left) if preset != "standard" else None
    position = lay(
        "9h", preset=preset, players=players, rules=rules, payoff=piles.pop(0)["payoff"], stock="", others=piles
    )
    result = after(position, "H9h-S1")["result"]
    assert result["reason"] == "stock"
    return dict(result)


def test_6_payoff_scores_win_and_a_point_for_every_card_left() -> None:
    position = lay(
        "9h",
        preset="round",
        players=3,
        rules={"score": {"win": 25, "card": 5, "stalemate": "none"}},
        payoff=["As"],
        others={1: {"payoff": ["2s 3s"]}, 2: {"payoff": ["4s"]}},
    )
    assert after(position, "P-C1")["result"] == {"reason": "payoff", "winners": [0], "scores": [40, 0, 0]}


@pytest.mark.parametrize(
    ("stock_out", "left", "winners", "scores"),
    [
        ("draw", (3, 5, 4), [], [3, 0, 0]),
        ("fewest", (3, 5, 4), [0], [3, 0, 0]),
        ("fewest", (5, 1, 4), [1], [0, 7, 0]),
        ("fewest", (3, 5, 3), [], [0, 0, 0]),
        ("draw", (3, 5, 3), [], [0, 0, 0]),
    ],
)
def test_6_stock_out(stock_out: str, left: tuple[int, ...], winners: list[int], scores: list[int]) -> None:
    result = ended_by_stock(left, stock_out=stock_out)
    assert (result["winners"], result["scores"]) == (winners, scores)


def test_6_stalemate_score_none_gives_nothing_but_the_winner_stays() -> None:
    result = ended_by_stock((3, 5, 4), stock_out="fewest", score={"win": 5, "card": 1, "stalemate": "none"})
    assert (result["winners"], result["scores"]) == ([0], [0, 0, 0])


def test_6_partners_are_counted_together_and_both_score() -> None:
    result = ended_by_stock((1, 3, 4, 5), preset="partners", stock_out="fewest")
    assert (result["winners"], result["scores"]) == ([0, 2], [3, 0, 3, 0])


def test_6_a_tie_for_fewest_leaves_everybody_without_points() -> None:
    result = ended_by_stock((1, 2, 2, 1), preset="partners", stock_out="fewest")
    assert (result["winners"], result["scores"]) == ([], [0, 0, 0, 0])


def test_6_stalemate_with_renew_has_no_winner() -> None:
    position = lay("5h", rules={"no_discard": [5], "stock_out": "renew"}, passes=1, payoff=["2h"])
    result = after(position, "pass")["result"]
    assert result == {"reason": "stalemate", "winners": [], "scores": [1, 0]}

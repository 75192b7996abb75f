"""Simulation: the same seed gives the same games, and its figures are consistent."""

from __future__ import annotations

import json
from typing import Any

import pytest

from spite_and_malice.analysis import simulate as simulation
from spite_and_malice.analysis.pools import Processes
from spite_and_malice.analysis.simulate import POLICIES, SimulationReport, simulate
from spite_and_malice.arguments import InvalidArgument
from spite_and_malice.engine import deal_by_seed
from spite_and_malice.engine.core import playout, seed_of_game
from spite_and_malice.rules import Rules, preset_rules

SMALL = preset_rules("standard", None, {"payoff": 3})


def without_time(report: SimulationReport) -> dict[str, object]:
    figures = report.to_json()
    del figures["seconds"], figures["moves_per_second"]
    return figures


OF_MASTER = pytest.mark.nightly("src/spite_and_malice/players/", "src/spite_and_malice/analysis/simulate.py")


@pytest.mark.parametrize(
    "policy", [pytest.param(each, marks=OF_MASTER) if each == "master" else each for each in POLICIES]
)
def test_the_same_seed_gives_the_same_games(policy: str) -> None:
    rules = preset_rules("standard", None, {"payoff": 1})
    one, other = simulate(rules, 2, policy, 5), simulate(rules, 2, policy, 5)
    assert without_time(one) == without_time(other)


def test_another_seed_gives_other_games() -> None:
    assert len({simulate(SMALL, 5, "eager", seed).moves for seed in range(6)}) > 1


@pytest.mark.parametrize("policy", ["eager", "uniform", "greedy"])
@pytest.mark.parametrize("rules", [SMALL, preset_rules("book-redeal", None, {"payoff": 2})])
def test_the_figures_hang_together(rules: Rules, policy: str) -> None:
    report = simulate(rules, 6, policy, 3)
    figures = report.to_json()
    means = {"moves_per_second", "mean_moves", "mean_turns"}
    assert set(figures) == {"games", "moves", "seconds", "ended", "began", "won", "began_and_won", *means}
    assert sum(report.began) == 6
    assert sum(report.won) == report.ended.get("payoff", 0)
    assert figures["games"] == sum(figures["ended"].values()) == 6
    assert set(figures["ended"]) <= {"payoff", "stock", "stalemate", "undecided"}
    assert figures["mean_moves"] == figures["moves"] / 6
    assert 0 < report.turns <= report.moves
    assert figures["mean_turns"] == report.turns / 6
    assert report.seconds > 0
    assert json.loads(json.dumps(figures)) == figures


def test_eager_play_decides_games_that_uniform_play_does_not() -> None:
    eager, uniform = (simulate(preset_rules("standard", None, {"payoff": 8}), 30, policy, 1) for policy in POLICIES[:2])
    assert eager.ended.get("payoff", 0) > 20
    assert uniform.ended.get("stock", 0) > 20


def test_a_game_without_an_end_counts_as_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "MOST_MOVES", 4)
    report = simulate(preset_rules("standard"), 3, "eager", 1)
    assert report.ended == {"undecided": 3}
    assert report.moves == 12


@pytest.mark.parametrize("policy", ["eager", "greedy"])
def test_several_processes_play_the_same_games(policy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "_AT_ONCE", 3)
    shown: list[int] = []
    several = simulate(SMALL, 10, policy, 4, shown.append, Processes(2))
    assert without_time(several) == without_time(simulate(SMALL, 10, policy, 4))
    assert sum(shown) == 10


@pytest.mark.parametrize("preset", ["standard", "misery", "fewest", "partners", "starturn", "book-redeal"])
def test_games_inside_the_core_are_those_that_a_position_plays(preset: str) -> None:
    rules = preset_rules(preset)
    moves, won = 0, [0] * rules.players
    for number in range(8):
        position = deal_by_seed(rules, number % rules.players, seed_of_game(9, number))
        moves += playout(position.core, True, simulation.MOST_MOVES)[0]
        for seat in position.outcome.winners if position.outcome else ():
            won[seat] += 1
    report = simulate(rules, 8, "eager", 9)
    assert (report.moves, report.won) == (moves, tuple(won))


def test_no_games_have_no_means() -> None:
    figures = simulate(SMALL, 0, "eager", 1).to_json()
    assert (figures["games"], figures["ended"], figures["mean_moves"], figures["mean_turns"]) == (0, {}, None, None)


@pytest.mark.parametrize(("games", "policy", "sentence"), [(1, "clever", "there is no policy"), (-1, "eager", "0 or")])
def test_what_makes_no_sense_is_refused(games: int, policy: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        simulate(SMALL, games, policy, 1)


def test_a_policy_is_taken_for_each_seat_and_every_game_is_told() -> None:
    report = simulate("standard", 40, ["casual", "uniform"], 2, changes={"payoff": 3})
    assert report.policies == ("casual", "uniform")
    assert [result.number for result in report.results] == list(range(40))
    assert [result.first for result in report.results].count(0) == report.began[0]
    assert sum(0 in result.winners for result in report.results) == report.won[0] > report.won[1]
    assert sum(result.moves for result in report.results) == report.moves
    rate, margin = report.win_rates[0], report.margins[0]
    assert rate.low < rate.value == report.won[0] / 40 <= rate.high
    assert margin.value == pytest.approx(sum(result.margin(0) for result in report.results) / 40)
    assert margin.low < margin.value < margin.high
    assert report.margins[1].value == pytest.approx(-margin.value)
    turned = simulate("standard", 40, ["uniform", "casual"], 2, changes={"payoff": 3})
    assert turned.won[1] > turned.won[0]


@pytest.mark.parametrize("preset", ["standard", "partners", "fewest", "misery"])
def test_games_inside_the_core_are_told_one_by_one_as_positions_have_them(preset: str) -> None:
    rules = preset_rules(preset)
    for result in simulate(rules, 6, "eager", 9).results:
        position = deal_by_seed(rules, result.number % rules.players, seed_of_game(9, result.number))
        first = position.turn
        moves = playout(position.core, True, simulation.MOST_MOVES)[0]
        outcome = position.outcome
        assert outcome is not None
        told = (result.first, result.reason, result.winners, result.scores, result.moves)
        assert told == (first, outcome.reason, outcome.winners, outcome.scores, moves)


def test_results_are_the_same_in_several_processes_and_may_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "_AT_ONCE", 3)
    here, there = simulate(SMALL, 10, "eager", 4), simulate(SMALL, 10, "eager", 4, pool=Processes(2))
    assert there.results == here.results
    assert simulate(SMALL, 10, "eager", 4, keep_results=False).results == ()


@pytest.mark.parametrize(
    ("policy", "sentence"),
    [
        (["club"], "1 policies for 2 seats"),
        ("clbu", "Did you mean 'club'"),
        (["club", 3], "no policy 3"),
        (7, "policy must be a policy, or one for each seat, not 7"),
    ],
)
def test_policies_that_there_are_not_are_refused(policy: Any, sentence: str) -> None:
    with pytest.raises(InvalidArgument, match=sentence):
        simulate(SMALL, 1, policy)


@pytest.mark.parametrize("preset", ["standard", "partners"])
def test_the_sums_of_random_play_are_those_of_its_games(preset: str) -> None:
    report = simulate(preset, 60, "eager", 3, changes={"payoff": 4})
    seats, games = range(len(report.won)), report.results
    assert report.began == tuple(sum(game.first == seat for game in games) for seat in seats)
    assert report.won == tuple(sum(seat in game.winners for game in games) for seat in seats)
    assert report.began_and_won == tuple(
        sum(seat in game.winners and game.first == seat for game in games) for seat in seats
    )
    assert sum(report.ended.values()) == 60
    for seat, (total, squares) in enumerate(report.margin_sums):
        margins = [game.margin(seat) for game in games]
        assert total == pytest.approx(sum(margins))
        assert squares == pytest.approx(sum(each**2 for each in margins))

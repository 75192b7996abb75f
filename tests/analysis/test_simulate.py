"""Simulation: the same seed gives the same games, and its figures hang together."""

from __future__ import annotations

import json

import pytest

from spite_and_malice.analysis import simulate as simulation
from spite_and_malice.analysis.pools import Processes
from spite_and_malice.analysis.simulate import POLICIES, SimulationReport, simulate
from spite_and_malice.engine import deal_by_seed
from spite_and_malice.engine.core import playout, seed_of_game
from spite_and_malice.rules import Rules, preset_rules

SMALL = preset_rules("standard", None, {"payoff": 3})


def without_time(report: SimulationReport) -> dict[str, object]:
    figures = report.to_json()
    del figures["seconds"], figures["moves_per_second"]
    return figures


@pytest.mark.parametrize("policy", POLICIES)
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

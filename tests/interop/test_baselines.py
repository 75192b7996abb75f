"""The baselines: small games, games against known players, the page, and the learners if PyTorch is installed."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

pytest.importorskip("numpy", reason="NumPy is not installed")

import numpy as np

from spite_and_malice.arguments import InvalidArgument
from spite_and_malice.interop.arrays import Masks, Numbers, Rows
from spite_and_malice.interop.chance_game import OVER, ChanceGame
from spite_and_malice.interop.small_games import SMALL_GAMES, small_game, small_game_parameters
from tools.baselines.measuring import SEEDS, learned, measure, missing, solved
from tools.baselines.page import curves, mean, tables
from tools.baselines.playing import GAMES, Tally, against, one_by_one, setting_of
from tools.baselines.results import Point, Results, Run, Stand


def first(rows: Rows, masks: Masks) -> Numbers:
    chosen: Numbers = masks.argmax(axis=1)
    return chosen


def results() -> Results:
    found = {"eager": Tally(60, 30, 10), "club": Tally(20, 80, 0)}
    runs = [
        Run(game, learner, seed, [Point(1.0, 100, found, 0.5 / seed if game == "tiny" else None)])
        for game in ("tiny", "small")
        for learner in ("ppo", "dqn", "nfsp")
        for seed in (1, 2)
    ]
    stands = [Stand("tiny", "random", "eager", Tally(1, 2, 1)), Stand("tiny", "expert", "club", Tally(9, 1, 0))]
    return Results("a machine", {"looks": 2184, "any move": 2.5}, stands, runs)


def test_the_tiny_game_is_walked_through_at_once() -> None:
    waiting, seen, deepest = [ChanceGame(small_game("tiny"))], 0, 0
    while waiting:
        game = waiting.pop()
        seen += 1
        deepest = max(deepest, game.moves_played)
        if game.turn != OVER:
            for number in [each for each, _chance in game.outcomes()] if game.is_chance else game.legal():
                following = game.clone()
                following.apply(number)
                waiting.append(following)
    assert (seen, deepest) == (6713, 8)


def test_a_small_game_is_the_same_in_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    from spite_and_malice.interop.open_spiel import NAME

    for name in SMALL_GAMES:
        assert pyspiel.load_game(NAME, small_game_parameters(name)).setting == small_game(name)
    with pytest.raises(InvalidArgument, match="no small game 'huge'; take tiny or small"):
        small_game("huge")


def test_those_who_are_known_play_each_other_from_both_seats() -> None:
    better = against(setting_of("small"), "club", "random", 40, 1)
    assert better.games == 40
    assert better.points > 0.8
    assert against(setting_of("small"), "random", "club", 40, 1).points < 0.2
    assert against(setting_of("small"), [first, first], "club", 40, 1).games == 40
    assert one_by_one(setting_of("tiny"), "expert", "club", 4, 1, 0.01).games == 4


def test_an_interval_of_some_seeds() -> None:
    assert mean([1.0]) == (1.0, 0.0)
    assert mean([1.0, 2.0, 3.0]) == pytest.approx((2.0, 4.303 / 3**0.5))


def test_results_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "build" / "kept.json"
    assert Results.load(file) == Results()
    results().save(file)
    assert Results.load(file) == results()


def test_what_is_missing_is_measured_in_other_processes() -> None:
    found = Results()
    waiting = list(missing(found, 1.0))
    assert waiting[0] is solved
    assert sum(getattr(each, "func", None) is learned for each in waiting) == 3 * len(GAMES) * SEEDS
    found.add({"looks": 2184})
    for each in waiting[1:]:
        game, name, other = each.args[:3]  # type: ignore[attr-defined]
        if each.func is learned:  # type: ignore[attr-defined]
            found.add(Run(game, name, other, []))
        elif (game, name, other) != ("tiny", "random", "eager"):
            found.add(Stand(game, name, other, Tally(1, 0, 0)))
    (last,) = measure(found, 1.0, processes=2)
    assert isinstance(last, Stand)
    assert found.has_stand("tiny", "random", "eager")
    assert last.tally.games == 1000
    assert list(missing(found, 1.0)) == []


def test_the_page_and_the_curves_show_them() -> None:
    lines = list(tables(results()))
    assert "| `tiny` | random | 1–2–1, 38 (9–78) |  |" in lines
    assert "| `tiny` | PPO, 2 seeds | 65 ± 0 | 20 ± 0 |" in lines
    assert "| NFSP, 2 seeds | 0.375 ± 1.589 |" in lines
    found = results()
    found.runs = [run for run in found.runs if run.seed == 1]
    lines = list(tables(found))
    assert "| `tiny` | PPO, one seed | 60–30–10, 65 (55–74) | 20–80–0, 20 (13–29) |" in lines
    assert "| NFSP, one seed | 0.500 |" in lines
    drawn = ElementTree.fromstring(curves(results()))
    dashes = [each.get("stroke-dasharray") for each in drawn.iter("{http://www.w3.org/2000/svg}path")]
    # Two games, and the meaning of the lines.
    assert [dashes.count(dash) for dash in ("", "7 3", "2 3")] == [3, 3, 3]


@pytest.mark.parametrize("name", ["ppo", "dqn", "nfsp"])
def test_what_learns_makes_legal_moves(name: str) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    from tools.baselines.learners import LEARNERS, choosers

    learner = LEARNERS[name](setting_of("tiny"), 1)
    assert learner.learn(0.1) > 0
    rows, masks = np.zeros((2, 70), np.float32), np.eye(9, dtype=np.int8)[[1, 4]]
    assert learner.chances(1, rows, masks) == pytest.approx(masks)
    assert against(setting_of("tiny"), choosers(learner, 1), "eager", 20, 1).games == 20

"""Third-party players: whatever they return, raise or change, games stay right and errors are sentences."""

from __future__ import annotations

import time
from collections.abc import Callable, MutableSequence
from random import Random
from typing import Any, Final

import pytest

import spite_and_malice as sm
from spite_and_malice.players import Greedy

WRONG: Final = (
    None,
    7,
    7.5,
    "",
    "pass",
    "P-C9",
    "HAs-C1",
    b"P-C1",
    ["P-C1"],
    object(),
    sm.Move.parse("P-L7"),
    "é" * 99,
)
SEEDS: Final = range(40)


class Odd:
    """Plays like `Greedy`, but now and then misbehaves."""

    def __init__(self, seed: int, fault: Callable[[Random, sm.View, Any], object]) -> None:
        self._honest = Greedy(seed)
        self._random = Random(seed)
        self._fault = fault

    def choose(self, view: sm.View, log: Any, clock: float) -> Any:
        chosen = self._honest.choose(view, tuple(log), clock)
        if self._random.random() < 0.9:
            return chosen
        wrong = self._fault(self._random, view, log)
        return chosen if wrong is KEEP else wrong


KEEP: Final = object()


def returns_nonsense(rng: Random, view: sm.View, log: Any) -> object:
    wrong = rng.choice(WRONG)
    return KEEP if str(wrong) in view.legal else wrong


def raises(rng: Random, view: sm.View, log: Any) -> object:
    raise rng.choice((KeyError("mine"), ZeroDivisionError("mine"), RuntimeError("mine")))


def meddles(rng: Random, view: sm.View, log: Any) -> object:
    """Change everything that can be changed, even by force."""
    if isinstance(log, MutableSequence):
        rng.choice((log.clear, lambda: log.append("nonsense"), log.reverse, lambda: log.extend(log)))()
    known = sm.Position.from_view(view)
    known.play(rng.choice(known.legal_moves), sm.UNSHUFFLED)
    for name in ("legal", "turn", "centre", "players", "rules"):
        object.__setattr__(view, name, rng.choice(((), None, 99)))
    return KEEP


def blocks(rng: Random, view: sm.View, log: Any) -> object:
    time.sleep(0.002)
    return KEEP


def is_text(rng: Random, view: sm.View, log: Any) -> object:
    return rng.choice(view.legal)


def results(fault: Callable[[Random, sm.View, Any], object] | None, seed: int) -> list[tuple[int, ...]]:
    def make(own: int) -> Any:
        return Greedy(own) if fault is None else Odd(own, fault)

    report = sm.simulate("goal-13", 1, make, seed, changes={"payoff": 2})
    return [each.scores for each in report.results]


@pytest.mark.parametrize("fault", [meddles, blocks])
def test_a_player_that_meddles_or_is_slow_changes_no_game(fault: Callable[[Random, sm.View, Any], object]) -> None:
    for seed in SEEDS:
        assert results(fault, seed) == results(None, seed)


def test_what_is_no_legal_move_is_refused_with_a_sentence() -> None:
    said = [refusal(lambda seed=seed: results(returns_nonsense, seed)) for seed in SEEDS]  # type: ignore[misc]
    assert {text for text in said if "a player returns one of view.legal" not in text} <= {""}
    assert len([text for text in said if text]) > len(SEEDS) // 2
    assert results(is_text, 1)


def refusal(play: Callable[[], object]) -> str:
    """The error with which a game was refused; empty if it was played."""
    try:
        play()
    except sm.InvalidArgument as error:
        return str(error)
    return ""


def test_what_a_player_raises_comes_out_as_it_is() -> None:
    with pytest.raises((KeyError, ZeroDivisionError, RuntimeError), match="mine"):
        [results(raises, seed) for seed in SEEDS]


def test_environments_hold_against_odd_opponents() -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    from spite_and_malice.interop.gymnasium import SpiteAndMaliceEnv
    from spite_and_malice.interop.pettingzoo import raw_env

    def alone(fault: Any, seed: int) -> list[Any]:
        make = Greedy if fault is None else lambda own: Odd(own, fault)
        env, seen = SpiteAndMaliceEnv("goal-13", opponent=make, seat=0, max_moves=60), []
        observation, info = env.reset(seed=seed)
        over = False
        while not over:
            observation, _, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
            over = terminated or truncated
            seen.append(observation.tobytes())
        return seen

    def zoo(fault: Any, seed: int) -> list[Any]:
        make = Greedy if fault is None else lambda own: Odd(own, fault)
        env, seen = raw_env("goal-13", opponents={1: make}, max_moves=60), []
        env.reset(seed=seed)
        while not any((*env.terminations.values(), *env.truncations.values())):
            observed = env.observe(env.agent_selection)
            seen.append(observed["observation"].tobytes())
            env.step(int(observed["action_mask"].argmax()))
        return seen

    for play in (alone, zoo):
        for seed in range(8):
            assert play(meddles, seed) == play(None, seed)
        said = "".join(refusal(lambda seed=seed, play=play: play(returns_nonsense, seed)) for seed in range(8))  # type: ignore[misc]
        assert "a player returns one of view.legal" in said

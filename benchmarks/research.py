"""Steps a second of what programs learn on, beside another program's, in processor time of one run.

    .venv/bin/python -m benchmarks.research

Every step has an observation and a mask. It takes about a minute; `docs/research.md` has figures of it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial

import numpy as np
import pyspiel

from spite_and_malice.analysis.bench import hand_written
from spite_and_malice.analysis.simulate import simulate
from spite_and_malice.interop.batch import BatchEnv
from spite_and_malice.interop.chance_game import OVER, Setting
from spite_and_malice.interop.one_game import OneGame
from spite_and_malice.interop.pettingzoo import SpiteAndMaliceEnv, env, raw_env
from spite_and_malice.rules import preset_rules

ROUNDS = 3
STEPS = 200_000
STEPS_ONE = 20_000


def best(play: Callable[[], int]) -> float:
    """Steps a second, the best of some rounds: what else the machine does only ever slows one down."""
    found = 0.0
    for _ in range(ROUNDS):
        started = time.process_time()
        steps = play()
        found = max(found, steps / (time.process_time() - started))
    return found


def batch(games: int) -> Callable[[], int]:
    """Uniform random play of so many games side by side, the moves chosen by the batch itself."""
    playing = BatchEnv("standard", games, 1)

    def play() -> int:
        for _ in range(STEPS // games):
            playing.step(playing.sample())
        return STEPS // games * games

    return play


def one_game() -> int:
    """One game at a time, the first legal move always."""
    game = OneGame(Setting(preset_rules("standard")), 1)
    for _ in range(STEPS_ONE):
        if game.turn == OVER:
            game.reset()
        game.observe(game.turn)
        game.play(int(game.mask(game.turn).argmax()))
    return STEPS_ONE


def pettingzoo(game: SpiteAndMaliceEnv) -> int:
    """The same by PettingZoo's interface."""
    game.reset(seed=1)
    steps = 0
    while steps < STEPS_ONE:
        observation, _, terminated, truncated, _ = game.last()
        if terminated or truncated:
            game.reset()
            continue
        game.step(int(observation["action_mask"].argmax()))
        steps += 1
    return steps


def gin_rummy() -> int:
    """OpenSpiel's gin rummy, written in C++, played from Python at random."""
    game, rng = pyspiel.load_game("gin_rummy"), np.random.default_rng(1)
    taken = 0
    while taken < STEPS_ONE:
        state = game.new_initial_state()
        while not state.is_terminal() and taken < STEPS_ONE:
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
                continue
            legal = state.legal_actions()
            state.observation_tensor()
            state.legal_actions_mask()
            state.apply_action(legal[int(rng.random() * len(legal))])
            taken += 1
    return taken


def whole_games() -> int:
    """Moves of `spite simulate`: games dealt and played inside the core."""
    return simulate(preset_rules("standard"), 50_000, "eager", 1).moves


def main() -> None:
    """Print the figures."""
    print(f"{os.getloadavg()[0]:.1f} other programs running when it began (the load average); figures want 0")
    for games in (64, 256, 1024):
        print(f"BatchEnv, {games} games: {best(batch(games)):,.0f} steps/s")
    print(f"one game at a time: {best(one_game):,.0f} steps/s")
    for name, make in (("raw_env", raw_env), ("env", env)):
        print(f"PettingZoo, {name}: {best(partial(pettingzoo, make())):,.0f} steps/s")
    print(f"OpenSpiel's gin rummy: {best(gin_rummy):,.0f} steps/s")
    reference, simulated = hand_written.measure().reference, best(whole_games)
    share = f", {simulated / reference:.0%} of a program written by hand in C" if reference else ""
    print(f"spite simulate: {simulated:,.0f} moves/s{share}")


if __name__ == "__main__":
    main()

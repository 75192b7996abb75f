"""Other learning environments in the same run as ours (`benchmarks.research`), if they are installed.

None of them is a dependency: install those that are wanted into an environment of their own, beside this package:

    pip install pgx jax envpool rlcard open-spiel pygame

Each plays at random with observation and mask, as it is meant to be used, in processor time of all threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

import numpy as np

SIDE_BY_SIDE: Final = 1024
PLAYED_AT_ONCE: Final = 200

Rival = tuple[str, Callable[[], int]]
"""The name of a measurement, and a function that plays and returns the number of steps."""


def rivals(steps: int) -> Iterator[Rival]:
    """Yield every installed rival, each to play at least about this number of steps."""
    if find_spec("pgx"):
        for name in ("connect_four", "leduc_holdem"):
            yield f"PGX, `{name}`, {SIDE_BY_SIDE} games, compiled for the CPU by JAX", pgx_play(name)
    if find_spec("envpool"):
        yield "EnvPool, `FrozenLake-v1`, 64 games, no mask", envpool_play("FrozenLake-v1", steps)
    if find_spec("pyspiel"):
        for name in ("leduc_poker", "gin_rummy"):
            yield f"OpenSpiel, `{name}`, from Python", partial(spiel_play, name, steps // 10)
    if find_spec("rlcard"):
        for name in ("leduc-holdem", "gin-rummy"):
            yield f"rlcard, `{name}`", partial(rlcard_play, name, steps // 100)
    if find_spec("pettingzoo") and find_spec("rlcard") and find_spec("pygame"):
        yield "PettingZoo, `leduc_holdem_v4`", partial(pettingzoo_play, steps // 100)


def pgx_play(name: str) -> Callable[[], int]:
    """Play one of PGX's games side by side; a finished game is followed by the next."""
    jax: Any = import_module("jax")
    pgx: Any = import_module("pgx")
    auto_reset = import_module("pgx.experimental").auto_reset
    env = pgx.make(name)
    begin, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def one(carry: tuple[Any, Any], _: None) -> tuple[tuple[Any, Any], Any]:
        state, key = carry
        key, drawn, dealt = jax.random.split(key, 3)
        odds = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        state = step(state, jax.random.categorical(drawn, odds, axis=1), jax.random.split(dealt, SIDE_BY_SIDE))
        # The compiler leaves out unused results.
        return (state, key), state.observation.astype(jax.numpy.float32).mean()

    play = jax.jit(lambda state, key: jax.lax.scan(one, (state, key), None, length=PLAYED_AT_ONCE))
    state = jax.jit(begin)(jax.random.split(jax.random.PRNGKey(1), SIDE_BY_SIDE))
    key = jax.random.PRNGKey(2)
    jax.block_until_ready(play(state, key))

    def played() -> int:
        jax.block_until_ready(play(state, key))
        return SIDE_BY_SIDE * PLAYED_AT_ONCE

    return played


def envpool_play(name: str, steps: int) -> Callable[[], int]:
    """Play one of EnvPool's tasks side by side, in one thread."""
    envpool: Any = import_module("envpool")
    count = 64
    env = envpool.make_gymnasium(name, num_envs=count, num_threads=1)
    env.reset()
    rng = np.random.default_rng(1)
    actions = env.action_space.n

    def played() -> int:
        for _ in range(steps // count):
            env.step(rng.integers(0, actions, count, dtype=np.int32))
        return steps // count * count

    return played


def spiel_play(name: str, steps: int) -> int:
    """Play one of OpenSpiel's games, written in C++, from Python."""
    pyspiel: Any = import_module("pyspiel")
    game, rng = pyspiel.load_game(name), np.random.default_rng(1)
    taken = 0
    while taken < steps:
        state = game.new_initial_state()
        while not state.is_terminal() and taken < steps:
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


def rlcard_play(name: str, steps: int) -> int:
    """Play one of rlcard's games, written in Python."""
    rlcard: Any = import_module("rlcard")
    env, rng = rlcard.make(name), np.random.default_rng(1)
    taken = 0
    while taken < steps:
        state, _player = env.reset()
        while not env.is_over() and taken < steps:
            legal = list(state["legal_actions"])
            state, _player = env.step(legal[int(rng.random() * len(legal))])
            taken += 1
    return taken


def pettingzoo_play(steps: int) -> int:
    """Play a game of PettingZoo's own."""
    env, taken = import_module("pettingzoo.classic").leduc_holdem_v4.env(), 0
    env.reset(seed=1)
    while taken < steps:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
            continue
        env.step(int(observation["action_mask"].argmax()))
        taken += 1
    return taken

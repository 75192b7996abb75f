"""Steps per second of our environments, compared with other programs in the same run: all in processor time.

    .venv/bin/python -m benchmarks.research            about two minutes
    .venv/bin/python -m benchmarks.research --write    the table of benchmarks/research.md as well

Every step has an observation and a mask. Rivals are measured if they are installed (`research_rivals`).
"""

from __future__ import annotations

import os
import platform
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from benchmarks.research_rivals import rivals
from spite_and_malice.analysis.bench import hand_written
from spite_and_malice.analysis.simulate import simulate
from spite_and_malice.interop.batch import BatchEnv
from spite_and_malice.interop.chance_game import OVER, Setting
from spite_and_malice.interop.gymnasium import SpiteAndMaliceEnv as OneSeat
from spite_and_malice.interop.gymnasium import SpiteAndMaliceVectorEnv
from spite_and_malice.interop.one_game import OneGame
from spite_and_malice.interop.pettingzoo import SpiteAndMaliceEnv, env, raw_env
from spite_and_malice.rules import preset_rules

ROUNDS = 3
STEPS = 200_000
STEPS_ONE = 20_000
PAGE = Path(__file__).with_name("research.md")

Row = tuple[str, float, float | None]
"""The name of a measurement, its steps per second, and the goal."""


def best(play: Callable[[], int]) -> float:
    """Steps per second, the best of some rounds: other load on the machine can only slow one down."""
    found = 0.0
    for _ in range(ROUNDS):
        started = time.process_time()
        steps = play()
        found = max(found, steps / (time.process_time() - started))
    return found


def batch(games: int, preset: str = "standard") -> Callable[[], int]:
    """Uniform random play of a number of games side by side, the moves chosen by the batch itself."""
    playing = BatchEnv(preset, games, 1)

    def play() -> int:
        for _ in range(STEPS // games):
            playing.step(playing.sample())
        return STEPS // games * games

    return play


def by_threads(count: int) -> float:
    """Steps per second of wall time, with a batch in each of some threads."""
    plays = [batch(256) for _ in range(count)]
    found = 0.0
    for _ in range(ROUNDS):
        threads = [threading.Thread(target=play) for play in plays]
        started = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        found = max(found, count * STEPS / (time.perf_counter() - started))
    return found


def one_game() -> int:
    """One game at a time, always with the first legal move."""
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


def gymnasium(opponent: str) -> int:
    """One seat by Gymnasium's interface, its opponent's moves in between."""
    game = OneSeat(opponent=opponent)
    _, info = game.reset(seed=1)
    for _ in range(STEPS_ONE):
        _, _, terminated, truncated, info = game.step(int(info["action_mask"].argmax()))
        if terminated or truncated:
            _, info = game.reset()
    return STEPS_ONE


def vector(games: int, opponent: str) -> Callable[[], int]:
    """The same, with a number of games side by side."""
    playing = SpiteAndMaliceVectorEnv(games, opponent=opponent)
    _, info = playing.reset(seed=1)

    def play() -> int:
        nonlocal info
        for _ in range(STEPS // games):
            *_, info = playing.step(info["action_mask"].argmax(axis=1))
        return STEPS // games * games

    return play


def whole_games() -> int:
    """Moves of `spite simulate`: games dealt and played inside the core."""
    return simulate(preset_rules("standard"), 50_000, "eager", 1).moves


def rows() -> Iterator[Row]:
    """Yield every measurement, as soon as it is made."""
    for games in (64, 256, 1024):
        yield f"`BatchEnv`, `standard`, {games} games", best(batch(games)), 3e6
    for preset in ("skip-bo", "book"):
        yield f"`BatchEnv`, `{preset}`, 256 games", best(batch(256, preset)), None
    yield "`SpiteAndMaliceVectorEnv` against `club`, 256 games", best(vector(256, "club")), 5e5
    yield "`SpiteAndMaliceVectorEnv` against `random`, 256 games", best(vector(256, "random")), None
    yield "Gymnasium, one seat against `random`", best(partial(gymnasium, "random")), 1e5
    yield "Gymnasium, one seat against `club`", best(partial(gymnasium, "club")), None
    for name, make in (("raw_env", raw_env), ("env", env)):
        yield f"PettingZoo, `{name}`", best(partial(pettingzoo, make())), 1e5
    yield "one game at a time, from Python", best(one_game), None
    for name, play in rivals(STEPS):
        yield name, best(play), None


def main() -> None:
    """Print the figures, and write them if requested."""
    load = f"{os.getloadavg()[0]:.1f} other programs running when it began (the load average); figures want 0"
    print(load)
    lines = []
    for name, figure, goal in rows():
        lines.append(f"| {name} | {figure:,.0f} | {'' if goal is None else f'{goal:,.0f}'} |")
        print(f"{name}: {figure:,.0f} steps/s", flush=True)
    one, two = by_threads(1), by_threads(2)
    threads = f"Two threads, each with a batch of 256 games: {two / one:.2f} times the steps of one, by the clock."
    reference, simulated = hand_written.measure().reference, best(whole_games)
    share = f", {simulated / reference:.0%} of a program written by hand in C" if reference else ""
    told = f"`spite simulate`: {simulated:,.0f} moves/s{share}."
    print(threads, told, sep="\n")
    if "--write" in sys.argv[1:]:
        head = PAGE.read_text(encoding="utf-8").split("\n## Figures")[0] if PAGE.exists() else "# Research"
        made = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
        day = datetime.now(UTC).date().isoformat()
        table = "\n".join(["| what | steps/s of one core | goal |", "| --- | ---: | ---: |", *lines])
        PAGE.write_text(f"{head}\n## Figures\n\n{day}, {made}; {load}.\n\n{table}\n\n{threads}\n\n{told}\n", "utf-8")


if __name__ == "__main__":
    main()

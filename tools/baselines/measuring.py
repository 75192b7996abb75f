"""The measurements: known players, and the progress of learners; in several processes at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context
from typing import Final

from spite_and_malice.interop.small_games import SMALL_GAMES
from tools.baselines.page import NAMES
from tools.baselines.playing import GAMES, KNOWN, THINKERS, Tally, against, one_by_one, setting_of
from tools.baselines.results import Measured, Point, Results, Run, Stand

SECONDS: Final = {"tiny": 2.4, "small": 3.0, "standard": 4.5, "skip-bo": 4.5, "book": 4.5}
"""How long each seed learns, in processor time."""
POINTS: Final = 6
"""How often it is measured meanwhile."""
SEEDS: Final = 5
EVALUATED: Final = 200
"""Games per measurement against each yardstick."""
STANDS: Final = 1000
"""Games of each known player against each yardstick."""
THOUGHT: Final = 20
"""Games of searching players against `club`, in the small games."""
CLOCK: Final = 0.05
DEAL_SEED: Final = 90_000
YARDSTICKS: Final = ("eager", "club")


def stood(game: str, player: str, known: str) -> Stand:
    """The result of a known player against another."""
    setting = setting_of(game)
    if player in THINKERS:
        return Stand(game, player, known, one_by_one(setting, player, known, THOUGHT, DEAL_SEED, CLOCK))
    return Stand(game, player, known, against(setting, player, known, STANDS, DEAL_SEED))


def learned(game: str, name: str, seed: int, scale: float) -> Run:
    """The progress of a learner in a game from a seed, measured after each of `SECONDS`."""
    import torch

    from tools.baselines.exact import WholeGame
    from tools.baselines.learners import LEARNERS, choosers

    torch.set_num_threads(1)
    setting = setting_of(game)
    learning, moves, points = LEARNERS[name](setting, seed), 0, list[Point]()
    for step in range(1, POINTS + 1):
        moves += learning.learn(SECONDS[game] * scale / POINTS)
        found: dict[str, Tally] = {
            known: against(setting, choosers(learning, seed), known, EVALUATED, DEAL_SEED + seed)
            for known in YARDSTICKS
        }
        exact = WholeGame("tiny").exploitability(learning.chances) if game == "tiny" and step == POINTS else None
        points.append(Point(SECONDS[game] * scale * step / POINTS, moves, found, exact))
    return Run(game, name, seed, points)


def solved() -> dict[str, float]:
    """The size of the smallest game, and the exploitability of policies that learn nothing or solve it."""
    from tools.baselines.exact import WholeGame, any_move

    tiny = WholeGame("tiny")
    found = {"looks": tiny.size, "any move": tiny.exploitability(any_move)}
    return found | {f"CFR+ {rounds}": tiny.solved(rounds) for rounds in (5, 20)}


def missing(results: Results, scale: float) -> Iterator[Callable[[], Measured]]:
    """Yield the missing measurements: known players, then learners, the longest games first."""
    if not results.exact:
        yield solved
    for game in GAMES:
        known = [(player, yardstick) for player in KNOWN for yardstick in YARDSTICKS]
        thinking = [(player, "club") for player in THINKERS] if game in SMALL_GAMES else []
        for player, yardstick in thinking + known:
            if not results.has_stand(game, player, yardstick):
                yield partial(stood, game, player, yardstick)
    for game in sorted(GAMES, key=SECONDS.__getitem__, reverse=True):
        for seed in range(1, SEEDS + 1):
            for name in NAMES:
                if not results.has_run(game, name, seed):
                    yield partial(learned, game, name, seed, scale)


def measure(results: Results, scale: float, processes: int) -> Iterator[Measured]:
    """Measure the missing figures in a number of processes, and yield each one as soon as it is among the results."""
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for done in as_completed([pool.submit(each) for each in missing(results, scale)]):
            results.add(done.result())
            yield done.result()

"""Make the baselines of docs/baselines.md again: ``python -m tools.baselines``; it takes PyTorch (docs/baselines.md).

What has been measured is kept in build/baselines.json, so that it can be stopped and gone on with; without that file
all is measured again. ``--page`` only draws and writes what there is.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tools.baselines.page import write
from tools.baselines.playing import GAMES, KNOWN, Tally, against, one_by_one, setting_of
from tools.baselines.results import Point, Results, Run, Stand

ROOT: Final = Path(__file__).parents[2]
KEPT: Final = ROOT / "build" / "baselines.json"
SECONDS: Final = {"tiny": 2.4, "small": 3.0, "standard": 4.5, "skip-bo": 4.5, "book": 4.5}
"""For how long each seed learns, by processor time."""
POINTS: Final = 3
"""How often it is looked at meanwhile."""
SEEDS: Final = 5
EVALUATED: Final = 200
"""Games a look against each yardstick."""
STANDS: Final = 1000
"""Games of each player that is known against each yardstick."""
THINKERS: Final = ("expert", "master")
THOUGHT: Final = 20
"""Games of those against `club`, in the small games."""
CLOCK: Final = 0.05
DEAL_SEED: Final = 90_000
YARDSTICKS: Final = ("eager", "club")


def stand(results: Results) -> None:
    """Measure the players that are known."""
    for game in GAMES:
        setting = setting_of(game)
        for player in KNOWN:
            for known in YARDSTICKS:
                if not results.has_stand(game, player, known):
                    results.stands.append(
                        Stand(game, player, known, against(setting, player, known, STANDS, DEAL_SEED))
                    )
        for player in THINKERS if game in ("tiny", "small") else ():
            if not results.has_stand(game, player, "club"):
                tally = one_by_one(setting, player, "club", THOUGHT, DEAL_SEED, CLOCK)
                results.stands.append(Stand(game, player, "club", tally))
        results.save(KEPT)


def learn(results: Results, scale: float) -> None:
    """Let every learner learn every game from each seed."""
    import torch

    from tools.baselines.exact import WholeGame, any_move
    from tools.baselines.learners import LEARNERS, choosers

    torch.set_num_threads(1)
    tiny = WholeGame("tiny")
    if not results.exact:
        results.exact = {"looks": tiny.size, "any move": tiny.exploitability(any_move)}
        results.exact |= {f"CFR+ {rounds}": tiny.solved(rounds) for rounds in (5, 20)}
        results.save(KEPT)
    for seed in range(1, SEEDS + 1):
        for game in GAMES:
            setting = setting_of(game)
            for name, learner in LEARNERS.items():
                if results.has_run(game, name, seed):
                    continue
                learning, moves, points = learner(setting, seed), 0, list[Point]()
                for step in range(1, POINTS + 1):
                    moves += learning.learn(SECONDS[game] * scale / POINTS)
                    found: dict[str, Tally] = {
                        known: against(setting, choosers(learning, seed), known, EVALUATED, DEAL_SEED + seed)
                        for known in YARDSTICKS
                    }
                    exact = tiny.exploitability(learning.chances) if game == "tiny" and step == POINTS else None
                    points.append(Point(SECONDS[game] * scale * step / POINTS, moves, found, exact))
                results.runs.append(Run(game, name, seed, points))
                results.save(KEPT)
                sys.stdout.write(f"{game} {name} {seed}: {points[-1]}\n")
                sys.stdout.flush()


def main() -> None:
    """Measure what is missing, draw the curves and write the page."""
    parser = argparse.ArgumentParser(prog="python -m tools.baselines", description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, metavar="TIMES", help="how many times as long to learn")
    parser.add_argument("--page", action="store_true", help="measure nothing, write the page of what there is")
    options = parser.parse_args()
    results = Results.load(KEPT)
    if not options.page:
        if not results.machine:
            results.machine = (
                f"{datetime.now(UTC):%Y-%m-%d}, {platform.machine()}, {os.cpu_count()} cores, Python "
                f"{platform.python_version()}, load average {os.getloadavg()[0]:.1f} when it began"
            )
        stand(results)
        learn(results, options.scale)
    write(results)


if __name__ == "__main__":
    main()

"""Tune the policy's weights by letting it play against itself: ``python3 tools/tune_policy.py --seed 1``.

The cross-entropy method: weights are drawn around the best ones so far, each draw plays the same deals from both seats
against them and against fixed foes, and the better quarter says where to draw next. Prints the weights after every
generation, for src/spite_and_malice/players/weights.py.
"""

from __future__ import annotations

import argparse
import statistics
from random import Random
from typing import Final

from spite_and_malice.engine import deal
from spite_and_malice.engine.core import Belief, Policy, codes, seed_of_game
from spite_and_malice.engine.sampling import Sampler
from spite_and_malice.play import SeededChance
from spite_and_malice.players.weights import CARD_BY_CARD, TUNED
from spite_and_malice.rules import preset_rules

PRESETS: Final = (("standard", 2), ("four-stacks", 2), ("skip-bo", 2), ("goal-26", 2))
# So that it does not learn to beat itself alone: the policy card by card, and the characters of benchmarks/rivals.py as
# weights, the bold holder first.
FOES: Final = (
    CARD_BY_CARD,
    (
        10, -11, 7, 148, 0, -45, -23, 176, 79, 9, 57, 26, 3, -7, 1, -10,
        7, -2, -15, -8, -25, -101, 0, 0, 26, 20, -100, 56, 30, 30, 300, 0,
    ),
    (
        12, -4, 7, 140, 0, -43, -16, 250, 112, 12, 40, 18, 2, -7, 1, -10,
        7, -2, -15, -8, -25, -101, 0, 0, 26, 20, -100, 56, 30, 30, 300, 0,
    ),
    (
        -6, -10, 7, 150, 0, -56, -22, 150, 68, 8, 55, 25, 3, -7, 1, -10,
        7, -2, -15, -8, -25, -101, 0, 0, 26, 20, -100, 56, 30, 30, 300, 0,
    ),
    (
        25, 4, 7, 140, 0, -35, -8, 100, 45, 5, 40, 18, 2, -7, 0, 10,
        7, -20, -20, 0, -25, -101, 0, 0, 26, 20, -100, 56, 30, 30, 300, 0,
    ),
)  # fmt: skip
FIXED: Final = (
    codes.W_LAST, codes.W_PAIR, codes.W_PASS, codes.W_LOAD, codes.W_ROOM, codes.W_FITTING, codes.W_TURN,
)  # fmt: skip
"""What these presets do not weigh, and how many tables of a turn are looked at."""
MOST_MOVES: Final = 1500


class Field:
    """Deals to play: some first tables of every preset, with other hidden cards for every seed."""

    def __init__(self, presets: tuple[tuple[str, int], ...], tables: int, seed: int) -> None:
        self._beliefs: list[Belief] = []
        for table in range(tables):
            for preset, players in presets:
                position = deal(preset_rules(preset, players), table % players, SeededChance(seed_of_game(seed, table)))
                self._beliefs.append(Sampler(position.view(None)).belief)

    def edge(self, mine: list[int], other: list[int], games: int, seed: int) -> float:
        """Wins minus losses of `mine` against `other`, per game; each deal is played from both seats."""
        total = 0
        for number in range(games // 2):
            belief = self._beliefs[number % len(self._beliefs)]
            for seat in range(2):
                core = belief.sample(seed_of_game(seed, number))
                policy = Policy(core, other)
                policy.use_weights(seat, mine)
                policy.play_out(core, MOST_MOVES, MOST_MOVES)
                won = core.winners()
                total += (1 if seat in won else -1) if won else 0
        return total / (games // 2 * 2)


def tune(seed: int, generations: int, draws: int, games: int) -> None:
    """Tune and print."""
    rng = Random(seed)
    field = Field(PRESETS, 40, seed)
    mean = [float(weight) for weight in TUNED]
    spread = [0.0 if place in FIXED else max(5.0, abs(weight) * 0.35) for place, weight in enumerate(mean)]
    for generation in range(generations):
        against = [round(weight) for weight in mean]
        deals = rng.getrandbits(40)
        scored = []
        for _ in range(draws):
            drawn = [rng.gauss(middle, width) for middle, width in zip(mean, spread, strict=True)]
            rounded = [round(weight) for weight in drawn]
            edge = field.edge(rounded, against, games, deals)
            edge += sum(field.edge(rounded, list(foe), games // 2, deals) for foe in FOES) / len(FOES)
            scored.append((edge, drawn))
        scored.sort(key=lambda each: -each[0])
        elite = [drawn for _, drawn in scored[: draws // 4]]
        mean = [
            0.3 * old + 0.7 * statistics.fmean(column)
            for old, column in zip(mean, zip(*elite, strict=True), strict=True)
        ]
        spread = [
            (0.4 * old + 0.6 * max(1.0, statistics.pstdev(column))) if old else 0.0
            for old, column in zip(spread, zip(*elite, strict=True), strict=True)
        ]
        best = [round(weight) for weight in mean]
        print(
            generation,
            f"{scored[0][0]:+.3f}",
            f"{field.edge(best, list(TUNED), 4 * games, generation):+.3f}",
            best,
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--generations", type=int, default=20)
    parser.add_argument("--draws", type=int, default=32)
    parser.add_argument("--games", type=int, default=800)
    given = parser.parse_args()
    tune(given.seed, given.generations, given.draws, given.games)

"""Train the player `learned`: ``python -m tools.train_learned standard --seconds 600``; it takes the extra `research`.

Games are played in which every choice is looked at as `master` does: each way to go on with the turn is played out in
sampled worlds. From the table that each of them leads to the network learns how much better it is than the others of
the same choice, so that it plays at once much as if it had searched. The choices go to build/learned/PRESET.npz, where
a further run with another seed adds to them, and the network, as whole numbers, to
src/spite_and_malice/players/learned/PRESET.json. With ``--seconds 0`` it learns again from the choices that there are.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from pathlib import Path
from random import Random
from typing import Final

import numpy as np

from spite_and_malice.engine import Position, deal_by_seed
from spite_and_malice.engine.core import Playouts, Policy, apply, codes
from spite_and_malice.engine.sampling import Sampler
from spite_and_malice.interop.arrays import Array
from spite_and_malice.players.evaluation import DRAW, WIN, evaluation_for
from spite_and_malice.players.learned.features import Features
from spite_and_malice.players.learned.network import LEARNED, SCALE
from spite_and_malice.players.lines import lines_of
from spite_and_malice.players.weights import tuned_for
from spite_and_malice.rules import Rules, preset_rules

ROOT: Final = Path(__file__).parents[1]
WORLDS: Final = 24
LAPS: Final = 2
BEST: Final = 0.7
"""How often the best line is played; else one of them all, the likelier the better it is."""
WARMTH: Final = 15.0
"""In hundredths of a pay-off card: a line that much worse is played a third as often."""
MOST_CHOICES: Final = 600
"""Of a game."""
HIDDEN: Final = 16
EPOCHS: Final = 7
TOGETHER: Final = 32
"""Choices that a step of learning looks at."""
PACE: Final = 0.002
DECAY: Final = 0.3
HELD_OUT: Final = 0.15
MOST_AHEAD: Final = 4.0
"""Of how many pay-off cards a line is at most taken to be better or worse than the others."""
LEAST_SPREAD: Final = 0.05


class Choices:
    """Examined choices: for each line the features of its table and its value, for each choice its lines."""

    def __init__(self, file: Path) -> None:
        self.file: Final = file
        self.features = np.zeros((0, Features.size), np.int8)
        self.worths = np.zeros(0, np.float32)
        self.sizes = np.zeros(0, np.int32)
        if file.exists():
            with np.load(file) as kept:
                self.features, self.worths, self.sizes = kept["features"], kept["worths"], kept["sizes"]

    def add(self, features: list[list[int]], worths: list[float], sizes: list[int]) -> None:
        """Add choices, one behind the other, and write all of them."""
        if sizes:
            self.features = np.concatenate([self.features, np.array(features, np.int8)])
            self.worths = np.concatenate([self.worths, np.array(worths, np.float32)])
            self.sizes = np.concatenate([self.sizes, np.array(sizes, np.int32)])
            self.file.parent.mkdir(parents=True, exist_ok=True)
            np.savez_compressed(self.file, features=self.features, worths=self.worths, sizes=self.sizes)


def look(rules: Rules, seed: int, seconds: float) -> tuple[list[list[int]], list[float], list[int]]:
    """Play games for that long and examine their choices; returns the arguments of `Choices.add`."""
    rng, deadline = Random(seed), time.monotonic() + seconds
    features, worths, sizes = list[list[int]](), list[float](), list[int]()
    games = 0
    while time.monotonic() < deadline:
        core = deal_by_seed(rules, games % rules.players, rng.getrandbits(40)).core
        games += 1
        policy = Policy(core, list(tuned_for(rules)))
        for _ in range(MOST_CHOICES):
            if core.stage == codes.OVER or time.monotonic() > deadline:
                break
            view = Position(rules, core).view(core.turn)
            known = Position.from_view(view).core
            lines = lines_of(known, policy, rules.side_count)
            line = lines[0]
            if len(lines) > 1:
                playouts = Playouts(policy, Sampler(view).belief, list(evaluation_for(rules)), WIN, DRAW)
                values = playouts.evaluate(lines, rng.getrandbits(40), WORLDS, LAPS * rules.players)
                found = [sum(each) / WORLDS for each in values]
                seen = Features(rules, known.turn)
                for each in lines:
                    table = known.clone()
                    for move in each:
                        apply(table, move)
                    features.append(seen.of(table))
                worths += found
                sizes.append(len(found))
                best = max(found)
                line = lines[found.index(best)]
                if rng.random() > BEST:
                    line = rng.choices(lines, [math.exp((worth - best) / WARMTH) for worth in found])[0]
            for move in line:
                apply(core, move)
    sys.stdout.write(f"{games} games, {len(sizes)} choices\n")
    return features, worths, sizes


def centred(values: Array, sizes: Array) -> Array:
    """The values less the mean of their choice."""
    starts = np.cumsum(sizes) - sizes
    found: Array = values - np.repeat(np.add.reduceat(values, starts) / sizes, sizes)
    return found


class Learning:
    """A network of one hidden layer, of real numbers, and the steps of Adam that change it."""

    def __init__(self, inputs: int, rng: np.random.Generator) -> None:
        self.weights: list[Array] = [
            rng.normal(0, inputs**-0.5, (inputs, HIDDEN)),
            np.zeros(HIDDEN),
            rng.normal(0, HIDDEN**-0.5, HIDDEN),
        ]
        self._means = [np.zeros_like(each) for each in self.weights]
        self._squares = [np.zeros_like(each) for each in self.weights]
        self._steps = 0

    def values(self, rows: Array) -> Array:
        """The network's output for each row."""
        found: Array = np.maximum(rows @ self.weights[0] + self.weights[1], 0) @ self.weights[2]
        return found

    def step(self, rows: Array, wanted: Array, sizes: Array, pace: float) -> None:
        """Take a step toward the targets of the rows, which are those of whole choices."""
        units = np.maximum(rows @ self.weights[0] + self.weights[1], 0)
        missed = centred(units @ self.weights[2], sizes) - wanted
        push = centred(np.clip(missed, -2, 2), sizes) / len(rows)
        at_units = np.outer(push, self.weights[2]) * (units > 0)
        self._steps += 1
        for i, slope in enumerate((rows.T @ at_units, at_units.sum(axis=0), units.T @ push)):
            self._means[i] = 0.9 * self._means[i] + 0.1 * slope
            self._squares[i] = 0.999 * self._squares[i] + 0.001 * slope**2
            mean = self._means[i] / (1 - 0.9**self._steps)
            square = self._squares[i] / (1 - 0.999**self._steps)
            self.weights[i] -= pace * (mean / (np.sqrt(square) + 1e-8) + DECAY * self.weights[i])


def learn(choices: Choices, seed: int) -> dict[str, object]:
    """Learn from all but the last choices, print how well those are predicted, and return the network for its file."""
    rng, sizes = np.random.default_rng(seed), choices.sizes
    ends = np.cumsum(sizes)
    kept = round(len(sizes) * (1 - HELD_OUT))
    cut = int(ends[kept - 1])
    mean = choices.features[:cut].mean(axis=0)
    spread = np.maximum(choices.features[:cut].std(axis=0), LEAST_SPREAD)
    rows = (choices.features - mean) / spread
    wanted = np.clip(centred(choices.worths / 100, sizes), -MOST_AHEAD, MOST_AHEAD)
    network = Learning(rows.shape[1], rng)
    for epoch in range(EPOCHS):
        order = rng.permutation(kept)
        for start in range(0, kept, TOGETHER):
            taken = order[start : start + TOGETHER]
            at = np.concatenate([np.arange(ends[i] - sizes[i], ends[i]) for i in taken])
            network.step(rows[at], wanted[at], sizes[taken], PACE * (1 - epoch / EPOCHS))
    missed = centred(network.values(rows[cut:]), sizes[kept:]) - wanted[cut:]
    explained = 1 - float((missed**2).mean() / (wanted[cut:] ** 2).mean())
    sys.stdout.write(f"learned from {kept} choices; {explained:.2f} of the spread in {len(sizes) - kept} others\n")
    inputs, bias, outputs = network.weights
    inputs = inputs / spread[:, None]
    whole = {"inputs": inputs, "bias": bias - mean @ inputs, "outputs": outputs}
    return {
        "made by": f"tools/train_learned.py: {kept} choices of {WORLDS} worlds, explained {explained:.2f}",
        **{name: np.rint(SCALE * values).astype(int).tolist() for name, values in whole.items()},
    }


def main() -> None:
    """Examine choices, and learn from all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("preset", choices=LEARNED)
    parser.add_argument("--seconds", type=float, default=600, help="for how long to look at choices")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    choices = Choices(ROOT / "build/learned" / f"{given.preset}.npz")
    choices.add(*look(preset_rules(given.preset, 2), given.seed, given.seconds))
    made = json.dumps(learn(choices, given.seed), separators=(",", ":"))
    target = ROOT / "src/spite_and_malice/players/learned" / f"{given.preset}.json"
    target.write_text(f"{made}\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Learn the value of a table where a playout is cut off: ``python3 tools/train_evaluation.py --seed 1``.

The policy plays games against itself under the rules of every preset. Tables are taken from them at the ends of turns,
and each is played out twice; a least-squares fit of the outcomes on the table's features gives the weights. They go to
src/spite_and_malice/players/evaluation.json, replacing those for the given presets (by default all); it takes about a
minute for each with its fewest players and with its most. It prints how much of the variance of new outcomes is
explained by the weights, and how much by the lead in cards alone.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, Final

from spite_and_malice.engine import deal
from spite_and_malice.engine.core import Playouts, Policy, codes
from spite_and_malice.engine.sampling import Sampler
from spite_and_malice.play import SeededChance
from spite_and_malice.players.evaluation import DRAW, WIN
from spite_and_malice.players.weights import tuned_for
from spite_and_malice.rules import PRESETS, preset_rules

FILE: Final = Path(__file__).parents[1] / "src/spite_and_malice/players/evaluation.json"
MOST_MOVES: Final = 4000
MOST_TURNS: Final = 600
MOST_TABLES: Final = 40
"""The most tables from one game."""
PLAYOUTS: Final = 2
"""The number of playouts of one table."""
RIDGE: Final = 0.001
SCALE: Final = 64
"""`Playouts` takes weights in 64ths."""
HELD_OUT: Final = 0.2

Example = tuple[list[int], float]


def examples(preset: str, players: int, games: int, rng: Random) -> Iterator[Example]:
    """The features of tables in self-play for a seat, with the outcomes for it."""
    rules = preset_rules(preset, players)
    for number in range(games):
        position = deal(rules, number % players, SeededChance(rng.getrandbits(40)))
        core = position.core
        policy = Policy(core, list(tuned_for(rules)))
        values = Playouts(policy, Sampler(position.view(None)).belief, [0] * codes.FEATURES, WIN, DRAW)
        core.use_seed(rng.getrandbits(40))
        for _ in range(MOST_TABLES):
            policy.play_out(core, rng.randrange(1, 6), MOST_MOVES)
            if core.stage == codes.OVER:
                break
            seat = rng.randrange(players)
            total = 0
            for _ in range(PLAYOUTS):
                end = core.clone()
                end.use_seed(rng.getrandbits(40))
                policy.play_out(end, MOST_TURNS, MOST_MOVES)
                # A game still in progress is worth nothing: the weights are 0 here.
                total += values.value(end, seat)
            yield values.features_of(core, seat), total / PLAYOUTS


def fit(found: Sequence[Example], features: Sequence[int]) -> list[float]:
    """The weights of the given features that fit best, by the normal equations; those of the others are 0."""
    size = len(features)
    rows = [[0.0] * (size + 1) for _ in range(size)]
    for all_values, outcome in found:
        values = [all_values[feature] for feature in features]
        for row, value in zip(rows, values, strict=True):
            if value:
                for column, other in enumerate(values):
                    row[column] += value * other
                row[size] += value * outcome
    for i, row in enumerate(rows):
        row[i] += RIDGE * row[i] + 1e-6
    for i in range(size):
        for j in range(size):
            if j != i:
                factor = rows[j][i] / rows[i][i]
                rows[j] = [mine - factor * other for mine, other in zip(rows[j], rows[i], strict=True)]
    weights = [0.0] * codes.FEATURES
    for i, feature in enumerate(features):
        weights[feature] = rows[i][size] / rows[i][i]
    return weights


def explained(found: Sequence[Example], weights: Sequence[float]) -> float:
    """The share of the outcomes' variance that the weights explain."""
    mean = sum(outcome for _, outcome in found) / len(found)
    spread = sum((outcome - mean) ** 2 for _, outcome in found)
    missed = sum(
        (outcome - sum(weight * value for weight, value in zip(weights, values, strict=True))) ** 2
        for values, outcome in found
    )
    return 1 - missed / spread


def learn(preset: str, players: int, games: int, seed: int) -> dict[str, Any]:
    """The weights for one preset and number of players."""
    found = list(examples(preset, players, games, Random(f"{seed} {preset} {players}")))
    kept = round(len(found) * (1 - HELD_OUT))
    weights = fit(found[:kept], range(codes.FEATURES))
    alone = fit(found[:kept], [codes.E_LEAD, codes.E_BASE])
    shares = f"{explained(found[kept:], weights):.3f}, the lead alone {explained(found[kept:], alone):.3f}"
    print(f"{preset} {players}: {len(found)} tables, explained {shares}", flush=True)
    return {
        "preset": preset,
        "players": players,
        "made": f"{datetime.now(UTC).date().isoformat()}: --seed {seed} --games {games}",
        "weights": [round(SCALE * weight) for weight in weights],
    }


def main() -> None:
    """Train and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("presets", nargs="*", metavar="PRESET", help="all, if none is named")
    given = parser.parse_args()
    if unknown := set(given.presets) - set(PRESETS):
        parser.error(f"there are no presets called {', '.join(sorted(unknown))}; `spite rules` lists them")
    for preset in given.presets or PRESETS:
        for players in sorted({min(PRESETS[preset].players), max(PRESETS[preset].players)}):
            keep(learn(preset, players, given.games, given.seed))


def keep(made: dict[str, Any]) -> None:
    """Write one preset's weights for a number of players, replacing the old ones."""
    sets = json.loads(FILE.read_text(encoding="utf-8"))["sets"]
    sets = [made if (each["preset"], each["players"]) == (made["preset"], made["players"]) else each for each in sets]
    if made not in sets:
        sets.append(made)
    lines = ",\n".join(f"  {json.dumps(each)}" for each in sets)
    FILE.write_text(f'{{"made by": "tools/train_evaluation.py", "sets": [\n{lines}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()

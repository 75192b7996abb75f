"""Learn from records to choose like the players in them: a softmax over the legal moves, by gradient descent in NumPy.

    python examples/imitate.py games.txt         records such as a data set's train.txt: the moves of the people
    python examples/imitate.py                   300 games of `club` against itself instead
    cd examples; spite arena beginner "cmd:python -m spite_and_malice.interop.program imitate:make_policy" --games 200

The weights are saved in imitation.npy beside this file. It takes this package with its extra `research`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import spite_and_malice as sm
from spite_and_malice.interop.arrays import Array
from spite_and_malice.interop.encoder import Encoder, Policy

WEIGHTS = Path(__file__).with_name("imitation.npy")
RULES = sm.preset_rules("standard")


def decisions(record: sm.Record, encoder: Encoder) -> Iterator[tuple[Array, Array, int]]:
    """Yield each person's view when there was something to choose, the legal moves and the choice."""
    for position, move in record.replay():
        view = position.view(position.turn)
        if record.seats[position.turn].kind == "person" and len(view.legal) > 1:
            yield encoder.observe(view), encoder.mask(view), encoder.action(view, str(move))


def own_records(games: int) -> Iterator[sm.Record]:
    """Yield records of `club` against itself."""
    for seed in range(games):
        game = sm.new_game(RULES, seed=seed)
        with sm.Engine("club", seed) as engine:
            while not game.is_over and len(game.log) < 1000:
                game.play(engine.choose(game))
        yield sm.Record.of(game)


def chances(weights: Array, rows: Array, masks: Array) -> Array:
    """Return how likely each legal move is, for each row."""
    scores = np.where(masks > 0, rows @ weights, -np.inf)
    powers: Array = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def learn(rows: Array, masks: Array, chosen: Array, rounds: int = 30, rate: float = 0.5) -> Array:
    """Return weights that make the choices likely; a column of ones in the rows is the bias."""
    weights, order = np.zeros((rows.shape[1], masks.shape[1]), np.float32), np.random.default_rng(1)
    for number in range(rounds):
        for batch in np.array_split(order.permutation(len(rows)), max(1, len(rows) // 256)):
            slope = chances(weights, rows[batch], masks[batch])
            slope[np.arange(len(batch)), chosen[batch]] -= 1
            weights -= rate / (1 + number / 5) * rows[batch].T @ slope / len(batch)
    return weights


def make_policy(encoder: Encoder) -> Policy:
    """Return the policy that was learnt: the most likely of the legal moves."""
    weights = np.load(WEIGHTS)
    return lambda row, mask: int(chances(weights, np.append(row, 1.0)[None], mask[None]).argmax())


def main() -> None:
    """Learn from nine games in ten, and report how often the choices in the others are predicted."""
    encoder = Encoder(RULES)
    records = list(sm.read_records(sys.argv[1]) if len(sys.argv) > 1 else own_records(300))
    games = [list(decisions(record, encoder)) for record in records if record.rules == RULES]
    later = max(1, len(games) // 10)
    parts = []
    for some in (games[:-later], games[-later:]):
        rows, masks, chosen = map(np.array, zip(*(each for game in some for each in game), strict=True))
        parts.append((np.hstack([rows, np.ones((len(rows), 1), np.float32)]), masks, chosen))
    weights = learn(*parts[0])
    np.save(WEIGHTS, weights)
    rows, masks, chosen = parts[1]
    hit = (chances(weights, rows, masks).argmax(axis=1) == chosen).mean()
    lot = (1 / masks.sum(axis=1)).mean()
    sys.stdout.write(f"{len(chosen)} choices of {later} games: {hit:.1%} hit; by lot it would be {lot:.1%}\n")


if __name__ == "__main__":
    main()

"""Measure how well what an opponent did tells their hand: ``.venv/bin/python -m benchmarks.knowledge_hands``.

A level plays itself. Whenever a turn begins, the cards that the other seat kept are guessed by the worlds that `master`
samples, and compared with those that it really held: sampled uniformly, by what the seat left undone (as `master` does
it), and by what it discarded as well. How much a discard tells is counted in every second game and tried on the others.
benchmarks/knowledge_hands.json has the figures, which `benchmarks.knowledge` writes into its page.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from spite_and_malice.analysis.ratings import mean_of
from spite_and_malice.engine import View, deal
from spite_and_malice.engine.core import (
    CoreRules,
    Playouts,
    Policy,
    card_of,
    codes,
    core_rules,
    is_pair,
    kind_of,
    second_card_of,
    seed_of_game,
    target_of,
)
from spite_and_malice.engine.sampling import Sampler
from spite_and_malice.play import SeededChance
from spite_and_malice.players import PLAYERS, Player
from spite_and_malice.players.evaluation import DRAW, WIN, evaluation_for
from spite_and_malice.players.lines import Line
from spite_and_malice.players.memory import TurnEnd, remember
from spite_and_malice.players.monte_carlo import Effort, MonteCarlo
from spite_and_malice.players.weights import TEMPERAMENTS, tuned_for
from spite_and_malice.rules import preset_rules

FILE: Final = Path(__file__).with_suffix(".json")
MOST_MOVES: Final = 1500
FIRST_DEAL: Final = 10_000
WORLDS: Final = 100
"""Sampled for each guess."""
SMOOTHING: Final = 0.02
"""The weight of each world of the uniform guess in every other one, so that no card is held impossible."""
EFFORT: Final = Effort(rounds=((1.0, 10), (1 / 2, 20), (1 / 4, 40)))
"""Of `master`, whose games then take seconds."""
TRIES: Final = 12

SAME, STACK, OTHER, CENTRE, ELSE = "same", "stack", "other", "centre", "else"
"""What the policy would have done with a hand instead of the discard: the same, the same rank elsewhere, …"""
CHANCES: Final[Mapping[str, float]] = {SAME: 1.0, STACK: 0.5, OTHER: 0.4, CENTRE: 0.4, ELSE: 1.0}
"""How likely a world is accepted, beside what was left undone: the ratios found for `master`, rounded."""


def _rank(kinds: CoreRules, card: int) -> int:
    """The rank of a card, 0 for a wild one."""
    return 0 if kinds.is_wild(card) else int(kinds.rank(card))


def instead(kinds: CoreRules, end: TurnEnd, hand: Sequence[int], policy: Policy) -> str:
    """Return what the policy would have done at the end of a turn, had the seat kept `hand` after it."""
    core = end.before.clone()
    discards = [] if end.move == codes.PASS else [card_of(end.move)]
    for card in [*hand, *discards, *([second_card_of(end.move)] if is_pair(end.move) else [])]:
        core.learn_hand(core.turn, card)
    move = policy.choose(core)
    if kind_of(move) == codes.TO_CENTRE:
        return CENTRE
    if kind_of(move) != codes.TO_SIDE or not discards:
        return ELSE
    if _rank(kinds, card_of(move)) != _rank(kinds, discards[0]):
        return OTHER
    return SAME if target_of(move) == target_of(end.move) else STACK


class Weighed:
    """Playouts in those worlds alone that make the ends of turns likely, discards included."""

    def __init__(self, kinds: CoreRules, playouts: Playouts, policy: Policy, ends: Sequence[TurnEnd]) -> None:
        self._kinds = kinds
        self._playouts = playouts
        self._policy = policy
        self._ends = ends

    def evaluate(self, lines: list[Line], seed: int, worlds: int, turns: int, first: int = 0) -> list[list[int]]:
        """Return the value of each line in each world, as `Playouts.evaluate` does."""
        values: list[list[int]] = [[] for _ in lines]
        for number in range(first, first + worlds):
            for trial in range(TRIES):
                own = seed_of_game(seed, TRIES * number + trial)
                # The first world of a seed is that of the seed after it.
                if self._is_likely(seed_of_game(own, 0)):
                    break
            for each, new in zip(values, self._playouts.evaluate(lines, own, 1, turns), strict=True):
                each.extend(new)
        return values

    def _is_likely(self, seed: int) -> bool:
        world = self._playouts.world(seed)
        chance = 1.0
        for end in self._ends:
            chance *= CHANCES[instead(self._kinds, end, world.hand(end.before.turn), self._policy)]
        return seed_of_game(seed, 1) % 1024 < 1024 * chance


@dataclass(slots=True)
class Guess:
    """A hand that was kept, as ranks; what the policy would have done instead; and the same of sampled hands.

    `sampled` has them uniformly first, then with what was left undone.
    """

    hand: list[int]
    instead: str
    sampled: list[list[tuple[list[int], str]]] = field(default_factory=list)

    def loss(self, weighed: bool, weights: Mapping[str, float]) -> float:
        """The loss a card, in nats, of the guess that these weights of worlds make."""
        likely: defaultdict[int, float] = defaultdict(float)
        known = [(ranks, SMOOTHING) for ranks, _what in self.sampled[0]]
        known += [(ranks, weights.get(what, 1.0)) for ranks, what in self.sampled[weighed]]
        for ranks, weight in known:
            for rank in ranks:
                likely[rank] += weight
        total = sum(likely.values())
        return -sum(math.log(max(likely[rank], 1e-3) / total) for rank in self.hand) / len(self.hand)


def _player(level: str, seed: int) -> Player:
    return MonteCarlo(seed, EFFORT, temperament=TEMPERAMENTS[level]) if level == "master" else PLAYERS[level].make(seed)


def guess(view: View, log: Sequence[str], hand: Sequence[int], seed: int) -> Guess | None:
    """Return a guess of the hand that the other seat kept; None where its last turn says nothing."""
    memory, seat = remember(view, log), 1 - view.turn
    if not memory.ends or not hand:
        return None
    end, kinds = memory.ends[0], core_rules(view.rules)
    try:
        sampler = Sampler(view, memory.recycled, memory.held)
    except ValueError:
        sampler = Sampler(view)
    policy = Policy(end.before, list(tuned_for(view.rules)))
    found = Guess([_rank(kinds, card) for card in hand], instead(kinds, end, hand, policy))
    for weighed in range(2):
        playouts = Playouts(policy, sampler.belief, list(evaluation_for(view.rules)), WIN, DRAW)
        if weighed:
            playouts.add_end(end.before, end.move)
        hands = [playouts.world(seed_of_game(seed, number)).hand(seat) for number in range(WORLDS)]
        found.sampled.append(
            [([_rank(kinds, card) for card in each], instead(kinds, end, each, policy)) for each in hands]
        )
    return found


def guesses(preset: str, level: str, number: int) -> list[Guess]:
    """Play a game of a level with itself, and return a guess for every turn but the first."""
    rules, chance = preset_rules(preset, 2), SeededChance(FIRST_DEAL + number)
    position = deal(rules, number % 2, chance)
    players = [_player(level, 2 * number + seat) for seat in range(2)]
    log: list[str] = []
    found: list[Guess] = []
    before = -1
    while not position.is_over and len(log) < MOST_MOVES:
        turn = position.turn
        view = position.view(turn)
        seed = FIRST_DEAL * number + len(log)
        if turn != before and log and (made := guess(view, log, position.core.hand(1 - turn), seed)):
            found.append(made)
        before = turn
        move = players[turn].choose(view, log, 1e6)
        log.append(f"{turn} {move}")
        position.play(move, chance)
    return found


def ratios(found: Sequence[Guess], weighed: bool) -> dict[str, float]:
    """Return how much more often each is said of the true hands than of the sampled ones."""
    true = Counter(each.instead for each in found)
    sampled = Counter(what for each in found for _hand, what in each.sampled[weighed])
    return {what: WORLDS * true[what] / count for what, count in sampled.items()}


def row(preset: str, level: str, games: int) -> dict[str, object]:
    """Play, and return the losses in nats a card and what the guesses gain over the uniform one, with intervals."""
    played = [guesses(preset, level, number) for number in range(games)]
    learned, tried = [each for game in played[::2] for each in game], [each for game in played[1::2] for each in game]
    told = ratios(learned, True)
    uniform = [each.loss(False, {}) for each in tried]
    figures: dict[str, object] = {
        "preset": preset, "level": level, "games": games, "hands": len(tried),
        "uniform": round(sum(uniform) / len(uniform), 3),
        "ratios": {what: round(ratio, 2) for what, ratio in sorted(told.items())},
    }  # fmt: skip
    for name, weights in (("undone", {}), ("discard", told)):
        gains = [least - each.loss(True, weights) for least, each in zip(uniform, tried, strict=True)]
        gain = mean_of(sum(gains), sum(each * each for each in gains), len(gains))
        figures[name] = [round(gain.value, 3), round(gain.low, 3), round(gain.high, 3)]
    return figures


def main() -> None:
    """Play and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, help="of each level with itself, in each preset")
    parser.add_argument("--preset", action="append", help="default: standard, skip-bo")
    parser.add_argument("--level", action="append", help="default: expert, master")
    given = parser.parse_args()
    rows = []
    for preset in given.preset or ["standard", "skip-bo"]:
        for level in given.level or ["expert", "master"]:
            rows.append(row(preset, level, given.games))
            print(rows[-1], flush=True)
            FILE.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Playing many games without a server, for figures about rules and players."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from spite_and_malice.analysis.pools import Here, Pool
from spite_and_malice.engine import Outcome, deal_by_seed
from spite_and_malice.engine.core import apply, codes, core_rules, random_games, seed_of_game
from spite_and_malice.engine.moves import encode
from spite_and_malice.engine.position_json import REASONS
from spite_and_malice.players import PLAYERS
from spite_and_malice.rules import Rules

RANDOM_POLICIES: Final = ("eager", "uniform")
"""Uniform play is random among the legal moves; eager play is random too, but to a centre stack whenever it can."""
POLICIES: Final = (*RANDOM_POLICIES, *PLAYERS)
MOST_MOVES: Final = 20_000
"""A game that is longer counts as undecided."""
_AT_ONCE: Final = 2000
"""So many games of random play are one piece of work: a fraction of a second, of which Ctrl-C waits for the end."""
_SECONDS_A_MOVE: Final = 60.0
"""So much that no player stops for the clock: the same seed gives the same games on a slow machine too."""


@dataclass(frozen=True, slots=True)
class SimulationReport:
    """What came of the games: `ended` counts them by reason, ``"undecided"`` included.

    `began`, `won` and `began_and_won` count them for each seat; a game that partners win counts for both.
    """

    games: int
    moves: int
    seconds: float
    turns: int
    ended: dict[str, int]
    began: tuple[int, ...]
    won: tuple[int, ...]
    began_and_won: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """The figures, with moves per second and the means per game."""
        return {
            "games": self.games,
            "moves": self.moves,
            "seconds": round(self.seconds, 6),
            "moves_per_second": round(self.moves / self.seconds) if self.seconds else None,
            "ended": self.ended,
            "began": list(self.began),
            "won": list(self.won),
            "began_and_won": list(self.began_and_won),
            "mean_moves": self.moves / self.games if self.games else None,
            "mean_turns": self.turns / self.games if self.games else None,
        }


def simulate(
    rules: Rules,
    games: int,
    policy: str,
    seed: int,
    played: Callable[[int], object] = lambda count: None,
    pool: Pool | None = None,
) -> SimulationReport:
    """Play `games` games, every seat with the same policy (`POLICIES`); the same seed gives the same games.

    The deal moves on one seat with every game. They are played in `pool` (default: one after the other, here), which
    does not change them. `played` is called with how many more games are over, to show how far it is. Raises ValueError
    for a policy that does not exist or a negative number of games.
    """
    if policy not in POLICIES:
        raise ValueError(f"there is no policy {policy!r}; choose {', '.join(POLICIES)}")
    if games < 0:
        raise ValueError(f"the number of games must be 0 or more, not {games}")
    at_once = _AT_ONCE if policy in RANDOM_POLICIES else 1
    pieces = [(first, min(at_once, games - first)) for first in range(0, games, at_once)]
    total = _Totals(rules.players)
    started = time.perf_counter()
    for found in (pool or Here()).map(partial(_play, rules, policy, seed, MOST_MOVES), pieces):
        total.add(found)
        played(sum(found.ended.values()))
    seconds = time.perf_counter() - started
    counts = (tuple(total.began), tuple(total.won), tuple(total.began_and_won))
    return SimulationReport(games, total.moves, seconds, total.turns, dict(sorted(total.ended.items())), *counts)


class _Totals:
    """What came of some games."""

    def __init__(self, players: int) -> None:
        self.moves = self.turns = 0
        self.ended: Counter[str] = Counter()
        self.began, self.won, self.began_and_won = ([0] * players for _ in range(3))

    def add(self, other: _Totals) -> None:
        """Add what came of other games."""
        self.moves += other.moves
        self.turns += other.turns
        self.ended += other.ended
        for name in ("began", "won", "began_and_won"):
            setattr(self, name, [a + b for a, b in zip(getattr(self, name), getattr(other, name), strict=True)])

    def count(self, first: int, outcome: Outcome | None) -> None:
        """Count a game that the seat `first` began."""
        self.began[first] += 1
        self.ended[outcome.reason.value if outcome else "undecided"] += 1
        for seat in outcome.winners if outcome else ():
            self.won[seat] += 1
            self.began_and_won[seat] += seat == first


def _play(rules: Rules, policy: str, seed: int, most_moves: int, piece: tuple[int, int]) -> _Totals:
    """Play games of a seed: from a number on, so many."""
    first, count = piece
    total = _Totals(rules.players)
    if policy not in RANDOM_POLICIES:
        for number in range(first, first + count):
            _play_one(rules, policy, seed, most_moves, number, total)
        return total
    found = random_games(core_rules(rules), first, count, seed % (1 << 64), policy == "eager", most_moves)
    total.moves, total.turns = found["moves"], found["turns"]
    reasons = ("undecided", *(reason.value for reason in REASONS))
    total.ended.update({reason: ended for reason, ended in zip(reasons, found["ended"], strict=True) if ended})
    total.began, total.won, total.began_and_won = found["began"], found["won"], found["began_and_won"]
    return total


def _play_one(rules: Rules, policy: str, seed: int, most_moves: int, number: int, total: _Totals) -> None:
    """Play one game with computer players."""
    own_seed = seed_of_game(seed % (1 << 64), number)
    position = deal_by_seed(rules, number % rules.players, own_seed)
    player, first = PLAYERS[policy].make(own_seed), position.turn
    log: list[str] = []
    while not position.is_over and len(log) < most_moves:
        seat = position.turn
        move = player.choose(position.view(seat), log, _SECONDS_A_MOVE)
        log.append(f"{seat} {move}")
        total.turns += bool(apply(position.core, encode(move, position.rules.payoff_piles)) & codes.ENDED_TURN)
    total.moves += len(log)
    total.count(first, position.outcome)

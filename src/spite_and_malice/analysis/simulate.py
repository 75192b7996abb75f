"""Playing many games without a server, for figures about rules and players."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from spite_and_malice.engine import Position, deal
from spite_and_malice.engine.core import apply, codes, playout
from spite_and_malice.engine.moves import encode
from spite_and_malice.play import SeededChance
from spite_and_malice.players import PLAYERS
from spite_and_malice.rules import Rules

RANDOM_POLICIES: Final = ("eager", "uniform")
"""Uniform play is random among the legal moves; eager play is random too, but to a centre stack whenever it can."""
POLICIES: Final = (*RANDOM_POLICIES, *PLAYERS)
MOST_MOVES: Final = 20_000
"""A game that is longer counts as undecided."""
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
    rules: Rules, games: int, policy: str, seed: int, played: Callable[[], None] = lambda: None
) -> SimulationReport:
    """Play `games` games, every seat with the same policy (`POLICIES`); the same seed gives the same games.

    The deal moves on one seat with every game. `played` is called after each of them, to show how far it is.
    Raises ValueError for a policy that does not exist or a negative number of games.
    """
    if policy not in POLICIES:
        raise ValueError(f"there is no policy {policy!r}; choose {', '.join(POLICIES)}")
    if games < 0:
        raise ValueError(f"the number of games must be 0 or more, not {games}")
    chance = SeededChance(seed)
    ended: Counter[str] = Counter()
    began, won, began_and_won = ([0] * rules.players for _ in range(3))
    moves = turns = 0
    started = time.perf_counter()
    for game in range(games):
        position = deal(rules, game % rules.players, chance)
        own_seed = chance.lot(1 << 32)
        position.core.use_seed(own_seed)
        first = position.turn
        began[first] += 1
        game_moves, game_turns = _play(position, policy, own_seed)
        moves += game_moves
        turns += game_turns
        outcome = position.outcome
        ended[outcome.reason.value if outcome else "undecided"] += 1
        for seat in outcome.winners if outcome else ():
            won[seat] += 1
            began_and_won[seat] += seat == first
        played()
    seconds = time.perf_counter() - started
    counts = (tuple(began), tuple(won), tuple(began_and_won))
    return SimulationReport(games, moves, seconds, turns, dict(sorted(ended.items())), *counts)


def _play(position: Position, policy: str, seed: int) -> tuple[int, int]:
    """Play a game out; the numbers of moves and of turns."""
    if policy in RANDOM_POLICIES:
        return playout(position.core, policy == "eager", MOST_MOVES)
    player = PLAYERS[policy].make(seed)
    log: list[str] = []
    turns = 0
    while not position.is_over and len(log) < MOST_MOVES:
        seat = position.turn
        move = player.choose(position.view(seat), log, _SECONDS_A_MOVE)
        log.append(f"{seat} {move}")
        if apply(position.core, encode(move, position.rules.payoff_piles)) & codes.ENDED_TURN:
            turns += 1
    return len(log), turns

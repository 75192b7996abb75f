"""How the levels fare with a puzzle: each plays the turn from the view, at once or with a very short search."""

from __future__ import annotations

from typing import Final

from spite_and_malice.engine import Position, View
from spite_and_malice.engine.core import apply, codes, core_rules, plays_payoff, reveals, seed_of_game
from spite_and_malice.engine.moves import encode
from spite_and_malice.players import LEVELS, PLAYERS
from spite_and_malice.players.monte_carlo import Effort, MonteCarlo
from spite_and_malice.players.player import Player
from spite_and_malice.rules import Rules

_QUICK: Final = Effort(rounds=((1.0, 8), (1 / 4, 24)))
"""What a level that searches may spend: worlds, as time would give others on another machine."""
_TRIES: Final = {"beginner": 4, "casual": 4}
"""These make mistakes by lot, so they try several times; the others once."""
_SECONDS: Final = 60.0


def missed(view: View, seed: int) -> tuple[int, ...]:
    """Return for each level, weakest first, which share of its tries missed the pay-off card, in hundredths."""
    return tuple(_missed(view, level.id, seed) for level in LEVELS)


def _missed(view: View, level: str, seed: int) -> int:
    tries = _TRIES.get(level, 1)
    misses = sum(not _finds(view, _player(level, view.rules, seed_of_game(seed, number))) for number in range(tries))
    return round(100 * misses / tries)


def _player(level: str, rules: Rules, seed: int) -> Player:
    searches = level == "master" or (level == "expert" and not core_rules(rules).whole_turns)
    return MonteCarlo(seed, _QUICK, _stopped) if searches else PLAYERS[level].make(seed, _stopped)


def _stopped() -> float:
    """A clock on which no time goes by: the same seed gives the same moves on every machine."""
    return 0.0


def _finds(view: View, player: Player) -> bool:
    """Whether a player plays a pay-off card before a hidden card comes to light or the turn ends."""
    position = Position.from_view(view)
    while True:
        move = encode(player.choose(position.view(view.turn), [], _SECONDS), view.rules.payoff_piles)
        if plays_payoff(move):
            return True
        effects = apply(position.core, move)
        if reveals(effects) or effects & codes.ENDED_TURN or position.is_over:
            return False

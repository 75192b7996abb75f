"""The expert: whole turns at once, and a short search under the rules for which the policy is no match."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from spite_and_malice.engine import Move, View
from spite_and_malice.engine.core import core_rules
from spite_and_malice.players.evaluation import preset_like
from spite_and_malice.players.monte_carlo import Effort, MonteCarlo
from spite_and_malice.players.player import Clock, Player
from spite_and_malice.players.simple import SimplePlayer
from spite_and_malice.players.weights import NO_TEMPERAMENT, TUNED, Temperament, tempered
from spite_and_malice.rules import Rules

_SEARCHED: Final = frozenset({
    "boxed", "compulsory-aces", "flinch", "forced-low", "four-stacks", "goal-13", "goal-26", "goal-jokers",
    "natural-low", "pack-each", "round", "to-the-king", "two-pack-goal", "unlimited",
})  # fmt: skip
"""Where its weights alone won less than three in five of the decided games against the level below."""
_CARD_BY_CARD: Final = Effort(rounds=((1.0, 30), (1 / 2, 60), (1 / 4, 120), (1 / 8, 240)))
_WHOLE_TURNS: Final = Effort(rounds=((1.0, 8), (1 / 2, 16), (1 / 4, 32)))
"""Few worlds: with as many as card by card it would be no weaker than the master."""


def chooses_at_once(rules: Rules) -> bool:
    """Whether the expert needs no search: its weights know whole turns, and lead the level below clearly."""
    return _knows(rules) and preset_like(rules) not in _SEARCHED


def _knows(rules: Rules) -> bool:
    """Whether its weights know turns as a whole, and a single pay-off pile for each."""
    return core_rules(rules).whole_turns and rules.payoff_piles == 1


class Expert:
    """Searches its whole turn where it can; `now` is the clock for the searches that need one."""

    def __init__(self, seed: int, now: Clock = time.monotonic, temperament: Temperament = NO_TEMPERAMENT) -> None:
        self._at_once = SimplePlayer(seed, tempered(TUNED, temperament), sees_wins=True)
        self._in_worlds = MonteCarlo(seed, _WHOLE_TURNS, now, temperament)
        self._searching = MonteCarlo(seed, _CARD_BY_CARD, now, temperament)

    def __repr__(self) -> str:
        return "<Expert player>"

    def choose(self, view: View, log: Sequence[str], clock: float) -> Move:
        """Return one of ``view.legal``; it keeps within `clock` seconds."""
        return self._player(view.rules).choose(view, log, clock)

    def _player(self, rules: Rules) -> Player:
        if chooses_at_once(rules):
            return self._at_once
        return self._in_worlds if _knows(rules) else self._searching

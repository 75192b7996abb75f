"""The expert: whole turns at once, and a short search under the rules for which the policy is no match."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from spite_and_malice.engine import Move, View
from spite_and_malice.engine.core import core_rules
from spite_and_malice.players.monte_carlo import Effort, MonteCarlo
from spite_and_malice.players.player import Clock
from spite_and_malice.players.simple import SimplePlayer
from spite_and_malice.players.weights import NO_TEMPERAMENT, TUNED, Temperament, tempered
from spite_and_malice.rules import Rules

_EFFORT: Final = Effort(rounds=((1.0, 30), (1 / 2, 60), (1 / 4, 120), (1 / 8, 240)))


def chooses_at_once(rules: Rules) -> bool:
    """Whether the expert needs no search: its weights know turns as a whole, and a single pay-off pile for each."""
    return core_rules(rules).whole_turns and rules.payoff_piles == 1


class Expert:
    """Searches its whole turn where it can; `now` is the clock for the searches that need one."""

    def __init__(self, seed: int, now: Clock = time.monotonic, temperament: Temperament = NO_TEMPERAMENT) -> None:
        self._at_once = SimplePlayer(seed, tempered(TUNED, temperament), sees_wins=True)
        self._searching = MonteCarlo(seed, _EFFORT, now, temperament)

    def __repr__(self) -> str:
        return "<Expert player>"

    def choose(self, view: View, log: Sequence[str], clock: float) -> Move:
        """Return one of ``view.legal``; it keeps within `clock` seconds."""
        player = self._at_once if chooses_at_once(view.rules) else self._searching
        return player.choose(view, log, clock)

"""The players that do not look ahead: the engine's policy with weights of their own, and with mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from spite_and_malice.engine import Move, Position, View
from spite_and_malice.engine.core import Policy
from spite_and_malice.engine.moves import decode
from spite_and_malice.players.player import to_choose, without_stalemate


class SimplePlayer:
    """Plays as a policy with `weights` does, but makes any legal move with a chance of `mistakes`."""

    def __init__(self, seed: int, weights: Sequence[int], mistakes: float = 0.0) -> None:
        self._random = Random(seed)
        self._weights = list(weights)
        self._mistakes = mistakes

    def choose(self, view: View, log: Sequence[str], clock: float) -> Move:
        """Return one of ``view.legal``; `log` and `clock` do not matter to this player."""
        view = without_stalemate(to_choose(view))
        if self._random.random() < self._mistakes:
            return Move.parse(self._random.choice(view.legal))
        core = Position.from_view(view).core
        return decode(Policy(core, self._weights).choose(core), view.rules.payoff_piles)

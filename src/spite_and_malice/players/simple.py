"""The players that do not look ahead: the engine's policy with their own weights and mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from spite_and_malice.engine import Move, Position, View
from spite_and_malice.engine.core import Policy, winning_line
from spite_and_malice.engine.moves import decode
from spite_and_malice.players.player import to_choose, without_stalemate


class SimplePlayer:
    """Plays as a policy with `weights` does, but makes a random legal move with probability `mistakes`.

    If `sees_wins`, it never overlooks a certain win in its turn, not even by mistake.
    """

    def __init__(self, seed: int, weights: Sequence[int], mistakes: float = 0.0, *, sees_wins: bool = False) -> None:
        self._random = Random(seed)
        self._weights = list(weights)
        self._mistakes = mistakes
        self._sees_wins = sees_wins

    def __repr__(self) -> str:
        wins = ", sees wins" if self._sees_wins else ""
        return f"<SimplePlayer: {self._mistakes:.0%} mistakes{wins}>"

    def choose(self, view: View, log: Sequence[str], clock: float) -> Move:
        """Return one of ``view.legal``; `log` and `clock` do not matter to this player."""
        view = without_stalemate(to_choose(view))
        core = Position.from_view(view).core
        if self._sees_wins and (winning := winning_line(core)):
            return decode(winning[0], view.rules.payoff_piles)
        if self._random.random() < self._mistakes and (moves := _mistakes(view)):
            return Move.parse(self._random.choice(moves))
        return decode(Policy(core, self._weights).choose(core), view.rules.payoff_piles)


def _mistakes(view: View) -> Sequence[str]:
    """The moves that may be played by mistake: any legal move; where side stacks descend, any play to the centre.

    Random discards would fill such stacks and lock the game for everybody.
    """
    if view.rules.side_order != "descending":
        return view.legal
    return [move for move in view.legal if "-C" in move]

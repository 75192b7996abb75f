"""The players that do not look ahead: the engine's policy with their own weights and mistakes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from spite_and_malice.engine import Move, Position, View
from spite_and_malice.engine.core import Core, Policy, codes, kind_of, winning_line
from spite_and_malice.engine.moves import decode, encode_text
from spite_and_malice.players.player import to_choose, without_stalemate
from spite_and_malice.rules import Rules


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
        rules, core = view.rules, Position.from_view(view).core
        move = self.move_in(core, rules, lambda: [encode_text(text, rules.payoff_piles) for text in view.legal])
        return decode(move, rules.payoff_piles)

    def move_in(self, core: Core, rules: Rules, legal: Callable[[], Sequence[int]]) -> int:
        """Return the move in a position of the core, without reading its hidden cards.

        `legal` returns the legal moves in the order of a view. A pass is an option even where it ends the game.
        """
        if self._sees_wins and (winning := winning_line(core)):
            return winning[0]
        if self._random.random() < self._mistakes and (moves := _mistakes(legal(), rules)):
            return self._random.choice(moves)
        return Policy(core, self._weights).choose(core)


def _mistakes(legal: Sequence[int], rules: Rules) -> Sequence[int]:
    """The moves that may be played by mistake: any legal move; where side stacks descend, any play to the centre.

    Random discards would fill such stacks and lock the game for everybody.
    """
    if rules.side_order != "descending":
        return legal
    return [move for move in legal if kind_of(move) == codes.TO_CENTRE]

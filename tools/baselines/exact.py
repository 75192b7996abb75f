"""The exact exploitability of a policy in a small game: OpenSpiel traverses the whole game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pyspiel
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import cfr, exploitability

import spite_and_malice.interop.open_spiel as adapter
from spite_and_malice.interop.arrays import Array, Masks, Rows
from spite_and_malice.interop.small_games import small_game_parameters

Chances = Callable[[int, Rows, Masks], Array]
"""From a seat, its observations and the masks to the chance of each move."""


class WholeGame:
    """All information states of a small game, and a policy's actions there."""

    def __init__(self, name: str) -> None:
        self.game: Final[Any] = pyspiel.load_game(adapter.NAME, small_game_parameters(name))
        self._policy = policies.TabularPolicy(self.game)
        self._rows: list[tuple[int, Array, Rows, Masks]] = []
        players = [state.current_player() for state in self._policy.states]
        encoding = self.game.setting.kinds
        for seat in range(self.game.num_players()):
            numbers = np.flatnonzero(np.array(players) == seat)
            states = [self._policy.states[number] for number in numbers]
            rows = np.zeros((len(states), sum(int(np.prod(shape)) for shape in encoding.pieces().values())), np.float32)
            for row, state in zip(rows, states, strict=True):
                adapter.write_view(state.played, seat, row)
            masks = self._policy.legal_actions_mask[numbers].astype(np.int8)
            self._rows.append((seat, numbers, rows, masks))

    @property
    def size(self) -> int:
        """The number of information states of the seat to move, with perfect recall."""
        return len(self._policy.states)

    def exploitability(self, chances: Chances) -> float:
        """Each seat's average gain from the best response to this policy; 0 is unbeatable."""
        for seat, numbers, rows, masks in self._rows:
            self._policy.action_probability_array[numbers] = chances(seat, rows, masks)
        return float(exploitability.exploitability(self.game, self._policy))

    def solved(self, rounds: int) -> float:
        """The exploitability of counterfactual regret minimization (CFR+) after that number of iterations."""
        solver = cfr.CFRPlusSolver(self.game)
        for _ in range(rounds):
            solver.evaluate_and_update_policy()
        return float(exploitability.exploitability(self.game, solver.average_policy()))


def any_move(seat: int, rows: Rows, masks: Masks) -> Array:
    """The probabilities of a player who makes random legal moves."""
    found: Array = masks / masks.sum(axis=1, keepdims=True)
    return found

"""How a computer player that does not look ahead chooses its moves in many games, entirely without Python."""

from __future__ import annotations

import cython

from spite_and_malice.engine.core.codes import *
from spite_and_malice.engine.core.drawing import random_below
from spite_and_malice.engine.core.legal import generate
from spite_and_malice.engine.core.memory import Core
from spite_and_malice.engine.core.policy import Policy
from spite_and_malice.engine.core.random_play import any_move
from spite_and_malice.engine.core.rules import CoreRules, check_rules
from spite_and_malice.engine.core.winning import WinSearch


@cython.final
@cython.cclass
class Chooser:
    """Chooses by a policy with `weights`, or at random where there are none, if `eager` to the centre first.

    Of a million moves of a policy, `mistakes` are random legal moves. If it `sees_wins`, it first looks for moves that
    are certain to win within its turn. Where a pass would end the game and another move is legal, it chooses again by
    the rules of the position `careful`, provided these differ only in having no passing. It looks at no hidden card,
    and serves one thread at a time.
    """

    rules: CoreRules
    policy: Policy
    careful: Core
    careful_policy: Policy
    wins: WinSearch
    eager: cython.bint
    mistakes: cython.Py_ssize_t
    has_weighed: cython.bint  # whether the policy knows what opponents could do, which no play to the centre changes

    def __init__(
        self,
        table: Core,
        careful: Core,
        weights: list[int],
        mistakes: cython.Py_ssize_t = 0,
        sees_wins: cython.bint = False,
        eager: cython.bint = False,
    ) -> None:
        """Make a chooser for games under the rules of the position `table`. Raises ValueError for too few weights."""
        self.rules = table.rules
        self.careful = careful.clone()
        self.policy = self.careful_policy = None  # type: ignore[assignment]
        if weights:
            self.policy = Policy(table, weights)
            self.careful_policy = Policy(careful, weights)
        self.wins = WinSearch(table) if sees_wins else None  # type: ignore[assignment]
        self.eager, self.mistakes = eager, mistakes
        self.has_weighed = False

    @cython.exceptval(-1)
    def _of_these_rules(self, table: Core) -> cython.Py_ssize_t:
        return check_rules(table.rules, self.rules)

    @cython.nogil
    @cython.exceptval(-2)
    def _move(self, game: Core, begins: cython.bint) -> cython.Py_ssize_t:
        """The move in an unfinished game; chance comes from the game's own generator, which advances.

        `begins` says that the move before was not chosen in this turn of this game.
        """
        move: cython.Py_ssize_t
        if begins:
            self.has_weighed = False
        if self.policy is None:
            return any_move(game, self.eager)
        if self.wins is not None and self.wins._find(game):  # type: ignore[redundant-expr]
            return self.wins.line[0]
        if self.mistakes and random_below(game, 1000000) < self.mistakes:
            move = any_move(game, False)
        else:
            if not self.has_weighed or game.rules.loading:
                self.policy._weigh_heights(game)
                self.has_weighed = True
            move = self.policy._choose(game)
        if move == PASS and game.stage == PLAY and not game.moved and game.passes + 1 >= game.rules.players:
            if not self.careful.rules.may_pass and generate(game) > 1:
                self.careful._copy_numbers(game)
                self.careful_policy._weigh_heights(self.careful)
                return self.careful_policy._choose(self.careful)
        return move

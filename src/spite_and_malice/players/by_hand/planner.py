"""The planner: searches the lines of its own turn.

It looks for one that plays the pay-off card, else empties the hand, else ends the turn on a table that does not feed
the next player.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from spite_and_malice.arguments import number
from spite_and_malice.engine import Move, Position, View
from spite_and_malice.engine.core import Core, apply, codes, plays_payoff
from spite_and_malice.engine.moves import decode
from spite_and_malice.engine.search import breadth_first
from spite_and_malice.players.by_hand.judge import CARD, Judge
from spite_and_malice.players.lines import distinct
from spite_and_malice.players.player import Clock, to_choose, without_stalemate

_MOST_POSITIONS: Final = 1200
_FEWEST_POSITIONS: Final = 24
"""How many tables are searched even if time has run out, which takes milliseconds: the first alone shows little more
than the discards, and two players who only discard never finish."""
_FRESH_HAND: Final = 60.0
_WON: Final = 1e6
_COST_OF_A_PASS: Final = 40.0
"""The penalty of a pass: it keeps the useless cards, and two players who pass lock the game."""
_COST_OF_A_MOVE: Final = 0.5
"""The penalty of each move: of two equally good lines the shorter is played …"""
_JITTER: Final = 0.1
"""… and the random part, which decides between equally long ones."""


class Planner:
    """Searches every line of its turn up to the first revealed card, and plays towards the best.

    `now` is its clock.
    """

    def __init__(self, seed: int, now: Clock = time.monotonic) -> None:
        self._random = Random(seed)
        self._now = now

    def __repr__(self) -> str:
        return "<Planner player>"

    def choose(self, view: View, log: Sequence[str], clock: float) -> Move:
        """Return one of ``view.legal``; `log` does not matter to this player. It keeps well within `clock` seconds."""
        view = without_stalemate(to_choose(view))
        position = Position.from_view(view)
        search = _Search(
            Judge(view.rules, position.turn), self._now, self._now() + number(clock, "clock") / 2, self._random
        )
        return decode(search.best(position.core), view.rules.payoff_piles)


@dataclass(frozen=True, slots=True)
class _Node:
    """A table of the turn, the first move of the line that leads to it, and its length."""

    position: Core
    first: int
    length: int


class _Search:
    """A breadth-first search of the lines of one turn that visits each table once."""

    def __init__(self, judge: Judge, now: Clock, deadline: float, random: Random) -> None:
        self._judge = judge
        self._now = now
        self._deadline = deadline
        self._random = random
        self._best = codes.PASS
        self._best_value = float("-inf")

    def best(self, root: Core) -> int:
        """The first move of the best line from `root`."""
        found = [_Node(root, codes.PASS, 0)]
        for looked_at, _ in enumerate(breadth_first(found, self._plays, self._key)):
            if looked_at >= _MOST_POSITIONS or (looked_at >= _FEWEST_POSITIONS and self._now() > self._deadline):
                break
        if self._best_value == float("-inf"):
            # Every line was longer than the search: continue the first one.
            return found[-1].first
        return self._best

    def _plays(self, node: _Node) -> Iterator[_Node]:
        """The tables after one move; the ends of lines are valued instead."""
        for move in distinct(node.position):
            child = node.position.clone()
            effects = apply(child, move)
            first = node.first if node.length else move
            value = self._value(child, effects, move)
            if value is None:
                yield _Node(child, first, node.length + 1)
            else:
                self._offer(first, value - _COST_OF_A_MOVE * node.length + _JITTER * self._random.random())

    def _offer(self, first: int, value: float) -> None:
        if value > self._best_value:
            self._best, self._best_value = first, value

    def _value(self, child: Core, effects: int, move: int) -> float | None:
        """The value of a line that ends here, None if it goes on."""
        judge = self._judge
        if child.stage == codes.OVER:
            won = judge.seat in child.winners()
            lost = not won and bool(child.winners())
            return (_WON if won else -_WON if lost else 0.0) + judge.value(child)
        if effects & codes.TURNED_UP or plays_payoff(move):
            return judge.value(child) + CARD / 2
        if effects & codes.ENDED_TURN:
            return judge.value(child) - (_COST_OF_A_PASS if move == codes.PASS else 0)
        if effects & codes.DREW:
            return judge.value(child) + _FRESH_HAND
        return None

    def _key(self, node: _Node) -> Hashable:
        """The key of a table within a turn: nothing has been drawn or turned up since it began."""
        position, judge = node.position, self._judge
        rules = judge.rules
        partner = rules.partner(judge.seat)
        owners = [judge.seat] if partner is None else [judge.seat, partner]
        return (
            position.stage,
            position.cover,
            tuple(sorted(position.hand(judge.seat))),
            tuple(position.height(place) for place in range(position.places)),
            tuple(tuple(position.side(seat, stack)) for seat in owners for stack in range(rules.side)),
            tuple(
                position.payoff_count(seat, pile) for seat in range(rules.players) for pile in range(rules.payoff_piles)
            ),
        )

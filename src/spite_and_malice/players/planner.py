"""The planner: searches the lines of its own turn.

It looks for one that plays the pay-off card, else empties the hand, else ends the turn on a table that does not feed
the next player.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Sequence
from random import Random
from typing import Final

from spite_and_malice.engine import Move, Position, View
from spite_and_malice.engine.core import Core, apply, codes, plays_payoff
from spite_and_malice.engine.moves import decode
from spite_and_malice.players.lines import distinct
from spite_and_malice.players.player import Clock
from spite_and_malice.players.seen import CARD, Table

_MOST_POSITIONS: Final = 1200
_FEWEST_POSITIONS: Final = 24
"""So many are looked at however late it is, a matter of some milliseconds: the first alone shows hardly more than the
discards, and two who only discard never come to an end."""
_FRESH_HAND: Final = 60.0
_WON: Final = 1e6
_COST_OF_A_PASS: Final = 40.0
"""Who passes keeps the cards he could not use, and two who pass lock the game."""
_COST_OF_A_MOVE: Final = 0.5
"""Of two equally good lines the shorter is played …"""
_JITTER: Final = 0.1
"""… and of two equally long ones either."""


class Planner:
    """Looks through every line of its turn up to the first card that comes to light, and plays towards the best.

    `now` is the clock that it keeps to.
    """

    def __init__(self, seed: int, now: Clock = time.monotonic) -> None:
        self._random = Random(seed)
        self._now = now

    def choose(self, view: View, log: Sequence[str], clock: float) -> Move:
        """Return one of ``view.legal``; `log` does not matter to this player. It keeps well within `clock` seconds."""
        position = Position.from_view(view)
        search = _Search(Table(view.rules, position.turn), self._now, self._now() + clock / 2, self._random)
        return decode(search.best(position.core), view.rules.payoff_piles)


class _Search:
    """A search through the lines of one turn, breadth first, each table looked at once."""

    def __init__(self, table: Table, now: Clock, deadline: float, random: Random) -> None:
        self._table = table
        self._now = now
        self._deadline = deadline
        self._random = random
        self._seen: set[Hashable] = set()
        self._best = codes.PASS
        self._best_value = float("-inf")

    def best(self, root: Core) -> int:
        """The first move of the best line from `root`."""
        lines: list[tuple[Core, int, int]] = [(root, codes.PASS, 0)]
        for looked_at, (position, first, length) in enumerate(lines):
            if looked_at >= _MOST_POSITIONS or (looked_at >= _FEWEST_POSITIONS and self._now() > self._deadline):
                break
            for move in distinct(position):
                child = position.clone()
                befell = apply(child, move)
                start = first if length else move
                value = self._value(child, befell, move)
                if value is not None:
                    self._offer(start, value - _COST_OF_A_MOVE * length + _JITTER * self._random.random())
                elif self._is_new(child):
                    lines.append((child, start, length + 1))
        if self._best_value == float("-inf"):
            # Every line was longer than the search: go on along the first.
            return lines[-1][1]
        return self._best

    def _offer(self, start: int, value: float) -> None:
        if value > self._best_value:
            self._best, self._best_value = start, value

    def _is_new(self, position: Core) -> bool:
        key = _key(position, self._table)
        if key in self._seen:
            return False
        self._seen.add(key)
        return True

    def _value(self, child: Core, befell: int, move: int) -> float | None:
        """The worth of a line that ends here, None if it goes on."""
        table = self._table
        if child.stage == codes.OVER:
            won = table.seat in child.winners()
            lost = not won and bool(child.winners())
            return (_WON if won else -_WON if lost else 0.0) + table.worth(child)
        if befell & codes.TURNED_UP or plays_payoff(move):
            return table.worth(child) + CARD / 2
        if befell & codes.ENDED_TURN:
            return table.worth(child) - (_COST_OF_A_PASS if move == codes.PASS else 0)
        if befell & codes.DREW:
            return table.worth(child) + _FRESH_HAND
        return None


def _key(position: Core, table: Table) -> Hashable:
    """What tells the tables of one turn apart: nothing has been drawn or turned up since it began."""
    rules = table.rules
    partner = rules.partner(table.seat)
    owners = [table.seat] if partner is None else [table.seat, partner]
    return (
        position.stage,
        position.cover,
        tuple(sorted(position.hand(table.seat))),
        tuple(position.height(place) for place in range(position.places)),
        tuple(tuple(position.side(seat, stack)) for seat in owners for stack in range(rules.side)),
        tuple(position.payoff_count(seat, pile) for seat in range(rules.players) for pile in range(rules.payoff_piles)),
    )

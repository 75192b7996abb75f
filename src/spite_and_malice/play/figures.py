"""The figures of a game for each seat: its turns, moves, pay-off cards, undos and takebacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from spite_and_malice.engine import Move
from spite_and_malice.play.game import TAKEBACK, UNDO, Game

LONGEST_MS: Final = 300_000
"""The longest time between two actions that counts: nobody thinks longer, whatever the page reports."""


@dataclass(slots=True)
class SeatFigures:
    """The figures of a game for a seat: turns and moves not taken back, and the pay-off cards played in them.

    ``most_payoff`` is the most pay-off cards in one turn, ``left`` how many its side has left; ``undos`` and
    ``takebacks`` are how often the seat took back a move or a whole turn.
    """

    side: int
    turns: int = 0
    moves: int = 0
    payoff: int = 0
    most_payoff: int = 0
    left: int = 0
    undos: int = 0
    takebacks: int = 0


def time_played(times: Sequence[int]) -> int:
    """Return how long a game was played, from the times of its first to its last action; all in milliseconds."""
    # The clock may have been set back in the middle.
    return sum(min(max(0, after - before), LONGEST_MS) for before, after in pairwise(times))


def figures_of(game: Game) -> Sequence[SeatFigures]:
    """Return the figures of a game so far, seat by seat."""
    core, rules = game.position.core, game.rules
    sides = [rules.side_of(seat) for seat in range(rules.players)]
    found = [SeatFigures(side, left=core.cards_left(side)) for side in sides]
    turns = game.turns
    ends = [*(start for _seat, start in turns), len(game.log)][1:]
    for (seat, start), end in zip(turns, ends, strict=True):
        at = found[seat]
        payoff = sum(Move.parse(entry.split(" ", 1)[1]).plays_payoff for entry in game.log[start:end])
        at.turns += 1
        at.moves += end - start
        at.payoff += payoff
        at.most_payoff = max(at.most_payoff, payoff)
    for seat, text in game.actions:
        found[seat].undos += text == UNDO
        found[seat].takebacks += text == TAKEBACK
    return found

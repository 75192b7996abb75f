"""How long a computer player seems to think: as a person would, briefly where all is clear, longer where it matters."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Final

from spite_and_malice.engine import Move, Position, View
from spite_and_malice.engine.core import Policy
from spite_and_malice.engine.moves import decode
from spite_and_malice.players.lines import distinct
from spite_and_malice.players.weights import CARELESS, CLUB, TEMPERAMENTS, TIDY, tempered, tuned_for
from spite_and_malice.rules import Rules

QUICK: Final = 200
"""The pause before a move to which there is no alternative, in milliseconds at normal speed."""
LONGEST: Final = 2400
_LOOK: Final = 250
_DOUBT: Final = 300
"""What a look at the table takes, and each of the five who would play something else."""
_GOING_ON: Final = 0.5
"""Of a turn's later moves: most of it was thought about before the first."""
_AT_STAKE: Final = 1.4
_FEW: Final = 3

_TEMPO: Final = {"beginner": 0.7, "casual": 0.8, "club": 0.75, "expert": 1.1, "master": 1.3}
"""Pip and Hugo are quick, Rosa cannot wait, Nadia is exact, and Octavia never hurries."""

_WEIGHTS: Final[dict[str, Callable[[Rules], Sequence[int]]]] = {
    "beginner": lambda rules: CARELESS,
    "casual": lambda rules: TIDY,
    "club": lambda rules: CLUB,
    "expert": tuned_for,
    "master": tuned_for,
}


def pause_before(player: str, view: View, move: Move) -> int:
    """Return for how long a player seems to think before a move of the viewer's, in milliseconds at normal speed.

    How near other moves come is seen by how many of the five would make one of them. It follows from what the viewer
    sees, the hand included: as with people, a quick move may have been the only one.
    """
    core, piles = Position.from_view(view).core, view.rules.payoff_piles
    if len(distinct(core)) < 2:
        return QUICK
    played = _alike(view, move)
    others = 0
    for level, weights in _WEIGHTS.items():
        liking = tempered(weights(view.rules), TEMPERAMENTS[level])
        others += _alike(view, decode(Policy(core, list(liking)).choose(core), piles)) != played
    thought = float(_LOOK + _DOUBT * others)
    if view.moved:
        thought *= _GOING_ON
    if min(core.cards_left(side) for side in range(view.rules.side_count)) <= _FEW:
        thought *= _AT_STAKE
    return min(LONGEST, max(QUICK, round(thought * _TEMPO.get(player, 1.0))))


def _alike(view: View, move: Move) -> Hashable:
    """What is the same for moves that differ in nothing but suits and which of two equal places they use."""
    ranks = tuple(map(view.rules.natural_rank, move.cards))
    number = int(move.target[1:].split(".")[0]) - 1 if move.target else -1
    if move.plays_to_centre:
        return move.source, ranks, len(view.centre[number]) if number < len(view.centre) else 0
    if move.is_discard:
        stack = view.side(view.turn)[number]
        return move.source, ranks, view.rules.natural_rank(stack[-1]) if stack else None
    return move.source, ranks, move.target

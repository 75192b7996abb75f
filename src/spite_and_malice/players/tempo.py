"""How long a computer player seems to think: as a person would, briefly in clear positions, longer when it matters."""

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
"""The pause before a forced move, in milliseconds at normal speed."""
LONGEST: Final = 2400
_LOOK: Final = 250
_DOUBT: Final = 300
"""The pause for a look at the table, and for each of the five who would play something else."""
_GOING_ON: Final = 0.5
"""The share for a turn's later moves: most of the thinking came before the first."""
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

    The more of the five would choose another move, the longer the pause. It depends on what the viewer sees, including
    the hand: as with people, a quick move may have been the only one.
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
    """The key that moves share if they differ only in suits or in which of two equal places they use."""
    ranks = tuple(map(view.rules.natural_rank, move.cards))
    number = int(move.target[1:].split(".")[0]) - 1 if move.target else -1
    if move.plays_to_centre:
        return move.source, ranks, len(view.centre[number]) if number < len(view.centre) else 0
    if move.is_discard:
        stack = view.side(view.turn)[number]
        return move.source, ranks, view.rules.natural_rank(stack[-1]) if stack else None
    return move.source, ranks, move.target

"""A hint: the move that the search would make, knowing what the player knows, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from spite_and_malice.analysis.reach import PAYOFF, reach
from spite_and_malice.analysis.reasons import Kind, Reason, reason_for
from spite_and_malice.engine import View
from spite_and_malice.players import PLAYERS

ADVISER: Final = "master"
"""The computer player that is asked."""

_ENDS: Final = (Kind.WINS, Kind.PAYOFF, Kind.LINE)


@dataclass(frozen=True, slots=True)
class Hint:
    """A legal move, and the reason for it."""

    move: str
    reason: Reason


def hint(
    view: View, log: Sequence[str] = (), seconds: float = 0.8, seed: int = 0, names: Sequence[str] | None = None
) -> Hint:
    """Return the move to make and the reason for it, by what the viewer sees.

    `log` has the moves that stand since the deal, `names` the seats' names. The search takes at most about `seconds`;
    `seed` settles its choice between equals. Where a line leads to the pay-off card, the move is a step of one. Raises
    ValueError if it is not the viewer's turn.
    """
    line = reach(view, seconds / 4)
    move = view.legal[0]
    if len(view.legal) > 1:
        move = str(PLAYERS[ADVISER].make(seed).choose(view, log, seconds * 0.6))
    reason = reason_for(view, move, names, seconds / 8)
    if line.goal == PAYOFF and reason.kind not in _ENDS:
        move = line.moves[0]
        reason = reason_for(view, move, names, seconds / 8)
    return Hint(move, reason)

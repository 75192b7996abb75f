"""A hint: the move that the search would make, knowing what the player knows, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from spite_and_malice.analysis.reach import PAYOFF, reach
from spite_and_malice.analysis.reasons import Kind, Reason, reasons_along, wild_spared
from spite_and_malice.engine import Move, View
from spite_and_malice.engine.core import plays_payoff
from spite_and_malice.engine.moves import decode, encode
from spite_and_malice.players.monte_carlo import MonteCarlo, lead_of
from spite_and_malice.players.roster import MASTER

_WORLDS: Final = 240
"""In so many worlds, if there is time, a line has to lead the one to the pay-off card."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A legal move, and the reason for it."""

    move: str
    reason: Reason

    @property
    def words(self) -> str:
        """The reason in words; none where nothing but the search speaks for the move."""
        return "" if self.reason.kind == Kind.BEST else self.reason.words


def hint(
    view: View, log: Sequence[str] = (), seconds: float = 0.8, seed: int = 0, names: Sequence[str] | None = None
) -> Hint:
    """Return the move to make and the reason for it, by what the viewer sees.

    `log` has the moves that stand since the deal, `names` the seats' names. The search takes at most about `seconds`;
    `seed` settles its choice between equals. Where a line leads to the pay-off card, the move is a step of one, unless
    another line is surely better. Raises ValueError if it is not the viewer's turn.
    """
    piles = view.rules.payoff_piles
    there = reach(view, seconds / 4)
    line = [encode(Move.parse(view.legal[0]), piles)]
    if len(view.legal) > 1:
        line = MonteCarlo(seed, MASTER).line(view, log, seconds / 2)
    passed_by: Sequence[str] = ()
    if there.goal == PAYOFF and not any(map(plays_payoff, line)):
        shortest = [encode(Move.parse(text), piles) for text in there.moves]
        ahead = lead_of(view, log, line, shortest, _WORLDS, seed, seconds / 8)
        if ahead:
            passed_by = there.moves
        else:
            line = shortest
    moves = [str(decode(code, piles)) for code in line]
    reason = wild_spared(view, moves, passed_by) or next(reasons_along(view, moves, names, seconds / 8))
    return Hint(moves[0], reason)

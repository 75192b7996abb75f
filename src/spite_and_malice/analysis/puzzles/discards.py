"""Finding discards worth asking about: two in a position that a search of many worlds tells apart, with a reason."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from spite_and_malice.analysis.kinds import Kind
from spite_and_malice.analysis.plan import plan_of
from spite_and_malice.analysis.puzzles.making import Fresh
from spite_and_malice.analysis.puzzles.puzzle import DiscardPuzzle
from spite_and_malice.analysis.puzzles.seen import write_view
from spite_and_malice.analysis.reason import Reason
from spite_and_malice.analysis.reasons import reasons_for
from spite_and_malice.engine import Move, Position, View
from spite_and_malice.engine.core import Policy
from spite_and_malice.engine.moves import decode, encode
from spite_and_malice.players.monte_carlo import compare
from spite_and_malice.players.weights import CARELESS, TIDY, tuned_for

FEWEST_HUNDREDTHS: Final = 30
"""The smallest lead worth asking about, in hundredths of a pay-off card."""
_FIRST_WORLDS, _LAST_WORLDS = 60, 400
_SURE: Final = 4.0
"""The number of standard errors that make a clear margin."""
_NO_REASONS: Final = frozenset({Kind.BEST, Kind.ONLY, Kind.WAITS})


def find_discards(views: Iterable[Fresh]) -> list[DiscardPuzzle]:
    """Return the questions in some games, one per game."""
    found: dict[int, DiscardPuzzle] = {}
    for preset, seed, view in views:
        if seed not in found and (puzzle := question(preset, view, seed)) is not None:
            found[seed] = puzzle
    return list(found.values())


def question(preset: str, view: View, seed: int) -> DiscardPuzzle | None:
    """Return the question about a position with only discards left; None where the search is not sure."""
    discards = _only_discards(view)
    tempting = _tempting(view) if len(discards) > 1 else []
    if not tempting:
        return None
    piles = view.rules.payoff_piles
    first = compare(view, [], [[encode(move, piles)] for move in discards], _FIRST_WORLDS, seed)
    if first is None:
        return None
    better = discards[max(range(len(discards)), key=lambda index: sum(first[index]))]
    worse = next((move for move in tempting if move != better), None)
    if worse is None or distinguishing(view, str(better), str(worse)) is None:
        return None
    lines = [[encode(move, piles)] for move in (better, worse)]
    last = compare(view, [], lines, _LAST_WORLDS, seed, _FIRST_WORLDS)
    lead = _sure_lead(*last) if last else 0
    return DiscardPuzzle(write_view(preset, view), str(better), str(worse), lead) if lead >= FEWEST_HUNDREDTHS else None


def distinguishing(view: View, better: str, worse: str) -> Reason | None:
    """Return the weightiest reason for the better discard that does not hold for the other; None if there is none."""
    reasons = reasons_for(view, better, over=worse)
    return next((reason for reason in reasons if reason.kind not in _NO_REASONS), None)


def why(view: View, better: str, worse: str) -> str:
    """Return why one discard is better than another: what the turn waits for, and the difference between them."""
    reasons = [plan_of(view, [better]), distinguishing(view, better, worse)]
    return " ".join(reason.words for reason in reasons if reason is not None)


def _only_discards(view: View) -> list[Move]:
    """The discards of a view whose only other move may be a pass; of several empty stacks only the first counts."""
    moves = [move for move in view.legal_moves if not move.is_pass]
    if str(view.stage) != "play" or not all(move.is_discard and not move.is_pair for move in moves):
        return []
    stacks = view.players[view.turn].side
    empty = [f"S{number + 1}" for number, stack in enumerate(stacks) if not stack][1:]
    return [move for move in moves if move.target not in empty]


def _tempting(view: View) -> list[Move]:
    """The discards that weaker players would choose here, the stronger players' first."""
    core = Position.from_view(view).core
    found = []
    for weights in (TIDY, CARELESS):
        move = decode(Policy(core, list(weights)).end_of_turn(core), view.rules.payoff_piles)
        if move.is_discard and move not in found:
            found.append(move)
    likely = decode(Policy(core, list(tuned_for(view.rules))).end_of_turn(core), view.rules.payoff_piles)
    return [move for move in found if move != likely]


def _sure_lead(better: Sequence[int], worse: Sequence[int]) -> int:
    """The lead of one line over another in the same worlds, in hundredths of a pay-off card; 0 if uncertain."""
    differences = [one - other for one, other in zip(better, worse, strict=True)]
    mean = sum(differences) / len(differences)
    variance = sum((difference - mean) ** 2 for difference in differences) / len(differences)
    sure = mean > 0 and mean >= _SURE * math.sqrt(variance / len(differences))
    return round(mean) if sure else 0

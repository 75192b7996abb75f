"""A hint: the move that the search would make, knowing what the player knows, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from spite_and_malice.analysis.kinds import Kind
from spite_and_malice.analysis.reach import PAYOFF, reach
from spite_and_malice.analysis.reasons import Reason, as_good, reasons_along, wild_spared
from spite_and_malice.engine import Move, Position, View
from spite_and_malice.engine.core import plays_payoff
from spite_and_malice.engine.moves import decode, encode
from spite_and_malice.players.lines import distinct
from spite_and_malice.players.monte_carlo import MonteCarlo, compare_for, ends_of, lead_of, surely_ahead
from spite_and_malice.players.roster import MASTER

_WORLDS: Final = 240
"""In how many worlds, if there is time, a line has to lead the one to the pay-off card."""

_FEW: Final = 60
"""In how many worlds it is tried whether a wild card is kept."""
_WASTEFUL: Final = 4
"""As untidy as can be: a wild card is discarded beside others."""
_CLOSE: Final = 10
"""Moves are about as good where no more hundredths of a pay-off card are between them."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A legal move, and the reason for it: what is true of it and not of `over`, the best one beside it."""

    move: str
    reason: Reason
    over: str = ""

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
        ahead = lead_of(view, log, line, shortest, _WORLDS, seed, 0, seconds / 8)
        if ahead:
            passed_by = there.moves
        else:
            line = shortest
    moves = [str(decode(code, piles)) for code in line]
    if _discards_wild(view, moves[0]):
        moves = _keeping_wild(view, log, moves, there.moves if there.goal == PAYOFF else (), seed)
        passed_by = passed_by if moves != list(there.moves) else ()
    if passed_by and (spared := wild_spared(view, moves, passed_by)):
        return Hint(moves[0], spared, passed_by[0])
    best, other, is_close = _beside_others(view, log, moves, seed, seconds / 8)
    if best != moves[0]:
        moves = [best]
    reason = next(reasons_along(view, moves, names, seconds / 8, other))
    if reason.kind == Kind.BEST and is_close:
        reason = as_good(view, other)
    return Hint(moves[0], reason, other)


def _discards_wild(view: View, text: str) -> bool:
    """Say whether a move discards a wild card while there are others in the hand."""
    move = Move.parse(text)
    return move.is_discard and untidiness(view, move) == _WASTEFUL


def _keeping_wild(view: View, log: Sequence[str], moves: Sequence[str], way: Sequence[str], seed: int) -> list[str]:
    """Return moves that keep a wild card, a way to the pay-off card if there is one, where no more games are lost so.

    Two laps show what a wild card on a side stack is worth, for it leaves room in the hand; what a game is lost by they
    do not show.
    """
    piles = view.rules.payoff_piles
    keeping = [text for text in view.legal if text != "pass" and not _discards_wild(view, text)]
    lines = [[encode(Move.parse(text), piles)] for text in keeping]
    other = list(way)
    if not other and lines:
        values = compare_for(view, log, lines, _FEW, seed)
        if values is None:
            return list(moves)
        other = [keeping[max(range(len(lines)), key=lambda at: sum(values[at]))]]
    if not other:
        return list(moves)
    both = [[encode(Move.parse(text), piles) for text in line] for line in (moves, other)]
    ends = ends_of(view, log, both, _FEW, seed)
    return list(moves) if ends is not None and surely_ahead(*ends) else other


def _beside_others(
    view: View, log: Sequence[str], moves: Sequence[str], seed: int, seconds: float
) -> tuple[str, str, bool]:
    """Return the move to advise, the best one beside it, and whether they are about as good; "" where there is none.

    Of discards that are about as good as the first of `moves` the tidiest is advised.
    """
    piles = view.rules.payoff_piles
    first = encode(Move.parse(moves[0]), piles)
    line = [encode(Move.parse(text), piles) for text in moves]
    same = _with_equal_places(view)
    others = [code for code in distinct(Position.from_view(view).core) if same(code) != same(first)]
    if not others:
        return moves[0], "", False
    lines = [line, *([code] for code in others)]
    values = compare_for(view, log, lines, _WORLDS, seed, seconds)
    if values is None:
        return moves[0], "", False
    means = [fmean(each) for each in values]
    close = [
        at for at in range(1, len(lines)) if means[0] - means[at] <= _CLOSE and not surely_ahead(values[0], values[at])
    ]
    texts = [moves[0], *(str(decode(code, piles)) for code in others)]
    best = 0
    if len(moves) == 1 and Move.parse(moves[0]).is_discard and not _discards_wild(view, moves[0]):
        tidy = [0, *(at for at in close if Move.parse(texts[at]).is_discard)]
        best = min(tidy, key=lambda at: (untidiness(view, Move.parse(texts[at])), -means[at]))
    rest = [at for at in range(len(lines)) if at != best]
    other = max(rest, key=lambda at: means[at])
    return texts[best], texts[other], other in [0, *close]


def _with_equal_places(view: View) -> Callable[[int], object]:
    """Return what is the same for moves that differ only in which of the equal places they use."""
    piles = view.rules.payoff_piles
    own = view.players[view.turn].side

    def key(code: int) -> object:
        move = decode(code, piles)
        number = int(move.target[1:].split(".")[0]) - 1 if move.target else 0
        is_centre = move.plays_to_centre
        stack = (view.centre[number] if number < len(view.centre) else ()) if is_centre else ()
        if move.is_discard:
            stack = own[number]
        return move.source, move.cards, move.target[:1], tuple(stack) if stack or not move.is_load else move.target

    return key


def untidiness(view: View, move: Move) -> int:
    """Return how untidy a person would call a discard, from 0.

    A wild card is kept while there are others; a card goes to one of its rank or one higher, then to an empty stack,
    and last on a card that it buries.
    """
    rules = view.rules
    player = view.players[view.turn]
    hand = () if isinstance(player.hand, int) else player.hand
    rank = rules.natural_rank(move.cards[0])
    tops = [rules.natural_rank(stack[-1]) if stack else None for stack in player.side]
    number = int(move.target[1:]) - 1
    under = tops[number]
    if not rank:
        return _WASTEFUL if any(rules.natural_rank(card) for card in hand) else 0
    if not player.side[number]:
        return 2 if rank in tops else 1
    if under and 0 <= under - rank <= 1:
        return 0
    return 3

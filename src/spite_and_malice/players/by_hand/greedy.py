"""The greedy player: pay-off card first, then side stacks, then the hand; a tidy discard. One move at a time."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from spite_and_malice.engine import Move, Position, View
from spite_and_malice.engine.core import (
    card_of,
    codes,
    is_pair,
    kind_of,
    legal_moves,
    plays_own_payoff,
    plays_payoff,
    source_of,
    target_of,
)
from spite_and_malice.engine.moves import decode
from spite_and_malice.players.by_hand.judge import Judge
from spite_and_malice.players.player import to_choose, without_stalemate


class Greedy:
    """Plays whatever can be played, the pay-off card first, and keeps wild cards for the pay-off card."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def __repr__(self) -> str:
        return "<Greedy player>"

    def choose(self, view: View, log: Sequence[str], clock: float) -> Move:
        """Return one of ``view.legal``; `log` and `clock` do not matter to this player."""
        view = without_stalemate(to_choose(view))
        position = Position.from_view(view)
        judge = Judge(view.rules, position.turn)
        moves = legal_moves(position.core)
        self._random.shuffle(moves)
        best = max(moves, key=lambda move: _rank(judge, position, move))
        return decode(best, view.rules.payoff_piles)


def _rank(judge: Judge, position: Position, move: int) -> float:
    """The player's preference for a move; only the order matters."""
    kind = kind_of(move)
    if move == codes.PASS:
        return -1000.0
    source = source_of(move)
    if kind == codes.TO_LOAD:
        return 900.0 if plays_own_payoff(move) else 90.0
    if kind == codes.TO_SIDE:
        return -500.0 + _discard_value(judge, position, move)
    target = target_of(move)
    if plays_payoff(move):
        return 1000.0 if plays_own_payoff(move) else 950.0
    height = position.core.height(target) if target < position.core.places else 0
    if source != codes.FROM_HAND and not judge.is_wild(_top(judge, position, source)):
        return 300.0 + height
    if source == codes.FROM_HAND and not judge.is_wild(card_of(move)):
        return 100.0 + height
    return 200.0 if _opens_payoff(judge, position, height) else -900.0


def _top(judge: Judge, position: Position, source: int) -> int:
    """The card on the side stack that a move plays from."""
    if source < codes.FROM_PARTNER_PAYOFF:
        return position.core.side_top(judge.seat, source - codes.FROM_SIDE)
    partner = judge.rules.partner(judge.seat)
    return position.core.side_top(partner, source - codes.FROM_PARTNER_SIDE) if partner is not None else 0


def _opens_payoff(judge: Judge, position: Position, height: int) -> bool:
    """Whether a wild card on a stack of this height lets the pay-off card follow at once."""
    tops = [position.core.payoff_top(judge.seat, pile) for pile in range(judge.rules.payoff_piles)]
    return any(judge.rank(top) == height + 2 for top in tops if top)


def _discard_value(judge: Judge, position: Position, move: int) -> float:
    before = position.core.side(judge.seat, target_of(move))
    card = card_of(move)
    cards = [card] * (2 if is_pair(move) else 1)
    value = judge.stack_value(before + cards) - judge.stack_value(before)
    return value + judge.rank(card) / 8 + 3 * (len(cards) - 1) - (200 if judge.is_wild(card) else 0)

"""The search for a certain win in this turn in plain Python, for comparison with the core's."""

from __future__ import annotations

from typing import Final

from spite_and_malice.engine.core import (
    Core,
    apply,
    card_of,
    codes,
    core_rules,
    kind_of,
    legal_moves,
    plays_payoff,
    position_hash,
    reveals,
    source_of,
    target_of,
)
from spite_and_malice.players.lines import Line
from spite_and_malice.rules import Rules

_MOST_TABLES: Final = 20_000
"""The most tables of a turn examined, among those from which a win may still be within reach."""


def plain_winning_line(rules: Rules, root: Core) -> Line:
    """Return moves that win the game in this turn whatever the hidden cards are, or none."""
    return _Search(rules, root.turn).line_from(root)


class _Search:
    """Visits the tables of a turn, except those from which a pay-off card is out of reach."""

    def __init__(self, rules: Rules, seat: int) -> None:
        self._rules = rules
        self._kinds = core_rules(rules)
        self._seat = seat
        partner = rules.partner(seat)
        self._side = (seat,) if partner is None else (seat, partner)
        self._seen = set[int]()

    def line_from(self, position: Core) -> Line:
        """The moves that win from here, none if nothing wins or the limit of tables is reached."""
        if position.stage == codes.OVER or not self._is_within_reach(position):
            return []
        for move in self._moves(position):
            child = position.clone()
            effects = apply(child, move)
            if child.stage == codes.OVER:
                if self._seat in child.winners():
                    return [move]
            elif not reveals(effects) and not effects & codes.ENDED_TURN:
                table = position_hash(child)
                if table not in self._seen and len(self._seen) < _MOST_TABLES:
                    self._seen.add(table)
                    if rest := self.line_from(child):
                        return [move, *rest]
        return []

    def _is_within_reach(self, position: Core) -> bool:
        """Whether, at a glance, every remaining pay-off card could be played: no line wins otherwise.

        A stack can be built on past its completion, and any card of the hand or of a side stack may be needed for it.
        """
        wanted: list[int] = []
        ranks, wilds = 0, 0
        for seat in self._side:
            tops = [position.payoff_top(seat, pile) for pile in range(self._rules.payoff_piles)]
            if sum(map(bool, tops)) < sum(position.payoff_count(seat, pile) for pile in range(len(tops))):
                return False
            hand = position.hand(seat) if seat == self._seat else []
            stacks = [position.side(seat, stack) for stack in range(self._rules.side)]
            wanted += filter(None, tops)
            for card in (*hand, *tops, *(card for stack in stacks for card in stack)):
                wilds += self._kinds.is_wild(card)
                ranks |= 1 << self._kinds.rank(card)
        heights = {position.height(place) for place in range(position.places)}
        if self._rules.centre is None:
            heights.add(0)
        # Where pay-off cards may be loaded, one that can be played is enough.
        return (any if self._rules.loading else all)(
            self._kinds.is_wild(card)
            or any((self._between(height, self._kinds.rank(card)) & ~ranks).bit_count() <= wilds for height in heights)
            for card in wanted
        )

    def _between(self, height: int, rank: int) -> int:
        """The ranks missing below a rank on a stack of a height (bit r); a stack too high for it is completed first."""
        below = (1 << rank) - 2
        return below & -(2 << height) if height < rank else below | ((2 << self._rules.build_to) - (2 << height))

    def _moves(self, position: Core) -> list[int]:
        """The distinct moves that do not end the turn, pay-off cards first and wild cards last."""
        moves: dict[tuple[int, int, int], int] = {}
        for move in legal_moves(position):
            kind = kind_of(move)
            if kind not in (codes.TO_CENTRE, codes.TO_LOAD):
                continue
            # One of several equal cards is enough; the suit matters only for a load.
            card, place = card_of(move), target_of(move)
            source = source_of(move) or 64 + (card if self._rules.loading else self._kinds.rank(card))
            target = place
            if kind == codes.TO_CENTRE and position.stage != codes.COVER:
                target = position.height(place) if place < position.places else 0
            moves.setdefault((kind, source, target), move)
        return sorted(moves.values(), key=lambda move: (not plays_payoff(move), self._is_wild(move), move))

    def _is_wild(self, move: int) -> bool:
        return self._kinds.is_wild(card_of(move))

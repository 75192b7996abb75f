"""The hand-written players' judgement of a position: how good it is for a seat."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from spite_and_malice.engine.core import Core, core_rules
from spite_and_malice.rules import Rules

# Values in hundredths of a pay-off card, set by hand and by playing them against each other.
CARD: Final = 100
WILD_IN_HAND: Final = 38
WILD_ON_TOP: Final = 24
HELD_CARD: Final = -4
EMPTY_STACK: Final = 12
STEP_DOWN: Final = 6
SAME_RANK: Final = -2
BURIED: Final = -5
BURIED_WIDE: Final = -1
OPEN_NOW: Final = 62
OPEN_AFTER: Final = (0, 24, 10, 4)


class Judge:
    """Values positions under `rules` for `seat`. Hidden cards count for nothing."""

    def __init__(self, rules: Rules, seat: int) -> None:
        self.rules = rules
        self.seat = seat
        self._core_rules = core_rules(rules)
        self._partner = rules.partner(seat)
        self._others = [other for other in range(rules.players) if other not in (seat, self._partner)]
        # The next player's chances count most: everybody after them sees another table.
        self._weights = {other: 1.0 / (1 + self._after(other) / 2) for other in self._others}

    def _after(self, other: int) -> int:
        return (other - self.seat - 1) % self.rules.players

    def rank(self, code: int) -> int:
        """The rank of a natural card, 0 for a wild, unknown or missing one."""
        return self._core_rules.rank(code)

    def is_wild(self, code: int) -> bool:
        """Whether a card is wild."""
        return self._core_rules.is_wild(code)

    def value(self, position: Core) -> float:
        """The value of the position for the seat with others to move, in hundredths of a pay-off card."""
        heights = {position.height(place) for place in range(position.places)}
        if self.rules.centre is None:
            heights.add(0)
        value = self._own_cards(position, self.seat)
        for seat in (self.seat, self._partner):
            if seat is not None:
                value += 0.35 * self._openness(position, heights, seat, sees_hand=seat == self.seat)
        left = [position.cards_left(other) for other in self._others]
        value += CARD * (min(left) - position.cards_left(self.seat)) + CARD / 4 * sum(left) / len(left)
        for other, weight in self._weights.items():
            value -= weight * self._openness(position, heights, other, sees_hand=False)
        return value

    def _own_cards(self, position: Core, seat: int) -> float:
        value = 0.0
        for code in position.hand(seat):
            value += WILD_IN_HAND if self.is_wild(code) else HELD_CARD
        for stack in range(self.rules.side):
            value += self.stack_value(position.side(seat, stack))
        return value

    def stack_value(self, cards: list[int]) -> float:
        """How good a side stack is for its owner: best empty, or falling by one from card to card."""
        if not cards:
            return EMPTY_STACK
        value = 0.0
        for below, above in pairwise(cards):
            value += self._lying_on(self.rank(below), self.rank(above))
        return value + (WILD_ON_TOP if self.is_wild(cards[-1]) else 0)

    def _lying_on(self, below: int, above: int) -> float:
        if not below:
            return -WILD_ON_TOP
        if not above:
            return BURIED
        if above == below - 1:
            return STEP_DOWN
        if above == below:
            return SAME_RANK
        return BURIED + BURIED_WIDE * abs(below - above) + (BURIED if above > below else 0)

    def _openness(self, position: Core, heights: set[int], seat: int, *, sees_hand: bool) -> float:
        """How near the pay-off tops of `seat` are to being played, given the visible cards that help."""
        tops = [self.rank(position.side_top(seat, stack)) for stack in range(self.rules.side)]
        wilds = sum(self.is_wild(position.side_top(seat, stack)) for stack in range(self.rules.side))
        helpers = set(tops)
        if sees_hand:
            hand = position.hand(seat)
            helpers.update(self.rank(code) for code in hand)
            wilds += sum(self.is_wild(code) for code in hand)
        best = 0.0
        for pile in range(self.rules.payoff_piles):
            top = position.payoff_top(seat, pile)
            if top and self.is_wild(top):
                best = max(best, OPEN_NOW)
            elif top:
                gap = min((self._gap(height, self.rank(top), helpers, wilds) for height in heights), default=99)
                best = max(best, OPEN_NOW if gap == 0 else OPEN_AFTER[gap] if gap < len(OPEN_AFTER) else 0)
        return best

    def _gap(self, height: int, rank: int, helpers: set[int], wilds: int) -> int:
        """How many hidden cards it takes to build a stack from `height` up to just below `rank`."""
        if height >= rank:
            return 99
        missing = sum(step not in helpers for step in range(height + 1, rank))
        return max(0, missing - wilds)

"""A network's features of a table: integers for what a seat has, and what the next opponent could do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from spite_and_malice.engine.core import Core, codes, core_rules
from spite_and_malice.rules import Rules

_RANKS: Final = 14
"""The number of ranks, 0 for wild cards, and of heights of centre stacks."""
_FAR: Final = 6
"""Larger distances count as this one."""
_NEAR: Final = 4
"""Cards that could be played soon are counted up to this number."""
_DEEP: Final = 12
"""Cards of a side stack that are counted."""
_FEW: Final = (1, 2, 3, 5, 8, 12)
"""Numbers of pay-off cards that matter near the end."""
_BUNDLE: Final = 4
"""Cards of the stock that are counted as one, and how many such bundles at most."""
_BUNDLES: Final = 15

Stack = list[int]
"""Ranks from the top card down, 0 for wild cards."""


class Features:
    """Encodes the tables that a turn of `seat` can reach; `size` is the number of features, the same under all rules.

    The other seats' cards count as unchanged during the turn, except for loads.
    """

    size: Final = 234

    def __init__(self, rules: Rules, seat: int) -> None:
        self._rules: Final = rules
        self._seat: Final = seat
        self._foe: Final = _next_foe(rules, seat)
        self._build_to: Final = rules.build_to
        self._rank: Final = _ranks_by_code(rules)
        self._known_of_foe: Final[dict[tuple[int, ...], list[int]]] = {}

    def of(self, core: Core) -> list[int]:
        """The features of a table: what the seat holds, and what lies open. Unknown cards may lie anywhere."""
        seat, foe = self._seat, self._foe
        heights = [min(core.height(place), _RANKS - 1) for place in range(core.places)]
        if self._rules.centre is None and 0 not in heights:
            heights.append(0)
        held = self._ranks(core.hand(seat))
        found = [
            int(core.turn == seat),
            int(bool(core.moved)),
            int(core.stage == codes.OVER),
            core.hand_count(seat) - len(held),
            len(held),
            min(core.stock_count // _BUNDLE, _BUNDLES),
            *map(heights.count, range(_RANKS)),
            *map(held.count, range(_RANKS)),
        ]
        found += self._of_seat(core, seat, heights, held)
        key = (core.cards_left(foe), *heights)
        if key not in self._known_of_foe:
            self._known_of_foe[key] = self._of_seat(core, foe, heights, [])
        return found + self._known_of_foe[key]

    def _ranks(self, cards: Sequence[int]) -> list[int]:
        return [rank for rank in map(self._rank.__getitem__, cards) if rank >= 0]

    def _of_seat(self, core: Core, seat: int, heights: Sequence[int], held: Sequence[int]) -> list[int]:
        rules = self._rules
        stacks = [self._ranks(core.side(seat, stack))[::-1] for stack in range(rules.side)]
        wanted = self._ranks([core.payoff_top(seat, pile) for pile in range(rules.payoff_piles)])
        left = core.cards_left(seat)
        full = [stack for stack in stacks if stack]
        tops = [stack[0] for stack in full]
        found = [min(left, 40), *(int(left <= few) for few in _FEW)]
        found += _one_of(wanted[0] if wanted else None, _RANKS)
        found += map(tops.count, range(_RANKS))
        runs = [_run(stack) for stack in full]
        supply = {rank for run in runs for rank in run}
        lacking = set[int]()
        found += self._ways(wanted, heights, set(tops), supply | set(held), held.count(0) + tops.count(0), lacking)
        found += [int(rank in lacking) for rank in range(1, _RANKS)]
        found += self._soon(tops, heights)
        found += self._soon(held, heights)
        found += _order(stacks, full, runs)
        found.append(len(held) - len(set(held)))
        found.append(sum(rank in stack[1:] and rank not in supply for rank in lacking for stack in full))
        found.append(sum(min(_depth(stack, lacking), _FAR) for stack in full))
        return found

    def _ways(
        self,
        wanted: Sequence[int],
        heights: Sequence[int],
        tops: set[int],
        at_hand: set[int],
        wilds: int,
        lacking: set[int],
    ) -> list[int]:
        """How far the pay-off cards are from being played; `lacking` gets the ranks that the best way needs."""
        shortest = fewest_open = fewest = direct = None
        one = two = ready = 0
        for need in wanted:
            for height in set(heights):
                if need == 0:
                    below = range(0)
                    around: range = below
                else:
                    below = range(height + 1, need if height < need else self._build_to + 1)
                    around = range(0) if height < need else range(1, need)
                steps = len(below) + len(around)
                missing = {rank for part in (below, around) for rank in part if rank not in at_hand}
                openly = sum(rank not in tops for part in (below, around) for rank in part)
                if fewest is None or len(missing) < fewest:
                    fewest = len(missing)
                    lacking.clear()
                    lacking |= missing
                shortest = steps if shortest is None else min(shortest, steps)
                fewest_open = openly if fewest_open is None else min(fewest_open, openly)
                if height < need or need == 0:
                    direct = len(missing) if direct is None else min(direct, len(missing))
                one += steps == 1
                two += steps == 2
                ready += openly <= 1
        found = [one, two, ready]
        for number in (shortest, fewest_open, fewest, direct):
            found += _one_of(number, _FAR)
        return found + _one_of(None if fewest is None else max(0, fewest - wilds), _FAR)

    def _soon(self, cards: Sequence[int], heights: Sequence[int]) -> list[int]:
        """How many cards are playable now, after one more card, after two, after three."""
        found = [0] * _NEAR
        for card in cards:
            if card:
                after = min((card - height - 1) % self._build_to for height in heights) if heights else _NEAR
                if after < _NEAR:
                    found[after] += 1
        return found


@lru_cache(maxsize=64)
def _ranks_by_code(rules: Rules) -> tuple[int, ...]:
    """The rank of each card by its code: 0 for wild cards, -1 for unknown ones."""
    read = core_rules(rules)
    return tuple(
        min(read.rank(code), _RANKS - 1) if read.rank(code) or read.is_wild(code) else -1 for code in range(codes.CODES)
    )


def _next_foe(rules: Rules, seat: int) -> int:
    others = (other % rules.players for other in range(seat + 1, seat + rules.players))
    return next((other for other in others if other % rules.side_count != seat % rules.side_count), seat)


def _order(stacks: Sequence[Stack], full: Sequence[Stack], runs: Sequence[Stack]) -> list[int]:
    """How well side stacks are ordered."""
    pairs = [pair for stack in full for pair in pairwise(stack[: _FAR + 1])]
    return [
        len(stacks) - len(full),
        sum(len(run) - 1 for run in runs),
        sum(min(len(stack), _DEEP) for stack in full),
        sum(len(stack) > len(run) for stack, run in zip(full, runs, strict=True)),
        sum(upper == lower for upper, lower in pairs),
        sum(upper > lower > 0 for upper, lower in pairs),
        sum(min(lower - upper - 1, _FAR) for upper, lower in pairs if 0 < upper < lower),
        sum(0 in stack[1:] for stack in full),
    ]


def _run(stack: Stack) -> Stack:
    """The cards of a stack that can be played one after the other, from its top card on."""
    length = 1
    while length < len(stack) and stack[length - 1] and stack[length] == stack[length - 1] + 1:
        length += 1
    return stack[:length]


def _depth(stack: Stack, ranks: set[int]) -> int:
    """How many cards lie on the first card of a stack that has one of the ranks; 0 if it has none."""
    return next((depth for depth, rank in enumerate(stack) if rank in ranks), 0)


def _one_of(number: int | None, size: int) -> list[int]:
    """A one-hot row for a number, the last place standing for all higher ones; all zero for None."""
    found = [0] * size
    if number is not None:
        found[min(number, size - 1)] = 1
    return found

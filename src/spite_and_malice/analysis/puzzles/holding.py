"""Whether the next player's pay-off card must stay for a turn, whatever cards they hold then.

Every hand that the hidden cards can make is searched, with that player's side stacks. Cards that they would draw after
playing a whole hand are not considered, as in all puzzles.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from spite_and_malice.engine import Position, View
from spite_and_malice.engine.core import Core, core_rules
from spite_and_malice.engine.sampling import unseen
from spite_and_malice.rules import UNKNOWN, Rules, card_code

WILD: Final = 0
"""Stands for a wild card among ranks."""

Ranks = tuple[int, ...]


def can_be_held(rules: Rules) -> bool:
    """Say whether the proof covers everything that the next player can do under these rules."""
    return (
        rules.players == 2
        and rules.payoff_piles == 1
        and rules.payoff_deck is None
        and rules.centre is not None
        and not (rules.forced or rules.loading or rules.wild_covered)
    )


def is_held(rules: Rules, view: View, after: Core) -> bool:
    """Say whether the next player's pay-off card stays, with the centre stacks as they are in ``after``.

    `view` is what the mover saw when the turn began, or later in it.
    """
    other = 1 - view.turn
    ranks = _ranks(rules)
    top = ranks[after.payoff_top(other, 0)]
    heights = tuple(sorted(after.height(place) for place in range(after.places)))
    if top == WILD or top - 1 in heights:
        return False
    sides = (after.side(other, stack) for stack in range(rules.side))
    return not _gets_away(
        (rules.build_to, frozenset(rules.wild_never)),
        top,
        heights,
        tuple(sorted(tuple(ranks[card] for card in stack) for stack in sides if stack)),
        tuple(all_ - seen for all_, seen in zip(_all_cards(view), _in_sight(ranks, after, view), strict=True)),
        rules.hand,
    )


@lru_cache(maxsize=64)
def _ranks(rules: Rules) -> Mapping[int, int]:
    """The rank of each card's code, `WILD` for a wild one; one above the last for cards that are not built."""
    kinds = core_rules(rules)
    return {code: WILD if kinds.is_wild(code) else kinds.rank(code) for code in map(card_code, rules.deck.cards())}


@lru_cache(maxsize=64)
def _all_cards(view: View) -> Ranks:
    """The number of cards of each rank, wild ones first: those visible to the mover and those hidden."""
    ranks = _ranks(view.rules)
    counts = list(_in_sight(ranks, Position.from_view(view).core, view))
    for card, number in unseen(view).items():
        counts[ranks[card_code(card)]] += number
    return tuple(counts)


def _in_sight(ranks: Mapping[int, int], position: Core, view: View) -> Ranks:
    """How many cards of each rank the mover of a view sees in a position of their turn, wild ones first."""
    counts = [0] * (max(ranks.values()) + 1)
    seen = position.aside() + position.hand(view.turn)
    for place in range(position.places):
        seen += position.centre(place)
    for seat in (0, 1):
        for stack in range(len(view.players[seat].side)):
            seen += position.side(seat, stack)
        if position.payoff_count(seat, 0):
            seen.append(position.payoff_top(seat, 0))
    for card in seen:
        if card != UNKNOWN:
            counts[ranks[card]] += 1
    return tuple(counts)


@lru_cache(maxsize=1 << 18)
def _gets_away(
    limits: tuple[int, frozenset[int]],
    top: int,
    heights: Ranks,
    sides: tuple[Ranks, ...],
    hidden: Ranks,
    held: int,
) -> bool:
    """Say whether some hand of `held` hidden cards, with the side stacks, gets a card of rank `top` played."""
    if top - 1 in heights:
        return True
    build_to, never = limits
    nearest = min((top - 1 - height) % build_to for height in heights)
    if nearest > held + sum(map(len, sides)):
        return False
    for height in set(heights):
        rank = height + 1
        others = list(heights)
        others.remove(height)
        raised = tuple(sorted([*others, 0 if rank == build_to else rank]))
        for stack in set(sides):
            if stack[-1] == rank or (stack[-1] == WILD and rank not in never):
                left = list(sides)
                left.remove(stack)
                if stack[:-1]:
                    left.append(stack[:-1])
                if _gets_away(limits, top, raised, tuple(sorted(left)), hidden, held):
                    return True
        # A wild card does no more than the natural one: it is used only if there is no natural one.
        spent = rank if hidden[rank] else WILD if hidden[WILD] and rank not in never else None
        if held and spent is not None:
            fewer = (*hidden[:spent], hidden[spent] - 1, *hidden[spent + 1 :])
            if _gets_away(limits, top, raised, sides, fewer, held - 1):
                return True
    return False

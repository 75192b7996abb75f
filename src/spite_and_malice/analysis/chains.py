"""What a card still lacks on the way to a centre stack, once its player's own cards have gone there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spite_and_malice.analysis.threats import heights
from spite_and_malice.engine.core import Core, core_rules
from spite_and_malice.rules import Rules


@dataclass(frozen=True, slots=True)
class Chain:
    """What comes before a card on a stack of a `height`: the `missing` ranks, and the player's `cards`, as codes.

    `hand` and `side` are those of the hand and of side stacks, in the order of play.
    """

    height: int
    missing: tuple[int, ...]
    hand: tuple[int, ...]
    side: tuple[int, ...]
    cards: tuple[int, ...]


def chain_to(
    rules: Rules, position: Core, rank: int, hand: Sequence[int], sides: Sequence[Sequence[int]]
) -> Chain | None:
    """Return the chain to a card of a rank on the stack where it misses the fewest ranks, and of those the shortest.

    Only natural cards count, the top of a side stack before an equal rank of the hand. None if every stack is as high
    as the card or higher: one has to be completed first.
    """
    chains = [_chain(rules, rank, height, hand, sides) for height in sorted(heights(rules, position)) if height < rank]
    return min(chains, key=lambda each: (len(each.missing), -each.height), default=None)


def _chain(rules: Rules, rank: int, height: int, hand: Sequence[int], sides: Sequence[Sequence[int]]) -> Chain:
    rank_of = core_rules(rules).rank
    held = {rank_of(card): card for card in reversed(hand) if card}

    def best(wanted: int, stacks: tuple[Sequence[int], ...]) -> tuple[tuple[int, bool], ...]:
        """The cards from a rank on and whether each is of the hand, 0 where one is missing.

        Of the choices between equal tops it is the one that misses the fewest.
        """
        if wanted == rank:
            return ()
        fitting = [at for at, stack in enumerate(stacks) if stack and rank_of(stack[-1]) == wanted]
        if not fitting:
            return ((held.get(wanted, 0), True), *best(wanted + 1, stacks))
        ways = []
        for at in fitting:
            rest = (*stacks[:at], stacks[at][:-1], *stacks[at + 1 :])
            ways.append(((stacks[at][-1], False), *best(wanted + 1, rest)))
        return min(ways, key=lambda each: sum(not card for card, _is_held in each))

    cards = best(height + 1, tuple(sides))
    return Chain(
        height,
        tuple(wanted for wanted, (card, _is_held) in enumerate(cards, height + 1) if not card),
        tuple(card for card, is_held in cards if card and is_held),
        tuple(card for card, is_held in cards if not is_held),
        tuple(card for card, _is_held in cards if card),
    )

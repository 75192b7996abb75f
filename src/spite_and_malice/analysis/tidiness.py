"""How tidy a discard looks to a person, and the other discards that look as tidy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from spite_and_malice.analysis.chains import chain_to
from spite_and_malice.analysis.threats import fits_view, steps_to
from spite_and_malice.engine import Move, Position, View
from spite_and_malice.engine.moves import decode, encode
from spite_and_malice.rules import card_text

WASTEFUL: Final = 4
"""The untidiest discard: a wild card while the hand has others."""


def rivals_of(view: View, text: str) -> list[str]:
    """Return the discards that look at least as tidy as one, of those on equal places the first.

    A card of the same rank on the same place is no other discard.
    """
    move, piles = Move.parse(text), view.rules.payoff_piles
    same, rank_of = equal_places(view), view.rules.natural_rank
    found = {same(encode(move, piles)): text}
    for each in view.legal:
        other = Move.parse(each)
        is_equal = other.target == move.target and rank_of(other.cards[0]) == rank_of(move.cards[0])
        if other.is_discard and not is_equal and untidiness(view, other) <= untidiness(view, move):
            found.setdefault(same(encode(other, piles)), each)
    return list(found.values())[1:]


def equal_places(view: View) -> Callable[[int], object]:
    """Return a key that moves share if they differ only in which of several equal places they use."""
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

    A wild card is kept while there are others; a card belongs on one of its rank or the next higher, then on an empty
    stack, and last on a card that it buries. The only card of a rank that comes before the pay-off card is kept rather
    than another.
    """
    rules = view.rules
    player = view.players[view.turn]
    hand = () if isinstance(player.hand, int) else player.hand
    rank = rules.natural_rank(move.cards[0])
    tops = [rules.natural_rank(stack[-1]) if stack else None for stack in player.side]
    number = int(move.target[1:]) - 1
    under = tops[number]
    if not rank:
        return WASTEFUL if any(rules.natural_rank(card) for card in hand) else 0
    needed = list(map(rules.natural_rank, hand)).count(rank) == 1 and rank in _wanted(view)
    if not player.side[number]:
        return needed + (2 if rank in tops else 1)
    return needed + (0 if under and 0 <= under - rank <= 1 else 3)


def step_of(view: View, move: Move, other: Move) -> int | None:
    """Return by how much a card is lower than the one that it covers by another discard of its rank; else None."""
    rank_of = view.rules.natural_rank
    rank, stack = rank_of(other.cards[0]), view.players[view.turn].side[int(other.target[1:]) - 1]
    if not rank or rank_of(move.cards[0]) != rank or len(other.cards) != len(move.cards) or not stack:
        return None
    return rank_of(stack[-1]) - rank if rank_of(stack[-1]) else None


def _disorder(view: View, move: Move) -> int:
    """Return 2 where a card on an empty stack is one lower than another of the hand, 0 where it is one higher, else 1.

    Of two neighbours the higher one goes down first, and the lower one on it.
    """
    player, rank_of = view.players[view.turn], view.rules.natural_rank
    rank = rank_of(move.cards[0])
    if player.side[int(move.target[1:]) - 1] or isinstance(player.hand, int) or not rank:
        return 1
    ranks = set(map(rank_of, player.hand)) - _wanted(view)
    return 2 if rank + 1 in ranks else int(rank - 1 not in ranks)


def look_of(view: View, move: Move) -> tuple[int, int, int]:
    """Return what a player goes by who looks for a discard, the least first: a tidy one of a card that is far off."""
    return untidiness(view, move), _disorder(view, move), -_farness(view, move)


def blocks(view: View, move: Move) -> bool:
    """Say whether a discard covers a natural card that can be played now, with a card of another rank."""
    rank_of = view.rules.natural_rank
    under = view.players[view.turn].side[int(move.target[1:]) - 1][-1:]
    return bool(under) and rank_of(under[0]) != rank_of(move.cards[0]) and fits_view(view, under[0])


def _farness(view: View, move: Move) -> int:
    """Return how many cards come before the one that a discard puts away: 0 for a wild one.

    A card of the rank of the player's pay-off card waits for a whole stack more.
    """
    rules, rank = view.rules, view.rules.natural_rank(move.cards[0])
    if not rank:
        return 0
    goes_first = rank in (rules.natural_rank(pile.top) for pile in view.players[view.turn].payoff if pile.top)
    return steps_to(rules, Position.from_view(view).core, rank) + goes_first * rules.build_to


def _wanted(view: View) -> set[int]:
    """Return the ranks of the hand that come before the player's pay-off cards."""
    table, rules = Position.from_view(view).core, view.rules
    sides = [table.side(view.turn, number) for number in range(rules.side)]
    ranks = [rules.natural_rank(pile.top) for pile in view.players[view.turn].payoff if pile.top]
    chains = [chain_to(rules, table, rank, table.hand(view.turn), sides) for rank in ranks if rank]
    return {rules.natural_rank(card_text(card)) for chain in chains if chain for card in chain.hand}

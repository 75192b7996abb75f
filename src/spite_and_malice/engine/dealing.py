"""The deal and who plays first (RULES.md section 2)."""

from __future__ import annotations

from typing import Final

from spite_and_malice.engine.chance import Chance
from spite_and_malice.engine.core import Core, core_rules
from spite_and_malice.engine.position import Position
from spite_and_malice.rules import Deck, Rules, card_code

_MOST_TIES: Final = 20


def deal(rules: Rules, dealer: int, chance: Chance) -> Position:
    """Deal a game with `dealer` (a seat) dealing, and settle who plays first.

    The pay-off deck, where there is one, is shuffled first, then the deck. Cards leave a deck from its front, in
    blocks, for seats 0, 1, …: all pay-off piles, pile by pile, each from its bottom up; then all side stacks; then all
    hands. The rest of the deck is the stock. Raises ValueError for a dealer that is no seat.
    """
    if not 0 <= dealer < rules.players:
        raise ValueError(f"there is no seat {dealer} to deal: seats are 0 to {rules.players - 1}")
    deck = _shuffled(rules.deck, chance) if rules.payoff_deck is None else []
    payoff_deck = deck if rules.payoff_deck is None else _shuffled(rules.payoff_deck, chance)
    if rules.payoff_deck is not None:
        deck = _shuffled(rules.deck, chance)
    piles = [[_take(payoff_deck, rules.payoff) for _ in range(rules.payoff_piles)] for _ in range(rules.players)]
    side = [_take(deck, rules.side if rules.side_dealt else 0) for _ in range(rules.players)]
    hands = [_take(deck, rules.hand) for _ in range(rules.players)]
    first = _first(rules, dealer, piles, chance)
    cards = rules.players * (rules.payoff * rules.payoff_piles + len(side[0]) + rules.hand) + len(deck)
    core = Core(core_rules(rules), cards, 1)
    for seat in range(rules.players):
        for number, pile in enumerate(piles[seat]):
            for code in pile:
                core.put_payoff(seat, number, code)
        for stack, code in enumerate(side[seat]):
            core.put_side(seat, stack, code)
        for code in hands[seat]:
            core.put_hand(seat, code)
    for code in deck:
        core.put_stock(code)
    core.turn = first
    return Position(rules, core)


def _shuffled(deck: Deck, chance: Chance) -> list[int]:
    cards = [card_code(card) for card in deck.cards()]
    chance.shuffle(cards)
    return cards


def _take(cards: list[int], count: int) -> list[int]:
    taken = cards[:count]
    del cards[:count]
    return taken


def _first(rules: Rules, dealer: int, piles: list[list[list[int]]], chance: Chance) -> int:
    """The seat that plays first; with ``"highest"`` the piles of tied players may be shuffled on the way."""
    if rules.first == "dealer":
        return dealer
    if rules.first == "left":
        return (dealer + 1) % rules.players
    ranks = core_rules(rules)
    tied = list(range(rules.players))
    for tie in range(1, _MOST_TIES + 1):
        shown = [max(ranks.rank(pile[-1]) for pile in piles[seat]) for seat in tied]
        tied = [seat for seat, rank in zip(tied, shown, strict=True) if rank == max(shown)]
        if len(tied) == 1:
            return tied[0]
        if tie < _MOST_TIES:
            for seat in tied:
                for pile in piles[seat]:
                    chance.shuffle(pile)
    return tied[chance.lot(len(tied))]

"""What the frameworks count: kinds of cards and moves, numbered from 0 under given rules."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from spite_and_malice.engine.core import (
    card_of,
    card_with,
    codes,
    core_rules,
    is_suited,
    pair_to_side,
    rank_of,
    second_card_of,
    to_centre,
    to_load,
    to_side,
)
from spite_and_malice.engine.moves import decode
from spite_and_malice.rules import Deck, Rules, card_code, card_text


class Kinds:
    """The kinds of cards and the moves that can occur under `rules`, numbered.

    Suits matter only to loads. Where there is no loading, all cards of a rank are one kind, which the engine plays as
    a spade: fewer chance outcomes, and moves that differ in nothing but a suit are one move.

    Raises ValueError for rules under which the moves cannot be numbered: an unlimited number of centre places with a
    deck that is renewed has no largest number of places.
    """

    def __init__(self, rules: Rules) -> None:
        if rules.centre is None and rules.stock_out == "renew":
            raise ValueError(
                'centre null with stock_out "renew" allows any number of centre places, so its moves cannot be '
                "numbered: give a number of centre places, or another stock_out"
            )
        self.rules: Final = rules
        decks = [rules.deck] if rules.payoff_deck is None else [rules.deck, rules.payoff_deck]
        every = sorted({card_code(card) for deck in decks for card in deck.cards()})
        self.codes: Final = sorted({self._played_as(code) for code in every})
        """The code that the engine plays each kind as."""
        number = {code: kind for kind, code in enumerate(self.codes)}
        self.of_code: Final = {code: number[self._played_as(code)] for code in every}
        """The kind of each card's code."""
        self.count: Final = len(self.codes)
        self.card_names: Final = [self._without_suit(card_text(code)) for code in self.codes]
        """The text of each kind: a card's, without the suit where suits do not matter."""
        self.deck: Final = self._counts(rules.deck)
        """How many cards of each kind `deck` has; `payoff_deck` likewise, None where there is none."""
        self.payoff_deck: Final = None if rules.payoff_deck is None else self._counts(rules.payoff_deck)
        self.places: Final = rules.centre if rules.centre is not None else self._most_places()
        """The largest number of centre places."""
        self.moves: Final = sorted({codes.PASS, *self._to_centre(), *self._to_side(), *self._to_load()})
        """The core's integer of every move that can ever be legal, by the number of the move."""
        self.move_number: Final = {code: move for move, code in enumerate(self.moves)}

    def move_name(self, move: int) -> str:
        """The text of a move as RULES.md section 9 has it, without suits where they do not matter."""
        parsed = decode(self.moves[move], self.rules.payoff_piles)
        if not parsed.cards:
            return str(parsed)
        return f"H{'+'.join(map(self._without_suit, parsed.cards))}-{parsed.target}"

    def from_hand(self, move: int) -> list[int]:
        """The kinds of the hand cards that a move plays: none, one, or two in a pair."""
        code = self.moves[move]
        return [self.of_code[card] for card in (card_of(code), second_card_of(code)) if card]

    def _played_as(self, code: int) -> int:
        return card_with(rank_of(code), 0) if is_suited(code) and not self.rules.loading else code

    def _without_suit(self, card: str) -> str:
        return card[0] if not self.rules.loading and card[-1] == "s" else card

    def _counts(self, deck: Deck) -> list[int]:
        counts = [0] * self.count
        for card in deck.cards():
            counts[self.of_code[card_code(card)]] += 1
        return counts

    def _most_places(self) -> int:
        """Every stack was started by a card of its own, and a new place is offered only if none is empty."""
        core = core_rules(self.rules)
        wild_starts = 1 not in self.rules.wild_never
        starters = 0
        for kind, code in enumerate(self.codes):
            if core.rank(code) == 1 or (wild_starts and core.is_wild(code)):
                starters += self.deck[kind] + (self.payoff_deck[kind] if self.payoff_deck else 0)
        return max(starters, 1)

    def _piles(self) -> list[int]:
        """The core's numbers of the piles that a player may play from."""
        rules = self.rules
        firsts = [(codes.FROM_PAYOFF, rules.payoff_piles), (codes.FROM_SIDE, rules.side)]
        if rules.partners:
            firsts += [(codes.FROM_PARTNER_PAYOFF, rules.payoff_piles), (codes.FROM_PARTNER_SIDE, rules.side)]
        return [first + i for first, count in firsts for i in range(count)]

    def _to_centre(self) -> list[int]:
        sources = [(codes.FROM_HAND, code) for code in self.codes] + [(pile, 0) for pile in self._piles()]
        return [to_centre(source, card, place) for source, card in sources for place in range(self.places)]

    def _to_side(self) -> list[int]:
        stacks = range(self.rules.side)
        discards = [to_side(card, stack) for card in self.codes for stack in stacks]
        if not self.rules.pairs:
            return discards
        pairs = [(first, second) for first in self.codes for second in self.codes if first <= second]
        return discards + [
            pair_to_side(first, second, stack)
            for first, second in pairs
            if rank_of(first) == rank_of(second)
            for stack in stacks
        ]

    def _to_load(self) -> list[int]:
        if not self.rules.loading:
            return []
        piles = self.rules.payoff_piles
        sources = [(codes.FROM_HAND, code) for code in self.codes] + [(codes.FROM_PAYOFF + i, 0) for i in range(piles)]
        seats = range(self.rules.players)
        return [
            to_load(source, card, seat, pile) for source, card in sources for seat in seats for pile in range(piles)
        ]


@lru_cache(maxsize=32)
def kinds_of(rules: Rules) -> Kinds:
    """The kinds and moves under `rules`, made once for equal rules."""
    return Kinds(rules)

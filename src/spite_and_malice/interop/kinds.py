"""The numbering for learning programs: kinds of cards, moves and the parts of a seat's view, under given rules."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from math import prod
from typing import Final

from spite_and_malice.arguments import whole
from spite_and_malice.engine.core import (
    Encoding,
    card_of,
    card_with,
    codes,
    core_rules,
    is_suited,
    loaded_seat,
    pair_to_side,
    rank_of,
    second_card_of,
    target_of,
    to_centre,
    to_load,
    to_side,
)
from spite_and_malice.engine.moves import decode
from spite_and_malice.rules import Deck, Rules, card_code, card_text

SIDE_CARDS: Final = 4
"""How many cards of a side stack are shown in order, from the top down."""


class Kinds:
    """The kinds of cards and the moves that can occur under `rules`, numbered.

    Suits matter only to loads. Where there is no loading, all cards of a rank are one kind: fewer chance outcomes, and
    moves that differ only in a suit are one move. A load's opponent is counted from the mover on, so that a move means
    the same to every seat. Where the number of centre places is unlimited (`centre` null and `stock_out` ``"renew"``),
    plays to the centre are numbered by the height of the stack that they go on: places of the same height are
    equivalent.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = rules
        decks = [rules.deck] if rules.payoff_deck is None else [rules.deck, rules.payoff_deck]
        every = sorted({card_code(card) for deck in decks for card in deck.cards()})
        self.codes: Final = sorted({self._played_as(code) for code in every})
        """A card's code of each kind."""
        number = {code: kind for kind, code in enumerate(self.codes)}
        self.of_code: Final = {code: number[self._played_as(code)] for code in every}
        """The kind of each card's code."""
        self.count: Final = len(self.codes)
        self.card_names: Final = [self._without_suit(card_text(code)) for code in self.codes]
        """The text of each kind: a card's, without the suit where suits do not matter."""
        self.deck: Final = self._counts(rules.deck)
        """How many cards of each kind `deck` has; `payoff_deck` likewise, None if there is none."""
        self.payoff_deck: Final = None if rules.payoff_deck is None else self._counts(rules.payoff_deck)
        self.by_height: Final = rules.centre is None and rules.stock_out == "renew"
        """Whether plays to the centre are numbered by heights instead of places."""
        self.places: Final = (
            rules.build_to if self.by_height else self._most_places() if rules.centre is None else rules.centre
        )
        """The targets of plays to the centre: the largest number of places, or of heights."""
        self.moves: Final = sorted({codes.PASS, *self._to_centre(), *self._to_side(), *self._to_load()})
        """The core's integer of every move that can ever be legal, by the number of the move, as seat 0 makes it."""
        self.size: Final = sum(map(prod, self.pieces().values()))
        """How many numbers describe a seat's view."""
        self.encoding: Final = Encoding(
            core_rules(rules),
            [self.of_code.get(code, -1) for code in range(codes.CODES)],
            self.count,
            self.places,
            self.by_height,
            self.moves,
            list(accumulate([prod(shape) for shape in self.pieces().values()], initial=0)),
        )
        """The same for the core."""

    def __reduce__(self) -> tuple[object, ...]:
        return kinds_of, (self.rules,)

    def __repr__(self) -> str:
        return f"<Kinds: {self.count} kinds of cards, {len(self.moves)} moves>"

    def pieces(self) -> dict[str, tuple[int, ...]]:
        """The parts of a seat's view, in order, with their shapes; docs/research.md says what they hold."""
        rules = self.rules
        return {
            "turn": (rules.players,),
            "stage": (codes.OVER + 1,),
            "cover": (self.places,),
            "moved": (1,),
            "passes": (1,),
            "hand": (self.count,),
            "hand_counts": (rules.players,),
            "centre": (rules.build_to,) if self.by_height else (self.places, rules.build_to),
            "centre_cards": (self.count,),
            "aside": (self.count,),
            "stock": (1,),
            "payoff_counts": (rules.players, rules.payoff_piles),
            "payoff_tops": (rules.players, rules.payoff_piles, self.count),
            "side_counts": (rules.players, rules.side),
            "side_tops": (rules.players, rules.side, SIDE_CARDS, self.count),
            "side_cards": (rules.players, self.count),
            "recycled": (self.count,),
            "held": (rules.players,),
        }

    def move_name(self, move: int, seat: int | None = None) -> str:
        """The text of a move as in RULES.md section 9, without suits where they do not matter.

        If the mover's seat is not given, a load says how many seats on the opponent sits: ``P-L+1``. A play to any
        stack of that many cards is ``H7-C@6``.
        """
        code = self.moves[whole(move, "move", 0, len(self.moves) - 1)]
        parsed = decode(code, self.rules.payoff_piles)
        target = parsed.target
        if parsed.plays_to_centre and self.by_height:
            target = f"C@{target_of(code)}"
        elif parsed.is_load:
            place = f"+{loaded_seat(code)}" if seat is None else (loaded_seat(code) + seat) % self.rules.players
            target = f"L{place}{target[2:]}"
        cards = "+".join(map(self._without_suit, parsed.cards))
        return f"{parsed.source}{cards}-{target}" if parsed.source else str(parsed)

    def from_hand(self, move: int) -> list[int]:
        """The kinds of the hand cards that a move plays: none, one, or two in a pair."""
        code = self.moves[move]
        return [self.of_code[card] for card in (card_of(code), second_card_of(code)) if card]

    def codes_by_kind(self, deck: Deck | None) -> list[list[int]]:
        """The codes of a deck's cards, by kind; none without a deck."""
        found: list[list[int]] = [[] for _ in range(self.count)]
        for card in deck.cards() if deck is not None else ():
            code = card_code(card)
            found[self.of_code[code]].append(code)
        return found

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
        """Every stack was started by a card of its own, and a new place is available only if none is empty."""
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
        seats = range(1, self.rules.players)
        return [
            to_load(source, card, seat, pile) for source, card in sources for seat in seats for pile in range(piles)
        ]


@lru_cache(maxsize=32)
def kinds_of(rules: Rules) -> Kinds:
    """The kinds and moves under `rules`, made once for equal rules."""
    return Kinds(rules)

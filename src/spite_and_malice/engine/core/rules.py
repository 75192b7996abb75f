"""The rule fields of RULES.md section 7 as the core reads them: plain integers."""

from __future__ import annotations

from functools import lru_cache

import cython

from spite_and_malice.engine.core.codes import *
from spite_and_malice.engine.core.integers import is_suited, rank_of, suit_of
from spite_and_malice.rules import Rules, card_code

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc


@cython.final
@cython.cclass
class CoreRules:
    """The rule fields of RULES.md section 7 as plain integers, shared by all positions of a game."""

    players: cython.Py_ssize_t
    sides: cython.Py_ssize_t
    hand: cython.Py_ssize_t
    payoff: cython.Py_ssize_t  # cards dealt onto each pay-off pile
    piles: cython.Py_ssize_t
    centre: cython.Py_ssize_t  # -1: one more empty place is always available
    build_to: cython.Py_ssize_t
    covered: cython.bint
    side: cython.Py_ssize_t
    descending: cython.bint
    filled: cython.bint
    pairs: cython.bint
    may_pass: cython.bint
    loading: cython.bint
    refill: cython.bint
    aside: cython.bint
    renew: cython.bint
    fewest: cython.bint
    low: cython.bint
    redeal: cython.bint
    forced: cython.Py_ssize_t  # ranks, bit r - 1
    forced_hand: cython.Py_ssize_t  # those of them that are forced from the hand, the pay-off piles, the side stacks
    forced_payoff: cython.Py_ssize_t
    forced_side: cython.Py_ssize_t
    no_discard: cython.Py_ssize_t  # ranks, bit r - 1
    wild_values: cython.Py_ssize_t  # values a wild may stand for, bit v - 1
    win_points: cython.Py_ssize_t
    card_points: cython.Py_ssize_t
    difference: cython.bint
    whole_turns = cython.declare(cython.bint, visibility="readonly")  # whether `turn.py` can search them
    plain_discards: cython.bint  # any hand card may go to any side stack, and no pair
    natural: cython.int[136]  # a code's rank, 0 for wild cards and for the unknown card
    wild: cython.int[136]  # 1 for the codes of wild cards
    accepts: cython.uint[136]  # the values a code may have on a centre stack, bit v
    first: cython.Py_ssize_t  # how far from the dealer the first player sits; -1: the highest pay-off card decides
    side_dealt: cython.bint
    deck: cython.p_int  # the codes of the deck, in order, and after them those of the pay-off piles' own deck
    deck_count: cython.Py_ssize_t
    payoff_deck_count: cython.Py_ssize_t  # 0: pay-off cards come from the deck
    numbered: cython.bint  # whether the cards of pay-off piles have numbers, and no suits
    source: object  # the `Rules` that were read

    def __init__(self, rules: Rules) -> None:
        """Read `rules` once."""
        code: cython.Py_ssize_t
        if not cython.compiled:
            self.natural = [0] * CODES
            self.wild = [0] * CODES
            self.accepts = [0] * CODES
        self.source = rules
        self.players = rules.players
        self.sides = rules.players // 2 if rules.partners else rules.players
        self.hand = rules.hand
        self.payoff = rules.payoff
        self.piles = rules.payoff_piles
        self.centre = -1 if rules.centre is None else rules.centre
        self.build_to = rules.build_to
        self.covered = rules.wild_covered
        self.side = rules.side
        self.descending = rules.side_order == "descending"
        self.filled = rules.side_filled
        self.pairs = rules.pairs
        self.may_pass = rules.pass_
        self.loading = rules.loading
        self.refill = rules.empty_hand == "refill"
        self.aside = rules.completed == "aside"
        self.renew = rules.stock_out == "renew"
        self.fewest = rules.stock_out == "fewest"
        self.low = rules.stalemate == "low"
        self.redeal = rules.stalemate == "redeal"
        self.forced = sum(1 << (rank - 1) for rank in rules.forced)
        self.forced_hand = self.forced if "hand" in rules.forced_from else 0
        self.forced_payoff = self.forced if "payoff" in rules.forced_from else 0
        self.forced_side = self.forced if "side" in rules.forced_from else 0
        self.no_discard = sum(1 << (rank - 1) for rank in rules.no_discard)
        self.wild_values = ((1 << rules.build_to) - 1) & ~sum(1 << (rank - 1) for rank in rules.wild_never)
        self.win_points = rules.score.win
        self.card_points = rules.score.card
        self.difference = rules.score.stalemate == "difference"
        self.plain_discards = not (self.filled or self.descending or self.pairs or self.no_discard)
        for code in range(CODES):
            is_king = rank_of(code) == KING and is_suited(code)
            self.wild[code] = 1 if (code == JOKER and "*" in rules.wilds) or (is_king and "K" in rules.wilds) else 0
            self.natural[code] = 0 if code == JOKER or self.wild[code] else rank_of(code)
            self.accepts[code] = 0
            if self.wild[code]:
                self.accepts[code] = self.wild_values << 1
            elif self.natural[code]:
                self.accepts[code] = 1 << self.natural[code]
        self.whole_turns = not (
            self.covered or self.loading or self.descending or self.filled or self.sides < self.players
        )
        self.first = -1 if rules.first == "highest" else 1 if rules.first == "left" else 0
        self.side_dealt = rules.side_dealt
        deck: list[int] = [card_code(card) for card in rules.deck.cards()]
        self.deck_count = len(deck)
        if rules.payoff_deck is not None:
            deck.extend([card_code(card) for card in rules.payoff_deck.cards()])
        self.payoff_deck_count = len(deck) - self.deck_count
        self.numbered = suit_of(deck[self.deck_count if self.payoff_deck_count else 0]) == NUMBER
        if cython.compiled:
            self.deck = cython.cast(cython.p_int, malloc(max(len(deck), 1) * cython.sizeof(cython.int)))
            if self.deck == cython.NULL:
                raise MemoryError
        else:
            self.deck = [0] * len(deck)
        for i, card in enumerate(deck):
            self.deck[i] = card

    if cython.compiled:

        def __dealloc__(self) -> None:
            free(self.deck)

    def is_wild(self, code: cython.Py_ssize_t) -> bool:
        """Whether the card with this code is wild. Raises ValueError if it is no card's code."""
        check_code(code)
        return self.wild[code] == 1

    def rank(self, code: cython.Py_ssize_t) -> int:
        """The rank of a natural card, 0 for a wild or unknown one. Raises ValueError if it is no card's code."""
        check_code(code)
        return self.natural[code]


def height_after(height: cython.Py_ssize_t, build_to: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """How many cards a centre stack has after one more: none if that completes it."""
    return height + 1 if height + 1 < build_to else 0


def bits_of(ranks: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The number of ranks in a set."""
    count: cython.Py_ssize_t = 0
    while ranks:
        ranks &= ranks - 1
        count += 1
    return count


def ranks_below(rank: cython.Py_ssize_t, height: cython.Py_ssize_t, build_to: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The ranks that a stack needs before it takes `rank` (bit r): a stack too high for it is completed first."""
    if height < rank:
        return (1 << rank) - (2 << height)
    return (2 << build_to) - (2 << height) + (1 << rank) - 2


@cython.exceptval(-1)
def check_code(code: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Refuse what is neither a card's code nor 0, an unknown card."""
    if not 0 <= code < CODES:
        raise ValueError(f"{code} is the code of no card")
    return 0


@cython.exceptval(-1)
def check_rules(given: CoreRules, wanted: CoreRules) -> cython.Py_ssize_t:
    """Refuse a position under rules other than those that something was made for."""
    if given is not wanted and given.source != wanted.source:
        raise ValueError("the position must be one under the same rules")
    return 0


@lru_cache(maxsize=64)
def core_rules(rules: Rules) -> CoreRules:
    """The rules as the core reads them, made once for equal rules."""
    return CoreRules(rules)

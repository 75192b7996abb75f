"""The cards of a position as the search keeps them: a handful of numbers, the same however the piles are ordered.

    up      cards face up in the tableau
    bases   those of them that have no face-up card under them
    seconds those of the others that lie on the second of the two cards that they fit on, not on the first
    talon   the cards left in stock and waste, by their places in the talon at the start
    drawn   how many of those are the waste
    turns   the number of the pass, 0 where passes are not limited
    downs   face-down cards left in each pile, 3 bits each
    found   cards on each foundation, 4 bits each

Every card is in exactly one of these places, so equal numbers are equal positions, except for the order of the piles.
"""

from __future__ import annotations

import cython

from spite_and_malice.patience.core.bits import *
from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.layout import Layout


@cython.final
@cython.no_gc
@cython.cclass
class State:
    """A position of the search, starting from a layout, and the steps that led to it, for tracing the line."""

    by_three: cython.bint
    passes: cython.int
    worry: cython.bint
    any_card: cython.bint
    plain: cython.bint  # whether nothing is settled: for searches that check the others
    always: cython.bint  # whether every card of the talon can be taken at any time: turn 1, unlimited passes
    talon_card: cython.int[24]
    talon_place: cython.int[52]  # -1: not in the talon
    home: cython.int[52]  # the pile in which a card lay at the start with no face-up card under it; -1: none
    height: cython.int[52]  # and the number of cards under it there
    column: cython.int[56]  # 8 for each pile: the face-down cards, then the one on them
    up: cython.ulonglong
    bases: cython.ulonglong
    seconds: cython.ulonglong
    talon: cython.uint
    drawn: cython.int
    turns: cython.int
    downs: cython.uint
    found: cython.uint
    # What can be taken from the talon: its places, and by place `drawn` and `turns` afterwards; -1: out of reach.
    reach_count: cython.int
    reach: cython.int[24]
    reach_drawn: cython.int[24]
    reach_turns: cython.int[24]
    # Steps (`bits.step_of`).
    steps: cython.int[256]
    step_count: cython.int
    # Positions to go back to, nine numbers each.
    saved: cython.ulonglong[900]
    saved_count: cython.int

    def __init__(self, layout: Layout, plain: cython.bint) -> None:
        i: cython.int
        k: cython.int
        card: cython.int
        if not cython.compiled:
            self.talon_card = [0] * TALON
            self.talon_place = [0] * PACK
            self.home = [0] * PACK
            self.height = [0] * PACK
            self.column = [0] * 56
            self.reach = [0] * TALON
            self.reach_drawn = [0] * TALON
            self.reach_turns = [0] * TALON
            self.steps = [0] * 256
            self.saved = [0] * 900
        self.by_three = layout.draw_count == 3
        self.passes = layout.passes
        self.worry = layout.worry_back
        self.any_card = layout.any_card
        self.plain = plain
        self.always = layout.draw_count == 1 and layout.passes == 0 and not plain and not layout.any_card
        for i in range(PACK):
            self.talon_place[i] = self.home[i] = self.height[i] = -1
        self.up = self.bases = self.seconds = 0
        self.downs = self.found = 0
        self.talon = (1 << layout.talon_count) - 1
        self.drawn = layout.drawn
        self.turns = layout.pass_number if layout.passes else 0
        for i, code in enumerate(layout.waste() + layout.stock()):
            card = bit_card(code)
            self.talon_card[i] = card
            self.talon_place[card] = i
        for i, rank in enumerate(layout.foundations()):
            self.found |= rank << (4 * suit_of_bit(bit_card(8 + i)))
        for k in range(PILES):
            hidden, shown = layout.face_down(k), layout.face_up(k)
            self.downs |= len(hidden) << (3 * k)
            for i, code in enumerate(hidden + shown[:1]):
                card = bit_card(code)
                self.home[card] = k
                self.height[card] = i
                self.column[k * 8 + i] = card
            for i, code in enumerate(shown):
                card = bit_card(code)
                self.up |= one(card)
                if i == 0:
                    self.bases |= one(card)
                elif bit_card(shown[i - 1]) & 1:
                    self.seconds |= one(card)
        self.reach_count = self.step_count = self.saved_count = 0

    # --- going back ---------------------------------------------------------------------------------------------

    def _remember(self) -> cython.void:
        """Push this position onto those remembered."""
        i: cython.int = self.saved_count
        self.saved[i] = self.up
        self.saved[i + 1] = self.bases
        self.saved[i + 2] = self.seconds
        self.saved[i + 3] = self.talon
        self.saved[i + 4] = self.drawn
        self.saved[i + 5] = self.turns
        self.saved[i + 6] = self.downs
        self.saved[i + 7] = self.found
        self.saved[i + 8] = self.step_count
        self.saved_count += 9

    def _go_back(self) -> cython.void:
        """Go back to the position remembered last."""
        i: cython.int = self.saved_count - 9
        self.up = self.saved[i]
        self.bases = self.saved[i + 1]
        self.seconds = self.saved[i + 2]
        self.talon = cython.cast(cython.uint, self.saved[i + 3])
        self.drawn = cython.cast(cython.int, self.saved[i + 4])
        self.turns = cython.cast(cython.int, self.saved[i + 5])
        self.downs = cython.cast(cython.uint, self.saved[i + 6])
        self.found = cython.cast(cython.uint, self.saved[i + 7])
        self.step_count = cython.cast(cython.int, self.saved[i + 8])

    def _forget(self) -> cython.void:
        """Forget the position remembered last."""
        self.saved_count -= 9

    # --- where cards lie ----------------------------------------------------------------------------------------

    def _on_foundation(self, suit: cython.int) -> cython.int:
        """The number of cards on the foundation of a suit, counted as in `bits.py`."""
        return self.found >> (4 * suit) & 15

    def _bare(self) -> cython.ulonglong:
        """The face-up cards of the tableau with nothing on them."""
        return self.up & ~cards_under(self.up & ~self.bases, self.seconds)

    def _lies_on(self, card: cython.int) -> cython.int:
        """The card that lies on one that is not bare."""
        first: cython.int = first_below(card)
        lying: cython.ulonglong = self.up & ~self.bases
        if lying >> first & 1 and (self.seconds >> first & 1) == which_twin(card):
            return first
        return first + 1

    def _fitting(self, card: cython.int, bare: cython.ulonglong) -> cython.int:
        """One of the bare cards that a card fits on, -1 if there is none."""
        first: cython.int = first_above(card)
        if card >= FIRST_KING:
            return -1
        if bare >> first & 1:
            return first
        if bare >> (first + 1) & 1:
            return first + 1
        return -1

    def _hidden_under(self, base: cython.int) -> cython.int:
        """How many face-down cards lie under a base."""
        pile: cython.int = self.home[base]
        if pile < 0 or self.height[base] != cython.cast(cython.int, self.downs >> (3 * pile) & 7):
            return 0
        return self.height[base]

    def _has_empty_pile(self) -> cython.bint:
        return popcount(self.bases) < PILES

    def _in_talon(self, card: cython.int) -> cython.bint:
        place: cython.int = self.talon_place[card]
        return place >= 0 and (self.talon >> place & 1) == 1

    def _has_whole_suit(self) -> cython.bint:
        """Whether some foundation is complete."""
        suit: cython.int
        for suit in range(SUITS):
            if self._on_foundation(suit) == KING:
                return True
        return False

    def _find_reach(self) -> cython.void:
        """Find which cards can be taken from the talon by draws and redeals alone, each as early as possible."""
        place: cython.int
        number: cython.int = 0
        left: cython.int = popcount(self.talon)
        step: cython.int = 3 if self.by_three else 1
        in_this_pass: cython.bint
        after_redeal: cython.bint
        self.reach_count = 0
        for place in range(TALON):
            self.reach_drawn[place] = -1
            if self.talon >> place & 1 == 0:
                continue
            number += 1
            in_this_pass = number >= self.drawn and ((number - self.drawn) % step == 0 or number == left)
            after_redeal = (number % step == 0 or number == left) and (self.passes == 0 or self.turns < self.passes)
            if in_this_pass or after_redeal:
                self.reach[self.reach_count] = place
                self.reach_count += 1
                self.reach_drawn[place] = number - 1
                self.reach_turns[place] = self.turns if in_this_pass or self.passes == 0 else self.turns + 1

    # --- moving cards -------------------------------------------------------------------------------------------

    def _note(self, card: cython.int, target: cython.int) -> cython.void:
        self.steps[self.step_count] = step_of(card, target)
        self.step_count += 1

    def _leave(self, base: cython.int) -> cython.void:
        """Remove a base from its pile: the next card of the pile is turned up."""
        hidden: cython.int = self._hidden_under(base)
        pile: cython.int = self.home[base]
        card: cython.int
        self.bases &= ~one(base)
        if hidden > 0:
            card = self.column[pile * 8 + hidden - 1]
            self.downs -= cython.cast(cython.uint, 1) << (3 * pile)
            self.up |= one(card)
            self.bases |= one(card)

    def _to_foundation(self, card: cython.int) -> cython.void:
        """Move a bare card of the tableau, or a card just taken from the talon, to its foundation."""
        if self.bases >> card & 1:
            self._leave(card)
        self.up &= ~one(card)
        self.seconds &= ~one(card)
        self.found += cython.cast(cython.uint, 1) << (4 * suit_of_bit(card))
        self._note(card, TO_FOUNDATION)

    def _put(self, card: cython.int, target: cython.int) -> cython.void:
        """Put a card that is not a base, with the cards on it, onto a bare one."""
        self.up |= one(card)
        if which_twin(target):
            self.seconds |= one(card)
        else:
            self.seconds &= ~one(card)
        self._note(card, target)

    def _put_on_empty(self, card: cython.int) -> cython.void:
        """Put a card that is not a base, with the cards on it, onto an empty pile."""
        self.up |= one(card)
        self.bases |= one(card)
        self.seconds &= ~one(card)
        self._note(card, TO_EMPTY)

    def _take_from_talon(self, card: cython.int) -> cython.void:
        """Take a card that is in reach."""
        place: cython.int = self.talon_place[card]
        self.talon &= ~(cython.cast(cython.uint, 1) << place)
        self.drawn = self.reach_drawn[place]
        self.turns = self.reach_turns[place]

    def _take_from_foundation(self, card: cython.int) -> cython.void:
        """Take the top card of a foundation."""
        self.found -= cython.cast(cython.uint, 1) << (4 * suit_of_bit(card))

    # --- moves that lose nothing --------------------------------------------------------------------------------

    def _is_useless(self, card: cython.int) -> cython.bint:
        """Whether a card that may go to its foundation is of no more use in the tableau.

        All cards that could come to lie on it, directly or not, can go to the foundations themselves as soon as they
        are bare, and none of these is of use to any other card.
        """
        rank: cython.int = below_of_bit(card)
        other: cython.int = other_colour(card)
        return (
            self._on_foundation(other) >= rank - 1
            and self._on_foundation(other + 1) >= rank - 1
            and self._on_foundation(twin_suit(card)) >= rank - 2
        )

    def _may_settle(self, card: cython.int) -> cython.bint:
        """Whether nothing is lost when the next card of a foundation, in the tableau, goes there.

        Either it is of no more use, or it may come back to where it was: it leaves a face-up card bare or, if a king, a
        pile empty.
        """
        if self._is_useless(card):
            return True
        if not self.worry or self.any_card:
            return False
        return self.bases >> card & 1 == 0 or (card >= FIRST_KING and self._hidden_under(card) == 0)

    def _settle_one(self) -> cython.bint:
        """Move one card to its foundation if that loses nothing; return whether there was one."""
        suit: cython.int
        card: cython.int
        bare: cython.ulonglong = self._bare()
        for suit in range(SUITS):
            card = self._on_foundation(suit) * 4 + suit
            if card >= PACK:
                continue
            if self.up >> card & 1:
                if not self._may_settle(card):
                    continue
                if bare >> card & 1 == 0:
                    # The cards on it may lie on its twin instead.
                    if bare >> (card ^ 1) & 1 == 0:
                        continue
                    self._put(self._lies_on(card), card ^ 1)
                self._to_foundation(card)
                return True
            if self.always and self._in_talon(card) and self._is_useless(card):
                self.talon &= ~(cython.cast(cython.uint, 1) << self.talon_place[card])
                self._to_foundation(card)
                return True
        return False

    def _settle(self) -> cython.void:
        """Make all lossless moves, and choose one of the positions that lead to each other.

        Where one of two twins is bare, the run on the other may lie on either: it lies on the first, except where
        single moves are searched, since that would undo one.
        """
        bare: cython.ulonglong
        turned: cython.ulonglong
        card: cython.int
        while not self.plain and self._settle_one():
            pass
        bare = 0 if self.plain or self.any_card else self._bare()
        turned = self.up & ~bare & SECOND_TWINS & (bare & FIRST_TWINS) << 1
        while turned:
            card = lowest_bit(turned)
            turned &= turned - 1
            self._put(self._lies_on(card), card ^ 1)
        # With unlimited passes a redeal costs nothing, and after it exactly the same cards are within reach.
        if self.passes == 0 and (not self.by_three or self.drawn % 3 == 0 or self.drawn == popcount(self.talon)):
            self.drawn = 0

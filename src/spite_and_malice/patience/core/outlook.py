"""Whether a position of Klondike is lost because cards wait for one another in a circle.

Suppose that whatever was once possible stays possible: a card that can leave the card beneath bares that for good, a
gap stays one, a card of the talon that can be taken once can be taken again. What cannot be done even then, step by
step as far as that leads, can never be done: each step requires less than the rules do. So

- a card can **go home** when the one before it can be there and it can be taken: from the talon, or bare in the
  tableau;
- it can **be laid** on a card that can be bare in the tableau, or, a king, into a gap. That way a card of the tableau
  leaves the card beneath, and a card of the talon or a foundation comes into the tableau;
- a **face-down** card is turned up when the one on it can leave, and a gap arises when the lowest card of a pile can;
- with three cards drawn, the card at place n of the talon **can be taken** if n is a multiple of 3, or the last place;
  in this pass, if n is as many draws away; if the next one in the talon can leave, which bares it on the waste; and if
  one (n = 3 k + 1) or two cards before it can leave. For a draw brings up the card at a place that is a multiple of 3,
  less the cards that were taken in this pass; those before it move it in the passes to come. Limits on passes are
  ignored.

**Of two twins one is laid first.** Both fit on the same two cards alone. When the second one is laid, the first has
been laid already, and so lies on the other of these two, or has gone home: the second may be laid only when both of
the cards can be bare, or the first can be home. If a position cannot be won by that rule whichever twin is the first,
it cannot be won; if it cannot with one as the first, the other is. **The same goes for kings**: one that does not lie
at the bottom of a pile waits for a second gap, or for the one that was laid first to be home.
"""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.patience.core.bits import *
from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.state import State

NO_KING: Final = -1


@cython.final
@cython.cclass
class Outlook:
    """Finds what can still be done from a state's position."""

    state: State
    cards: cython.int[25]  # the talon from place 1 on
    count: cython.int
    bottoms: cython.ulonglong  # the lowest cards of piles without face-down ones
    blockers: cython.ulonglong  # the cards that lie on face-down ones
    on_foundations: cython.ulonglong
    tops: cython.ulonglong  # the top ones of these
    in_reach: cython.ulonglong  # cards of the talon that can be taken now
    wanted: cython.ulonglong  # cards that were laid before the rule of the second one would allow it

    def __init__(self, state: State) -> None:
        """For a state, whose position may change."""
        if not cython.compiled:
            self.cards = [0] * (TALON + 1)
        self.state = state
        self.wanted = 0

    def _is_hopeless(self, thoroughly: cython.bint) -> cython.bint:
        """Whether the position is certainly lost; `thoroughly` adds the rule of the second twin."""
        seconds: cython.ulonglong = 0
        pairs: cython.ulonglong
        kings: cython.ulonglong
        card: cython.int
        again: cython.bint
        first_fails: cython.bint
        second_fails: cython.bint
        self._begin()
        if self._fails(0, NO_KING):
            return True
        if not thoroughly:
            return False
        while True:
            again = False
            kings = self.wanted & KINGS
            pairs = self.wanted & self.wanted >> 1 & FIRST_TWINS & ~KINGS & ~(seconds | seconds >> 1)
            while pairs:
                card = lowest_bit(pairs)
                pairs &= pairs - 1
                first_fails = self._fails(seconds | one(card + 1), NO_KING)
                second_fails = self._fails(seconds | one(card), NO_KING)
                if first_fails and second_fails:
                    return True
                if first_fails or second_fails:
                    seconds |= one(card) if first_fails else one(card + 1)
                    again = True
            if not again:
                break
            if self._fails(seconds, NO_KING):
                return True
        if kings & kings - 1 == 0:
            return False
        for card in range(FIRST_KING, PACK):
            if not self._fails(seconds, card):
                return False
        return True

    def _begin(self) -> cython.void:
        """Look at where the cards are."""
        i: cython.int
        n: cython.int
        card: cython.int
        drawn: cython.int = self.state.drawn
        self.blockers = self.on_foundations = self.tops = self.in_reach = 0
        for i in range(PILES):
            n = cython.cast(cython.int, self.state.downs >> (3 * i) & 7)
            if n > 0:
                self.blockers |= one(self.state.column[i * 8 + n])
        self.bottoms = self.state.bases & ~self.blockers
        for i in range(SUITS):
            n = self.state._on_foundation(i)
            if n > 0:
                self.on_foundations |= (SPADES & (one(4 * n) - 1)) << i
                self.tops |= one(4 * n - 4 + i)
        n = 0
        for i in range(TALON):
            if self.state.talon >> i & 1:
                n += 1
                card = self.state.talon_card[i]
                self.cards[n] = card
                if not self.state.by_three or n % 3 == 0 or (0 < drawn <= n and (n - drawn) % 3 == 0):
                    self.in_reach |= one(card)
        self.count = n
        if n > 0:
            self.in_reach |= one(self.cards[n])

    def _fails(self, seconds: cython.ulonglong, first_king: cython.int) -> cython.bint:
        """Whether some card cannot go home if `seconds` are laid after their twins, and `first_king` before others."""
        up: cython.ulonglong = self.state.up  # face up in the tableau, or turned up there
        placed: cython.ulonglong = up  # in the tableau
        lying: cython.ulonglong = up & ~self.state.bases
        left: cython.ulonglong = 0
        home: cython.ulonglong = self.on_foundations
        reach: cython.ulonglong = self.in_reach
        blockers: cython.ulonglong = self.blockers
        bottoms: cython.ulonglong = self.bottoms
        bare: cython.ulonglong
        fit: cython.ulonglong
        waits: cython.ulonglong
        new: cython.ulonglong
        changed: cython.bint
        open_piles: cython.int = PILES - popcount(self.state.bases)
        gaps: cython.int = open_piles
        waiting: cython.int = self.count - popcount(reach)
        n: cython.int
        card: cython.int
        self.wanted = 0
        # Once nothing lies face down and the whole talon can be taken, the suits can go home rank by rank.
        while blockers or waiting:
            changed = False
            bare = placed & ~cards_under(lying & ~left, self.state.seconds)
            fit = all_fitting(bare)
            waits = ~(all_fitting_twice(bare) | (home & FIRST_TWINS) << 1 | (home & SECOND_TWINS) >> 1)
            fit &= ~(seconds & waits)
            if gaps >= 2 or (gaps == 1 and (first_king == NO_KING or home >> first_king & 1)):
                fit |= KINGS
            elif gaps == 1:
                fit |= one(first_king)
            if gaps >= 2:
                waits &= ~KINGS
            self.wanted |= fit & (up & ~left | reach & ~placed) & waits & ~home
            new = (home << 4 | ACES) & (reach | up & bare) & ~home
            while new:
                changed = True
                home |= new
                new = (home << 4 | ACES) & (reach | up & bare) & ~home
            new = up & (fit | home) & ~left
            if new:
                changed = True
                left |= new
            new = reach & fit & ~placed
            if self.state.worry:
                new |= self.on_foundations & fit & (self.tops | placed >> 4) & ~placed
            if new:
                changed = True
                placed |= new
            n = open_piles + popcount(bottoms & left)
            if n > gaps:
                changed = True
                gaps = n
            new = blockers & left
            while new:
                changed = True
                card = lowest_bit(new)
                new &= new - 1
                blockers &= ~one(card)
                n = self.state.height[card] - 1
                card = self.state.column[self.state.home[card] * 8 + n]
                up |= one(card)
                placed |= one(card)
                if n > 0:
                    blockers |= one(card)
                else:
                    bottoms |= one(card)
            if not changed:
                return home != ALL_CARDS
            if waiting > 0:
                reach = self._reach_further(reach, placed | home)
                waiting = self.count - popcount(reach)
        return False

    def _reach_further(self, reach: cython.ulonglong, leaving: cython.ulonglong) -> cython.ulonglong:
        """The cards of the talon that can be taken once those that can be taken, and laid or sent home, can leave."""
        i: cython.int
        card: cython.int
        before: cython.int = 0
        for i in range(1, self.count + 1):
            card = self.cards[i]
            if (
                before >= 2
                or (before == 1 and i % 3 == 1)
                or (i < self.count and (reach & leaving) >> self.cards[i + 1] & 1)
            ):
                reach |= one(card)
            if (reach & leaving) >> card & 1:
                before += 1
        return reach

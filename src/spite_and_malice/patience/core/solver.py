"""The search for a way to win with all cards known: best first, over positions that are settled (`State._settle`).

A step from one position to the next is a line of moves that ends with an irreversible one; all moves before it only
prepare it, so they wait until then. docs/patience.md says why this leaves out nothing.
"""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.patience.core.bits import *
from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.known import ENOUGH_FRESH, NOBODY, Known
from spite_and_malice.patience.core.layout import Layout
from spite_and_malice.patience.core.outlook import Outlook
from spite_and_malice.patience.core.state import State

# From how many positions on, besides the first, to look for cards that wait for each other, and in which range
# thoroughly: an easy deal is won before, and later the branches cut off are too short to pay for the latter.
LOOKED_FROM: Final = 1000
PROBED_FROM: Final = 2000
PROBED_TO: Final = 10000


@cython.final
@cython.cclass
class Solver:
    """A search for a way to win from a layout: `run` continues it, `status` is its state."""

    layout: Layout
    state: State
    outlook: Outlook
    known: Known
    expanded = cython.declare(cython.Py_ssize_t, visibility="readonly")
    status = cython.declare(cython.int, visibility="readonly")
    parent: cython.uint
    # Cards to fetch into the tableau, the last one first; the purpose, and the card it is for.
    goals: cython.int[64]
    goal_count: cython.int
    purpose: cython.int
    used: cython.int
    # For tracing a line: whether one is traced, the position to reach, and the steps that led there.
    telling: cython.bint
    wanted: cython.Py_ssize_t
    told: list[int]

    def __init__(self, layout: Layout, most: cython.Py_ssize_t, weights: list[int], plain: cython.bint = False) -> None:
        """Begin at a layout; at most `most` positions are kept, and `weights` are those of `Known`.

        A plain search makes single moves and leaves out none.
        """
        if not cython.compiled:
            self.goals = [0] * 64
        self.layout = layout.clone()
        self.state = State(layout, plain)
        self.outlook = Outlook(self.state)
        self.known = Known(layout.passes, most, weights)
        self.told = []
        self.expanded = 0
        self.goal_count = self.purpose = self.used = 0
        self.telling = False
        self.wanted = 0
        self.status = RUNNING
        self.parent = NOBODY
        self.state._settle()
        self.known._offer(self.state, NOBODY)
        self.known._keep_fresh()

    @property
    def positions(self) -> int:
        """How many positions were found."""
        return self.known.count

    def run(self, most: cython.Py_ssize_t) -> int:
        """Continue for about `most` positions; return `status`."""
        end: cython.Py_ssize_t = self.expanded + most
        while self.status == RUNNING and self.expanded < end:
            if self.known.won_at != NOBODY:
                self.status = FOUND
            elif not self.known._make_room():
                self.status = FULL
            else:
                self._go_on()
        return self.status

    def _go_on(self) -> cython.void:
        """Expand positions until there are enough fresh ones, and keep these."""
        while self.known.fresh_count < ENOUGH_FRESH:
            self.parent = self.known._next()
            if self.parent == NOBODY:
                break
            self.known._load(self.parent, self.state)
            self._expand()
            self.expanded += 1
        if self.known.fresh_count == 0:
            self.status = FULL if self.known.overflowed else LOST
        self.known._keep_fresh()

    def steps(self) -> list[tuple[int, int]]:
        """The winning line: (card code, target) each, without draws and redeals.

        A target is the code of the card that it is put on, 0 for its foundation, -1 for an empty pile.
        """
        path: list[int] = []
        at = self.known.won_at
        while at != NOBODY:
            path.append(at)
            at = self.known.parents[at]
        self.told = []
        self.state = State(self.layout, self.state.plain)
        self.outlook = Outlook(self.state)
        self.state._settle()
        self._tell()
        self.telling = True
        for above, below in zip(path[::-1], path[-2::-1], strict=False):
            self.wanted = below
            self.known._load(above, self.state)
            self._expand()
        self.telling = False
        return [
            (
                code_of_bit(card_of_step(step)),
                0
                if target_of_step(step) == TO_FOUNDATION
                else -1
                if target_of_step(step) == TO_EMPTY
                else code_of_bit(target_of_step(step)),
            )
            for step in self.told
        ]

    @cython.exceptval(-1)
    def _tell(self) -> cython.int:
        """Add the steps of the state to those of the line."""
        i: cython.int
        for i in range(self.state.step_count):
            self.told.append(self.state.steps[i])
        return 0

    def _finish(self) -> cython.void:
        """Settle the position reached and offer it."""
        self.state._settle()
        self.known._offer(self.state, self.parent)
        if self.telling:
            with cython.gil:
                if self.wanted >= 0 and self.known._is_fresh(self.wanted):
                    self._tell()
                    self.wanted = -1
            self.known.fresh_count = 0

    # --- what follows a position --------------------------------------------------------------------------------

    def _expand(self) -> cython.void:
        """Offer all positions that follow this one."""
        if self.state.plain or self.state.any_card:
            self._expand_plainly()
        else:
            if self.expanded == 0 or self.expanded >= LOOKED_FROM:
                if self.outlook._is_hopeless(self.expanded == 0 or PROBED_FROM <= self.expanded < PROBED_TO):
                    return
            self._expand_by_lines()

    def _expand_plainly(self) -> cython.void:
        """Offer the position after every single move. With any card on empty piles hardly any move is final."""
        bare: cython.ulonglong = self.state._bare()
        bits: cython.ulonglong
        i: cython.int
        card: cython.int
        self.state._find_reach()
        self.state._remember()
        for i in range(self.state.reach_count):
            card = self.state.talon_card[self.state.reach[i]]
            self._place_anywhere(card, bare, FOR_TALON)
            if self.state._on_foundation(suit_of_bit(card)) == below_of_bit(card):
                self.state._take_from_talon(card)
                self.state._to_foundation(card)
                self._finish()
                self.state._go_back()
        bits = self.state.up
        while bits:
            card = lowest_bit(bits)
            bits &= bits - 1
            self._place_anywhere(card, bare, FOR_RUN)
            if bare >> card & 1 and self.state._on_foundation(suit_of_bit(card)) == below_of_bit(card):
                self.state._to_foundation(card)
                self._finish()
                self.state._go_back()
        for i in range(SUITS):
            card = (self.state._on_foundation(i) - 1) * 4 + i
            if self.state.worry and card >= 0:
                self._place_anywhere(card, bare, FOR_TWIN)
        self.state._forget()

    def _place_anywhere(self, card: cython.int, bare: cython.ulonglong, source: cython.int) -> cython.void:
        """Move a card of the talon, a run, or (FOR_TWIN) the top card of a foundation wherever it may go."""
        i: cython.int
        first: cython.int = first_above(card)
        for i in range(3):
            if i < 2 and (card >= FIRST_KING or bare >> (first + i) & 1 == 0):
                continue
            if i == 2:
                if not self.state._has_empty_pile() or (card < FIRST_KING and not self.state.any_card):
                    continue
                if source == FOR_RUN and self.state.bases >> card & 1 and self.state._hidden_under(card) == 0:
                    continue
            if source == FOR_TALON:
                self.state._take_from_talon(card)
            elif source == FOR_TWIN:
                self.state._take_from_foundation(card)
            elif self.state.bases >> card & 1:
                self.state._leave(card)
            if i < 2:
                self.state._put(card, first + i)
            else:
                self.state._put_on_empty(card)
            self._finish()
            self.state._go_back()

    def _expand_by_lines(self) -> cython.void:
        """Offer the position after every line of moves that ends with a final one."""
        bare: cython.ulonglong = self.state._bare()
        bits: cython.ulonglong
        i: cython.int
        card: cython.int
        self.state._find_reach()
        self.state._remember()
        for i in range(self.state.reach_count):
            card = self.state.talon_card[self.state.reach[i]]
            if self.state._on_foundation(suit_of_bit(card)) == below_of_bit(card):
                self.state._take_from_talon(card)
                self.state._to_foundation(card)
                self._finish()
                self.state._go_back()
                if self.state.worry:
                    # From there it can go everywhere else.
                    continue
            if card >= FIRST_KING:
                if self.state._has_empty_pile():
                    self.state._take_from_talon(card)
                    self.state._put_on_empty(card)
                    self._finish()
                    self.state._go_back()
            elif not self.state.always:
                self._move(FOR_TALON, card, bare)
        bits = self.state.bases
        while bits:
            card = lowest_bit(bits)
            bits &= bits - 1
            if card < FIRST_KING:
                self._move(FOR_RUN, card, bare)
            elif self.state._has_empty_pile() and self.state._hidden_under(card) > 0:
                self.state._leave(card)
                self.state._put_on_empty(card)
                self._finish()
                self.state._go_back()
        for i in range(SUITS):
            card = self.state._on_foundation(i) * 4 + i
            if card < PACK and self.state.up >> card & 1:
                self._up_from_tableau(card, bare)
        self.state._forget()

    def _up_from_tableau(self, card: cython.int, bare: cython.ulonglong) -> cython.void:
        """Move a card to its foundation, after the cards on it have gone to its twin."""
        if bare >> card & 1:
            self.state._to_foundation(card)
            self._finish()
        elif bare >> (card ^ 1) & 1:
            self.state._put(self.state._lies_on(card), card ^ 1)
            self.state._to_foundation(card)
            self._finish()
        elif self.state.up >> (card ^ 1) & 1 == 0:
            self._fetch_for(FOR_TWIN, card, card ^ 1)
        self.state._go_back()

    def _move(self, purpose: cython.int, card: cython.int, bare: cython.ulonglong) -> cython.void:
        """Move a run with its first card, or a card of the talon, onto a card that is bare or can be fetched.

        Where one of the twins that it fits on is bare, the other is not needed: it could be fetched later, and the run
        moved over.
        """
        i: cython.int
        target: cython.int = self.state._fitting(card, bare)
        if target >= 0:
            self._move_to(purpose, card, target)
            self.state._go_back()
            return
        target = first_above(card)
        for i in range(target, target + 2):
            if self.state.up >> i & 1 == 0:
                self._fetch_for(purpose, card, i)

    def _move_to(self, purpose: cython.int, card: cython.int, target: cython.int) -> cython.void:
        """Move a run or a card of the talon onto a bare card."""
        if purpose == FOR_TALON:
            self.state._take_from_talon(card)
        elif self.state._hidden_under(card) > 0:
            self.state._leave(card)
        else:
            self._empty_pile(card, target)
            return
        self.state._put(card, target)
        self._finish()

    def _empty_pile(self, card: cython.int, target: cython.int) -> cython.void:
        """Move the last run of a pile onto a bare card.

        That is useful only for a king, so it can wait until one takes the pile, and is useless while another pile is
        empty.
        """
        king: cython.int
        if self.state._has_empty_pile():
            return
        self.state._leave(card)
        self.state._put(card, target)
        self.state._remember()
        if self.state.worry and self.state._has_whole_suit():
            # A king may come back from its foundation too.
            self._finish()
            self.state._go_back()
        for king in range(FIRST_KING, PACK):
            if self.state._in_talon(king):
                if self.state.reach_drawn[self.state.talon_place[king]] < 0:
                    continue
                self.state._take_from_talon(king)
            elif self.state.bases >> king & 1 and self.state._hidden_under(king) > 0:
                self.state._leave(king)
            else:
                continue
            self.state._put_on_empty(king)
            self._finish()
            self.state._go_back()
        self.state._forget()

    # --- fetching cards into the tableau ------------------------------------------------------------------------

    def _fetch_for(self, purpose: cython.int, card: cython.int, wanted: cython.int) -> cython.void:
        """Try every way to bring `wanted` into the tableau, bare, and then to use it for `card`."""
        self.purpose = purpose
        self.used = card
        self.goal_count = 0
        self._fetch_first(wanted)

    def _fetch_first(self, card: cython.int) -> cython.void:
        """Fetch a card before the others to be fetched."""
        self.goals[self.goal_count] = card
        self.goal_count += 1
        self._fetch()
        self.goal_count -= 1

    def _fetch(self) -> cython.void:
        """Fetch the last of the cards to be fetched, and continue with the others.

        It comes from its foundation, after those above it there, or from the talon if any of its cards can be taken at
        any time; and it needs a card to lie on, which may have to be fetched first. Each of these has a higher rank
        than the card that it is for, so this ends.
        """
        card: cython.int
        target: cython.int
        i: cython.int
        from_talon: cython.bint
        if self.goal_count == 0:
            self._use()
            return
        card = self.goals[self.goal_count - 1]
        from_talon = self.state.always and self.state._in_talon(card)
        if not from_talon:
            if not self.state.worry or self.state._on_foundation(suit_of_bit(card)) <= below_of_bit(card):
                return
            if self.state._on_foundation(suit_of_bit(card)) > below_of_bit(card) + 1:
                self._fetch_first(card + 4)
                return
        target = self.state._fitting(card, self.state._bare())
        if card >= FIRST_KING:
            if not self.state._has_empty_pile():
                return
        elif target < 0:
            target = first_above(card)
            for i in range(target, target + 2):
                if self.state.up >> i & 1 == 0:
                    self._fetch_first(i)
            return
        self.state._remember()
        if from_talon:
            self.state._take_from_talon(card)
        else:
            self.state._take_from_foundation(card)
        if target < 0:
            self.state._put_on_empty(card)
        else:
            self.state._put(card, target)
        self.goal_count -= 1
        self._fetch()
        self.goal_count += 1
        self.state._go_back()
        self.state._forget()

    def _use(self) -> cython.void:
        """Use the fetched card."""
        target: cython.int
        self.state._remember()
        if self.purpose == FOR_TWIN:
            self.state._put(self.state._lies_on(self.used), self.used ^ 1)
            self.state._to_foundation(self.used)
            self._finish()
        else:
            target = self.state._fitting(self.used, self.state._bare())
            if target >= 0:
                self._move_to(self.purpose, self.used, target)
        self.state._go_back()
        self.state._forget()

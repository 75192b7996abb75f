"""A position of a game of building as the search plays it: cards in flat arrays, and moves of them.

Places are those of `codes.py`. A move is that of `integers.py`; one from the waste has above its number of cards the
place of its card in the talon, since draws and redeals are not moves here: they come with the card that they are for.
"""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.integers import (
    card_with,
    count_of,
    index_of,
    rank_of,
    source_of,
    suit_of,
    target_of,
)

if cython.compiled:
    from cython.cimports.libc.string import memcpy, memmove

# The room of a place in cards, and of all places in bytes.
HEIGHT: Final = 104
ROOM_OF_PLACES: Final = 14664
# Moves that are found at a time, and steps of a way to win that one move leads to.
MOST_FOUND: Final = 4096
MOST_LOGGED: Final = 512


@cython.final
@cython.no_gc
@cython.cclass
class Board:
    """Cards and rules. Changes are noted in `touched`, so that `restore` can return to the kept position."""

    piles: cython.Py_ssize_t
    reserves: cython.Py_ssize_t
    cells: cython.Py_ssize_t
    last_place: cython.Py_ssize_t
    aim: cython.int
    groups: cython.int
    empty: cython.int
    steady: cython.bint
    refill: cython.bint
    deals: cython.bint
    deal_gaps: cython.bint
    worry_back: cython.bint
    draw: cython.int
    passes: cython.int
    packs: cython.int
    full: cython.int  # how many cards or runs are home at the end
    joins: cython.bint  # whether a card of a cell goes on the one that it fits on as soon as that is bare
    anchors: cython.bint  # whether a card goes on a run that begins with the highest rank as soon as it can
    stays: cython.bint  # whether a card goes as soon as it can on one that leaves its pile for its foundation alone
    waits: cython.bint  # whether a position may be seen to be lost by what waits for what (`prospect.py`)
    order: cython.uchar[128]
    fits: cython.uchar[16384]
    ranks_fit: cython.uchar[16384]
    # When a card is of no more use in the tableau: two rules, each with how far below it the other foundations may be,
    # by its suit.
    slack: cython.uchar[32]
    # The position.
    cards: cython.uchar[14664]
    size: cython.uchar[141]
    down: cython.uchar[141]
    talon: cython.uchar[104]
    talon_count: cython.int
    drawn: cython.int
    turn: cython.int  # the number of the pass, 0 where passes are not limited
    found: cython.uchar[8]
    home: cython.int
    # The kept position.
    kept_cards: cython.uchar[14664]
    kept_size: cython.uchar[141]
    kept_down: cython.uchar[141]
    kept_talon: cython.uchar[104]
    kept_talon_count: cython.int
    kept_drawn: cython.int
    kept_turn: cython.int
    kept_found: cython.uchar[8]
    kept_home: cython.int
    # Places that have changed since.
    touched: cython.uchar[141]
    touched_count: cython.Py_ssize_t
    is_touched: cython.uchar[141]
    talon_touched: cython.bint
    first_talon: cython.uchar[104]
    first_count: cython.int
    # The places of the talon whose cards can be taken.
    reach: cython.uchar[104]
    reach_count: cython.int
    # The moves that were made, while they are logged.
    logging: cython.bint
    log: cython.int[512]
    log_count: cython.int

    def __init__(
        self,
        numbers: dict[str, int],
        order: bytes,
        fits: bytes,
        ranks_fit: bytes,
        slack: bytes,
        forced: tuple[int, int, int, int],
    ) -> None:
        """An empty board: the first four as in `Ruleset`, `slack` and `forced` as in `patience.dominance`."""
        i: cython.Py_ssize_t
        if not cython.compiled:
            self.order = [0] * 128
            self.fits = [0] * 16384
            self.ranks_fit = [0] * 16384
            self.slack = [0] * 32
            self.cards = [0] * ROOM_OF_PLACES
            self.size = [0] * PILE_PLACES
            self.down = [0] * PILE_PLACES
            self.talon = [0] * MOST_CARDS
            self.found = [0] * 8
            self.kept_cards = [0] * ROOM_OF_PLACES
            self.kept_size = [0] * PILE_PLACES
            self.kept_down = [0] * PILE_PLACES
            self.kept_talon = [0] * MOST_CARDS
            self.kept_found = [0] * 8
            self.touched = [0] * PILE_PLACES
            self.is_touched = [0] * PILE_PLACES
            self.first_talon = [0] * MOST_CARDS
            self.reach = [0] * MOST_CARDS
            self.log = [0] * MOST_LOGGED
        self.piles = numbers["piles"]
        self.reserves = numbers["reserves"]
        self.cells = numbers["cells"]
        self.last_place = RESERVE + self.reserves if self.reserves else CELL + self.cells
        self.aim = numbers["aim"]
        self.groups = numbers["groups"]
        self.empty = numbers["empty"]
        self.steady = numbers["steady"]
        self.refill = numbers["refill"]
        self.deals = numbers["deals"]
        self.deal_gaps = numbers["deal_gaps"]
        self.worry_back = numbers["worry_back"]
        self.draw = numbers["draw"]
        self.passes = numbers["passes"]
        self.packs = numbers["packs"]
        self.full = PACK * self.packs if self.aim == AIM_BUILD else SUITS * self.packs
        self.joins, self.anchors, self.stays, self.waits = forced
        for i in range(128):
            self.order[i] = order[i >> 3]
        for i in range(16384):
            self.fits[i] = fits[i]
            self.ranks_fit[i] = ranks_fit[i]
        for i in range(32):
            self.slack[i] = slack[i]
        self.logging = False
        self.log_count = 0

    def fill(
        self,
        places: list[tuple[int, list[int], int]],
        found: list[int],
        talon: list[int],
        drawn: cython.int,
        turn: cython.int,
    ) -> None:
        """Lay out cards: (place, cards, how many of them face down) each, two numbers for each suit, the talon."""
        i: cython.Py_ssize_t
        place: cython.Py_ssize_t
        for place in range(PILE_PLACES):
            self.size[place] = self.down[place] = self.is_touched[place] = 0
        for place, cards, down in places:
            self.size[place] = len(cards)
            self.down[place] = down
            for i, card in enumerate(cards):
                self.cards[place * HEIGHT + i] = card
        self.home = 0
        for i in range(8):
            self.found[i] = found[i]
            self.home += found[i]
        self.talon_count = self.first_count = len(talon)
        for i, card in enumerate(talon):
            self.talon[i] = self.first_talon[i] = card
        self.drawn = drawn
        self.turn = turn
        self.touched_count = 0
        self.talon_touched = False
        self._even_out()

    # --- keeping ------------------------------------------------------------------------------------------------

    def _keep(self) -> cython.void:
        """Keep this position."""
        place: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        while place < self.last_place:
            self._keep_place(place)
            place += 1
            if place == self.piles:
                place = CELL
        if cython.compiled:
            memcpy(self.kept_talon, self.talon, self.talon_count)
        else:
            for i in range(self.talon_count):
                self.kept_talon[i] = self.talon[i]
        self.kept_talon_count = self.talon_count
        self.kept_drawn = self.drawn
        self.kept_turn = self.turn
        for i in range(8):
            self.kept_found[i] = self.found[i]
        self.kept_home = self.home
        self._forget_touched()

    def _keep_place(self, place: cython.Py_ssize_t) -> cython.void:
        i: cython.Py_ssize_t
        n: cython.Py_ssize_t = self.size[place]
        self.kept_size[place] = cython.cast(cython.uchar, n)
        self.kept_down[place] = self.down[place]
        if cython.compiled:
            memcpy(self.kept_cards + place * HEIGHT, self.cards + place * HEIGHT, n)
        else:
            for i in range(place * HEIGHT, place * HEIGHT + n):
                self.kept_cards[i] = self.cards[i]

    def _restore(self) -> cython.void:
        """Go back to the kept position."""
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        n: cython.Py_ssize_t
        place: cython.Py_ssize_t
        for k in range(self.touched_count):
            place = self.touched[k]
            n = self.kept_size[place]
            self.size[place] = cython.cast(cython.uchar, n)
            self.down[place] = self.kept_down[place]
            if cython.compiled:
                memcpy(self.cards + place * HEIGHT, self.kept_cards + place * HEIGHT, n)
            else:
                for i in range(place * HEIGHT, place * HEIGHT + n):
                    self.cards[i] = self.kept_cards[i]
        if self.talon_touched:
            self.talon_count = self.kept_talon_count
            if cython.compiled:
                memcpy(self.talon, self.kept_talon, self.talon_count)
            else:
                for i in range(self.talon_count):
                    self.talon[i] = self.kept_talon[i]
            self.drawn = self.kept_drawn
            self.turn = self.kept_turn
        for i in range(8):
            self.found[i] = self.kept_found[i]
        self.home = self.kept_home
        self._forget_touched()

    def _forget_touched(self) -> cython.void:
        k: cython.Py_ssize_t
        for k in range(self.touched_count):
            self.is_touched[self.touched[k]] = 0
        self.touched_count = 0
        self.talon_touched = False

    def _touch(self, place: cython.Py_ssize_t) -> cython.void:
        """Note that a place changes."""
        if not self.is_touched[place]:
            self.is_touched[place] = 1
            self.touched[self.touched_count] = cython.cast(cython.uchar, place)
            self.touched_count += 1

    # --- where cards lie ----------------------------------------------------------------------------------------

    def _top(self, place: cython.Py_ssize_t) -> cython.int:
        """The top card of a place, 0 where there is none."""
        return self.cards[place * HEIGHT + self.size[place] - 1] if self.size[place] else 0

    def _lower(self, suit: cython.int) -> cython.int:
        """How many cards the lowest foundation of a suit has."""
        return self.found[2 * suit + (self.packs - 1)]

    def _goes_home(self, card: cython.int) -> cython.bint:
        """Whether a card comes next on a foundation of its suit."""
        before: cython.int = self.order[card] - 1
        suit: cython.int = suit_of(card)
        return self.found[2 * suit] == before or (self.packs == 2 and self.found[2 * suit + 1] == before)

    def _fills_gap(self, card: cython.int) -> cython.bint:
        """Whether a card that does not come from the waste may go into a gap."""
        return self.empty == EMPTY_ANY or (self.empty == EMPTY_KING and self.order[card] == KING)

    def _find_reach(self) -> cython.void:
        """Find which cards can be taken from the talon by draws and redeals alone."""
        n: cython.int = 0
        count: cython.int = self.talon_count
        again: cython.bint = self.passes == 0 or self.turn < self.passes
        # The next cards turned up by a draw in this pass, and by one in a pass from its beginning.
        this_pass: cython.int = self.drawn if self.drawn else self.draw
        next_pass: cython.int = self.draw
        self.reach_count = 0
        while n < count:
            n = min(this_pass, count)
            if again:
                n = min(n, next_pass)
            self.reach[self.reach_count] = cython.cast(cython.uchar, n - 1)
            self.reach_count += 1
            if n == this_pass:
                this_pass += self.draw
            if n == next_pass:
                next_pass += self.draw

    # --- playing ------------------------------------------------------------------------------------------------

    def _make(self, move: cython.int) -> cython.void:
        """Make one move and its automatic consequences."""
        source: cython.Py_ssize_t = source_of(move)
        target: cython.Py_ssize_t = target_of(move)
        n: cython.int = cython.cast(cython.int, count_of(move))
        i: cython.Py_ssize_t
        card: cython.int
        if move == DRAW:
            # With a stock that is gone through once, this is no step of a line: the cards taken imply it.
            self.talon_touched = True
            self.drawn = min(self.drawn + self.draw, self.talon_count)
            return
        if self.logging:
            self.log[self.log_count] = move
            self.log_count += 1
        if move == DEAL:
            self._deal()
            return
        if source == WASTE:
            card = self._take_from_talon(index_of(move))
        elif source >= FOUNDATION:
            card = self._take_home(cython.cast(cython.int, source - FOUNDATION))
        else:
            self._touch(source)
            self.size[source] -= cython.cast(cython.uchar, n)
            card = self.cards[source * HEIGHT + self.size[source]]
        if target == FOUNDATION:
            self._put_home(card)
        else:
            if target == CELL:
                while self.size[target] > 0:
                    target += 1
            self._touch(target)
            self.cards[target * HEIGHT + self.size[target]] = cython.cast(cython.uchar, card)
            for i in range(1, n):
                self.cards[target * HEIGHT + self.size[target] + i] = self.cards[
                    source * HEIGHT + self.size[source] + i
                ]
            self.size[target] += cython.cast(cython.uchar, n)
            if self.aim == AIM_RUNS:
                self._let_run_leave(target)
        if source < CELL:
            self._turn_up(source)
            if self.aim == AIM_RUNS:
                self._let_run_leave(source)
        if self.refill:
            self._fill_gaps()

    def _turn_up(self, place: cython.Py_ssize_t) -> cython.void:
        """Turn the top card of a pile up if it lies face down."""
        if self.size[place] > 0 and self.size[place] == self.down[place]:
            self.down[place] -= 1

    def _let_run_leave(self, place: cython.Py_ssize_t) -> cython.void:
        """Take a whole suit off the end of a pile, if it lies there."""
        at: cython.Py_ssize_t = place * HEIGHT + self.size[place] - 1
        suit: cython.int
        rank: cython.int
        if self.size[place] - self.down[place] < KING or rank_of(self.cards[at]) != 1:
            return
        suit = suit_of(self.cards[at])
        for rank in range(2, KING + 1):
            at -= 1
            if self.cards[at] != card_with(rank, suit):
                return
        self._touch(place)
        self.size[place] -= KING
        self.found[2 * suit] += 1
        self.home += 1
        self._turn_up(place)
        self._let_run_leave(place)

    def _fill_gaps(self) -> cython.void:
        """Fill gaps from the reserve as long as it has cards."""
        place: cython.Py_ssize_t
        for place in range(self.piles):
            if self.size[place] == 0 and self.size[RESERVE] > 0:
                self._touch(place)
                self._touch(RESERVE)
                self.size[RESERVE] -= 1
                self.cards[place * HEIGHT] = self.cards[RESERVE * HEIGHT + self.size[RESERVE]]
                self.size[place] = 1

    def _deal(self) -> cython.void:
        """Deal a card of the stock onto each pile, while cards last."""
        place: cython.Py_ssize_t
        n: cython.Py_ssize_t = min(self.piles, cython.cast(cython.Py_ssize_t, self.talon_count))
        for place in range(self.piles):
            # The key of a pile depends on whether cards will still be dealt onto it.
            self._touch(place)
        for place in range(n):
            self.cards[place * HEIGHT + self.size[place]] = self.talon[place]
            self.size[place] += 1
        self.talon_touched = True
        self.talon_count -= cython.cast(cython.int, n)
        for place in range(self.talon_count):
            self.talon[place] = self.talon[place + n]
        if self.aim == AIM_RUNS:
            for place in range(self.piles):
                self._let_run_leave(place)

    def _take_from_talon(self, index: cython.int) -> cython.int:
        """Take a card that is in reach."""
        i: cython.int
        card: cython.int = self.talon[index]
        n: cython.int = index + 1
        self.talon_touched = True
        if not (n >= self.drawn and ((n - self.drawn) % self.draw == 0 or n == self.talon_count)) and self.passes:
            self.turn += 1
        self.drawn = index
        self.talon_count -= 1
        if cython.compiled:
            memmove(self.talon + index, self.talon + index + 1, self.talon_count - index)
        else:
            for i in range(index, self.talon_count):
                self.talon[i] = self.talon[i + 1]
        self._even_out()
        return card

    def _even_out(self) -> cython.void:
        """Empty the waste where that is as good: where every card within reach stays within reach."""
        if self.passes == 0 and not self.deals and (self.drawn % self.draw == 0 or self.drawn == self.talon_count):
            self.drawn = 0

    def _put_home(self, card: cython.int) -> cython.void:
        suit: cython.int = suit_of(card)
        if self.found[2 * suit] == self.order[card] - 1:
            self.found[2 * suit] += 1
        else:
            self.found[2 * suit + 1] += 1
        self.home += 1

    def _take_home(self, suit: cython.int) -> cython.int:
        """Take the top card of a foundation, of one pack."""
        card: cython.int = self._top_home(suit)
        self.found[2 * suit] -= 1
        self.home -= 1
        return card

    def _top_home(self, suit: cython.int) -> cython.int:
        """The top card of a foundation, of one pack; 0 if it is empty."""
        rank: cython.int
        if self.found[2 * suit] == 0:
            return 0
        for rank in range(1, KING + 1):
            if self.order[card_with(rank, suit)] == self.found[2 * suit]:
                return card_with(rank, suit)
        return 0

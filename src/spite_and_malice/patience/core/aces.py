"""The search of Aces Up with all cards known: every way to play, and a game that allows more, which proves losses.

A card that a higher one of its suit could take off may be worth keeping, to take a lower one off later; so it is tried
both ways, but for the lowest of its suit, which nothing needs. What that comes to is too much to be looked through, so
each position is first played by easier rules, in which nothing is lost by taking cards off: one that has gone stays as
a **ghost** where it lay. A ghost covers nothing, but it takes lower cards off as long as nothing lies on it; it lies in
every gap too, since the card could have been moved there. So nothing has to be chosen but what goes into a gap, and if
no way wins even so, the position is lost:

- What is lost in this game is kept, for all positions that lead there.
- The last cards of the stock are played first onto a table of which nothing is left but ghosts of the highest cards
  before them: if they cannot be won there, nothing before them matters.

As long as there is a gap, cards that lie alone can change places with it and so with one another: only before a deal
does it matter where they lie. A number of 64 bits stands for a position; that two of a million have the same happens
once in thirty million searches.
"""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.patience.core.aces_table import (
    ACES_CARD,
    ACES_DONE,
    ACES_HIGH,
    GHOST,
    AcesTable,
    copy_table,
    first_gap,
    is_lowest,
    key_of_table,
    real_cards,
    real_top,
    take_off,
    tidy_pile,
)
from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.memo import Memo, find_slot, grow_memo, has_room

ACES_DEPTH: Final = 200
# How a position stands that is kept.
ACES_LOST: Final = 1
ACES_WON: Final = 2
# How many positions the last cards of the stock are looked at for, and how many deals of these at most.
ACES_LAST: Final = 20_000
ACES_ENDS: Final = 6


@cython.final
@cython.cclass
class AcesSearch:
    """A search for a way to leave only aces: `run` continues it, `status` is its state."""

    status = cython.declare(cython.int, visibility="readonly")
    positions = cython.declare(cython.Py_ssize_t, visibility="readonly")
    most: cython.Py_ssize_t
    stock: cython.int
    pack: cython.uchar[64]
    known: Memo
    eased: Memo  # positions of the game that allows more
    tables: list[AcesTable]
    easier: list[AcesTable]
    depth: cython.int
    deep: cython.int
    ends: cython.int  # how many deals of the end of the stock are looked at; 0 once that is done

    def __init__(self, piles: list[list[int]], stock: list[int], most: cython.Py_ssize_t) -> None:
        """Begin at a position; at most `most` positions are found. All four aces are somewhere."""
        pile: cython.int
        i: cython.int
        card: cython.int
        if not cython.compiled:
            self.pack = [0] * 64
        self.known = Memo()
        self.eased = Memo()
        self.tables = [AcesTable() for _each in range(ACES_DEPTH)]
        self.easier = [AcesTable() for _each in range(ACES_DEPTH)]
        self.most = most
        self.status = RUNNING
        self.positions = 0
        self.stock = len(stock)
        for i in range(self.stock):
            self.pack[i] = stock[i]
        first: AcesTable = self.tables[0]
        for pile in range(ACES_PILES):
            cards = piles[pile]
            first.count[pile] = len(cards)
            for i in range(len(cards)):
                card = cards[i]
                first.cards[pile * ACES_HIGH + i] = cython.cast(cython.uchar, card)
                first.left[card & 3] |= 1 << (card >> 2)
        for i in range(self.stock):
            card = self.pack[i]
            first.left[card & 3] |= 1 << (card >> 2)
        self.depth = self.deep = self.ends = 0
        if self._is_won(first):
            self.status = FOUND
        else:
            self._next_end()

    def run(self, most: cython.Py_ssize_t) -> int:
        """Go on for about `most` positions; return `status`."""
        end: cython.Py_ssize_t = self.positions + most
        while self.status == RUNNING and self.positions < end:
            if self.positions >= self.most:
                self.status = FULL
            elif self.deep > 0:
                self._go_on_easier()
            else:
                self._go_on()
        return self.status

    def moves(self) -> list[int]:
        """The steps to the win that was found."""
        found: list[int] = []
        i: cython.int
        for i in range(self.depth):
            table: AcesTable = self.tables[i]
            found.append(table.steps[table.step - 1])
        return found

    # --- the game itself ------------------------------------------------------------------------------------------

    @cython.exceptval(-1)
    def _go_on(self) -> cython.int:
        """Take the next step from the position that is looked at."""
        table: AcesTable
        child: AcesTable
        slot: cython.Py_ssize_t
        if self.depth == 0:
            self.status = LOST
            return 0
        table = self.tables[self.depth - 1]
        if table.step == table.step_count or self.depth == ACES_DEPTH:
            self.depth -= 1
            return 0
        child = self.tables[self.depth]
        self._make(table, table.steps[table.step], child)
        table.step += 1
        if self._is_won(child):
            self.status = FOUND
            return 0
        if not has_room(self.known):
            grow_memo(self.known)
        slot = find_slot(self.known, key_of_table(child, self.stock))
        if self.known.values[slot]:
            return 0
        self.known.values[slot] = ACES_LOST
        self.known.count += 1
        self.positions += 1
        self._enter(child)
        return 0

    @cython.exceptval(-1)
    def _enter(self, table: AcesTable) -> cython.int:
        """Go on from a table, unless it is lost even if more is allowed."""
        copy: AcesTable = self.easier[0]
        self._find(table)
        self.depth += 1
        copy_table(table, copy)
        self._offer_easier(0)
        return 0

    def _find(self, table: AcesTable) -> cython.void:
        """Find the steps from a table: what may be taken off, what can go into a gap, and the deal."""
        pile: cython.int
        card: cython.int
        gap: cython.int = first_gap(table)
        table.step = table.step_count = 0
        for pile in range(ACES_PILES):
            if table.count[pile] and self._goes(table, pile):
                card = table.cards[pile * ACES_HIGH + table.count[pile] - 1]
                if is_lowest(table, card):
                    table.steps[0] = ACES_OFF | pile
                    table.step_count = 1
                    return
                self._add(table, ACES_OFF | pile)
        self._find_moves(table, gap)

    def _find_moves(self, table: AcesTable, gap: cython.int) -> cython.void:
        """Add the steps that take nothing off."""
        pile: cython.int
        if gap >= 0:
            for pile in range(ACES_PILES):
                if real_cards(table, pile) == 2:
                    self._add(table, ACES_GAP | gap << 2 | pile)
        if table.dealt < self.stock:
            self._find_deals(table, gap >= 0)

    def _add(self, table: AcesTable, step: cython.int) -> cython.void:
        table.steps[table.step_count] = step
        table.step_count += 1

    def _find_deals(self, table: AcesTable, gap: cython.bint) -> cython.void:
        """Add the deals: with a gap, after cards that lie alone have changed places in any way."""
        a: cython.int
        b: cython.int
        c: cython.int
        d: cython.int
        free: cython.int = 0
        gaps: cython.int = 0
        if not gap:
            self._add(table, ACES_DEAL | 1 << 2 | 2 << 4 | 3 << 6)
            return
        for a in range(ACES_PILES):
            b = real_cards(table, a)
            if b < 2:
                free |= 1 << a
                if b == 0:
                    gaps |= 1 << a
        # In its place each pile gets the cards of one: its own, or of one that is free as it is.
        for a in range(ACES_PILES):
            if a != 0 and not free & free >> a & 1:
                continue
            for b in range(ACES_PILES):
                if b == a or (b != 1 and not free >> 1 & free >> b & 1):
                    continue
                for c in range(ACES_PILES):
                    if c == a or c == b or (c != 2 and not free >> 2 & free >> c & 1):
                        continue
                    d = 6 - a - b - c
                    if self._lie(a, b, c, d, free, gaps):
                        self._add(table, ACES_DEAL | a | b << 2 | c << 4 | d << 6)

    def _lie(
        self, a: cython.int, b: cython.int, c: cython.int, d: cython.int, free: cython.int, gaps: cython.int
    ) -> cython.bint:
        """Whether piles can come to lie in this order; of orders that change gaps alone, the first."""
        pile: cython.int
        comes: cython.int
        before: cython.int = -1
        for pile in range(ACES_PILES):
            comes = a if pile == 0 else b if pile == 1 else c if pile == 2 else d
            if comes != pile and not (free >> pile & free >> comes & 1):
                return False
            if gaps >> comes & 1:
                if comes < before:
                    return False
                before = comes
        return True

    def _goes(self, table: AcesTable, pile: cython.int) -> cython.bint:
        """Whether the top card of a pile can be taken off."""
        other: cython.int
        card: cython.int = table.cards[pile * ACES_HIGH + table.count[pile] - 1]
        top: cython.int
        for other in range(ACES_PILES):
            if other != pile and table.count[other]:
                top = table.cards[other * ACES_HIGH + table.count[other] - 1]
                if top > card and (top ^ card) & 3 == 0:
                    return True
        return False

    def _make(self, table: AcesTable, step: cython.int, child: AcesTable) -> cython.void:
        """Take a step from a table, in another one."""
        pile: cython.int = step & 3
        gap: cython.int = step >> 2 & 3
        i: cython.int
        comes: cython.int
        copy_table(table, child)
        if step & ACES_OFF:
            child.count[pile] -= 1
            take_off(child, child.cards[pile * ACES_HIGH + child.count[pile]])
        elif step & ACES_GAP:
            i = real_top(child, pile)
            child.cards[gap * ACES_HIGH] = child.cards[pile * ACES_HIGH + i]
            child.count[gap] = 1
            child.count[pile] = i
        else:
            for pile in range(ACES_PILES):
                comes = step >> 2 * pile & 3
                if comes != pile:
                    child.count[pile] = table.count[comes]
                    for i in range(table.count[comes]):
                        child.cards[pile * ACES_HIGH + i] = table.cards[comes * ACES_HIGH + i]
            self._deal(child)

    def _deal(self, table: AcesTable) -> cython.void:
        """Deal a card on each pile, as long as there are cards."""
        pile: cython.int
        for pile in range(ACES_PILES):
            if table.dealt < self.stock:
                table.cards[pile * ACES_HIGH + table.count[pile]] = self.pack[table.dealt]
                table.count[pile] += 1
                table.dealt += 1

    def _is_won(self, table: AcesTable) -> cython.bint:
        """Whether only aces are left."""
        suit: cython.int
        for suit in range(ACES_PILES):
            if table.left[suit] != ACES_DONE:
                return False
        return table.dealt == self.stock

    # --- the game that allows more --------------------------------------------------------------------------------

    @cython.exceptval(-1)
    def _next_end(self) -> cython.int:
        """Look at one more deal of the end of the stock, or begin the search itself."""
        table: AcesTable = self.easier[0]
        first: AcesTable = self.tables[0]
        suit: cython.int
        pile: cython.int
        i: cython.int
        card: cython.int
        self.ends += 1
        if self.ends > ACES_ENDS or self.ends * ACES_PILES >= self.stock or self.positions > ACES_LAST:
            self.ends = 0
            self._enter(first)
            return 0
        # All rounds but the last have a card for each pile.
        table.dealt = (self.stock - 1) // ACES_PILES * ACES_PILES - (self.ends - 1) * ACES_PILES
        best: cython.int[4]
        if not cython.compiled:
            best = [0] * ACES_PILES
        for suit in range(ACES_PILES):
            table.left[suit] = ACES_DONE
            best[suit] = -1
        for pile in range(ACES_PILES):
            for i in range(first.count[pile]):
                card = first.cards[pile * ACES_HIGH + i]
                best[card & 3] = max(best[card & 3], card)
        for i in range(self.stock):
            card = self.pack[i]
            if i < table.dealt:
                best[card & 3] = max(best[card & 3], card)
            else:
                table.left[card & 3] |= 1 << (card >> 2)
        for pile in range(ACES_PILES):
            table.count[pile] = 0
            for suit in range(ACES_PILES):
                if best[suit] >= 0:
                    table.cards[pile * ACES_HIGH + table.count[pile]] = cython.cast(cython.uchar, best[suit] | GHOST)
                    table.count[pile] += 1
        self._offer_easier(0)
        return 0

    @cython.exceptval(-1)
    def _go_on_easier(self) -> cython.int:
        """Take the next step of the game that allows more."""
        table: AcesTable = self.easier[self.deep - 1]
        if table.step == table.step_count or self.deep == ACES_DEPTH:
            self.deep -= 1
            if self.deep == 0:
                self._settle_easier(False)
            return 0
        self._make(table, table.steps[table.step], self.easier[self.deep])
        table.step += 1
        self._offer_easier(self.deep)
        return 0

    @cython.exceptval(-1)
    def _offer_easier(self, at: cython.int) -> cython.int:
        """Go on from a table of that depth, if it is not known how it ends."""
        table: AcesTable = self.easier[at]
        slot: cython.Py_ssize_t
        self._close(table)
        if self._is_won(table):
            self._settle_easier(True)
            return 0
        table.key = key_of_table(table, self.stock)
        if not has_room(self.eased):
            grow_memo(self.eased)
        slot = find_slot(self.eased, table.key)
        if self.eased.values[slot] == ACES_WON:
            self._settle_easier(True)
        elif self.eased.values[slot] == ACES_LOST:
            if at == 0:
                self._settle_easier(False)
        else:
            self.eased.values[slot] = ACES_LOST
            self.eased.count += 1
            self.positions += 1
            table.step = table.step_count = 0
            self._find_moves(table, first_gap(table))
            self.deep = at + 1
        return 0

    @cython.exceptval(-1)
    def _settle_easier(self, won: cython.bint) -> cython.int:
        """Say how the game that allows more ends, from where it began."""
        i: cython.int
        for i in range(self.deep):
            table: AcesTable = self.easier[i]
            self.eased.values[find_slot(self.eased, table.key)] = ACES_WON
        self.deep = 0
        if self.ends and won:
            self._next_end()
        elif self.ends:
            self.status = LOST
        elif not won:
            self.depth -= 1
        return 0

    def _close(self, table: AcesTable) -> cython.void:
        """Take off all that can go, and deal as long as there is nothing else to do."""
        while self._take_one(table) or self._spread(table):
            pass

    def _take_one(self, table: AcesTable) -> cython.bint:
        """Take a card off, or deal where no pile is a gap, if either can be done."""
        pile: cython.int
        other: cython.int
        i: cython.int
        card: cython.int
        gap: cython.bint = first_gap(table) >= 0
        best: cython.int[16]
        if not cython.compiled:
            best = [0] * 16
        for i in range(16):
            best[i] = -1
        for pile in range(ACES_PILES):
            i = max(real_top(table, pile), 0)
            if gap and real_cards(table, pile) == 1:
                # It can be moved off the ghosts that it lies on.
                i = 0
            while i < table.count[pile]:
                card = table.cards[pile * ACES_HIGH + i] & ACES_CARD
                best[4 * pile + (card & 3)] = max(best[4 * pile + (card & 3)], card)
                i += 1
        for pile in range(ACES_PILES):
            i = real_top(table, pile)
            if i < 0:
                continue
            card = table.cards[pile * ACES_HIGH + i]
            for other in range(ACES_PILES):
                if other != pile and best[4 * other + (card & 3)] > card:
                    table.cards[pile * ACES_HIGH + i] = cython.cast(cython.uchar, card | GHOST)
                    take_off(table, card)
                    return True
        for pile in range(ACES_PILES):
            tidy_pile(table, pile)
        if not gap and table.dealt < self.stock:
            self._deal(table)
            return True
        return False

    def _spread(self, table: AcesTable) -> cython.bint:
        """Let the ghosts that nothing lies on lie in every gap too; say whether that changes anything."""
        pile: cython.int
        suit: cython.int
        i: cython.int
        n: cython.int
        card: cython.int
        changed: cython.bint = False
        best: cython.int[4]
        if first_gap(table) < 0:
            return False
        if not cython.compiled:
            best = [0] * ACES_PILES
        for suit in range(ACES_PILES):
            best[suit] = -1
        for pile in range(ACES_PILES):
            i = 0 if real_cards(table, pile) == 1 else real_top(table, pile) + 1
            while i < table.count[pile]:
                card = table.cards[pile * ACES_HIGH + i]
                if card & GHOST and not is_lowest(table, card & ACES_CARD):
                    best[card & 3] = max(best[card & 3], card)
                i += 1
        for pile in range(ACES_PILES):
            if real_top(table, pile) >= 0:
                continue
            n = 0
            for suit in range(ACES_PILES - 1, -1, -1):
                if best[suit] >= 0:
                    if n >= table.count[pile] or table.cards[pile * ACES_HIGH + n] != best[suit]:
                        changed = True
                    table.cards[pile * ACES_HIGH + n] = cython.cast(cython.uchar, best[suit])
                    n += 1
            changed = changed or n != table.count[pile]
            table.count[pile] = n
        return changed

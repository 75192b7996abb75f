"""The search of games in which pairs of a sum leave the table: Pyramid, Giza, Fourteen and similar games.

Only ranks count. A position is the set of cards that are left and how far the stock is turned; a step takes a card or
two off the table, the draws before it included. The search goes depth first.

What it prunes, and why that loses nothing:

- A free card of the rank `sum`, in the tableau or in the reserve, goes at once: it has no other use, and the card
  beneath becomes free. Where cards are drawn one at a time the same holds for such a card on top of the waste, so that
  one still in the stock need not be considered: it goes as soon as it is drawn.
- Pairs within the tableau and the reserve do not wait for draws: they are worth the same now and later, and draws stay
  possible.
- Where cards are drawn one at a time, the same cards with less of the stock turned are never worse: one can keep
  drawing until as much is turned. So a card of the stock is taken at the first opportunity, and a position is searched
  again only if less is turned than before. Where three are drawn, this holds between passes.
- A position is lost if the cards that must go cannot be matched with partners, no card with one that lies above
  or below it, and two of the stock only if they can be the two top cards of the waste. A rank and its partner's have
  eight cards in all, so a table answers this for each set of them. If one matching gives partners to all cards of the
  one rank, and another to all of the other rank, there is a matching that does both (Mendelsohn and Dulmage).
"""

from __future__ import annotations

import cython

from spite_and_malice.patience.core.bits import lowest_bit, one, popcount
from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.memo import Memo, find_slot, grow_memo, has_room


@cython.final
@cython.no_gc
@cython.cclass
class PairSearch:
    """A search for a way to take all cards off the table: `run` continues it, `status` is its state.

    Cards are numbered from 0, each rank next to that of its partners; those of the stock and the waste have a number in
    the talon too, from 1, the card that was turned first being the lowest.
    """

    status = cython.declare(cython.int, visibility="readonly")
    memo: Memo
    most: cython.Py_ssize_t
    by_three: cython.bint
    passes: cython.int  # how many there are, 0 for unlimited
    waste_pair: cython.bint
    needed: cython.ulonglong  # the cards that must go
    on_table: cython.ulonglong  # those that are not in the talon
    single: cython.ulonglong  # those that go alone
    cover: cython.ulonglong[64]  # the cards that lie on a card
    beneath: cython.ulonglong[64]  # the cards that it lies on
    partners: cython.ulonglong[64]
    group_of: cython.uchar[64]
    shift: cython.uchar[16]  # by group: its first card
    can_match: cython.uchar[4096]  # by group * 256 + its cards that are left
    talon: cython.uchar[64]  # by number in the talon: the card
    talon_count: cython.int
    # By depth: the position, and what remains to be tried there.
    depth: cython.Py_ssize_t
    present: cython.ulonglong[64]
    turned: cython.uchar[64]  # the number of the top card of the waste, 0 for none
    passed: cython.uchar[64]  # the number of the pass, from 0
    first: cython.ushort[64]  # the next move to try from a depth, and the end of the moves
    last: cython.ushort[64]
    # Moves of all depths, one after the other: cards to take off, and the state of the talon afterwards.
    takes: cython.ulonglong[8192]
    leaves_turned: cython.uchar[8192]
    leaves_passed: cython.uchar[8192]
    score: cython.int[8192]

    def __init__(
        self,
        table: list[tuple[int, int, int, int]],
        groups: list[tuple[int, int]],
        talon: list[int],
        start: tuple[int, int, int, int, int],
        rules: tuple[bool, int, bool],
        most: cython.Py_ssize_t,
    ) -> None:
        """Begin at a position; at most `most` positions are kept.

        `table` gives for each card the cards on it and beneath it, its partners and its group, `groups` for each group
        its first card and how many have the first of its two ranks, and `talon` the cards of the talon in the order
        they are turned. `start` holds the cards that are left, those that must go, and those that go alone, the number
        of the top card of the waste, and the number of the pass, from 0. `rules` says whether three cards are drawn,
        the number of passes, and whether two cards of the waste may pair.
        """
        i: cython.int
        k: cython.int
        if not cython.compiled:
            self.cover = [0] * 64
            self.beneath = [0] * 64
            self.partners = [0] * 64
            self.group_of = [0] * 64
            self.shift = [0] * 16
            self.can_match = [0] * 4096
            self.talon = [0] * 64
            self.present = [0] * 64
            self.turned = [0] * 64
            self.passed = [0] * 64
            self.first = [0] * 64
            self.last = [0] * 64
            self.takes = [0] * 8192
            self.leaves_turned = [0] * 8192
            self.leaves_passed = [0] * 8192
            self.score = [0] * 8192
        self.memo = Memo()
        self.most = most
        self.by_three, self.passes, self.waste_pair = rules
        for i, (cover, beneath, partners, group) in enumerate(table):
            self.cover[i] = cover
            self.beneath[i] = beneath
            self.partners[i] = partners
            self.group_of[i] = group
        self.talon_count = len(talon)
        self.on_table, self.needed, self.single, turned, passed = start
        self.present[0] = self.on_table
        for i in range(self.talon_count):
            self.talon[i + 1] = talon[i]
            self.on_table &= ~one(self.talon[i + 1])
        for i, (shift, first_rank) in enumerate(groups):
            self.shift[i] = shift
            self._find_matches(i, (1 << first_rank) - 1)
        self.turned[0] = turned
        self.passed[0] = passed
        self.depth = 0
        self.first[0] = 0
        self.status = RUNNING
        self._clear_singles(0)
        if self.present[0] & self.needed == 0:
            self.status = FOUND
            return
        for i in range(len(groups)):
            if not self.can_match[i * 256 + (self.present[0] >> self.shift[i] & 255)]:
                self.status = LOST
                return
        self._open(0)

    @property
    def positions(self) -> int:
        """How many positions were found."""
        return self.memo.count

    def run(self, positions: cython.Py_ssize_t) -> int:
        """Continue until that many more positions were found or the search has ended; return its status."""
        end: cython.Py_ssize_t = self.memo.count + positions
        while self.status == RUNNING and self.memo.count < end:
            if self.memo.count >= self.most:
                self.status = FULL
            elif not has_room(self.memo):
                grow_memo(self.memo)
            else:
                self._go_on(min(end, self.most))
        return self.status

    def steps(self) -> list[int]:
        """The winning line: the set of cards taken by each step, without those that go alone at once."""
        return [self.takes[self.first[i] - 1] for i in range(self.depth)]

    def _go_on(self, end: cython.Py_ssize_t) -> cython.void:
        """Continue as long as the table has room."""
        d: cython.Py_ssize_t
        i: cython.Py_ssize_t
        while self.memo.count < end and has_room(self.memo):
            d = self.depth
            i = self.first[d]
            if i == self.last[d]:
                if d == 0:
                    self.status = LOST
                    return
                self.depth = d - 1
                continue
            self.first[d] += 1
            self.present[d + 1] = self.present[d] & ~self.takes[i]
            self.turned[d + 1] = self.leaves_turned[i]
            self.passed[d + 1] = self.leaves_passed[i]
            self._clear_singles(d + 1)
            if self.present[d + 1] & self.needed == 0:
                self.depth = d + 1
                self.status = FOUND
                return
            if self._may_win(d + 1, self.takes[i]) and self._is_new(d + 1):
                self.depth = d + 1
                self.first[d + 1] = self.last[d]
                self._open(d + 1)

    def _clear_singles(self, d: cython.Py_ssize_t) -> cython.void:
        """Remove the free cards of the table that go alone."""
        left: cython.ulonglong = self.present[d] & self.on_table & self.single
        card: cython.int
        again: cython.bint = left != 0
        while again:
            again = False
            left = self.present[d] & self.on_table & self.single
            while left:
                card = lowest_bit(left)
                left &= left - 1
                if self.cover[card] & self.present[d] == 0:
                    self.present[d] &= ~one(card)
                    again = True

    def _may_win(self, d: cython.Py_ssize_t, taken: cython.ulonglong) -> cython.bint:
        """Whether the cards that must go can still be matched in the groups from which cards were last taken."""
        group: cython.int = self.group_of[lowest_bit(taken)]
        return self.can_match[group * 256 + cython.cast(cython.int, self.present[d] >> self.shift[group] & 255)] != 0

    def _find_matches(self, group: cython.int, first_rank: cython.int) -> cython.void:
        """Fill `can_match` for a group; `first_rank` is the set of its cards of the first rank."""
        shift: cython.int = self.shift[group]
        must: cython.int = cython.cast(cython.int, (self.needed & ~self.single) >> shift & 255)
        left: cython.int
        some: cython.int
        card: cython.int
        rest: cython.int
        is_one_rank: cython.bint
        others: cython.ulonglong
        for left in range(256):
            self.can_match[group * 256 + left] = 1
            some = left & must
            while some:
                # Any set of cards of one rank that must go needs at least as many partners.
                others = 0
                rest = some
                while rest:
                    card = lowest_bit(rest)
                    rest &= rest - 1
                    others |= self.partners[shift + card]
                is_one_rank = not (some & first_rank and some & ~first_rank)
                if is_one_rank and popcount(others >> shift & left) < popcount(some):
                    self.can_match[group * 256 + left] = 0
                    break
                some = (some - 1) & left & must

    def _is_new(self, d: cython.Py_ssize_t) -> cython.bint:
        """Whether a position has not been searched with so little of the stock turned; note that it has."""
        key: cython.ulonglong = self.present[d]
        turned: cython.ulonglong = self.turned[d]
        time: cython.int
        known: cython.int
        slot: cython.Py_ssize_t
        if self.by_three:
            key |= turned << 52
            time = self.passed[d] + 1
        elif self.passes == 0:
            time = 1
        else:
            time = self.passed[d] * 64 + self.turned[d] + 1
        slot = find_slot(self.memo, key)
        known = self.memo.values[slot]
        if known == 0:
            self.memo.count += 1
        elif known <= time:
            return False
        self.memo.values[slot] = cython.cast(cython.ushort, time)
        return True

    # --- moves to try -------------------------------------------------------------------------------------------

    def _open(self, d: cython.Py_ssize_t) -> cython.void:
        """Find the moves from a position: those that free the most cards first."""
        present: cython.ulonglong = self.present[d]
        left: cython.ulonglong = present & self.on_table
        free: cython.ulonglong = 0
        others: cython.ulonglong
        card: cython.int
        self.last[d] = self.first[d]
        while left:
            card = lowest_bit(left)
            left &= left - 1
            if self.cover[card] & present == 0:
                free |= one(card)
        left = free
        while left:
            card = lowest_bit(left)
            left &= left - 1
            others = self.partners[card] & left
            while others:
                self._add(d, one(card) | others & ~others + 1, self.turned[d], self.passed[d], 0)
                others &= others - 1
        if self.talon_count > 0:
            self._add_from_talon(d, free)
        self._sort(d)

    def _add_from_talon(self, d: cython.Py_ssize_t, free: cython.ulonglong) -> cython.void:
        """Add the moves of cards of the talon, each with as little of the stock turned as possible."""
        present: cython.ulonglong = self.present[d]
        number: cython.int
        before: cython.int = 0
        seen: cython.int = 0  # how many cards of the talon were considered
        from_now: cython.int = 0  # how many are turned as the talon is now
        left: cython.int = 0
        card: cython.int
        passed: cython.int
        reached_now: cython.bint
        others: cython.ulonglong
        for number in range(1, self.talon_count + 1):
            if present & one(self.talon[number]):
                left += 1
                from_now += number <= self.turned[d]
        for number in range(1, self.talon_count + 1):
            card = self.talon[number]
            if present & one(card) == 0:
                continue
            seen += 1
            reached_now = seen >= from_now
            if self.by_three and reached_now:
                reached_now = seen == from_now or seen == left or (seen - from_now) % 3 == 0
            passed = self.passed[d]
            if not reached_now:
                if self.passes == 0 and (not self.by_three or seen % 3 == 0 or seen == left):
                    pass
                elif self.passes > passed + 1 and (not self.by_three or seen % 3 == 0 or seen == left):
                    passed += 1
                else:
                    before = number
                    continue
            others = self.partners[card] & free
            while others:
                self._add(d, one(card) | others & ~others + 1, before, passed, 1 + passed - self.passed[d])
                others &= others - 1
            if self.single & one(card):
                self._add(d, one(card), before, passed, 1 + passed - self.passed[d])
            if self.waste_pair and before and self.partners[card] & one(self.talon[before]):
                self._add(
                    d,
                    one(card) | one(self.talon[before]),
                    self._turned_below(present, before),
                    passed,
                    2 + passed - self.passed[d],
                )
            before = number

    def _turned_below(self, present: cython.ulonglong, number: cython.int) -> cython.int:
        """The remaining card of the talon turned before a given one, 0 for none."""
        number -= 1
        while number > 0 and present & one(self.talon[number]) == 0:
            number -= 1
        return number

    def _add(
        self, d: cython.Py_ssize_t, takes: cython.ulonglong, turned: cython.int, passed: cython.int, cost: cython.int
    ) -> cython.void:
        i: cython.Py_ssize_t = self.last[d]
        left: cython.ulonglong = self.present[d] & ~takes
        beneath: cython.ulonglong = 0
        score: cython.int = -cost
        cards: cython.ulonglong = takes
        while cards:
            beneath |= self.beneath[lowest_bit(cards)]
            cards &= cards - 1
        # The cards directly under one of these, with nothing else on them now.
        while beneath:
            if self.cover[lowest_bit(beneath)] & left == 0:
                score += 4
            beneath &= beneath - 1
        self.takes[i] = takes
        self.leaves_turned[i] = cython.cast(cython.uchar, turned)
        self.leaves_passed[i] = cython.cast(cython.uchar, passed)
        self.score[i] = score
        self.last[d] += 1

    def _sort(self, d: cython.Py_ssize_t) -> cython.void:
        """Order the moves from a depth by their scores, the highest first."""
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        takes: cython.ulonglong
        turned: cython.uchar
        passed: cython.uchar
        score: cython.int
        for i in range(self.first[d] + 1, self.last[d]):
            takes = self.takes[i]
            turned = self.leaves_turned[i]
            passed = self.leaves_passed[i]
            score = self.score[i]
            k = i
            while k > self.first[d] and self.score[k - 1] < score:
                self.takes[k] = self.takes[k - 1]
                self.leaves_turned[k] = self.leaves_turned[k - 1]
                self.leaves_passed[k] = self.leaves_passed[k - 1]
                self.score[k] = self.score[k - 1]
                k -= 1
            self.takes[k] = takes
            self.leaves_turned[k] = turned
            self.leaves_passed[k] = passed
            self.score[k] = score

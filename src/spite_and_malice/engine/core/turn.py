"""Searching a whole turn: every table that centre plays can reach before a hidden card is revealed.

The turn is played on a few counts instead of a position: how high the centre stacks are, how many cards of each rank
the hand holds, how far the side stacks have been played down. Equal tables are visited once.
"""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.engine.core.codes import *
from spite_and_malice.engine.core.integers import to_centre, to_side
from spite_and_malice.engine.core.legal import has_empty_place
from spite_and_malice.engine.core.memory import Core
from spite_and_malice.engine.core.random_numbers import HASH_FIRST, HASH_SECOND, HASH_START, LOW_64
from spite_and_malice.engine.core.rules import CoreRules, bits_of, height_after, ranks_below
from spite_and_malice.engine.core.valuing import parting_value, resting_value

# The value of playing a pay-off card, above anything else in a turn; of playing the last one; of an endless turn.
PAYOFF_VALUE: Final = 100000
GAME_VALUE: Final = 10000000
NO_VALUE: Final = -1000000000
UNWANTED: Final = -10000000
# The most tables visited in a turn; `keys` has room for them.
MOST_TABLES: Final = 700
# How deep a side stack is searched.
DEEPEST: Final = 16


@cython.final
@cython.cclass
class WholeTurn:
    """Finds the best line of a turn by the weights (`codes.W_HAND` …) of the policy that owns it.

    `line` holds the `length` moves of the best line, up to the first card revealed or up to the discard, which is not
    included.
    """

    rules: CoreRules
    side: cython.Py_ssize_t
    piles: cython.Py_ssize_t
    build_to: cython.Py_ssize_t
    wild_values: cython.Py_ssize_t
    no_discard: cython.Py_ssize_t  # ranks, bit r
    weights: cython.p_int  # of the seat to move
    danger: cython.p_int  # by height, the value of a centre stack to the opponents
    line: cython.longlong[32]
    length: cython.Py_ssize_t
    ends: cython.bint  # whether the turn ends after the line
    discard: cython.Py_ssize_t  # and with which discard, PASS for none
    likely: cython.Py_ssize_t  # the best discard at the table just valued
    # The best lines, if several are wanted: value, length, whether the turn ends, moves.
    most_kept: cython.Py_ssize_t
    kept: cython.Py_ssize_t
    kept_value: cython.longlong[48]
    kept_length: cython.int[48]
    kept_ends: cython.int[48]
    kept_lines: cython.longlong[1536]
    # The table at this point of the search.
    places: cython.Py_ssize_t
    heights: cython.int[24]
    total: cython.Py_ssize_t  # cards in the hand
    counts: cython.int[17]  # of the natural ranks in the hand; of wild cards at 0
    cards: cython.int[170]  # these cards, ten places for each rank
    held: cython.Py_ssize_t  # natural ranks in the hand, bit r
    depth: cython.int[8]  # cards played off each side stack
    # The side stacks, 32 cards deep: ranks (0 for a wild, -1 for none), and the ranks that a card and those below it
    # can supply in order (bit r).
    ranks: cython.int[256]
    runs: cython.int[256]
    wanted: cython.int[4]  # the ranks on top of the pay-off piles, 0 for wild, -1 for none or unknown
    feed: cython.int[17]  # by height, how many of the opponents' side stacks could be played on it
    left: cython.Py_ssize_t  # pay-off cards of the side
    # Tables visited in this turn.
    tables: cython.Py_ssize_t
    most: cython.Py_ssize_t
    stamp: cython.int
    stamps: cython.int[1024]
    keys: cython.ulonglong[1024]
    signs: cython.ulonglong[64]  # what a height, a rank in the hand and a side card add to a key
    path: cython.longlong[32]
    best: cython.Py_ssize_t
    fewest: cython.Py_ssize_t  # how many cards short of the pay-off card the table just valued is
    needed: cython.Py_ssize_t  # the missing ranks below the pay-off card (bit r), of the table just valued

    def __init__(self, rules: CoreRules) -> None:
        """Make a search for positions under these rules."""
        i: cython.Py_ssize_t
        state: cython.ulonglong = HASH_START
        self.rules = rules
        self.side = rules.side
        self.piles = rules.piles
        self.build_to = rules.build_to
        self.wild_values = rules.wild_values
        self.no_discard = rules.no_discard << 1
        if not cython.compiled:
            self.line, self.path = [0] * 32, [0] * 32
            self.heights = [0] * 24
            self.counts, self.cards = [0] * 17, [0] * 170
            self.depth = [0] * 8
            self.ranks, self.runs = [0] * 256, [0] * 256
            self.wanted = [0] * 4
            self.feed = [0] * 17
            self.stamps, self.keys, self.signs = [0] * 1024, [0] * 1024, [0] * 64
            self.kept_value, self.kept_length, self.kept_ends = [0] * KEPT, [0] * KEPT, [0] * KEPT
            self.kept_lines = [0] * (KEPT * LONGEST_LINE)
        self.length = self.stamp = self.kept = self.most_kept = 0
        self.ends = False
        for i in range(1024):
            self.stamps[i] = 0
        for i in range(64):
            state = (state * HASH_FIRST + HASH_SECOND) & LOW_64
            self.signs[i] = state ^ (state >> 29)

    def _find(
        self, core: Core, weights: cython.p_int, danger: cython.p_int, most: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Fill `line` for the seat to move, visiting `most` tables at most; its value, NO_VALUE if there is none.

        `weights` and `danger` are only borrowed for the search.
        """
        key: cython.ulonglong
        if not self.rules.whole_turns or core.stage != PLAY or core.places >= 24:
            return NO_VALUE
        key = self._lay_out(core)
        self.weights = weights
        self.danger = danger
        self.best = NO_VALUE
        self.length = 0
        self.tables = 0
        self.most = most if most < MOST_TABLES else MOST_TABLES
        self.stamp += 1
        self.kept = 0
        self.ends = False
        self.likely = PASS
        self._look_on(0, 0, key)
        return self.best

    def _lay_out(self, core: Core) -> cython.ulonglong:
        """Read the table from a position; return its key."""
        mem: cython.p_ushort = core.mem
        base: cython.Py_ssize_t = core.turn * SEAT
        key: cython.ulonglong = 0
        i: cython.Py_ssize_t
        code: cython.Py_ssize_t
        rank: cython.Py_ssize_t
        node: cython.Py_ssize_t
        at: cython.Py_ssize_t
        ranks: cython.Py_ssize_t
        self.places = core.places
        for i in range(core.places):
            self.heights[i] = mem[core.o_height + i]
            key += self.signs[self.heights[i]]
        if self.rules.centre < 0 and not has_empty_place(core):
            self.heights[self.places] = 0
            self.places += 1
        for i in range(17):
            self.counts[i] = 0
        self.held = 0
        self.total = mem[base]
        for i in range(self.total):
            code = mem[base + HAND + i]
            rank = self.rules.natural[code]
            if rank or self.rules.wild[code]:
                self.cards[rank * 10 + self.counts[rank]] = code
                self.counts[rank] += 1
                key += self.signs[17 + rank]
                if rank:
                    self.held |= 1 << rank
        for i in range(self.side):
            self.depth[i] = 0
            node = mem[base + SIDE_TOP + i]
            at = i * 32
            while node and at < i * 32 + DEEPEST:
                code = mem[core.o_card + node]
                self.ranks[at] = self.rules.natural[code]
                node = mem[core.o_under + node]
                at += 1
            self.ranks[at] = -1
            ranks = 0
            while at > i * 32:
                at -= 1
                rank = self.ranks[at]
                ranks = 0 if rank == 0 else (ranks | (1 << rank) if self.ranks[at + 1] == rank + 1 else 1 << rank)
                self.runs[at] = ranks
        for i in range(self.piles):
            node = mem[base + PAY_TOP + i]
            code = mem[core.o_card + node] if node else 0
            self.wanted[i] = self.rules.natural[code] if self.rules.natural[code] or self.rules.wild[code] else -1
        self.left = core._left(core.turn)
        for i in range(17):
            self.feed[i] = 0
        for at in range(self.rules.players):
            if at != core.turn:
                for i in range(self.side):
                    node = mem[at * SEAT + SIDE_TOP + i]
                    rank = self.rules.natural[mem[core.o_card + node]] if node else 0
                    if rank:
                        self.feed[rank - 1] += 1
        return key

    # --- looking ahead ------------------------------------------------------------------------------------------

    def _is_new(self, key: cython.ulonglong) -> cython.bint:
        """Whether this table is new and there is room to visit it."""
        at: cython.Py_ssize_t = (key ^ (key >> 32)) & 1023
        while self.stamps[at] == self.stamp:
            if self.keys[at] == key:
                return False
            at = (at + 1) & 1023
        if self.tables >= self.most:
            return False
        self.tables += 1
        self.stamps[at] = self.stamp
        self.keys[at] = key
        return True

    def _look_on(
        self,
        played: cython.Py_ssize_t,
        gained: cython.Py_ssize_t,
        key: cython.ulonglong,
    ) -> cython.void:
        """Value ending the turn at this table, then try every distinct play."""
        i: cython.Py_ssize_t
        place: cython.Py_ssize_t
        rank: cython.Py_ssize_t
        height: cython.Py_ssize_t
        seen: cython.Py_ssize_t = 0
        value: cython.Py_ssize_t
        at: cython.Py_ssize_t
        end: cython.Py_ssize_t
        forced: cython.Py_ssize_t = self._forced() if self.rules.forced else 0
        # Wild cards are tried only where one or all of them reach the pay-off card, empty the hand or block.
        spend: cython.bint
        takes_wild: cython.bint
        value = self._table(True)
        spend = self.fewest == 0 or self.total - self.counts[0] < 2
        if not forced and self.best < PAYOFF_VALUE // 2:
            end = self._end()
            if end > NO_VALUE:
                self._take(gained + value + end, played, True)
            else:
                # A turn may end without a discard only if nothing else can be done.
                self._take(gained + value + UNWANTED + PAYOFF_VALUE * played, played, True)
                spend = True
        if played >= 30:
            return
        for place in range(self.places):
            height = self.heights[place]
            if (seen >> height) & 1:
                continue
            seen |= 1 << height
            self._play_payoff(place, played, gained, forced)
            # A card of that rank from the hand, or a wild.
            rank = height + 1
            if self.counts[rank] and (not forced or (self.rules.forced_hand >> (rank - 1)) & 1):
                self._play_hand(rank, place, played, gained + self.weights[W_HAND], key)
            takes_wild = (
                not forced
                and (self.wild_values >> height) & 1
                and (spend or 2 * self.danger[height] >= -self.weights[W_WILD])
            )
            if takes_wild and self.counts[0]:
                self._play_hand(0, place, played, gained + self.weights[W_WILD], key)
            for i in range(self.side):
                at = i * 32 + self.depth[i]
                rank = self.ranks[at]
                if rank == 0:
                    if not takes_wild:
                        continue
                elif rank != height + 1 or (forced and not (self.rules.forced_side >> (rank - 1)) & 1):
                    continue
                value = self.weights[W_SIDE] if rank else self.weights[W_WILD_SIDE]
                if self.ranks[at + 1] < 0:
                    value += self.weights[W_CLEARED]
                self.path[played] = to_centre(FROM_SIDE + i, 0, place)
                self.depth[i] += 1
                self._build(place, played, gained + value, key + self.signs[34 + i])
                self.depth[i] -= 1

    def _play_payoff(
        self,
        place: cython.Py_ssize_t,
        played: cython.Py_ssize_t,
        gained: cython.Py_ssize_t,
        forced: cython.Py_ssize_t,
    ) -> cython.void:
        """Value the plays of pay-off cards to a place; the card they turn up ends the line."""
        height: cython.Py_ssize_t = self.heights[place]
        i: cython.Py_ssize_t
        rank: cython.Py_ssize_t
        value: cython.Py_ssize_t
        for i in range(self.piles):
            rank = self.wanted[i]
            if rank < 0 or (rank and rank != height + 1) or (rank == 0 and not (self.wild_values >> height) & 1):
                continue
            if forced and not (rank and (self.rules.forced_payoff >> (rank - 1)) & 1):
                continue
            self.path[played] = to_centre(FROM_PAYOFF + i, 0, place)
            self.heights[place] = height_after(height, self.build_to)
            value = gained + (PAYOFF_VALUE if self.left > 1 else GAME_VALUE)
            value += self._table(False)
            self.heights[place] = height
            self._take(value, played + 1, False)

    def _play_hand(
        self,
        rank: cython.Py_ssize_t,
        place: cython.Py_ssize_t,
        played: cython.Py_ssize_t,
        gained: cython.Py_ssize_t,
        key: cython.ulonglong,
    ) -> cython.void:
        """Continue with a play from the hand; `rank` is 0 for a wild card."""
        height: cython.Py_ssize_t = self.heights[place]
        held: cython.Py_ssize_t = self.held
        self.counts[rank] -= 1
        self.path[played] = to_centre(FROM_HAND, self.cards[rank * 10 + self.counts[rank]], place)
        self.total -= 1
        if rank and self.counts[rank] == 0:
            self.held &= ~(1 << rank)
        if self.total:
            self._build(place, played, gained, key - self.signs[17 + rank])
        else:
            self.heights[place] = height_after(height, self.build_to)
            if self.rules.refill:
                gained += self.weights[W_EMPTYING]
            self._take(gained + self._table(True), played + 1, False)
            self.heights[place] = height
        self.counts[rank] += 1
        self.total += 1
        self.held = held

    def _build(
        self,
        place: cython.Py_ssize_t,
        played: cython.Py_ssize_t,
        gained: cython.Py_ssize_t,
        key: cython.ulonglong,
    ) -> cython.void:
        """Continue with a centre stack one card higher."""
        height: cython.Py_ssize_t = self.heights[place]
        higher: cython.Py_ssize_t = height_after(height, self.build_to)
        places: cython.Py_ssize_t = self.places
        self.heights[place] = higher
        key += self.signs[higher] - self.signs[height]
        if self.rules.centre < 0 and height == 0 and places < 24 and not self._has_empty():
            # One more empty place is always available.
            self.heights[places] = 0
            self.places += 1
        if not cython.compiled:
            key &= LOW_64
        if self._is_new(key):
            self._look_on(played + 1, gained, key)
        self.places = places
        self.heights[place] = height

    def _has_empty(self) -> cython.bint:
        i: cython.Py_ssize_t
        for i in range(self.places):
            if self.heights[i] == 0:
                return True
        return False

    def _take(self, value: cython.Py_ssize_t, played: cython.Py_ssize_t, ends: cython.bint) -> cython.void:
        """Keep the line so far if it is the best."""
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t
        if self.most_kept and (self.kept < self.most_kept or value > self.kept_value[self.kept - 1]):
            # Sorted, best line first; the worst makes room.
            if self.kept < self.most_kept:
                self.kept += 1
            at = self.kept - 1
            while at and value > self.kept_value[at - 1]:
                self.kept_value[at] = self.kept_value[at - 1]
                self.kept_length[at] = self.kept_length[at - 1]
                self.kept_ends[at] = self.kept_ends[at - 1]
                for i in range(self.kept_length[at]):
                    self.kept_lines[at * LONGEST_LINE + i] = self.kept_lines[(at - 1) * LONGEST_LINE + i]
                at -= 1
            self.kept_value[at] = value
            self.kept_length[at] = played
            self.kept_ends[at] = ends
            for i in range(played):
                self.kept_lines[at * LONGEST_LINE + i] = self.path[i]
        if value > self.best:
            self.best = value
            self.length = played
            self.ends = ends
            self.discard = self.likely
            for i in range(played):
                self.line[i] = self.path[i]

    def _forced(self) -> cython.Py_ssize_t:
        """The ranks of the forced plays that are possible (bit r)."""
        ranks: cython.Py_ssize_t = self.held & (self.rules.forced_hand << 1)
        taken: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        rank: cython.Py_ssize_t
        for i in range(self.places):
            taken |= 2 << self.heights[i]
        if self.rules.forced_payoff:
            for i in range(self.piles):
                rank = self.wanted[i]
                if rank > 0:
                    ranks |= (1 << rank) & (self.rules.forced_payoff << 1)
        if self.rules.forced_side:
            for i in range(self.side):
                rank = self.ranks[i * 32 + self.depth[i]]
                if rank > 0:
                    ranks |= (1 << rank) & (self.rules.forced_side << 1)
        return ranks & taken

    # --- the value of a table ----------------------------------------------------------------------------------

    def _table(self, known: cython.bint) -> cython.Py_ssize_t:
        """The value of the centre stacks for everybody's pay-off cards, the seat's own included if it is `known`."""
        fear: cython.Py_ssize_t = 0
        hope: cython.Py_ssize_t = 0
        wilds: cython.Py_ssize_t = self.counts[0]
        i: cython.Py_ssize_t
        stack: cython.Py_ssize_t
        height: cython.Py_ssize_t
        pile: cython.Py_ssize_t
        rank: cython.Py_ssize_t
        at: cython.Py_ssize_t
        given: cython.Py_ssize_t
        missing: cython.Py_ssize_t
        every: cython.Py_ssize_t = self.held  # all ranks that the hand and the side stacks can supply
        for i in range(self.places):
            if self.danger[self.heights[i]] > fear:
                fear = self.danger[self.heights[i]]
            if self.feed[self.heights[i]]:
                hope -= self.weights[W_FEED]
        self.needed = 0
        self.fewest = 99
        if not known:
            return hope - fear
        for stack in range(self.side):
            at = stack * 32 + self.depth[stack]
            if self.ranks[at] == 0:
                wilds += 1
            elif self.ranks[at] > 0:
                every |= self.runs[at]
        for pile in range(self.piles):
            rank = self.wanted[pile]
            if rank <= 0:
                continue
            for i in range(self.places):
                height = self.heights[i]
                if height >= rank:
                    continue
                given = self.held
                for stack in range(self.side):
                    at = stack * 32 + self.depth[stack]
                    if self.ranks[at] > height:
                        given |= self.runs[at]
                given = ((1 << rank) - (2 << height)) & ~given
                missing = -wilds
                while given and missing < self.fewest:
                    given &= given - 1
                    missing += 1
                if missing < 0:
                    missing = 0
                if missing < self.fewest:
                    self.fewest = missing
                    self.needed = (1 << rank) - (2 << height)
            for i in range(self.places):
                height = self.heights[i]
                if height >= rank and self.fewest:
                    self._complete_first(rank, height, wilds, every)
        if self.fewest < 3:
            hope += self.weights[W_NEAR + self.fewest]
        return hope - fear

    def _complete_first(
        self, rank: cython.Py_ssize_t, height: cython.Py_ssize_t, wilds: cython.Py_ssize_t, every: cython.Py_ssize_t
    ) -> cython.void:
        """Take the way to the pay-off card that completes a stack first, if it lacks fewer cards than any other.

        `every` holds the ranks that the hand and the side stacks can supply in any order.
        """
        needed: cython.Py_ssize_t = ranks_below(rank, height, self.build_to)
        most: cython.Py_ssize_t = self.fewest if self.fewest < 3 else 3
        given: cython.Py_ssize_t = self.held
        missing: cython.Py_ssize_t
        stack: cython.Py_ssize_t
        at: cython.Py_ssize_t
        if bits_of(needed & ~every) - wilds >= most:
            return
        for stack in range(self.side):
            at = stack * 32 + self.depth[stack]
            if self.ranks[at] > height or 0 < self.ranks[at] < rank:
                given |= self.runs[at]
        missing = bits_of(needed & ~given) - wilds
        if missing < most:
            self.fewest = missing if missing > 0 else 0
            self.needed = needed

    def _end(self) -> cython.Py_ssize_t:
        """The value of the best discard, NO_VALUE if there is none."""
        best: cython.Py_ssize_t = NO_VALUE
        rank: cython.Py_ssize_t
        value: cython.Py_ssize_t
        stack: cython.Py_ssize_t
        below: cython.Py_ssize_t
        parting: cython.Py_ssize_t
        twin: cython.bint
        needed: cython.Py_ssize_t = self.needed
        self.likely = PASS
        for rank in range(17):
            if self.counts[rank] == 0 or (self.no_discard >> rank) & 1:
                continue
            twin = self.counts[rank] > 1
            # Of two needed cards of one rank, one can be spared.
            parting = parting_value(self.weights, rank, twin, 0 if twin else needed)
            for stack in range(self.side):
                below = self.ranks[stack * 32 + self.depth[stack]]
                value = parting + resting_value(self.weights, rank, below, needed)
                if value > best:
                    best = value
                    self.likely = to_side(self.cards[rank * 10 + self.counts[rank] - 1], stack)
        return best

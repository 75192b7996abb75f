"""The positions found by the search of games of building, each once, the most promising first.

A 128-bit key stands for a position; the order of piles and cells does not count in it (except for piles that the stock
is yet to be dealt onto). The chance that two of ten million positions have the same key is about 10 to the power of
-25.
"""

from __future__ import annotations

from typing import Final

import cython

from spite_and_malice.patience.core.bits import ALL_BITS
from spite_and_malice.patience.core.board import HEIGHT, ROOM_OF_PLACES, Board
from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.integers import pair_index, rank_of, suit_of
from spite_and_malice.patience.core.lossless import play_move, settle_board

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc, realloc
    from cython.cimports.libc.string import memcpy

NONE: Final = 0xFFFFFFFF
ODD_FIRST: Final = 0x9E3779B97F4A7C15
ODD_SECOND: Final = 0xC2B2AE3D27D4EB4F
ODD_THIRD: Final = 0x165667B19E3779F9
ODD_FOURTH: Final = 0xD6E8FEB86659FD93

HEAPS: Final = 4096
FIRST_POSITIONS: Final = 4096
# The most bytes of a position.
MOST_BYTES: Final = 416
# The most positions added by one expansion.
MOST_AT_ONCE: Final = 4096
# Positions that were found and are not looked up yet: how many there may be, and how many are gathered before they are
# looked up once there are more positions than the processor keeps near.
MOST_NEW: Final = 8192
ENOUGH_NEW: Final = 64
FAR: Final = 30_000

# The penalties of a position, in the order of the weights: a card that is not home, a card on one that it does not
# fit on, one with a lower card of its suit under it, a face-down card, a card of the talon, a full cell, a pile that is
# no gap, a card that fits but in another suit, a card of the reserve, eight moves, a card of the waste in the last
# pass, one with a lower card of any suit under it, and in the waste of the last pass one with a lower card of its suit
# under it, and one with a lower card of any suit; a card over the one that comes next on a foundation.
AWAY: Final = 0
BREAK: Final = 1
BLOCK: Final = 2
HIDDEN: Final = 3
IN_TALON: Final = 4
IN_CELL: Final = 5
IN_PILE: Final = 6
MIXED: Final = 7
IN_RESERVE: Final = 8
DEPTH: Final = 9
IN_WASTE: Final = 10
UPON_LOWER: Final = 11
WASTE_BLOCK: Final = 12
WASTE_UPON_LOWER: Final = 13
OVER_NEXT: Final = 14
WEIGHTS: Final = 15


def stirred(bits: cython.ulonglong, odd: cython.ulonglong) -> cython.ulonglong:
    """A number in which every bit depends on every bit of the given one."""
    bits = (bits ^ bits >> 32) * odd & ALL_BITS
    bits = (bits ^ bits >> 29) * ODD_THIRD & ALL_BITS
    return bits ^ bits >> 32


@cython.final
@cython.cclass
class Positions:
    """A store of positions of a board."""

    board: Board
    weights: cython.int[16]
    count = cython.declare(cython.Py_ssize_t, visibility="readonly")
    won_at: cython.uint
    room: cython.Py_ssize_t
    keys: cython.p_ulonglong  # two halves each
    place: cython.p_ulonglong  # where its bytes begin
    parents: cython.p_uint
    nexts: cython.p_uint  # the next one waiting in its heap
    moves: cython.p_uint
    depths: cython.p_uint
    table: cython.p_uint
    mask: cython.ulonglong
    data: cython.p_uchar
    data_count: cython.Py_ssize_t
    data_room: cython.Py_ssize_t
    heaps: cython.uint[4096]
    lowest: cython.int
    # By place of the kept position: its key and its penalty; and their sums.
    first: cython.ulonglong[141]
    second: cython.ulonglong[141]
    worth: cython.int[141]
    first_sum: cython.ulonglong
    second_sum: cython.ulonglong
    worth_sum: cython.int
    # Of its piles, by place and height, what was worked out of the cards from the lowest one to this.
    chain_first: cython.ulonglong[14664]
    chain_second: cython.ulonglong[14664]
    chain_worth: cython.int[14664]
    chain_least: cython.uchar[14664]
    chain_lowest: cython.uint[14664]
    talon_first: cython.ulonglong
    talon_second: cython.ulonglong
    talon_worth: cython.int
    odd_first: cython.ulonglong[128]  # numbers of cards
    odd_second: cython.ulonglong[128]
    card_at: cython.uchar[64]  # by suit and order, 0 where there is none
    comes_next: cython.uchar[128]  # while it is looked for: by card, 1 more than the foundation that it comes next on
    # Of the place measured last.
    this_first: cython.ulonglong
    this_second: cython.ulonglong
    this_worth: cython.int
    kept_talon_first: cython.ulonglong
    kept_talon_second: cython.ulonglong
    kept_talon_worth: cython.int
    depth: cython.uint
    # Of the position weighed last.
    new_first: cython.ulonglong
    new_second: cython.ulonglong
    new_worth: cython.int
    # Positions that were found: their keys, what each comes from and by which move, its penalty, how deep it
    # lies, whether it is won; then what was in its place of the table, and its number, NONE for one that was known.
    fresh_first: cython.ulonglong[8192]
    fresh_second: cython.ulonglong[8192]
    fresh_parent: cython.uint[8192]
    fresh_move: cython.int[8192]
    fresh_worth: cython.int[8192]
    fresh_depth: cython.uint[8192]
    fresh_won: cython.uchar[8192]
    fresh_there: cython.uint[8192]
    fresh_number: cython.uint[8192]
    fresh_count: cython.Py_ssize_t
    read_ahead: cython.ulonglong

    def __init__(self, board: Board, weights: list[int]) -> None:
        """An empty store; `weights` are the penalties of a position."""
        i: cython.int
        if not cython.compiled:
            self.weights = [0] * 16
            self.keys = []
            self.place = []
            self.parents = []
            self.nexts = []
            self.moves = []
            self.depths = []
            self.table = []
            self.data = []
            self.heaps = [0] * HEAPS
            self.first = [0] * PILE_PLACES
            self.second = [0] * PILE_PLACES
            self.worth = [0] * PILE_PLACES
            self.chain_first = [0] * ROOM_OF_PLACES
            self.chain_second = [0] * ROOM_OF_PLACES
            self.chain_worth = [0] * ROOM_OF_PLACES
            self.chain_least = [0] * ROOM_OF_PLACES
            self.chain_lowest = [0] * ROOM_OF_PLACES
            self.odd_first = [0] * 128
            self.odd_second = [0] * 128
            self.card_at = [0] * 64
            self.comes_next = [0] * 128
            self.fresh_first = [0] * MOST_NEW
            self.fresh_second = [0] * MOST_NEW
            self.fresh_parent = [0] * MOST_NEW
            self.fresh_move = [0] * MOST_NEW
            self.fresh_worth = [0] * MOST_NEW
            self.fresh_depth = [0] * MOST_NEW
            self.fresh_won = [0] * MOST_NEW
            self.fresh_there = [0] * MOST_NEW
            self.fresh_number = [0] * MOST_NEW
        self.board = board
        self.fresh_count = 0
        self.count = self.room = self.data_count = self.data_room = 0
        self.won_at = NONE
        self.depth = 0
        self._forget_waiting()
        for i in range(WEIGHTS):
            self.weights[i] = weights[i]
        for i in range(128):
            self.odd_first[i] = stirred(cython.cast(cython.ulonglong, i) + 1, ODD_FIRST)
            self.odd_second[i] = stirred(cython.cast(cython.ulonglong, i) + 1, ODD_SECOND)
            self.comes_next[i] = 0
            if suit_of(i) < SUITS and 1 <= rank_of(i) <= KING:
                self.card_at[suit_of(i) << 4 | self.board.order[i]] = cython.cast(cython.uchar, i)
        self._grow()

    if cython.compiled:

        def __dealloc__(self) -> None:
            free(self.keys)
            free(self.place)
            free(self.parents)
            free(self.nexts)
            free(self.moves)
            free(self.depths)
            free(self.table)
            free(self.data)

    @property
    def bytes_used(self) -> int:
        """Roughly how many bytes of memory the store takes."""
        return self.data_room + self.room * 48

    # --- beginning and end --------------------------------------------------------------------------------------

    def begin(self) -> list[int]:
        """Keep the board's position, after all lossless moves; return these."""
        self.board.logging = True
        self.board.log_count = 0
        settle_board(self.board)
        self.board.logging = False
        self.board._keep()
        self._make_room()
        self._measure_all()
        self._offer(NONE, 0)
        self._keep_fresh()
        self.fresh_count = 0
        self._pack(0)
        return [self.board.log[i] for i in range(self.board.log_count)]

    def way(self) -> list[int]:
        """The moves from the first position to the won one, without draws and redeals."""
        path: list[int] = []
        at = self.won_at
        while self.parents[at] != NONE:
            path.append(at)
            at = self.parents[at]
        played: list[int] = []
        self.board.logging = True
        for each in reversed(path):
            self._load(self.parents[each])
            self.board.log_count = 0
            play_move(self.board, self.moves[each])
            played += [self.board.log[i] for i in range(self.board.log_count)]
        self.board.logging = False
        return played

    # --- room ---------------------------------------------------------------------------------------------------

    @cython.exceptval(-1)
    def _make_room(self) -> cython.int:
        """Make sure that there is room for the positions of one expansion."""
        if self.room - self.count < MOST_AT_ONCE:
            self._grow()
        if self.data_room - self.data_count < MOST_AT_ONCE * MOST_BYTES:
            self._grow_data()
        return 0

    @cython.exceptval(-1)
    def _grow_data(self) -> cython.int:
        room: cython.Py_ssize_t = self.data_room + max(self.data_room // 2, MOST_AT_ONCE * MOST_BYTES)
        if cython.compiled:
            data = cython.cast(cython.p_uchar, realloc(self.data, room))
            if data == cython.NULL:
                raise MemoryError
            self.data = data
        else:
            self.data.extend([0] * (room - self.data_room))
        self.data_room = room
        return 0

    @cython.exceptval(-1)
    def _grow(self) -> cython.int:
        """Make room for twice as many positions."""
        i: cython.Py_ssize_t
        at: cython.ulonglong
        room: cython.Py_ssize_t = max(self.room * 2, 2 * FIRST_POSITIONS)
        if cython.compiled:
            self.keys = _wide(self.keys, 2 * room)
            self.place = _wide(self.place, room)
            self.parents = _narrow(self.parents, room)
            self.nexts = _narrow(self.nexts, room)
            self.moves = _narrow(self.moves, room)
            self.depths = _narrow(self.depths, room)
            free(self.table)
            self.table = cython.cast(cython.p_uint, malloc(room * 2 * cython.sizeof(cython.uint)))
            if self.table == cython.NULL:
                raise MemoryError
        else:
            more = [0] * (room - self.room)
            for each in (self.keys, self.keys, self.place, self.parents, self.nexts, self.moves, self.depths):
                each.extend(more)
            self.table = [0] * (room * 2)
        self.room = room
        self.mask = room * 2 - 1
        for i in range(room * 2):
            self.table[i] = NONE
        for i in range(self.count):
            at = self.keys[2 * i] & self.mask
            while self.table[at] != NONE:
                at = (at + 1) & self.mask
            self.table[at] = cython.cast(cython.uint, i)
        return 0

    # --- keys and penalties -------------------------------------------------------------------------------------

    def _measure(self, place: cython.Py_ssize_t, same: cython.Py_ssize_t, noting: cython.bint) -> cython.void:
        """Work out the key and the penalty of a place.

        Of a pile the lowest cards, as many as `same`, are those of the position that is kept. Noting, what is worked
        out for every card is kept for later.
        """
        i: cython.Py_ssize_t
        n: cython.Py_ssize_t = self.board.size[place]
        at: cython.Py_ssize_t = place * HEIGHT
        card: cython.int
        under: cython.int = 0
        suit: cython.int
        rank: cython.int
        worth: cython.int = 0
        least: cython.int = KING + 1
        lowest: cython.uint = 0
        other: cython.ulonglong
        a: cython.ulonglong = 1
        b: cython.ulonglong = 2
        if n == 0:
            self.this_first = self.this_second = 0
            self.this_worth = 0
            return
        if place >= CELL:
            # In the reserve only the number of cards changes.
            a = 3 if place < RESERVE else 5 + cython.cast(cython.ulonglong, place)
            a += cython.cast(cython.ulonglong, self.board.cards[at] if place < RESERVE else n) << 8
            b = a + 1
            worth = self.weights[IN_CELL] if place < RESERVE else self.weights[IN_RESERVE] * cython.cast(cython.int, n)
        else:
            if same > 0:
                i = at + same - 1
                a = self.chain_first[i]
                b = self.chain_second[i]
                worth = self.chain_worth[i]
                least = self.chain_least[i]
                lowest = self.chain_lowest[i]
                under = self.board.cards[i]
            for i in range(at + same, at + n):
                card = self.board.cards[i]
                a = (a + card) * ODD_FIRST & ALL_BITS
                b = (b + card) * ODD_SECOND & ALL_BITS
                suit = 4 * suit_of(card)
                rank = self.board.order[card]
                if under:
                    if not self.board.fits[pair_index(card, under)]:
                        worth += self.weights[BREAK]
                    elif suit_of(card) != suit_of(under):
                        worth += self.weights[MIXED]
                if rank > least:
                    worth += self.weights[UPON_LOWER]
                least = min(least, rank)
                # The lowest rank of each suit so far, counted from the highest down.
                if cython.cast(cython.int, lowest >> suit & 15) > 15 - rank:
                    worth += self.weights[BLOCK]
                else:
                    lowest = (
                        lowest & ~(cython.cast(cython.uint, 15) << suit) | cython.cast(cython.uint, 15 - rank) << suit
                    )
                under = card
                if noting:
                    self.chain_first[i] = a
                    self.chain_second[i] = b
                    self.chain_worth[i] = worth
                    self.chain_least[i] = cython.cast(cython.uchar, least)
                    self.chain_lowest[i] = lowest
            other = cython.cast(cython.ulonglong, self.board.down[place]) << 8
            if self.board.deals and place < self.board.talon_count:
                other += 100 + cython.cast(cython.ulonglong, place)
            a = a + other * ODD_SECOND & ALL_BITS
            b = b + other * ODD_THIRD & ALL_BITS
            worth += self.weights[IN_PILE] + self.weights[HIDDEN] * self.board.down[place]
        self.this_first = stirred(a, ODD_FOURTH)
        self.this_second = stirred(b, ODD_FIRST)
        self.this_worth = worth

    def _same_cards(self, place: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """How many of the lowest cards of a pile are those of the position that is kept."""
        at: cython.Py_ssize_t = place * HEIGHT
        i: cython.Py_ssize_t = at
        end: cython.Py_ssize_t = at + min(self.board.size[place], self.board.kept_size[place])
        while i < end and self.board.cards[i] == self.board.kept_cards[i]:
            i += 1
        return i - at

    def _measure_talon(self) -> cython.void:
        """Work out the key of the talon, and the penalty of its cards."""
        i: cython.Py_ssize_t
        a: cython.ulonglong = 7
        b: cython.ulonglong = 8
        if self.board.deals:
            a = b = self.board.talon_count + 9
        elif self.board.packs == 1:
            # The order of all-different cards never changes.
            for i in range(self.board.talon_count):
                a += self.odd_first[self.board.talon[i]]
                b += self.odd_second[self.board.talon[i]]
            a = a + self.board.drawn + (cython.cast(cython.ulonglong, self.board.turn) << 8) & ALL_BITS
            b = b + self.board.drawn + (cython.cast(cython.ulonglong, self.board.turn) << 8) & ALL_BITS
        else:
            for i in range(self.board.talon_count):
                a = (a + self.board.talon[i]) * ODD_FIRST & ALL_BITS
                b = (b + self.board.talon[i]) * ODD_SECOND & ALL_BITS
            a += self.board.drawn + (cython.cast(cython.ulonglong, self.board.turn) << 8)
            b += self.board.drawn + (cython.cast(cython.ulonglong, self.board.turn) << 8)
        self.talon_first = stirred(a, ODD_SECOND)
        self.talon_second = stirred(b, ODD_FOURTH)
        self.talon_worth = self.weights[IN_TALON] * self.board.talon_count
        if self.board.passes and self.board.turn == self.board.passes:
            self.talon_worth += self._worth_of_waste()

    def _worth_of_waste(self) -> cython.int:
        """The penalty of the cards of a waste that is no longer turned over, as for those of a pile."""
        i: cython.Py_ssize_t
        card: cython.int
        suit: cython.int
        rank: cython.int
        worth: cython.int = self.weights[IN_WASTE] * self.board.drawn
        least: cython.int = KING + 1
        lowest: cython.uint = 0
        for i in range(self.board.drawn):
            card = self.board.talon[i]
            suit = 4 * suit_of(card)
            rank = self.board.order[card]
            if rank > least:
                worth += self.weights[WASTE_UPON_LOWER]
            least = min(least, rank)
            if cython.cast(cython.int, lowest >> suit & 15) > 15 - rank:
                worth += self.weights[WASTE_BLOCK]
            else:
                lowest = lowest & ~(cython.cast(cython.uint, 15) << suit) | cython.cast(cython.uint, 15 - rank) << suit
        return worth

    def _cards_over_next(self) -> cython.int:
        """How many cards lie over those that come next on the foundations; of two equal cards the freer one counts."""
        place: cython.Py_ssize_t
        at: cython.Py_ssize_t
        i: cython.int
        card: cython.int
        k: cython.int
        size: cython.int
        cards: cython.int[8]
        least: cython.int[8]
        total: cython.int = 0
        if not cython.compiled:
            cards = [0] * 8
            least = [0] * 8
        for k in range(8):
            least[k] = -1
            cards[k] = 0
            if k & 1 == 0 or (self.board.packs == 2 and self.board.found[k] != self.board.found[k - 1]):
                cards[k] = self.card_at[(k >> 1) << 4 | self.board.found[k] + 1]
                if cards[k]:
                    self.comes_next[cards[k]] = k + 1
        for place in range(self.board.piles):
            size = self.board.size[place]
            at = place * HEIGHT + size - 1
            for i in range(size):
                k = self.comes_next[self.board.cards[at - i]] - 1
                if k >= 0 and (least[k] < 0 or i < least[k]):
                    least[k] = i
        for i in range(self.board.drawn):
            k = self.comes_next[self.board.talon[self.board.drawn - 1 - i]] - 1
            if k >= 0 and (least[k] < 0 or i < least[k]):
                least[k] = i
        for k in range(8):
            total += max(least[k], 0)
            self.comes_next[cards[k]] = 0
        return total

    def _measure_all(self) -> cython.void:
        """Work out the keys and penalty of the kept position."""
        place: cython.Py_ssize_t = 0
        self.first_sum = self.second_sum = 0
        self.worth_sum = 0
        while place < self.board.last_place:
            self._measure(place, 0, True)
            self.first[place] = self.this_first
            self.second[place] = self.this_second
            self.worth[place] = self.this_worth
            self.first_sum = self.first_sum + self.this_first & ALL_BITS
            self.second_sum = self.second_sum + self.this_second & ALL_BITS
            self.worth_sum += self.this_worth
            place += 1
            if place == self.board.piles:
                place = CELL
        self._measure_talon()
        self.kept_talon_first = self.talon_first
        self.kept_talon_second = self.talon_second
        self.kept_talon_worth = self.talon_worth

    # --- keeping ------------------------------------------------------------------------------------------------

    def _weigh(self) -> cython.void:
        """Work out the key and the penalty of the board's position, from the changes."""
        k: cython.Py_ssize_t
        place: cython.Py_ssize_t
        worth: cython.int = self.worth_sum
        a: cython.ulonglong = self.first_sum
        b: cython.ulonglong = self.second_sum
        for k in range(self.board.touched_count):
            place = self.board.touched[k]
            self._measure(place, self._same_cards(place) if place < CELL else 0, False)
            a = a - self.first[place] + self.this_first & ALL_BITS
            b = b - self.second[place] + self.this_second & ALL_BITS
            worth += self.this_worth - self.worth[place]
        if self.board.talon_touched:
            self._measure_talon()
        else:
            self.talon_first = self.kept_talon_first
            self.talon_second = self.kept_talon_second
            self.talon_worth = self.kept_talon_worth
        self.new_first = a + self.talon_first & ALL_BITS
        self.new_second = b + self.talon_second & ALL_BITS
        worth += self.weights[AWAY] * (self.board.full - self.board.home) * (KING if self.board.aim == AIM_RUNS else 1)
        worth += self.talon_worth
        if self.weights[OVER_NEXT]:
            worth += self.weights[OVER_NEXT] * self._cards_over_next()
        worth += self.weights[DEPTH] * cython.cast(cython.int, self.depth) >> 3
        self.new_worth = max(0, min(worth, HEAPS - 1))

    def _offer(self, parent: cython.uint, move: cython.int) -> cython.void:
        """Weigh the board's position and put it among those that were found."""
        k: cython.Py_ssize_t = self.fresh_count
        if k == MOST_NEW:
            return
        self.fresh_count = k + 1
        self._weigh()
        self.fresh_first[k] = self.new_first
        self.fresh_second[k] = self.new_second
        self.fresh_parent[k] = parent
        self.fresh_move[k] = move
        self.fresh_worth[k] = self.new_worth
        self.fresh_depth[k] = self.depth + 1
        self.fresh_won[k] = self.board.home == self.board.full

    def _has_enough(self) -> cython.bint:
        """Whether enough positions were found to look them up.

        Nearly all the time of a long search would go into waiting for memory if each were looked up on its own. So they
        are gathered, and all places are read first: the processor then waits for many of them at a time.
        """
        return self.fresh_count >= ENOUGH_NEW or (self.fresh_count > 0 and self.count < FAR)

    @cython.exceptval(-1)
    def _keep_fresh(self) -> cython.int:
        """Keep those of the positions that were found that are new, but not their cards."""
        i: cython.uint
        k: cython.Py_ssize_t
        at: cython.ulonglong
        read: cython.ulonglong = 0
        while self.room - self.count <= self.fresh_count:
            self._grow()
        for k in range(self.fresh_count):
            self.fresh_there[k] = self.table[self.fresh_first[k] & self.mask]
        for k in range(self.fresh_count):
            if self.fresh_there[k] != NONE:
                read ^= self.keys[2 * cython.cast(cython.Py_ssize_t, self.fresh_there[k])]
        self.read_ahead = read
        for k in range(self.fresh_count):
            self.fresh_number[k] = NONE
            at = self.fresh_first[k] & self.mask
            while self.table[at] != NONE:
                i = self.table[at]
                if self.keys[2 * i] == self.fresh_first[k] and self.keys[2 * i + 1] == self.fresh_second[k]:
                    break
                at = (at + 1) & self.mask
            if self.table[at] != NONE:
                continue
            i = cython.cast(cython.uint, self.count)
            self.count += 1
            self.fresh_number[k] = self.table[at] = i
            self.keys[2 * i] = self.fresh_first[k]
            self.keys[2 * i + 1] = self.fresh_second[k]
            self.parents[i] = self.fresh_parent[k]
            self.moves[i] = cython.cast(cython.uint, self.fresh_move[k])
            self.depths[i] = self.fresh_depth[k]
            if self.fresh_won[k]:
                self.won_at = i
        return 0

    def _wait(self, which: cython.uint, worth: cython.int) -> cython.void:
        """Queue a position that has this penalty."""
        self.nexts[which] = self.heaps[worth]
        self.heaps[worth] = which
        self.lowest = min(self.lowest, worth)

    def _forget_waiting(self) -> cython.void:
        """Empty the queue of positions."""
        i: cython.int
        for i in range(HEAPS):
            self.heaps[i] = NONE
        self.lowest = HEAPS

    def _next(self) -> cython.uint:
        """Take the most promising position, among equals the newest; NONE if none is waiting."""
        i: cython.uint
        while self.lowest < HEAPS and self.heaps[self.lowest] == NONE:
            self.lowest += 1
        if self.lowest == HEAPS:
            return NONE
        i = self.heaps[self.lowest]
        self.heaps[self.lowest] = self.nexts[i]
        return i

    def _wait_again(self, which: cython.uint) -> cython.void:
        """Make the position taken last the next one again."""
        self.nexts[which] = self.heaps[self.lowest]
        self.heaps[self.lowest] = which

    def _pack(self, which: cython.uint) -> cython.void:
        """Append the board's position, which has that number, to the others."""
        at: cython.Py_ssize_t = self.data_count
        i: cython.Py_ssize_t
        n: cython.Py_ssize_t
        place: cython.Py_ssize_t = 0
        self.place[which] = at
        for i in range(0, 8, 2):
            self.data[at] = self.board.found[i] | self.board.found[i + 1] << 4
            at += 1
        self.data[at] = cython.cast(cython.uchar, self.board.talon_count)
        self.data[at + 1] = cython.cast(cython.uchar, self.board.drawn)
        self.data[at + 2] = cython.cast(cython.uchar, self.board.turn)
        at += 3
        if not self.board.deals:
            if cython.compiled:
                memcpy(self.data + at, self.board.talon, self.board.talon_count)
            else:
                for i in range(self.board.talon_count):
                    self.data[at + i] = self.board.talon[i]
            at += self.board.talon_count
        while place < self.board.last_place:
            n = self.board.size[place]
            self.data[at] = cython.cast(cython.uchar, n)
            self.data[at + 1] = self.board.down[place]
            at += 2
            if cython.compiled:
                memcpy(self.data + at, self.board.cards + place * HEIGHT, n)
            else:
                for i in range(n):
                    self.data[at + i] = self.board.cards[place * HEIGHT + i]
            at += n
            place += 1
            if place == self.board.piles:
                place = CELL
        self.data_count = at

    def _load(self, which: cython.uint) -> cython.void:
        """Load a position into the board, and keep it there."""
        at: cython.Py_ssize_t = self.place[which]
        i: cython.Py_ssize_t
        n: cython.Py_ssize_t
        place: cython.Py_ssize_t = 0
        self.board.home = 0
        for i in range(0, 8, 2):
            self.board.found[i] = self.data[at] & 15
            self.board.found[i + 1] = self.data[at] >> 4
            self.board.home += self.board.found[i] + self.board.found[i + 1]
            at += 1
        self.board.talon_count = self.data[at]
        self.board.drawn = self.data[at + 1]
        self.board.turn = self.data[at + 2]
        at += 3
        if self.board.deals:
            for i in range(self.board.talon_count):
                self.board.talon[i] = self.board.first_talon[self.board.first_count - self.board.talon_count + i]
        else:
            if cython.compiled:
                memcpy(self.board.talon, self.data + at, self.board.talon_count)
            else:
                for i in range(self.board.talon_count):
                    self.board.talon[i] = self.data[at + i]
            at += self.board.talon_count
        while place < self.board.last_place:
            n = self.data[at]
            self.board.size[place] = cython.cast(cython.uchar, n)
            self.board.down[place] = self.data[at + 1]
            at += 2
            if cython.compiled:
                memcpy(self.board.cards + place * HEIGHT, self.data + at, n)
            else:
                for i in range(n):
                    self.board.cards[place * HEIGHT + i] = self.data[at + i]
            at += n
            place += 1
            if place == self.board.piles:
                place = CELL
        self.depth = self.depths[which]
        self.board._keep()


@cython.exceptval(check=True)
def _wide(old: cython.p_ulonglong, room: cython.Py_ssize_t) -> cython.p_ulonglong:
    """The same numbers in an array of that size."""
    new = cython.cast(cython.p_ulonglong, realloc(old, room * cython.sizeof(cython.ulonglong)))
    if new == cython.NULL:
        raise MemoryError
    return new


@cython.exceptval(check=True)
def _narrow(old: cython.p_uint, room: cython.Py_ssize_t) -> cython.p_uint:
    """The same numbers in an array of that size."""
    new = cython.cast(cython.p_uint, realloc(old, room * cython.sizeof(cython.uint)))
    if new == cython.NULL:
        raise MemoryError
    return new
